//! The keys of a case file that belong to Hail Caesar (docs/cases.md), turned into a setup.

mod amid;
mod army;
mod ground;
mod keys;
pub(super) mod spelling;
mod wording;

use crate::case::{Fault, Faults, Shaper, Tree, Way, key, part, unknown_keys};
use crate::told::{Names, PlainPlaces};
use aelian_game::Side;
use aelian_hail_caesar::INCH;
use aelian_hail_caesar::scenario;
use aelian_hail_caesar::settings::Settings;
use aelian_hail_caesar::setup::Setup;
use aelian_hail_caesar::setup::position::{NamedFight, Position};
use army::{army, doubts_of, is_piece, memory, of_commander};
use keys::{CommanderKeys, SetUpKeys, TableKeys, TurnKeys, UnitKeys};
use serde_json::{Map, Value, json};
use wording::{plain, worded};

const KEYS: [&str; 12] = [
    "table",
    "settings",
    "set_up",
    "turn",
    "unit",
    "commander",
    "area",
    "obstacle",
    "river",
    "road",
    "block",
    "fight",
];

pub fn setup(tree: &Tree<'_>, mut keys: Map<String, Value>) -> Result<(Setup, Names), Faults> {
    let unknown = unknown_keys(tree, &keys, &KEYS);
    if !unknown.is_empty() {
        return Err(Faults(unknown));
    }
    let table: TableKeys = part(tree, &mut keys, "table")?.unwrap_or_default();
    let settings: Settings = part(tree, &mut keys, "settings")?.unwrap_or_default();
    let lengths = Names::default().with_units(vec![("in", INCH), ("mm", 1.0)]);
    let reader = Reader { shaper: Shaper { tree, lengths, factor: INCH } };
    if let Some(set_up) = part::<SetUpKeys>(tree, &mut keys, "set_up")? {
        let mut setup = of_scenario(tree, &set_up.scenario, settings)?;
        if keys.contains_key("turn") {
            begins_where_asked(tree, &mut keys);
        }
        amid::begin(&reader, &mut setup, keys)?;
        let names = names_of(&setup);
        return Ok((setup, names));
    }
    begins_where_asked(tree, &mut keys);
    let setup = reader.setup(keys, &table, settings)?;
    let names = names_of(&setup);
    Ok((setup, names))
}

/// HC-TURN-02, HC-INIT-03: a case begins where its first choice is asked for, unless it says otherwise.
fn begins_where_asked(tree: &Tree<'_>, keys: &mut Map<String, Value>) {
    let first = spelling::choice(tree.first_choice());
    let is_first = |choice: &str| first.pointer(&format!("/{choice}")).is_some();
    let Value::Object(turn) = keys.entry("turn").or_insert_with(|| json!({})) else { return };
    if turn.contains_key("stage") {
        return;
    }
    if is_first("command/initiative") && turn.get("part").is_none_or(|part| part == "command") {
        turn.insert("stage".to_owned(), json!("initiative"));
    } else if !turn.contains_key("part") && is_first("ranged/shoot") {
        turn.insert("part".to_owned(), json!("ranged"));
    } else if !turn.contains_key("part") && is_first("fight") {
        turn.insert("part".to_owned(), json!("hand-to-hand"));
    }
}

/// Places in choices may be plain inches.
fn names_of(setup: &Setup) -> Names {
    super::names(setup).with_plain_places(PlainPlaces {
        unit: INCH,
        table: [setup.width, setup.depth],
        beyond: 24.0 * INCH,
        places: &["at", "to", "way", "zone"],
        directions: &["facing"],
    })
}

fn of_scenario(tree: &Tree<'_>, name: &str, settings: Settings) -> Result<Setup, Fault> {
    let Some(found) = scenario::named(name) else {
        let known: Vec<&str> = scenario::scenarios().iter().map(|scenario| scenario.slug).collect();
        return Err(Fault {
            line: Some(tree.line(&[key("set_up")])),
            place: "set_up".to_owned(),
            message: format!("there is no scenario `{name}`; known are {}", known.join(", ")),
        });
    };
    let written = settings != Settings::default();
    let own = found.setup.settings.clone();
    Ok(Setup { settings: if written { settings } else { own }, ..found.setup.clone() })
}

struct Reader<'a> {
    shaper: Shaper<'a>,
}

