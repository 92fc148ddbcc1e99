//! Polygons, lines, bands and slopes.

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod common;

use aelian_geometry::*;
use common::*;
use proptest::prelude::*;

fn points(list: &[(f64, f64)]) -> Vec<Vec2> {
    list.iter().map(|&(x, y)| Vec2::new(x, y)).collect()
}

fn polygon(list: &[(f64, f64)]) -> Polygon {
    Polygon::new(points(list)).expect("a simple outline")
}

fn line(list: &[(f64, f64)]) -> Polyline {
    Polyline::new(points(list)).expect("a line")
}

/// A square of 100 with a bay from above, 60 wide and 60 deep.
fn bay() -> Polygon {
    let bay = [(100.0, 100.0), (80.0, 100.0), (80.0, 40.0), (20.0, 40.0), (20.0, 100.0), (0.0, 100.0)];
    polygon(&[&[(0.0, 0.0), (100.0, 0.0)], &bay[..]].concat())
}

#[test]
fn outlines_are_checked() {
    let refused = |list: &[(f64, f64)]| Polygon::new(points(list)).expect_err("not an outline");
    assert_eq!(refused(&[(0.0, 0.0), (1.0, 0.0)]), PolygonError::TooFewPoints(2));
    assert_eq!(refused(&[(0.0, 0.0), (f64::NAN, 0.0), (1.0, 1.0)]), PolygonError::NotFinite(1));
    assert_eq!(refused(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 1.0)]), PolygonError::Repeated(2));
    assert_eq!(refused(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)]), PolygonError::Repeated(0));
    let bow = [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)];
    assert_eq!(refused(&bow), PolygonError::Crosses(0, 2));
    // A spike runs back over itself, and so does an outline without area.
    assert!(matches!(refused(&[(0.0, 0.0), (10.0, 0.0), (5.0, 0.0), (5.0, 5.0)]), PolygonError::Crosses(..)));
    assert!(matches!(refused(&[(0.0, 0.0), (10.0, 0.0), (5.0, 0.0)]), PolygonError::Crosses(..)));
    assert!(refused(&bow).to_string().contains("cross"));
    // A star drawn in one stroke goes around its middle twice.
    let pentagram = [(0.0, 10.0), (-6.0, -8.0), (9.5, 3.0), (-9.5, 3.0), (6.0, -8.0)];
    assert!(matches!(refused(&pentagram), PolygonError::Crosses(..)));
}

/// What the box tells beforehand is what measuring tells, into a bay and out of it.
#[test]
fn more_of_a_line_than_a_length() {
    let bay = bay();
    let mut both = [0, 0];
    for step in 0..2000u32 {
        let part = |factor: u32| f64::from(step * factor % 173) - 40.0;
        let segment = Segment::new(Vec2::new(part(7), part(29)), Vec2::new(part(53), part(101)));
        for length in [0.0, 1.0, 25.0, 80.0, f64::INFINITY] {
            let more = bay.length_inside(segment) > length;
            assert_eq!(bay.holds_more_of(segment, length), more, "{segment:?} {length}");
            both[usize::from(more)] += 1;
        }
    }
    assert!(both[0] > 100 && both[1] > 100, "{both:?}");
}

#[test]
fn deep_within_an_area() {
    let bay = bay();
    // 40 wide and 15 deep, its front edge 8 below the bottom of the bay.
    let low = base(50.0, 32.0);
    let deepest = bay.edges().map(|edge| segment_to_rect(edge, &low)).fold(f64::INFINITY, f64::min);
    assert!(bay.holds_deeper(&low, deepest - 0.001) && !bay.holds_deeper(&low, deepest));
    assert!(!bay.holds_deeper(&base(50.0, 80.0), 1.0), "in the bay it is outside");
}

