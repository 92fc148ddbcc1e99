//! Orders by hand: drag to go, onto an enemy to charge, onto a fighting friend to support, onto a building to occupy.

use super::super::seen::{Seen, Thing, plate};
use super::super::sketch;
use super::verbs::{advance, charge, hinge};
use super::{Asks, asks, told};
use crate::table::{Drag, Grip, HandleView, PieceId, Sketch};
use aelian_geometry::{Facing, Hand, Pose, Rect, Vec2, point_to_rect};
use aelian_hail_caesar::command::{CommandChoice, Leg, SupportAt, Target, Task, Verb};
use aelian_hail_caesar::commander::CommanderChoice;
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::scenario::ScenarioChoice;
use aelian_hail_caesar::setup::SetUpChoice;
use aelian_hail_caesar::state::CommanderPlace;
use aelian_hail_caesar::{BlockId, Choice, CommanderId, UnitId, UnitSet};

const WHEEL: &str = "Wheel this corner: it pivots about the other one";

pub fn handles(seen: Seen<'_>, pieces: &[PieceId]) -> Vec<HandleView> {
    if seen.units(pieces).is_empty() || matches!(asks(seen), Asks::Nothing | Asks::Commanders) {
        return Vec::new();
    }
    let handle = |grip, title| HandleView { grip, title };
    vec![
        handle(Grip::Spin, "Turn about the middle to face the pointer"),
        handle(Grip::Corner(Hand::Left), WHEEL),
        handle(Grip::Corner(Hand::Right), WHEEL),
    ]
}

pub fn drag(
    seen: Seen<'_>,
    pieces: &[PieceId],
    before: Option<&Choice>,
    drag: Drag,
) -> Option<Sketch<Choice>> {
    if !drag.from.is_finite() || !drag.to.is_finite() {
        return None;
    }
    if let Some(commander) = seen.commander(pieces) {
        return Some(dragged_commander(seen, commander, drag));
    }
    let who = seen.units(pieces);
    let first = who.first()?;
    match asks(seen) {
        Asks::DrawUp if who.len() > 1 => return Some(placed_together(seen, who, drag)),
        Asks::DrawUp | Asks::Placing => return Some(placed(seen, first, drag)),
        _ => {}
    }
    let verb = meant(seen, who, &drawn(before, who), drag);
    let sketch = sketch::judged(seen, told(seen, who, verb)?);
    let hand = who.iter().map(|unit| {
        let rect = seen.state.unit(unit).rect;
        (Thing::Unit(unit).piece(), rect.with_pose(rect.pose.translated(drag.to - drag.from)))
    });
    Some(sketch::followed(sketch, hand.collect()))
}

/// The ways that were drawn before, to go on from.
fn drawn(before: Option<&Choice>, who: UnitSet) -> Vec<Task> {
    let verb = match before {
        Some(Choice::Command(CommandChoice::Order(order))) => &order.verb,
        Some(Choice::Command(CommandChoice::Initiative { verb, .. } | CommandChoice::Step(verb))) => verb,
        _ => return Vec::new(),
    };
    match verb {
        Verb::Advance(tasks) if tasks.iter().all(|task| who.contains(task.unit)) => tasks.clone(),
        _ => Vec::new(),
    }
}

