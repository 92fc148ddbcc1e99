//! Moving rectangles: exact first contact of straight moves with rectangles and polygons; turns are in
//! `rotation`.

mod rotation;

pub use rotation::{sweep_rotation, sweep_rotation_polygon};

use crate::frame::{Frame, larger, positive, smaller};
use crate::overlap::{area_meets, extent, normals, reaches};
use crate::polygon::Polygon;
use crate::{Rect, Segment, Tolerance, Vec2};

/// A move that ends this little short of contact has reached it: below any grid and above rounding.
pub(crate) const REACHED: f64 = 1e-9;

/// A move that ends in contact is in contact if this many tolerances more would make it an overlap.
pub(crate) const BEYOND: f64 = 2.0;

/// How far `a` can move along the unit vector `along` before it touches `obstacle`.
///
/// The result is the distance at which the gap is zero, at most `length`, never negative. It counts as
/// contact only if the move, carried on to `length` or at least a little beyond the touch, would overlap
/// deeper than the tolerance: parting, passing by and sliding along an edge within tolerance are none.
/// Rectangles that overlap deeper than the tolerance from the start give 0.
pub fn sweep(a: &Rect, along: Vec2, length: f64, obstacle: &Rect, t: Tolerance) -> Option<f64> {
    let (a, b) = (Frame::of(a), Frame::of(obstacle));
    let between = b.centre - a.centre;
    if out_of_reach(&a, &b, between, along, length) {
        return None;
    }
    let mut passage = Passage::new(t.length);
    for (axis, reach) in [a.right, a.forward, b.right, b.forward].into_iter().zip(reaches(&a, &b)) {
        passage.cross(between.dot(axis), along.dot(axis), reach, reach - t.length)?;
    }
    passage.contact(length)
}

/// How far `a` can move along the unit vector `along` before it enters the area of `polygon`.
///
/// As `sweep`: the result is where the rectangle touches the outline it then enters, and entering means
/// that the area reaches deeper than the tolerance into the rectangle. 0 if it does so from the start.
pub fn sweep_polygon(a: &Rect, along: Vec2, length: f64, polygon: &Polygon, t: Tolerance) -> Option<f64> {
    let full = Frame::of(a);
    if !polygon.box_meets(hull_box(&full, along, length)) {
        return None;
    }
    if area_meets(polygon.points(), &full.inset(t.length)) {
        return Some(0.0);
    }
    let over = |edge: Segment| {
        let passage = edge_passage(&full, along, edge, t)?;
        passage.contact(length).map(|touch| (passage.enter, touch))
    };
    first(polygon.edges().filter_map(over)).map(|(_, touch)| touch)
}

/// As `sweep`, for an obstacle that is a convex polygon of either orientation.
pub fn sweep_convex(a: &Rect, along: Vec2, length: f64, points: &[Vec2], t: Tolerance) -> Option<f64> {
    let a = Frame::of(a);
    let mut passage = Passage::new(t.length);
    for axis in [a.right, a.forward].into_iter().chain(normals(points)) {
        let (low, high) = extent(points, axis);
        let between = 0.5 * (low + high) - a.centre.dot(axis);
        let reach = a.reach(axis) + 0.5 * (high - low);
        passage.cross(between, along.dot(axis), reach, reach - t.length)?;
    }
    passage.contact(length)
}

/// The convex hull of a rectangle at the start and at the end of a straight move, in order: four corners
/// if it moves along an edge, otherwise six.
pub fn swept_hull(a: &Rect, along: Vec2, length: f64) -> Vec<Vec2> {
    let start = a.corners();
    let mut all = start.to_vec();
    all.extend(start.iter().map(|&corner| corner + along * length));
    crate::polygon::hull_of(&all)
}

/// The stretch of a move on which two shapes overlap at all, and that on which they overlap too deep.
#[derive(Clone, Copy, Debug)]
struct Passage {
    margin: f64,
    touch: f64,
    enter: f64,
    leave: f64,
}

impl Passage {
    fn new(margin: f64) -> Passage {
        Passage { margin, touch: f64::NEG_INFINITY, enter: f64::NEG_INFINITY, leave: f64::INFINITY }
    }

    /// Narrows the passage by one axis: the obstacle lies `between` ahead, the move gains `rate` on it, they
    /// overlap while nearer than `reach`, and too deep while nearer than `deep`. None if they never do.
    #[inline]
    fn cross(&mut self, between: f64, rate: f64, reach: f64, deep: f64) -> Option<()> {
        if rate == 0.0 {
            return (between.abs() < deep).then_some(());
        }
        let (ahead, rate) = if rate > 0.0 { (between, rate) } else { (-between, -rate) };
        self.touch = larger(self.touch, (ahead - reach) / rate);
        self.enter = larger(self.enter, (ahead - deep) / rate);
        self.leave = smaller(self.leave, (ahead + deep) / rate);
        (self.leave > 0.0 && self.enter < self.leave).then_some(())
    }

    fn contact(&self, length: f64) -> Option<f64> {
        let touch = positive(self.touch);
        let carried = larger(length, touch + BEYOND * self.margin);
        (touch <= length + REACHED && self.enter < carried).then(|| smaller(touch, length))
    }
}

/// The circle about the obstacle and the band swept by the circle about the mover do not meet.
#[inline]
fn out_of_reach(a: &Frame, b: &Frame, between: Vec2, along: Vec2, length: f64) -> bool {
    // (p + q)^2 <= 2 (p^2 + q^2) spares two roots; the surplus covers rounding.
    let reach = 2.0 * (a.radius_squared() + b.radius_squared()) * (1.0 + 1e-9) + REACHED;
    let ahead = between.dot(along);
    let on_path = smaller(positive(ahead), length);
    (between - along * on_path).length_squared() > reach
}

/// The passage of a rectangle over one edge of an outline; too deep is what enters the rectangle drawn in
/// by the tolerance.
fn edge_passage(full: &Frame, along: Vec2, edge: Segment, t: Tolerance) -> Option<Passage> {
    let (inner, vector) = (full.inset(t.length), edge.vector());
    let normal = Vec2::new(vector.y, -vector.x) / vector.length();
    let half = full.local_vector(vector) * 0.5;
    let between = edge.middle() - full.centre;
    let mut passage = Passage::new(t.length);
    let mut cross =
        |axis: Vec2, reach: f64, deep: f64| passage.cross(between.dot(axis), along.dot(axis), reach, deep);
    cross(full.right, full.half_width + half.x.abs(), inner.half_width + half.x.abs())?;
    cross(full.forward, full.half_depth + half.y.abs(), inner.half_depth + half.y.abs())?;
    cross(normal, full.reach(normal), inner.reach(normal))?;
    Some(passage)
}

/// Of contacts given as (where it enters, where it touched before), the one that enters first; of entries
/// at one place the later touch counts, because the earlier one only slid along.
fn first(contacts: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    contacts.reduce(|best, next| {
        if next.0 < best.0 - REACHED {
            next
        } else if next.0 <= best.0 + REACHED {
            (smaller(best.0, next.0), larger(best.1, next.1))
        } else {
            best
        }
    })
}

/// Lowest and highest corner of the box about the whole move.
fn hull_box(frame: &Frame, along: Vec2, length: f64) -> (Vec2, Vec2) {
    let reach = Vec2::new(frame.reach(Vec2::X), frame.reach(Vec2::Y));
    let end = frame.centre + along * length;
    let low = Vec2::new(smaller(frame.centre.x, end.x), smaller(frame.centre.y, end.y));
    let high = Vec2::new(larger(frame.centre.x, end.x), larger(frame.centre.y, end.y));
    (low - reach, high + reach)
}
