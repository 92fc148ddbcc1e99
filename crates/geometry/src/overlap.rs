//! How deep areas lie in one another: rectangles, convex polygons, simple polygons.

use crate::distance::clip;
use crate::frame::{Frame, far_apart, larger, smaller};
use crate::{Rect, Segment, Tolerance, Vec2};

/// How far one rectangle would have to be moved to come free of the other: the depth of their overlap.
/// Zero or less if they do not overlap: then they are that far apart along the best separating axis.
pub fn penetration(a: &Rect, b: &Rect) -> f64 {
    depth(&Frame::of(a), &Frame::of(b))
}

/// The areas overlap deeper than the tolerance.
pub fn overlaps(a: &Rect, b: &Rect, tolerance: Tolerance) -> bool {
    !far_apart(a, b, 0.0) && penetration(a, b) > tolerance.length
}

/// A convex polygon (either orientation) and a rectangle overlap deeper than the tolerance.
///
/// Deeper means that no shift as short as the tolerance would part them. For a polygon that may have a
/// re-entrant corner see `area_overlap`.
pub fn convex_overlap(points: &[Vec2], r: &Rect, t: Tolerance) -> bool {
    let frame = Frame::of(r);
    let on_axis = |axis: Vec2, half: f64| {
        let (low, high) = extent(points, axis);
        let centre = frame.centre.dot(axis);
        shared(low, high, centre - half, centre + half) > t.length
    };
    !points.is_empty()
        && on_axis(frame.right, frame.half_width)
        && on_axis(frame.forward, frame.half_depth)
        && normals(points).all(|normal| on_axis(normal, frame.reach(normal)))
}

/// Two convex polygons (either orientation) overlap deeper than the tolerance.
pub fn convex_convex(a: &[Vec2], b: &[Vec2], t: Tolerance) -> bool {
    let on_axis = |axis: Vec2| {
        let ((low, high), (from, to)) = (extent(a, axis), extent(b, axis));
        shared(low, high, from, to) > t.length
    };
    !a.is_empty() && !b.is_empty() && normals(a).all(on_axis) && normals(b).all(on_axis)
}

/// A simple polygon, convex or not, has a point that lies deeper in the rectangle than the tolerance.
pub fn area_overlap(points: &[Vec2], r: &Rect, t: Tolerance) -> bool {
    area_meets(points, &Frame::of(r).inset(t.length))
}

/// The point lies in the area of a simple polygon (either orientation). Points on the outline may fall on
/// either side.
pub fn area_contains(points: &[Vec2], p: Vec2) -> bool {
    let mut inside = false;
    for edge in edges(points) {
        if (edge.a.y > p.y) != (edge.b.y > p.y) {
            let side = edge.vector().perp_dot(p - edge.a);
            inside ^= (side > 0.0) == (edge.b.y > edge.a.y);
        }
    }
    inside
}

/// The area of a simple polygon meets the open rectangle.
pub(crate) fn area_meets(points: &[Vec2], frame: &Frame) -> bool {
    outline_enters(points, frame) || area_contains(points, frame.centre)
}

/// Part of the outline lies inside the rectangle, not only along its rim.
pub(crate) fn outline_enters(points: &[Vec2], frame: &Frame) -> bool {
    let Some(last) = points.last() else { return false };
    let mut before = frame.local(*last);
    points.iter().any(|point| {
        let from = std::mem::replace(&mut before, frame.local(*point));
        runs_inside(frame, from, before)
    })
}

/// Part of the segment lies inside the rectangle, not only along its rim.
pub(crate) fn enters(frame: &Frame, segment: Segment) -> bool {
    runs_inside(frame, frame.local(segment.a), frame.local(segment.b))
}

/// The same for the ends of a segment in local coordinates.
#[inline]
fn runs_inside(frame: &Frame, a: Vec2, b: Vec2) -> bool {
    let Some((first, last)) = clip(frame, a, b) else { return false };
    // A straight piece within a convex area either runs along its rim or has its middle inside.
    let middle = a + (b - a) * (0.5 * (first + last));
    middle.x.abs() < frame.half_width && middle.y.abs() < frame.half_depth
}

/// The closed outline, edge by edge.
pub(crate) fn edges(points: &[Vec2]) -> impl Iterator<Item = Segment> + '_ {
    let last = points.len().wrapping_sub(1);
    points.iter().enumerate().map(move |(at, &a)| {
        let next = if at == last { 0 } else { at + 1 };
        Segment { a, b: points[next] }
    })
}

/// The separating axis test: the smallest of the overlaps along the four axes.
#[inline]
pub(crate) fn depth(a: &Frame, b: &Frame) -> f64 {
    let between = b.centre - a.centre;
    let [ar, af, br, bf] = reaches(a, b);
    let on_a = smaller(ar - between.dot(a.right).abs(), af - between.dot(a.forward).abs());
    let on_b = smaller(br - between.dot(b.right).abs(), bf - between.dot(b.forward).abs());
    smaller(on_a, on_b)
}

/// The sums of both half extents along a's right and forward axis, then along b's.
#[inline]
pub(crate) fn reaches(a: &Frame, b: &Frame) -> [f64; 4] {
    let (cosine, sine) = (a.forward.dot(b.forward).abs(), a.forward.dot(b.right).abs());
    [
        a.half_width + b.half_width * cosine + b.half_depth * sine,
        a.half_depth + b.half_width * sine + b.half_depth * cosine,
        b.half_width + a.half_width * cosine + a.half_depth * sine,
        b.half_depth + a.half_width * sine + a.half_depth * cosine,
    ]
}

/// Unit normals of the edges that have a length.
pub(crate) fn normals(points: &[Vec2]) -> impl Iterator<Item = Vec2> + '_ {
    edges(points).map(Segment::vector).filter_map(|along| {
        let length = along.length();
        (length > 0.0).then(|| Vec2::new(along.y, -along.x) / length)
    })
}

pub(crate) fn extent(points: &[Vec2], axis: Vec2) -> (f64, f64) {
    points.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| {
        let at = p.dot(axis);
        (smaller(low, at), larger(high, at))
    })
}

/// How far the first interval would have to be moved to come free of the second.
fn shared(low: f64, high: f64, from: f64, to: f64) -> f64 {
    smaller(high - from, to - low)
}
