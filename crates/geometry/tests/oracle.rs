//! Distance, overlap, casts and turns against parry2d and against slow stepping.

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod common;

use aelian_geometry::*;
use common::*;
use parry2d_f64::math::{Pose as Place, Vector};
use parry2d_f64::query;
use parry2d_f64::shape::Cuboid;
use proptest::prelude::*;

fn shape(r: &Rect) -> (Place, Cuboid) {
    let (centre, forward) = (r.centre(), r.pose.facing.unit());
    let angle = libm::atan2(-forward.x, forward.y);
    (
        Place::new(Vector::new(centre.x, centre.y), angle),
        Cuboid::new(Vector::new(r.width / 2.0, r.depth / 2.0)),
    )
}

fn their_distance(a: &Rect, b: &Rect) -> f64 {
    let ((pa, sa), (pb, sb)) = (shape(a), shape(b));
    query::distance(&pa, &sa, &pb, &sb).unwrap().distance
}

fn their_cast(a: &Rect, along: Vec2, length: f64, b: &Rect) -> Option<f64> {
    let ((pa, sa), (pb, sb)) = (shape(a), shape(b));
    let velocity = Vector::new(along.x, along.y);
    let mut options = query::ShapeCastOptions::with_max_time_of_impact(length);
    options.stop_at_penetration = true;
    query::cast_shapes(&pa, velocity, &sa, &pb, Vector::ZERO, &sb, options)
        .unwrap()
        .map(|hit| hit.time_of_impact)
}

/// The first angle, to 1e-10, at which a stepped turn is deeper than the tolerance, and the last before it
/// at which it is not deep at all.
fn stepped_turn(a: &Rect, centre: Vec2, angle: f64, b: &Rect) -> Option<f64> {
    const STEPS: u32 = 4000;
    // Slow and plain: corners turned one by one, so that no facing is rounded on the way.
    let depth = |at: f64| {
        let quad = a.corners().map(|c| centre + rotate(c - centre, at));
        depth_of(&quad, &b.corners())
    };
    let at = |step: u32| angle * f64::from(step) / f64::from(STEPS);
    let deep = (0..=STEPS).find(|&step| depth(at(step)) > T.length)?;
    let clear = (0..deep).rev().find(|&step| depth(at(step)) <= 0.0);
    let (mut low, mut high) = match clear {
        None => return Some(0.0),
        Some(step) => (at(step), at(step + 1)),
    };
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if depth(middle) <= 0.0 { low = middle } else { high = middle }
    }
    Some(low)
}

