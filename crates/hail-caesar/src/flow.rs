//! What drives a turn (HC-TURN-01, HC-TURN-02, HC-CMD-01): which chapter has the word, and how one stage follows
//! another.

use crate::choice::{Asked, Choice};
use crate::event::Event;
use crate::fact::Fact;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::{Part, Stage};
use crate::state::State;
use crate::{breaks, charge, command, commander, fight, ranged, recovery, scenario, setup, victory};
use aelian_game::{Cx, Verdict};
use aelian_rulebook::rule;

/// The part of the rules that has the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    SetUp,
    Command,
    Charge,
    Ranged,
    Fight,
    Breaks,
    Commander,
    Recovery,
    Victory,
    Scenario,
}

impl Chapter {
    /// The topmost pending step, or else the stage, says whose turn it is.
    pub fn of(state: &State) -> Chapter {
        match state.pending.last() {
            Some(Pending::Command(_)) => Chapter::Command,
            Some(Pending::Charge(_)) => Chapter::Charge,
            Some(Pending::Ranged(_)) => Chapter::Ranged,
            Some(Pending::Fight(_)) => Chapter::Fight,
            Some(Pending::Breaks(_)) => Chapter::Breaks,
            Some(Pending::Commander(_)) => Chapter::Commander,
            Some(Pending::Scenario(_)) => Chapter::Scenario,
            None => Chapter::of_stage(state.stage),
        }
    }

    fn of_stage(stage: Stage) -> Chapter {
        match stage {
            Stage::Deploy | Stage::FirstTurn => Chapter::SetUp,
            Stage::Arrivals | Stage::TurnEnd => Chapter::Scenario,
            Stage::TurnStart | Stage::CommandEnd => Chapter::Victory,
            Stage::Elite | Stage::Brave | Stage::Recovery => Chapter::Recovery,
            Stage::Initiative | Stage::Orders | Stage::Retire => Chapter::Command,
            Stage::CommanderMoves => Chapter::Commander,
            Stage::Shoot | Stage::ShotCommanders | Stage::ShotTests => Chapter::Ranged,
            Stage::Engagements => Chapter::Fight,
        }
    }
}

/// What is wanted next in this stage; none if nothing is left to do in it.
pub fn asked(look: Look<'_>) -> Asked {
    look.state.memo.asked(|| find_asked(look))
}

fn find_asked(look: Look<'_>) -> Asked {
    match Chapter::of(look.state) {
        Chapter::SetUp => setup::next(look),
        Chapter::Command => command::next(look),
        Chapter::Charge => charge::next(look),
        Chapter::Ranged => ranged::next(look),
        Chapter::Fight => fight::next(look),
        Chapter::Breaks => breaks::next(look),
        Chapter::Commander => commander::next(look),
        Chapter::Recovery => recovery::next(look),
        Chapter::Victory => victory::next(look),
        Chapter::Scenario => scenario::next(look),
    }
}

/// A position may be stated at a stage in which nothing is left to do: then the game just goes on.
pub fn goes_on(look: Look<'_>, choice: &Choice) -> bool {
    *choice == Choice::Proceed && asked(look).is_none()
}

/// Goes on through stages in which there is nothing to do, until somebody has to decide or to roll.
pub fn run_on(cx: &mut Cx<'_, Rules>) {
    while cx.state().ending.is_none() && asked(Look::new(cx.rules, cx.state())).is_none() {
        if cx.state().pending.is_empty() {
            enter_next(cx);
        } else {
            // A waiting step that wants nothing more is done.
            cx.emit(Event::Settled);
        }
    }
}

/// HC-TURN-01, HC-TURN-02: the stage, the part or the turn after the present one.
fn enter_next(cx: &mut Cx<'_, Rules>) {
    let (part, stage) = (cx.state().part, cx.state().stage);
    if let Some(stage) = part.stage_after(stage) {
        cx.emit(Event::Enters { part, stage });
        return;
    }
    // HC-SCN-05: a battle may give a side a second Command part.
    let again = part == Part::Command && scenario::commands_again(cx);
    let next = if again { Part::Command } else { part.after().unwrap_or(Part::Start) };
    if next == Part::Start {
        let (turn, active) = match part {
            Part::SetUp => (1, cx.state().active),
            _ => (cx.state().turn + 1, cx.state().active.other()),
        };
        cx.emit(Event::TurnBegins { turn, active });
    }
    if let Some(stage) = next.stages().first() {
        cx.emit(Event::Enters { part: next, stage: *stage });
    }
}

/// HC-TURN-02: the refusal of a choice that does not belong to this step.
pub fn not_asked(_choice: &Choice) -> Verdict<Rules> {
    Verdict::refused(rule!("HC-TURN-02"), Fact::NotAsked)
}
