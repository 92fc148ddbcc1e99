//! Straight moves and turns up to first contact: the cases a table knows.

mod common;

use aelian_geometry::*;
use common::*;
use proptest::prelude::*;

const UP: Vec2 = Vec2::new(0.0, 1.0);
const RIGHT: Vec2 = Vec2::new(1.0, 0.0);

#[test]
fn stops_at_the_gap() {
    let (a, b) = (base(0.0, 0.0), base(10.0, 70.0));
    assert_eq!(sweep(&a, UP, 100.0, &b, T), Some(50.0));
    assert_eq!(sweep(&a, UP, 49.9, &b, T), None);
    // A move that ends exactly in contact is in contact.
    assert_eq!(sweep(&a, UP, 50.0, &b, T), Some(50.0));
    assert_eq!(sweep(&a, -UP, 100.0, &b, T), None);
}

#[test]
fn sliding_along_an_edge_is_no_contact() {
    let (a, b) = (base(0.0, 0.0), base(40.0, 10.0));
    assert_eq!(sweep(&a, UP, 100.0, &b, T), None);
    assert_eq!(sweep(&a, -UP, 100.0, &b, T), None);
    assert_eq!(sweep(&a, RIGHT, 100.0, &b, T), Some(0.0));
    assert_eq!(sweep(&a, -RIGHT, 100.0, &b, T), None);
    // As long as it comes no deeper than the tolerance, however it slides.
    let slightly_in = Facing::compass(0.2).unit();
    assert_eq!(sweep(&a, slightly_in, 20.0, &b, T), None);
    assert_eq!(sweep(&a, Facing::compass(5.0).unit(), 20.0, &b, T), Some(0.0));
    // Already a little in, within tolerance.
    let near = base(39.95, 10.0);
    assert_eq!(sweep(&a, UP, 100.0, &near, T), None);
    assert_eq!(sweep(&a, RIGHT, 100.0, &near, T), Some(0.0));
}

#[test]
fn overlapping_from_the_start_gives_zero() {
    assert_eq!(sweep(&base(0.0, 0.0), UP, 100.0, &base(5.0, 5.0), T), Some(0.0));
}

#[test]
fn passes_a_gap_as_wide_as_itself() {
    let (left, right) = (base(-40.0, 60.0), base(40.0, 60.0));
    for post in [left, right] {
        assert_eq!(sweep(&base(0.0, 0.0), UP, 200.0, &post, T), None);
        assert_eq!(sweep(&base(0.05, 0.0), UP, 200.0, &post, T), None);
    }
    assert_eq!(sweep(&base(0.2, 0.0), UP, 200.0, &right, T), Some(40.0));
}

#[test]
fn turns_into_a_neighbour() {
    let (a, b) = (base(0.0, 0.0), base(-40.0, 0.0));
    let pivot = a.corner(Corner::FrontLeft);
    // Clockwise about the front left corner the rear comes to the left, into the neighbour.
    assert_eq!(sweep_rotation(&a, pivot, degrees(30.0), &b, T), Some(0.0));
    assert_eq!(sweep_rotation(&a, pivot, degrees(-30.0), &b, T), None);
}

#[test]
fn turns_until_the_far_corner_meets_a_wall() {
    // The front right corner turns on a radius of 40 about the front left one at the origin.
    let a = base(20.0, 0.0);
    let wall = rect(0.0, 40.0, 0.0, 400.0, 20.0);
    let touch = sweep_rotation(&a, Vec2::ZERO, degrees(-80.0), &wall, T).expect("a wall in the way");
    assert!(close(touch, -degrees(30.0), 1e-9), "{}", to_degrees(touch));
    assert_eq!(sweep_rotation(&a, Vec2::ZERO, degrees(-29.0), &wall, T), None);
    let exact = sweep_rotation(&a, Vec2::ZERO, -touch.abs(), &wall, T).expect("ends in contact");
    assert!(close(exact, touch, 1e-9));
    // The other way round it is the rear right corner, from below and behind.
    let behind = rect(0.0, -40.0, 0.0, 400.0, 20.0);
    let touch = sweep_rotation(&a, Vec2::ZERO, degrees(80.0), &behind, T).expect("a wall in the way");
    let reach = (40.0f64 * 40.0 + 20.0 * 20.0).sqrt();
    assert!(close(touch, libm::asin(40.0 / reach) - libm::atan2(20.0, 40.0), 1e-9));
}

#[test]
fn enters_a_polygon_where_it_touches() {
    let wood = Polygon::from_box(Vec2::new(-50.0, 50.0), Vec2::new(50.0, 120.0));
    let a = base(0.0, 0.0);
    assert_eq!(sweep_polygon(&a, UP, 100.0, &wood, T), Some(50.0));
    assert_eq!(sweep_polygon(&a, UP, 49.0, &wood, T), None);
    assert_eq!(sweep_polygon(&base(0.0, 80.0), UP, 100.0, &wood, T), Some(0.0));
    assert_eq!(sweep_polygon(&base(0.0, 110.0), -UP, 100.0, &wood, T), Some(0.0));
    // Along its rim within tolerance it does not enter.
    assert_eq!(sweep_polygon(&base(0.0, 50.0), RIGHT, 100.0, &wood, T), None);
    assert_eq!(sweep_polygon(&base(-200.0, 50.05), RIGHT, 400.0, &wood, T), None);
    assert_eq!(sweep_polygon(&base(-200.0, 50.2), RIGHT, 400.0, &wood, T), Some(130.0));
}

