//! The keys of a case file that belong to Hail Caesar (docs/cases.md), turned into a setup.

mod amid;
pub(super) mod spelling;

use crate::case::{Fault, Faults, Shaper, Tree, Way, key, part, unknown_keys};
use crate::told::Names;
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Rect, Vec2};
use aelian_hail_caesar::INCH;
use aelian_hail_caesar::field::{Block, Piece, Strength, TableEdge};
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::scenario;
use aelian_hail_caesar::settings::Settings;
use aelian_hail_caesar::setup::position::{CommanderMemory, Happened, NamedFight, Position, UnitMemory};
use aelian_hail_caesar::setup::{ArmyEntry, DivisionEntry, LeaderEntry, Setup, Stands, UnitEntry};
use aelian_hail_caesar::state::{Along, Combat, Deed};
use aelian_hail_caesar::troop::Written;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The `[table]` of a case, in inches.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TableKeys {
    width: f64,
    depth: f64,
}

impl Default for TableKeys {
    fn default() -> Self {
        TableKeys { width: 72.0, depth: 48.0 }
    }
}

/// The `[set_up]` of a case that begins with a battle of the book.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUpKeys {
    scenario: String,
}

/// `[turn]`: where the game stands.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TurnKeys {
    part: Option<Value>,
    stage: Option<Value>,
    number: Option<u16>,
    active: Option<Value>,
    broken: Vec<String>,
    rerolled: Vec<Side>,
    happened: Vec<Happened>,
}

/// A `[[unit]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitKeys {
    name: String,
    side: Side,
    troop: String,
    #[serde(default)]
    worn: Option<String>,
    /// The division; one for each side unless said.
    #[serde(default)]
    division: Option<String>,
    /// The centre-front.
    #[serde(default)]
    at: Option<Vec2>,
    /// The middle of the unit instead.
    #[serde(default)]
    centre: Option<Vec2>,
    #[serde(default)]
    facing: Option<Facing>,
    #[serde(default)]
    formation: Option<Formation>,
    #[serde(default)]
    files: Option<u8>,
    #[serde(default)]
    ranks: Option<u8>,
    #[serde(default)]
    base: Option<(f64, f64)>,
    /// Width and depth of the whole unit in its normal formation.
    #[serde(default)]
    size: Option<(f64, f64)>,
    #[serde(default)]
    counts: Option<bool>,
    #[serde(default)]
    parent: Option<String>,
    #[serde(default)]
    casualties: u8,
    #[serde(default)]
    disordered: bool,
    #[serde(default)]
    did: Vec<Deed>,
    #[serde(default)]
    moves: u8,
    #[serde(default)]
    combat: Combat,
    #[serde(default)]
    track: Vec<Pose>,
    #[serde(default)]
    place: PlaceKey,
}

/// Where a unit is.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PlaceKey {
    #[default]
    Table,
    Hidden,
    Destroyed,
    Absent,
    /// In the building of this number, counted from 0.
    Building(u8),
    /// HC-WEDGE-12: within the wedge of this name.
    Wedge(String),
    Off {
        edge: TableEdge,
        along: f64,
    },
}

/// A `[[commander]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderKeys {
    name: String,
    side: Side,
    #[serde(default)]
    division: Option<String>,
    #[serde(default = "eight")]
    leadership: u8,
    #[serde(default)]
    attacks: Option<u8>,
    #[serde(default)]
    general: bool,
    /// HC-CINC-01: he leads no division.
    #[serde(default)]
    chief: bool,
    #[serde(default)]
    at: Option<Vec2>,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    off: bool,
    #[serde(default)]
    wounded: bool,
    #[serde(default)]
    finished: bool,
    #[serde(default)]
    moved: bool,
}

fn eight() -> u8 {
    8
}

