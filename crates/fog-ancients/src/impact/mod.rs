//! The impact phase up to the combat (50): charges, responses, interceptions, evades, charge moves.

mod able;
mod ambushed;
mod arrive;
mod charge_move;
mod charge_tests;
mod choice;
mod declare;
pub mod evade;
mod fan;
mod flank;
mod fragmented;
mod intercept;
mod outlook;
mod pace;
mod paths;
mod respond;
mod search;
mod sets;
mod shock;
mod step;
mod strike;
#[cfg(test)]
mod tests;
mod threat;
mod trace;
mod turn;
mod turned;

pub use choice::{Charge, ChargePath, ChargeStatus, ImpactChoice, ImpactPrompt, Interception, Waiting};
pub use declare::{charges, charges_of};
pub use flank::hits_flank;
pub use strike::make_contact;
pub use turn::turn_to_face;

use crate::choice::{Asked, Choice, Ghost};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::pending::Pending;
use crate::plan::Plan;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use crate::state::State;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::Reason;

pub fn next(look: Look<'_>) -> Asked {
    if let Some(waiting) = waiting(look.state) {
        return match waiting {
            Waiting::Chase { group, variable } => charge_move::next_chase(look, *group, *variable),
            Waiting::Steps { group, may, .. } => strike::next_steps(look, *group, *may),
            Waiting::Turn { group, bases, .. } => turn::next(look, *group, bases),
            Waiting::ChargeOn { .. } => Some(Next::Forced(Choice::Proceed)),
        };
    }
    match look.state.stage {
        Stage::DeclareCharges => declare::next(look),
        Stage::ChargeTests => charge_tests::next(look),
        Stage::ShockTests => shock::next(look),
        Stage::EvadeOrStand => respond::next(look),
        Stage::FragmentedTests | Stage::UncoveredTests => fragmented::next(look),
        Stage::Interceptions => intercept::next(look),
        Stage::Evades => evade::next(look),
        Stage::ChargeMoves => charge_move::next(look),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    if let Some(waiting) = waiting(look.state) {
        return match waiting {
            Waiting::Chase { group, variable } => charge_move::check_chase(look, *group, *variable, choice),
            Waiting::Steps { may, .. } => strike::check_steps(*may, choice),
            Waiting::Turn { bases, .. } => turn::check(bases, choice),
            Waiting::ChargeOn { .. } if *choice == Choice::Proceed => Verdict::legal(Ghost::default()),
            Waiting::ChargeOn { .. } => not_asked(choice),
        };
    }
    match look.state.stage {
        Stage::DeclareCharges => declare::check(look, choice),
        Stage::ChargeTests => charge_tests::check(look, choice),
        Stage::ShockTests => shock::check(look, choice),
        Stage::EvadeOrStand => respond::check(look, choice),
        Stage::FragmentedTests | Stage::UncoveredTests => fragmented::check(look, choice),
        Stage::Interceptions => intercept::check(look, choice),
        Stage::Evades => evade::check(look, choice),
        Stage::ChargeMoves => charge_move::check(look, choice),
        _ => not_asked(choice),
    }
}

/// Why a choice of this phase is not even asked for: what the rules say of it, as far as that can be told afterwards.
pub fn why_not_asked(look: Look<'_>, choice: &ImpactChoice) -> Vec<Reason<Fact>> {
    if look.state.phase != Phase::Impact {
        return Vec::new();
    }
    match choice {
        ImpactChoice::EvadeOrStand { group, evade: true } => respond::why_not(look, *group),
        ImpactChoice::Intercept { .. } => intercept::check(look, &Choice::Impact(choice.clone())).breaches,
        _ => Vec::new(),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice, plan: Option<Box<Plan>>) -> Result<(), NeedRoll> {
    if let Some(waiting) = waiting(cx.state()).cloned() {
        return match waiting {
            Waiting::Chase { group, variable } => charge_move::resolve_chase(cx, choice, group, variable),
            Waiting::Steps { group, flanks, may } => strike::resolve_steps(cx, choice, (group, flanks, may)),
            Waiting::Turn { group, by, .. } => turn::resolve(cx, choice, group, by),
            Waiting::ChargeOn { group, path, left } => {
                charge_move::go_on(cx, group, &path, left.0);
                Ok(())
            }
        };
    }
    match cx.state().stage {
        Stage::DeclareCharges => declare::resolve(cx, choice, plan),
        Stage::ChargeTests => charge_tests::resolve(cx),
        Stage::ShockTests => shock::resolve(cx),
        Stage::EvadeOrStand => respond::resolve(cx, choice),
        Stage::FragmentedTests | Stage::UncoveredTests => fragmented::resolve(cx, choice),
        Stage::Interceptions => intercept::resolve(cx, choice),
        Stage::Evades => evade::resolve(cx, choice),
        Stage::ChargeMoves => charge_move::resolve(cx, choice),
        _ => Ok(()),
    }
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    if let Some(waiting) = waiting(look.state) {
        return match waiting {
            Waiting::Chase { group, variable } => {
                charge_move::propose_chase(look, *group, *variable, want, out)
            }
            Waiting::Steps { may, .. } => strike::propose_steps(*may, out),
            Waiting::Turn { bases, .. } => turn::propose(bases, out),
            Waiting::ChargeOn { .. } => out.push(Choice::Proceed),
        };
    }
    match look.state.stage {
        Stage::DeclareCharges => declare::propose(look, want, out),
        Stage::EvadeOrStand => respond::propose(look, out),
        Stage::FragmentedTests | Stage::UncoveredTests => fragmented::propose(look, out),
        Stage::Interceptions => intercept::propose(look, out),
        Stage::Evades => evade::propose(look, out),
        Stage::ChargeMoves => charge_move::propose(look, out),
        _ => {}
    }
}

/// What waits on top of the stack, if it is this chapter's.
fn waiting(state: &State) -> Option<&Waiting> {
    match state.pending.last() {
        Some(Pending::Impact(waiting)) => Some(waiting),
        _ => None,
    }
}