#[test]
fn orientation_is_made_one() {
    let (one, two) =
        (polygon(&[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]), polygon(&[(0.0, 3.0), (4.0, 0.0), (0.0, 0.0)]));
    assert_eq!(one, two);
    assert_eq!((one.area(), one.aabb()), (6.0, (Vec2::ZERO, Vec2::new(4.0, 3.0))));
    let middle = one.centroid();
    assert!(close(middle.x, 4.0 / 3.0, 1e-12) && close(middle.y, 1.0, 1e-12));
}

#[test]
fn the_bay_is_outside() {
    let bay = bay();
    assert_eq!(bay.area(), 10_000.0 - 3_600.0);
    assert!(bay.contains(Vec2::new(10.0, 90.0)) && !bay.contains(Vec2::new(50.0, 90.0)));
    assert_eq!(bay.distance_to_point(Vec2::new(50.0, 70.0)), 30.0);
    assert_eq!(bay.distance_to_point(Vec2::new(50.0, 20.0)), 0.0);
    assert_eq!(bay.distance_to_point(Vec2::new(50.0, -5.0)), 5.0);
    // A rectangle in the bay touches nothing though the hull holds it.
    let inside = base(50.0, 80.0);
    assert!(
        !bay.meets_rect(&inside, T) && !bay.touches_rect(&inside, T) && bay.hull().holds_rect(&inside, T)
    );
    assert_eq!(bay.distance_to_rect(&inside), 10.0);
    assert!(bay.touches_rect(&base(50.0, 60.0), T) && !bay.meets_rect(&base(50.0, 60.0), T));
    assert!(bay.meets_rect(&base(50.0, 59.8), T));
    // One that bridges the bay is in the area partly.
    assert!(bay.meets_rect(&rect(50.0, 90.0, 0.0, 90.0, 20.0), T));
    assert!(!bay.holds_rect(&rect(50.0, 90.0, 0.0, 90.0, 20.0), T));
}

#[test]
fn a_rectangle_is_held_but_for_the_tolerance() {
    let field = Polygon::from_box(Vec2::ZERO, Vec2::new(100.0, 60.0));
    assert!(field.holds_rect(&base(50.0, 60.05), T) && !field.holds_rect(&base(50.0, 60.2), T));
    assert!(field.holds_rect(&base(50.0, 40.0), T) && field.meets_rect(&base(50.0, 40.0), T));
    assert!(!field.meets_rect(&base(50.0, 80.05), T) && !field.meets_rect(&base(50.0, 79.95), T));
    assert!(field.meets_rect(&base(50.0, 79.8), T));
    // A rectangle around the whole field meets it and is not held by it.
    let all = rect(50.0, 100.0, 0.0, 300.0, 200.0);
    assert!(field.meets_rect(&all, T) && !field.holds_rect(&all, T));
}

#[test]
fn segments_are_measured_inside() {
    let bay = bay();
    let across = Segment::new(Vec2::new(-10.0, 70.0), Vec2::new(110.0, 70.0));
    assert!(close(bay.length_inside(across), 40.0, 1e-9));
    assert_eq!(bay.crossings(across).len(), 4);
    let within = Segment::new(Vec2::new(10.0, 10.0), Vec2::new(40.0, 10.0));
    assert_eq!((bay.length_inside(within), bay.crossings(within).len()), (30.0, 0));
    // Along the outline counts for nothing, on one side or the other.
    let rim = Segment::new(Vec2::new(-10.0, 0.0), Vec2::new(110.0, 0.0));
    assert_eq!(bay.length_inside(rim), 0.0);
    // Through a corner it is cut once.
    let corner = Segment::new(Vec2::new(-10.0, 10.0), Vec2::new(10.0, -10.0));
    assert_eq!(bay.crossings(corner), vec![0.5]);
}

