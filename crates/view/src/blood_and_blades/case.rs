//! The keys of a case file that belong to Blood and Blades (docs/cases.md), turned into a setup.

use crate::case::{Fault, Faults, Stated, Tree};
use crate::told::Names;
use aelian_blood_and_blades::army::{OrderOfBattle, ready};
use aelian_blood_and_blades::choice::Pick;
use aelian_blood_and_blades::field::Piece;
use aelian_blood_and_blades::settings::Settings;
use aelian_blood_and_blades::setup::position::Position;
use aelian_blood_and_blades::setup::{Naming, Setup, Start, TableSize, Terrain};
use aelian_blood_and_blades::tables::{Scale, Tables};
use aelian_blood_and_blades::{Choice, Prompt, Rules};
use aelian_game::Side;
use serde::Deserialize;
use serde_json::{Map, Value, json};

impl Stated for Rules {
    fn case_setup(tree: &Tree<'_>, keys: Map<String, Value>) -> Result<(Setup, Names), Faults> {
        setup(tree, keys)
    }

    fn is_for(choice: &Choice, prompt: &Prompt) -> bool {
        use Choice as C;
        match prompt {
            Prompt::PickTerrain { .. } => matches!(choice, C::PickTerrain(_)),
            Prompt::NameSide { .. } => matches!(choice, C::NameSide { .. }),
            Prompt::Lay { .. } => matches!(choice, C::Lay(_) | C::Discard),
            Prompt::PlaceBaggage { .. } => matches!(choice, C::PlaceBaggage(_)),
            Prompt::DeployFirst => matches!(choice, C::DeployFirst(_)),
            Prompt::Ambush => matches!(choice, C::Ambush(_)),
            Prompt::Deploy { .. } => matches!(choice, C::Deploy(_)),
            Prompt::Orders { .. } => matches!(choice, C::Order(_) | C::Together(_) | C::EndMoves),
            Prompt::Align { .. } => matches!(choice, C::Align(_)),
            Prompt::RevealRest => matches!(choice, C::RevealRest(_)),
            Prompt::GoOn { .. } => matches!(choice, C::GoOn(_)),
            // BB-IMP-01: who says that nobody rushes has answered wrongly.
            Prompt::Rush { .. } => matches!(choice, C::Rush(_) | C::Proceed),
            Prompt::Separate { .. } => matches!(choice, C::Separate(_)),
            Prompt::Target { .. } => matches!(choice, C::Target { .. }),
            Prompt::NextShot { .. } => matches!(choice, C::NextShot { .. }),
            Prompt::Primary { .. } => matches!(choice, C::Primary { .. }),
            Prompt::MainOpponent { .. } => matches!(choice, C::MainOpponent { .. }),
            Prompt::NextFight { .. } => matches!(choice, C::NextFight { .. }),
            Prompt::RecoilNext { .. } => matches!(choice, C::RecoilNext { .. }),
            Prompt::PassOrPush { .. } | Prompt::FleeSide { .. } | Prompt::AvoidDifficult { .. } => {
                matches!(choice, C::Answer(_))
            }
            Prompt::Pursue { .. } => matches!(choice, C::Pursue(_)),
        }
    }
}

/// The `[table]` of a case.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TableKeys {
    scale: Scale,
    /// In MU.
    depth: f64,
    width: f64,
    weather: bool,
    time_of_day: bool,
}

impl Default for TableKeys {
    fn default() -> Self {
        TableKeys { scale: Scale::default(), depth: 35.0, width: 50.0, weather: false, time_of_day: false }
    }
}

/// The `[set_up]` of a case that begins before the battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetUpKeys {
    red: ArmyKey,
    blue: ArmyKey,
    /// The battlefield is given by the file's terrain; the baggage comes next.
    #[serde(default)]
    field: bool,
    #[serde(default)]
    invader: Option<Side>,
    /// What the sides have picked; of it, the file's terrain has been laid.
    #[serde(default)]
    picked: Option<PickedKeys>,
    /// The piece that is being laid.
    #[serde(default)]
    naming: Option<Naming>,
    #[serde(default)]
    budget: Option<f64>,
}

/// What each side has picked; nothing of one that has not yet been asked.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct PickedKeys {
    #[serde(default)]
    red: Option<Vec<Pick>>,
    #[serde(default)]
    blue: Option<Vec<Pick>>,
}

