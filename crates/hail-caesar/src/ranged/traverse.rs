//! Traversing shots (40.9): at an enemy that moves across the front of a unit.

use super::hit::{Shots, Sight};
use super::who::Post;
use super::{RangedChoice, RangedPrompt, Waiting, volley};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::Place;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_geometry::{Rect, Segment, Vec2, distance, point_to_rect};
use aelian_rulebook::rule;

/// Points of a way at which range and sight are tried.
const STEPS: usize = 32;

/// HC-TRAV-01, HC-TRAV-02, HC-TRAV-03, HC-TRAV-04, HC-TRAV-05, HC-TRAV-06, HC-TRAV-07, HC-TRAV-08, HC-TRAV-09,
/// HC-TRAV-10, HC-TRAV-11, HC-TRAV-12: offers traversing shots at a unit that has moved along this way, its
/// footprints from where
/// it began to where it ended; then its test. What is offered waits on top of the stack, if anything is.
pub fn offer_traverse(cx: &mut Cx<'_, Rules>, mover: UnitId, way: &[Rect]) {
    if let Some(waiting) = Look::new(cx.rules, cx.state()).traversing(mover, way, UnitSet::EMPTY) {
        super::await_answer(cx, mover);
        cx.emit(Event::Waits(Pending::Ranged(waiting)));
    }
}

impl Look<'_> {
    /// HC-TRAV-03, HC-TRAV-10, HC-CLOS-04: who may shoot at a unit that went this way, but for these and for those whom it
    /// has charged: they have had their response.
    pub(super) fn traversing(&self, mover: UnitId, way: &[Rect], but: UnitSet) -> Option<Waiting> {
        if way.len() < 2 || !self.state.unit(mover).is_on_table() {
            return None;
        }
        let (mut shooters, mut obscured) = (UnitSet::EMPTY, UnitSet::EMPTY);
        for unit in self.on_table(self.side(mover).other()).filter(|unit| !but.contains(*unit)) {
            if let Some(share) = self.crossed_by(unit, mover, way).filter(|_| !self.touch(unit, mover)) {
                shooters.insert(unit);
                if share < 0.5 {
                    obscured.insert(unit);
                }
            }
        }
        (!shooters.is_empty()).then_some(Waiting::Traverse { mover, shooters, obscured })
    }

    /// HC-TRAV-02, HC-TRAV-03: how well a unit saw a mover that crossed its front, 0 to 1; none if it may not shoot.
    fn crossed_by(&self, unit: UnitId, mover: UnitId, way: &[Rect]) -> Option<f64> {
        let reach = self.inches(self.card(unit).missile.range().min(12.0));
        if self.stats(unit).long == 0 || !self.is_in_reach(unit, way, reach) {
            return None;
        }
        if !self.refuse_quick_shots(unit).is_empty() {
            return None;
        }
        let shares =
            self.posts(unit).into_iter().filter_map(|post| self.crossing(unit, mover, &post, way, reach));
        shares.max_by(f64::total_cmp)
    }

    fn is_in_reach(&self, unit: UnitId, way: &[Rect], reach: f64) -> bool {
        let rect = self.rect(unit);
        way.windows(2).any(|pair| {
            let path = Segment::new(pair[0].centre(), pair[1].centre());
            let near = aelian_geometry::point_to_segment(rect.centre(), path);
            near <= reach + rect.radius() + pair[1].radius().max(pair[0].radius())
        })
    }

    /// HC-TRAV-04, HC-TRAV-11, AMB-21: the mover's middle covers half of the frontage while it is in the quarter and in
    /// reach, and is seen on the way: how well at best.
    fn crossing(&self, unit: UnitId, mover: UnitId, post: &Post, way: &[Rect], reach: f64) -> Option<f64> {
        let frame = Frame::of(post);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut best: Option<f64> = None;
        let mut others: Option<Vec<Rect>> = None;
        for pair in way.windows(2) {
            let Some((from, to)) = frame.inside(pair[0].centre(), pair[1].centre()) else { continue };
            for step in 0..=STEPS {
                let part = from + (to - from) * step as f64 / STEPS as f64;
                let at = between(&pair[0], &pair[1], part);
                let far = if post.all_round {
                    distance(&post.rect, &at)
                } else {
                    point_to_rect(post.rect.pose.at, &at)
                };
                if far > reach + self.rules.slack {
                    continue;
                }
                let across = frame.across(at.centre()).clamp(-frame.half, frame.half);
                (low, high) = (low.min(across), high.max(across));
                if step % 8 == 0 && best.is_none_or(|best| best < 1.0) {
                    let others = others.get_or_insert_with(|| self.others(unit, mover));
                    best = self.glimpse(post, &at, others).max(best.unwrap_or(0.0)).into();
                }
            }
        }
        let crossed = high - low >= frame.half - self.rules.slack;
        best.filter(|share| crossed && *share > 0.0)
    }

    fn others(&self, unit: UnitId, mover: UnitId) -> Vec<Rect> {
        let others = self.all_on_table().filter(|id| *id != unit && *id != mover);
        others
            .filter(|id| self.state.unit(*id).place == Place::Table)
            .flat_map(|id| self.footprint(id))
            .collect()
    }

    /// The share of a footprint that is seen from a post, by its corners, edges and middle.
    fn glimpse(&self, post: &Post, at: &Rect, others: &[Rect]) -> f64 {
        let eye = if post.all_round {
            aelian_geometry::nearest_points(&post.rect, at).0
        } else {
            post.rect.pose.at
        };
        let corners = at.corners();
        let middles = (0..4).map(|edge| (corners[edge] + corners[(edge + 1) % 4]) * 0.5);
        // Of its outline only the half that is turned to the eye can be seen.
        let near = |point: &Vec2| (*point - eye).length() <= (at.centre() - eye).length();
        let points: Vec<Vec2> = corners.into_iter().chain(middles).filter(near).collect();
        let seen = points.iter().filter(|point| self.is_clear(Segment::new(eye, **point), others)).count();
        seen as f64 / points.len().max(1) as f64
    }
}

