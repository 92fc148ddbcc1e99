//! Open lines of points: the middle of a road, a crest, a track. Bands along them are in `course`.

pub use crate::course::{Course, CourseError};

use crate::distance::{segment_to_rect, segments_cross};
use crate::frame::{Frame, larger, smaller};
use crate::overlap::enters;
use crate::{Rect, Segment, Tolerance, Vec2};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A line through at least two points, no two neighbours alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Vec2>", into = "Vec<Vec2>")]
pub struct Polyline {
    points: Vec<Vec2>,
}

/// Why a list of points is not a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolylineError {
    TooFewPoints(u32),
    /// The point of this number is not finite.
    NotFinite(u32),
    /// The point of this number equals the one before it.
    Repeated(u32),
}

impl Polyline {
    pub fn new(points: Vec<Vec2>) -> Result<Polyline, PolylineError> {
        if points.len() < 2 {
            return Err(PolylineError::TooFewPoints(points.len() as u32));
        }
        if let Some(at) = points.iter().position(|p| !p.is_finite()) {
            return Err(PolylineError::NotFinite(at as u32));
        }
        if let Some(at) = points.windows(2).position(|pair| pair[0] == pair[1]) {
            return Err(PolylineError::Repeated(at as u32 + 1));
        }
        Ok(Polyline { points })
    }

    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    pub fn segments(&self) -> impl DoubleEndedIterator<Item = Segment> + ExactSizeIterator + '_ {
        self.points.windows(2).map(|pair| Segment::new(pair[0], pair[1]))
    }

    pub fn length(&self) -> f64 {
        self.segments().map(Segment::length).sum()
    }

    /// The point at this distance along the line and the unit vector of the line there. Before the start
    /// and beyond the end, those of the ends; at a bend, the direction of the way on.
    pub fn at(&self, distance: f64) -> (Vec2, Vec2) {
        let mut left = larger(distance, 0.0);
        let mut end = (Vec2::ZERO, Vec2::ZERO);
        for segment in self.segments() {
            let length = segment.length();
            let direction = segment.vector() / length;
            if left < length {
                return (segment.a + direction * left, direction);
            }
            left -= length;
            end = (segment.b, direction);
        }
        end
    }

    /// The distance along the line of its point nearest to `p`, how far that is from `p`, and the
    /// direction of the line there.
    pub fn nearest(&self, p: Vec2) -> (f64, f64, Vec2) {
        let mut passed = 0.0;
        let mut best = (0.0, f64::INFINITY, Vec2::ZERO);
        for segment in self.segments() {
            let (length, part) = (segment.length(), segment.nearest_part(p));
            let gap = (segment.nearest(p) - p).length();
            if gap < best.1 {
                best = (passed + part * length, gap, segment.vector() / length);
            }
            passed += length;
        }
        best
    }

    pub fn distance_to_point(&self, p: Vec2) -> f64 {
        self.nearest(p).1
    }

    pub fn distance_to_rect(&self, r: &Rect) -> f64 {
        self.segments().fold(f64::INFINITY, |best, segment| smaller(best, segment_to_rect(segment, r)))
    }

    /// The line reaches deeper than the tolerance into the rectangle.
    pub fn crosses_rect(&self, r: &Rect, t: Tolerance) -> bool {
        let inner = Frame::of(r).inset(t.length);
        self.segments().any(|segment| enters(&inner, segment))
    }

    /// The first point, along this line, where it meets the segment.
    pub fn crossing(&self, with: Segment) -> Option<Vec2> {
        self.segments().find_map(|segment| segments_cross(segment, with))
    }

    /// The same line from its other end.
    pub fn reversed(&self) -> Polyline {
        Polyline { points: self.points.iter().rev().copied().collect() }
    }
}

impl TryFrom<Vec<Vec2>> for Polyline {
    type Error = PolylineError;

    fn try_from(points: Vec<Vec2>) -> Result<Polyline, PolylineError> {
        Polyline::new(points)
    }
}

impl From<Polyline> for Vec<Vec2> {
    fn from(line: Polyline) -> Vec<Vec2> {
        line.points
    }
}

impl Eq for Polyline {}

impl Hash for Polyline {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for point in &self.points {
            // Adding zero gives both zeros the same bits, since they compare equal.
            state.write_u64((point.x + 0.0).to_bits());
            state.write_u64((point.y + 0.0).to_bits());
        }
    }
}

impl fmt::Display for PolylineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPoints(count) => write!(f, "a line needs at least 2 points, not {count}"),
            Self::NotFinite(at) => write!(f, "point {at} of the line is not a finite number"),
            Self::Repeated(at) => write!(f, "point {at} of the line repeats the one before it"),
        }
    }
}

impl std::error::Error for PolylineError {}
