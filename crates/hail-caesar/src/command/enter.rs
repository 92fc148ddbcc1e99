//! Units off the table (30.10): coming on, and following behind.

use super::{Charge, Leg, Task, entry_point};
use crate::event::{self, Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement;
use crate::numbers::numbers;
use crate::rules::{Look, Rules};
use crate::state::{Along, Deed, Place};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Pose, Rect, Vec2, overlaps};
use aelian_rulebook::rule;

/// How a unit comes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub formation: Formation,
    pub rect: Rect,
}

/// HC-OFF-02, HC-OFF-04, HC-OFF-11, HC-OFF-12: where the first move of an arriving unit puts it: with its centre-front
/// at the entry point or beside those of its order who are on already, at most so many mm from the edge; none if there
/// is no room.
pub fn entry(look: Look<'_>, task: &Task, depth: f64, with: UnitSet) -> Option<Entry> {
    let unit = task.unit;
    let (Place::Off { edge, along } | Place::Following { edge, along }) = look.state.unit(unit).place else {
        return None;
    };
    let inward = edge.outward().reversed();
    let (formation, facing) = match task.way.first() {
        Some(Leg::Form(reform)) => (reform.to, reform.facing),
        _ => (look.state.unit(unit).formation, inward),
    };
    let (width, deep) = look.card(unit).extent(formation);
    let spot = Spot { unit, edge, along, formation, facing, width, deep };
    let beside = width + look.inches(0.5);
    let hand = spot.hand(look, task);
    let asides =
        [0.0, hand, -hand, 2.0 * hand, -2.0 * hand, 3.0 * hand, -3.0 * hand, 4.0 * hand, -4.0 * hand];
    let depths = [1.0, 0.75, 0.5];
    for share in depths {
        for aside in asides.iter().map(|steps| steps * beside) {
            let rect = spot.rect(look, aside, depth * share);
            let linked = aside == 0.0
                || with.iter().any(|other| {
                    look.state.unit(other).is_on_table()
                        && look.within(look.distance_to(&rect, other), numbers().commanding.link)
                });
            if linked && spot.is_free(look, &rect) {
                return Some(Entry { formation, rect });
            }
        }
    }
    None
}

impl Look<'_> {
    /// HC-OFF-02: straight on from where a unit waits, so far from the edge; none if it does not wait.
    pub fn way_on(&self, unit: UnitId, ahead: f64) -> Option<Pose> {
        let (Place::Off { edge, along } | Place::Following { edge, along }) = self.state.unit(unit).place
        else {
            return None;
        };
        let facing = edge.outward().reversed();
        let point = entry_point(&self.state.field, edge, along);
        Some(Pose { at: point + facing.vector() * ahead, facing }.on_grid())
    }
}

struct Spot {
    unit: UnitId,
    edge: TableEdge,
    along: Along,
    formation: Formation,
    facing: Facing,
    width: f64,
    deep: f64,
}

impl Spot {
    /// To which hand it comes on first if its own point is taken, 1 for the right: on the side of where it is told to go, or
    /// else on that of the middle of the table.
    fn hand(&self, look: Look<'_>, task: &Task) -> f64 {
        let field = &look.state.field;
        let point = entry_point(field, self.edge, self.along);
        let right = self.edge.outward().reversed().right();
        let goal = task.way.iter().find_map(|leg| match leg {
            Leg::Go(pose) => Some(pose.at),
            _ => None,
        });
        let middle = Vec2::new(field.width, field.depth) / 2.0;
        let asides = goal.into_iter().chain([middle]).map(|to| (to - point).dot(right));
        let aside = asides.into_iter().find(|aside| aside.abs() > look.rules.slack);
        if aside.is_some_and(|aside| aside < 0.0) { -1.0 } else { 1.0 }
    }

    fn rect(&self, look: Look<'_>, aside: f64, depth: f64) -> Rect {
        let inward = self.edge.outward().reversed();
        let point = entry_point(&look.state.field, self.edge, self.along);
        let at = point + inward.vector() * depth + inward.right() * aside;
        let rect = Rect::new(Pose { at, facing: self.facing }.on_grid(), self.width, self.deep);
        rect.with_pose(rect.pose.translated(self.off_the_corner(look, &rect)).on_grid())
    }

    /// HC-OFF-12: it may hang over the edge by which it comes, but not over those beside it: near a corner it comes on
    /// so much further along.
    fn off_the_corner(&self, look: Look<'_>, rect: &Rect) -> Vec2 {
        let beside = TableEdge::ALL
            .into_iter()
            .filter(|edge| edge.outward().vector().dot(self.edge.outward().vector()).abs() < 0.5);
        let over = |edge: TableEdge| {
            let inside = rect.corners().map(|corner| look.state.field.inside(edge, corner));
            edge.outward().vector() * inside.into_iter().fold(0.0, f64::min)
        };
        beside.map(over).fold(Vec2::ZERO, |sum, back| sum + back)
    }

