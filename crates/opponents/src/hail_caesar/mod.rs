//! Hail Caesar: its players, and what is counted in its battles.

use crate::registry::{Contested, Named};
use aelian_game::Side;
use aelian_hail_caesar::state::{Place, State};
use aelian_hail_caesar::{Choice, Look, Rules};

mod rash;

pub use rash::Rash;

/// Turns of both players together after which two computer players agree that time is out.
const LONG_ENOUGH: u16 = 50;

impl Contested for Rules {
    const MEASURES: &'static [&'static str] = &["units lost", "divisions broken", "casualties"];

    fn own_opponents() -> &'static [Named<Rules>] {
        &[Named {
            name: "rash",
            summary: "Marches its divisions at the enemy in line, charges what it can break, and keeps supports behind.",
            make: |sampler| Box::new(Rash::new(sampler)),
        }]
    }

    /// Who lies hidden; and where divisions will come on, in a battle that keeps it secret.
    fn hides(&self, state: &State, from: Side) -> bool {
        let hidden = |place: Place| matches!(place, Place::Hidden);
        Look::new(self, state).plans_are_secret()
            || state.ids().any(|id| self.card(id).side != from && hidden(state.unit(id).place))
    }

    fn rounds(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    fn enough(&self, state: &State) -> Option<Choice> {
        (state.turn > LONG_ENOUGH).then_some(Choice::TimeOut)
    }

    fn measures(&self, state: &State) -> [Vec<f64>; 2] {
        Side::BOTH.map(|side| {
            let own = || state.ids().filter(|id| self.card(*id).side == side);
            let lost = own().filter(|id| state.unit(*id).is_lost()).count();
            let casualties: u32 = own().map(|id| u32::from(state.unit(id).casualties)).sum();
            let broken = self
                .divisions
                .iter()
                .zip(&state.divisions)
                .filter(|(card, division)| card.side == side && division.broken)
                .count();
            vec![lost as f64, broken as f64, f64::from(casualties)]
        })
    }
}