/// A `[[block]]`: the middle of its south side, width and depth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockKeys {
    at: Vec2,
    size: (f64, f64),
    #[serde(default)]
    facing: Option<Facing>,
    strength: Strength,
    #[serde(default)]
    room: Option<u8>,
    #[serde(default)]
    small_only: bool,
    #[serde(default)]
    gates: Vec<Vec2>,
    #[serde(default)]
    name: String,
}

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
    let whole = tree.value();
    let first = whole.pointer("/step/0").unwrap_or(&whole);
    let is_first = |choice: &str| first.pointer(&format!("/choice/{choice}")).is_some();
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
    super::names(setup).with_plain_places(INCH, [setup.width, setup.depth])
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

    fn terrain(&self, keys: &mut Map<String, Value>, faults: &mut Vec<Fault>) -> Vec<Piece> {
        let mut terrain = Vec::new();
        for name in ["area", "obstacle", "river", "road"] {
            let shaped = |value| {
                let value = bridged(value);
                known_keys(name, &value)?;
                Ok(json!({ name: self.shaper.terrain(name, worded(value)) }))
            };
            let pieces: Vec<Piece> = self.shaper.all(keys, name, faults, shaped);
            terrain.extend(pieces);
        }
        let sized = |value| Ok(self.sized(self.shaper.terrain("block", self.shaper.placed(worded(value)))));
        let blocks: Vec<BlockKeys> = self.shaper.all(keys, "block", faults, sized);
        terrain.extend(blocks.into_iter().map(block));
        terrain
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
        if let Some(track) = entries.remove("track") {
            entries.insert("track".to_owned(), self.shaper.poses(track));
        }
        Value::Object(entries)
    }
}

/// HC-RIVER-04: a bridge is a ford that is drawn otherwise.
fn bridged(value: Value) -> Value {
    let Value::Object(mut entries) = value else { return value };
    if let Some(Value::Array(bridges)) = entries.remove("bridges") {
        match entries.entry("fords").or_insert_with(|| json!([])) {
            Value::Array(fords) => fords.extend(bridges),
            other => *other = json!(bridges),
        }
    }
    Value::Object(entries)
}

/// What may be said of a piece of ground; whatever else stands there is a mistake.
fn known_keys(name: &str, value: &Value) -> Result<(), String> {
    let known: &[&str] = match name {
        "area" => &["kind", "box", "outline", "level", "crests", "name", "look"],
        "obstacle" => &["line", "cover", "fortified", "no_wheels", "name"],
        "river" => &["line", "width", "crossing", "fords", "bridges", "column_only", "name"],
        _ => &["line", "width"],
    };
    let keys = value.as_object().into_iter().flat_map(Map::keys);
    match keys.into_iter().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("`{key}` is not known here; known are {}", known.join(", "))),
        None => Ok(()),
    }
}

/// The words that stand for a single one of several things.
const WORDED: [&str; 9] =
    ["side", "formation", "kind", "strength", "crossing", "place", "did", "facing", "edge"];

/// What the book calls a thing, and what a file calls it.
const OTHER_WORDS: [(&str, &str, &str); 16] = [
    ("formation", "battle-line", "line"),
    ("formation", "open-order", "open"),
    ("formation", "pike-phalanx", "phalanx"),
    ("kind", "woods", "wood"),
    ("kind", "woodland", "wood"),
    ("kind", "rough-ground", "rough"),
    ("kind", "impassable-terrain", "impassable"),
    ("kind", "hills", "hill"),
    ("part", "ranged-attacks", "ranged"),
    ("part", "shooting", "ranged"),
    ("part", "hand-to-hand-combat", "hand-to-hand"),
    ("part", "combat", "hand-to-hand"),
    ("strength", "building", "substantial"),
    ("strength", "fortifications", "fortification"),
    ("crossing", "ford", "fordable"),
    ("place", "on-table", "table"),
];

/// `Battle Line` for `line`: names are read without regard to capitals, spaces and the book's longer forms.
fn plain(name: &str, value: Value) -> Value {
    match value {
        Value::String(text) => {
            let word = text.trim().to_lowercase().replace([' ', '_'], "-");
            let other = OTHER_WORDS.iter().find(|(key, long, _)| *key == name && *long == word);
            Value::String(other.map_or(word, |(_, _, short)| (*short).to_owned()))
        }
        Value::Array(list) => Value::Array(list.into_iter().map(|one| plain(name, one)).collect()),
        other => other,
    }
}

