//! The figures of chapter 68, read from `data/fog-ancients/tables/combat.toml`.

use crate::tables::TableError;
use serde::Deserialize;

/// All figures of close combat.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CombatTable {
    pub impact_dice: ImpactDice,
    pub melee_dice: MeleeDice,
    pub losses: Losses,
    to_hit: ToHit,
    pub ranks: Ranks,
    pub impact_poa: ImpactPoa,
    pub melee_poa: MeleePoa,
}

/// FA-TAB-IMPDICE.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ImpactDice {
    pub scythed_chariots: u32,
    pub others: u32,
}

/// FA-TAB-MELDICE.
#[derive(Clone, Debug, Deserialize)]
pub struct MeleeDice {
    pub heavy: u32,
    pub others: u32,
}

/// FA-IDICE-04, FA-COH-05, FA-COH-10.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Losses {
    pub light: u32,
    pub shaken: u32,
    pub badly_shaken: u32,
}

#[derive(Clone, Debug, Deserialize)]
struct ToHit {
    score: [u8; 5],
}

/// FA-POA-09.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ranks {
    pub spearmen: usize,
    pub pikemen: usize,
    pub deep_pikemen: usize,
}

/// FA-TAB-IMPPOA.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ImpactPoa {
    pub impact_foot_foot: i32,
    pub impact_foot_mounted: i32,
    pub spears_standing: i32,
    pub spears_charging: i32,
    pub defensive_charging: i32,
    pub heavy_weapon: i32,
    pub foot_light_spear: i32,
    pub mounted_light_spear: i32,
    pub elephants: i32,
    pub battle_wagons: i32,
    pub knightly_lancers: i32,
    pub other_lancers: i32,
    pub chariots: i32,
    pub mounted_against_loose_foot: i32,
    pub deep_pikemen: i32,
    pub flank: i32,
    pub position: i32,
}

/// FA-TAB-MELPOA.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct MeleePoa {
    pub skilled_swordsmen: i32,
    pub swordsmen: i32,
    pub spearmen: i32,
    pub pikemen: i32,
    pub heavy_weapon: i32,
    pub elephants: i32,
    pub chariots: i32,
    pub artillery: i32,
    pub deep_pikemen: i32,
    pub better_armour: i32,
    pub two_directions: i32,
    pub position: i32,
}

impl CombatTable {
    pub(crate) fn read() -> Result<CombatTable, TableError> {
        let text = include_str!("../../../../data/fog-ancients/tables/combat.toml");
        toml::from_str(text)
            .map_err(|source| TableError::Toml { file: "combat.toml", source: Box::new(source) })
    }

    /// FA-TAB-CCHIT, FA-POA-03, FA-POA-08: the score to hit with this net.
    pub fn to_hit(&self, net: i32) -> u8 {
        self.to_hit.score[(net.clamp(-2, 2) + 2) as usize]
    }
}
