//! What other chapters ask: leadership, least moves, acts that a battle forbids.

use super::{Battle, gates, kadesh};
use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{CommanderId, UnitId};
use crate::rules::Look;
use aelian_rulebook::Reason;

/// What a unit would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Be given an order.
    Order,
    /// Move on its own initiative.
    Initiative,
    /// Shoot in its own turn, or closing or traversing shots.
    Shoot,
    /// Evade, countercharge or turn to face.
    Respond,
}

impl Look<'_> {
    /// HC-LEAD-01: the leadership of a commander before distance counts, with what the battle makes of it.
    pub fn rating(&self, commander: CommanderId) -> u8 {
        let own = self.state.commander(commander).leadership;
        match self.rules.battle {
            Some(Battle::Kadesh) => kadesh::rating(*self, commander).unwrap_or(own),
            _ => own,
        }
    }

    /// HS-KADESH-09: the free move of columns is suspended for this unit.
    pub fn column_is_held(&self, unit: UnitId) -> bool {
        kadesh::is_surprised(*self, self.side(unit))
    }
}

/// HS-KADESH-07 and the like: moves that a unit makes even if its order fails.
pub fn least_moves(look: Look<'_>, unit: UnitId) -> u8 {
    match look.rules.battle {
        Some(Battle::Kadesh) => kadesh::least_moves(look, unit),
        _ => 0,
    }
}

/// Why the battle does not let a unit do this.
pub fn forbids(look: Look<'_>, unit: UnitId, act: Act) -> Option<Reason<Fact>> {
    match look.rules.battle? {
        Battle::Kadesh => kadesh::forbids(look, unit, act),
        Battle::BarbariansAtTheGates => gates::forbids(look, unit, act),
        _ => None,
    }
}

/// Why the battle does not let a unit be drawn up in this formation.
pub fn formation_fault(look: Look<'_>, unit: UnitId, formation: Formation) -> Option<Reason<Fact>> {
    match look.rules.battle? {
        Battle::Kadesh => kadesh::formation_fault(look, unit, formation),
        _ => None,
    }
}
