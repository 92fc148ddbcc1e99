//! Regions of the table as one rectangle sees them: ahead, beside, behind, within an arc.

use crate::frame::Frame;
use crate::overlap::area_meets;
use crate::{Hand, Pose, Rect, Tolerance, Vec2};

/// The rectangle in front of `a`, centred on its front edge, with the same facing: its rear edge lies on
/// a's front line and its own front edge at the far side.
pub fn strip_ahead(a: &Rect, length: f64, width: f64) -> Rect {
    Rect::new(Pose { at: a.pose.at + a.pose.facing.unit() * length, ..a.pose }, width, length)
}

/// Part of `b` lies straight ahead of `a`: its area reaches deeper than the tolerance into the
/// strip as wide as a's front that runs on without end.
pub fn straight_ahead(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    // Any strip that ends beyond b serves for the endless one.
    let (ahead, _) = a.local(b.centre());
    let length = ahead + b.radius() + 1.0;
    length > 0.0 && crate::overlap::overlaps(&strip_ahead(a, length, a.width), b, t)
}

/// The whole of `b` lies beyond the line of that flank of `a`.
pub fn wholly_beyond(a: &Rect, hand: Hand, b: &Rect, t: Tolerance) -> bool {
    let frame = Frame::of(a);
    let sign = hand.sign();
    b.corners().iter().all(|&q| frame.local(q).x * sign - frame.half_width >= -t.length)
}

/// The whole of `b` lies behind the line of a's front edge.
pub fn wholly_behind_front(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let frame = Frame::of(a);
    b.corners().iter().all(|&q| frame.local(q).y - frame.half_depth <= t.length)
}

/// The whole of `b` lies behind the line of a's rear edge.
pub fn wholly_behind_rear(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let frame = Frame::of(a);
    b.corners().iter().all(|&q| frame.local(q).y + frame.half_depth <= t.length)
}

/// The whole of `b` lies ahead of the line of a's front edge.
pub fn wholly_ahead_of_front(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    let frame = Frame::of(a);
    b.corners().iter().all(|&q| frame.local(q).y - frame.half_depth >= -t.length)
}

/// The point lies within `half` radians to either side of a's facing, seen from the middle of its front
/// edge; within tolerance of the arc's rim counts as within.
pub fn in_arc(a: &Rect, p: Vec2, half: f64, t: Tolerance) -> bool {
    let offset = p - a.pose.at;
    let (forward, right) = (offset.dot(a.pose.facing.unit()), offset.perp_dot(a.pose.facing.unit()));
    offset.length() <= t.length || libm::atan2(right.abs(), forward) <= half + t.angle
}

/// Part of `b` lies within `half` radians (at most a quarter turn) to either side of a's facing, seen from
/// the middle of its front edge.
pub fn meets_arc(a: &Rect, b: &Rect, half: f64, t: Tolerance) -> bool {
    let reach = (b.centre() - a.pose.at).length() + b.radius() + 1.0;
    let rim = |side: f64| {
        let direction = crate::facing::rotate(a.pose.facing.unit(), half * side);
        // Long enough that the triangle of the three points holds the whole arc up to b.
        a.pose.at + direction * (reach * 2.0)
    };
    let far = a.pose.at + a.pose.facing.unit() * (reach * 2.0);
    area_meets(&[a.pose.at, rim(-1.0), far, rim(1.0)], &Frame::of(b).inset(t.length))
}

/// The point lies in the rectangle or no further outside than the tolerance.
pub fn contains_point(r: &Rect, p: Vec2, t: Tolerance) -> bool {
    let frame = Frame::of(r);
    frame.gap_squared(frame.local(p)) <= t.length * t.length
}

/// The whole of `b` lies in `a`, but for a rim as wide as the tolerance.
pub fn holds(a: &Rect, b: &Rect, t: Tolerance) -> bool {
    b.corners().iter().all(|&corner| contains_point(a, corner, t))
}