/// What the hand means.
fn meant(seen: Seen<'_>, who: UnitSet, drawn: &[Task], drag: Drag) -> Verb {
    if drag.grip == Grip::Body
        && let Some(verb) = upon(seen, who, drawn, drag.to)
    {
        return verb;
    }
    let ends = |unit: UnitId| end(seen, drawn, unit);
    let way = |unit: UnitId, leg: Leg| {
        let mut way =
            drawn.iter().find(|task| task.unit == unit).map_or_else(Vec::new, |task| task.way.clone());
        way.push(leg);
        Task { unit, way, ignore_open: false }
    };
    let go = |to: &dyn Fn(Rect) -> Pose| {
        Verb::Advance(who.iter().map(|unit| way(unit, Leg::Go(to(ends(unit)).on_grid()))).collect())
    };
    match drag.grip {
        Grip::Spin => {
            let middle = middle(seen, who, drawn);
            let facing = Facing::along(drag.to - middle);
            let lead = who.first().map_or(Facing::UP, |unit| ends(unit).pose.facing);
            let angle = lead.turn_to(facing);
            go(&|rect| rect.pose.rotated_about(middle, angle))
        }
        Grip::Corner(hand) if drawn.is_empty() => {
            let Some(hinge) = hinge(seen, who, hand.other()) else {
                return advance(seen, who, |_| Vec::new());
            };
            let (from, to) = (Facing::along(drag.from - hinge), Facing::along(drag.to - hinge));
            let angle = from.turn_to(to);
            go(&|rect| rect.pose.rotated_about(hinge, angle))
        }
        _ => go(&|rect| rect.pose.translated(drag.to - drag.from)),
    }
}

/// HC-CHO-02, HC-INTENT-04, HC-INTENT-06: something under the pointer that makes it another order.
fn upon(seen: Seen<'_>, who: UnitSet, drawn: &[Task], at: Vec2) -> Option<Verb> {
    let look = seen.look();
    let side = look.side(who.first()?);
    let under = |unit: &UnitId| {
        !who.contains(*unit) && look.footprint(*unit).any(|part| point_to_rect(at, &part) <= 0.0)
    };
    if let Some(enemy) = look.on_table(side.other()).find(under) {
        let Verb::Charge(order) = charge(Target::Unit(enemy)) else { return None };
        return Some(Verb::Charge(aelian_hail_caesar::command::Charge { first: drawn.to_vec(), ..order }));
    }
    if let Some(friend) = look.on_table(side).filter(|unit| seen.state.is_fighting(*unit)).find(under) {
        return Some(Verb::Support { friend, at: SupportAt::Nearest });
    }
    // HC-WEDGE-12: one unit is put within a wedge.
    let is_wedge = |unit: &UnitId| seen.state.unit(*unit).formation == Formation::Wedge;
    if let (1, Some(unit), Some(wedge)) =
        (who.len(), who.first(), look.on_table(side).filter(is_wedge).find(under))
    {
        return Some(Verb::Advance(vec![Task { unit, way: vec![Leg::Shelter(wedge)], ignore_open: false }]));
    }
    let block = seen.state.field.blocks.iter().position(|block| point_to_rect(at, &block.rect) <= 0.0)?;
    Some(Verb::Occupy { block: BlockId(u8::try_from(block).ok()?) })
}

/// Where a unit stands after what was drawn before.
fn end(seen: Seen<'_>, drawn: &[Task], unit: UnitId) -> Rect {
    let rect = seen.state.unit(unit).rect;
    let last = drawn.iter().find(|task| task.unit == unit).and_then(|task| {
        task.way.iter().rev().find_map(|leg| match leg {
            Leg::Go(pose) => Some(*pose),
            Leg::Form(_) | Leg::Enter(_) | Leg::Shelter(_) => None,
        })
    });
    last.map_or(rect, |pose| rect.with_pose(pose))
}

fn middle(seen: Seen<'_>, who: UnitSet, drawn: &[Task]) -> Vec2 {
    let sum = who.iter().map(|unit| end(seen, drawn, unit).centre()).fold(Vec2::ZERO, |sum, at| sum + at);
    sum / who.len().max(1) as f64
}

