//! What the tests of this crate share: a tolerance, random rectangles, and the mirror.
#![allow(dead_code)]

use aelian_geometry::*;
use proptest::prelude::*;

/// The tolerance of a table: a tenth of a millimetre, a fifth of a degree.
pub const T: Tolerance = Tolerance { length: 0.1, angle: degrees(0.2) };

/// This many random cases; failures are read from the output and become tests of their own.
pub fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

pub fn rect(x: f64, y: f64, compass: f64, width: f64, depth: f64) -> Rect {
    Rect::new(Pose::new(x, y, Facing::compass(compass)), width, depth)
}

/// A base of 40 by 20 that looks up.
pub fn base(x: f64, y: f64) -> Rect {
    rect(x, y, 0.0, 40.0, 20.0)
}

/// Rectangles of bases' sizes on a small table, at any angle; a third of them on the square.
pub fn rects() -> impl Strategy<Value = Rect> {
    let angle = prop_oneof![2 => 0.0..360.0, 1 => (0..8u8).prop_map(|n| f64::from(n) * 45.0)];
    (-100.0..100.0, -100.0..100.0, angle, 5.0..90.0, 5.0..60.0)
        .prop_map(|(x, y, angle, width, depth)| rect(x, y, angle, width, depth))
        .prop_map(|r| r.with_pose(r.pose.on_grid()))
}

pub fn directions() -> impl Strategy<Value = Vec2> {
    (0.0..360.0).prop_map(|angle| Facing::compass(angle).unit())
}

pub fn mirror_point(p: Vec2) -> Vec2 {
    Vec2::new(-p.x, p.y)
}

/// As seen in a mirror that stands on the line x = 0.
pub fn mirror(r: &Rect) -> Rect {
    let facing = Facing::along(mirror_point(r.pose.facing.vector()));
    r.with_pose(Pose { at: mirror_point(r.pose.at), facing })
}

pub fn mirror_corner(corner: Corner) -> Corner {
    match corner {
        Corner::FrontLeft => Corner::FrontRight,
        Corner::FrontRight => Corner::FrontLeft,
        Corner::RearRight => Corner::RearLeft,
        Corner::RearLeft => Corner::RearRight,
    }
}

pub fn mirror_edge(edge: Edge) -> Edge {
    match edge {
        Edge::Left => Edge::Right,
        Edge::Right => Edge::Left,
        same => same,
    }
}

pub fn close(a: f64, b: f64, by: f64) -> bool {
    (a - b).abs() <= by
}

pub fn turned(r: &Rect, centre: Vec2, angle: f64) -> Rect {
    r.with_pose(r.pose.rotated_about(centre, angle))
}

pub fn moved(r: &Rect, along: Vec2, s: f64) -> Rect {
    r.with_pose(r.pose.translated(along * s))
}
