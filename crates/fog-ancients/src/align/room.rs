//! Bases in thought: what they would stand on, and when they pass each other.

use crate::fact::Fact;
use crate::movement::patch::Ground;
use crate::movement::way::Obstacle;
use aelian_geometry::{Rect, Tolerance, Vec2};

/// What stands in the way, as a fact.
pub(crate) fn blocked(by: Obstacle) -> Fact {
    match by {
        Obstacle::Edge(edge) => Fact::OffTable(edge),
        Obstacle::Ground(Ground::Area(kind)) => Fact::BlockedByTerrain(kind),
        Obstacle::Ground(Ground::River) => Fact::Rule,
        Obstacle::Group(group) => Fact::BlockedBy(group),
        Obstacle::Camp(side) => Fact::Side(side),
    }
}

/// From where to where along this direction two rectangles overlap deeper than the tolerance while the first is
/// moved; distances from where it stands, negative behind it. None if it passes by.
pub(crate) fn passage(moved: &Rect, along: Vec2, other: &Rect, t: Tolerance) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let axes = [
        moved.pose.facing.vector(),
        moved.pose.facing.right(),
        other.pose.facing.vector(),
        other.pose.facing.right(),
    ];
    for axis in axes {
        let ((low, high), (from, to)) = (extent(moved, axis), extent(other, axis));
        let speed = along.dot(axis);
        if speed.abs() < t.angle {
            if high.min(to) - low.max(from) <= t.length {
                return None;
            }
            continue;
        }
        let (one, two) = ((from - high) / speed, (to - low) / speed);
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    (leave - enter > t.length).then_some((enter, leave))
}

fn extent(rect: &Rect, axis: Vec2) -> (f64, f64) {
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for corner in rect.corners() {
        let at = corner.dot(axis);
        low = low.min(at);
        high = high.max(at);
    }
    (low, high)
}
