//! The impact phase up to the combat (50): charges, responses, interceptions, evades, charge moves.

mod able;
mod charge_tests;
mod choice;
mod declare;
mod flank;
mod outlook;
mod pace;
mod step;
mod threat;
mod trace;

pub use choice::{
    Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt, Interception, Waiting,
};

use crate::choice::{Asked, Choice};
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};

pub fn next(look: Look<'_>) -> Asked {
    match look.state.stage {
        Stage::DeclareCharges => declare::next(look),
        Stage::ChargeTests => charge_tests::next(look),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match look.state.stage {
        Stage::DeclareCharges => declare::check(look, choice),
        Stage::ChargeTests => charge_tests::check(look, choice),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match cx.state().stage {
        Stage::DeclareCharges => declare::resolve(cx, choice),
        Stage::ChargeTests => charge_tests::resolve(cx),
        _ => Ok(()),
    }
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    if look.state.stage == Stage::DeclareCharges {
        declare::propose(look, want, out);
    }
}