/// HC-TRAV-04: a post's own coordinates: across its frontage and ahead of it.
struct Frame {
    origin: Vec2,
    right: Vec2,
    ahead: Vec2,
    half: f64,
    all_round: bool,
}

impl Frame {
    fn of(post: &Post) -> Frame {
        let rect = &post.rect;
        let (right, ahead) = (rect.pose.facing.right(), rect.pose.facing.vector());
        if post.all_round {
            // HC-TRAV-11: its widest extent.
            let wide = rect.width >= rect.depth;
            let (right, ahead) = if wide { (right, ahead) } else { (ahead, -right) };
            let half = rect.width.max(rect.depth) / 2.0;
            return Frame { origin: rect.centre(), right, ahead, half, all_round: true };
        }
        Frame { origin: rect.pose.at, right, ahead, half: rect.width / 2.0, all_round: false }
    }

    fn across(&self, point: Vec2) -> f64 {
        (point - self.origin).dot(self.right)
    }

    /// The part of a straight way that lies in the front quarter, as fractions of it.
    fn inside(&self, from: Vec2, to: Vec2) -> Option<(f64, f64)> {
        if self.all_round {
            return Some((0.0, 1.0));
        }
        let local = |point: Vec2| (self.across(point), (point - self.origin).dot(self.ahead));
        let (a, b) = (local(from), local(to));
        let borders: [&dyn Fn((f64, f64)) -> f64; 3] =
            [&|p| p.1, &|p| p.1 + p.0 + self.half, &|p| p.1 - p.0 + self.half];
        let (mut low, mut high) = (0.0f64, 1.0f64);
        for border in borders {
            let (start, end) = (border(a), border(b));
            match (start >= 0.0, end >= 0.0) {
                (false, false) => return None,
                (true, false) => high = high.min(start / (start - end)),
                (false, true) => low = low.max(start / (start - end)),
                (true, true) => {}
            }
        }
        (low <= high).then_some((low, high))
    }
}

/// A footprint on its way from one pose to the next.
fn between(from: &Rect, to: &Rect, part: f64) -> Rect {
    let by = (to.centre() - from.centre()) * part;
    let at = if part < 0.5 { from } else { to };
    let shift = from.centre() + by - at.centre();
    at.with_pose(at.pose.translated(shift))
}

/// HC-TRAV-12: the shooters' owner says who shoots; he may decline.
pub(super) fn next(look: Look<'_>, mover: UnitId, shooters: UnitSet) -> Asked {
    if !look.state.unit(mover).is_on_table() {
        return None;
    }
    let prompt = Prompt::Ranged(RangedPrompt::Traverse { mover, shooters });
    Some(Next::Ask { side: look.side(mover).other(), prompt })
}

pub(super) fn check(mover: UnitId, shooters: UnitSet, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Ranged(RangedChoice::Done) => Verdict::legal(Ghost::default()),
        Choice::Ranged(RangedChoice::Traverse(unit)) if shooters.contains(*unit) => {
            Verdict::legal(Ghost { targets: UnitSet::one(mover), ..Ghost::default() })
        }
        Choice::Ranged(RangedChoice::Traverse(unit)) => {
            Verdict::refused(rule!("HC-TRAV-03"), Fact::Unit(*unit))
        }
        _ => not_asked(choice),
    }
}

pub(super) fn resolve(
    cx: &mut Cx<'_, Rules>,
    (mover, shooters, obscured): (UnitId, UnitSet, UnitSet),
    choice: &Choice,
) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    let Choice::Ranged(RangedChoice::Traverse(shooter)) = choice else { return Ok(()) };
    let mut rest = shooters;
    rest.remove(*shooter);
    if !rest.is_empty() {
        cx.emit(Event::Waits(Pending::Ranged(Waiting::Traverse { mover, shooters: rest, obscured })));
    }
    cx.cite(rule!("HC-TRAV-06"), || Fact::Pair { unit: *shooter, other: mover });
    let look = Look::new(cx.rules, cx.state());
    let eye = look.eye(*shooter, mover);
    let partly = obscured.contains(*shooter).then_some(rule!("HC-TGT-11"));
    let unclear = look.is_hard_to_hit(mover, eye).or(partly);
    let dice = look.quick_dice(*shooter);
    let volley =
        look.volley(Shots::Traversing, (*shooter, mover), dice, Sight { distance: 0.0, eye, unclear });
    volley::roll(cx, &volley)?;
    Ok(())
}
