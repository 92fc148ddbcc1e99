//! A battle of the book in its midst: where its turn stands, and what has become of some of its units and commanders.

use super::Reader;
use super::keys::{PlaceKey, TurnKeys};
use super::wording::worded;
use crate::case::{Fault, Faults, Way, key, part};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_hail_caesar::INCH;
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::setup::position::{CommanderMemory, NamedFight, UnitMemory};
use aelian_hail_caesar::setup::{LeaderEntry, Setup, Stands, UnitEntry};
use aelian_hail_caesar::state::{Along, Combat, Deed};
use serde::Deserialize;
use serde_json::{Map, Value};

/// A `[[unit]]` of the battle: what is not said is as the battle has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitChange {
    name: String,
    #[serde(default)]
    at: Option<Vec2>,
    #[serde(default)]
    facing: Option<Facing>,
    #[serde(default)]
    formation: Option<Formation>,
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
    place: PlaceKey,
}

/// A `[[commander]]` of the battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CommanderChange {
    name: String,
    #[serde(default)]
    at: Option<Vec2>,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    wounded: bool,
    #[serde(default)]
    finished: bool,
    #[serde(default)]
    moved: bool,
}

/// The keys that speak of a battle in its midst.
const KEYS: [&str; 4] = ["turn", "unit", "commander", "fight"];

/// Without any of these keys the battle begins with its armies drawing up.
pub(super) fn begin(
    reader: &Reader<'_>,
    setup: &mut Setup,
    mut keys: Map<String, Value>,
) -> Result<(), Faults> {
    let tree = reader.shaper.tree;
    let mut faults: Vec<Fault> = Vec::new();
    for name in keys.keys().filter(|name| !KEYS.contains(&name.as_str())) {
        let message = "a battle of the book has its own table and ground".to_owned();
        faults.push(Fault { line: Some(tree.line(&[key(name)])), place: name.clone(), message });
    }
    if keys.is_empty() || !faults.is_empty() {
        return if faults.is_empty() { Ok(()) } else { Err(Faults(faults)) };
    }
    let turn: TurnKeys = part(tree, &mut keys, "turn")?.unwrap_or_default();
    let mut units: Vec<UnitChange> =
        reader.shaper.all(&mut keys, "unit", &mut faults, |value| Ok(reader.unit(value)));
    let mut commanders: Vec<CommanderChange> =
        reader
            .shaper
            .all(&mut keys, "commander", &mut faults, |value| Ok(reader.shaper.placed(worded(value))));
    let fights: Vec<NamedFight> = reader.shaper.all(&mut keys, "fight", &mut faults, Ok);
    let mut position = reader.turn(turn)?;
    let names = |name: &str| name.trim().to_lowercase();
    let units_named: Vec<String> = units.iter().map(|change| names(&change.name)).collect();
    let leaders_named: Vec<String> = commanders.iter().map(|change| names(&change.name)).collect();
    faults.extend(twice(reader, "unit", &units_named));
    faults.extend(twice(reader, "commander", &leaders_named));
    for (at, change) in units.iter_mut().enumerate() {
        if let Err(known) = change_unit(setup, change) {
            faults.push(unknown(reader, ("unit", at), &change.name, &known));
        }
    }
    for (at, change) in commanders.iter_mut().enumerate() {
        if let Err(known) = change_commander(setup, change) {
            faults.push(unknown(reader, ("commander", at), &change.name, &known));
        }
    }
    if !faults.is_empty() {
        return Err(Faults(faults));
    }
    position.units = units.into_iter().map(memory).collect();
    position.commanders = commanders.into_iter().map(of_commander).collect();
    position.fights = fights;
    setup.first = Some(position.active);
    setup.deployed = true;
    setup.position = Some(Box::new(position));
    Ok(())
}

