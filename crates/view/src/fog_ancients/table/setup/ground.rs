//! Shapes of the set-up: strips along the edges, camps, works and markers.

use crate::fog_ancients::table::seen::Seen;
use aelian_fog_ancients::setup::home_facing;
use aelian_game::Side;
use aelian_geometry::{Pose, Rect, Vec2};

/// A strip along the rear edge, so many MU deep.
pub fn strip(seen: Seen<'_>, side: Side, deep: f64) -> Vec<Vec2> {
    part(seen, side, (0.0, seen.state.field.width), seen.rules.mu * deep)
}

/// A part of a strip along the rear edge: from one x to another, in mm.
pub fn part(seen: Seen<'_>, side: Side, (left, right): (f64, f64), deep: f64) -> Vec<Vec2> {
    let depth = seen.state.field.depth;
    let (from, to) = match side {
        Side::Red => (0.0, deep),
        Side::Blue => (depth - deep, depth),
    };
    [(left, from), (right, from), (right, to), (left, to)].map(|(x, y)| Vec2::new(x, y)).to_vec()
}

pub fn camp(seen: Seen<'_>, pose: Pose) -> Rect {
    let (width, depth) = seen.rules.tables.camp(seen.rules.scale);
    Rect::new(pose, width, depth)
}

pub fn work(seen: Seen<'_>, pose: Pose) -> Rect {
    Rect::new(pose, seen.rules.width, seen.rules.tables.work_depth(seen.rules.scale))
}

/// The place with this number in rows behind the rear edge, for what waits to be put on the table.
pub fn beside_table(seen: Seen<'_>, side: Side, at: usize) -> Pose {
    let (field, width) = (&seen.state.field, seen.rules.width);
    let step = width * 1.3;
    let row = (field.width / step).floor().max(1.0) as usize;
    let behind = width + (at / row) as f64 * step;
    let y = if side == Side::Red { -behind } else { field.depth + behind };
    Pose::new((at % row) as f64 * step + width, y, home_facing(side))
}

/// It lies over the table.
pub fn is_over_table(seen: Seen<'_>, rect: &Rect) -> bool {
    let (middle, field) = (rect.centre(), &seen.state.field);
    (0.0..=field.width).contains(&middle.x) && (0.0..=field.depth).contains(&middle.y)
}
