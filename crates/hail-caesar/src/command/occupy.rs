//! Going into a building (HC-INTENT-06, HC-BLDG-07, HC-BLDG-08).

use super::{Leg, Task};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ground::perimeter_point;
use crate::ids::{BlockId, UnitId};
use crate::movement;
use crate::rules::{Look, Rules};
use crate::state::{Deed, Place};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Pose, point_to_rect};
use aelian_rulebook::rule;

/// HC-BLDG-07, HC-BLDG-11: what a unit does to come to a building: its centre-front against the nearest point of the
/// outline, or the nearest gate.
pub fn approach(look: Look<'_>, unit: UnitId, block: BlockId) -> Option<Task> {
    let building = look.state.field.block(block)?;
    let from = look.centre_front(unit);
    let door = perimeter_point(building, from);
    // Straight at the face in which the door lies.
    let edges = crate::state::Side4::ALL.map(|side| building.rect.edge(side.edge()));
    let near = |segment: &aelian_geometry::Segment| aelian_geometry::point_to_segment(door, *segment);
    let face = edges.into_iter().min_by(|a, b| near(a).total_cmp(&near(b)))?;
    let middle = building.rect.centre();
    let along = Facing::along(face.b - face.a);
    let towards = if (middle - face.a).dot(along.right()) > 0.0 { along.right() } else { -along.right() };
    let facing = Facing::along(towards);
    let goal = Pose { at: door - facing.vector() * look.rules.slack, facing };
    Some(Task { unit, way: vec![Leg::Go(goal.on_grid())], ignore_open: false })
}

/// It touches the building where it can go in.
pub fn is_at(look: Look<'_>, unit: UnitId, block: BlockId) -> bool {
    let Some(building) = look.state.field.block(block) else { return false };
    let near = 0.2 * crate::rules::INCH + look.rules.slack;
    if building.gates.is_empty() {
        return aelian_geometry::distance(look.rect(unit), &building.rect) <= near;
    }
    building.gates.iter().any(|gate| point_to_rect(*gate, look.rect(unit)) <= near)
}

/// HC-BLDG-07: up to the building, then one whole move to go in, which ends its movement (HC-BLDG-08).
pub fn carry(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    block: BlockId,
    moves: u8,
    why: MoveWhy,
) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some(task) = approach(look, unit, block) else { return Ok(()) };
    let mut left = moves;
    if !is_at(look, unit, block) {
        let needed = look.plan(unit, &task, moves).len() as u8;
        left = moves.saturating_sub(needed.max(1));
        movement::carry(cx, unit, &task, moves, why)?;
    }
    let look = Look::new(cx.rules, cx.state());
    let here = look.state.unit(unit).place == Place::Table;
    let open = look.may_enter(unit, block).is_empty() && is_at(look, unit, block);
    if left == 0 || !here || !open || look.is_disordered(unit) || look.state.unit(unit).did(Deed::Stopped) {
        return Ok(());
    }
    goes_in(cx, unit, block);
    Ok(())
}

/// HC-BLDG-06, HC-BLDG-08: inside it has no formation, and it moves no further in this turn.
fn goes_in(cx: &mut Cx<'_, Rules>, unit: UnitId, block: BlockId) {
    let Some(rect) = cx.state().field.block(block).map(|building| building.rect) else { return };
    cx.cite(rule!("HC-BLDG-07"), || Fact::Block(block));
    let formation = cx.state().unit(unit).formation;
    cx.emit(Event::Leaves { unit, to: Place::Block(block) });
    cx.emit(Event::Moved(Moved { unit, why: MoveWhy::Ordered, way: Vec::new(), formation, rect }));
    cx.emit(Event::Did { unit, deed: Deed::Moved });
    cx.emit(Event::Did { unit, deed: Deed::Stopped });
    let made = cx.state().unit(unit).moves + 1;
    cx.emit(Event::Moves { unit, made });
}