impl SetUpKeys {
    /// BB-SET-01: from where the set-up goes on.
    fn start(&mut self, terrain: Vec<Piece>) -> Result<Start, String> {
        let picked = self.picked.take();
        if self.field {
            return match picked {
                None => Ok(Start::Field { pieces: terrain, invader: self.invader }),
                Some(_) => Err("`field` gives the whole battlefield: nobody picks any".to_owned()),
            };
        }
        if picked.is_none() && (self.naming.is_some() || !terrain.is_empty()) {
            return Err(
                "`picked` says what each side has picked; of it, this terrain has been laid".to_owned()
            );
        }
        let Some(invader) = self.invader else {
            return match picked {
                None => Ok(Start::Book),
                Some(_) => Err("with `picked`, `invader` says who invades".to_owned()),
            };
        };
        let picked = picked.unwrap_or_default();
        let (picked, naming) = ([picked.red, picked.blue], self.naming);
        Ok(Start::Terrain(Box::new(Terrain { invader, picked, laid: terrain, naming })))
    }
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
            ArmyKey::Ready(name) => match ready().iter().find(|army| army.slug == name) {
                Some(army) => Ok(army.order_of_battle.clone()),
                None => {
                    let known: Vec<&str> = ready().iter().map(|army| army.slug).collect();
                    Err(format!("there is no ready army `{name}`; known are {}", known.join(", ")))
                }
            },
        }
    }
}

const KEYS: [&str; 10] =
    ["table", "settings", "set_up", "bound", "base", "area", "river", "road", "weather", "time"];

/// Units in which lengths may be written.
pub fn units(scale: Scale) -> Vec<(&'static str, f64)> {
    let tables = Tables::standard();
    vec![("MU", tables.mu(scale)), ("W", tables.width(scale)), ("mm", 1.0)]
}

pub fn setup(tree: &Tree<'_>, mut keys: Map<String, Value>) -> Result<(Setup, Names), Faults> {
    let unknown: Vec<Fault> = keys
        .keys()
        .filter(|name| !KEYS.contains(&name.as_str()) && *name != "bent_column")
        .map(|name| Fault {
            line: Some(tree.line(&[crate::case::key(name)])),
            place: name.clone(),
            message: format!("this key is not known; known are title, game, rules, choice, dice, expect, step, ask, {}, bent_column", KEYS.join(", ")),
        })
        .collect();
    if !unknown.is_empty() {
        return Err(Faults(unknown));
    }
    let mut take = |name: &str| keys.remove(name);
    let table: TableKeys = take("table")
        .map_or(Ok(TableKeys::default()), |value| tree.typed(value, &[crate::case::key("table")]))?;
    let settings: Settings = take("settings")
        .map_or(Ok(Settings::default()), |value| tree.typed(value, &[crate::case::key("settings")]))?;
    let lengths = Names::default().with_units(units(table.scale));
    let set_up = take("set_up");
    let position = position(tree, &lengths, keys)?;
    if let Some(set_up) = set_up {
        return before_battle(tree, &table, settings, set_up, position);
    }
    let names = Names::new(position.bases.iter().map(|base| base.name.clone()).collect());
    reserved(tree, &position)?;
    let setup = Setup {
        scale: table.scale,
        table: TableSize { depth: table.depth, width: table.width },
        weather: table.weather,
        time_of_day: table.time_of_day,
        budget: f64::from(Tables::standard().budget),
        settings,
        armies: Default::default(),
        start: Start::Position(Box::new(position)),
    };
    Ok((setup, names.with_units(units(table.scale))))
}

/// BB-SET-01: a case that begins with the set-up, or with a given battlefield and the baggage.
fn before_battle(
    tree: &Tree<'_>,
    table: &TableKeys,
    settings: Settings,
    set_up: Value,
    position: Position,
) -> Result<(Setup, Names), Faults> {
    let way = [crate::case::key("set_up")];
    let fault = |message: String| Fault { line: Some(tree.line(&way)), place: "set_up".to_owned(), message };
    let mut keys: SetUpKeys = tree.typed(set_up, &way)?;
    if !position.bases.is_empty() {
        return Err(fault("a case with a set-up has no bases: the armies have them".to_owned()).into());
    }
    let start = keys.start(position.terrain).map_err(fault)?;
    let armies = [keys.red.army().map_err(fault)?, keys.blue.army().map_err(fault)?];
    let setup = Setup {
        scale: table.scale,
        table: TableSize { depth: table.depth, width: table.width },
        weather: table.weather,
        time_of_day: table.time_of_day,
        budget: keys.budget.unwrap_or_else(|| f64::from(Tables::standard().budget)),
        settings,
        armies,
        start,
    };
    let names = super::names(&setup);
    Ok((setup, names))
}

