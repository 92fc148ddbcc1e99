//! Troops (10.1, 10.2): types, armour, quality, training, capabilities, and the classes made of them.

mod notation;
#[cfg(test)]
mod tests;

pub use notation::TroopError;

use aelian_game::{Flag, Flags};
use serde::{Deserialize, Serialize};

/// FA-TROOP-02: the types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroopType {
    HeavyFoot,
    MediumFoot,
    LightFoot,
    Mob,
    BattleWagons,
    LightArtillery,
    HeavyArtillery,
    Knights,
    Cataphracts,
    LightHorse,
    Cavalry,
    /// FA-V31-04: only in the 3.1 edition.
    LightCamelry,
    Camelry,
    Elephants,
    HeavyChariots,
    LightChariots,
    ScythedChariots,
}

/// FA-TROOP-03, FA-TROOP-04: in rising order; `None` for types without an armour class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Armour {
    None,
    Unprotected,
    Protected,
    Armoured,
    HeavilyArmoured,
}

/// FA-TROOP-05: in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    Poor,
    Average,
    Superior,
    Elite,
}

/// FA-TROOP-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Training {
    Undrilled,
    Drilled,
}

/// FA-TROOP-07.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Capability {
    Longbow,
    Crossbow,
    Bow,
    /// Bow*.
    BowStar,
    Firearm,
    Javelins,
    Sling,
    Swordsmen,
    SkilledSwordsmen,
    OffensiveSpearmen,
    DefensiveSpearmen,
    Pikemen,
    ImpactFoot,
    HeavyWeapon,
    Lancers,
    LightSpear,
    LightArtillery,
    HeavyArtillery,
}

/// FA-TROOP-08: the capabilities that the list line names, and no others.
pub type Capabilities = Flags<Capability>;

/// FA-TROOP-01: what a base is, but for quality and training, which its whole group shares (FA-BG-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Troop {
    pub kind: TroopType,
    pub armour: Armour,
    pub capabilities: Capabilities,
}

impl TroopType {
    pub const ALL: [TroopType; 17] = [
        TroopType::HeavyFoot,
        TroopType::MediumFoot,
        TroopType::LightFoot,
        TroopType::Mob,
        TroopType::BattleWagons,
        TroopType::LightArtillery,
        TroopType::HeavyArtillery,
        TroopType::Knights,
        TroopType::Cataphracts,
        TroopType::LightHorse,
        TroopType::Cavalry,
        TroopType::LightCamelry,
        TroopType::Camelry,
        TroopType::Elephants,
        TroopType::HeavyChariots,
        TroopType::LightChariots,
        TroopType::ScythedChariots,
    ];

    /// FA-TROOP-02, FA-TROOP-11: artillery and battle wagons are foot.
    pub fn is_foot(self) -> bool {
        use TroopType::*;
        matches!(
            self,
            HeavyFoot | MediumFoot | LightFoot | Mob | BattleWagons | LightArtillery | HeavyArtillery
        )
    }

    pub fn is_mounted(self) -> bool {
        !self.is_foot()
    }

    /// FA-TROOP-09: mob is medium foot in every rule.
    pub fn is_medium_foot(self) -> bool {
        matches!(self, TroopType::MediumFoot | TroopType::Mob)
    }

    pub fn is_artillery(self) -> bool {
        matches!(self, TroopType::LightArtillery | TroopType::HeavyArtillery)
    }

    pub fn is_chariots(self) -> bool {
        matches!(self, TroopType::HeavyChariots | TroopType::LightChariots | TroopType::ScythedChariots)
    }

    pub fn is_camelry(self) -> bool {
        matches!(self, TroopType::Camelry | TroopType::LightCamelry)
    }

    /// FA-TROOP-04.
    pub fn has_armour(self) -> bool {
        !(self == TroopType::BattleWagons
            || self == TroopType::Elephants
            || self.is_artillery()
            || self.is_chariots())
    }
}

impl Troop {
    pub fn can(&self, capability: Capability) -> bool {
        self.capabilities.has(capability)
    }

    pub fn is_foot(&self) -> bool {
        self.kind.is_foot()
    }

    pub fn is_mounted(&self) -> bool {
        self.kind.is_mounted()
    }

    /// FA-TROOP-12: heavily armoured camelry behave as cataphracts, other camelry as cavalry; all else as
    /// themselves. The camel rules themselves ask for `is_camelry`.
    pub fn behaves_as(&self) -> TroopType {
        match (self.kind, self.armour) {
            (TroopType::Camelry, Armour::HeavilyArmoured) => TroopType::Cataphracts,
            (TroopType::Camelry, _) => TroopType::Cavalry,
            (TroopType::LightCamelry, _) => TroopType::LightHorse,
            (TroopType::Mob, _) => TroopType::MediumFoot,
            (kind, _) => kind,
        }
    }

    /// FA-TROOP-13: offensive or defensive spearmen, never light spear.
    pub fn is_spearmen(&self) -> bool {
        self.can(Capability::OffensiveSpearmen) || self.can(Capability::DefensiveSpearmen)
    }

    pub fn is_pikemen(&self) -> bool {
        self.can(Capability::Pikemen)
    }

    /// FA-TROOP-20: a base of the two types of which skirmishers are made. Whether its group is skirmishers is
    /// asked of the group.
    pub fn is_light(&self) -> bool {
        matches!(self.behaves_as(), TroopType::LightFoot | TroopType::LightHorse)
    }

    /// FA-TROOP-22, FA-SC-01: of a kind that shock troops are made of.
    pub fn is_shock(&self) -> bool {
        use Capability::*;
        match self.behaves_as() {
            TroopType::HeavyChariots | TroopType::ScythedChariots => true,
            TroopType::LightHorse => false,
            kind if kind.is_mounted() => self.can(Lancers),
            _ => self.can(ImpactFoot) || self.can(OffensiveSpearmen) || self.can(Pikemen),
        }
    }

    /// FA-SHOOT-01: the weapon with which it shoots, if it has one. Bow* after the full bows.
    pub fn shoots_with(&self) -> Option<Capability> {
        Capability::SHOOTING.into_iter().find(|weapon| self.can(*weapon))
    }
}

impl Flag for Capability {
    const ALL: &'static [Capability] = &[
        Capability::Longbow,
        Capability::Crossbow,
        Capability::Bow,
        Capability::BowStar,
        Capability::Firearm,
        Capability::Javelins,
        Capability::Sling,
        Capability::Swordsmen,
        Capability::SkilledSwordsmen,
        Capability::OffensiveSpearmen,
        Capability::DefensiveSpearmen,
        Capability::Pikemen,
        Capability::ImpactFoot,
        Capability::HeavyWeapon,
        Capability::Lancers,
        Capability::LightSpear,
        Capability::LightArtillery,
        Capability::HeavyArtillery,
    ];

    fn bit(self) -> u32 {
        self as u32
    }
}

impl Capability {
    /// FA-SHOOT-01.
    pub const SHOOTING: [Capability; 9] = [
        Capability::HeavyArtillery,
        Capability::LightArtillery,
        Capability::Longbow,
        Capability::Crossbow,
        Capability::Bow,
        Capability::Firearm,
        Capability::BowStar,
        Capability::Sling,
        Capability::Javelins,
    ];
}
