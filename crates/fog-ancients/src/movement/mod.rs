//! Movement in the manoeuvre phase (40, 55.4 to 55.8) and of commanders (25.4).

pub mod allowance;
mod ambushes;
mod answer;
mod caught;
mod choice;
mod contact;
mod make;
mod movable;
mod nearness;
mod order;
mod overlap;
pub mod passage;
pub mod patch;
mod propose;
mod restricted;
pub mod ride;
mod section;
mod shift;
mod special;
mod through;
mod walk;
pub mod way;

#[cfg(test)]
mod tests;

pub use allowance::{Motion, Run, Speed};
pub use ambushes::{first_seen, surprised};
pub use choice::{
    Answer, CommanderMove, Interrupted, Leg, MoveOrder, MovementChoice, MovementPrompt, Turn, Waiting,
};
pub use make::{MovePlan, emit_all};
pub use order::{Contact, Judged, When, judge, legal};
pub use passage::Passage;
pub use propose::{draw, propose};
pub use section::{Column, Ease, Row, Section};
pub use walk::Walk;

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::command::moves::Going;
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::pending::Pending;
use crate::plan::Plan;
use crate::rules::{Look, Rules};
use crate::{cohesion, setup};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::rule;
use answer::waiting;

/// FA-MAN-03: the active player moves what he likes in any order until he ends; what a move leaves to be answered comes
/// first.
pub fn next(look: Look<'_>) -> Asked {
    let active = look.state.active;
    let ask = |side, prompt| Some(Next::Ask { side, prompt: Prompt::Movement(prompt) });
    match waiting(look) {
        Some(Waiting::SimpleOrStay { who }) => ask(active, MovementPrompt::SimpleOrStay { who: *who }),
        Some(Waiting::SecondMove { who }) => ask(active, MovementPrompt::SecondMove { who: *who }),
        Some(Waiting::CornerAnswer { group, by }) => {
            ask(active.other(), MovementPrompt::CornerAnswer { group: *group, by: *by })
        }
        Some(Waiting::SideAnswer { group, by }) => {
            ask(active.other(), MovementPrompt::SideAnswer { group: *group, by: *by })
        }
        Some(Waiting::Caught { commander, by }) => next_caught(look, *commander, *by),
        Some(Waiting::GoOn(stopped)) => {
            ask(active, MovementPrompt::GoOn { who: stopped.who, walked: stopped.walked.clone() })
        }
        Some(Waiting::RideOn { commander, .. }) => ride::next_rest(look, *commander),
        None if is_over(look) => None,
        None => ask(active, MovementPrompt::Moves),
    }
}

/// FA-CMOVE-13: with no group in reach he is lost and nobody is asked.
fn next_caught(look: Look<'_>, commander: CommanderId, by: GroupId) -> Asked {
    let side = look.state.commander(commander).side;
    if look.rides(commander, Going::Fleeing).is_empty() {
        return Some(Next::Forced(Choice::Proceed));
    }
    Some(Next::Ask { side, prompt: Prompt::Movement(MovementPrompt::Caught { commander, by }) })
}

/// The active player has ended his moves, or can move nothing more. `EndMoves` deals with the groups of both sides.
fn is_over(look: Look<'_>) -> bool {
    let ended = look.state.on_table().all(|id| look.state.dealt.contains(id));
    let ambush = look.state.markers.iter().any(|marker| marker.side == look.state.active);
    ended || !(ambush || any_group(look) || any_commander(look))
}

fn any_group(look: Look<'_>) -> bool {
    look.state.on_table_of(look.state.active).any(|id| look.may_manoeuvre(id).is_none())
}

fn any_commander(look: Look<'_>) -> bool {
    look.state.commander_ids().any(|id| look.held(id, Going::Manoeuvre).is_none())
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Choice::Movement(moved) = choice else {
        let lost = matches!(waiting(look), Some(Waiting::Caught { .. })) && *choice == Choice::Proceed;
        let forced = lost && matches!(next(look), Some(Next::Forced(_)));
        return if forced { Verdict::legal(Ghost::default()) } else { not_asked(choice) };
    };
    match (moved, waiting(look)) {
        (MovementChoice::Move(order), None) => check_move(look, order, When::First),
        (MovementChoice::Move(order), Some(Waiting::SimpleOrStay { who })) => {
            check_same(look, order, *who, When::AfterFailure)
        }
        (MovementChoice::Move(order), Some(Waiting::SecondMove { who })) => {
            check_same(look, order, *who, When::Second)
        }
        (MovementChoice::Move(order), Some(Waiting::GoOn(stopped))) => make::check_rest(look, order, stopped),
        (
            MovementChoice::Stay,
            Some(
                Waiting::SimpleOrStay { .. }
                | Waiting::SecondMove { .. }
                | Waiting::GoOn(_)
                | Waiting::RideOn { .. },
            ),
        )
        | (MovementChoice::EndMoves, None) => Verdict::legal(Ghost::default()),
        (MovementChoice::Reveal { marker }, None) => check_reveal(look, *marker),
        (MovementChoice::Commander(order), None) => ride::check(look, order, Going::Manoeuvre),
        (MovementChoice::Commander(order), Some(Waiting::RideOn { commander, spent })) => {
            ride::check_rest(look, order, (*commander, *spent))
        }
        (MovementChoice::Commander(order), Some(Waiting::Caught { commander, .. }))
            if order.commander == *commander =>
        {
            ride::check(look, order, Going::Fleeing)
        }
        (MovementChoice::Answer(answer), Some(waiting)) if look.answers(waiting).contains(answer) => {
            Verdict::legal(Ghost::default())
        }
        _ => not_asked(choice),
    }
}

