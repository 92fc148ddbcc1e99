//! The keys of a case file that belong to Field of Glory Ancients (docs/cases.md), turned into a setup.

use super::spelling::spell;
use crate::case::{Fault, Faults, Shaper, Tree, key, part, unknown_keys};
use crate::told::Names;
use aelian_fog_ancients::army::{self, OrderOfBattle, ready};
use aelian_fog_ancients::field::Piece;
use aelian_fog_ancients::settings::{Edition, MoveUnit, Scale, Settings};
use aelian_fog_ancients::setup::position::{
    NamedFight, NamedMarch, NamedPursuit, PlacedCamp, PlacedCommander, PlacedGroup, PlacedMarker, PlacedWork,
    Position,
};
use aelian_fog_ancients::setup::{Setup, Start, TableSize, scenario};
use aelian_fog_ancients::troop::{Quality, Training, Troop};
use aelian_game::{Side, written};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The `[table]` of a case.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TableKeys {
    edition: Edition,
    scale: Scale,
    unit: MoveUnit,
    /// In MU.
    width: f64,
    depth: f64,
    /// In what the file writes plain numbers of positions: `MU` or `mm`.
    lengths: Lengths,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
enum Lengths {
    #[default]
    #[serde(rename = "MU")]
    Mu,
    #[serde(rename = "mm")]
    Mm,
}

impl Default for TableKeys {
    fn default() -> Self {
        let TableSize { width, depth } = TableSize::default();
        TableKeys {
            edition: Edition::default(),
            scale: Scale::default(),
            unit: MoveUnit::default(),
            width,
            depth,
            lengths: Lengths::default(),
        }
    }
}

/// The `[set_up]` of a case that begins before the battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUpKeys {
    #[serde(default)]
    red: Option<ArmyKey>,
    #[serde(default)]
    blue: Option<ArmyKey>,
    /// A scenario by its name, instead of armies.
    #[serde(default)]
    scenario: Option<String>,
    #[serde(default)]
    points: Option<u32>,
    /// FA-INIT-01: who has the initiative; rolled for if left out.
    #[serde(default)]
    initiative: Option<Side>,
    /// The battlefield is given by the file's terrain.
    #[serde(default)]
    field: bool,
}

/// A ready army by its name, or one that is written out as in a record or as in an army file.
#[derive(Deserialize)]
#[serde(untagged)]
enum ArmyKey {
    Ready(String),
    Recorded(Box<OrderOfBattle>),
    Written(toml::Table),
}

impl ArmyKey {
    fn army(self) -> Result<OrderOfBattle, String> {
        match self {
            ArmyKey::Recorded(army) => Ok(*army),
            ArmyKey::Written(table) => {
                let text = toml::to_string(&table).map_err(|error| error.to_string())?;
                let told = |faults: Vec<written::Fault>| {
                    faults.into_iter().map(|fault| fault.message).collect::<Vec<_>>().join("; ")
                };
                army::file::read(&text).map(|file| file.army).map_err(told)
            }
            ArmyKey::Ready(name) => {
                ready::named(&name).map(|army| army.order_of_battle.clone()).ok_or_else(|| {
                    let known: Vec<&str> = ready().iter().map(|army| army.slug).collect();
                    format!("there is no ready army `{name}`; known are {}", known.join(", "))
                })
            }
        }
    }
}

const KEYS: [&str; 15] = [
    "table",
    "settings",
    "set_up",
    "turn",
    "group",
    "commander",
    "camp",
    "works",
    "area",
    "river",
    "road",
    "fight",
    "pursuit",
    "marker",
    "march",
];

/// Units in which lengths may be written.
pub fn units(setup: &Setup) -> Vec<(&'static str, f64)> {
    units_of(setup.scale, setup.unit)
}

fn units_of(scale: Scale, unit: MoveUnit) -> Vec<(&'static str, f64)> {
    let width = aelian_fog_ancients::tables::Tables::standard().width(scale);
    vec![("MU", unit.mm()), ("W", width), ("mm", 1.0)]
}

