//! The impact phase up to the combat (50): charges, responses, interceptions, evades, charge moves.

mod choice;
pub mod evade;

pub use choice::{Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt, Waiting};

use crate::choice::{Asked, Choice};
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};

pub fn next(_look: Look<'_>) -> Asked {
    None
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    not_asked(choice)
}

pub fn resolve(_cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, _out: &mut Proposals<Rules>) {}
