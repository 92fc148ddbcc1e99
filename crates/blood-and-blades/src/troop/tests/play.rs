//! What chapter 10 says about troops on the table, as far as other chapters read it from the troops.

use crate::choice::Reach;
use crate::event::Event;
use crate::position::Frontal;
use crate::tables::Tables;
use crate::testing::{Scene, Table};
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_geometry::Edge;

fn riding(troop: &str) -> Scene {
    Table::new().base("a", Side::Red, troop, 500.0, 300.0, 0.0).vehicles("a").build()
}

/// BB-TRP-12: baggage has no move of any kind.
#[test]
fn baggage_has_no_move() {
    let scene = Table::new().base("a", Side::Red, "Irr Bg(O)", 500.0, 300.0, 0.0).build();
    for reach in [Reach::Far, Reach::Tactical] {
        assert_eq!(scene.look().move_row(scene.id("a"), reach), None);
    }
}

/// BB-BASE-03: a front is its edge and its two corners: an edge along the enemy's front is a contact of
/// it, and nothing is where only corners meet.
#[test]
fn edges_and_corners_of_a_front() {
    let found = |x: f64, compass: f64| {
        let scene = Table::new()
            .base("a", Side::Red, "Reg Sp(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Blue, "Reg Sp(O)", x, 300.0, compass)
            .build();
        scene.look().frontal(scene.id("b"), scene.id("a")).collect::<Vec<_>>()
    };
    assert_eq!(found(500.0, 180.0), [Frontal::EdgeOnEdge(Edge::Front)]);
    assert_eq!(found(540.0, 180.0), [], "corner to corner");
}

/// BB-MTD-01, BB-MTD-05: mounted infantry of every type moves far like LCh until its vehicles are lost,
/// then for the rest of the game on foot.
#[test]
fn mounted_infantry_moves_far_like_light_chariots() {
    for troop in ["Reg Sp(O)", "Irr Ps(O)", "Reg Ax(S)", "Irr Hd(O)"] {
        let mut scene = riding(troop);
        let id = scene.id("a");
        let row = |scene: &Scene| scene.look().move_row(id, Reach::Far);
        let tables = Tables::standard();
        let of = |kind| tables.moves(kind, &scene.rules.settings);
        let (carts, foot) = (of(TroopType::LCh), of(scene.named("a").troop.kind));
        assert_ne!(carts, foot);
        assert_eq!(row(&scene), carts);
        scene.happens(&Event::VehiclesLost(id));
        scene.happens(&Event::BoundEnds);
        assert_eq!(row(&scene), foot, "{troop}");
    }
}
