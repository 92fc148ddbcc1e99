//! Moves by numbers that are no orders: commanders who ride, units that are drawn up.

use super::super::seen::Seen;
use super::super::sketch;
use super::{Asks, asks, number, one_of};
use crate::table::{ActionView, FieldView, Sketch};
use aelian_geometry::{Facing, Pose, on_grid};
use aelian_hail_caesar::commander::CommanderChoice;
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::scenario::ScenarioChoice;
use aelian_hail_caesar::setup::SetUpChoice;
use aelian_hail_caesar::{Choice, CommanderId, INCH, UnitId};

fn action(key: &'static str, label: &str, letter: Option<char>, fields: Vec<FieldView>) -> ActionView {
    ActionView { key, label: label.to_owned(), shortcut: letter, arrow: None, fields }
}

/// Units of a commander's division that he could join.
fn own_units(seen: Seen<'_>, commander: CommanderId) -> Vec<UnitId> {
    let look = seen.look();
    let own = look.on_table(look.side_of_commander(commander));
    own.filter(|unit| look.commander_of(*unit) == commander).collect()
}

/// HC-CMOV-02, HC-CMOV-05: he rides somewhere, or joins a unit.
pub fn of_commander(seen: Seen<'_>, commander: CommanderId) -> Vec<ActionView> {
    if !matches!(asks(seen), Asks::Commanders | Asks::DrawUp) {
        return Vec::new();
    }
    let bearing = number("bearing", "Bearing", "°", (seen.home(commander).to_compass(), 360.0), 5.0);
    let ride =
        action("ride", "Ride", Some('T'), vec![bearing, number("far", "Distance", "″", (6.0, 24.0), 0.5)]);
    let units = own_units(seen, commander);
    if asks(seen) == Asks::DrawUp || units.is_empty() {
        return vec![ride];
    }
    let names = units.iter().map(|unit| seen.named(*unit)).collect();
    vec![ride, action("join", "Join a unit", Some('J'), vec![one_of("unit", "Which", names)])]
}

pub fn ride(seen: Seen<'_>, commander: CommanderId, key: &str, values: &[f64]) -> Option<Sketch<Choice>> {
    let value = |at: usize| values.get(at).copied().unwrap_or(0.0);
    let stands = seen.state.commander(commander).at;
    let (at, join) = match key {
        "ride" => (on_grid(stands + Facing::compass(value(0)).vector() * (value(1) * INCH)), None),
        "join" => {
            let unit = *own_units(seen, commander).get(value(0) as usize)?;
            (on_grid(seen.state.unit(unit).rect.centre()), Some(unit))
        }
        _ => return None,
    };
    let choice = match asks(seen) {
        Asks::DrawUp => Choice::SetUp(SetUpChoice::Commander { commander, at }),
        _ => Choice::Commander(CommanderChoice::Move { commander, way: vec![at], join }),
    };
    let mut sketch = sketch::judged(seen, choice);
    let mut known = of_commander(seen, commander).into_iter().find(|action| action.key == key)?;
    known.fields.iter_mut().zip(values).for_each(|(field, value)| field.value = *value);
    sketch.action = Some(known);
    Some(sketch)
}

/// The formations in which a unit may be drawn up, and the words for them.
const FORMATIONS: [(&str, &str, Formation); 8] = [
    ("stand-line", "In battle line", Formation::Line),
    ("stand-phalanx", "In phalanx", Formation::Phalanx),
    ("stand-warband", "In warband", Formation::Warband),
    ("stand-column", "In column", Formation::Column),
    ("stand-open", "In open order", Formation::Open),
    ("stand-square", "In square", Formation::Square),
    ("stand-testudo", "In testudo", Formation::Testudo),
    ("stand-wedge", "In wedge", Formation::Wedge),
];

/// HC-SETUP-04: where and how a unit stands.
pub fn of_placing(seen: Seen<'_>, unit: UnitId) -> Vec<ActionView> {
    let rect = seen.state.unit(unit).rect;
    let place = action("stand", "Stand at", None, place_fields(seen, &rect.pose));
    let legal = |(key, _, _): &&(&'static str, &str, Formation)| {
        placed(seen, unit, key, &[]).is_some_and(|choice| seen.check(&choice).is_legal())
    };
    let other = |(_, _, formation): &&(&str, &str, Formation)| *formation != seen.state.unit(unit).formation;
    let formed = FORMATIONS
        .iter()
        .filter(other)
        .filter(legal)
        .map(|(key, label, _)| action(key, label, None, Vec::new()));
    std::iter::once(place).chain(formed).collect()
}

fn place_fields(seen: Seen<'_>, pose: &Pose) -> Vec<FieldView> {
    let field = &seen.state.field;
    let inches = |value: f64| (value / INCH * 10.0).round() / 10.0;
    vec![
        number("east", "From the west", "″", (inches(pose.at.x), field.width / INCH), 0.5),
        number("north", "From the south", "″", (inches(pose.at.y), field.depth / INCH), 0.5),
        number("facing", "Facing", "°", (pose.facing.to_compass().round(), 360.0), 5.0),
    ]
}

/// The choice that puts a unit down so.
fn placed(seen: Seen<'_>, unit: UnitId, key: &str, values: &[f64]) -> Option<Choice> {
    let standing = seen.state.unit(unit);
    let (pose, formation) = if key == "stand" {
        let [east, north, facing] = values else { return None };
        let at = aelian_geometry::Vec2::new(east * INCH, north * INCH);
        (Pose { at, facing: Facing::compass(*facing) }, standing.formation)
    } else {
        let (_, _, formation) = FORMATIONS.iter().find(|(known, _, _)| *known == key)?;
        (standing.rect.pose, *formation)
    };
    let pose = pose.on_grid();
    Some(match asks(seen) {
        Asks::Placing => Choice::Scenario(ScenarioChoice::Place { unit, pose, formation }),
        _ => Choice::SetUp(SetUpChoice::Place { unit, pose, formation }),
    })
}

pub fn put(seen: Seen<'_>, unit: UnitId, key: &str, values: &[f64]) -> Option<Sketch<Choice>> {
    let mut sketch = sketch::judged(seen, placed(seen, unit, key, values)?);
    let mut known = of_placing(seen, unit).into_iter().find(|action| action.key == key);
    if let Some(known) = &mut known {
        known.fields.iter_mut().zip(values).for_each(|(field, value)| field.value = *value);
    }
    sketch.action = known;
    Some(sketch)
}
