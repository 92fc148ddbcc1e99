//! Facings, poses, regions, sight, the broad phase and the fingerprint.

mod common;

use aelian_geometry::*;
use common::*;
use proptest::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn compass_and_turns() {
    assert_eq!(Facing::compass(90.0), Facing::RIGHT);
    assert_eq!(Facing::compass(180.0), Facing::DOWN);
    assert!(close(Facing::compass(217.5).to_compass(), 217.5, 1e-6));
    assert!(close(Facing::UP.turn_to(Facing::RIGHT), degrees(90.0), 1e-12));
    assert!(close(Facing::UP.turn_to(Facing::LEFT), -degrees(90.0), 1e-12));
    assert_eq!(Facing::RIGHT.right(), Vec2::new(0.0, -1.0));
    assert!(Facing::compass(0.1).same(Facing::UP, T) && !Facing::compass(0.3).same(Facing::UP, T));
    assert!(Facing::compass(180.1).opposite(Facing::UP, T) && !Facing::UP.opposite(Facing::UP, T));
    assert_eq!(Facing::along(Vec2::ZERO), Facing::UP);
    assert_eq!(Facing::along(Vec2::new(f64::NAN, 1.0)), Facing::UP);
}

#[test]
fn poses_move_as_bodies_do() {
    let pose = Pose::new(10.0, 20.0, Facing::RIGHT);
    assert_eq!(pose.advanced(5.0).at, Vec2::new(15.0, 20.0));
    assert_eq!(pose.shifted(5.0).at, Vec2::new(10.0, 15.0));
    assert_eq!(pose.about_faced(20.0), Pose::new(-10.0, 20.0, Facing::LEFT));
    let wheeled = pose.rotated_about(Vec2::new(10.0, 40.0), degrees(90.0)).on_grid();
    assert_eq!(wheeled, Pose::new(-10.0, 40.0, Facing::DOWN));
    assert_eq!(Pose::new(0.0, -0.00001, Facing::UP).on_grid().at.y.to_bits(), 0);
}

#[test]
fn corners_and_edges_agree() {
    let r = rect(3.0, 4.0, 33.0, 40.0, 20.0);
    for (corner, point) in Corner::ALL.into_iter().zip(r.corners()) {
        assert_eq!(r.corner(corner), point);
    }
    for edge in Edge::ALL {
        let [a, b] = edge.corners();
        assert_eq!((r.edge(edge).a, r.edge(edge).b), (r.corner(a), r.corner(b)));
    }
    let (low, high) = rect(0.0, 0.0, 90.0, 40.0, 20.0).aabb();
    assert!((low - Vec2::new(-20.0, -20.0)).length() < 1e-6 && (high - Vec2::new(0.0, 20.0)).length() < 1e-6);
    assert_eq!(r.local(r.corner(Corner::FrontRight)).1.round(), 20.0);
}

#[test]
fn ahead_beside_behind() {
    let a = base(0.0, 0.0);
    let strip = strip_ahead(&a, 60.0, 40.0);
    assert_eq!(
        (strip.corner(Corner::RearLeft), strip.corner(Corner::FrontRight)),
        (Vec2::new(-20.0, 0.0), Vec2::new(20.0, 60.0))
    );
    assert!(straight_ahead(&a, &base(39.0, 500.0), T) && !straight_ahead(&a, &base(40.0, 500.0), T));
    assert!(!straight_ahead(&a, &base(0.0, -30.0), T) && !straight_ahead(&a, &base(0.0, 0.05), T));
    assert!(straight_ahead(&a, &rect(-500.0, 50.0, 270.0, 20.0, 1000.0), T), "a wall across the way");
    assert!(
        wholly_beyond(&a, Hand::Right, &base(40.0, 9.0), T)
            && !wholly_beyond(&a, Hand::Right, &base(39.0, 9.0), T)
    );
    assert!(
        wholly_beyond(&a, Hand::Left, &base(-40.05, 9.0), T)
            && !wholly_beyond(&a, Hand::Left, &base(40.0, 9.0), T)
    );
    assert!(wholly_behind_front(&a, &base(100.0, 0.05), T) && !wholly_behind_front(&a, &base(100.0, 0.2), T));
    assert!(wholly_behind_rear(&a, &base(0.0, -20.0), T) && !wholly_behind_rear(&a, &base(0.0, -19.0), T));
    assert!(
        wholly_ahead_of_front(&a, &base(0.0, 20.0), T) && !wholly_ahead_of_front(&a, &base(0.0, 19.0), T)
    );
    assert!(contains_point(&a, Vec2::new(20.05, -5.0), T) && !contains_point(&a, Vec2::new(20.2, -5.0), T));
    assert!(holds(&a, &rect(0.0, -1.0, 0.0, 30.0, 18.0), T) && !holds(&a, &base(1.0, 0.0), T));
}

