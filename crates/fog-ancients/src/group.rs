//! Classes of battle groups (10.2, 10.9): skirmishers, shock troops, foot and mounted.

use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::{Cohesion, Group};
use crate::troop::{Training, Troop, TroopType};

impl Group {
    /// FA-BG-10: two kinds of troops in one group.
    pub fn is_mixed(&self) -> bool {
        self.troops[0] != self.troops[1]
    }

    /// Its kinds of troops, one or two.
    pub fn kinds(&self) -> &[Troop] {
        if self.is_mixed() { &self.troops } else { &self.troops[..1] }
    }

    pub fn is_wholly(&self, of: impl Fn(&Troop) -> bool) -> bool {
        self.kinds().iter().all(of)
    }

    pub fn has_any(&self, of: impl Fn(&Troop) -> bool) -> bool {
        self.kinds().iter().any(of)
    }

    pub fn is_foot(&self) -> bool {
        self.is_wholly(Troop::is_foot)
    }

    pub fn is_mounted(&self) -> bool {
        !self.is_foot()
    }

    /// FA-TROOP-20, FA-TROOP-21, FA-MIX-07: wholly of light foot or light horse; all others are battle troops.
    pub fn is_skirmishers(&self) -> bool {
        self.is_wholly(Troop::is_light)
    }

    /// FA-TROOP-22 to FA-TROOP-24, FA-COH-11: any shock troops in it make all of it shock; not while FRAGMENTED.
    pub fn is_shock(&self) -> bool {
        self.cohesion < Cohesion::Fragmented && self.has_any(Troop::is_shock)
    }

    pub fn is_kind(&self, kind: TroopType) -> bool {
        self.has_any(|troop| troop.behaves_as() == kind)
    }

    /// FA-TROOP-10: battle wagons always count as undrilled; so do camelry (FA-MOVE-16).
    pub fn counts_as(&self) -> Training {
        let never =
            self.has_any(|troop| troop.kind == TroopType::BattleWagons || troop.kind == TroopType::Camelry);
        if never { Training::Undrilled } else { self.training }
    }

    /// FA-CHG-11, FA-ROUT-10 and others: battle wagons and artillery.
    pub fn is_train(&self) -> bool {
        self.has_any(|troop| troop.kind == TroopType::BattleWagons || troop.kind.is_artillery())
    }
}

impl Look<'_> {
    /// FA-TROOP-23, FA-TROOP-27, FA-EV-01: skirmishers in any formation; cavalry, camelry or light chariots that are no
    /// shock troops, or none while FRAGMENTED, and stand entirely one base deep (FA-TROOP-28).
    pub fn is_able_to_evade(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        if group.is_skirmishers() {
            return true;
        }
        let quick = |troop: &Troop| {
            matches!(troop.behaves_as(), TroopType::Cavalry | TroopType::LightChariots)
                || troop.kind == TroopType::Camelry
        };
        !group.is_shock() && group.is_wholly(quick) && self.is_one_deep(id)
    }
}