#[test]
fn areas_overlap_and_keep_apart() {
    let (one, two) = (
        Polygon::from_box(Vec2::ZERO, Vec2::splat(10.0)),
        Polygon::from_box(Vec2::splat(20.0), Vec2::splat(30.0)),
    );
    assert!(!one.overlaps_polygon(&two));
    assert!(close(one.distance_to_polygon(&two), 200f64.sqrt(), 1e-12));
    let beside = one.translated(Vec2::new(10.0, 0.0));
    assert!(!one.overlaps_polygon(&beside) && one.distance_to_polygon(&beside) == 0.0);
    assert!(one.overlaps_polygon(&one) && one.overlaps_polygon(&one.translated(Vec2::new(9.0, 0.0))));
    let small = Polygon::from_box(Vec2::splat(4.0), Vec2::splat(6.0));
    assert!(one.overlaps_polygon(&small) && small.overlaps_polygon(&one));
    assert_eq!(one.distance_to_polygon(&small), 0.0);
    // A cross of two bars has no corner of one in the other.
    let bar = Polygon::from_box(Vec2::new(-20.0, 4.0), Vec2::new(30.0, 6.0));
    assert!(bar.overlaps_polygon(&one));
}

#[test]
fn extents_and_bounding() {
    let field = Polygon::from_box(Vec2::ZERO, Vec2::new(30.0, 40.0));
    let (length, width) = field.extents();
    assert!(close(length, 50.0, 1e-9) && close(width, 48.0, 1e-9));
    let around = field.bounding();
    assert!(field.points().iter().all(|&p| contains_point(&around, p, T)));
    let turned = field.rotated(Vec2::ZERO, degrees(90.0));
    assert!(close(turned.aabb().1.x, 40.0, 1e-9) && close(turned.aabb().0.y, -30.0, 1e-9));
}

#[test]
fn a_slope_falls_evenly() {
    let hill = Polygon::from_box(Vec2::splat(-50.0), Vec2::splat(50.0));
    let crest = [Vec2::new(-10.0, 0.0), Vec2::new(10.0, 0.0)];
    let height = |x: f64, y: f64| slope_height(&hill, &crest, Vec2::new(x, y));
    assert_eq!(height(0.0, 0.0), 1.0);
    assert!(close(height(0.0, 25.0), 0.5, 1e-12) && close(height(30.0, 0.0), 0.5, 1e-12));
    assert!(close(height(0.0, 49.999), 0.0, 1e-3) && height(0.0, 51.0) == 0.0);
    assert!(close(slope_height(&hill, &[], Vec2::new(25.0, 0.0)), 0.5, 1e-9));
    assert!(close(slope_height(&hill, &[Vec2::new(0.0, 0.0)], Vec2::new(0.0, -10.0)), 0.8, 1e-12));
}

#[test]
fn lines_are_walked() {
    let way = line(&[(0.0, 0.0), (30.0, 0.0), (30.0, 40.0)]);
    assert_eq!(way.length(), 70.0);
    assert_eq!(way.at(10.0), (Vec2::new(10.0, 0.0), Vec2::X));
    assert_eq!(way.at(30.0), (Vec2::new(30.0, 0.0), Vec2::Y));
    assert_eq!(way.at(99.0), (Vec2::new(30.0, 40.0), Vec2::Y));
    assert_eq!(way.at(-5.0), (Vec2::ZERO, Vec2::X));
    assert_eq!(way.nearest(Vec2::new(35.0, 20.0)), (50.0, 5.0, Vec2::Y));
    assert_eq!(way.distance_to_rect(&base(0.0, 50.0)), 10.0);
    assert!(way.crosses_rect(&base(10.0, 10.0), T) && !way.crosses_rect(&base(10.0, 20.05), T));
    assert!(Polyline::new(vec![Vec2::ZERO]).is_err());
    assert_eq!(Polyline::new(vec![Vec2::ZERO, Vec2::ZERO]), Err(PolylineError::Repeated(1)));
    assert_eq!(way.reversed().at(40.0), (Vec2::new(30.0, 0.0), -Vec2::X));
}

