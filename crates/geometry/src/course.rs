//! Bands along a line: rivers and roads.

use crate::frame::{larger, smaller};
use crate::sweep::{sweep_polygon, sweep_rotation_polygon};
use crate::{Polygon, Polyline, Rect, Segment, Tolerance, Vec2};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A band along a line, of one width or of a width for each point of the line.
///
/// Its sides run parallel to the line where the width does not change, meet in a point at its bends, and
/// end square at its ends: one quadrilateral for each segment, without gap or overlap between neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Course {
    line: Polyline,
    widths: Vec<f64>,
    pieces: Vec<Polygon>,
    outline: Vec<Polygon>,
}

/// Why a line and its widths make no band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseError {
    /// There are this many widths for that many points.
    WidthCount(u32, u32),
    /// The width at this point is not a positive number.
    Width(u32),
    /// The line bends too sharply for its width at or beside this point.
    TooSharp(u32),
}

/// The bend of a line at a point may be this sharp: the cosine of half a turn of 120 degrees.
const SHARPEST: f64 = 0.5;

impl Course {
    /// A band of the same width everywhere.
    pub fn new(line: Polyline, width: f64) -> Result<Course, CourseError> {
        let widths = vec![width; line.points().len()];
        Course::with_widths(line, widths)
    }

    /// A band with a width at each point of its line, changing evenly in between.
    pub fn with_widths(line: Polyline, widths: Vec<f64>) -> Result<Course, CourseError> {
        if widths.len() != line.points().len() {
            return Err(CourseError::WidthCount(widths.len() as u32, line.points().len() as u32));
        }
        if let Some(at) = widths.iter().position(|&width| !(width > 0.0 && width.is_finite())) {
            return Err(CourseError::Width(at as u32));
        }
        let banks = banks(&line, &widths)?;
        let pieces = pieces(&banks)?;
        let outline = match Polygon::new(around(&banks)) {
            Ok(whole) => vec![whole],
            // A band that comes back over itself has no simple outline.
            Err(_) => pieces.clone(),
        };
        Ok(Course { line, widths, pieces, outline })
    }

    pub fn line(&self) -> &Polyline {
        &self.line
    }

    /// The width at each point of the line.
    pub fn widths(&self) -> &[f64] {
        &self.widths
    }

    /// The width at this distance along the line.
    pub fn width_at(&self, distance: f64) -> f64 {
        let mut left = larger(distance, 0.0);
        for (segment, ends) in self.line.segments().zip(self.widths.windows(2)) {
            let length = segment.length();
            if left < length {
                return ends[0] + (ends[1] - ends[0]) * (left / length);
            }
            left -= length;
        }
        self.widths.last().copied().unwrap_or(0.0)
    }

    /// The area as one polygon; for a band that comes back over itself, one for each segment.
    pub fn outline(&self) -> &[Polygon] {
        &self.outline
    }

    /// One quadrilateral for each segment of the line.
    pub fn pieces(&self) -> &[Polygon] {
        &self.pieces
    }

    pub fn contains(&self, p: Vec2) -> bool {
        self.pieces.iter().any(|piece| piece.contains(p))
    }

    pub fn distance_to_point(&self, p: Vec2) -> f64 {
        self.nearest(|piece| piece.distance_to_point(p))
    }

    pub fn distance_to_rect(&self, r: &Rect) -> f64 {
        self.nearest(|piece| piece.distance_to_rect(r))
    }

    /// The box between these corners meets the box about some piece of the band.
    pub fn box_meets(&self, corners: (Vec2, Vec2)) -> bool {
        self.pieces.iter().any(|piece| piece.box_meets(corners))
    }

    /// The rectangle lies in the band at least partly, deeper than the tolerance.
    pub fn meets_rect(&self, r: &Rect, t: Tolerance) -> bool {
        self.pieces.iter().any(|piece| piece.meets_rect(r, t))
    }

    /// The whole rectangle lies in the band, but for a rim as wide as the tolerance. Of a band
    /// that comes back over itself, one piece must hold it.
    pub fn holds_rect(&self, r: &Rect, t: Tolerance) -> bool {
        self.outline.iter().any(|area| area.holds_rect(r, t))
    }

    pub fn touches_rect(&self, r: &Rect, t: Tolerance) -> bool {
        self.pieces.iter().any(|piece| piece.touches_rect(r, t))
    }

    /// The total length of a segment within the band.
    pub fn length_inside(&self, segment: Segment) -> f64 {
        self.outline.iter().map(|area| area.length_inside(segment)).sum()
    }

