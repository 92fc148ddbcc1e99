//! Tests of the units, the dice and the primitives of 20.1 to 20.3 as the rules use them.

use crate::field::TableEdge;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::tables::{Scale, Tables};
use crate::testing::Table;
use crate::troop::TroopType;
use aelian_dice::{Dice, Tape, Throw};
use aelian_game::Side;
use aelian_geometry::{
    Corner, Edge, Facing, Hand, Pose, Rect, Tolerance, Vec2, degrees, straight_ahead, wholly_behind_front,
    wholly_behind_rear, wholly_beyond,
};

const TOLERANCE: Tolerance = Tolerance { length: 0.1, angle: degrees(0.2) };

fn rect(x: f64, y: f64, compass: f64) -> Rect {
    Rect::new(Pose::new(x, y, Facing::compass(compass)), 40.0, 30.0)
}

/// EX-05, EX-13: BB-MEAS-01, BB-MEAS-02, BB-MEAS-06: an MU is 3/4 of a base width in the scales of 6 and 15 mm,
/// and moves are counted in it.
#[test]
fn units() {
    for scale in [Scale::Six, Scale::Fifteen] {
        let rules = Rules::new(Settings::default(), scale);
        assert_eq!(rules.mu, rules.width * 0.75);
    }
    assert_eq!(Rules::new(Settings::default(), Scale::TwentyFive).mu, 50.0);
    let scene = Table::new().build();
    let bd = Tables::standard().moves(TroopType::Bd, &Settings::default()).unwrap();
    assert_eq!(scene.look().mu(f64::from(bd[0])), 60.0);
}

/// EX-02: BB-MEAS-03, BB-MEAS-04, BB-MEAS-05: the average die made from an ordinary one.
#[test]
fn dice() {
    let mut tape = Tape::new([1, 2, 3, 4, 5, 6]).unwrap();
    let averages: Vec<u8> = (0..6).map(|_| tape.roll(&Throw::Average).unwrap().face().unwrap()).collect();
    assert_eq!(averages, [3, 2, 3, 4, 5, 4]);
    let mut tape = Tape::new([6]).unwrap();
    assert_eq!(tape.roll(&Throw::D6).unwrap().face(), Ok(6));
}

/// BB-GEO-01: corners and edges from the middle of the front edge.
#[test]
fn corners() {
    let base = rect(100.0, 100.0, 90.0);
    let near = |a: Vec2, x: f64, y: f64| (a - Vec2::new(x, y)).length() < 1e-6;
    assert!(near(base.corner(Corner::FrontLeft), 100.0, 120.0));
    assert!(near(base.corner(Corner::FrontRight), 100.0, 80.0));
    assert!(near(base.corner(Corner::RearRight), 70.0, 80.0));
    assert!(near(base.corner(Corner::RearLeft), 70.0, 120.0));
    assert_eq!(Edge::Front.corners(), [Corner::FrontLeft, Corner::FrontRight]);
}

/// BB-GEO-05, BB-GEO-06, BB-GEO-07, BB-GEO-09: ahead, beside, behind, and equal directions.
#[test]
fn regions() {
    let base = rect(0.0, 0.0, 0.0);
    assert!(straight_ahead(&base, &rect(39.0, 80.0, 0.0), TOLERANCE));
    assert!(!straight_ahead(&base, &rect(40.0, 80.0, 0.0), TOLERANCE));
    assert!(wholly_beyond(&base, Hand::Left, &rect(-40.0, 10.0, 0.0), TOLERANCE));
    assert!(!wholly_beyond(&base, Hand::Left, &rect(-39.0, 10.0, 0.0), TOLERANCE));
    assert!(wholly_behind_front(&base, &rect(50.0, 0.0, 0.0), TOLERANCE));
    assert!(!wholly_behind_front(&base, &rect(50.0, 1.0, 0.0), TOLERANCE));
    assert!(wholly_behind_rear(&base, &rect(50.0, -30.0, 0.0), TOLERANCE));
    assert!(!wholly_behind_rear(&base, &rect(50.0, -29.0, 0.0), TOLERANCE));
    assert!(Facing::UP.same(Facing::compass(0.1), TOLERANCE));
    assert!(!Facing::UP.same(Facing::compass(0.3), TOLERANCE));
    assert!(Facing::UP.opposite(Facing::compass(180.1), TOLERANCE));
}

/// BB-GEO-02, BB-GEO-03, BB-GEO-08: contact within tolerance, and distance by nearest points.
#[test]
fn contact_and_distance() {
    let scene = Table::new()
        .base("a", Side::Red, "Reg Cv(O)", 500.0, 500.0, 0.0)
        .base("beside", Side::Red, "Reg Cv(O)", 540.05, 500.0, 0.0)
        .base("apart", Side::Red, "Reg Cv(O)", 500.0, 560.0, 0.0)
        .build();
    let look = scene.look();
    let contacts = look.contacts(scene.id("a"), scene.id("beside"));
    assert!(contacts.edge_edge(Edge::Right, Edge::Left).is_some());
    assert!(look.contacts(scene.id("a"), scene.id("apart")).is_empty());
    assert!((look.distance(scene.id("a"), scene.id("apart")) - 30.0).abs() < 1e-9);
}

/// BB-TBL-01, BB-TBL-02, BB-GEO-13: the table's edges.
#[test]
fn edges_of_the_table() {
    let scene = Table::new().size(50.0, 35.0).build();
    let field = &scene.state.field;
    assert_eq!(field.edges_crossed(&rect(500.0, 1060.0, 0.0), 0.1), Some(TableEdge::North));
    assert_eq!(field.edges_crossed(&rect(10.0, 500.0, 0.0), 0.1), Some(TableEdge::West));
    assert!(field.holds(&rect(20.0, 30.0, 0.0), 0.1));
    assert!(TableEdge::South.is_long() && !TableEdge::East.is_long());
}