/// The separating axis test on bare corners.
fn depth_of(a: &[Vec2; 4], b: &[Vec2; 4]) -> f64 {
    let axes = [a[1] - a[0], a[2] - a[1], b[1] - b[0], b[2] - b[1]];
    let on = |axis: Vec2| {
        let axis = axis / axis.length();
        let low = |q: &[Vec2; 4]| q.iter().map(|p| p.dot(axis)).fold(f64::INFINITY, f64::min);
        let high = |q: &[Vec2; 4]| q.iter().map(|p| p.dot(axis)).fold(f64::NEG_INFINITY, f64::max);
        (high(a) - low(b)).min(high(b) - low(a))
    };
    axes.into_iter().map(on).fold(f64::INFINITY, f64::min)
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn distance_is_theirs(a in rects(), b in rects()) {
        // The facing's grid makes an edge wrong by up to 1e-7, which only our side knows of.
        prop_assert!(close(distance(&a, &b), their_distance(&a, &b), 1e-6));
        prop_assert!(close(distance(&a, &b), distance(&b, &a), 1e-12));
    }

    #[test]
    fn overlap_is_theirs(a in rects(), b in rects()) {
        let depth = penetration(&a, &b);
        prop_assume!(depth.abs() > 1e-6);
        let ((pa, sa), (pb, sb)) = (shape(&a), shape(&b));
        prop_assert_eq!(depth > 0.0, query::intersection_test(&pa, &sa, &pb, &sb).unwrap().intersecting);
        let quads = depth_of(&a.corners(), &b.corners());
        prop_assert!(close(depth, quads, 1e-9));
        prop_assert_eq!(overlaps(&a, &b, T), depth > T.length);
        prop_assert_eq!(convex_overlap(&a.corners(), &b, T), depth > T.length);
        prop_assert_eq!(convex_convex(&a.corners(), &b.corners(), T), depth > T.length);
    }

    #[test]
    fn nearest_points_span_the_distance(a in rects(), b in rects()) {
        let (p, q) = nearest_points(&a, &b);
        prop_assert!(close((q - p).length(), distance(&a, &b), 1e-9));
        prop_assert!(point_to_rect(p, &a) < 1e-9 && point_to_rect(q, &b) < 1e-9);
    }

    #[test]
    fn within_is_distance(a in rects(), b in rects(), limit in 0.0..300.0f64) {
        prop_assert_eq!(within(&a, &b, limit), distance(&a, &b) <= limit);
    }

    #[test]
    fn segment_distance_is_theirs(a in rects(), b in rects()) {
        let front = a.edge(Edge::Front);
        let thin = rect(0.0, 0.0, 0.0, a.width, 1e-7).with_pose(a.pose);
        prop_assert!(close(segment_to_rect(front, &b), distance(&thin, &b), 1e-6));
    }

    #[test]
    fn cast_is_theirs(a in rects(), b in rects(), along in directions(), length in 0.0..250.0f64) {
        if distance(&a, &b) <= 1e-3 {
            return Ok(());
        }
        match (sweep(&a, along, length, &b, T), their_cast(&a, along, length, &b)) {
            (Some(ours), Some(theirs)) => prop_assert!(close(ours, theirs, 1e-4), "{ours} {theirs}"),
            (None, None) => {}
            // They count every touch; we only those that lead deeper than the tolerance.
            (None, Some(theirs)) => {
                let deepest = (0..=400).map(|step| {
                    let s = theirs + (length - theirs) * f64::from(step) / 400.0;
                    penetration(&moved(&a, along, s), &b)
                }).fold(f64::NEG_INFINITY, f64::max);
                prop_assert!(deepest <= T.length + 1e-6, "{theirs} {deepest}");
            }
            (Some(ours), None) => prop_assert!(close(ours, length, 1e-4), "{ours}"),
        }
    }

    #[test]
    fn sweep_ends_in_touch(a in rects(), b in rects(), along in directions(), length in 0.0..250.0f64) {
        let Some(s) = sweep(&a, along, length, &b, T) else {
            let worst = (0..=200).map(|step| penetration(&moved(&a, along, length * f64::from(step) / 200.0), &b))
                .fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(worst <= T.length + 1e-9);
            return Ok(());
        };
        prop_assert!((0.0..=length).contains(&s));
        if s > 0.0 {
            prop_assert!(penetration(&moved(&a, along, s), &b).abs() < 1e-8);
            for step in 0..50 {
                prop_assert!(penetration(&moved(&a, along, s * f64::from(step) / 50.0), &b) < 1e-8);
            }
        } else {
            prop_assert!(penetration(&a, &b) > -1e-8);
        }
        let convex = sweep_convex(&a, along, length, &b.corners(), T).expect("the same obstacle");
        prop_assert!(close(convex, s, 1e-7));
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn turn_is_stepped(
        a in rects(), b in rects(), corner in 0..5usize, off in (-80.0..80.0, -80.0..80.0), angle in -6.2..6.2f64,
    ) {
        let centre = if corner < 4 { a.corners()[corner] } else { Vec2::new(off.0, off.1) };
        let (ours, theirs) = (sweep_rotation(&a, centre, angle, &b, T), stepped_turn(&a, centre, angle, &b));
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                prop_assert!(close(ours, theirs, 1e-8), "{ours} {theirs}");
                prop_assert!(ours * angle >= 0.0 && ours.abs() <= angle.abs());
            }
            (None, None) => {}
            // A shallow stab between two steps, or a touch at the very end.
            (Some(ours), None) => {
                let quad = |at: f64| a.corners().map(|c| centre + rotate(c - centre, at));
                let fine = (0..=20000).map(|step| ours + (angle - ours) * f64::from(step) / 20000.0);
                let deepest = fine.map(|at| depth_of(&quad(at), &b.corners())).fold(f64::NEG_INFINITY, f64::max);
                prop_assert!(deepest > T.length - 1e-3 || (angle - ours).abs() < 0.02, "{ours} {deepest}");
            }
            (None, Some(theirs)) => prop_assert!(false, "missed {theirs}"),
        }
    }
}
