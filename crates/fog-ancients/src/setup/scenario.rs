//! Scenarios: battles ready to play, read from `data/fog-ancients/scenarios/`.

use super::position::{PlacedCamp, PlacedCommander, PlacedGroup, PlacedWork, Position};
use super::{Setup, Start, TableSize};
use crate::army::ready;
use crate::field::{Area, AreaKind, Covering, Piece, River, Road, Size};
use crate::settings::{Edition, MoveUnit, Scale, Settings};
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, Defences, Place};
use aelian_game::Side;
use aelian_geometry::{Course, Facing, Polygon, Polyline, Vec2};
use serde::Deserialize;
use std::sync::OnceLock;

/// A battle ready to play.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The name of its file, without the ending.
    pub slug: &'static str,
    pub name: String,
    pub date: String,
    /// What it is about, in our words.
    pub about: String,
    /// How long it takes.
    pub length: String,
    pub setup: Setup,
}

const FILES: [(&str, &str); 2] = [
    ("trebia", include_str!("../../../../data/fog-ancients/scenarios/trebia.toml")),
    ("crecy", include_str!("../../../../data/fog-ancients/scenarios/crecy.toml")),
];

/// Every scenario that comes with the program.
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

/// A scenario file. Lengths in MU, facings as a compass.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    date: String,
    about: String,
    length: String,
    width: f64,
    depth: f64,
    red: String,
    blue: String,
    active: Side,
    #[serde(default)]
    area: Vec<AreaKeys>,
    #[serde(default)]
    river: Vec<RiverKeys>,
    #[serde(default)]
    road: Vec<RoadKeys>,
    place: Vec<PlaceKeys>,
    commander: Vec<CommanderKeys>,
    #[serde(default)]
    camp: Vec<CampKeys>,
    #[serde(default)]
    works: Vec<WorkKeys>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaKeys {
    kind: AreaKind,
    outline: Vec<[f64; 2]>,
    #[serde(default)]
    covering: Option<AreaKind>,
    #[serde(default)]
    crest: Vec<[f64; 2]>,
    #[serde(default)]
    large: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiverKeys {
    line: Vec<[f64; 2]>,
    width: f64,
    level: crate::field::Level,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadKeys {
    line: Vec<[f64; 2]>,
}

/// Where a group of an army stands: the armies' groups in their order, one key for each.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceKeys {
    side: Side,
    at: [f64; 2],
    files: u8,
    #[serde(default)]
    facing: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderKeys {
    side: Side,
    /// The number of the group he is with, counted from 1 in the order of march.
    #[serde(default)]
    with: Option<usize>,
    #[serde(default)]
    at: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CampKeys {
    side: Side,
    at: [f64; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkKeys {
    side: Side,
    at: [f64; 2],
    pieces: u8,
    #[serde(default)]
    facing: Option<f64>,
}

/// What is wrong with a scenario file.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("there is no ready army `{0}`")]
    Army(String),
    #[error("{side} has {groups} groups and {places} places", side = .side.name())]
    Places { side: Side, groups: usize, places: usize },
    #[error("a piece of terrain has no proper shape")]
    Shape,
}

fn read(slug: &'static str, text: &str) -> Result<Scenario, ScenarioError> {
    let file: File = toml::from_str(text)?;
    let mu = MoveUnit::default().mm();
    let army = |name: &String| {
        let found = ready().iter().find(|army| army.slug == name);
        found.map(|army| army.order_of_battle.clone()).ok_or_else(|| ScenarioError::Army(name.clone()))
    };
    let armies = [army(&file.red)?, army(&file.blue)?];
    let mut position = Position {
        phase: Phase::Impact,
        stage: Some(Stage::DeclareCharges),
        turn: 1,
        active: file.active,
        initial: None,
        terrain: terrain(&file, mu)?,
        groups: Vec::new(),
        commanders: Vec::new(),
        camps: Vec::new(),
        works: Vec::new(),
        fights: Vec::new(),
        pursuits: Vec::new(),
        markers: Vec::new(),
        marches: Vec::new(),
    };
    for side in Side::BOTH {
        let army = &armies[side.index()];
        let places: Vec<&PlaceKeys> = file.place.iter().filter(|place| place.side == side).collect();
        if places.len() != army.groups.len() {
            let (groups, places) = (army.groups.len(), places.len());
            return Err(ScenarioError::Places { side, groups, places });
        }
        for (at, (group, place)) in army.groups.iter().zip(places).enumerate() {
            position.groups.push(PlacedGroup {
                name: group_name(side, at),
                side,
                parts: group.parts.clone(),
                quality: group.quality,
                training: group.training,
                line: group.line.clone(),
                contingent: group.contingent,
                place: Place::Table,
                at: point(place.at, mu),
                facing: place.facing.map(Facing::compass),
                files: place.files,
                tail: None,
                lost: 0,
                cohesion: Cohesion::Steady,
                did: Vec::new(),
                defences: if group.portable_defences { Defences::Carried } else { Defences::None },
                bases: Vec::new(),
                orb: false,
                track: Vec::new(),
            });
        }
        let leaders = file.commander.iter().filter(|keys| keys.side == side);
        for (officer, keys) in army.commanders.iter().zip(leaders) {
            position.commanders.push(PlacedCommander {
                name: officer.label.clone(),
                side,
                grade: officer.grade,
                rank: Some(officer.rank),
                contingent: officer.contingent,
                with: keys.with.map(|number| group_name(side, number.saturating_sub(1))),
                front_file: None,
                at: keys.at.map(|at| point(at, mu)),
                unknown: false,
            });
        }
    }
    let fortified = |side: Side| armies[side.index()].fortified_camp;
    let camp = |keys: &CampKeys| PlacedCamp {
        side: keys.side,
        at: point(keys.at, mu),
        fortified: fortified(keys.side),
        sacked: false,
    };
    position.camps = file.camp.iter().map(camp).collect();
    let work = |keys: &WorkKeys| PlacedWork {
        side: keys.side,
        at: point(keys.at, mu),
        facing: keys.facing.map(Facing::compass),
        pieces: keys.pieces,
        portable_of: None,
    };
    position.works = file.works.iter().map(work).collect();
    let setup = Setup {
        edition: Edition::default(),
        scale: Scale::default(),
        unit: MoveUnit::default(),
        table: TableSize { width: file.width, depth: file.depth },
        points: None,
        initiative: None,
        initial: None,
        settings: Settings::default(),
        armies,
        start: Start::Position(Box::new(position)),
    };
    let File { name, date, about, length, .. } = file;
    Ok(Scenario { slug, name, date, about, length, setup })
}

/// Groups of a scenario are known by their side and their place in the order of march.
fn group_name(side: Side, at: usize) -> String {
    format!("{}{}", if side == Side::Red { "R" } else { "B" }, at + 1)
}

fn point(at: [f64; 2], mu: f64) -> Vec2 {
    Vec2::new(at[0] * mu, at[1] * mu)
}

fn points(line: &[[f64; 2]], mu: f64) -> Vec<Vec2> {
    line.iter().map(|at| point(*at, mu)).collect()
}

fn terrain(file: &File, mu: f64) -> Result<Vec<Piece>, ScenarioError> {
    let mut pieces = Vec::new();
    for keys in &file.area {
        let outline = Polygon::new(points(&keys.outline, mu)).map_err(|_| ScenarioError::Shape)?;
        let crest = points(&keys.crest, mu);
        pieces.push(Piece::Area(Area {
            kind: keys.kind,
            size: if keys.large { Size::Large } else { Size::Normal },
            outline,
            covering: keys.covering.map(|kind| Covering { kind, outline: None }),
            crests: if crest.is_empty() { Vec::new() } else { vec![crest] },
            high: false,
            laid_by: None,
        }));
    }
    for keys in &file.river {
        let line = Polyline::new(points(&keys.line, mu)).map_err(|_| ScenarioError::Shape)?;
        let course = Course::new(line, keys.width * mu).map_err(|_| ScenarioError::Shape)?;
        pieces.push(Piece::River(River { course, level: keys.level }));
    }
    for keys in &file.road {
        let line = Polyline::new(points(&keys.line, mu)).map_err(|_| ScenarioError::Shape)?;
        pieces.push(Piece::Road(Road { line }));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use aelian_game::Ruleset;

    /// FA-ARMY-11, FA-ARMY-12: both scenarios can be started with every group of their armies on the table.
    #[test]
    fn every_scenario_can_be_started() {
        for (slug, text) in FILES {
            let scenario = read(slug, text).unwrap_or_else(|error| panic!("{slug}: {error}"));
            let (_, state) =
                Rules::start(&scenario.setup).unwrap_or_else(|faults| panic!("{slug}: {faults:?}"));
            let groups: usize = scenario.setup.armies.iter().map(|army| army.groups.len()).sum();
            assert_eq!(state.on_table().count(), groups, "{slug}");
            assert!(state.commanders.iter().all(|commander| commander.on_table()));
        }
        assert_eq!(scenarios().len(), FILES.len());
    }
}