    /// How far a rectangle can move along a unit vector before it enters the band; see `sweep_polygon`.
    pub fn sweep(&self, a: &Rect, along: Vec2, length: f64, t: Tolerance) -> Option<f64> {
        self.soonest(|piece| sweep_polygon(a, along, length, piece, t))
    }

    /// How far a rectangle can turn about a point before it enters the band; see `sweep_rotation_polygon`.
    pub fn sweep_rotation(&self, a: &Rect, centre: Vec2, angle: f64, t: Tolerance) -> Option<f64> {
        self.soonest(|piece| sweep_rotation_polygon(a, centre, angle, piece, t))
    }

    /// The unit vector of the line at its point nearest to `p`.
    pub fn tangent_near(&self, p: Vec2) -> Vec2 {
        self.line.nearest(p).2
    }

    fn nearest(&self, measure: impl Fn(&Polygon) -> f64) -> f64 {
        self.pieces.iter().fold(f64::INFINITY, |best, piece| smaller(best, measure(piece)))
    }

    fn soonest(&self, measure: impl Fn(&Polygon) -> Option<f64>) -> Option<f64> {
        self.pieces
            .iter()
            .filter_map(measure)
            .reduce(|best, next| if next.abs() < best.abs() { next } else { best })
    }
}

/// The left and the right end of the cross-section at each point.
fn banks(line: &Polyline, widths: &[f64]) -> Result<Vec<(Vec2, Vec2)>, CourseError> {
    let directions: Vec<Vec2> = line.segments().map(|s| s.vector() / s.length()).collect();
    let section = |(at, (&point, &width)): (usize, (&Vec2, &f64))| {
        let after = directions.get(at).or(directions.last());
        let before = at.checked_sub(1).and_then(|i| directions.get(i)).or(directions.first());
        let (Some(&before), Some(&after)) = (before, after) else {
            return Err(CourseError::TooSharp(at as u32));
        };
        let sum = before + after;
        // Half the length of the sum of two unit vectors is the cosine of half the angle between them.
        let cosine = 0.5 * sum.length();
        if cosine < SHARPEST {
            return Err(CourseError::TooSharp(at as u32));
        }
        let across = Vec2::new(-sum.y, sum.x) * (0.25 * width / (cosine * cosine));
        Ok((point + across, point - across))
    };
    line.points().iter().zip(widths).enumerate().map(section).collect()
}

fn pieces(banks: &[(Vec2, Vec2)]) -> Result<Vec<Polygon>, CourseError> {
    let piece = |(at, ends): (usize, &[(Vec2, Vec2)])| {
        let ((left, right), (far_left, far_right)) = (ends[0], ends[1]);
        let turned_over = (right - left).perp_dot(far_right - right) <= 0.0;
        let outline = Polygon::new(vec![left, right, far_right, far_left]);
        outline.ok().filter(|_| !turned_over).ok_or(CourseError::TooSharp(at as u32))
    };
    banks.windows(2).enumerate().map(piece).collect()
}

fn around(banks: &[(Vec2, Vec2)]) -> Vec<Vec2> {
    let left = banks.iter().rev().map(|section| section.0);
    banks.iter().map(|section| section.1).chain(left).collect()
}

/// How a course is written: its line, and one width or a list.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    line: Polyline,
    width: Width,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(untagged)]
enum Width {
    Same(f64),
    Each(Vec<f64>),
}

impl TryFrom<Written> for Course {
    type Error = CourseError;

    fn try_from(written: Written) -> Result<Course, CourseError> {
        match written.width {
            Width::Same(width) => Course::new(written.line, width),
            Width::Each(widths) => Course::with_widths(written.line, widths),
        }
    }
}

impl From<Course> for Written {
    fn from(course: Course) -> Written {
        let same = course.widths.windows(2).all(|pair| pair[0] == pair[1]);
        let width = match course.widths.first() {
            Some(&width) if same => Width::Same(width),
            _ => Width::Each(course.widths),
        };
        Written { line: course.line, width }
    }
}

impl Eq for Course {}

impl Hash for Course {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.line.hash(state);
        for width in &self.widths {
            state.write_u64(width.to_bits());
        }
    }
}

impl fmt::Display for CourseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WidthCount(widths, points) => write!(f, "{widths} widths for {points} points"),
            Self::Width(at) => write!(f, "the width at point {at} is not a positive number"),
            Self::TooSharp(at) => write!(f, "the line bends too sharply for its width near point {at}"),
        }
    }
}

impl std::error::Error for CourseError {}
