//! The joint action phase (70) but for routers and pursuers: what happens by itself, and what commanders do.

mod breakoff;
mod choice;
mod commanders;
mod rally;
mod removal;
mod scythed;
mod stop;
#[cfg(test)]
mod tests;

pub use choice::{JointChoice, JointPrompt, Stopping, Waiting};

use crate::choice::{Asked, Choice, Ghost};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::GroupId;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::CommanderPlace;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_rulebook::Reason;

pub fn next(look: Look<'_>) -> Asked {
    if let Some((commander, group)) = after_rally(look) {
        return Some(rally::ask_after(look, commander, group));
    }
    match look.state.stage {
        Stage::ScythedRemoval => forced(scythed::next_group(look)),
        Stage::BreakOffs => forced(breakoff::next_group(look)),
        Stage::StopTests => stop::next(look),
        Stage::CommandersMove | Stage::CommandersAnswer => commanders::next(look),
        Stage::Rally | Stage::RallyAnswer => rally::next(look),
        Stage::Doomed => forced(removal::next_seen(look)),
        Stage::Removal => forced(removal::next_group(look)),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    if let Some((commander, _)) = after_rally(look) {
        return rally::check_after(commander, choice);
    }
    match look.state.stage {
        Stage::StopTests => stop::check(look, choice),
        Stage::CommandersMove | Stage::CommandersAnswer => commanders::check(look, choice),
        Stage::Rally | Stage::RallyAnswer => rally::check(look, choice),
        Stage::BreakOffs => breakoff::check(look, choice),
        _ if *choice == Choice::Proceed && next(look).is_some() => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

/// Why nobody is asked whether this commander rallies.
pub fn why_not_asked(look: Look<'_>, choice: &JointChoice) -> Vec<Reason<Fact>> {
    match choice {
        JointChoice::Rally { commander } if look.state.phase == Phase::Joint => {
            rally::why_not(look, *commander)
        }
        _ => Vec::new(),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    if after_rally(Look::new(cx.rules, cx.state())).is_some() {
        rally::resolve_after(cx, choice);
        return Ok(());
    }
    match cx.state().stage {
        Stage::ScythedRemoval => scythed::resolve(cx),
        Stage::BreakOffs => breakoff::resolve(cx),
        Stage::StopTests => stop::resolve(cx, choice)?,
        Stage::CommandersMove | Stage::CommandersAnswer => commanders::resolve(cx, choice),
        Stage::Rally | Stage::RallyAnswer => rally::resolve(cx, choice)?,
        Stage::Doomed => removal::resolve_seen(cx),
        Stage::Removal => removal::resolve(cx),
        _ => {}
    }
    Ok(())
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    if let Some((commander, _)) = after_rally(look) {
        out.push(Choice::Joint(JointChoice::StayBehind { commander }));
        out.push(Choice::Joint(JointChoice::RoutAlong { commander }));
        return;
    }
    match look.state.stage {
        Stage::StopTests => stop::propose(look, out),
        Stage::CommandersMove | Stage::CommandersAnswer => commanders::propose(look, want, out),
        Stage::Rally | Stage::RallyAnswer => rally::propose(look, out),
        _ => {}
    }
}

fn after_rally(look: Look<'_>) -> Option<(crate::ids::CommanderId, GroupId)> {
    match look.state.pending.last() {
        Some(Pending::Joint(Waiting::AfterRally { commander, group })) => Some((*commander, *group)),
        _ => None,
    }
}

fn forced(group: Option<GroupId>) -> Asked {
    group.map(|_| Next::Forced(Choice::Proceed))
}

/// FA-JAP-02: groups on the table that have not been dealt with, the active player's first.
fn in_turn(look: Look<'_>) -> impl Iterator<Item = GroupId> + '_ {
    let sides = [look.active(), look.active().other()].into_iter();
    let groups = sides.flat_map(move |side| look.state.on_table_of(side));
    groups.filter(move |group| !look.state.dealt.contains(*group))
}

/// FA-JAP-01, FA-JAP-02: the side whose commanders act: the active player's, then the other's.
fn acting(look: Look<'_>) -> Side {
    match look.state.stage {
        Stage::CommandersAnswer | Stage::RallyAnswer => look.active().other(),
        _ => look.active(),
    }
}

/// Commanders stay where they are when their group is taken off the table.
fn left_alone(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let with: Vec<_> = cx.state().commanders_with(group).collect();
    for commander in with {
        let pose = cx.state().commander(commander).rect.pose;
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, pose });
    }
}
