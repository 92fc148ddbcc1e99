//! Tests for friends seen to break and for commanders lost, at the end of a phase (FA-CT-05 to FA-CT-11, FA-CT-25).

use super::{CohesionPrompt, Why};
use crate::choice::{Asked, Choice, Prompt};
use crate::event::Event;
use crate::ids::GroupId;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Side};

/// FA-CT-25, FA-DEC-37: the owner orders the tests of his groups, the active side first. It says something only where
/// a break of one could be seen by another.
pub(super) fn next(look: Look<'_>) -> Asked {
    let (side, groups) = due(look)?;
    let matters = order_matters(look, &groups);
    let prompt = Prompt::Cohesion(CohesionPrompt::TestNext { groups });
    Some(match matters {
        true => Next::Ask { side, prompt },
        false => Next::Only { side, prompt, choice: Choice::Proceed },
    })
}

/// The side that tests next, and its groups that still have to.
fn due(look: Look<'_>) -> Option<(Side, Vec<GroupId>)> {
    let state = look.state;
    [state.active, state.active.other()].into_iter().find_map(|side| {
        let of_side = |id: &GroupId| state.group(*id).side == side;
        let mut groups: Vec<GroupId> = state.seen.iter().map(|seen| seen.group).filter(of_side).collect();
        groups.sort_unstable();
        (!groups.is_empty()).then_some((side, groups))
    })
}

fn order_matters(look: Look<'_>, groups: &[GroupId]) -> bool {
    let near = look.rules.tables.cohesion.seen.break_mu;
    let pairs = groups
        .iter()
        .enumerate()
        .flat_map(|(at, one)| groups[at + 1..].iter().map(move |other| (one, other)));
    pairs.into_iter().any(|(one, other)| look.within(look.distance(*one, *other), near))
}

pub(super) fn test_first(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    match due(Look::new(cx.rules, cx.state())).and_then(|(_, groups)| groups.first().copied()) {
        Some(group) => test(cx, group),
        None => Ok(()),
    }
}

/// FA-CTM-06, FA-CT-26: one test for all that a group saw; it does not test again in this phase.
pub(super) fn test(cx: &mut Cx<'_, Rules>, group: GroupId) -> Result<(), NeedRoll> {
    let seen = cx.state().seen.iter().find(|seen| seen.group == group).copied();
    cx.emit(Event::SeenSettled(group));
    let Some(seen) = seen.filter(|_| !cx.state().group(group).is_broken()) else { return Ok(()) };
    cx.emit(Event::Did { group, deed: Deed::TestedForSeen });
    super::test(cx, group, Why::Saw { reasons: seen.reasons, chief: seen.chief })?;
    forget_batch(cx);
    Ok(())
}

/// FA-CT-06, FA-CT-26: tests taken at once, for FRAGMENTED groups that break on being charged, are a matter of their
/// own: when all of them are made, the same groups may still test at the end of the phase, unless that has come already
/// (FA-CT-27).
fn forget_batch(cx: &mut Cx<'_, Rules>) {
    let before_the_end =
        matches!(cx.state().stage, Stage::FragmentedTests | Stage::UncoveredTests | Stage::RoutersMove);
    if !before_the_end || !cx.state().seen.is_empty() {
        return;
    }
    let tested = |id: &GroupId| cx.state().did(*id, Deed::TestedForSeen);
    let tested: Vec<GroupId> = cx.state().group_ids().filter(tested).collect();
    for group in tested {
        cx.emit(Event::Undone { group, deed: Deed::TestedForSeen });
    }
}