/// Names that are given more than once.
fn twice(reader: &Reader<'_>, kind: &str, names: &[String]) -> Vec<Fault> {
    let again = names.iter().enumerate().filter(|(at, name)| names[..*at].contains(name));
    let fault = |(at, name): (usize, &String)| Fault {
        line: Some(reader.shaper.tree.line(&[key(kind), Way::At(at), key("name")])),
        place: format!("{kind}[{}].name", at + 1),
        message: format!("the name `{name}` is given twice"),
    };
    again.map(fault).collect()
}

fn unknown(reader: &Reader<'_>, (kind, at): (&str, usize), name: &str, known: &[String]) -> Fault {
    Fault {
        line: Some(reader.shaper.tree.line(&[key(kind), Way::At(at), key("name")])),
        place: format!("{kind}[{}].name", at + 1),
        message: format!("the battle has no `{name}`; known are {}", known.join(", ")),
    }
}

/// Names are read without regard to capitals.
fn is_named(name: &str, said: &str) -> bool {
    name.to_lowercase() == said.trim().to_lowercase()
}

/// Where the unit stands; an error names the units that there are.
fn change_unit(setup: &mut Setup, change: &mut UnitChange) -> Result<(), Vec<String>> {
    let mut known = Vec::new();
    for (side, army) in Side::BOTH.into_iter().zip(&mut setup.armies) {
        for entry in army.divisions.iter_mut().flat_map(|division| &mut division.units) {
            if is_named(&entry.name, &change.name) {
                stand(entry, side, change);
                change.name.clone_from(&entry.name);
                return Ok(());
            }
            known.push(entry.name.clone());
        }
    }
    Err(known)
}

fn stand(entry: &mut UnitEntry, side: Side, change: &UnitChange) {
    let home = if side == Side::Red { Facing::UP } else { Facing::DOWN };
    let was = match entry.stands {
        Stands::At { pose, .. } | Stands::Hidden { pose } => Some(pose),
        _ => None,
    };
    let facing = change.facing.or(was.map(|pose| pose.facing)).unwrap_or(home);
    let pose = change.at.map(|at| Pose { at, facing });
    entry.stands = match (&change.place, pose) {
        (PlaceKey::Building(at), _) => Stands::In(aelian_hail_caesar::BlockId(*at)),
        (PlaceKey::Off { edge, along }, _) => {
            Stands::Off { edge: *edge, along: (along * INCH).round() as Along, formation: None }
        }
        (PlaceKey::Absent, _) => Stands::Absent,
        (PlaceKey::Hidden, Some(pose)) => Stands::Hidden { pose },
        (_, Some(pose)) => Stands::At { pose, formation: change.formation },
        (_, None) => entry.stands,
    };
}

fn change_commander(setup: &mut Setup, change: &mut CommanderChange) -> Result<(), Vec<String>> {
    let mut known = Vec::new();
    let divisions = setup.armies.iter_mut().flat_map(|army| &mut army.divisions);
    let leaders: Vec<&mut LeaderEntry> = divisions.map(|division| &mut division.commander).collect();
    for leader in leaders {
        if is_named(&leader.name, &change.name) {
            change.name.clone_from(&leader.name);
            leader.at = change.at.or(leader.at).or(change.with.is_some().then_some(Vec2::ZERO));
            return Ok(());
        }
        known.push(leader.name.clone());
    }
    Err(known)
}

fn memory(change: UnitChange) -> UnitMemory {
    let destroyed = matches!(change.place, PlaceKey::Destroyed);
    let within = match change.place {
        PlaceKey::Wedge(name) => Some(name),
        _ => None,
    };
    UnitMemory {
        name: change.name,
        casualties: change.casualties,
        disordered: change.disordered,
        did: change.did,
        moves: change.moves,
        combat: change.combat,
        track: Vec::new(),
        destroyed,
        within,
    }
}

fn of_commander(change: CommanderChange) -> CommanderMemory {
    CommanderMemory {
        name: change.name,
        with: change.with,
        wounded: change.wounded,
        finished: change.finished,
        moved: change.moved,
    }
}
