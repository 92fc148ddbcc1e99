//! Geometry of a table: poses, oriented rectangles, contact, sweeps, polygons, sight.
//!
//! Millimetres in f64. `+ - * / sqrt` only; trigonometry from `libm`, so that every machine and
//! WebAssembly give the same bits. No game word appears here.

pub mod broad;
pub mod contact;
pub mod course;
pub mod distance;
pub mod facing;
pub mod fingerprint;
mod frame;
pub mod overlap;
pub mod polygon;
pub mod polyline;
pub mod pose;
pub mod rect;
pub mod region;
pub mod sight;
pub mod sweep;

pub use broad::{Cells, Circle};
pub use contact::{Contact, Contacts, Feature, contacts, touching};
pub use course::{Course, CourseError};
pub use distance::{
    distance, nearest_points, point_to_rect, point_to_segment, segment_to_rect, segment_to_segment,
    segments_cross, within,
};
pub use facing::{Facing, Rotation, rotate};
pub use fingerprint::fingerprint;
pub use glam::DVec2 as Vec2;
pub use overlap::{area_contains, area_overlap, convex_convex, convex_overlap, overlaps, penetration};
pub use polygon::{Polygon, PolygonError, slope_height};
pub use polyline::{Polyline, PolylineError};
pub use pose::Pose;
pub use rect::{Corner, Edge, Hand, Rect, Segment};
pub use region::{
    contains_point, holds, in_arc, meets_arc, straight_ahead, strip_ahead, wholly_ahead_of_front,
    wholly_behind_front, wholly_behind_rear, wholly_beyond,
};
pub use sight::{clear, clear_within, crosses_line, length_through};
pub use sweep::{sweep, sweep_convex, sweep_polygon, sweep_rotation, sweep_rotation_polygon, swept_hull};

/// Degrees to radians, written out because the factor must be the same constant everywhere.
pub const fn degrees(angle: f64) -> f64 {
    angle * (core::f64::consts::PI / 180.0)
}

/// Radians to degrees.
pub const fn to_degrees(angle: f64) -> f64 {
    angle * (180.0 / core::f64::consts::PI)
}

/// The grid of positions: 1/1024 mm, exact in binary.
pub const GRID: f64 = 1024.0;

/// The one function that rounds a position to the grid. Every committed pose passes through it.
pub fn on_grid(point: Vec2) -> Vec2 {
    // Adding zero turns a negative zero into a positive one, so that equal positions have equal bits.
    Vec2::new(rounded(point.x * GRID) / GRID + 0.0, rounded(point.y * GRID) / GRID + 0.0)
}

/// The nearest whole number, halves away from zero, as `f64::round`, which is a slow call on processors that have no
/// instruction for it. Whether a zero is negative is not kept.
#[inline]
pub(crate) fn rounded(value: f64) -> f64 {
    /// From here on all numbers are whole.
    const WHOLE: f64 = (1u64 << 52) as f64;
    if !(-WHOLE < value && value < WHOLE) {
        return value;
    }
    let whole = value as i64 as f64;
    let rest = value - whole;
    if rest >= 0.5 {
        whole + 1.0
    } else if rest <= -0.5 {
        whole - 1.0
    } else {
        whole
    }
}

/// How near two things must be to count as touching, and how parallel to count as parallel.
/// A table with human hands has a tolerance; each book's value is a setting of its game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Two points closer than this coincide; penetration deeper than this is an overlap.
    pub length: f64,
    /// Two directions closer than this many radians are the same.
    pub angle: f64,
}

#[cfg(test)]
mod tests {
    use super::rounded;
    use proptest::prelude::{any, proptest};

    proptest! {
        /// Our rounding is that of the library for every number, halves and the ends of the range among them.
        #[test]
        fn rounding_is_that_of_the_library(value in any::<f64>(), halves in -4_000_000_i64..4_000_000) {
            for value in [value, halves as f64 * 0.5, (halves as f64 * 0.5).next_down(), (halves as f64 * 0.5).next_up()] {
                assert_eq!(rounded(value) + 0.0, value.round() + 0.0, "{value}");
            }
        }
    }

    #[test]
    fn numbers_that_are_none_stay_so() {
        assert!(rounded(f64::NAN).is_nan());
        assert_eq!(rounded(f64::INFINITY), f64::INFINITY);
        assert_eq!(rounded(-9_007_199_254_740_993.0), -9_007_199_254_740_993.0_f64.round());
        assert_eq!(rounded(4_503_599_627_370_495.5), 4_503_599_627_370_496.0);
    }
}
