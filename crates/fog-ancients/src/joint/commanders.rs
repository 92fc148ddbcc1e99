//! Commanders move in the joint action phase (FA-JCMD-01).

use super::{JointChoice, JointPrompt, acting};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::command::moves::Going;
use crate::command::out_of_the_front;
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{CommanderId, GroupId};
use crate::movement::{CommanderMove, ride};
use crate::rules::{Look, Rules};
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::{Reason, rule};

/// FA-DEC-71: the side is asked as long as one of its commanders may move. First those whose fight is over leave the
/// front rank.
pub(super) fn next(look: Look<'_>) -> Asked {
    if out_of_fight(look).is_some() {
        return Some(Next::Forced(Choice::Proceed));
    }
    let side = acting(look);
    free(look).next().map(|_| Next::Ask { side, prompt: Prompt::Joint(JointPrompt::Commanders) })
}

/// FA-CMOVE-12: a group with a commander in its front rank that neither fights nor touches enemy routers any more.
fn out_of_fight(look: Look<'_>) -> Option<GroupId> {
    let side = acting(look);
    let mut officers = look.state.commander_ids().map(|id| look.state.commander(id));
    officers.find_map(|officer| {
        let group = officer.with().filter(|_| officer.side == side && officer.is_in_front_rank())?;
        let chases = || {
            let mut routers = look.state.on_table_of(side.other());
            routers.any(|enemy| look.state.group(enemy).is_broken() && look.touch(group, enemy))
        };
        (!look.state.committed(group) && !chases()).then_some(group)
    })
}

/// Commanders of the side that may move.
fn free(look: Look<'_>) -> impl Iterator<Item = CommanderId> + '_ {
    let side = acting(look);
    look.state
        .commander_ids()
        .filter(move |id| look.state.commander(*id).side == side && look.held(*id, Going::Joint).is_none())
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (choice, next(look)) {
        (Choice::Proceed, Some(Next::Forced(_))) => Verdict::legal(Ghost::default()),
        (Choice::Joint(JointChoice::EndCommanders), Some(Next::Ask { .. })) => {
            Verdict::legal(Ghost::default())
        }
        (Choice::Joint(JointChoice::Commander(order)), Some(Next::Ask { .. })) => check_move(look, order),
        _ => not_asked(choice),
    }
}

/// FA-JCMD-01, FA-CMOVE-19: each commander of the side once, by himself.
fn check_move(look: Look<'_>, order: &CommanderMove) -> Verdict<Rules> {
    let ride = look.ride(order, Going::Joint);
    let mut verdict = Verdict::legal(Ghost {
        commanders: vec![(order.commander, ride.pose)],
        used: ride.used,
        allowed: ride.allowed,
        ..Ghost::default()
    });
    verdict.breaches = ride.breaches;
    let officer = look.state.commanders.get(order.commander.index());
    if officer.is_some_and(|officer| officer.side != acting(look)) {
        verdict.breaches.push(Reason::new(rule!("FA-JAP-02"), Fact::Commander(order.commander)));
    }
    verdict
}

/// Each free commander to each group that he can reach, and the end of it. A sample is a few of these.
pub(super) fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Joint(JointChoice::EndCommanders));
    let to = |order| Choice::Joint(JointChoice::Commander(order));
    match want {
        Want::All => {
            for commander in free(look) {
                out.extend(look.rides(commander, Going::Joint).into_iter().map(to));
            }
        }
        Want::Sample(most, sampler) => {
            let officers: Vec<CommanderId> = free(look).collect();
            if officers.is_empty() {
                return;
            }
            let officer = officers[sampler.below(officers.len() as u32) as usize];
            let mut rides = look.rides(officer, Going::Joint);
            for _ in 0..most.max(1) {
                if rides.is_empty() {
                    break;
                }
                let at = sampler.below(rides.len() as u32) as usize;
                out.push(to(rides.swap_remove(at)));
            }
        }
    }
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) {
    let look = Look::new(cx.rules, cx.state());
    match choice {
        Choice::Joint(JointChoice::Commander(order)) => {
            cx.cite(rule!("FA-JCMD-01"), || Fact::Commander(order.commander));
            ride::make(cx, order);
        }
        Choice::Proceed => {
            if let Some(group) = out_of_fight(look) {
                out_of_the_front(cx, group);
            }
        }
        _ => {
            let left: Vec<_> = free(look).collect();
            left.into_iter().for_each(|commander| cx.emit(Event::CommanderMoved(commander)));
        }
    }
}
