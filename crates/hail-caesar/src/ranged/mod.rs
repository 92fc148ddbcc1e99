//! Ranged attacks (40): targets, dice, closing and traversing shots.

mod aim;
mod answer;
mod closing;
mod hit;
mod mark;
mod odds;
mod onward;
mod shoot;
#[cfg(test)]
mod tests;
mod traverse;
mod volley;
mod who;

pub use aim::{Aim, Aims};
pub use closing::{closing_shots, shots_at_charger};
pub use hit::{Shots, Volley};
pub use mark::Mark;
pub use odds::ShotOdds;
pub use onward::{Onward, moves_on};
pub use traverse::offer_traverse;

use crate::again::Second;
use crate::choice::{Asked, Choice, Ghost};
use crate::event::Event;
use crate::flow;
use crate::foreign::Has;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RangedChoice {
    /// HC-RNG-01: this unit shoots so; without aims as the rules first say.
    Shoot {
        unit: UnitId,
        #[serde(default)]
        aims: Aims,
    },
    /// HC-TRAV-12: this unit makes traversing shots.
    Traverse(UnitId),
    /// AMB-61, HC-TRAV-12: nobody else shoots.
    Done,
    /// HC-TGT-21: this unit tests next.
    Test(UnitId),
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RangedPrompt {
    /// HC-TGT-21: which of these shoots next, and at whom where the rules leave a choice.
    Shoot { shooters: UnitSet },
    /// HC-TRAV-12: whether these shoot at the unit that crossed their front.
    Traverse { mover: UnitId, shooters: UnitSet },
    /// HC-TGT-21: which of these tests next.
    Test { units: UnitSet },
}

/// What waits in this chapter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// HC-CLOS-05: these shoot at the unit that has charged them.
    Closing { charger: UnitId, shooters: UnitSet },
    /// HC-TRAV-05: these may shoot at the unit that has moved; `obscured`: they saw less than half of it.
    Traverse { mover: UnitId, shooters: UnitSet, obscured: UnitSet },
    /// HC-CLOS-07, HC-TRAV-07: the unit tests for what was shot at it, if it has to.
    Answer { unit: UnitId },
    /// HC-TRAV-05, AMB-96: it goes on with its moves after shots at the last one.
    MovesOn(Box<Onward>),
}

/// 40.5: what has been shot at a unit and not yet been answered by its test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Barrage {
    pub target: UnitId,
    /// Who shot; their closest is whom it retreats from (HC-RETR-01).
    pub by: UnitSet,
    /// HC-RTRIG-01: natural sixes of dice that needed less.
    pub sixes: u8,
    /// HC-RTRIG-02: natural sixes of dice that needed a six.
    pub needed_sixes: u8,
    /// Casualties that it caused.
    pub casualties: u8,
    /// HC-RTRIG-03, HC-RTRIG-04: it was shaken before.
    pub was_shaken: bool,
    /// HC-SCN-04: some of the casualties are of napfa.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub napfa: bool,
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::Closing { charger, shooters } => has.unit(*charger) && has.units(*shooters),
            Waiting::Traverse { mover, shooters, obscured } => {
                has.unit(*mover) && has.units(*shooters) && has.units(*obscured)
            }
            Waiting::Answer { unit } => has.unit(*unit),
            Waiting::MovesOn(onward) => onward.fits(has),
        }
    }

    fn of(look: Look<'_>) -> Option<Waiting> {
        match look.state.pending.last() {
            Some(Pending::Ranged(waiting)) => Some(waiting.clone()),
            _ => None,
        }
    }

    fn next(&self, look: Look<'_>) -> Asked {
        let there = |unit: &UnitId| look.state.unit(*unit).is_on_table();
        match self {
            Waiting::Closing { charger, .. } => there(charger).then_some(Next::Forced(Choice::Proceed)),
            Waiting::Traverse { mover, shooters, .. } => traverse::next(look, *mover, *shooters),
            Waiting::Answer { unit } => look.barrage(*unit).map(|_| Next::Forced(Choice::Proceed)),
            Waiting::MovesOn(onward) => onward.may(look).then_some(Next::Forced(Choice::Proceed)),
        }
    }
}

