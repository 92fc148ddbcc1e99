//! Exact first contact of a rectangle that turns about a point.
//!
//! A corner that turns crosses the line of an edge where P cos + Q sin = m: two turns, found with one root.
//! Between neighbouring crossings of all corners with all edge lines nothing can begin or end to overlap,
//! so one look at the middle of each stretch settles it. Turns are kept as quarters (see `Quarters`) and
//! become an angle only in the end.

use super::{BEYOND, REACHED};
use crate::frame::{Frame, larger, positive, smaller};
use crate::overlap::{area_meets, depth};
use crate::{Polygon, Rect, Segment, Tolerance, Vec2};

/// How far `a` can turn about `centre` by up to `angle` (radians, clockwise positive) before it
/// touches `obstacle`: an angle of the same sign, exact, under the conditions of `sweep`.
///
/// At most one full turn is looked at.
pub fn sweep_rotation(a: &Rect, centre: Vec2, angle: f64, obstacle: &Rect, t: Tolerance) -> Option<f64> {
    let turn = Turn::new(Frame::of(a), Frame::of(obstacle), centre, angle);
    let (_, touch) = turn.contact(&turn, t.length, t)?;
    // Adding zero keeps a turn that cannot begin from being a negative zero.
    Some(touch * turn.sense + 0.0)
}

/// How far `a` can turn about `centre` by up to `angle` before it enters the area of `polygon`, under the
/// conditions of `sweep_polygon`.
pub fn sweep_rotation_polygon(
    a: &Rect,
    centre: Vec2,
    angle: f64,
    polygon: &Polygon,
    t: Tolerance,
) -> Option<f64> {
    let body = Frame::of(a);
    if !polygon.box_meets(ring_box(&body, centre)) {
        return None;
    }
    let inner = body.inset(t.length);
    if area_meets(polygon.points(), &inner) {
        return Some(0.0);
    }
    let over = |edge: Segment| {
        let edge = edge_frame(edge);
        Turn::new(body, edge, centre, angle).contact(&Turn::new(inner, edge, centre, angle), 0.0, t)
    };
    let (_, touch) = super::first(polygon.edges().filter_map(over))?;
    Some(if angle < 0.0 { -touch + 0.0 } else { touch })
}

/// The box about all that a body can ever cover when it turns about a point.
fn ring_box(body: &Frame, centre: Vec2) -> (Vec2, Vec2) {
    let reach = Vec2::splat((body.centre - centre).length() + body.radius_squared().sqrt() + REACHED);
    (centre - reach, centre + reach)
}

/// An edge as a rectangle without depth.
fn edge_frame(edge: Segment) -> Frame {
    let length = edge.length();
    let right = edge.vector() / length;
    let forward = Vec2::new(-right.y, right.x);
    Frame { centre: edge.middle(), forward, right, half_depth: 0.0, half_width: 0.5 * length }
}

/// A turn measured along a square instead of a circle: 0 to 4 for a full turn, 1 for a quarter.
///
/// It grows with the angle and needs no trigonometry.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Quarters(f64);

impl Quarters {
    const FULL: Quarters = Quarters(4.0);

    fn of(angle: f64) -> Quarters {
        if angle >= 2.0 * core::f64::consts::PI {
            return Quarters::FULL;
        }
        Quarters::along(libm::cos(angle), libm::sin(angle))
    }

    /// The turn whose cosine and sine are in this proportion; they need not be normalised.
    #[inline]
    fn along(cosine: f64, sine: f64) -> Quarters {
        let sum = cosine.abs() + sine.abs();
        Quarters(match (cosine > 0.0, sine >= 0.0) {
            (true, true) => sine / sum,
            (false, true) => 1.0 - cosine / sum,
            (false, false) => 2.0 - sine / sum,
            (true, false) => 3.0 + cosine / sum,
        })
    }

    /// Cosine and sine, not normalised.
    #[inline]
    fn proportion(self) -> (f64, f64) {
        match self.0 {
            q if q < 1.0 => (1.0 - q, q),
            q if q < 2.0 => (1.0 - q, 2.0 - q),
            q if q < 3.0 => (q - 3.0, 2.0 - q),
            q => (q - 3.0, q - 4.0),
        }
    }

    fn angle(self) -> f64 {
        if self >= Quarters::FULL {
            return 2.0 * core::f64::consts::PI;
        }
        let (cosine, sine) = self.proportion();
        let angle = libm::atan2(sine, cosine);
        if angle < 0.0 { angle + 2.0 * core::f64::consts::PI } else { angle }
    }
}

/// A rectangle about to turn, and what stands in its way.
struct Turn {
    body: Frame,
    obstacle: Frame,
    centre: Vec2,
    /// +1 clockwise, -1 counter-clockwise.
    sense: f64,
    /// The size of the turn, without sign.
    size: f64,
    /// The greatest distance of the body from the centre.
    outermost: f64,
}

/// Where the body may begin or end to overlap to a certain depth, in order.
struct Crossings {
    turns: [f64; Crossings::MOST],
    count: usize,
}

impl Turn {
    fn new(body: Frame, obstacle: Frame, centre: Vec2, angle: f64) -> Turn {
        let far = |best: f64, corner: &Vec2| larger(best, (*corner - centre).length_squared());
        let outermost = body.corners().iter().fold(0.0, far).sqrt();
        let sense = if angle < 0.0 { -1.0 } else { 1.0 };
        Turn { body, obstacle, centre, sense, size: angle.abs(), outermost }
    }

