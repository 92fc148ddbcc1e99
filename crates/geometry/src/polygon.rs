//! Simple polygons: areas of the table with any outline.

mod outline;
mod shapes;

pub(crate) use shapes::hull_of;
pub use shapes::slope_height;

use crate::distance::{segment_to_rect, segment_to_segment, segments_cross};
use crate::frame::{Frame, larger, smaller};
use crate::overlap::{area_contains, area_meets, edges, outline_enters};
use crate::{Facing, Pose, Rect, Segment, Tolerance, Vec2};
pub use outline::PolygonError;
use outline::check;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// An area with a simple closed outline, counter-clockwise as seen from above.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec2>", into = "Vec<Vec2>")]
pub struct Polygon {
    points: Vec<Vec2>,
    low: Vec2,
    high: Vec2,
}

impl Polygon {
    /// The area within this outline, which may run either way round and must not cross itself.
    pub fn new(points: Vec<Vec2>) -> Result<Polygon, PolygonError> {
        check(&points)?;
        Ok(Polygon::from_outline(points))
    }

    pub fn from_rect(rect: &Rect) -> Polygon {
        Polygon::from_outline(rect.corners().to_vec())
    }

    /// A rectangle along the table's axes between two opposite corners.
    pub fn from_box(low: Vec2, high: Vec2) -> Polygon {
        Polygon::from_outline(vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)])
    }

    /// The corners, counter-clockwise.
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    pub fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        edges(&self.points)
    }

    pub fn area(&self) -> f64 {
        signed_area(&self.points)
    }

    /// Lowest and highest corner of the box along the table's axes.
    pub fn aabb(&self) -> (Vec2, Vec2) {
        (self.low, self.high)
    }

    /// The centre of gravity of the area.
    pub fn centroid(&self) -> Vec2 {
        let origin = self.low;
        let (mut sum, mut weight) = (Vec2::ZERO, 0.0);
        for edge in self.edges() {
            let (a, b) = (edge.a - origin, edge.b - origin);
            let cross = a.perp_dot(b);
            sum += (a + b) * cross;
            weight += cross;
        }
        origin + sum / (3.0 * weight)
    }

    /// The point lies in the area. On the outline itself the answer may go either way.
    pub fn contains(&self, p: Vec2) -> bool {
        p.x >= self.low.x
            && p.y >= self.low.y
            && p.x <= self.high.x
            && p.y <= self.high.y
            && area_contains(&self.points, p)
    }

    /// The distance from a point to the area; 0 inside.
    pub fn distance_to_point(&self, p: Vec2) -> f64 {
        if self.contains(p) { 0.0 } else { self.outline_distance(p) }
    }

    /// The distance from a point to the outline, from either side.
    pub fn outline_distance(&self, p: Vec2) -> f64 {
        let nearest = |best, edge: Segment| smaller(best, (p - edge.nearest(p)).length_squared());
        self.edges().fold(f64::INFINITY, nearest).sqrt()
    }

    pub fn distance_to_rect(&self, r: &Rect) -> f64 {
        if self.contains(r.centre()) {
            return 0.0;
        }
        self.edges().fold(f64::INFINITY, |best, edge| smaller(best, segment_to_rect(edge, r)))
    }

    pub fn distance_to_polygon(&self, other: &Polygon) -> f64 {
        if self.contains(other.points[0]) || other.contains(self.points[0]) {
            return 0.0;
        }
        let to = |mine: Segment| {
            other.edges().fold(f64::INFINITY, |best, theirs| smaller(best, segment_to_segment(mine, theirs)))
        };
        self.edges().fold(f64::INFINITY, |best, mine| smaller(best, to(mine)))
    }

    /// The rectangle lies in the area at least partly: the area reaches deeper than the
    /// tolerance into it.
    pub fn meets_rect(&self, r: &Rect, t: Tolerance) -> bool {
        let frame = Frame::of(r);
        self.box_meets(frame.aabb()) && area_meets(&self.points, &frame.inset(t.length))
    }

    /// The whole rectangle lies in the area, but for a rim as wide as the tolerance.
    pub fn holds_rect(&self, r: &Rect, t: Tolerance) -> bool {
        let frame = Frame::of(r).inset(t.length);
        self.contains(frame.centre) && !outline_enters(&self.points, &frame)
    }

    /// Every point of the rectangle lies deeper than this within the area.
    pub fn holds_deeper(&self, r: &Rect, depth: f64) -> bool {
        self.contains(r.centre()) && self.edges().all(|edge| segment_to_rect(edge, r) > depth)
    }

    /// The rectangle is no further from the area than the tolerance.
    pub fn touches_rect(&self, r: &Rect, t: Tolerance) -> bool {
        let (low, high) = Frame::of(r).aabb();
        let margin = Vec2::splat(t.length);
        self.box_meets((low - margin, high + margin)) && self.distance_to_rect(r) <= t.length
    }

    /// The areas have more in common than points of their outlines.
    pub fn overlaps_polygon(&self, other: &Polygon) -> bool {
        if !self.box_meets(other.aabb()) {
            return false;
        }
        let inside = |area: &Polygon, edge: Segment| area.length_inside(edge) > OUTLINE;
        self.edges().any(|edge| inside(other, edge))
            || other.edges().any(|edge| inside(self, edge))
            || self.same_area(other)
    }

    /// Where the segment crosses or touches the outline, as parts of its way, in order, without repeats.
    pub fn crossings(&self, segment: Segment) -> Vec<f64> {
        let along = segment.vector();
        let square = along.length_squared();
        let mut parts = Vec::new();
        let mut add = |p: Vec2| {
            let part = (p - segment.a).dot(along) / square;
            if part.is_finite() {
                parts.push(part);
            }
        };
        for edge in self.edges() {
            segments_cross(segment, edge).into_iter().for_each(&mut add);
            if edge.vector().perp_dot(along) == 0.0 {
                [edge.a, edge.b].into_iter().filter(|&p| segment.nearest(p) == p).for_each(&mut add);
            }
        }
        parts.sort_by(f64::total_cmp);
        parts.dedup_by(|later, earlier| *later - *earlier <= SAME_PART);
        parts
    }

    /// The total length of a segment within the area. A stretch that runs along the outline counts for
    /// nothing.
    pub fn length_inside(&self, segment: Segment) -> f64 {
        if !self.box_meets(segment.aabb()) {
            return 0.0;
        }
        let stretch = |from: f64, to: f64| {
            if self.strictly_inside(segment.at(0.5 * (from + to))) { to - from } else { 0.0 }
        };
        let (mut from, mut inside) = (0.0, 0.0);
        for to in self.crossings(segment).into_iter().chain([1.0]) {
            inside += stretch(from, to);
            from = to;
        }
        inside * segment.length()
    }

    /// Whether more than this length of a segment lies within the area; most are told apart by the box alone.
    pub fn holds_more_of(&self, segment: Segment, length: f64) -> bool {
        length < f64::INFINITY
            && segment.length_in_box(self.aabb()) > length - OUTLINE
            && self.length_inside(segment) > length
    }

    pub fn translated(&self, by: Vec2) -> Polygon {
        Polygon::from_outline(self.points.iter().map(|&p| p + by).collect())
    }

    /// Turned about a point, clockwise positive, in radians.
    pub fn rotated(&self, centre: Vec2, angle: f64) -> Polygon {
        let turn = |&p: &Vec2| centre + crate::facing::rotate(p - centre, angle);
        Polygon::from_outline(self.points.iter().map(turn).collect())
    }

    /// The longest extent, and the extent across it.
    pub fn extents(&self) -> (f64, f64) {
        let (a, b) = self.diameter();
        let length = (b - a).length();
        let across = (b - a).perp() / length;
        let (low, high) = crate::overlap::extent(&self.points, across);
        (length, high - low)
    }

    /// The two points that are furthest apart.
    pub fn diameter(&self) -> (Vec2, Vec2) {
        let hull = hull_of(&self.points);
        let mut best = (self.points[0], self.points[0]);
        for (index, &a) in hull.iter().enumerate() {
            for &b in &hull[index + 1..] {
                if (b - a).length_squared() > (best.1 - best.0).length_squared() {
                    best = (a, b);
                }
            }
        }
        best
    }

    /// The convex hull of the area.
    pub fn hull(&self) -> Polygon {
        Polygon::from_outline(hull_of(&self.points))
    }

    /// The rectangle along the longest extent that just holds the area, facing along that extent.
    pub fn bounding(&self) -> Rect {
        let (a, b) = self.diameter();
        let facing = Facing::along(b - a);
        let (low, high) = crate::overlap::extent(&self.points, facing.unit());
        let right = Vec2::new(facing.unit().y, -facing.unit().x);
        let (left, far) = crate::overlap::extent(&self.points, right);
        let at = facing.unit() * high + right * (0.5 * (left + far));
        Rect::new(Pose { at, facing }, far - left, high - low)
    }

    /// The box between these corners meets the box about the polygon.
    pub fn box_meets(&self, (low, high): (Vec2, Vec2)) -> bool {
        low.x <= self.high.x && low.y <= self.high.y && high.x >= self.low.x && high.y >= self.low.y
    }

    /// For outlines already known to be simple: brings them into counter-clockwise order.
    pub(crate) fn from_outline(mut points: Vec<Vec2>) -> Polygon {
        if signed_area(&points) < 0.0 {
            points.reverse();
        }
        let fold = |pick: fn(f64, f64) -> f64, start: f64| {
            points
                .iter()
                .fold(Vec2::splat(start), |so_far, p| Vec2::new(pick(so_far.x, p.x), pick(so_far.y, p.y)))
        };
        let (low, high) = (fold(smaller, f64::INFINITY), fold(larger, f64::NEG_INFINITY));
        Polygon { points, low, high }
    }

    fn strictly_inside(&self, p: Vec2) -> bool {
        self.contains(p) && !self.edges().any(|edge| is_on(edge, p))
    }

    fn same_area(&self, other: &Polygon) -> bool {
        let on_outline = |area: &Polygon, p: Vec2| area.outline_distance(p) <= OUTLINE;
        self.points.iter().all(|&p| on_outline(other, p)) && other.points.iter().all(|&p| on_outline(self, p))
    }
}