#[test]
fn a_band_bends_without_gap() {
    let road = Course::new(line(&[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0)]), 20.0).expect("a band");
    assert!(road.contains(Vec2::new(50.0, 9.0)) && !road.contains(Vec2::new(50.0, 11.0)));
    // The outer corner of the bend is square, the inner one is not filled.
    assert!(road.contains(Vec2::new(109.0, -9.0)) && !road.contains(Vec2::new(89.0, 11.0)));
    assert!(!road.contains(Vec2::new(-1.0, 0.0)));
    let [outline] = road.outline() else { panic!("one simple outline") };
    assert!(close(outline.area(), 2.0 * 100.0 * 20.0, 1e-9));
    assert!(close(
        road.length_inside(Segment::new(Vec2::new(50.0, -50.0), Vec2::new(50.0, 50.0))),
        20.0,
        1e-9
    ));
    assert_eq!(road.tangent_near(Vec2::new(120.0, 60.0)), Vec2::Y);
    assert!(road.meets_rect(&base(50.0, 25.0), T) && !road.meets_rect(&base(50.0, 30.0), T));
    assert!(road.touches_rect(&base(50.0, 30.0), T));
    // Whole in the band across the seam of its pieces.
    let in_bend = rect(100.0, 5.0, 0.0, 18.0, 10.0);
    assert!(road.holds_rect(&in_bend, T) && !road.holds_rect(&base(100.0, 5.0), T));
    assert_eq!(road.sweep(&base(50.0, 100.0), -Vec2::Y, 200.0, T), Some(70.0));
    assert_eq!(road.sweep(&base(50.0, 30.0), Vec2::X, 10.0, T), None);
    assert_eq!(road.sweep(&base(50.0, 31.0), Vec2::X, 100.0, T), Some(20.0));
    assert_eq!(road.distance_to_rect(&base(50.0, 35.0)), 5.0);
}

#[test]
fn a_band_may_widen() {
    let river = Course::with_widths(line(&[(0.0, 0.0), (100.0, 0.0)]), vec![10.0, 30.0]).expect("a band");
    assert_eq!((river.width_at(0.0), river.width_at(50.0), river.width_at(500.0)), (10.0, 20.0, 30.0));
    assert!(river.contains(Vec2::new(90.0, 13.0)) && !river.contains(Vec2::new(10.0, 13.0)));
    assert_eq!(
        Course::with_widths(line(&[(0.0, 0.0), (9.0, 0.0)]), vec![1.0]),
        Err(CourseError::WidthCount(1, 2))
    );
    assert_eq!(Course::new(line(&[(0.0, 0.0), (9.0, 0.0)]), 0.0), Err(CourseError::Width(0)));
    let hairpin = line(&[(0.0, 0.0), (100.0, 0.0), (0.0, 10.0)]);
    assert_eq!(Course::new(hairpin, 5.0), Err(CourseError::TooSharp(1)));
    // Two bends closer than the band is wide would turn a piece inside out.
    let kink = line(&[(0.0, 0.0), (100.0, 0.0), (103.0, 5.0), (103.0, 100.0)]);
    assert!(matches!(Course::new(kink, 40.0), Err(CourseError::TooSharp(_))));
}

