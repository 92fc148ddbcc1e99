//! The keys of a case file that belong to Field of Glory Ancients (docs/cases.md), turned into a setup.

use crate::case::{Fault, Faults, Tree, Way, key};
use crate::told::Names;
use aelian_fog_ancients::army::{OrderOfBattle, ready};
use aelian_fog_ancients::field::Piece;
use aelian_fog_ancients::settings::{Edition, MoveUnit, Scale, Settings};
use aelian_fog_ancients::setup::position::{
    NamedFight, NamedMarch, NamedPursuit, PlacedCamp, PlacedCommander, PlacedGroup, PlacedMarker, PlacedWork,
    Position,
};
use aelian_fog_ancients::setup::{Setup, Start, TableSize, scenario};
use aelian_fog_ancients::troop::{Quality, Training, Troop};
use aelian_geometry::Facing;
use serde::Deserialize;
use serde::de::DeserializeOwned;
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
    /// The battlefield is given by the file's terrain.
    #[serde(default)]
    field: bool,
}

/// A ready army by its name, or one that is written out.
#[derive(Deserialize)]
#[serde(untagged)]
enum ArmyKey {
    Ready(String),
    Written(Box<OrderOfBattle>),
}

impl ArmyKey {
    fn army(self) -> Result<OrderOfBattle, String> {
        match self {
            ArmyKey::Written(army) => Ok(*army),
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
    let unknown: Vec<Fault> = keys
        .keys()
        .filter(|name| !KEYS.contains(&name.as_str()))
        .map(|name| Fault {
            line: Some(tree.line(&[key(name)])),
            place: name.clone(),
            message: format!(
                "this key is not known; known are title, game, rules, note, choice, dice, expect, step, ask, {}",
                KEYS.join(", ")
            ),
        })
        .collect();
    if !unknown.is_empty() {
        return Err(Faults(unknown));
    }
    let table: TableKeys = part(tree, &mut keys, "table")?.unwrap_or_default();
    let settings: Settings = part(tree, &mut keys, "settings")?.unwrap_or_default();
    let set_up: Option<SetUpKeys> = part(tree, &mut keys, "set_up")?;
    let reader = Reader {
        tree,
        lengths: Names::default().with_units(units_of(table.scale, table.unit)),
        factor: if table.lengths == Lengths::Mu { table.unit.mm() } else { 1.0 },
    };
    let position = reader.position(keys)?;
    let base = Setup {
        edition: table.edition,
        scale: table.scale,
        unit: table.unit,
        table: TableSize { width: table.width, depth: table.depth },
        points: None,
        settings,
        armies: Default::default(),
        start: Start::Book,
    };
    let setup = match set_up {
        None => Setup { start: Start::Position(Box::new(position)), ..base },
        Some(set_up) => before_battle(tree, base, set_up, position)?,
    };
    let names = super::names(&setup);
    Ok((setup, names))
}

fn part<T: DeserializeOwned>(
    tree: &Tree<'_>,
    keys: &mut Map<String, Value>,
    name: &str,
) -> Result<Option<T>, Fault> {
    keys.remove(name).map(|value| tree.typed(value, &[key(name)])).transpose()
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
    if let Some(name) = keys.scenario {
        let Some(found) = scenario::named(&name) else {
            let known: Vec<&str> = scenario::scenarios().iter().map(|scenario| scenario.slug).collect();
            return Err(
                fault(format!("there is no scenario `{name}`; known are {}", known.join(", "))).into()
            );
        };
        let Setup { edition, settings, .. } = base;
        return Ok(Setup { edition, settings, ..found.setup.clone() });
    }
    let (Some(red), Some(blue)) = (keys.red, keys.blue) else {
        return Err(fault("name the armies as red and blue, or a scenario".to_owned()).into());
    };
    let armies = [red.army().map_err(fault)?, blue.army().map_err(fault)?];
    let start = if keys.field { Start::Field(position.terrain) } else { Start::Book };
    Ok(Setup { armies, start, points: keys.points, ..base })
}

/// Reads the parts of a position, each by itself, so that a fault is told with its line.
struct Reader<'a> {
    tree: &'a Tree<'a>,
    lengths: Names,
    /// What a plain number of a length is multiplied by.
    factor: f64,
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
        let turn: TurnKeys = part(self.tree, &mut keys, "turn")?.unwrap_or_default();
        let mut terrain = Vec::new();
        for name in ["area", "river", "road"] {
            let pieces: Vec<Piece> =
                self.all(&mut keys, name, &mut faults, |value| Ok(json!({ name: self.shaped(name, value) })));
            terrain.extend(pieces);
        }
        let groups: Vec<PlacedGroup> = self.all(&mut keys, "group", &mut faults, |value| self.group(value));
        let commanders: Vec<PlacedCommander> =
            self.all(&mut keys, "commander", &mut faults, |value| Ok(self.placed(value)));
        let camps: Vec<PlacedCamp> = self.all(&mut keys, "camp", &mut faults, |value| Ok(self.placed(value)));
        let works: Vec<PlacedWork> =
            self.all(&mut keys, "works", &mut faults, |value| Ok(self.placed(value)));
        let fights: Vec<NamedFight> = self.all(&mut keys, "fight", &mut faults, Ok);
        let pursuits: Vec<NamedPursuit> = self.all(&mut keys, "pursuit", &mut faults, Ok);
        let markers: Vec<PlacedMarker> =
            self.all(&mut keys, "marker", &mut faults, |value| Ok(self.placed(value)));
        let marches: Vec<NamedMarch> = self.all(&mut keys, "march", &mut faults, Ok);
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let mut heading = Map::new();
        heading.insert("groups".to_owned(), json!([]));
        for (name, value) in [("phase", turn.phase), ("stage", turn.stage), ("active", turn.active)] {
            if let Some(value) = value {
                heading.insert(name.to_owned(), value);
            }
        }
        let mut position: Position = self.tree.typed(Value::Object(heading), &[key("turn")])?;
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

    /// Every table under a name, shaped and read.
    fn all<T: DeserializeOwned>(
        &self,
        keys: &mut Map<String, Value>,
        name: &str,
        faults: &mut Vec<Fault>,
        shape: impl Fn(Value) -> Result<Value, String>,
    ) -> Vec<T> {
        let list = match keys.remove(name) {
            Some(Value::Array(items)) => items,
            Some(one) => vec![one],
            None => Vec::new(),
        };
        let mut read = Vec::new();
        for (at, value) in list.into_iter().enumerate() {
            let way = [key(name), Way::At(at)];
            let shaped = shape(value).map_err(|message| Fault {
                line: Some(self.tree.line(&way)),
                place: format!("{name}[{}]", at + 1),
                message,
            });
            match shaped.and_then(|value| self.tree.typed::<T>(value, &way)) {
                Ok(one) => read.push(one),
                Err(fault) => faults.push(fault),
            }
        }
        read
    }

    /// Plain numbers become mm by the file's unit; texts with a unit are taken as they say.
    fn measured(&self, value: Value) -> Value {
        match value {
            Value::Number(number) => json!(number.as_f64().unwrap_or_default() * self.factor),
            Value::Array(items) => Value::Array(items.into_iter().map(|item| self.measured(item)).collect()),
            text @ Value::String(_) => self.lengths.numbered(text),
            other => other,
        }
    }

    /// `at` and `facing` of anything that stands on the table.
    fn placed(&self, value: Value) -> Value {
        let Value::Object(mut entries) = value else { return value };
        if let Some(at) = entries.remove("at") {
            entries.insert("at".to_owned(), self.measured(at));
        }
        if let Some(facing) = entries.remove("facing") {
            entries.insert("facing".to_owned(), self.facing(facing));
        }
        Value::Object(entries)
    }

    /// Degrees clockwise from north, or a word.
    fn facing(&self, value: Value) -> Value {
        let degrees = match &value {
            Value::Number(number) => number.as_f64(),
            Value::String(word) => match word.as_str() {
                "north" => Some(0.0),
                "north-east" => Some(45.0),
                "east" => Some(90.0),
                "south-east" => Some(135.0),
                "south" => Some(180.0),
                "south-west" => Some(225.0),
                "west" => Some(270.0),
                "north-west" => Some(315.0),
                _ => None,
            },
            _ => None,
        };
        match degrees {
            Some(degrees) => {
                let facing = Facing::compass(degrees).vector();
                json!([facing.x, facing.y])
            }
            None => value,
        }
    }

    /// `troop` and `bases` become parts; `each` gives the bases one by one.
    fn group(&self, value: Value) -> Result<Value, String> {
        let Value::Object(mut entries) = self.placed(value) else { return Err("write a table".to_owned()) };
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
                entries.insert(to.to_owned(), self.poses(poses));
            }
        }
        Ok(Value::Object(entries))
    }

    /// A list of `[x, y, facing]`.
    fn poses(&self, value: Value) -> Value {
        let Value::Array(list) = value else { return value };
        let pose = |one: Value| match one.as_array().map(Vec::as_slice) {
            Some([x, y, facing]) => {
                let at = self.measured(json!([x, y]));
                json!({ "at": at, "facing": self.facing(facing.clone()) })
            }
            _ => one,
        };
        Value::Array(list.into_iter().map(pose).collect())
    }

    /// Short forms: `box = [x0, y0, x1, y1]` for an outline; `line` and `width` of a river; `covering` as a word.
    fn shaped(&self, name: &str, value: Value) -> Value {
        let Value::Object(mut piece) = value else { return value };
        if let Some(corners) = piece.remove("box") {
            let corners = self.measured(corners);
            let numbers: Vec<f64> = corners
                .as_array()
                .map(|list| list.iter().filter_map(Value::as_f64).collect())
                .unwrap_or_default();
            if let [x0, y0, x1, y1] = numbers[..] {
                piece.insert("outline".to_owned(), json!([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]));
            }
        } else if let Some(outline) = piece.remove("outline") {
            piece.insert("outline".to_owned(), self.measured(outline));
        }
        if let Some(crests) = piece.remove("crests") {
            piece.insert("crests".to_owned(), self.measured(crests));
        }
        if let Some(Value::String(kind)) = piece.get("covering").cloned() {
            piece.insert("covering".to_owned(), json!({ "kind": kind }));
        }
        let line = piece.remove("line").map(|line| self.measured(line));
        match (name, line) {
            ("river", Some(line)) => {
                let width = piece.remove("width").map_or(Value::Null, |width| self.measured(width));
                piece.insert("course".to_owned(), json!({ "line": line, "width": width }));
            }
            (_, Some(line)) => {
                piece.insert("line".to_owned(), line);
            }
            _ => {}
        }
        Value::Object(piece)
    }
}