pub fn setup(tree: &Tree<'_>, mut keys: Map<String, Value>) -> Result<(Setup, Names), Faults> {
    let unknown = unknown_keys(tree, &keys, &KEYS);
    if !unknown.is_empty() {
        return Err(Faults(unknown));
    }
    spell(&mut keys);
    let table: TableKeys = part(tree, &mut keys, "table")?.unwrap_or_default();
    let settings: Settings = part(tree, &mut keys, "settings")?.unwrap_or_default();
    let set_up: Option<SetUpKeys> = part(tree, &mut keys, "set_up")?;
    let factor = if table.lengths == Lengths::Mu { table.unit.mm() } else { 1.0 };
    let lengths = Names::default().with_units(units_of(table.scale, table.unit));
    let shaper = Shaper { tree, lengths, factor };
    let reader = Reader { shaper };
    let position = reader.position(keys)?;
    let base = Setup {
        edition: table.edition,
        scale: table.scale,
        unit: table.unit,
        table: TableSize { width: table.width, depth: table.depth },
        points: None,
        initiative: None,
        initial: None,
        settings,
        armies: Default::default(),
        start: Start::Book,
    };
    let setup = match set_up {
        None => Setup { start: Start::Position(Box::new(position)), ..base },
        Some(set_up) => before_battle(tree, base, set_up, position)?,
    };
    let names = super::names(&setup).with_plain(factor);
    Ok((setup, names))
}

/// FA-SET-04: a case that begins with the set-up, with a given battlefield, or with a scenario.
fn before_battle(tree: &Tree<'_>, base: Setup, keys: SetUpKeys, position: Position) -> Result<Setup, Faults> {
    let fault = |message: String| Fault {
        line: Some(tree.line(&[key("set_up")])),
        place: "set_up".to_owned(),
        message,
    };
    if !position.groups.is_empty() {
        return Err(fault("a case with a set-up has no groups: the armies have them".to_owned()).into());
    }
    let Position { commanders, camps, works, fights, pursuits, markers, marches, .. } = &position;
    let parts = [
        ("commander", commanders.is_empty()),
        ("camp", camps.is_empty()),
        ("works", works.is_empty()),
        ("fight", fights.is_empty()),
        ("pursuit", pursuits.is_empty()),
        ("marker", markers.is_empty()),
        ("march", marches.is_empty()),
        ("area, river or road without `field = true`", keys.field || position.terrain.is_empty()),
    ];
    if let Some((name, _)) = parts.iter().find(|(_, empty)| !empty) {
        return Err(fault(format!("a case with a set-up has no {name}: the steps place it")).into());
    }
    if let Some(name) = keys.scenario {
        let Some(found) = scenario::named(&name) else {
            let known: Vec<&str> = scenario::scenarios().iter().map(|scenario| scenario.slug).collect();
            return Err(
                fault(format!("there is no scenario `{name}`; known are {}", known.join(", "))).into()
            );
        };
        let Setup { edition, settings, .. } = base;
        return Ok(Setup { edition, settings, initiative: keys.initiative, ..found.setup.clone() });
    }
    let (Some(red), Some(blue)) = (keys.red, keys.blue) else {
        return Err(fault("name the armies as red and blue, or a scenario".to_owned()).into());
    };
    let armies = [red.army().map_err(fault)?, blue.army().map_err(fault)?];
    let start = if keys.field { Start::Field(position.terrain) } else { Start::Book };
    Ok(Setup { armies, start, points: keys.points, initiative: keys.initiative, ..base })
}

/// Reads the parts of a position.
struct Reader<'a> {
    shaper: Shaper<'a>,
}

/// `[turn]`: where the game stands.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnKeys {
    #[serde(default)]
    phase: Option<Value>,
    #[serde(default)]
    stage: Option<Value>,
    #[serde(default)]
    number: Option<u16>,
    #[serde(default)]
    active: Option<Value>,
    #[serde(default)]
    initial: Option<[u8; 2]>,
}

