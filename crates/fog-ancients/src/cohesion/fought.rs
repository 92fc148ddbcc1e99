//! What a group gave and took in this phase (FA-COMB-03, FA-COMB-04), and how much that is for its size (FA-MEAS-10).

use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::state::State;
use crate::troop::{Capability, Troop, TroopType};

/// The hits of one phase as one group knows them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// Received in close combat.
    pub taken: u32,
    /// Inflicted in close combat.
    pub given: u32,
    /// Those it fought in close combat.
    pub foes: GroupSet,
    /// FA-V31-51: some of these hits came from mounted troops.
    pub hit_by_mounted: bool,
    /// Received from shooting.
    pub shot: u32,
    pub shooters: GroupSet,
    /// FA-CT-03, FA-CTM-07: whether or not they hit.
    pub by_artillery: bool,
    pub by_firearms: bool,
}

impl Toll {
    /// FA-COMB-03: the hits of this phase.
    pub fn of(state: &State, group: GroupId) -> Toll {
        let mut toll = Toll::default();
        for hits in &state.hits {
            let count = u32::from(hits.hits);
            match (hits.on == group, hits.by == group, hits.shooting) {
                (true, _, true) => toll.add_shot(state, hits.by, count),
                (true, _, false) => {
                    toll.taken += count;
                    toll.hit_by_mounted |= count > 0 && state.group(hits.by).is_mounted();
                    toll.foes.insert(hits.by);
                }
                (_, true, false) => {
                    toll.given += count;
                    toll.foes.insert(hits.on);
                }
                _ => {}
            }
        }
        toll
    }

    /// So many hits in all by these shooters; for odds.
    pub fn of_shots(state: &State, shooters: GroupSet, hits: u32) -> Toll {
        let mut toll = Toll::default();
        for by in shooters.iter() {
            toll.add_shot(state, by, 0);
        }
        toll.shot = hits;
        toll
    }

    fn add_shot(&mut self, state: &State, by: GroupId, hits: u32) {
        let shooters = state.group(by);
        let guns = |troop: &Troop| {
            troop.kind.is_artillery()
                || troop.can(Capability::LightArtillery)
                || troop.can(Capability::HeavyArtillery)
        };
        self.shot += hits;
        self.shooters.insert(by);
        self.by_artillery |= shooters.has_any(guns);
        self.by_firearms |= shooters.has_any(|troop| troop.can(Capability::Firearm));
    }

    pub fn fought(&self) -> bool {
        !self.foes.is_empty()
    }

    /// FA-COMB-04: hits received more than inflicted.
    pub fn margin(&self) -> i32 {
        self.taken as i32 - self.given as i32
    }

    /// FA-COMB-04.
    pub fn lost(&self) -> bool {
        self.margin() > 0
    }

    /// FA-ROUT-04: those from whom it flees if it breaks: all it met but those who only overlapped, if others did
    /// more.
    pub fn opponents(&self, state: &State, group: GroupId) -> GroupSet {
        let committed = state.bouts_of(group).filter(|bout| bout.is_committed());
        let committed: GroupSet = committed.map(|bout| bout.enemy_of(group)).collect();
        let met = self.foes.common(committed);
        if met.is_empty() { self.foes } else { met }
    }
}

impl Look<'_> {
    /// FA-MEAS-10: the bases that count when hits are held against the size of a group.
    pub fn counted_bases(&self, id: GroupId) -> u32 {
        let group = self.state.group(id);
        if group.is_kind(TroopType::BattleWagons) {
            let array = self.array(id);
            return 2 * u32::from(array.files().max(array.ranks()));
        }
        let double = |troop: &Troop| troop.kind == TroopType::Elephants || troop.kind.is_artillery();
        let worth = |base| {
            let (rank, troop) = (self.rank(base), self.state.troop(base));
            match (double(troop), rank) {
                (true, 0) => 2,
                (true, _) => 0,
                (false, 0..=2) => 1,
                (false, _) => 0,
            }
        };
        self.state.bases_of(id).map(worth).sum()
    }

    /// FA-MEAS-10: at least one hit per so many bases.
    pub fn is_hit_per(&self, group: GroupId, hits: u32, per: u32) -> bool {
        hits > 0 && hits * per >= self.counted_bases(group)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::Table;
    use aelian_game::Side;

    /// FA-MEAS-10, EX-46, EX-47: ranks behind the third do not count; elephants count as two each.
    #[test]
    fn hits_are_held_against_the_size_of_a_group() {
        let scene = Table::new()
            .group("deep", Side::Red, "HF protected", (8, 2), (20.0, 20.0), 0.0)
            .group("beasts", Side::Red, "El", (2, 2), (40.0, 20.0), 0.0)
            .group("wagons", Side::Blue, "BWg", (4, 2), (50.0, 40.0), 180.0)
            .build();
        let look = scene.look();
        let (deep, beasts) = (scene.group("deep"), scene.group("beasts"));
        assert_eq!((look.counted_bases(deep), look.counted_bases(beasts)), (6, 4));
        assert!(look.is_hit_per(deep, 2, 3) && !look.is_hit_per(deep, 2, 2) && look.is_hit_per(deep, 3, 2));
        assert!(look.is_hit_per(beasts, 2, 3) && look.is_hit_per(beasts, 2, 2));
        assert!(!look.is_hit_per(beasts, 1, 3) && !look.is_hit_per(beasts, 1, 2));
        assert_eq!(look.counted_bases(scene.group("wagons")), 4);
    }
}
