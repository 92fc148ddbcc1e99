//! Support attacks (55.10): how many dice each support has, and whom they strike.

use super::round::{Round, Strike, Supporting};
use super::share::{self, Share};
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;

impl Look<'_> {
    /// HC-SUPP-32, HC-SUPP-33, HC-COL-11: dice of a unit that supports.
    pub fn support_dice(&self, unit: UnitId) -> u8 {
        let standing = self.state.unit(unit);
        let value = self.stats(unit).support;
        match standing.formation {
            _ if standing.is_in_block() => value.min(2),
            Formation::Column | Formation::Testudo => 0,
            Formation::Square => value.min(1),
            _ => value,
        }
    }

    /// HC-ALG-12, HC-SUPP-36: who supports these fighting units now.
    pub fn all_supports(&self, units: crate::ids::UnitSet) -> Vec<Supporting> {
        let found = units.iter().flat_map(|unit| self.supports_of(unit));
        found.map(|one| Supporting { unit: one.unit, of: one.of, side: one.side }).collect()
    }
}

/// HC-SUPP-32, HC-SUPP-33, HC-SUPP-34, HC-SUPP-35, HC-SUPP-36, HC-SUPP-37, HC-SUPP-38, HC-ENG-12: all support attacks
/// of a round.
pub(super) fn strikes(look: Look<'_>, round: &Round) -> Vec<Strike> {
    let mut found = Vec::new();
    let mut helpers = share::helpers(&round.supports);
    helpers.sort();
    for unit in helpers {
        for Share { of, on, dice } in share::taken(look, round, unit) {
            if let Some(on) = on.filter(|_| dice > 0) {
                let needed = look.needed_to_hit((unit, on), false, false, None);
                found.push(Strike { by: unit, of, on, dice, needed, hits: None });
            }
        }
    }
    found
}