    /// HC-OFF-12: clear of all units and of ground that bars it, its front on the table.
    fn is_free(&self, look: Look<'_>, rect: &Rect) -> bool {
        // HC-COL-03: of a bent column each rank.
        let clear = look.all_on_table().flat_map(|other| look.footprint(other)).all(|his| {
            (his.centre() - rect.centre()).length() > his.radius() + rect.radius()
                || !overlaps(rect, &his, look.rules.tolerance)
        });
        let enemies = look.on_table(look.side(self.unit).other());
        let apart = enemies.into_iter().all(|enemy| look.distance_to(rect, enemy) > look.rules.slack);
        clear
            && apart
            && TableEdge::ALL.into_iter().all(|edge| {
                let [left, right, ..] = rect.corners();
                [left, right].iter().all(|p| look.state.field.inside(edge, *p) >= -look.rules.slack)
            })
            && look.ground_bars(self.unit, self.formation, rect).is_none()
    }
}

/// HC-OFF-04, HC-OFF-08: it comes on with its first move and goes on as its task says; without room it follows behind,
/// if some of its order are on, or else stays off.
pub fn carry(
    cx: &mut Cx<'_, Rules>,
    task: &Task,
    moves: u8,
    with: UnitSet,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    let unit = task.unit;
    let look = Look::new(cx.rules, cx.state());
    let Place::Off { edge, along } = look.state.unit(unit).place else { return Ok(()) };
    match entry(look, task, look.inches(numbers().moving.first_onto_the_table), with) {
        Some(entry) => {
            cx.cite(rule!("HC-OFF-04"), || Fact::Unit(unit));
            comes_on(cx, unit, entry);
        }
        None => {
            cx.cite(rule!("HC-OFF-08"), || Fact::Unit(unit));
            if with.iter().any(|other| cx.state().unit(other).is_on_table()) {
                cx.emit(Event::Leaves { unit, to: Place::Following { edge, along } });
            }
            return Ok(());
        }
    }
    let on = rest(task);
    if moves < 2 || on.way.is_empty() {
        return Ok(());
    }
    movement::carry(cx, unit, &on, moves - 1, why)
}

/// HC-OFF-04, HC-OFF-11: a charge by a unit that has first to come on: how it does, and what is then left of the order.
pub fn then_charges(unit: UnitId, charge: &Charge) -> (Task, Charge) {
    let mut charge = charge.clone();
    let mut task = Task { unit, way: Vec::new(), ignore_open: false };
    if let Some(first) = charge.first.iter_mut().find(|first| first.unit == unit)
        && matches!(first.way.first(), Some(Leg::Form(_)))
    {
        task.way.push(first.way.remove(0));
    }
    charge.first.retain(|first| !first.way.is_empty());
    (task, charge)
}

fn comes_on(cx: &mut Cx<'_, Rules>, unit: UnitId, entry: Entry) {
    cx.emit(appears(unit, entry));
    cx.emit(Event::Did { unit, deed: Deed::Moved });
    let made = cx.state().unit(unit).moves + 1;
    cx.emit(Event::Moves { unit, made });
}

/// HC-OFF-09: a unit of the active side that follows behind and now has room, with how it comes on.
pub fn follower(look: Look<'_>) -> Option<(UnitId, Entry)> {
    let waits = |unit: &UnitId| {
        look.side(*unit) == look.active()
            && matches!(look.state.unit(*unit).place, Place::Following { .. })
            && !look.state.unit(*unit).did(Deed::Ordered)
    };
    look.state.ids().filter(waits).find_map(|unit| {
        let task = Task { unit, way: Vec::new(), ignore_open: false };
        // HC-OFF-08: straight, at its full speed.
        let depth = look.rate_as(unit, look.state.unit(unit).formation);
        entry(look, &task, depth, UnitSet::EMPTY).map(|entry| (unit, entry))
    })
}

/// HC-OFF-09: it moves on by itself; that is its movement of this turn.
pub fn follow(cx: &mut Cx<'_, Rules>) {
    let Some((unit, entry)) = follower(Look::new(cx.rules, cx.state())) else { return };
    cx.cite(rule!("HC-OFF-09"), || Fact::Unit(unit));
    cx.emit(Event::Did { unit, deed: Deed::Ordered });
    comes_on(cx, unit, entry);
}

/// Where so many moves of an order bring a unit that comes on by itself.
pub fn ahead(look: Look<'_>, task: &Task, moves: u8) -> Option<Entry> {
    let first = entry(look, task, look.inches(numbers().moving.first_onto_the_table), UnitSet::EMPTY)?;
    let on = rest(task);
    if moves < 2 || on.way.is_empty() {
        return Some(first);
    }
    let mut there = look.state.clone();
    event::apply(&mut there, &appears(task.unit, first));
    let plan = look.at(&there).plan(task.unit, &on, moves - 1);
    Some(plan.last().map_or(first, |end| Entry { formation: end.formation, rect: end.rect }))
}

/// What is left of a task once the unit is on the table.
fn rest(task: &Task) -> Task {
    let way = match task.way.split_first() {
        Some((Leg::Form(_), rest)) => rest.to_vec(),
        _ => task.way.clone(),
    };
    Task { way, ..task.clone() }
}

fn appears(unit: UnitId, Entry { formation, rect }: Entry) -> Event {
    Event::Appears(Moved { unit, why: MoveWhy::Arrived, way: Vec::new(), formation, rect })
}
