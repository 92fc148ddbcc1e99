//! Turn to face (50.10), and formations that change when they are charged (HC-RESP-13).

use crate::formation::Formation;
use crate::ids::UnitId;
use crate::position::quarter_of;
use crate::rules::Look;
use crate::state::Side4;
use aelian_geometry::{Facing, Pose, Rect, degrees, overlaps};

/// HC-TTF-02, HC-TTF-04, HC-TTF-05: how a unit stands that turns to a charger who comes from there; none if it has not
/// the room to bring him before its front.
pub fn turned(look: Look<'_>, unit: UnitId, charger: &Rect) -> Option<Rect> {
    let rect = *look.rect(unit);
    let slack = look.rules.slack;
    if quarter_of(&rect, charger.pose.at, slack) == Side4::Rear {
        return Some(rect.with_pose(rect.pose.about_faced(rect.depth).on_grid()));
    }
    let head_on = Facing::along(charger.pose.at - rect.centre());
    let whole = rect.pose.facing.turn_to(head_on);
    // A degree at a time until its corners, which swing wider than it stands, meet something, or it faces him.
    let steps = (whole.abs() / degrees(1.0)).ceil().max(1.0) as usize;
    let turns = (1..=steps).map(|step| whole * step as f64 / steps as f64);
    let swing = turns.map(|turn| about(&rect, rect.pose.facing.turned(turn)));
    let found = swing.take_while(|turned| is_free(look, unit, turned)).last()?;
    (quarter_of(&found, charger.pose.at, slack) == Side4::Front).then_some(found)
}

/// HC-RESP-13, HC-TESTU-06, HC-TESTU-07: a testudo that is charged, as a battle line that faces the enemy, in the places
/// where there is room for it; last its own ground.
pub fn drawn_up(look: Look<'_>, unit: UnitId, charger: &Rect) -> (Formation, Vec<Rect>) {
    let rect = *look.rect(unit);
    let card = look.card(unit);
    let (width, depth) = card.extent(card.normal);
    let towards = match quarter_of(&rect, charger.pose.at, look.rules.slack) {
        Side4::Front => rect.pose.facing,
        Side4::Rear => rect.pose.facing.reversed(),
        Side4::Left => Facing::along(-rect.pose.facing.right()),
        Side4::Right => Facing::along(rect.pose.facing.right()),
    };
    let centre = rect.centre();
    let line = |ahead: f64| {
        Rect::new(Pose { at: centre + towards.vector() * ahead, facing: towards }.on_grid(), width, depth)
    };
    let places = [line(0.0), line(rect.depth / 2.0)];
    let free = places.into_iter().filter(|line| is_free(look, unit, line));
    let own = Rect::new(about(&rect, towards).pose, rect.width, rect.depth);
    (card.normal, free.chain([own]).collect())
}

/// The same ground about its centre, facing so.
pub fn about(rect: &Rect, facing: Facing) -> Rect {
    let at = rect.centre() + facing.vector() * (rect.depth / 2.0);
    rect.with_pose(Pose { at, facing }.on_grid())
}

/// HC-TTF-05: it lies on no other unit and on no ground that is closed to it.
pub fn is_free(look: Look<'_>, unit: UnitId, rect: &Rect) -> bool {
    let tolerance = look.rules.tolerance;
    let others = look.all_on_table().filter(|other| *other != unit);
    let mut taken = others.flat_map(|other| look.footprint(other));
    !taken.any(|other| overlaps(&other, rect, tolerance))
        && !super::contact::is_barred(look, unit, look.state.unit(unit).formation, rect)
}
