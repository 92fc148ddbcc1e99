//! Battles between armies of equal points: a field, both armies drawn up as suggested, and a die for the first turn
//! (HC-SETUP-04, HC-SETUP-05).

use super::ready::Army;
use crate::fact::Fact;
use crate::field::Piece;
use crate::rules::{INCH, Rules};
use crate::scenario::terrain_of;
use crate::settings::Settings;
use crate::setup::{ArmyEntry, DivisionEntry, LeaderEntry, Setup, Stands, UnitEntry, Zone, start};
use crate::troop::Card;
use aelian_game::{Refused, Side};
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_rulebook::Reason;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The table, in inches.
const WIDTH: f64 = 96.0;
const DEPTH: f64 = 60.0;
/// Between units side by side and between rows, in mm.
const GAP: f64 = 12.0;
const ROW: f64 = 106.0;

/// A field of battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The name of its file, without the ending.
    pub slug: &'static str,
    pub name: String,
    pub terrain: Vec<Piece>,
}

/// Why two armies cannot be set against each other.
#[derive(Debug, thiserror::Error)]
pub enum BattleError {
    #[error("the armies cost {0} and {1} points")]
    Unequal(u32, u32),
    #[error("the armies are too large for the table")]
    NoRoom,
    #[error("the battle cannot be: it breaks {}", Refused::<Rules>(.0.clone()))]
    Refused(Vec<Reason<Fact>>),
}

pub(super) const HILLS: &str = include_str!("../../../../data/hail-caesar/grounds/hills-and-woods.toml");

/// The fields that come with the program; the first is open.
pub fn grounds() -> &'static [Ground] {
    static GROUNDS: OnceLock<Vec<Ground>> = OnceLock::new();
    GROUNDS.get_or_init(|| {
        let open = Ground { slug: "open-field", name: "Open field".to_owned(), terrain: Vec::new() };
        // The file is compiled in and a test reads it.
        let hills =
            terrain_of(HILLS).ok().map(|(name, terrain)| Ground { slug: "hills-and-woods", name, terrain });
        [Some(open), hills].into_iter().flatten().collect()
    })
}

/// HC-LIST-05: a battle of two armies that were bought for the same number of points.
pub fn battle(red: &Army, blue: &Army, ground: &Ground) -> Result<Setup, BattleError> {
    if red.agreed != blue.agreed {
        return Err(BattleError::Unequal(red.points(), blue.points()));
    }
    let mut setup = Setup {
        title: format!("{} against {}", red.name, blue.name),
        battle: None,
        settings: Settings::default(),
        width: WIDTH * INCH,
        depth: DEPTH * INCH,
        terrain: ground.terrain.clone(),
        armies: [entry(red, ""), entry(blue, if red.name == blue.name { " " } else { "" })],
        first: None,
        deployed: false,
        draws_up_first: None,
        homes: None,
        entries: Vec::new(),
        position: None,
    };
    let (rules, _) = start(&setup).map_err(BattleError::Refused)?;
    for side in Side::BOTH {
        let cards: Vec<&Card> = rules.cards.iter().filter(|card| card.side == side).collect();
        draw_up(&mut setup, side, &cards)?;
    }
    Ok(setup)
}

/// The order of battle; units of a kind are numbered. `mark` sets the second of two like armies apart.
fn entry(army: &Army, mark: &str) -> ArmyEntry {
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let divisions = army.divisions.iter().map(|division| DivisionEntry {
        name: division.name.clone(),
        commander: LeaderEntry {
            name: division.commander.clone(),
            leadership: division.leadership,
            attacks: None,
            general: division.general,
            at: None,
        },
        units: division
            .units
            .iter()
            .map(|line| {
                let number = numbers.entry(line.key.as_str()).or_insert(0);
                *number += 1;
                UnitEntry {
                    name: format!("{} {number}{mark}", line.name).trim_end().to_owned(),
                    troop: line.troop.clone(),
                    worn: None,
                    instead: None,
                    files: None,
                    ranks: None,
                    base: None,
                    counts: None,
                    parent: None,
                    stands: Stands::Waiting,
                }
            })
            .collect(),
        zone: None,
        arrival: None,
        minor: false,
    });
    ArmyEntry { name: army.name.clone(), divisions: divisions.collect(), chief: None }
}

/// Each division has a part of the zone as wide as its units need; they stand in rows, the first in front.
fn draw_up(setup: &mut Setup, side: Side, cards: &[&Card]) -> Result<(), BattleError> {
    let zone = setup.zone_of(side);
    let wide = |card: &&Card| card.extent(card.normal).0 + GAP;
    let needed: f64 = cards.iter().map(wide).sum();
    let room = zone.high.x - zone.low.x - 2.0 * GAP;
    let rows = libm::ceil(needed / room * 1.15).max(1.0);
    let mut from = zone.low.x + GAP;
    let mut at = 0;
    for division in &mut setup.armies[side.index()].divisions {
        let mine = &cards[at..at + division.units.len()];
        at += division.units.len();
        let share = mine.iter().map(wide).sum::<f64>() / needed * room;
        let part = Zone { low: Vec2::new(from, zone.low.y), high: Vec2::new(from + share, zone.high.y) };
        from += share;
        place(division, side, &part, mine, rows as u32)?;
    }
    Ok(())
}

fn place(
    division: &mut DivisionEntry,
    side: Side,
    zone: &Zone,
    cards: &[&Card],
    rows: u32,
) -> Result<(), BattleError> {
    let most = (zone.high.y - zone.low.y) / ROW;
    let (facing, front, back) = match side {
        Side::Red => (Facing::UP, zone.high.y - 1.0, -1.0),
        Side::Blue => (Facing::DOWN, zone.low.y + 1.0, 1.0),
    };
    let (mut x, mut row) = (zone.low.x, 0.0);
    for (unit, card) in division.units.iter_mut().zip(cards) {
        let (width, _) = card.extent(card.normal);
        if x + width > zone.high.x && x > zone.low.x {
            (x, row) = (zone.low.x, row + 1.0);
        }
        if row + 1.0 > most {
            return Err(BattleError::NoRoom);
        }
        let at = Vec2::new(x + width / 2.0, front + back * row * ROW);
        unit.stands = Stands::At { pose: Pose { at, facing }.on_grid(), formation: None };
        x += width + GAP;
    }
    let middle = (zone.low.x + zone.high.x) / 2.0;
    division.commander.at = Some(Vec2::new(middle, front + back * f64::from(rows.min(2)) * ROW));
    Ok(())
}
