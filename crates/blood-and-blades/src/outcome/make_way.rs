//! Making way for an impetuous friend (BB-IMP-45, BB-IMP-53, AMB-131): a recoil or a flight as if he were not
//! on the table, lengthened to just beyond him if it would end upon him.

use super::behind::{back_of, clear_of};
use super::flee::plan_flee_without;
use super::plan::{Ended, Fork, OutcomePlan};
use super::recoil::plan_recoil_by;
use crate::baseset::{BaseId, BaseSet};
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::rules::Look;
use crate::state::{Answer, RetreatKind};
use aelian_geometry::{Rect, overlaps};
use aelian_rulebook::rule;

/// BB-IMP-45: the friend recoils; if he cannot, or if the impetuous base is mounted, he flees. A plan without
/// moves means that there is no place for him and he stays.
pub fn plan_making_way(
    look: Look<'_>,
    friend: BaseId,
    rusher: BaseId,
    kind: RetreatKind,
    answers: &[Answer],
) -> Result<OutcomePlan, Fork> {
    if kind == RetreatKind::Recoil
        && let Some(plan) = recoils(look, friend, rusher, answers)?
    {
        return Ok(plan);
    }
    let plan = flees(look, friend, rusher, answers)?;
    Ok(plan.unwrap_or_else(|| stays(look, friend)))
}

/// BB-IMP-53: the recoil, or none if it is not complete or ends further off than twice the depth.
fn recoils(
    look: Look<'_>,
    friend: BaseId,
    rusher: BaseId,
    answers: &[Answer],
) -> Result<Option<OutcomePlan>, Fork> {
    let (own, other) = (look.state.rect(friend), look.state.rect(rusher));
    let but = BaseSet::one(rusher);
    let mut plan = plan_recoil_by(look, friend, own.depth, answers, but)?;
    if stands_on(look, &plan, own, other) {
        let beyond = clear_of(look, own, back_of(look, friend), other);
        if beyond > 2.0 * own.depth + look.rules.tolerance.length {
            return Ok(None);
        }
        plan = plan_recoil_by(look, friend, beyond, answers, but)?;
    }
    if plan.ended != Ended::Complete || pushes_upon(look, &plan, rusher) {
        return Ok(None);
    }
    Ok(Some(told(plan, rusher)))
}

/// BB-IMP-45, BB-IMP-53: the flight, with a recoil before it if one is possible.
fn flees(
    look: Look<'_>,
    friend: BaseId,
    rusher: BaseId,
    answers: &[Answer],
) -> Result<Option<OutcomePlan>, Fork> {
    let (own, other) = (look.state.rect(friend), look.state.rect(rusher));
    let mut plan = plan_flee_without(look, friend, answers, BaseSet::one(rusher))?;
    if stands_on(look, &plan, own, other) && !lengthen(look, &mut plan, own, other) {
        return Ok(None);
    }
    if pushes_upon(look, &plan, rusher) {
        return Ok(None);
    }
    Ok(Some(told(plan, rusher)))
}

/// Runs on to just beyond the impetuous base, if that place is free.
fn lengthen(look: Look<'_>, plan: &mut OutcomePlan, own: &Rect, other: &Rect) -> bool {
    let after = plan.applied(look.state);
    let Some(moved) = plan.moves.iter_mut().find(|moved| moved.track.base == plan.base) else {
        return false;
    };
    let end = own.with_pose(moved.track.to);
    let ahead = end.pose.facing.vector();
    let further = clear_of(look, &end, ahead, other);
    let there = end.with_pose(end.pose.advanced(further));
    let free = look.edge_crossed(&there).is_none()
        && look.at(&after).overlapped(&there, BaseSet::one(plan.base)).next().is_none();
    if free {
        moved.track.to = there.pose;
    }
    free
}

/// Whether the friend would end upon the impetuous base.
fn stands_on(look: Look<'_>, plan: &OutcomePlan, own: &Rect, other: &Rect) -> bool {
    plan.end_of(plan.base).is_some_and(|pose| overlaps(&own.with_pose(pose), other, look.rules.tolerance))
}

/// Whether any base that the plan moves would end upon the impetuous base.
fn pushes_upon(look: Look<'_>, plan: &OutcomePlan, rusher: BaseId) -> bool {
    let other = look.state.rect(rusher);
    plan.moves.iter().any(|moved| {
        let rect = look.state.rect(moved.track.base).with_pose(moved.track.to);
        overlaps(&rect, other, look.rules.tolerance)
    })
}

fn told(mut plan: OutcomePlan, rusher: BaseId) -> OutcomePlan {
    let base = plan.base;
    for moved in plan.moves.iter_mut().filter(|moved| moved.track.base == base) {
        if moved.why == MoveWhy::Recoiled {
            moved.why = MoveWhy::MadeWay;
        }
    }
    plan.cite(rule!("BB-IMP-45"), Fact::Pair { base, other: rusher });
    plan
}

/// AMB-131: there is no place for him.
fn stays(look: Look<'_>, friend: BaseId) -> OutcomePlan {
    let mut plan = OutcomePlan::new(friend, look.state.rect(friend).depth);
    plan.ended = Ended::Impossible;
    plan.cite(rule!("BB-IMP-53"), Fact::Base(friend));
    plan
}
