//! Tests to stop pursuing or looting (FA-JPUR-01, 70.3).

use super::{JointChoice, JointPrompt, Stopping, in_turn};
use crate::choice::{Asked, Choice, Ghost, Prompt, TestAhead};
use crate::command::complex_move_test;
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict};
use aelian_rulebook::{RuleId, rule};

/// FA-DEC-70: each pursuer in contact with routers and each looter, the active player's first; then camps that nobody
/// loots any more.
pub(super) fn next(look: Look<'_>) -> Asked {
    if let Some((group, what)) = next_group(look) {
        let side = look.state.group(group).side;
        return Some(Next::Ask { side, prompt: Prompt::Joint(JointPrompt::Stop { group, what }) });
    }
    (strayed(look).is_some() || deserted_camp(look).is_some()).then_some(Next::Forced(Choice::Proceed))
}

/// A group that looted and has been driven from the camp, or has broken.
fn strayed(look: Look<'_>) -> Option<GroupId> {
    look.state.on_table().find(|group| look.state.did(*group, Deed::Looting) && !look.is_looting(*group))
}

fn next_group(look: Look<'_>) -> Option<(GroupId, Stopping)> {
    in_turn(look).find_map(|group| doing(look, group).map(|what| (group, what)))
}

/// FA-JPUR-01, FA-LOOT-01: what a group could stop doing.
fn doing(look: Look<'_>, group: GroupId) -> Option<Stopping> {
    if look.state.group(group).is_broken() {
        return None;
    }
    let pursues = look
        .state
        .pursuits
        .iter()
        .any(|pursuit| pursuit.pursuer == group && look.touch(group, pursuit.quarry));
    if pursues { Some(Stopping::Pursuing) } else { look.is_looting(group).then_some(Stopping::Looting) }
}

/// FA-LOOT-03: a sacked camp still on the table without looters.
fn deserted_camp(look: Look<'_>) -> Option<Side> {
    let deserted = |side: &Side| {
        let camp = look.state.camps[side.index()].as_ref();
        camp.is_some_and(|camp| camp.sacked && !camp.gone)
            && !look.state.on_table_of(side.other()).any(|group| look.is_looting(group))
    };
    Side::BOTH.into_iter().find(deserted)
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Some((asked, _)) = next_group(look) else {
        return match choice {
            Choice::Proceed if next(look).is_some() => Verdict::legal(Ghost::default()),
            _ => not_asked(choice),
        };
    };
    match choice {
        Choice::Joint(JointChoice::TryToStop { group }) if *group == asked => {
            let tester = look.tester(GroupSet::one(asked), true);
            let test = TestAhead {
                needed: tester.needed,
                modifier: tester.modifiers.total(),
                chance: tester.chance(),
            };
            Verdict::legal(Ghost { test: Some(test), ..Ghost::default() })
        }
        Choice::Joint(JointChoice::GoOn { group }) if *group == asked => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

pub(super) fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    if let Some((group, _)) = next_group(look) {
        out.push(Choice::Joint(JointChoice::TryToStop { group }));
        out.push(Choice::Joint(JointChoice::GoOn { group }));
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    match choice {
        Choice::Joint(JointChoice::TryToStop { group }) => {
            if let Some(what) = doing(look, *group) {
                try_to_stop(cx, *group, what)?;
            }
            cx.emit(Event::Dealt(*group));
        }
        Choice::Joint(JointChoice::GoOn { group }) => cx.emit(Event::Dealt(*group)),
        _ => {
            if let Some(group) = strayed(look) {
                cx.cite(rule!("FA-LOOT-01"), || Fact::Group(group));
                cx.emit(Event::Undone { group, deed: Deed::Looting });
            } else if let Some(side) = deserted_camp(look) {
                remove_camp(cx, side);
            }
        }
    }
    Ok(())
}

fn rule_of(what: Stopping) -> RuleId {
    match what {
        Stopping::Pursuing => rule!("FA-JPUR-01"),
        Stopping::Looting => rule!("FA-LOOT-01"),
    }
}

/// FA-JPUR-01, FA-LOOT-02: passed, it halts on the spot and is free in its next turn.
fn try_to_stop(cx: &mut Cx<'_, Rules>, group: GroupId, what: Stopping) -> Result<(), NeedRoll> {
    let tester = Look::new(cx.rules, cx.state()).tester(GroupSet::one(group), true);
    if !complex_move_test(cx, rule_of(what), &tester)? {
        return Ok(());
    }
    match what {
        Stopping::Pursuing => {
            let over: Vec<_> =
                cx.state().pursuits.iter().filter(|one| one.pursuer == group).copied().collect();
            over.into_iter().for_each(|pursuit| cx.emit(Event::PursuitOver(pursuit)));
            cx.emit(Event::Undone { group, deed: Deed::Pursuing });
        }
        Stopping::Looting => {
            cx.cite(rule!("FA-LOOT-02"), || Fact::Group(group));
            cx.emit(Event::Undone { group, deed: Deed::Looting });
        }
    }
    Ok(())
}

/// FA-LOOT-03.
fn remove_camp(cx: &mut Cx<'_, Rules>, side: Side) {
    let Some(mut camp) = cx.state().camps[side.index()].clone() else { return };
    camp.gone = true;
    cx.cite(rule!("FA-LOOT-03"), || Fact::Side(side));
    cx.emit(Event::CampIs { side, camp });
}
