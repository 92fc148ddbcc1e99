//! Which fights are rolled, and in what order (60.3).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::Vec2;

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
        let open = self.open_fights();
        let mains = self.main_opponents_of(&open);
        let unnamed = mains.iter().find(|main| main.is_unnamed());
        if let Some(Main { of, equals, .. }) = unnamed {
            return Stand::Name { of: *of, options: *equals };
        }
        let fights = rolled(&open, &mains);
        if fights.is_empty() { Stand::End } else { Stand::Pick(fights) }
    }

    /// BB-CC-01: every pair of enemies in close combat, the active player's base first.
    pub fn pairs_in_close_combat(&self) -> Vec<(BaseId, BaseId)> {
        let side = self.state.active;
        let placed = |id: BaseId| (id, self.state.rect(id).centre());
        let enemies: Vec<(BaseId, Vec2)> = self.state.on_table_of(side.other()).map(placed).collect();
        let mut pairs = Vec::new();
        for base in self.state.on_table_of(side) {
            let near = self.nearness_of_centre(self.state.rect(base), self.rules.tolerance.length);
            let close = enemies.iter().filter(|(_, centre)| near(*centre)).map(|(enemy, _)| *enemy);
            pairs.extend(close.filter(|enemy| self.fights(base, *enemy)).map(|enemy| (base, enemy)));
        }
        pairs
    }

    /// BB-CC-29: the fights that can be rolled now: pairs of mutual main opponents or, if there is none, any
    /// base and its main opponent. No base fights twice in a phase.
    pub fn fights_to_roll(&self) -> Vec<(BaseId, BaseId)> {
        let open = self.open_fights();
        rolled(&open, &self.main_opponents_of(&open))
    }

    /// BB-CC-29, BB-CC-30: the pairs of the phase's beginning that are still in contact, both still to fight.
    fn open_fights(&self) -> Vec<(BaseId, BaseId)> {
        let ready = |id: BaseId| self.state.base(id).on_table() && !self.state.base(id).deeds.fought;
        let is_open = |(a, z): &(BaseId, BaseId)| ready(*a) && ready(*z) && self.fights(*a, *z);
        self.state.fights.iter().copied().filter(is_open).collect()
    }

    /// The main opponents of all who can still fight, each once, in the order of the pairs.
    fn main_opponents_of(&self, open: &[(BaseId, BaseId)]) -> Vec<Main> {
        let mut seen = BaseSet::EMPTY;
        let bases = open.iter().flat_map(|(a, z)| [*a, *z]).filter(|base| seen.insert(*base));
        bases
            .map(|of| {
                let equals = self.main_opponents(of);
                Main { of, equals, named: self.named_opponent(of, equals) }
            })
            .collect()
    }
}

/// The main opponent of a base: one of these, and the one named if it was.
struct Main {
    of: BaseId,
    equals: BaseSet,
    named: Option<BaseId>,
}

impl Main {
    /// BB-CC-22: there are equals and none of them has been named.
    fn is_unnamed(&self) -> bool {
        self.named.is_none() && self.equals.len() > 1
    }

    fn is(&self, base: BaseId, enemy: BaseId) -> bool {
        self.of == base && self.named.or_else(|| self.equals.first()) == Some(enemy)
    }
}

/// BB-CC-29: pairs of mutual main opponents, or if there is none those of which one is the other's.
fn rolled(open: &[(BaseId, BaseId)], mains: &[Main]) -> Vec<(BaseId, BaseId)> {
    let is_main = |base: BaseId, enemy: BaseId| mains.iter().any(|main| main.is(base, enemy));
    let mutual = open.iter().copied().filter(|(a, z)| is_main(*a, *z) && is_main(*z, *a));
    let mutual: Vec<_> = mutual.collect();
    if !mutual.is_empty() {
        return mutual;
    }
    open.iter().copied().filter(|(a, z)| is_main(*a, *z) || is_main(*z, *a)).collect()
}