#[test]
fn saved_and_read_again() {
    let hill = Polygon::ellipse(Vec2::new(10.0, 20.0), 90.0, 60.0, 0.3);
    let text = serde_json::to_string(&hill).expect("text");
    assert!(text.starts_with("[["));
    assert_eq!(serde_json::from_str::<Polygon>(&text).expect("an area"), hill);
    assert!(serde_json::from_str::<Polygon>("[[0,0],[1,1],[1,0],[0,1]]").is_err());
    assert!(serde_json::from_str::<Polyline>("[[0,0]]").is_err());
    let road: Course =
        serde_json::from_str(r#"{"line":[[0,0],[50,0],[90,30]],"width":12.5}"#).expect("a road");
    let text = serde_json::to_string(&road).expect("text");
    assert!(text.contains("12.5") && serde_json::from_str::<Course>(&text).expect("a road") == road);
    let river = r#"{"line":[[0.0,0.0],[50.0,0.0]],"width":[10.0,20.0]}"#;
    let read: Course = serde_json::from_str(river).expect("a river");
    assert_eq!(serde_json::to_string(&read).expect("text"), river);
    assert!(serde_json::from_str::<Course>(r#"{"line":[[0,0],[50,0]],"width":-1}"#).is_err());
}

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn rounded_outlines_have_exact_extents(
        length in 50.0..400.0f64, part in 0.2..1.0f64, angle in -7.0..7.0f64,
        bumps in proptest::collection::vec(-0.5..1.5f64, 0..9), x in -500.0..500.0f64,
    ) {
        let area = Polygon::rounded(Vec2::new(x, -x), length, length * part, angle, &bumps);
        prop_assert!(Polygon::new(area.points().to_vec()).is_ok());
        let (long, wide) = area.extents();
        prop_assert!(close(long, length, 1e-9) && close(wide, length * part, 1e-9), "{long} {wide}");
        let along = rotate(Vec2::Y, angle);
        let (a, b) = area.diameter();
        prop_assert!(close((b - a).dot(along).abs(), length, 1e-6) || close(part, 1.0, 1e-6));
    }

    #[test]
    fn a_convex_area_is_met_as_a_rectangle_is(a in rects(), b in rects()) {
        let area = Polygon::from_rect(&b);
        let depth = penetration(&a, &b);
        let met = area.meets_rect(&a, T);
        // Deeper than the tolerance is the same thing up to the corners, where it differs by half of it.
        let expected = if depth <= T.length - 1e-9 { !met } else { met || depth < 1.5 * T.length };
        prop_assert!(expected, "{} {}", depth, met);
        prop_assert_eq!(area.touches_rect(&a, T), touching(&a, &b, T));
        prop_assert!(close(area.distance_to_rect(&a), distance(&a, &b), 1e-9));
        prop_assert!(close(area.distance_to_polygon(&Polygon::from_rect(&a)), distance(&a, &b), 1e-9));
        let small = rect(0.0, 0.0, 0.0, a.width * 0.3, a.depth * 0.3).with_pose(a.pose);
        let rim = |length: f64| holds(&b, &small, Tolerance { length, ..T });
        let held = area.holds_rect(&small, T);
        prop_assert!(held || !rim(T.length - 1e-9));
        prop_assert!(!held || rim(1.5 * T.length));
    }

    #[test]
    fn convex_hulls_hold_their_points(list in proptest::collection::vec((-50.0..50.0f64, -50.0..50.0f64), 3..20)) {
        let Ok(area) = Polygon::new(points(&list)) else { return Ok(()) };
        let hull = area.hull();
        prop_assert!(hull.area() >= area.area() - 1e-9);
        for &point in area.points() {
            prop_assert!(hull.distance_to_point(point) < 1e-9);
        }
        let inside = area.length_inside(Segment::new(Vec2::new(-60.0, 1.0), Vec2::new(60.0, 1.0)));
        let steps = 20_000;
        let count = (0..steps)
            .filter(|&i| area.contains(Vec2::new(-60.0 + 120.0 * (f64::from(i) + 0.5) / f64::from(steps), 1.0)))
            .count();
        prop_assert!(close(inside, count as f64 * 120.0 / f64::from(steps), 0.2));
    }

    #[test]
    fn rivers_are_entered_at_their_bank(a in rects(), along in directions(), y in -60.0..60.0f64) {
        let river = Course::new(line(&[(-300.0, y), (0.0, y + 20.0), (300.0, y)]), 30.0).expect("a band");
        let entered = river.sweep(&a, along, 200.0, T);
        if let Some(s) = entered {
            prop_assert!(s == 0.0 || river.touches_rect(&moved(&a, along, s), T));
        }
        let free = entered.unwrap_or(200.0);
        for step in 0..30 {
            prop_assert!(free == 0.0 || !river.meets_rect(&moved(&a, along, free * f64::from(step) / 30.0), T));
        }
        let angle = river.sweep_rotation(&a, a.pose.at, 2.0, T);
        if let Some(angle) = angle {
            prop_assert!(angle == 0.0 || river.touches_rect(&turned(&a, a.pose.at, angle), T));
        }
    }
}
