//! What makes a list of points an outline.

use super::signed_area;
use crate::distance::segments_cross;
use crate::overlap::edges;
use crate::{Segment, Vec2};
use std::fmt;

/// Why a list of points is not the outline of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonError {
    TooFewPoints(u32),
    /// The point of this number is not finite.
    NotFinite(u32),
    /// The point of this number equals the one before it.
    Repeated(u32),
    /// The edges that begin at these points meet where they should not.
    Crosses(u32, u32),
    NoArea,
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewPoints(count) => write!(f, "an outline needs at least 3 points, not {count}"),
            Self::NotFinite(at) => write!(f, "point {at} of the outline is not a finite number"),
            Self::Repeated(at) => write!(f, "point {at} of the outline repeats the one before it"),
            Self::Crosses(a, b) => write!(f, "edges {a} and {b} of the outline cross or touch"),
            Self::NoArea => write!(f, "the outline encloses no area"),
        }
    }
}

impl std::error::Error for PolygonError {}

/// All that an outline must satisfy, in the order of the error's variants.
pub(super) fn check(points: &[Vec2]) -> Result<(), PolygonError> {
    if points.len() < 3 {
        return Err(PolygonError::TooFewPoints(points.len() as u32));
    }
    if let Some(at) = points.iter().position(|p| !p.is_finite()) {
        return Err(PolygonError::NotFinite(at as u32));
    }
    if let Some(before) = edges(points).position(|edge| edge.a == edge.b) {
        return Err(PolygonError::Repeated(((before + 1) % points.len()) as u32));
    }
    if !is_star(points)
        && let Some((a, b)) = crossing(points)
    {
        return Err(PolygonError::Crosses(a as u32, b as u32));
    }
    if signed_area(points) == 0.0 { Err(PolygonError::NoArea) } else { Ok(()) }
}

/// All of the outline is seen from its middle, once around: then no two edges can meet. Most outlines are such,
/// which saves comparing each edge with each other.
fn is_star(points: &[Vec2]) -> bool {
    /// Twice the area of a corner seen from the middle, in mm^2: above rounding.
    const LEAST: f64 = 1e-3;
    let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) / points.len() as f64;
    let sense = signed_area(points).signum();
    let (mut all, mut turns) = (true, 0);
    for edge in edges(points) {
        let (a, b) = (edge.a - middle, edge.b - middle);
        all &= a.perp_dot(b) * sense > LEAST;
        turns += u32::from((a.y > 0.0) != (b.y > 0.0));
    }
    // Once around crosses the level of the middle twice.
    all && turns == 2
}

/// The first two edges that meet although they should not.
fn crossing(points: &[Vec2]) -> Option<(usize, usize)> {
    let all: Vec<Segment> = edges(points).collect();
    let last = all.len() - 1;
    for (i, &a) in all.iter().enumerate() {
        for (j, &b) in all.iter().enumerate().skip(i + 1) {
            let meet = if j == i + 1 {
                folds_back(a, b)
            } else if i == 0 && j == last {
                folds_back(b, a)
            } else {
                segments_cross(a, b).is_some()
            };
            if meet {
                return Some((i, j));
            }
        }
    }
    None
}

/// The next edge runs back over the one before it.
fn folds_back(before: Segment, next: Segment) -> bool {
    let (u, v) = (before.vector(), next.vector());
    u.perp_dot(v) == 0.0 && u.dot(v) < 0.0
}