#[test]
fn a_bay_is_entered_at_its_end() {
    let points =
        [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (80.0, 100.0), (80.0, 40.0), (20.0, 40.0), (20.0, 100.0)];
    let mut points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    points.push(Vec2::new(0.0, 100.0));
    let bay = Polygon::new(points).expect("a simple outline");
    let a = rect(50.0, 150.0, 180.0, 40.0, 20.0);
    assert_eq!(sweep_polygon(&a, -UP, 200.0, &bay, T), Some(110.0));
    // Flush with one side of the bay it still slides to its end.
    let a = rect(40.0, 150.0, 180.0, 40.0, 20.0);
    assert_eq!(sweep_polygon(&a, -UP, 200.0, &bay, T), Some(110.0));
}

#[test]
fn hull_of_a_move() {
    assert_eq!(swept_hull(&base(0.0, 0.0), UP, 30.0).len(), 4);
    assert_eq!(swept_hull(&base(0.0, 0.0), Facing::compass(30.0).unit(), 30.0).len(), 6);
    assert_eq!(swept_hull(&base(0.0, 0.0), UP, 0.0).len(), 4);
}

/// A walk from one number to the other.
fn steps(from: f64, to: f64) -> impl Iterator<Item = f64> {
    (0..=100).map(move |step| from + (to - from) * f64::from(step) / 100.0)
}

fn areas() -> impl Strategy<Value = Polygon> {
    let bumps = proptest::collection::vec(0.0..1.0f64, 0..7);
    (-80.0..80.0, -80.0..80.0, 30.0..150.0f64, 0.4..1.0f64, 0.0..6.3f64, bumps).prop_map(
        |(x, y, length, part, angle, bumps)| {
            Polygon::rounded(Vec2::new(x, y), length, length * part, angle, &bumps)
        },
    )
}

proptest! {
    #![proptest_config(cases(800))]

    #[test]
    fn the_mirror_moves_alike(
        a in rects(), b in rects(), along in directions(), angle in -3.0..3.0f64, length in 0.0..250.0f64,
    ) {
        let (ma, mb) = (mirror(&a), mirror(&b));
        let (one, two) = (sweep(&a, along, length, &b, T), sweep(&ma, mirror_point(along), length, &mb, T));
        prop_assert_eq!(one.is_some(), two.is_some());
        prop_assert!(close(one.unwrap_or(0.0), two.unwrap_or(0.0), 1e-9));
        let (pivot, mirrored) = (a.corner(Corner::FrontLeft), ma.corner(Corner::FrontRight));
        let one = sweep_rotation(&a, pivot, angle, &b, T);
        let two = sweep_rotation(&ma, mirrored, -angle, &mb, T);
        prop_assert_eq!(one.is_some(), two.is_some());
        prop_assert!(close(one.unwrap_or(0.0), -two.unwrap_or(0.0), 1e-9));
    }

    #[test]
    fn polygons_and_rectangles_stop_alike(
        a in rects(), b in rects(), along in directions(), length in 0.0..250.0f64, angle in -3.0..3.0f64,
    ) {
        // The two notions of too deep differ by less than half a tolerance. Where they disagree, the
        // rectangles only graze each other between the two results.
        let area = Polygon::from_rect(&b);
        let one = sweep(&a, along, length, &b, T).unwrap_or(length);
        let two = sweep_polygon(&a, along, length, &area, T).unwrap_or(length);
        let deepest = steps(one, two).map(|s| penetration(&moved(&a, along, s), &b)).fold(-1.0, f64::max);
        prop_assert!(close(one, two, 1e-7) || deepest < 1.5 * T.length, "{one} {two} {deepest}");
        let pivot = a.corner(Corner::RearLeft);
        let one = sweep_rotation(&a, pivot, angle, &b, T).unwrap_or(angle);
        let two = sweep_rotation_polygon(&a, pivot, angle, &area, T).unwrap_or(angle);
        let deepest = steps(one, two).map(|s| penetration(&turned(&a, pivot, s), &b)).fold(-1.0, f64::max);
        prop_assert!(close(one, two, 1e-8) || deepest < 1.5 * T.length, "{one} {two} {deepest}");
    }

    #[test]
    fn nothing_enters_before_the_touch(
        a in rects(), area in areas(), along in directions(), length in 0.0..250.0f64,
    ) {
        let entered = sweep_polygon(&a, along, length, &area, T);
        let free = entered.unwrap_or(length);
        for step in 0..40 {
            let at = moved(&a, along, free * f64::from(step) / 40.0);
            prop_assert!(free == 0.0 || !area.meets_rect(&at, T));
        }
        if let Some(s) = entered {
            prop_assert!(area.touches_rect(&moved(&a, along, s), T));
            if s == 0.0 && !area.meets_rect(&a, T) {
                prop_assert!(area.distance_to_rect(&a) <= 1e-7);
            }
        }
    }

    #[test]
    fn nothing_enters_before_the_turn(a in rects(), area in areas(), angle in -3.0..3.0f64) {
        let pivot = a.corner(Corner::FrontRight);
        let entered = sweep_rotation_polygon(&a, pivot, angle, &area, T);
        let free = entered.unwrap_or(angle);
        for step in 0..40 {
            let at = turned(&a, pivot, free * f64::from(step) / 40.0);
            prop_assert!(free == 0.0 || !area.meets_rect(&at, T));
        }
        if let Some(touch) = entered {
            prop_assert!(area.touches_rect(&turned(&a, pivot, touch), T));
        }
    }
}
