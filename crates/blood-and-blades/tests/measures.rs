//! The measures of the table (20): units, dice, edges, rectangles.

use aelian_blood_and_blades::army::ready;
use aelian_blood_and_blades::field::TableEdge;
use aelian_blood_and_blades::setup::TableSize;
use aelian_blood_and_blades::tables::{Scale, Tables};
use aelian_blood_and_blades::{Rules, Setup};
use aelian_dice::Throw;
use aelian_game::{Ruleset, Side};
use aelian_geometry::{Corner, Edge, Facing, Pose, Rect, Tolerance, Vec2, contacts, distance};

const TOLERANCE: Tolerance = Tolerance { length: 0.1, angle: 0.0035 };

fn base(x: f64, y: f64, facing: Facing) -> Rect {
    Rect::new(Pose::new(x, y, facing), 40.0, 15.0)
}

/// BB-MEAS-01, BB-MEAS-02: a MU is three quarters of a base width, but for 25 mm, where the table says 50.
#[test]
fn the_move_unit() {
    let tables = Tables::standard();
    for scale in [Scale::Six, Scale::Fifteen] {
        assert_eq!(tables.mu(scale), tables.width(scale) * 0.75);
    }
    assert_eq!((tables.mu(Scale::TwentyFive), tables.width(Scale::TwentyFive)), (50.0, 60.0));
}

/// BB-MEAS-03, BB-MEAS-04, BB-MEAS-05, EX-02: the ordinary die, and the average die made from it.
#[test]
fn the_dice() {
    let face = |throw: Throw, raw: u8| throw.read(&[raw]).ok().and_then(|reading| reading.face());
    assert_eq!([1, 2, 3, 4, 5, 6].map(|raw| face(Throw::D6, raw)), [1, 2, 3, 4, 5, 6].map(Some));
    assert_eq!([1, 2, 3, 4, 5, 6].map(|raw| face(Throw::Average, raw)), [3, 2, 3, 4, 5, 4].map(Some));
}

/// BB-TBL-02: the players' edges are the long ones.
#[test]
fn the_edges() {
    for side in Side::BOTH {
        assert!(TableEdge::of(side).is_long());
    }
    assert!(!TableEdge::West.is_long() && !TableEdge::East.is_long());
}

/// BB-TBL-03, BB-TBL-04: the listed sizes can be played on, depth first; smaller and larger ones cannot.
#[test]
fn the_sizes() {
    let army = |at: usize| ready()[at].order_of_battle.clone();
    let with = |table: TableSize| Setup { table, ..Setup::of([army(0), army(1)]) };
    for table in TableSize::LISTED {
        let (rules, state) = Rules::start(&with(table)).expect("a listed size is allowed");
        assert_eq!((state.field.depth, state.field.width), (table.depth * rules.mu, table.width * rules.mu));
    }
    for table in [TableSize { depth: 19.0, width: 30.0 }, TableSize { depth: 35.0, width: 51.0 }] {
        assert!(Rules::start(&with(table)).is_err());
    }
}

/// BB-GEO-01: corners from the midpoint of the front edge, the facing, width and depth.
#[test]
fn the_rectangle() {
    let rect = base(100.0, 50.0, Facing::UP);
    assert_eq!(rect.corner(Corner::FrontLeft), Vec2::new(80.0, 50.0));
    assert_eq!(rect.corner(Corner::FrontRight), Vec2::new(120.0, 50.0));
    assert_eq!(rect.corner(Corner::RearRight), Vec2::new(120.0, 35.0));
    assert_eq!(rect.corner(Corner::RearLeft), Vec2::new(80.0, 35.0));
}

/// BB-GEO-03, BB-ALG-01: edge on edge, corner on edge, corner on corner; all contacts are listed.
#[test]
fn the_contacts() {
    let one = base(100.0, 50.0, Facing::UP);
    let facing = contacts(&one, &base(110.0, 50.0, Facing::DOWN), TOLERANCE);
    assert_eq!(facing.edge_edge(Edge::Front, Edge::Front), Some(30.0));
    assert!(facing.corner_on_edge(Corner::FrontRight, Edge::Front));
    let corners = contacts(&one, &base(140.0, 50.0, Facing::DOWN), TOLERANCE);
    assert!(corners.corner_corner(Corner::FrontRight, Corner::FrontRight));
}

/// BB-GEO-08, BB-GEO-09: distance between nearest points; same and opposite directions within tolerance.
#[test]
fn distances_and_directions() {
    assert_eq!(distance(&base(0.0, 0.0, Facing::UP), &base(70.0, -55.0, Facing::UP)), 50.0);
    assert!(
        Facing::UP.same(Facing::compass(0.1), TOLERANCE) && !Facing::UP.same(Facing::compass(0.3), TOLERANCE)
    );
    assert!(Facing::UP.opposite(Facing::compass(180.1), TOLERANCE));
}
