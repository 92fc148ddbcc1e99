//! The seven battles as files for people: `data/hail-caesar/scenarios/*.toml`, inches and names, read into setups.

mod terrain;

use super::Battle;
use crate::field::{Piece, TableEdge};
use crate::formation::Formation;
use crate::ids::BlockId;
use crate::rules::INCH;
use crate::settings::Settings;
use crate::setup::{ArmyEntry, Arrival, DivisionEntry, Entry, LeaderEntry, Setup, Stands, UnitEntry, Zone};
use crate::state::Along;
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Vec2};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A battle ready to play.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The name of its file, without the ending.
    pub slug: &'static str,
    pub name: String,
    pub date: String,
    /// How large it is, in words.
    pub size: String,
    /// How long it takes, in words.
    pub length: String,
    /// What it is about, in our words.
    pub about: String,
    pub setup: Setup,
}

macro_rules! files {
    ($($slug:literal),* $(,)?) => {
        [$(($slug, include_str!(concat!("../../../../data/hail-caesar/scenarios/", $slug, ".toml")))),*]
    };
}

const FILES: [(&str, &str); 7] = files![
    "with-your-shield",
    "brunanburgh",
    "barbarians-at-the-gates",
    "go-meek-into-the-desert",
    "border-raid",
    "kadesh",
    "road-to-damascus",
];

/// Every battle that comes with the program, small ones first.
///
/// HS-COMMON-01, HS-COMMON-03: where a file says nothing else, a commander has leadership 8 and the attacks of his rank.
/// HS-COMMON-02, HS-COMMON-04, HS-COMMON-05, HS-COMMON-06: the general's re-roll, successors, broken divisions and defeat
/// are those of every battle.
pub fn scenarios() -> &'static [Scenario] {
    static SCENARIOS: OnceLock<Vec<Scenario>> = OnceLock::new();
    SCENARIOS.get_or_init(|| {
        // The files are compiled in and a test starts each: only a broken build could leave one out here.
        FILES.iter().filter_map(|(slug, text)| read(slug, text).ok()).collect()
    })
}

pub fn named(slug: &str) -> Option<&'static Scenario> {
    scenarios().iter().find(|scenario| scenario.slug == slug)
}

/// A scenario file. Lengths in inches from the south-west corner, facings as a compass.
#[derive(Deserialize)]
struct File {
    name: String,
    battle: Battle,
    date: String,
    size: String,
    length: String,
    about: String,
    /// Red's name, then Blue's.
    sides: [String; 2],
    width: f64,
    depth: f64,
    first: Side,
    draws_up_first: Side,
    #[serde(default)]
    homes: Option<[TableEdge; 2]>,
    #[serde(default)]
    settings: Settings,
    /// Lines of values by name, as `Written` reads them.
    troops: BTreeMap<String, String>,
    #[serde(default, flatten)]
    terrain: terrain::Keys,
    #[serde(default)]
    entry: Vec<EntryKeys>,
    division: Vec<DivisionKeys>,
}