/// HC-SETUP-04: a unit is put down where the hand has it, or turned.
fn placed(seen: Seen<'_>, unit: UnitId, drag: Drag) -> Sketch<Choice> {
    let standing = seen.state.unit(unit);
    let rect = standing.rect;
    let pose = match drag.grip {
        Grip::Body => rect.pose.translated(drag.to - drag.from),
        _ => {
            let facing = Facing::along(drag.to - rect.centre());
            rect.pose.rotated_about(rect.centre(), rect.pose.facing.turn_to(facing))
        }
    };
    let (pose, formation) = (pose.on_grid(), standing.formation);
    let choice = match asks(seen) {
        Asks::Placing => Choice::Scenario(ScenarioChoice::Place { unit, pose, formation }),
        _ => Choice::SetUp(SetUpChoice::Place { unit, pose, formation }),
    };
    sketch::followed(sketch::judged(seen, choice), vec![(Thing::Unit(unit).piece(), rect.with_pose(pose))])
}

/// HC-SETUP-04: several units are put down as they stand to each other; with a whole division goes its commander.
fn placed_together(seen: Seen<'_>, who: UnitSet, drag: Drag) -> Sketch<Choice> {
    let middle = middle(seen, who, &[]);
    let angle = match drag.grip {
        Grip::Body => None,
        _ => {
            let lead = who.first().map_or(Facing::UP, |unit| seen.state.unit(unit).rect.pose.facing);
            Some(lead.turn_to(Facing::along(drag.to - middle)))
        }
    };
    let moved = |pose: Pose| match angle {
        None => pose.translated(drag.to - drag.from),
        Some(angle) => pose.rotated_about(middle, angle),
    };
    let units: Vec<(UnitId, Pose)> =
        who.iter().map(|unit| (unit, moved(seen.state.unit(unit).rect.pose).on_grid())).collect();
    let commanders: Vec<(CommanderId, Vec2)> = led_whole(seen, who)
        .map(|id| {
            let stands = Pose { at: seen.state.commander(id).at, facing: seen.home(id) };
            (id, aelian_geometry::on_grid(moved(stands).at))
        })
        .collect();
    let mut hand: Vec<(PieceId, Rect)> = units
        .iter()
        .map(|(unit, pose)| (Thing::Unit(*unit).piece(), seen.state.unit(*unit).rect.with_pose(*pose)))
        .collect();
    hand.extend(
        commanders.iter().map(|(id, at)| (Thing::Commander(*id).piece(), plate(*at, seen.home(*id)))),
    );
    let choice = Choice::SetUp(SetUpChoice::Body { units, commanders });
    sketch::followed(sketch::judged(seen, choice), hand)
}

/// Commanders who stand alone and all of whose units on the table are among these.
fn led_whole(seen: Seen<'_>, who: UnitSet) -> impl Iterator<Item = CommanderId> {
    let look = seen.look();
    let whole = move |id: CommanderId| {
        let mut own = look.on_table(look.side_of_commander(id)).filter(|unit| look.commander_of(*unit) == id);
        own.all(|unit| who.contains(unit)) && who.iter().any(|unit| look.commander_of(unit) == id)
    };
    let alone = move |id: CommanderId| seen.state.commander(id).place == CommanderPlace::Alone;
    seen.state.commander_ids().filter(move |id| alone(*id) && whole(*id))
}

/// HC-CMOV-02, HC-CMOV-05: a commander goes where he is put; onto a unit of his division he joins it.
fn dragged_commander(seen: Seen<'_>, commander: CommanderId, drag: Drag) -> Sketch<Choice> {
    let at = aelian_geometry::on_grid(seen.state.commander(commander).at + drag.to - drag.from);
    let look = seen.look();
    let own = look.on_table(look.side_of_commander(commander));
    let join = own
        .filter(|unit| look.commander_of(*unit) == commander)
        .find(|unit| point_to_rect(drag.to, &seen.state.unit(*unit).rect) <= 0.0);
    let choice = match asks(seen) {
        Asks::DrawUp => Choice::SetUp(SetUpChoice::Commander { commander, at }),
        _ => Choice::Commander(CommanderChoice::Move { commander, way: vec![at], join }),
    };
    let hand = vec![(Thing::Commander(commander).piece(), plate(at, seen.home(commander)))];
    sketch::followed(sketch::judged(seen, choice), hand)
}
