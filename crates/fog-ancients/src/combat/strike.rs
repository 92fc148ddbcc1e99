//! What one front base and those behind it throw at an enemy base (68.1, 68.2).

use super::Kind;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::Facing;

/// One front base, or base width, that fights one enemy base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strike {
    pub by: BaseId,
    pub by_group: GroupId,
    pub on: BaseId,
    pub on_group: GroupId,
    /// FA-OVM-01.
    pub overlap: bool,
    /// The way it fights.
    pub facing: Facing,
    /// The bases that throw, and how many dice each.
    pub dice: [(BaseId, u32); 2],
}

impl Look<'_> {
    /// FA-IDICE-01 to FA-IDICE-03, FA-SC-02, FA-ALG-53.
    pub(super) fn impact_strike(&self, by: BaseId, on: BaseId, facing: Facing) -> Strike {
        let table = &self.rules.tables.combat.impact_dice;
        let scythed = self.state.troop(by).kind == TroopType::ScythedChariots;
        let dice = if scythed { table.scythed_chariots } else { table.others };
        self.strike(by, on, facing, [(by, dice), (by, 0)])
    }

    /// FA-MDICE-01 to FA-MDICE-04, FA-MEL-05.
    pub(super) fn melee_strike(&self, by: BaseId, on: BaseId, facing: Facing) -> Strike {
        let table = &self.rules.tables.combat.melee_dice;
        let kind = self.state.troop(by).kind;
        let heavy = matches!(kind, TroopType::Elephants | TroopType::Knights | TroopType::BattleWagons)
            || kind.is_chariots()
            || kind.is_artillery();
        if heavy {
            return self.strike(by, on, facing, [(by, table.heavy), (by, 0)]);
        }
        let rear = self.behind(by).map_or((by, 0), |rear| (rear, table.others));
        self.strike(by, on, facing, [(by, table.others), rear])
    }

    pub(super) fn strike(&self, by: BaseId, on: BaseId, facing: Facing, dice: [(BaseId, u32); 2]) -> Strike {
        let group = |base: BaseId| self.state.base(base).group;
        Strike { by, by_group: group(by), on, on_group: group(on), overlap: false, facing, dice }
    }

    /// The orb's strikes in one direction (FA-MDICE-06, FA-ORB-12): a quarter of its bases, rounded up; half of these,
    /// rounded up, in front. `met` are its bases with the enemy bases before them.
    pub(super) fn orb_strikes(&self, kind: Kind, met: &[(BaseId, BaseId, Facing)]) -> Vec<Strike> {
        let Some((any, _, _)) = met.first() else { return Vec::new() };
        let bases = self.state.strength(self.state.base(*any).group);
        let all = bases.div_ceil(4);
        let front = all.div_ceil(2);
        let table = &self.rules.tables.combat;
        let strike = |at: usize| {
            let (by, on, facing) = met[at % met.len()];
            let dice = match kind {
                Kind::Impact => [(by, table.impact_dice.others), (by, 0)],
                Kind::Melee => {
                    let rear = if at < all - front { table.melee_dice.others } else { 0 };
                    [(by, table.melee_dice.others), (by, rear)]
                }
            };
            self.strike(by, on, facing, dice)
        };
        (0..front).map(strike).collect()
    }
}