fn worded(value: Value) -> Value {
    let Value::Object(mut entries) = value else { return value };
    for name in WORDED {
        if let Some(value) = entries.remove(name) {
            entries.insert(name.to_owned(), plain(name, value));
        }
    }
    Value::Object(entries)
}

fn block(keys: BlockKeys) -> Piece {
    let facing = keys.facing.unwrap_or(Facing::DOWN);
    Piece::Block(Block {
        rect: Rect::new(Pose { at: keys.at, facing }, keys.size.0, keys.size.1),
        strength: keys.strength,
        room: keys.room.unwrap_or(1),
        small_only: keys.small_only,
        gates: keys.gates,
        name: keys.name,
        look: String::new(),
    })
}

/// What is wrong with where a unit is said to stand.
fn unplaced(unit: &UnitKeys) -> Option<String> {
    match (unit.at, unit.centre, &unit.place) {
        (Some(_), Some(_), _) => Some("say either `at` (the centre-front) or `centre`, not both".to_owned()),
        (None, None, PlaceKey::Table | PlaceKey::Hidden) => Some(
            "where it stands is missing: at = [x, y] for its centre-front or centre = [x, y] for its middle, in \
             inches; or place = \"absent\", \"destroyed\", { building = 0 }, { wedge = \"UNIT\" } or { off = { edge = \"south\", along = 30 } }"
                .to_owned(),
        ),
        _ => None,
    }
}

/// What cannot be of a unit: the key, and what would be right.
fn doubts_of(unit: &UnitKeys) -> Vec<(&'static str, String)> {
    let mut doubts = Vec::new();
    let mut doubt = |name, message: Option<String>| doubts.extend(message.map(|message| (name, message)));
    doubt("name", unplaced(unit));
    let written = Written::read(&unit.troop);
    doubt("troop", written.as_ref().err().map(ToString::to_string));
    doubt(
        "worn",
        unit.worn.as_deref().and_then(|worn| Written::read(worn).err()).map(|error| error.to_string()),
    );
    let sound = |length: f64| length.is_finite() && (0.2..=80.0).contains(&(length / INCH));
    let bad_size = unit.size.filter(|(wide, deep)| !sound(*wide) || !sound(*deep));
    doubt(
        "size",
        bad_size.map(|_| "width and depth in inches, both from 0.2 to 80, such as [7, 1.6]".to_owned()),
    );
    let most = written.map_or(u8::MAX, |written| written.stats.stamina.saturating_mul(2));
    let too_many = (unit.casualties > most).then(|| {
        format!("{} casualties are more than twice its stamina ({most}, HC-CMARK-02)", unit.casualties)
    });
    doubt("casualties", too_many);
    let moves =
        (unit.moves > 3).then(|| format!("{} moves; a unit makes three at most (HC-MOVE-01)", unit.moves));
    doubt("moves", moves);
    doubts
}

fn memory(unit: &UnitKeys) -> UnitMemory {
    UnitMemory {
        name: unit.name.clone(),
        casualties: unit.casualties,
        disordered: unit.disordered,
        did: unit.did.clone(),
        moves: unit.moves,
        combat: unit.combat,
        track: unit.track.clone(),
        destroyed: matches!(unit.place, PlaceKey::Destroyed),
        within: match &unit.place {
            PlaceKey::Wedge(name) => Some(name.clone()),
            _ => None,
        },
    }
}

fn of_commander(keys: &CommanderKeys) -> CommanderMemory {
    CommanderMemory {
        name: keys.name.clone(),
        with: keys.with.clone(),
        wounded: keys.wounded,
        finished: keys.finished,
        moved: keys.moved,
    }
}

