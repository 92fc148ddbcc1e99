//! The figures of chapter 60, read from `data/fog-ancients/tables/shooting.toml`.

use crate::tables::TableError;
use crate::troop::{Armour, Capability, Troop, TroopType};
use aelian_game::Flag;
use serde::Deserialize;
use std::collections::BTreeMap;

/// FA-TAB-RANGE: in MU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    pub effective: f64,
    pub maximum: f64,
}

/// FA-TAB-SHOOTDICE: so many dice for so many bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rate {
    pub dice: u8,
    pub per: u8,
}

/// A row of FA-TAB-SHOOTDICE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceRow {
    Artillery,
    FootWithBows,
    CavalryWithBows,
    OtherMountedWithBows,
    Chariots,
    BattleWagons,
    LesserShooters,
}

/// A row of the first block of FA-TAB-SHOOTPOA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetRow {
    UnprotectedCavalry,
    ProtectedCavalry,
    ArmouredHorse,
    HeavilyArmouredHorse,
    Elephants,
    BattleWagons,
    UnprotectedFoot,
    ArmouredFoot,
    HeavilyArmouredFoot,
    OtherFoot,
}

const WEAPONS: usize = Capability::ALL.len();
const DICE_ROWS: usize = 7;
const TARGET_ROWS: usize = 10;

/// All figures of shooting.
#[derive(Clone, Debug)]
pub struct ShootingTable {
    /// For foot, then for mounted.
    ranges: [[Option<Range>; WEAPONS]; 2],
    dice: [[Option<Rate>; 4]; DICE_ROWS],
    to_hit: [u8; 5],
    poa: [[i8; WEAPONS]; TARGET_ROWS],
}

impl DiceRow {
    /// FA-SDICE-01, FA-SDICE-02, FA-SDICE-03, FA-SDICE-04, FA-SDICE-05, FA-SDICE-06, FA-SDICE-07,
    /// FA-SDICE-08, AMB-56: the row of these troops with this weapon.
    pub fn of(troop: &Troop, weapon: Capability) -> DiceRow {
        use Capability::*;
        let kind = troop.behaves_as();
        match kind {
            _ if kind.is_artillery() => DiceRow::Artillery,
            TroopType::BattleWagons => DiceRow::BattleWagons,
            _ if kind.is_chariots() => DiceRow::Chariots,
            _ if troop.is_light() || matches!(weapon, Javelins | Sling | Firearm | BowStar) => {
                DiceRow::LesserShooters
            }
            _ if kind.is_foot() => DiceRow::FootWithBows,
            TroopType::Cavalry => DiceRow::CavalryWithBows,
            _ => DiceRow::OtherMountedWithBows,
        }
    }
}

impl TargetRow {
    /// FA-SPOA-02, FA-SPOA-03, FA-SPOA-04, FA-SPOA-05, FA-SPOA-06, FA-SPOA-07, FA-SPOA-08, FA-SPOA-09,
    /// FA-SPOA-10, FA-SPOA-11, FA-SPOA-12, FA-SPOA-13, FA-SPOA-20, AMB-30: the row of a target; none for
    /// light horse, chariots, and cavalry that stand one base deep.
    pub fn of(troop: &Troop, one_deep: bool) -> Option<TargetRow> {
        use TargetRow::*;
        let kind = troop.behaves_as();
        match (kind, troop.armour) {
            (TroopType::Elephants, _) => Some(Elephants),
            (TroopType::BattleWagons, _) => Some(BattleWagons),
            (TroopType::Cataphracts, _) | (TroopType::Knights, Armour::HeavilyArmoured) => {
                Some(HeavilyArmouredHorse)
            }
            (TroopType::Knights, Armour::Armoured) => Some(ArmouredHorse),
            (TroopType::Cavalry, _) if one_deep => None,
            (TroopType::Cavalry, Armour::Unprotected) => Some(UnprotectedCavalry),
            (TroopType::Cavalry, Armour::Protected) => Some(ProtectedCavalry),
            (TroopType::Cavalry, Armour::Armoured) => Some(ArmouredHorse),
            _ if kind.is_mounted() => None,
            (_, Armour::HeavilyArmoured) => Some(HeavilyArmouredFoot),
            (_, Armour::Armoured) => Some(ArmouredFoot),
            (TroopType::HeavyFoot | TroopType::MediumFoot, Armour::Unprotected) => Some(UnprotectedFoot),
            _ => Some(OtherFoot),
        }
    }
}

