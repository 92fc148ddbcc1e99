//! The units and commanders of a position, as armies and as what they remember.

use super::keys::{CommanderKeys, PlaceKey, UnitKeys};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_hail_caesar::INCH;
use aelian_hail_caesar::setup::position::{CommanderMemory, UnitMemory};
use aelian_hail_caesar::setup::{ArmyEntry, DivisionEntry, LeaderEntry, Stands, UnitEntry};
use aelian_hail_caesar::state::Along;
use aelian_hail_caesar::troop::Written;

/// The divisions that units and commanders name, in the order in which they are first named. A division without a
/// commander has one at the middle of its side's edge; without any general the first commander is it of whom nothing else
/// is said.
pub(super) fn army(
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
    let mut stated = commanders.iter().filter(|one| one.side == side).peekable();
    let first = match stated.peek() {
        Some(_) => stated.find(|one| one.general.is_none()).map(|one| of(&one.division)),
        None => divisions.first().map(|division| division.name.clone()),
    };
    let led = divisions.iter_mut().find(|division| Some(&division.name) == first.as_ref());
    if !has_general && let Some(first) = led {
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
        general: keys.general.unwrap_or(false),
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

/// Whether a side is stated without its divisions: as a piece of an army.
pub(super) fn is_piece(side: Side, units: &[UnitKeys], commanders: &[CommanderKeys]) -> bool {
    let mut named = units.iter().map(|unit| (unit.side, &unit.division));
    let mut led = commanders.iter().map(|one| (one.side, &one.division));
    let names = |(of, division): (Side, &Option<String>)| of == side && division.is_some();
    !named.any(names) && !led.any(names)
}

pub(super) fn memory(unit: &UnitKeys) -> UnitMemory {
    let stamina = Written::read(&unit.troop).map_or(0, |written| written.stats.stamina);
    UnitMemory {
        name: unit.name.clone(),
        casualties: if unit.shaken { unit.casualties.max(stamina) } else { unit.casualties },
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

pub(super) fn of_commander(keys: &CommanderKeys) -> CommanderMemory {
    CommanderMemory {
        name: keys.name.clone(),
        with: keys.with.clone(),
        wounded: keys.wounded,
        finished: keys.finished,
        moved: keys.moved,
    }
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
pub(super) fn doubts_of(unit: &UnitKeys) -> Vec<(&'static str, String)> {
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