impl Reader<'_> {
    fn setup(
        &self,
        mut keys: Map<String, Value>,
        table: &TableKeys,
        settings: Settings,
    ) -> Result<Setup, Faults> {
        let mut faults = Vec::new();
        let turn: TurnKeys = part(self.shaper.tree, &mut keys, "turn")?.unwrap_or_default();
        let terrain = self.terrain(&mut keys, &mut faults);
        let units: Vec<UnitKeys> =
            self.shaper.all(&mut keys, "unit", &mut faults, |value| Ok(self.unit(value)));
        let commanders: Vec<CommanderKeys> = self
            .shaper
            .all(&mut keys, "commander", &mut faults, |value| Ok(self.shaper.placed(worded(value))));
        let fights: Vec<NamedFight> = self.shaper.all(&mut keys, "fight", &mut faults, Ok);
        if faults.is_empty() {
            self.doubts(&units, &commanders, &mut faults);
        }
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        let mut position = self.turn(turn)?;
        position.units = units.iter().map(memory).collect();
        position.commanders = commanders.iter().map(of_commander).collect();
        position.fights = fights;
        position.pieces =
            Side::BOTH.into_iter().filter(|side| is_piece(*side, &units, &commanders)).collect();
        let (width, depth) = (table.width * INCH, table.depth * INCH);
        let fighting: Vec<&str> =
            position.fights.iter().flat_map(|fight| [fight.red.as_str(), fight.blue.as_str()]).collect();
        let armies = Side::BOTH.map(|side| army(side, &units, &commanders, &fighting, (width, depth)));
        Ok(Setup {
            title: String::new(),
            battle: None,
            settings,
            width,
            depth,
            terrain,
            armies,
            first: Some(position.active),
            deployed: true,
            draws_up_first: None,
            homes: None,
            entries: Vec::new(),
            position: Some(Box::new(position)),
        })
    }

    /// What cannot be of the units and commanders, each with its line.
    fn doubts(&self, units: &[UnitKeys], commanders: &[CommanderKeys], faults: &mut Vec<Fault>) {
        let fault = |kind: &str, at: usize, name: &str, message: String| {
            let way = [key(kind), Way::At(at), key(name)];
            Fault {
                line: Some(self.shaper.tree.line(&way)),
                place: format!("{kind}[{}].{name}", at + 1),
                message,
            }
        };
        let mut names: Vec<&str> = Vec::new();
        for (at, unit) in units.iter().enumerate() {
            faults
                .extend(doubts_of(unit).into_iter().map(|(name, message)| fault("unit", at, name, message)));
            if names.contains(&unit.name.as_str()) {
                faults.push(fault("unit", at, "name", format!("the name `{}` is given twice", unit.name)));
            }
            names.push(&unit.name);
        }
        for (at, commander) in commanders.iter().enumerate() {
            if names.contains(&commander.name.as_str()) {
                let message = format!("the name `{}` is given twice", commander.name);
                faults.push(fault("commander", at, "name", message));
            }
            names.push(&commander.name);
            if !(5..=10).contains(&commander.leadership) {
                let message =
                    format!("{} is no leadership; it goes from 5 to 10 (HC-TAB-LEAD)", commander.leadership);
                faults.push(fault("commander", at, "leadership", message));
            }
            if commander.at.is_none() && commander.with.is_none() && !commander.off {
                let message = "where he is is missing: at = [x, y] in inches, with = \"UNIT\", or off = true";
                faults.push(fault("commander", at, "name", message.to_owned()));
            }
        }
    }

    fn turn(&self, turn: TurnKeys) -> Result<Position, Fault> {
        let mut heading = Map::new();
        for (name, value) in [("part", turn.part), ("stage", turn.stage), ("active", turn.active)] {
            if let Some(value) = value {
                heading.insert(name.to_owned(), plain(name, value));
            }
        }
        let position: Position = self.shaper.tree.typed(Value::Object(heading), &[key("turn")])?;
        Ok(Position {
            turn: turn.number.unwrap_or(1),
            broken: turn.broken,
            rerolled: turn.rerolled,
            happened: turn.happened,
            ..position
        })
    }

    /// `size` and `base` are lengths too.
    fn sized(&self, value: Value) -> Value {
        let Value::Object(mut entries) = value else { return value };
        for name in ["size", "centre"] {
            if let Some(length) = entries.remove(name) {
                entries.insert(name.to_owned(), self.shaper.measured(length));
            }
        }
        Value::Object(entries)
    }

    fn unit(&self, value: Value) -> Value {
        let Value::Object(mut entries) = self.sized(self.shaper.placed(worded(value))) else {
            return Value::Null;
        };
        // One number is a square base.
        if let Some(side @ Value::Number(_)) = entries.get("base").cloned() {
            entries.insert("base".to_owned(), json!([side, side]));
        }
        if let Some(did @ Value::String(_)) = entries.get("did").cloned() {
            entries.insert("did".to_owned(), json!([did]));
        }
        // What it remembers of its fight may stand beside its name.
        for name in ["charged", "won", "rounds"] {
            if let Some(value) = entries.remove(name)
                && let Value::Object(combat) = entries.entry("combat").or_insert_with(|| json!({}))
            {
                combat.entry(name).or_insert(value);
            }
        }
        if let Some(track) = entries.remove("track") {
            entries.insert("track".to_owned(), self.shaper.poses(track));
        }
        Value::Object(entries)
    }
}