impl ShootingTable {
    /// FA-TAB-RANGE, FA-SHOOT-09: the range of a weapon in the hands of foot or mounted.
    pub fn range(&self, troop: &Troop, weapon: Capability) -> Option<Range> {
        self.ranges[usize::from(troop.is_mounted())][weapon as usize]
    }

    /// FA-TAB-SHOOTDICE; none: that rank does not shoot (FA-SHOOT-25, FA-SHOOT-27).
    pub fn rate(&self, row: DiceRow, second_rank: bool, effective: bool) -> Option<Rate> {
        self.dice[row as usize][usize::from(second_rank) + 2 * usize::from(!effective)]
    }

    /// FA-TAB-SHOOTHIT, FA-SPOA-17: the score to hit with these points of advantage, at most two either way.
    pub fn to_hit(&self, poa: i32) -> u8 {
        self.to_hit[(poa.clamp(-2, 2) + 2) as usize]
    }

    /// FA-SPOA-18: Bow* uses the rows of the bow.
    pub fn poa(&self, row: TargetRow, weapon: Capability) -> i32 {
        // FA-TROOP-15.
        let weapon = if weapon == Capability::BowStar { Capability::Bow } else { weapon };
        i32::from(self.poa[row as usize][weapon as usize])
    }

    pub(crate) fn read() -> Result<ShootingTable, TableError> {
        const TEXT: &str = include_str!("../../../../data/fog-ancients/tables/shooting.toml");
        let written: Written = toml::from_str(TEXT)
            .map_err(|source| TableError::Toml { file: FILE, source: Box::new(source) })?;
        let mut table = ShootingTable {
            ranges: [[None; WEAPONS]; 2],
            dice: [[None; 4]; DICE_ROWS],
            to_hit: written.score.to_hit,
            poa: [[0; WEAPONS]; TARGET_ROWS],
        };
        for (at, ranges) in [written.range.foot, written.range.mounted].into_iter().enumerate() {
            for (weapon, [effective, maximum]) in ranges {
                table.ranges[at][weapon as usize] = Some(Range { effective, maximum });
            }
        }
        for (row, cells) in written.dice {
            for (at, cell) in cells.iter().enumerate() {
                table.dice[row as usize][at] = rate(cell)?;
            }
        }
        for (row, weapons) in written.poa {
            for (weapon, poa) in weapons {
                table.poa[row as usize][weapon as usize] = poa;
            }
        }
        Ok(table)
    }
}

const FILE: &str = "shooting.toml";

#[derive(Deserialize)]
struct Written {
    range: Ranges,
    dice: BTreeMap<DiceRow, [String; 4]>,
    score: Score,
    poa: BTreeMap<TargetRow, BTreeMap<Capability, i8>>,
}

#[derive(Deserialize)]
struct Ranges {
    foot: BTreeMap<Capability, [f64; 2]>,
    mounted: BTreeMap<Capability, [f64; 2]>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Score {
    to_hit: [u8; 5],
}

fn rate(cell: &str) -> Result<Option<Rate>, TableError> {
    let wrong = || TableError::Key { file: FILE, key: cell.to_owned() };
    if cell == "-" {
        return Ok(None);
    }
    let (dice, per) = cell.split_once('/').unwrap_or((cell, "1"));
    let number = |word: &str| word.parse::<u8>().ok().filter(|number| *number > 0).ok_or_else(wrong);
    Ok(Some(Rate { dice: number(dice)?, per: number(per)? }))
}
