//! Field of Glory Ancients: its players, and what is counted in its battles.

use crate::registry::{Contested, Named};
use aelian_fog_ancients::state::{CommanderPlace, Place, State};
use aelian_fog_ancients::{Choice, Look, Rules};
use aelian_game::Side;

mod rash;

pub use rash::Rash;

/// Turns of both players together after which two computer players agree that time is out.
const LONG_ENOUGH: u16 = 60;

impl Contested for Rules {
    const MEASURES: &'static [&'static str] =
        &["battle groups lost", "bases lost", "commanders lost", "attrition, % of what routs the army"];

    fn own_opponents() -> &'static [Named<Rules>] {
        &[Named {
            name: "rash",
            summary: "Forms a line, marches on the enemy, charges at good odds, and lets its light troops shoot and run.",
            make: |sampler| Box::new(Rash::new(sampler)),
        }]
    }

    /// Before the battle much is secret; later what has not come yet or lies in ambush, and what markers hold.
    fn hides(&self, state: &State, from: Side) -> bool {
        let group =
            |place: Place| matches!(place, Place::Waiting | Place::Ambush | Place::March | Place::Straggled);
        let commander = |place: CommanderPlace| {
            matches!(place, CommanderPlace::Waiting | CommanderPlace::Hidden(_) | CommanderPlace::March)
        };
        state.set_up.is_some()
            || state.groups.iter().any(|one| one.side != from && group(one.place))
            || state.commanders.iter().any(|one| one.side != from && commander(one.place))
            || state.markers.iter().any(|marker| marker.side != from)
            || state.marches.iter().any(|march| march.side != from)
    }

    fn rounds(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }

    /// FA-VIC-08: players run out of time.
    fn enough(&self, state: &State) -> Option<Choice> {
        (state.turn > LONG_ENOUGH).then_some(Choice::TimeOut)
    }

    fn measures(&self, state: &State) -> [Vec<f64>; 2] {
        let look = Look::new(self, state);
        Side::BOTH.map(|side| {
            let own = || state.group_ids().filter(|id| state.group(*id).side == side);
            let gone = |place: Place| matches!(place, Place::Destroyed | Place::RoutedOff | Place::EvadedOff);
            let groups = own().filter(|id| gone(state.group(*id).place)).count() as f64;
            let bases: usize =
                own().map(|id| usize::from(state.group(id).original) - state.strength(id)).sum();
            let lost = state
                .commanders
                .iter()
                .filter(|commander| commander.side == side && commander.place == CommanderPlace::Lost);
            let limit = f64::from(state.armies[side.index()].initial.max(1));
            let attrition = 100.0 * f64::from(look.attrition(side)) / limit;
            vec![groups, bases as f64, lost.count() as f64, attrition]
        })
    }
}