impl Reader<'_> {
    fn position(&self, mut keys: Map<String, Value>) -> Result<Position, Faults> {
        let mut faults = Vec::new();
        let turn: TurnKeys = part(self.shaper.tree, &mut keys, "turn")?.unwrap_or_default();
        let mut terrain = Vec::new();
        for name in ["area", "river", "road"] {
            let pieces: Vec<Piece> = self
                .shaper
                .all(&mut keys, name, &mut faults, |value| Ok(json!({ name: self.terrain(name, value) })));
            terrain.extend(pieces);
        }
        let groups: Vec<PlacedGroup> =
            self.shaper.all(&mut keys, "group", &mut faults, |value| self.group(value));
        let commanders: Vec<PlacedCommander> =
            self.shaper.all(&mut keys, "commander", &mut faults, |value| Ok(self.shaper.placed(value)));
        let camps: Vec<PlacedCamp> =
            self.shaper.all(&mut keys, "camp", &mut faults, |value| Ok(self.shaper.placed(value)));
        let works: Vec<PlacedWork> =
            self.shaper.all(&mut keys, "works", &mut faults, |value| Ok(self.shaper.placed(value)));
        let fights: Vec<NamedFight> = self.shaper.all(&mut keys, "fight", &mut faults, Ok);
        let pursuits: Vec<NamedPursuit> = self.shaper.all(&mut keys, "pursuit", &mut faults, Ok);
        let markers: Vec<PlacedMarker> =
            self.shaper.all(&mut keys, "marker", &mut faults, |value| Ok(self.shaper.placed(value)));
        let marches: Vec<NamedMarch> = self.shaper.all(&mut keys, "march", &mut faults, Ok);
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let mut heading = Map::new();
        heading.insert("groups".to_owned(), json!([]));
        let phase = turn.phase.or_else(|| self.first_phase().filter(|_| turn.stage.is_none()));
        for (name, value) in [("phase", phase), ("stage", turn.stage), ("active", turn.active)] {
            if let Some(value) = value {
                heading.insert(name.to_owned(), value);
            }
        }
        let mut position: Position = self.shaper.tree.typed(Value::Object(heading), &[key("turn")])?;
        position.turn = turn.number.unwrap_or(1);
        position.initial = turn.initial;
        Ok(Position {
            terrain,
            groups,
            commanders,
            camps,
            works,
            fights,
            pursuits,
            markers,
            marches,
            ..position
        })
    }

    /// A case begins in the phase of its first choice, unless it says otherwise.
    fn first_phase(&self) -> Option<Value> {
        let first = super::spelling::choice(self.shaper.tree.first_choice());
        ["impact", "shooting", "joint"].into_iter().find(|phase| first.get(phase).is_some()).map(Value::from)
    }

    /// `troop` and `bases` become parts; `each` gives the bases one by one.
    fn group(&self, value: Value) -> Result<Value, String> {
        let Value::Object(mut entries) = self.shaper.placed(value) else {
            return Err("write a table".to_owned());
        };
        let words = match entries.remove("troop") {
            Some(Value::String(words)) => words,
            _ => {
                return Err(
                    "the troop is missing: write `troop = \"HF armoured superior drilled\"`".to_owned()
                );
            }
        };
        let (troop, quality, training) = Troop::read(&words).map_err(|error| error.to_string())?;
        let count = |value: Option<Value>, name: &str| match value.as_ref().and_then(Value::as_u64) {
            Some(count @ 1..=12) => Ok(count),
            _ => Err(format!("`{name}` is a number of bases from 1 to 12")),
        };
        let bases = count(entries.remove("bases"), "bases")?;
        let mut parts = vec![json!({ "troop": troop, "bases": bases })];
        if let Some(Value::String(rear)) = entries.remove("rear") {
            let (troop, _, _) = Troop::read(&rear).map_err(|error| error.to_string())?;
            let bases = count(entries.remove("rear_bases"), "rear_bases")?;
            parts.push(json!({ "troop": troop, "bases": bases }));
        }
        entries.insert("parts".to_owned(), Value::Array(parts));
        entries.insert("quality".to_owned(), json!(quality.unwrap_or(Quality::Average)));
        entries.insert("training".to_owned(), json!(training.unwrap_or(Training::Drilled)));
        for (from, to) in [("each", "bases"), ("track", "track")] {
            if let Some(poses) = entries.remove(from) {
                entries.insert(to.to_owned(), self.shaper.poses(poses));
            }
        }
        Ok(Value::Object(entries))
    }

    /// Short forms of terrain, and `covering` as a word.
    fn terrain(&self, name: &str, value: Value) -> Value {
        let Value::Object(mut piece) = self.shaper.terrain(name, value) else { return Value::Null };
        if let Some(Value::String(kind)) = piece.get("covering").cloned() {
            piece.insert("covering".to_owned(), json!({ "kind": kind }));
        }
        Value::Object(piece)
    }
}
