//! Which fights are rolled, and in what order (60.3).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;

/// Where the close combat phase stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Stand {
    /// BB-CC-30: these pairs are in close combat as the phase begins.
    Begin(Vec<(BaseId, BaseId)>),
    /// BB-CC-22: the enemy of its owner names the main opponent of a base among equals.
    Name {
        of: BaseId,
        options: BaseSet,
    },
    /// BB-CC-29, AMB-35: the active player picks one of these fights, his base first.
    Pick(Vec<(BaseId, BaseId)>),
    End,
}

impl Look<'_> {
    /// BB-CC-25 to BB-CC-30, BB-ALG-23: what comes next in the close combat phase.
    pub fn close_combat_stands(&self) -> Stand {
        if self.state.fights.is_empty() {
            let pairs = self.pairs_in_close_combat();
            return if pairs.is_empty() { Stand::End } else { Stand::Begin(pairs) };
        }
        if let Some((of, options)) = self.unnamed_main_opponent() {
            return Stand::Name { of, options };
        }
        let fights = self.fights_to_roll();
        if fights.is_empty() { Stand::End } else { Stand::Pick(fights) }
    }

    /// BB-CC-01: every pair of enemies in close combat, the active player's base first.
    pub fn pairs_in_close_combat(&self) -> Vec<(BaseId, BaseId)> {
        self.state
            .on_table_of(self.state.active)
            .flat_map(|base| self.opponents(base).map(move |enemy| (base, enemy)))
            .collect()
    }

    /// BB-CC-29: the fights that can be rolled now: pairs of mutual main opponents or, if there is none, any
    /// base and its main opponent. No base fights twice in a phase.
    pub fn fights_to_roll(&self) -> Vec<(BaseId, BaseId)> {
        let open = || self.state.fights.iter().copied().filter(|pair| self.is_unfought(*pair));
        let main = |base: BaseId, enemy: BaseId| self.main_opponent(base) == Some(enemy);
        let mutual: Vec<_> = open().filter(|(a, z)| main(*a, *z) && main(*z, *a)).collect();
        if !mutual.is_empty() {
            return mutual;
        }
        open().filter(|(a, z)| main(*a, *z) || main(*z, *a)).collect()
    }

    /// BB-CC-29, BB-CC-30: a pair of the phase's beginning that is still in contact, both still to fight.
    fn is_unfought(&self, (a, z): (BaseId, BaseId)) -> bool {
        let ready = |id: BaseId| self.state.base(id).on_table() && !self.state.base(id).deeds.fought;
        ready(a) && ready(z) && self.fights(a, z)
    }

    /// BB-CC-22: the first base still to fight whose main opponent is one of several and not yet named.
    fn unnamed_main_opponent(&self) -> Option<(BaseId, BaseSet)> {
        let open = self.state.fights.iter().copied().filter(|pair| self.is_unfought(*pair));
        open.flat_map(|(a, z)| [a, z]).find_map(|base| {
            let equals = self.main_opponents(base);
            let named = |(of, enemy): &(BaseId, BaseId)| *of == base && equals.contains(*enemy);
            let asked = equals.len() > 1 && !self.state.named_opponents.iter().any(named);
            asked.then_some((base, equals))
        })
    }
}
