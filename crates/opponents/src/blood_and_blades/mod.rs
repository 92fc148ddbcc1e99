//! Blood and Blades: its players, and what is counted in its battles.

use crate::registry::{Contested, Named};
use aelian_blood_and_blades::state::{Place, State};
use aelian_blood_and_blades::{Choice, Look, Rules};
use aelian_game::Side;

mod absurd;
mod rash;

pub use absurd::absurd;
pub use rash::Rash;

/// Rounds after which two computer players agree on a draw.
const LONG_ENOUGH: u16 = 200;

impl Contested for Rules {
    const MEASURES: &'static [&'static str] =
        &["bases destroyed", "bases spent", "commander lost", "morale lost, % of the reference level"];

    fn own_opponents() -> &'static [Named<Rules>] {
        &[Named {
            name: "rash",
            summary: "Advances, fights at good odds, and holds or lets loose its impetuous troops.",
            make: |sampler| Box::new(Rash::new(sampler)),
        }]
    }

    /// Before the battle much is secret; later who has not come or lies in ambush.
    fn hides(&self, state: &State, from: Side) -> bool {
        let hidden = |place: Place| matches!(place, Place::Waiting | Place::Ambush);
        state.set_up.is_some() || state.bases.iter().any(|base| base.side != from && hidden(base.place))
    }

    fn rounds(&self, state: &State) -> u32 {
        u32::from(state.round)
    }

    /// BB-VIC-04: players run out of time.
    fn enough(&self, state: &State) -> Option<Choice> {
        (state.round > LONG_ENOUGH).then_some(Choice::TimeOut)
    }

    fn measures(&self, state: &State) -> [Vec<f64>; 2] {
        Side::BOTH.map(|side| {
            let lost = |place: Place| {
                state.bases.iter().filter(|base| base.side == side && base.place == place).count() as f64
            };
            let general = state.bases.iter().any(|base| base.side == side && base.commander);
            let leaderless = general && state.commander(side).is_none();
            let points = f64::from(Look::new(self, state).losses(side).halves()) / 2.0;
            let reference = f64::from(state.army(side).reference.max(1));
            let leaderless = f64::from(u8::from(leaderless));
            vec![lost(Place::Destroyed), lost(Place::Spent), leaderless, 100.0 * points / reference]
        })
    }
}
