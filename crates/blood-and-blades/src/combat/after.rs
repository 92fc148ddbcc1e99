//! What follows a combat: the loser's outcome, and the outcome moves that it starts (65.6, 70).

use super::Aftermath;
use crate::baseset::BaseId;
use crate::event::Event;
use crate::fact::OutcomeKind;
use crate::outcome;
use crate::rules::Rules;
use crate::state::RetreatKind;
use aelian_game::Cx;

/// BB-OM-01, BB-SHT-58: what a shot does to the loser.
pub fn after_shot(cx: &mut Cx<'_, Rules>, loser: BaseId, outcome: OutcomeKind) {
    match outcome {
        OutcomeKind::NoEffect => {}
        OutcomeKind::Recoil => outcome::begin(cx, loser, RetreatKind::Recoil),
        OutcomeKind::Flee => outcome::begin(cx, loser, RetreatKind::Flee),
        OutcomeKind::Spent => cx.emit(Event::Spent(loser)),
        OutcomeKind::Destroyed => cx.emit(Event::Destroyed(loser)),
    }
    outcome::settle(cx);
}

/// BB-OM-01: what a close combat does to the loser, to the others in front of the winner, and to the winner.
pub fn after_close_combat(cx: &mut Cx<'_, Rules>, aftermath: &Aftermath) {
    after_shot(cx, aftermath.loser, aftermath.outcome);
}
