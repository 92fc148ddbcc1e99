//! What the ground means for troops (20.3, 30): going, water, roads, height, visibility.

mod going;
mod height;
mod island;
mod road;
mod sight;
mod stream;
mod water;

pub use going::{Going, GoingChange, going_of};
pub use road::{OnRoad, Way, pose_on_line};
pub use sight::{Conceals, Outside, OutsideRule, Visibility, VisibilityRow};
pub use water::{Bank, RiverAngle};

use aelian_geometry::{Rect, Segment};

/// The part of a segment that lies in a rectangle.
fn clipped(rect: &Rect, segment: Segment) -> Option<Segment> {
    let local = |point| {
        let (ahead, right) = rect.local(point);
        (ahead + rect.depth * 0.5, right)
    };
    let ((a, b), (c, d)) = (local(segment.a), local(segment.b));
    let (first, last) = slab(a, c - a, rect.depth * 0.5);
    let (from, to) = slab(b, d - b, rect.width * 0.5);
    let (first, last) = (first.max(from).max(0.0), last.min(to).min(1.0));
    (first < last).then(|| Segment::new(segment.at(first), segment.at(last)))
}

/// The parameters between which start + parameter * step lies within half of zero.
fn slab(start: f64, step: f64, half: f64) -> (f64, f64) {
    if step == 0.0 {
        return if start.abs() <= half { (f64::NEG_INFINITY, f64::INFINITY) } else { (1.0, 0.0) };
    }
    let (one, two) = ((-half - start) / step, (half - start) / step);
    (one.min(two), one.max(two))
}

#[cfg(test)]
mod tests;