#[test]
fn arcs() {
    let a = base(0.0, 0.0);
    let at = |compass: f64| Facing::compass(compass).unit() * 100.0;
    assert!(in_arc(&a, at(44.9), degrees(45.0), T) && in_arc(&a, at(-45.0), degrees(45.0), T));
    assert!(!in_arc(&a, at(46.0), degrees(45.0), T) && !in_arc(&a, at(180.0), degrees(45.0), T));
    assert!(in_arc(&a, Vec2::ZERO, degrees(45.0), T));
    // Its centre lies outside the arc, one of its corners within.
    let target = base(115.0, 100.0);
    assert!(!in_arc(&a, target.centre(), degrees(45.0), T) && meets_arc(&a, &target, degrees(45.0), T));
    assert!(!meets_arc(&a, &base(150.0, 100.0), degrees(45.0), T));
    assert!(!meets_arc(&a, &base(0.0, -5.0), degrees(45.0), T));
    assert!(meets_arc(&a, &base(-300.0, 50.0), degrees(90.0), T));
}

#[test]
fn sight_is_blocked_or_grazes() {
    let blockers = [base(0.0, 0.0), base(40.0, 0.0)];
    let look =
        |a: (f64, f64), b: (f64, f64)| clear(Segment::new(Vec2::from(a), Vec2::from(b)), blockers.iter());
    assert!(!look((0.0, 50.0), (0.0, -50.0)));
    assert!(look((-100.0, 0.0), (100.0, 0.0)), "along the front edges");
    assert!(look((-20.0, 50.0), (-20.0, 0.0)) && look((-30.0, 50.0), (-30.0, -50.0)));
    assert!(look((20.0, 50.0), (20.0, -50.0)), "between two bases that touch");
    assert!(!look((-100.0, -0.05), (100.0, -0.05)));
    let grazing = Segment::new(Vec2::new(-100.0, -0.05), Vec2::new(100.0, -0.05));
    assert!(clear_within(grazing, blockers.iter(), T));
    let hedge = Polyline::new(vec![Vec2::ZERO, Vec2::new(10.0, 0.0)]).expect("a line");
    assert!(crosses_line(Segment::new(Vec2::new(5.0, 5.0), Vec2::new(5.0, -5.0)), &hedge));
    assert!(!crosses_line(Segment::new(Vec2::new(15.0, 5.0), Vec2::new(15.0, -5.0)), &hedge));
    let wood = Polygon::from_box(Vec2::ZERO, Vec2::splat(10.0));
    let through = Segment::new(Vec2::new(-5.0, 5.0), Vec2::new(4.0, 5.0));
    assert_eq!(length_through(through, [wood].iter()), 4.0);
}

#[test]
fn segments_meet() {
    let s = |a: (f64, f64), b: (f64, f64)| Segment::new(Vec2::from(a), Vec2::from(b));
    assert_eq!(segments_cross(s((0.0, 0.0), (4.0, 4.0)), s((0.0, 4.0), (4.0, 0.0))), Some(Vec2::splat(2.0)));
    assert_eq!(segments_cross(s((0.0, 0.0), (1.0, 1.0)), s((0.0, 4.0), (4.0, 0.0))), None);
    assert_eq!(
        segments_cross(s((0.0, 0.0), (4.0, 0.0)), s((2.0, 0.0), (9.0, 0.0))),
        Some(Vec2::new(2.0, 0.0))
    );
    assert_eq!(
        segments_cross(s((2.0, 0.0), (3.0, 0.0)), s((0.0, 0.0), (9.0, 0.0))),
        Some(Vec2::new(2.0, 0.0))
    );
    assert_eq!(segments_cross(s((0.0, 0.0), (4.0, 0.0)), s((5.0, 0.0), (9.0, 0.0))), None);
    assert_eq!(segments_cross(s((0.0, 0.0), (4.0, 0.0)), s((0.0, 1.0), (4.0, 1.0))), None);
    assert_eq!(point_to_segment(Vec2::new(7.0, 4.0), s((0.0, 0.0), (4.0, 0.0))), 5.0);
    assert_eq!(segment_to_segment(s((0.0, 0.0), (4.0, 0.0)), s((7.0, 4.0), (7.0, 9.0))), 5.0);
    assert_eq!(segment_to_rect(s((-50.0, 5.0), (50.0, 5.0)), &base(0.0, 0.0)), 5.0);
    assert_eq!(segment_to_rect(s((-50.0, -5.0), (50.0, -5.0)), &base(0.0, 0.0)), 0.0);
}

