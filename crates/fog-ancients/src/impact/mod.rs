//! The impact phase up to the combat (50): charges, responses, interceptions, evades, charge moves.

mod choice;
pub mod evade;

pub use choice::{Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt, Waiting};

use crate::choice::{Asked, Choice};
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};

pub fn next(look: Look<'_>) -> Asked {
    match look.state.stage {
        Stage::Evades => evade::next(look),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match look.state.stage {
        Stage::Evades => evade::check(look, choice),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match cx.state().stage {
        Stage::Evades => evade::resolve(cx, choice),
        _ => Ok(()),
    }
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    if look.state.stage == Stage::Evades {
        evade::propose(look, out);
    }
}
