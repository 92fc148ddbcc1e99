//! Distances between points, segments and rectangles.

use crate::frame::{Frame, larger, positive, smaller};
use crate::overlap::depth;
use crate::{Rect, Segment, Vec2};

/// The smallest distance between any point of one rectangle and any point of the other; 0 if they overlap.
pub fn distance(a: &Rect, b: &Rect) -> f64 {
    let (a, b) = (Frame::of(a), Frame::of(b));
    if depth(&a, &b) >= 0.0 {
        return 0.0;
    }
    smaller(corner_gap_squared(&a, &b), corner_gap_squared(&b, &a)).sqrt()
}

/// A pair of points, one of each rectangle, at the smallest distance.
///
/// Where an edge lies along an edge there are many such pairs, and the one in the middle of the shared
/// stretch is given. Rectangles that overlap share a point, which is given twice.
pub fn nearest_points(a: &Rect, b: &Rect) -> (Vec2, Vec2) {
    let (a, b) = (Frame::of(a), Frame::of(b));
    if depth(&a, &b) >= 0.0 {
        let shared = shared_point(&a, &b);
        return (shared, shared);
    }
    let mut nearest = Nearest::default();
    for corner in b.corners() {
        nearest.offer(a.table(a.nearest(a.local(corner))), corner);
    }
    for corner in a.corners() {
        nearest.offer(corner, b.table(b.nearest(b.local(corner))));
    }
    nearest.middle()
}

/// The rectangles are no further apart than `limit`; the circles about them are tested first.
pub fn within(a: &Rect, b: &Rect, limit: f64) -> bool {
    let (p, q) = (Frame::of(a), Frame::of(b));
    let centres = (q.centre - p.centre).length_squared();
    if limit >= 0.0 && centres <= limit * limit {
        return true;
    }
    let reach = p.radius_squared().sqrt() + q.radius_squared().sqrt() + positive(limit);
    // The surplus covers rounding: the circle test may never refuse what the exact test would accept.
    if centres > reach * reach * (1.0 + 1e-12) {
        return false;
    }
    distance(a, b) <= limit
}

pub fn point_to_segment(p: Vec2, s: Segment) -> f64 {
    (p - s.nearest(p)).length()
}

/// The smallest distance between two segments; 0 if they meet.
pub fn segment_to_segment(a: Segment, b: Segment) -> f64 {
    if segments_cross(a, b).is_some() {
        return 0.0;
    }
    let from_b = smaller(point_to_segment(b.a, a), point_to_segment(b.b, a));
    smaller(from_b, smaller(point_to_segment(a.a, b), point_to_segment(a.b, b)))
}

pub fn point_to_rect(p: Vec2, r: &Rect) -> f64 {
    let frame = Frame::of(r);
    frame.gap_squared(frame.local(p)).sqrt()
}

/// The smallest distance between a segment and a rectangle; 0 if they meet.
pub fn segment_to_rect(s: Segment, r: &Rect) -> f64 {
    let frame = Frame::of(r);
    let (a, b) = (frame.local(s.a), frame.local(s.b));
    if clip(&frame, a, b).is_some() {
        return 0.0;
    }
    let ends = smaller(frame.gap_squared(a), frame.gap_squared(b));
    frame.corners().iter().fold(ends, |best, &c| smaller(best, (c - s.nearest(c)).length_squared())).sqrt()
}

/// The point where two segments cross or touch; for segments on one line, a point they share.
pub fn segments_cross(a: Segment, b: Segment) -> Option<Vec2> {
    let (u, v, offset) = (a.vector(), b.vector(), b.a - a.a);
    let cross = u.perp_dot(v);
    if cross == 0.0 {
        return shared_on_line(a, b);
    }
    // Both parts must lie between 0 and 1; the division is saved where they do not.
    let (along_a, along_b) = (offset.perp_dot(v), offset.perp_dot(u));
    let on =
        |part: f64| if cross > 0.0 { (0.0..=cross).contains(&part) } else { (cross..=0.0).contains(&part) };
    (on(along_a) && on(along_b)).then(|| a.a + u * (along_a / cross))
}

impl Segment {
    pub fn new(a: Vec2, b: Vec2) -> Segment {
        Segment { a, b }
    }

    pub fn vector(self) -> Vec2 {
        self.b - self.a
    }

    pub fn length(self) -> f64 {
        self.vector().length()
    }

    pub fn middle(self) -> Vec2 {
        (self.a + self.b) * 0.5
    }

    /// The point at this part of the way from `a` (0) to `b` (1).
    pub fn at(self, part: f64) -> Vec2 {
        self.a + self.vector() * part
    }

    /// Lowest and highest corner of the box along the table's axes.
    pub fn aabb(self) -> (Vec2, Vec2) {
        let pick = |one: fn(f64, f64) -> f64| Vec2::new(one(self.a.x, self.b.x), one(self.a.y, self.b.y));
        (pick(smaller), pick(larger))
    }

