//! Withdrawal (70.4): a recoil, and at once a full move straight back. No combat result of this version
//! yields it (BB-WD-03); it is here for those of another.

use super::plan::{Ended, Fork, OutcomeMove, OutcomePlan};
use super::recoil::plan_recoil;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::ground::Going;
use crate::movement::allowance::Footing;
use crate::movement::motion::{Measure, Motion};
use crate::movement::pass::Passing;
use crate::movement::plan::Track;
use crate::movement::sweep::Obstacle;
use crate::rules::Look;
use crate::state::Answer;
use aelian_geometry::{Rect, Vec2, overlaps, sweep};
use aelian_rulebook::rule;

/// BB-WD-01 to BB-WD-03: the withdrawal of a base, worked out with the answers given so far.
pub fn plan_withdraw(look: Look<'_>, base: BaseId, answers: &[Answer]) -> Result<OutcomePlan, Fork> {
    let mut plan = plan_recoil(look, base, answers)?;
    if plan.loses(base) {
        return Ok(plan);
    }
    let after = plan.applied(look.state);
    go_on_back(look.at(&after), base, &mut plan);
    Ok(plan)
}

/// BB-WD-01, BB-WD-02: straight back by the full move distance, through friends as in a normal move, pushing
/// nobody.
fn go_on_back(look: Look<'_>, base: BaseId, plan: &mut OutcomePlan) {
    let rect = look.state.rect(base);
    let back = rect.pose.facing.reversed().vector();
    let allowed = full_distance(look, base, rect, back);
    let mut length = allowed;
    let mut leaves = false;
    if let Some(block) = look.ground_in_way(&[(base, *rect)], Motion::Go(back * allowed)) {
        length = block.part * allowed;
        leaves = matches!(block.by, Obstacle::Edge(edge) if edge.is_long());
    }
    let free = free_way(look, base, rect, back, length);
    plan.cite(rule!("BB-WD-01"), Fact::Recoil { base, wanted: allowed, made: free });
    if leaves && free >= length {
        // AMB-91, as in a flight: over a long edge is destruction.
        plan.ended = Ended::OffTable;
        plan.moves.retain(|moved| moved.track.base != base);
        plan.destroy(base, rule!("BB-WD-01"));
        return;
    }
    let recoil = plan.moves.iter().position(|moved| moved.track.base == base);
    let via = recoil.map(|at| plan.moves.remove(at).track.to).into_iter().collect();
    let to = rect.pose.translated(back * free);
    plan.moves.push(OutcomeMove { track: Track { base, via, to }, why: MoveWhy::Withdrew });
}

/// BB-WD-01: the move distance for the going crossed.
fn full_distance(look: Look<'_>, base: BaseId, rect: &Rect, back: Vec2) -> f64 {
    let most = look.pace(base, Footing::Ground(Going::Good), Reach::Far);
    let measure = Measure::of(rect, look.rules.settings.pivot_measure);
    look.allowance_from(base, rect, &[Motion::Go(back * most)], measure, Reach::Far).distance
}

/// BB-WD-02, BB-PASS-14: how far the base gets before whom it cannot pass through, clear of all it passed.
fn free_way(look: Look<'_>, base: BaseId, rect: &Rect, back: Vec2, length: f64) -> f64 {
    let tolerance = look.rules.tolerance;
    let troop = &look.state.base(base).troop;
    let mut length = length;
    let mut passed = BaseSet::EMPTY;
    for other in look.near(rect, length).filter(|other| *other != base) {
        let strip = Rect::new(rect.pose, rect.width, rect.depth + length);
        let good = look.going_under(&strip, troop) == Going::Good;
        let facing = rect.pose.facing;
        if look.may_pass(base, facing, other, Passing::Advancing, good).is_some() {
            passed.insert(other);
        } else if let Some(at) = sweep(rect, back, length, look.state.rect(other), tolerance) {
            length = at;
        }
    }
    let stands_on = |length: f64| {
        let there = rect.with_pose(rect.pose.translated(back * length));
        passed.iter().find(|other| overlaps(&there, look.state.rect(*other), tolerance))
    };
    while let Some(other) = stands_on(length) {
        match sweep(rect, back, length, look.state.rect(other), tolerance) {
            Some(at) if at < length => length = at,
            _ => break,
        }
    }
    length
}