#[test]
fn nearest_points_lie_in_the_middle_of_what_is_shared() {
    let (p, q) = nearest_points(&base(0.0, 0.0), &base(20.0, 30.0));
    assert!((p - Vec2::new(10.0, 0.0)).length() < 1e-9 && (q - Vec2::new(10.0, 10.0)).length() < 1e-9);
    let (p, q) = nearest_points(&base(0.0, 0.0), &base(70.0, 60.0));
    assert_eq!((p, q), (Vec2::new(20.0, 0.0), Vec2::new(50.0, 40.0)));
    let (p, q) = nearest_points(&base(0.0, 0.0), &rect(-50.0, -10.0, 270.0, 5.0, 100.0));
    assert!(p == q && contains_point(&base(0.0, 0.0), p, T), "{p} {q}");
}

#[test]
fn fingerprints_repeat() {
    assert_eq!(fingerprint(300), fingerprint(300));
    assert_ne!(fingerprint(300), fingerprint(301));
    // The number every machine must give. It changes only with the geometry itself.
    assert_eq!(format!("{:016x}", fingerprint(2_000)), FINGERPRINT);
}

const FINGERPRINT: &str = "5d1c8a3f0f524028";

proptest! {
    #![proptest_config(cases(500))]

    #[test]
    fn facings_survive_saving(angle in 0.0..360.0f64) {
        let facing = Facing::compass(angle);
        prop_assert_eq!(Facing::along(facing.vector()), facing);
        prop_assert_eq!(facing.turned(0.0), facing);
        let text = serde_json::to_string(&facing).expect("text");
        let read: Facing = serde_json::from_str(&text).expect("a facing");
        prop_assert_eq!(read, facing);
        prop_assert_eq!(hash_of(&read), hash_of(&facing));
        prop_assert!(close(facing.unit().length(), 1.0, 4e-16));
        prop_assert!(close(facing.to_compass(), angle, 1e-6) || !(1e-6..=359.999).contains(&angle));
    }

    #[test]
    fn rectangles_survive_saving(r in rects()) {
        let read: Rect = serde_json::from_str(&serde_json::to_string(&r).expect("text")).expect("a rectangle");
        prop_assert_eq!(hash_of(&read), hash_of(&r));
        prop_assert_eq!(read, r);
    }

    #[test]
    fn the_mirror_measures_alike(a in rects(), b in rects()) {
        let (ma, mb) = (mirror(&a), mirror(&b));
        prop_assert!(close(distance(&a, &b), distance(&ma, &mb), 1e-9));
        prop_assert!(close(penetration(&a, &b), penetration(&ma, &mb), 1e-9));
        let ((p, _), (q, _)) = (nearest_points(&a, &b), nearest_points(&ma, &mb));
        prop_assert!((mirror_point(p) - q).length() < 1e-6);
        prop_assert_eq!(straight_ahead(&a, &b, T), straight_ahead(&ma, &mb, T));
        prop_assert_eq!(wholly_beyond(&a, Hand::Left, &b, T), wholly_beyond(&ma, Hand::Right, &mb, T));
        prop_assert_eq!(meets_arc(&a, &b, 0.7, T), meets_arc(&ma, &mb, 0.7, T));
    }

    #[test]
    fn straight_ahead_is_a_long_strip(a in rects(), b in rects()) {
        prop_assert_eq!(straight_ahead(&a, &b, T), overlaps(&strip_ahead(&a, 2000.0, a.width), &b, T));
    }

    #[test]
    fn cells_find_all_that_is_near(
        all in proptest::collection::vec(rects(), 1..60), moves in proptest::collection::vec((0..60u32, rects()), 0..30),
        from in rects(), gap in 0.0..80.0f64, side in 15.0..150.0f64,
    ) {
        // Part of the rectangles lies off the cells, which must not lose them.
        let mut cells = Cells::new(Vec2::splat(-60.0), Vec2::splat(70.0), side);
        let mut circles: Vec<Circle> = all.iter().map(Rect::circle).collect();
        for &circle in &circles {
            cells.insert(circle);
        }
        for (number, to) in &moves {
            cells.place(*number, to.circle());
            if let Some(slot) = circles.get_mut(*number as usize) {
                *slot = to.circle();
            }
        }
        let mut found = vec![7; 3];
        cells.query(&from.circle(), gap, &mut found);
        let plain: Vec<u32> = (0..).zip(&circles).filter(|(_, c)| c.near(&from.circle(), gap)).map(|(i, _)| i).collect();
        prop_assert_eq!(found, plain);
        prop_assert_eq!(cells.len() as usize, circles.len());
        cells.clear();
        prop_assert!(cells.is_empty());
    }
}