    /// The length of the segment within a box along the table's axes.
    pub(crate) fn length_in_box(self, (low, high): (Vec2, Vec2)) -> f64 {
        let (middle, half, along) = ((low + high) * 0.5, (high - low) * 0.5, self.vector());
        let start = self.a - middle;
        let slabs = (slab(start.x, along.x, half.x), slab(start.y, along.y, half.y));
        let (Some(x), Some(y)) = slabs else { return 0.0 };
        let (first, last) = (positive(larger(x.0, y.0)), smaller(1.0, smaller(x.1, y.1)));
        positive(last - first) * along.length()
    }

    /// The part of the way, 0 to 1, at which the segment is nearest to `p`.
    pub fn nearest_part(self, p: Vec2) -> f64 {
        let along = self.vector();
        let square = along.length_squared();
        if square == 0.0 {
            return 0.0;
        }
        smaller(positive((p - self.a).dot(along) / square), 1.0)
    }

    /// The point of the segment nearest to `p`.
    pub fn nearest(self, p: Vec2) -> Vec2 {
        let part = self.nearest_part(p);
        if part == 1.0 { self.b } else { self.at(part) }
    }
}

/// The square of the smallest distance from a corner of `other` to the rectangle `of`.
#[inline]
fn corner_gap_squared(of: &Frame, other: &Frame) -> f64 {
    let centre = of.local(other.centre);
    let across = of.local_vector(other.right) * other.half_width;
    let along = of.local_vector(other.forward) * other.half_depth;
    let (sum, difference) = (across + along, across - along);
    let one = smaller(of.gap_squared(centre + sum), of.gap_squared(centre - sum));
    let two = smaller(of.gap_squared(centre + difference), of.gap_squared(centre - difference));
    smaller(one, two)
}

/// The stretch of the segment from `a` to `b` (in local coordinates) that lies in the rectangle.
#[inline]
pub(crate) fn clip(frame: &Frame, a: Vec2, b: Vec2) -> Option<(f64, f64)> {
    // Most segments lie off to one side; that is seen without a division.
    let (w, d) = (frame.half_width, frame.half_depth);
    if larger(a.x, b.x) < -w || smaller(a.x, b.x) > w || larger(a.y, b.y) < -d || smaller(a.y, b.y) > d {
        return None;
    }
    let along = b - a;
    let x = slab(a.x, along.x, frame.half_width)?;
    let y = slab(a.y, along.y, frame.half_depth)?;
    let (first, last) = (positive(larger(x.0, y.0)), smaller(1.0, smaller(x.1, y.1)));
    (first <= last).then_some((first, last))
}

/// The parameters between which start + parameter * step lies in [-half, half].
#[inline]
fn slab(start: f64, step: f64, half: f64) -> Option<(f64, f64)> {
    if step == 0.0 {
        return (start.abs() <= half).then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let (one, two) = ((-half - start) / step, (half - start) / step);
    Some(if one < two { (one, two) } else { (two, one) })
}

fn shared_on_line(a: Segment, b: Segment) -> Option<Vec2> {
    let off_line = |s: Segment, p: Vec2| s.vector().perp_dot(p - s.a) != 0.0;
    if off_line(a, b.a) || off_line(b, a.a) {
        return None;
    }
    let between = |s: Segment, p: Vec2| (p - s.a).dot(p - s.b) <= 0.0;
    [b.a, b.b].into_iter().find(|&p| between(a, p)).or_else(|| between(b, a.a).then_some(a.a))
}

/// A point that lies in both rectangles: the mean of what bounds their common area.
fn shared_point(a: &Frame, b: &Frame) -> Vec2 {
    let (corners_a, corners_b) = (a.corners(), b.corners());
    let mut bounds = Nearest::default();
    for corner in corners_b.into_iter().filter(|&c| a.gap_squared(a.local(c)) <= 0.0) {
        bounds.offer(corner, corner);
    }
    for corner in corners_a.into_iter().filter(|&c| b.gap_squared(b.local(c)) <= 0.0) {
        bounds.offer(corner, corner);
    }
    let side = |c: &[Vec2; 4], i: usize| Segment::new(c[i], c[(i + 1) % 4]);
    for pair in 0..16 {
        if let Some(point) = segments_cross(side(&corners_a, pair / 4), side(&corners_b, pair % 4)) {
            bounds.offer(point, point);
        }
    }
    // Rounding may hide the one point two rectangles share; then the corner nearest to the other serves.
    if bounds.count == 0.0 { a.table(a.nearest(a.local(b.centre))) } else { bounds.middle().0 }
}

/// The pairs at the smallest distance so far, summed up so that their mean can be taken.
struct Nearest {
    gap: f64,
    first: Vec2,
    second: Vec2,
    count: f64,
}

impl Default for Nearest {
    fn default() -> Self {
        Nearest { gap: f64::INFINITY, first: Vec2::ZERO, second: Vec2::ZERO, count: 0.0 }
    }
}

impl Nearest {
    /// Two distances closer than this are one distance met twice.
    const SAME: f64 = 1e-9;

    fn offer(&mut self, first: Vec2, second: Vec2) {
        let gap = (second - first).length();
        if gap < self.gap - Self::SAME {
            *self = Nearest { gap, first, second, count: 1.0 };
        } else if gap <= self.gap + Self::SAME {
            self.first += first;
            self.second += second;
            self.count += 1.0;
        }
    }

    fn middle(&self) -> (Vec2, Vec2) {
        (self.first / self.count, self.second / self.count)
    }
}
