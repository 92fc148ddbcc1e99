//! Eligible targets (55.2): the zone of shooting, the quadrilateral, gaps and sight.

use crate::baseset::{BaseId, BaseSet};
use crate::fact::Fact;
use crate::movement::gap::Gap;
use crate::rules::Look;
use aelian_geometry::{
    Corner, Rect, Segment, Tolerance, Vec2, area_overlap, convex_convex, segments_cross, strip_ahead,
    wholly_behind_rear,
};
use aelian_rulebook::{Reason, rule};

/// BB-SHT-09: the zone of shooting in MU.
const ZONE_WIDTH: f64 = 4.0;
const ZONE_DEPTH: f64 = 3.0;

/// The four points of a shooting quadrilateral.
type Quadrilateral = [Vec2; 4];

impl<'a> Look<'a> {
    /// BB-SHT-09: the zone of shooting of a base that stands so.
    pub fn zone_of_shooting(&self, shooter: &Rect) -> Rect {
        strip_ahead(shooter, self.mu(ZONE_DEPTH), self.mu(ZONE_WIDTH))
    }

    /// 55.2: the enemies at which a base could shoot from where it stands.
    pub fn eligible_targets(&self, shooter: BaseId) -> BaseSet {
        let base = self.state.base(shooter);
        let zone = self.zone_of_shooting(&base.rect);
        self.enemies_near(base.side, &zone, self.rules.tolerance.length)
            .filter(|target| self.why_no_target(shooter, *target).is_none())
            .collect()
    }

    /// 55.2: why a base is no eligible target for a shooter; none if it is one.
    pub fn why_no_target(&self, shooter: BaseId, target: BaseId) -> Option<Reason<Fact>> {
        let (from, to) = (self.state.rect(shooter), self.state.rect(target));
        let refused = |rule, fact| Some(Reason { rule, fact });
        let corners = self.corners_in_zone(from, to);
        if corners.len() < 2 {
            let found = corners.len() as u32;
            return refused(rule!("BB-SHT-10"), Fact::Count { found, least: 2, most: 4 });
        }
        if !self.can_be_shot_at(target) {
            return refused(rule!("BB-SHT-04"), Fact::Base(target));
        }
        if let Some(obstacle) = self.lane(shooter, target, &corners) {
            return Some(obstacle);
        }
        if !self.sees(shooter, target) {
            return refused(rule!("BB-SHT-13"), Fact::Pair { base: shooter, other: target });
        }
        None
    }

    /// BB-SHT-40: whether any of these shooters stands wholly behind the target's rear edge and can draw the
    /// quadrilateral to its two rear corners. Second ranks shoot from the place of their front rank.
    pub fn shoots_at_rear(&self, shooters: BaseSet, target: BaseId) -> bool {
        let to = self.state.rect(target);
        shooters.iter().any(|shooter| {
            let from = self.state.rect(shooter);
            let rear = |corner: &Corner| !corner.is_front();
            let corners: Vec<Corner> = self.corners_in_zone(from, to).into_iter().filter(rear).collect();
            corners.len() == 2
                && wholly_behind_rear(to, from, self.rules.tolerance)
                && self.lane(shooter, target, &corners).is_none()
        })
    }

    /// BB-SHT-10: the corners of a target that lie in the zone, its border included.
    fn corners_in_zone(&self, from: &Rect, to: &Rect) -> Vec<Corner> {
        let slack = self.rules.tolerance.length;
        let (deep, half) = (self.mu(ZONE_DEPTH) + slack, self.mu(ZONE_WIDTH) * 0.5 + slack);
        let inside = |corner: &Corner| {
            let (ahead, aside) = from.local(to.corner(*corner));
            (-slack..=deep).contains(&ahead) && aside.abs() <= half
        };
        Corner::ALL.into_iter().filter(inside).collect()
    }