    /// Where the body enters the obstacle and where before that it touched it. `inner` is the same turn of
    /// that part of the body which must not come deeper than `level`.
    fn contact(&self, inner: &Turn, level: f64, t: Tolerance) -> Option<(f64, f64)> {
        if self.out_of_reach() {
            return None;
        }
        let beyond = BEYOND * t.length / larger(self.outermost, t.length);
        let enter = inner.first_deeper(level, Quarters::of(self.size + beyond))?;
        let touch = self.last_apart_before(enter).angle();
        let carried = larger(self.size, touch + beyond);
        let counts = touch <= self.size + REACHED && enter.angle() < carried;
        counts.then(|| (enter.angle(), smaller(touch, self.size)))
    }

    /// The obstacle lies outside the ring of the turn, or further than the arc can bring the body.
    fn out_of_reach(&self) -> bool {
        let ring = self.outermost * (1.0 + 1e-12) + REACHED;
        if self.obstacle.gap_squared(self.obstacle.local(self.centre)) > ring * ring {
            return true;
        }
        let arc = (self.body.centre - self.centre).length() * self.size;
        let reach = self.body.radius_squared().sqrt() + self.obstacle.radius_squared().sqrt() + arc + REACHED;
        (self.obstacle.centre - self.body.centre).length_squared() > reach * reach * (1.0 + 1e-12)
    }

    /// The first turn up to `limit` from which on they overlap deeper than `level`.
    fn first_deeper(&self, level: f64, limit: Quarters) -> Option<Quarters> {
        let crossings = self.crossings(level, limit);
        let mut from = 0.0;
        for to in crossings.sorted().iter().copied().chain([limit.0]) {
            if self.depth_between(from, to).is_some_and(|depth| depth > level) {
                return Some(Quarters(from));
            }
            from = to;
        }
        None
    }

    /// The last turn before `limit` up to which they do not overlap at all; 0 if they always do.
    fn last_apart_before(&self, limit: Quarters) -> Quarters {
        let crossings = self.crossings(0.0, limit);
        let mut to = limit.0;
        for from in crossings.sorted().iter().rev().copied().chain([0.0]) {
            if self.depth_between(from, to).is_some_and(|depth| depth <= 0.0) {
                return Quarters(to);
            }
            to = from;
        }
        Quarters(0.0)
    }

    /// The depth of the overlap in the middle of a stretch; None for a stretch without length.
    fn depth_between(&self, from: f64, to: f64) -> Option<f64> {
        /// Crossings closer than this are one crossing, found twice.
        const SAME: f64 = 1e-13;
        if to - from <= SAME {
            return None;
        }
        let (cosine, sine) = Quarters(0.5 * (from + to)).proportion();
        let length = (cosine * cosine + sine * sine).sqrt();
        let (cosine, sine) = (cosine / length, sine / length * self.sense);
        let turned = |v: Vec2| Vec2::new(v.x * cosine + v.y * sine, v.y * cosine - v.x * sine);
        let body = Frame {
            centre: self.centre + turned(self.body.centre - self.centre),
            forward: turned(self.body.forward),
            right: turned(self.body.right),
            ..self.body
        };
        Some(depth(&body, &self.obstacle))
    }

    fn crossings(&self, level: f64, limit: Quarters) -> Crossings {
        let mut crossings = Crossings { turns: [0.0; Crossings::MOST], count: 0 };
        // The body turns past the obstacle's edges; seen from the body, the obstacle turns the other way.
        self.collect(&mut crossings, &self.obstacle, &self.body, self.sense, level, limit);
        self.collect(&mut crossings, &self.body, &self.obstacle, -self.sense, level, limit);
        crossings.turns[..crossings.count].sort_unstable_by(f64::total_cmp);
        crossings
    }

    /// All turns at which a corner of `turning` lies on the edge lines of `fixed`, drawn in by `level`.
    fn collect(
        &self,
        crossings: &mut Crossings,
        fixed: &Frame,
        turning: &Frame,
        sense: f64,
        level: f64,
        limit: Quarters,
    ) {
        for (axis, half) in [(fixed.right, fixed.half_width), (fixed.forward, fixed.half_depth)] {
            let (middle, half) = ((fixed.centre - self.centre).dot(axis), half - level);
            for corner in turning.corners() {
                let arm = corner - self.centre;
                let (p, q) = (axis.dot(arm), axis.perp_dot(arm) * sense);
                crossings.solve(p, q, middle + half, limit);
                crossings.solve(p, q, middle - half, limit);
            }
        }
    }
}

impl Crossings {
    /// Two rectangles, two axes, four corners, two edge lines, two roots.
    const MOST: usize = 64;

    /// Adds the turns below `limit` at which p cos + q sin = m.
    #[inline]
    fn solve(&mut self, p: f64, q: f64, m: f64, limit: Quarters) {
        let square = p * p + q * q - m * m;
        if square <= 0.0 {
            return;
        }
        let root = square.sqrt();
        self.add(p * m - q * root, q * m + p * root, limit);
        self.add(p * m + q * root, q * m - p * root, limit);
    }

    /// Adds the turn whose cosine and sine are in this proportion, if it is below `limit`.
    #[inline]
    fn add(&mut self, cosine: f64, sine: f64, limit: Quarters) {
        // Most turns are small ones: what lies in a later quarter needs no division.
        let later = limit.0 <= 1.0 && !(cosine > 0.0 && sine >= 0.0);
        if later || limit.0 <= 2.0 && sine < 0.0 {
            return;
        }
        let turn = Quarters::along(cosine, sine);
        if turn < limit && self.count < Self::MOST {
            self.turns[self.count] = positive(turn.0);
            self.count += 1;
        }
    }

    fn sorted(&self) -> &[f64] {
        &self.turns[..self.count]
    }
}
