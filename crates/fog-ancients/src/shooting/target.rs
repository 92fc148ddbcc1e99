//! Which enemy base a file shoots at (60.2, 60.4, 60.5, FA-ALG-95, FA-ALG-96).

use super::post::Post;
use super::tables::Range;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use aelian_geometry::{Circle, Edge, Hand, Rect, Vec2, overlaps, segment_to_rect, strip_ahead};

/// Enemy groups as a side finds them in this phase.
#[derive(Clone, Debug)]
pub struct Foe {
    pub group: GroupId,
    /// Holds all its bases.
    pub circle: Circle,
    /// Each base, its outline (FA-SHOOT-08), and whether one may shoot at it (FA-SHOOT-33).
    pub bases: Vec<(BaseId, Rect, bool)>,
}

/// A base that a post could shoot at, as its priority is reckoned.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub base: BaseId,
    pub group: GroupId,
    /// FA-SHOOT-16: in effective range and at least partly straight ahead.
    pub first: bool,
    pub effective: bool,
    /// In mm.
    pub far: f64,
    /// FA-SHOOT-19, AMB-29: how far off straight ahead its nearest point is, in radians; positive to the right.
    pub off: f64,
    /// How far to the right of straight ahead its middle lies, in mm.
    pub aside: f64,
}

/// FA-SHOOT-18: what a post shoots at.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    pub at: Candidate,
    /// Targets of two groups are of equal priority and nobody has said which.
    pub open: bool,
}

impl Look<'_> {
    /// FA-SHOOT-21: how many base widths to either side a post reaches at each of these enemies: one if any base of
    /// its group is in effective range of that enemy, else two.
    pub(super) fn reaches(&self, posts: &[Post], range: Range, foes: &[&Foe]) -> Vec<f64> {
        let near = |foe: &&Foe| {
            let in_range = |post: &Post| {
                let edge = post.front.edge(Edge::Front);
                let near = |rect: &Rect| self.within(segment_to_rect(edge, rect), range.effective);
                let circle = post.front.circle();
                circle.near(&foe.circle, self.reach(range.effective))
                    && foe.bases.iter().any(|(_, rect, _)| near(rect))
            };
            posts.iter().any(in_range)
        };
        foes.iter().map(|foe| if near(foe) { 1.0 } else { 2.0 }).collect()
    }

    /// FA-ALG-95, FA-SHOOT-06, FA-SHOOT-21, FA-SHOOT-22: everything in range and arc.
    pub(super) fn candidates(
        &self,
        post: &Post,
        range: Range,
        foes: &[&Foe],
        reaches: &[f64],
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        let (circle, limit) = (post.front.circle(), self.reach(range.maximum));
        for (foe, reach) in foes.iter().zip(reaches).filter(|(foe, _)| circle.near(&foe.circle, limit)) {
            for (base, rect, open) in &foe.bases {
                if *open && circle.near(&rect.circle(), limit) {
                    found.extend(self.candidate(post, range, *reach, (*base, foe.group, rect)));
                }
            }
        }
        found
    }

    fn candidate(
        &self,
        post: &Post,
        range: Range,
        reach: f64,
        (base, group, rect): (BaseId, GroupId, &Rect),
    ) -> Option<Candidate> {
        let (front, t) = (&post.front, self.rules.tolerance);
        let far = segment_to_rect(front.edge(Edge::Front), rect);
        let length = self.mu(range.maximum) + 2.0 * rect.radius() + t.length;
        let arc = strip_ahead(front, length, front.width * (1.0 + 2.0 * reach));
        if !self.within(far, range.maximum) || !overlaps(&arc, rect, t) {
            return None;
        }
        let effective = self.within(far, range.effective);
        let first = effective && overlaps(&strip_ahead(front, length, front.width), rect, t);
        let aside = (rect.centre() - front.pose.at).dot(front.pose.facing.right());
        Some(Candidate { base, group, first, effective, far, off: bearing(front, rect), aside })
    }

    /// FA-SHOOT-15, FA-SHOOT-16, FA-SHOOT-17, FA-SHOOT-18, FA-SHOOT-19, FA-SHOOT-20, FA-ALG-96: the first by
    /// priority to which a lane is open; of equal ones that on the told hand.
    pub(super) fn pick(
        &self,
        mut found: Vec<Candidate>,
        told: Option<Hand>,
        mut sees: impl FnMut(&Candidate) -> bool,
    ) -> Option<Pick> {
        found.sort_by(|a, b| b.first.cmp(&a.first).then(a.far.total_cmp(&b.far)));
        let t = self.rules.tolerance;
        let mut rest = found.as_mut_slice();
        while let Some(lead) = rest.first().copied() {
            let same = |one: &Candidate| one.first == lead.first && one.far <= lead.far + t.length;
            let equal = rest.iter().take_while(|one| same(one)).count();
            let (cluster, after) = rest.split_at_mut(equal);
            cluster.sort_by(|a, b| a.off.abs().total_cmp(&b.off.abs()));
            let seen = cluster.iter().position(&mut sees);
            if let Some(best) = seen.and_then(|at| cluster.get(at..)) {
                return choose(best, told, t.angle, sees);
            }
            rest = after;
        }
        None
    }
}

/// FA-SHOOT-18: the first of these, or of those as directly to the front the one on the told hand.
fn choose(
    best: &[Candidate],
    told: Option<Hand>,
    angle: f64,
    mut sees: impl FnMut(&Candidate) -> bool,
) -> Option<Pick> {
    let (lead, others) = best.split_first()?;
    let mut pick = Pick { at: *lead, open: false };
    for other in others {
        if other.off.abs() > lead.off.abs() + angle || other.group == pick.at.group || !sees(other) {
            continue;
        }
        let Some(hand) = told else {
            pick.open = true;
            continue;
        };
        if (other.aside - pick.at.aside) * hand.sign() > 0.0 {
            pick.at = *other;
        }
    }
    Some(pick)
}

/// FA-SHOOT-19: the angle from straight ahead of the middle of the front edge to the nearest point.
fn bearing(front: &Rect, rect: &Rect) -> f64 {
    let point = nearest_point(rect, front.pose.at);
    let offset = point - front.pose.at;
    libm::atan2(offset.dot(front.pose.facing.right()), offset.dot(front.pose.facing.vector()))
}

fn nearest_point(rect: &Rect, from: Vec2) -> Vec2 {
    let points = Edge::ALL.map(|edge| rect.edge(edge).nearest(from));
    let nearer = |a: &Vec2, b: &Vec2| (*a - from).length_squared().total_cmp(&(*b - from).length_squared());
    points.into_iter().min_by(nearer).unwrap_or_else(|| rect.centre())
}