    /// BB-SHT-11, BB-SHT-12, BB-ALG-16: what bars the way; none if some quadrilateral is free.
    fn lane(&self, shooter: BaseId, target: BaseId, corners: &[Corner]) -> Option<Reason<Fact>> {
        let (from, to) = (self.state.rect(shooter), self.state.rect(target));
        let others = self.bases_about(shooter, target);
        let mut barred = None;
        for quadrilateral in quadrilaterals(from, to, corners) {
            match self.bar(&quadrilateral, others) {
                None => return None,
                found => barred = barred.or(found),
            }
        }
        // Two corners always make a quadrilateral, unless they lie on the line of the shooter's front.
        let flat = Reason { rule: rule!("BB-SHT-11"), fact: Fact::Pair { base: shooter, other: target } };
        barred.or(Some(flat))
    }

    /// The bases other than these two that can stand in a shot's way.
    fn bases_about(&self, shooter: BaseId, target: BaseId) -> BaseSet {
        let zone = self.zone_of_shooting(self.state.rect(shooter));
        self.near(&zone, self.rules.width).filter(|id| *id != shooter && *id != target).collect()
    }

    fn bar(&self, quadrilateral: &Quadrilateral, others: BaseSet) -> Option<Reason<Fact>> {
        let tolerance = self.rules.tolerance;
        let meets = |id: &BaseId| area_overlap(quadrilateral, self.state.rect(*id), tolerance);
        if let Some(base) = others.iter().find(meets) {
            return Some(Reason { rule: rule!("BB-SHT-11"), fact: Fact::BlockedBy(base) });
        }
        let (base, other) = self.gap_crossed(quadrilateral, others)?;
        Some(Reason { rule: rule!("BB-SHT-12"), fact: Fact::Pair { base, other } })
    }

    /// BB-SHT-12, AMB-46: two bases, neither shooter nor target, between which the quadrilateral passes
    /// although the space is at most a base width.
    fn gap_crossed(&self, quadrilateral: &Quadrilateral, others: BaseSet) -> Option<(BaseId, BaseId)> {
        let meets = |gap: &Gap| areas_meet(quadrilateral, &gap.zone, self.rules.tolerance);
        let [a, b, c, d] = *quadrilateral;
        let about = (a.min(b).min(c).min(d), a.max(b).max(c).max(d));
        self.gaps_among(others, about).find(meets).map(|gap| gap.between)
    }
}

/// BB-SHT-11: the simple quadrilaterals of the shooter's two front corners and any two of the given corners
/// of the target.
fn quadrilaterals(from: &Rect, to: &Rect, corners: &[Corner]) -> impl Iterator<Item = Quadrilateral> {
    let (left, right) = (from.corner(Corner::FrontLeft), from.corner(Corner::FrontRight));
    let points: Vec<Vec2> = corners.iter().map(|corner| to.corner(*corner)).collect();
    let pairs = (0..points.len()).flat_map(move |one| (0..points.len()).map(move |two| (one, two)));
    let points: Vec<Vec2> = corners.iter().map(|corner| to.corner(*corner)).collect();
    pairs
        .filter(|(one, two)| one != two)
        .map(move |(one, two)| [left, right, points[one], points[two]])
        .filter(is_simple)
}

fn is_simple([left, right, far_right, far_left]: &Quadrilateral) -> bool {
    let crosses = segments_cross(Segment::new(*right, *far_right), Segment::new(*far_left, *left));
    crosses.is_none()
}

/// Whether a quadrilateral, which may have a corner that turns inward, meets a convex area deeper than the
/// tolerance.
fn areas_meet([a, b, c, d]: &Quadrilateral, convex: &[Vec2], tolerance: Tolerance) -> bool {
    let turn = |a: &Vec2, b: &Vec2, c: &Vec2| (*b - *a).perp_dot(*c - *b);
    let halves = match turn(a, b, c) * turn(a, c, d) > 0.0 {
        true => [[*a, *b, *c], [*a, *c, *d]],
        false => [[*b, *c, *d], [*b, *d, *a]],
    };
    halves.iter().any(|half| convex_convex(half, convex, tolerance))
}