/// A fresh account of what is shot at a unit from now on, and its answer on the stack below the shots.
fn await_answer(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    if Look::new(cx.rules, cx.state()).barrage(unit).is_some() {
        cx.emit(Event::BarrageOver(unit));
    }
    cx.emit(Event::Waits(Pending::Ranged(Waiting::Answer { unit })));
}

pub fn next(look: Look<'_>) -> Asked {
    if let Some(waiting) = Waiting::of(look) {
        return waiting.next(look);
    }
    match look.state.stage {
        Stage::Shoot => shoot::next(look),
        Stage::ShotCommanders => answer::next_risk(look),
        Stage::ShotTests => answer::next_test(look),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let forced = |asked: Asked| match (asked, choice) {
        (Some(Next::Forced(_)), Choice::Proceed) => Verdict::legal(Ghost::default()),
        _ => flow::not_asked(choice),
    };
    match Waiting::of(look) {
        Some(Waiting::Traverse { mover, shooters, .. }) => traverse::check(mover, shooters, choice),
        Some(waiting) => forced(waiting.next(look)),
        None => match look.state.stage {
            Stage::Shoot => shoot::check(look, choice),
            Stage::ShotCommanders => forced(answer::next_risk(look)),
            Stage::ShotTests => answer::check_test(look, choice),
            _ => flow::not_asked(choice),
        },
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match Waiting::of(Look::new(cx.rules, cx.state())) {
        Some(Waiting::Closing { charger, shooters }) => closing::resolve(cx, charger, shooters),
        Some(Waiting::Traverse { mover, shooters, obscured }) => {
            traverse::resolve(cx, (mover, shooters, obscured), choice)
        }
        Some(Waiting::Answer { unit }) => {
            cx.emit(Event::Settled);
            answer::answer_at_once(cx, unit)
        }
        Some(Waiting::MovesOn(onward)) => {
            cx.emit(Event::Settled);
            onward.go(cx)
        }
        None => match cx.state().stage {
            Stage::Shoot => shoot::resolve(cx, choice),
            Stage::ShotCommanders => answer::resolve_risk(cx),
            _ => answer::resolve_test(cx, choice),
        },
    }
}

/// Re-rolls that the dice of this choice may bring (`again`).
pub(crate) fn re_rolls(waiting: &Waiting, choice: &Choice) -> Vec<(UnitId, Second)> {
    match (waiting, choice) {
        (Waiting::Closing { charger, shooters }, _) => {
            let shooter = shooters.first().map(|unit| (unit, Second::Shot));
            shooter.into_iter().chain([(*charger, Second::Save)]).collect()
        }
        (Waiting::Traverse { mover, .. }, Choice::Ranged(RangedChoice::Traverse(shooter))) => {
            vec![(*shooter, Second::Shot), (*mover, Second::Save)]
        }
        (Waiting::Answer { unit }, _) => vec![(*unit, Second::Test)],
        _ => Vec::new(),
    }
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    match flow::asked(look) {
        Some(Next::Ask { prompt: crate::choice::Prompt::Ranged(prompt), .. }) => match prompt {
            RangedPrompt::Shoot { shooters } => shoot::propose(look, shooters, want, out),
            RangedPrompt::Traverse { shooters, .. } => {
                let each = |unit| Choice::Ranged(RangedChoice::Traverse(unit));
                out.extend(shooters.iter().map(each));
                out.push(Choice::Ranged(RangedChoice::Done));
            }
            RangedPrompt::Test { units } => {
                out.extend(units.iter().map(|unit| Choice::Ranged(RangedChoice::Test(unit))));
            }
        },
        _ => out.push(Choice::Proceed),
    }
}
