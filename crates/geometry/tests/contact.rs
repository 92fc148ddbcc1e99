//! Contacts of rectangles, and the figures of the ledger's geometry.

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod common;

use aelian_geometry::*;
use common::*;
use proptest::prelude::*;
use {Corner::*, Edge::*};

#[test]
fn side_by_side_shares_the_flank_and_two_corners() {
    let (a, b) = (base(0.0, 0.0), base(40.0, 0.0));
    let found = contacts(&a, &b, T);
    assert_eq!(found.edge_edge(Right, Left), Some(20.0));
    assert!(found.corner_corner(FrontRight, FrontLeft) && found.corner_corner(RearRight, RearLeft));
    assert_eq!(found.len(), 3);
    assert!(!found.corner_on_edge(FrontRight, Left));
    let kinds: Vec<Contact> = found.iter().collect();
    assert_eq!(kinds[0], Contact { mine: Feature::Edge(Right), theirs: Feature::Edge(Left), shared: 20.0 });
    assert_eq!(kinds.len(), 3);
}

#[test]
fn offset_lines_face_to_face() {
    let (a, b) = (base(0.0, 0.0), rect(15.0, 0.0, 180.0, 40.0, 20.0));
    let found = contacts(&a, &b, T);
    assert_eq!(found.edge_edge(Front, Front), Some(25.0));
    // The enemy's front right corner is to our left: his right is our left.
    assert!(found.edge_under_corner(Front, FrontRight) && found.corner_on_edge(FrontRight, Front));
    assert_eq!(found.len(), 3);
    assert!(found.mine(Feature::Edge(Front)) && found.theirs(Feature::Edge(Front)));
    assert!(!found.mine(Feature::Edge(Left)) && !found.theirs(Feature::Corner(RearLeft)));
}

#[test]
fn flush_front_to_front_matches_both_corners() {
    let found = contacts(&base(0.0, 0.0), &rect(0.0, 0.0, 180.0, 40.0, 20.0), T);
    assert_eq!(found.edge_edge(Front, Front), Some(40.0));
    assert!(found.corner_corner(FrontLeft, FrontRight) && found.corner_corner(FrontRight, FrontLeft));
    assert_eq!(found.len(), 3);
}

#[test]
fn corner_to_corner_alone() {
    let found = contacts(&base(0.0, 0.0), &base(40.0, 20.0), T);
    assert!(found.corner_corner(FrontRight, RearLeft));
    assert_eq!(found.len(), 1);
}

#[test]
fn corner_stands_on_an_edge() {
    // A square turned by 45 degrees whose lowest corner stands on the front edge.
    let half = 10.0 * 2f64.sqrt();
    let centre = Vec2::new(5.0, half);
    let facing = Facing::compass(45.0);
    let diamond = Rect::new(Pose { at: centre + facing.unit() * 10.0, facing }, 20.0, 20.0);
    let found = contacts(&base(0.0, 0.0), &diamond, T);
    assert!(found.edge_under_corner(Front, RearLeft) || found.edge_under_corner(Front, RearRight));
    assert_eq!(found.len(), 1);
    assert_eq!(found.iter().next().map(|c| c.shared), Some(0.0));
}

#[test]
fn tolerance_bounds_contact() {
    let at_gap = |gap: f64| contacts(&base(0.0, 0.0), &rect(10.0, gap, 180.0, 40.0, 20.0), T);
    assert_eq!(at_gap(0.099).edge_edge(Front, Front), Some(30.0));
    assert!(at_gap(0.101).is_empty());
    assert_eq!(at_gap(-0.099).edge_edge(Front, Front), Some(30.0));
    // Deeper than the tolerance the edges are no longer together.
    assert_eq!(at_gap(-0.2).edge_edge(Front, Front), None);
    // A shared stretch no longer than the tolerance is none, and the corners coincide.
    let tip = contacts(&base(0.0, 0.0), &rect(39.95, 0.0, 180.0, 40.0, 20.0), T);
    assert_eq!(tip.edge_edge(Front, Front), None);
    assert!(tip.corner_corner(FrontRight, FrontRight));
    // Half a degree is not parallel: only the nearer corner touches.
    let skew = rect(0.0, 0.0, 180.5, 40.0, 20.0);
    let skew = skew.with_pose(skew.pose.translated(Vec2::new(5.0, 20.0 * libm::sin(degrees(0.5)))));
    let found = contacts(&base(0.0, 0.0), &skew, T);
    assert_eq!(found.edge_edge(Front, Front), None);
    assert!(!found.is_empty());
}

#[test]
fn front_against_flank() {
    // A base that looks right, its front on our left flank.
    let found = contacts(&base(0.0, 0.0), &rect(-20.0, -10.0, 90.0, 40.0, 20.0), T);
    assert_eq!(found.edge_edge(Left, Front), Some(20.0));
    assert!(found.corner_on_edge(FrontLeft, Front) && found.corner_on_edge(RearLeft, Front));
    assert_eq!(found.len(), 3);
}

#[test]
fn far_and_near_misses_are_empty() {
    assert!(contacts(&base(0.0, 0.0), &base(500.0, 0.0), T).is_empty());
    assert!(contacts(&base(0.0, 0.0), &base(41.0, 0.0), T).is_empty());
    assert_eq!(contacts(&base(0.0, 0.0), &base(41.0, 0.0), T).iter().count(), 0);
}

/// Brings `b` up to `a` from outside, towards its centre, so that they touch.
fn brought_up(a: &Rect, b: &Rect) -> Rect {
    let way = a.centre() - b.centre();
    let along = if way.length() < 1.0 { Vec2::X } else { way / way.length() };
    let out = moved(b, along, -300.0);
    let s = sweep(&out, along, 600.0, a, T).expect("a is in the way");
    moved(&out, along, s)
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn touching_means_contact(a in rects(), b in rects()) {
        let b = brought_up(&a, &b);
        prop_assert!(touching(&a, &b, T));
        let found = contacts(&a, &b, T);
        prop_assert!(!found.is_empty());
        prop_assert_eq!(found.len(), found.iter().count());
        let back = contacts(&b, &a, T);
        prop_assert_eq!(back.len(), found.len());
        for contact in &found {
            prop_assert!(back.has(contact.theirs, contact.mine));
        }
        for (one, two) in found.reversed().iter().zip(&back) {
            prop_assert!(close(one.shared, two.shared, 1e-3));
        }
    }

    #[test]
    fn apart_means_no_contact(a in rects(), b in rects()) {
        prop_assert_eq!(touching(&a, &b, T), distance(&a, &b) <= T.length);
        if distance(&a, &b) > T.length {
            prop_assert!(contacts(&a, &b, T).is_empty());
        }
    }

    #[test]
    fn the_mirror_shows_the_same_contacts(a in rects(), b in rects()) {
        let b = brought_up(&a, &b);
        let (found, seen) = (contacts(&a, &b, T), contacts(&mirror(&a), &mirror(&b), T));
        prop_assert_eq!(found.len(), seen.len());
        let flip = |feature| match feature {
            Feature::Edge(edge) => Feature::Edge(mirror_edge(edge)),
            Feature::Corner(corner) => Feature::Corner(mirror_corner(corner)),
        };
        for contact in &found {
            prop_assert!(seen.has(flip(contact.mine), flip(contact.theirs)));
        }
    }
}