/// HC-OFF-02.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryKeys {
    name: String,
    edge: TableEdge,
    from: f64,
    to: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DivisionKeys {
    side: Side,
    name: String,
    commander: String,
    #[serde(default = "eight")]
    leadership: u8,
    #[serde(default)]
    attacks: Option<u8>,
    #[serde(default)]
    general: bool,
    /// Where the commander stands; none: off the table with his troops.
    #[serde(default)]
    at: Option<[f64; 2]>,
    #[serde(default)]
    zone: Option<[[f64; 2]; 2]>,
    /// Of its units, where nothing else is said.
    #[serde(default)]
    facing: Option<f64>,
    #[serde(default)]
    formation: Option<Formation>,
    #[serde(default)]
    arrival: Option<ArrivalKeys>,
    #[serde(default)]
    minor: bool,
    units: Vec<UnitKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrivalKeys {
    /// Names of stretches of edges.
    entries: Vec<String>,
    #[serde(default = "one")]
    from: u8,
    #[serde(default)]
    needs: Vec<u8>,
    #[serde(default)]
    group: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitKeys {
    name: String,
    troop: String,
    #[serde(default)]
    worn: Option<String>,
    #[serde(default)]
    instead: Option<String>,
    #[serde(default)]
    at: Option<[f64; 2]>,
    #[serde(default)]
    facing: Option<f64>,
    #[serde(default)]
    formation: Option<Formation>,
    #[serde(default)]
    hidden: bool,
    /// The name of the building it is in.
    #[serde(default, rename = "in")]
    inside: Option<String>,
    /// How far along its edge it waits off the table.
    #[serde(default)]
    off: Option<Off>,
    #[serde(default)]
    files: Option<u8>,
    #[serde(default)]
    ranks: Option<u8>,
    #[serde(default)]
    parent: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Off {
    edge: TableEdge,
    at: f64,
}

fn eight() -> u8 {
    8
}

fn one() -> u8 {
    1
}

/// A field of battle: its name and what lies on it.
pub fn terrain_of(text: &str) -> Result<(String, Vec<Piece>), ScenarioError> {
    #[derive(Deserialize)]
    struct Field {
        name: String,
        #[serde(flatten)]
        terrain: terrain::Keys,
    }
    let field: Field = toml::from_str(text)?;
    Ok((field.name, field.terrain.pieces()?))
}

/// What is wrong with a scenario file.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("`{0}` is no line of `troops`")]
    Troop(String),
    #[error("`{0}` is no `entry`")]
    Entry(String),
    #[error("`{0}` is no `block`")]
    Block(String),
    #[error("a piece of terrain has no proper shape: {0}")]
    Shape(String),
}

pub(super) fn point(at: [f64; 2]) -> Vec2 {
    Vec2::new(at[0] * INCH, at[1] * INCH)
}

/// Inches along an edge in whole mm.
fn along(inches: f64) -> Along {
    libm::round((inches * INCH).clamp(0.0, f64::from(Along::MAX))) as Along
}

fn read(slug: &'static str, text: &str) -> Result<Scenario, ScenarioError> {
    let file: File = toml::from_str(text)?;
    let terrain = file.terrain.pieces()?;
    let mut armies = file.sides.clone().map(|name| ArmyEntry { name, divisions: Vec::new(), chief: None });
    for keys in &file.division {
        let division = division(&file, &terrain, keys)?;
        armies[keys.side.index()].divisions.push(division);
    }
    let entry = |keys: &EntryKeys| Entry {
        name: keys.name.clone(),
        edge: keys.edge,
        from: along(keys.from),
        to: along(keys.to),
    };
    let setup = Setup {
        title: file.name.clone(),
        battle: Some(file.battle),
        settings: file.settings,
        width: file.width * INCH,
        depth: file.depth * INCH,
        terrain,
        armies,
        first: Some(file.first),
        deployed: false,
        draws_up_first: Some(file.draws_up_first),
        homes: file.homes,
        entries: file.entry.iter().map(entry).collect(),
        position: None,
    };
    let File { name, date, size, length, about, .. } = file;
    Ok(Scenario { slug, name, date, size, length, about, setup })
}

fn division(file: &File, terrain: &[Piece], keys: &DivisionKeys) -> Result<DivisionEntry, ScenarioError> {
    let units =
        keys.units.iter().map(|unit| self::unit(file, terrain, keys, unit)).collect::<Result<_, _>>()?;
    let arrival = keys.arrival.as_ref().map(|keys| arrival(file, keys)).transpose()?;
    Ok(DivisionEntry {
        name: keys.name.clone(),
        commander: LeaderEntry {
            name: keys.commander.clone(),
            leadership: keys.leadership,
            attacks: keys.attacks,
            general: keys.general,
            at: keys.at.map(point),
        },
        units,
        zone: keys.zone.map(|[low, high]| Zone { low: point(low), high: point(high) }),
        arrival,
        minor: keys.minor,
    })
}

fn arrival(file: &File, keys: &ArrivalKeys) -> Result<Arrival, ScenarioError> {
    let number = |name: &String| {
        let found = file.entry.iter().position(|entry| entry.name == *name);
        found.and_then(|at| u8::try_from(at).ok()).ok_or_else(|| ScenarioError::Entry(name.clone()))
    };
    Ok(Arrival {
        entries: keys.entries.iter().map(number).collect::<Result<_, _>>()?,
        from: keys.from,
        needs: keys.needs.clone(),
        group: keys.group.clone(),
    })
}

fn unit(
    file: &File,
    terrain: &[Piece],
    division: &DivisionKeys,
    keys: &UnitKeys,
) -> Result<UnitEntry, ScenarioError> {
    let line =
        |name: &String| file.troops.get(name).cloned().ok_or_else(|| ScenarioError::Troop(name.clone()));
    Ok(UnitEntry {
        name: keys.name.clone(),
        troop: line(&keys.troop)?,
        worn: keys.worn.as_ref().map(line).transpose()?,
        instead: keys.instead.as_ref().map(line).transpose()?,
        files: keys.files,
        ranks: keys.ranks,
        base: None,
        counts: None,
        parent: keys.parent.clone(),
        stands: stands(terrain, division, keys)?,
    })
}

fn stands(terrain: &[Piece], division: &DivisionKeys, keys: &UnitKeys) -> Result<Stands, ScenarioError> {
    if let Some(name) = &keys.inside {
        let mut blocks = terrain.iter().filter_map(|piece| match piece {
            Piece::Block(block) => Some(block),
            _ => None,
        });
        let found = blocks.position(|block| block.name == *name).and_then(|at| u8::try_from(at).ok());
        return found.map(|at| Stands::In(BlockId(at))).ok_or_else(|| ScenarioError::Block(name.clone()));
    }
    if let Some(off) = keys.off {
        return Ok(Stands::Off { edge: off.edge, along: along(off.at), formation: None });
    }
    let Some(at) = keys.at else { return Ok(Stands::Absent) };
    let usual = if division.side == Side::Red { 0.0 } else { 180.0 };
    let facing = Facing::compass(keys.facing.or(division.facing).unwrap_or(usual));
    let pose = Pose { at: point(at), facing };
    if keys.hidden {
        return Ok(Stands::Hidden { pose });
    }
    Ok(Stands::At { pose, formation: keys.formation.or(division.formation) })
}

#[cfg(test)]
mod tests;
