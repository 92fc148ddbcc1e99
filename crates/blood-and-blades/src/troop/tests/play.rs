//! What chapter 10 says about troops on the table, as far as other chapters read it from the troops.

use crate::choice::Reach;
use crate::event::Event;
use crate::tables::Tables;
use crate::testing::{Scene, Table};
use crate::troop::TroopType;
use aelian_game::Side;

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
