//! Pieces of a line of sight: what stands in the way of a straight segment.

use crate::frame::Frame;
use crate::overlap::enters;
use crate::{Polygon, Polyline, Rect, Segment, Tolerance};

/// A segment that comes no deeper than this into a rectangle only grazes it: above rounding, below any
/// grid.
const GRAZE: f64 = 1e-6;

/// No rectangle stands in the way: the segment may graze edges and corners but enters none of them.
pub fn clear<'a>(segment: Segment, mut blockers: impl Iterator<Item = &'a Rect>) -> bool {
    !blockers.any(|blocker| blocks(segment, blocker, GRAZE))
}

/// As `clear`, but the segment may come as deep as the tolerance into a rectangle.
pub fn clear_within<'a>(
    segment: Segment,
    mut blockers: impl Iterator<Item = &'a Rect>,
    t: Tolerance,
) -> bool {
    !blockers.any(|blocker| blocks(segment, blocker, t.length))
}

/// The length of the segment that lies in any of the areas, each counted by itself.
pub fn length_through<'a>(segment: Segment, areas: impl Iterator<Item = &'a Polygon>) -> f64 {
    areas.map(|area| area.length_inside(segment)).sum()
}

/// The segment meets the line.
pub fn crosses_line(segment: Segment, line: &Polyline) -> bool {
    line.crossing(segment).is_some()
}

fn blocks(segment: Segment, blocker: &Rect, deeper_than: f64) -> bool {
    let inner = Frame::of(blocker).inset(deeper_than);
    let off = inner.centre - segment.nearest(inner.centre);
    off.length_squared() < inner.radius_squared() && enters(&inner, segment)
}
