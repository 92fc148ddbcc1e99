//! Outcome moves (70): recoil, push back, withdrawal, flight, pursuit.

mod avoid;
mod backward;
mod behind;
mod bent;
mod carried;
pub mod flee;
mod flight;
pub mod plan;
pub mod recoil;
#[cfg(test)]
mod tests;

use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::rule;

pub fn next(_look: Look<'_>) -> Next<Prompt, Choice> {
    Next::Forced(Choice::Proceed)
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed => Verdict::legal(Default::default()),
        _ => Verdict::refused(rule!("BB-TURN-04"), Fact::NotAsked),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Proceed);
}

/// BB-OM-01: a base begins an outcome move; it waits on the stack until `settle` or an answer carries it out.
pub fn begin(cx: &mut Cx<'_, Rules>, base: crate::BaseId, kind: crate::state::RetreatKind) {
    cx.emit(Event::Waits(crate::state::Pending::Retreat(crate::state::Retreat {
        base,
        kind,
        answers: Vec::new(),
    })));
}

/// Carries out the outcome moves on the stack until one needs an answer or none is left.
pub fn settle(_cx: &mut Cx<'_, Rules>) {}
