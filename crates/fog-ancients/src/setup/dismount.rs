//! Dismounting (30.8).

use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::Group;
use crate::troop::{Armour, Capability, Troop, TroopType};

/// FA-DISM-03, FA-DISM-04, FA-DISM-05: what these troops are on foot.
pub fn dismounted(troop: &Troop) -> Troop {
    let kind = match troop.kind {
        TroopType::Knights | TroopType::Cataphracts => TroopType::HeavyFoot,
        TroopType::Cavalry | TroopType::Camelry | TroopType::HeavyChariots | TroopType::LightChariots => {
            TroopType::MediumFoot
        }
        TroopType::LightHorse | TroopType::LightCamelry => TroopType::LightFoot,
        other => return Troop { kind: other, ..*troop },
    };
    let armour = if troop.kind.is_chariots() { Armour::Protected } else { troop.armour };
    let capabilities = if troop.can(Capability::Lancers) {
        troop.capabilities.without(Capability::Lancers).with(Capability::OffensiveSpearmen)
    } else {
        troop.capabilities
    };
    Troop { kind, armour, capabilities }
}

impl Group {
    /// FA-DISM-06: what these troops of the group are on foot: what its list says, or the nearest foot.
    pub fn on_foot(&self, troop: &Troop) -> Troop {
        self.afoot.unwrap_or_else(|| dismounted(troop))
    }
}

/// FA-DISM-03, FA-SC-08: scythed chariots and elephants cannot; foot has nothing to get off.
pub fn can_dismount(group: &Group) -> bool {
    let able = |troop: &Troop| {
        troop.is_mounted() && !matches!(troop.kind, TroopType::ScythedChariots | TroopType::Elephants)
    };
    group.is_wholly(able)
}

impl Look<'_> {
    /// FA-DISM-01: its list lets it, or the enemy has placed field fortifications or deployed battle wagons.
    pub fn may_dismount(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        let enemy = group.side.other();
        let by_list = self.state.set_up.as_ref().is_some_and(|set_up| set_up.may_dismount.contains(id));
        let works = self.state.works.iter().any(|work| work.side == enemy && work.portable_of.is_none());
        let wagons =
            self.state.on_table_of(enemy).any(|id| self.state.group(id).is_kind(TroopType::BattleWagons));
        can_dismount(group) && (by_list || works || wagons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_foot(words: &str) -> String {
        dismounted(&Troop::read(words).unwrap().0).to_string()
    }

    /// FA-DISM-03, FA-DISM-04, FA-DISM-05, FA-DISM-07.
    #[test]
    fn riders_become_foot() {
        assert_eq!(
            on_foot("Kn heavily-armoured lancers swordsmen"),
            "HF heavily-armoured swordsmen offensive-spearmen"
        );
        assert_eq!(on_foot("Cv armoured bow swordsmen"), "MF armoured bow swordsmen");
        assert_eq!(on_foot("LH unprotected javelins"), "LF unprotected javelins");
        assert_eq!(on_foot("LCh light-spear"), "MF protected light-spear");
        assert_eq!(on_foot("El"), "El");
    }
}