/// Nearer than this to the outline is on the outline: above rounding, below any grid.
const OUTLINE: f64 = 1e-7;

/// The point lies on the edge, by `OUTLINE`. Most edges are too far away for that, which is seen without measuring.
fn is_on(edge: Segment, p: Vec2) -> bool {
    const NEAR: f64 = 10.0 * OUTLINE;
    let (low, high) = edge.aabb();
    let near = p.x >= low.x - NEAR && p.x <= high.x + NEAR && p.y >= low.y - NEAR && p.y <= high.y + NEAR;
    near && (p - edge.nearest(p)).length_squared().sqrt() <= OUTLINE
}

/// Two crossings whose parts of the way differ by less are one crossing at a corner.
const SAME_PART: f64 = 1e-12;

impl TryFrom<Vec<Vec2>> for Polygon {
    type Error = PolygonError;

    fn try_from(points: Vec<Vec2>) -> Result<Polygon, PolygonError> {
        Polygon::new(points)
    }
}

impl From<Polygon> for Vec<Vec2> {
    fn from(polygon: Polygon) -> Vec<Vec2> {
        polygon.points
    }
}

impl Eq for Polygon {}

impl Hash for Polygon {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for point in &self.points {
            // Adding zero gives both zeros the same bits, since they compare equal.
            state.write_u64((point.x + 0.0).to_bits());
            state.write_u64((point.y + 0.0).to_bits());
        }
    }
}

pub(crate) fn signed_area(points: &[Vec2]) -> f64 {
    let origin = points.first().copied().unwrap_or_default();
    edges(points).map(|edge| (edge.a - origin).perp_dot(edge.b - origin)).sum::<f64>() * 0.5
}