/// The friendly keys of the file put into the form of a position; each part is read by itself first, so that
/// a fault is told with its line.
fn position(tree: &Tree<'_>, lengths: &Names, mut keys: Map<String, Value>) -> Result<Position, Faults> {
    let mut faults = Vec::new();
    let mut whole = match keys.remove("bound") {
        Some(Value::Object(bound)) => bound,
        _ => Map::new(),
    };
    let mut terrain = Vec::new();
    for (name, variant) in [("area", "area"), ("river", "river"), ("road", "road")] {
        for (at, piece) in list(keys.remove(name)).into_iter().enumerate() {
            let piece = json!({ variant: shaped(name, lengths.numbered(piece)) });
            let way = [crate::case::key(name), crate::case::Way::At(at)];
            match tree.typed::<Piece>(piece.clone(), &way) {
                Ok(_) => terrain.push(piece),
                Err(fault) => faults.push(fault),
            }
        }
    }
    let mut bases = Vec::new();
    for (at, base) in list(keys.remove("base")).into_iter().enumerate() {
        let base = lengths.numbered(base);
        let way = [crate::case::key("base"), crate::case::Way::At(at)];
        match tree.typed::<aelian_blood_and_blades::setup::position::PlacedBase>(base.clone(), &way) {
            Ok(_) => bases.push(base),
            Err(fault) => faults.push(fault),
        }
    }
    if !faults.is_empty() {
        return Err(Faults(faults));
    }
    whole.insert("terrain".to_owned(), Value::Array(terrain));
    whole.insert("bases".to_owned(), Value::Array(bases));
    for (name, to) in [("weather", "weather"), ("time", "time"), ("bent_column", "bent_columns")] {
        if let Some(value) = keys.remove(name) {
            whole.insert(to.to_owned(), value);
        }
    }
    Ok(tree.typed(Value::Object(whole), &[crate::case::key("bound")])?)
}

fn list(value: Option<Value>) -> Vec<Value> {
    match value {
        Some(Value::Array(items)) => items,
        Some(one) => vec![one],
        None => Vec::new(),
    }
}

/// Short forms: `box = [x0, y0, x1, y1]` for an outline; `width` for the widths of a river.
fn shaped(name: &str, piece: Value) -> Value {
    let Value::Object(mut piece) = piece else { return piece };
    if name == "area" {
        if let Some(corners) = piece.remove("box").as_ref().and_then(four) {
            let [x0, y0, x1, y1] = corners;
            piece.insert("outline".to_owned(), json!([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]));
        }
        piece.entry("size").or_insert_with(|| json!("medium"));
    }
    if name == "river" {
        let line = piece.remove("line").unwrap_or(Value::Null);
        let width = piece.remove("width").or_else(|| piece.remove("widths")).unwrap_or(Value::Null);
        piece.insert("course".to_owned(), json!({ "line": line, "width": width }));
    }
    Value::Object(piece)
}

fn four(value: &Value) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    numbers.try_into().ok()
}

/// A base whose name is a word of the choices could not be told apart from that word.
fn reserved(tree: &Tree<'_>, position: &Position) -> Result<(), Faults> {
    const WORDS: [&str; 25] = [
        "none",
        "halt",
        "turnabout",
        "left",
        "right",
        "tactical",
        "far",
        "red",
        "blue",
        "full-speed-ahead",
        "end-moves",
        "proceed",
        "front-left",
        "front-right",
        "rear-left",
        "rear-right",
        "head-stays",
        "pass-through",
        "push-back",
        "time-out",
        "discard",
        "bridge",
        "ford",
        "north",
        "south",
    ];
    let faults: Vec<Fault> = position
        .bases
        .iter()
        .enumerate()
        .filter(|(_, base)| WORDS.contains(&base.name.as_str()))
        .map(|(at, base)| Fault {
            line: Some(tree.line(&[crate::case::key("base"), crate::case::Way::At(at)])),
            place: format!("base[{}].name", at + 1),
            message: format!("`{}` is a word of the choices; give the base another name", base.name),
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) }
}
