//! Pivots (44.5).

use super::march::March;
use super::motion::Motion;
use super::plan::Plan;
use super::straight::must_move;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Reach, Turn};
use crate::fact::Fact;
use crate::rules::Look;
use crate::settings::PivotMeasure;
use aelian_geometry::{Hand, Rect, Vec2, degrees, to_degrees};
use aelian_rulebook::rule;

/// BB-MOVE-60, BB-ALG-08: the body turns about the front corner of this hand, its other front corner going
/// forward by this distance.
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, turn: Turn) -> Plan {
    let ends = look.front_ends(to);
    let Some(leg) = leg(look, ends, turn) else {
        return Plan::refused(rule!("BB-MOVE-61"), Fact::TooShort { used: turn.distance, least: 0.0 });
    };
    let mut corners = Plan::default();
    judge_corners(look, to, ends, turn.hand, &mut corners);
    if look.settled(&corners) {
        return corners;
    }
    let mut plan = March::new(look, to, reach, BaseSet::EMPTY).plan(&[leg]);
    plan.breaches.append(&mut corners.breaches);
    must_move(look, &mut plan);
    plan
}

/// BB-MOVE-60, BB-MOVE-61, BB-MOVE-21: the turn that takes the outer corner forward by the distance; none if
/// it does not go forward. Half a circle is the most.
pub(super) fn leg(look: Look<'_>, ends: [Vec2; 2], turn: Turn) -> Option<Motion> {
    let [left, right] = ends;
    let radius = (right - left).length();
    if !(turn.distance > 0.0 && turn.distance.is_finite() && radius > 0.0) {
        return None;
    }
    let angle = match look.rules.settings.pivot_measure {
        PivotMeasure::Chord => 2.0 * libm::asin((turn.distance / (2.0 * radius)).min(1.0)),
        PivotMeasure::Arc => (turn.distance / radius).min(core::f64::consts::PI),
    };
    let about = match turn.hand {
        Hand::Left => left,
        Hand::Right => right,
    };
    Some(Motion::Turn { about, angle: angle * turn.hand.sign() })
}

/// BB-MOVE-62 to BB-MOVE-64: no base of the group lies beyond the fixed corner or before it, nor beyond the
/// corner at which the distance is measured.
pub(super) fn judge_corners(look: Look<'_>, to: BaseSet, ends: [Vec2; 2], hand: Hand, plan: &mut Plan) {
    let Some(facing) = to.first().map(|base| look.state.rect(base).pose.facing) else { return };
    let [left, right] = ends;
    let (fixed, outer) = match hand {
        Hand::Left => (left, right),
        Hand::Right => (right, left),
    };
    let slack = look.rules.tolerance.length;
    let beyond = |rect: &Rect, corner: Vec2, way: Vec2| {
        rect.corners().iter().map(|point| (*point - corner).dot(way)).fold(f64::NEG_INFINITY, f64::max)
    };
    let outward = facing.right() * hand.sign();
    let find = |by: &dyn Fn(&Rect) -> f64| {
        let all = to.iter().map(|base| Fact::Beyond { base, by: by(look.state.rect(base)) });
        all.into_iter().find(|fact| matches!(fact, Fact::Beyond { by, .. } if *by > slack))
    };
    let at_fixed = |rect: &Rect| beyond(rect, fixed, outward).max(beyond(rect, fixed, facing.vector()));
    if let Some(fact) = find(&at_fixed) {
        let rule = if hand == Hand::Left { rule!("BB-MOVE-62") } else { rule!("BB-MOVE-64") };
        plan.refuse(rule, fact);
    }
    if let Some(fact) = find(&|rect| beyond(rect, outer, -outward)) {
        let rule = if hand == Hand::Left { rule!("BB-MOVE-63") } else { rule!("BB-MOVE-64") };
        plan.refuse(rule, fact);
    }
}

/// BB-MOVE-65, BB-MOVE-66: a pivot that is not the whole move of a group is of at most 1 MU.
pub(super) fn judge_part(look: Look<'_>, to: BaseSet, turn: Turn, plan: &mut Plan) {
    let most = most_as_part(look);
    if to.len() > 1 && turn.distance > look.at_most(most) {
        plan.refuse(rule!("BB-MOVE-65"), Fact::TooFar { used: turn.distance, allowed: most });
    }
}

/// BB-MOVE-65: the longest pivot, in mm, that is not the whole move of a group.
pub fn most_as_part(look: Look<'_>) -> f64 {
    look.mu(look.rules.tables.numbers.moving.pivot_beside_a_leg)
}

/// The angle of a pivot in degrees, clockwise positive: for those who draw it.
pub fn degrees_of(look: Look<'_>, to: BaseSet, turn: Turn) -> Option<f64> {
    match leg(look, look.front_ends(to), turn)? {
        Motion::Turn { angle, .. } => Some(to_degrees(angle)),
        _ => None,
    }
}

/// BB-MOVE-21: the distance of the outer corner in a pivot by so many degrees: for those who draw it.
pub fn distance_of(look: Look<'_>, to: BaseSet, angle: f64) -> f64 {
    let [left, right] = look.front_ends(to);
    let turn = Motion::Turn { about: left, angle: degrees(angle.abs().min(180.0)) };
    turn.takes(right, look.rules.settings.pivot_measure)
}

/// The first base of a body of which `bad` is true.
pub(super) fn first_base(to: BaseSet, bad: impl Fn(BaseId) -> bool) -> Option<BaseId> {
    to.iter().find(|base| bad(*base))
}