/// The divisions that units and commanders name, in the order in which they are first named. A division without a
/// commander has one at the middle of its side's edge; without any general the first commander is it.
fn army(
    side: Side,
    units: &[UnitKeys],
    commanders: &[CommanderKeys],
    fighting: &[&str],
    (width, depth): (f64, f64),
) -> ArmyEntry {
    let own = side.name().to_owned();
    let of = |division: &Option<String>| division.clone().unwrap_or_else(|| own.clone());
    let mut names: Vec<String> = Vec::new();
    let named = units.iter().filter(|unit| unit.side == side).map(|unit| of(&unit.division));
    let led = commanders.iter().filter(|one| one.side == side && !one.chief).map(|one| of(&one.division));
    for name in named.chain(led) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        names.push(own.clone());
    }
    let rear = Vec2::new(width / 2.0, if side == Side::Red { 0.0 } else { depth });
    let mut divisions: Vec<DivisionEntry> = Vec::new();
    for name in names {
        let leader = commanders
            .iter()
            .find(|one| one.side == side && !one.chief && of(&one.division) == name)
            .map(leader)
            .unwrap_or_else(|| LeaderEntry {
                name: format!("{name} commander"),
                leadership: 8,
                attacks: None,
                general: false,
                at: Some(rear),
            });
        let own = units.iter().filter(|unit| unit.side == side && of(&unit.division) == name);
        let units = own.map(|unit| entry(unit, fighting.contains(&unit.name.as_str()))).collect();
        divisions.push(DivisionEntry {
            name,
            commander: leader,
            units,
            zone: None,
            arrival: None,
            minor: false,
        });
    }
    let chief = commanders.iter().find(|one| one.side == side && one.chief).map(leader);
    let has_general = chief.is_some() || divisions.iter().any(|division| division.commander.general);
    let first = commanders.iter().find(|one| one.side == side).map(|one| of(&one.division));
    let led = divisions.iter().position(|division| Some(&division.name) == first.as_ref()).unwrap_or(0);
    if !has_general && let Some(first) = divisions.get_mut(led) {
        first.commander.general = true;
    }
    let chief = chief.map(|chief| LeaderEntry { general: true, ..chief });
    ArmyEntry { name: own, divisions, chief }
}

fn leader(keys: &CommanderKeys) -> LeaderEntry {
    // A commander who is with a unit stands where it stands.
    let at = if keys.off { None } else { Some(keys.at.unwrap_or(Vec2::ZERO)) };
    LeaderEntry {
        name: keys.name.clone(),
        leadership: keys.leadership,
        attacks: keys.attacks,
        general: keys.general,
        at,
    }
}

/// `fights`: it is named in a fight, so that its open order has closed up.
fn entry(unit: &UnitKeys, fights: bool) -> UnitEntry {
    let home = if unit.side == Side::Red { Facing::UP } else { Facing::DOWN };
    let facing = unit.facing.unwrap_or(home);
    let mut entry = UnitEntry {
        name: unit.name.clone(),
        troop: unit.troop.clone(),
        worn: unit.worn.clone(),
        instead: None,
        files: unit.files,
        ranks: unit.ranks,
        base: unit.base,
        counts: unit.counts,
        parent: unit.parent.clone(),
        stands: Stands::Waiting,
    };
    if let Some(size) = unit.size {
        entry.fill(size, unit.formation, fights);
    }
    entry.stands = match unit.place {
        PlaceKey::Building(at) => Stands::In(aelian_hail_caesar::BlockId(at)),
        PlaceKey::Off { edge, along } => {
            Stands::Off { edge, along: (along * INCH).round() as Along, formation: unit.formation }
        }
        PlaceKey::Absent | PlaceKey::Wedge(_) => Stands::Absent,
        PlaceKey::Hidden => Stands::Hidden { pose: pose(unit, &entry, facing) },
        PlaceKey::Table | PlaceKey::Destroyed => {
            Stands::At { pose: pose(unit, &entry, facing), formation: unit.formation }
        }
    };
    entry
}

/// The centre-front, from itself or from the middle of the unit.
fn pose(unit: &UnitKeys, entry: &UnitEntry, facing: Facing) -> Pose {
    let at = match (unit.at, unit.centre) {
        (Some(at), _) => at,
        (None, Some(centre)) => centre + facing.vector() * (entry.depth_in(unit.formation) / 2.0),
        (None, None) => Vec2::ZERO,
    };
    Pose { at, facing }
}