fn check_move(look: Look<'_>, order: &MoveOrder, when: When) -> Verdict<Rules> {
    let mut judged = judge(look, order, when);
    let breaches = std::mem::take(&mut judged.walk.breaches);
    let plan = if breaches.is_empty() { make::plan(&judged, order, when) } else { None };
    Verdict { breaches, plan, ..Verdict::legal(judged.ghost()) }
}

/// FA-CMT-11, FA-2ND-03, FA-2ND-05, FA-BL-17: the same movers and nobody else.
fn check_same(look: Look<'_>, order: &MoveOrder, who: GroupSet, when: When) -> Verdict<Rules> {
    if order.who != who {
        let rule = if when == When::Second { rule!("FA-2ND-03") } else { rule!("FA-CMT-11") };
        return Verdict::refused(rule, Fact::Groups(who));
    }
    check_move(look, order, when)
}

/// FA-AMB-10, FA-DEC-11: one of his own.
fn check_reveal(look: Look<'_>, marker: u8) -> Verdict<Rules> {
    match look.state.markers.get(usize::from(marker)) {
        Some(marker) if marker.side == look.state.active => Verdict::legal(Ghost::default()),
        _ => Verdict::refused(rule!("FA-AMB-10"), Fact::Side(look.state.active)),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice, plan: Option<Box<Plan>>) -> Result<(), NeedRoll> {
    let waits = waiting(Look::new(cx.rules, cx.state())).cloned();
    let Choice::Movement(moved) = choice else {
        return lose_caught(cx, waits);
    };
    match (moved, waits) {
        (MovementChoice::Move(order), None) => make::make(cx, order, When::First, plan)?,
        (MovementChoice::Move(order), Some(Waiting::SecondMove { who })) => {
            cx.emit(Event::Settled);
            // FA-BL-17: a part of the line does not go on by itself.
            while let Some(Pending::Movement(Waiting::SecondMove { who: part })) = cx.state().pending.last()
                && part.is_subset(who)
            {
                cx.emit(Event::Settled);
            }
            make::make(cx, order, When::Second, plan)?;
        }
        (MovementChoice::Move(order), Some(Waiting::GoOn(stopped))) => {
            cx.emit(Event::Settled);
            make::go_on(cx, order, &stopped);
        }
        (MovementChoice::Move(order), Some(_)) => {
            cx.emit(Event::Settled);
            make::make(cx, order, When::AfterFailure, plan)?;
        }
        (MovementChoice::Stay, Some(Waiting::SimpleOrStay { who })) => {
            cx.emit(Event::Settled);
            who.iter().for_each(|group| cx.emit(Event::Dealt(group)));
        }
        (moved, Some(Waiting::RideOn { commander, spent })) => ride::go_on(cx, moved, (commander, spent)),
        (MovementChoice::Stay, Some(_)) => cx.emit(Event::Settled),
        (MovementChoice::Commander(order), None) => ride::make(cx, order),
        (MovementChoice::Commander(order), Some(_)) => ride::flee(cx, order),
        (MovementChoice::Answer(answer), Some(waiting)) => answer::answer(cx, &waiting, *answer)?,
        (MovementChoice::Reveal { marker }, _) => setup::ambush::reveal(cx, *marker),
        (MovementChoice::EndMoves, _) => end(cx),
        _ => {}
    }
    Ok(())
}

/// FA-CMOVE-13: nobody is near whom he could join.
fn lose_caught(cx: &mut Cx<'_, Rules>, waits: Option<Waiting>) -> Result<(), NeedRoll> {
    if let Some(Waiting::Caught { commander, .. }) = waits {
        cx.emit(Event::Settled);
        cx.cite(rule!("FA-CMOVE-13"), || Fact::Commander(commander));
        cohesion::lose_commander(cx, commander);
    }
    Ok(())
}

fn end(cx: &mut Cx<'_, Rules>) {
    let left: GroupSet = cx.state().on_table().filter(|id| !cx.state().dealt.contains(*id)).collect();
    left.iter().for_each(|group| cx.emit(Event::Dealt(group)));
}
