//! Into buildings and out of them (25.6).

use super::*;
use crate::field::{Block, Piece, Strength};
use crate::ids::BlockId;
use crate::setup::Stands;
use crate::state::{Deed, Place};
use crate::testing::Table;
use aelian_game::Side;
use aelian_geometry::{Rect, Vec2};
use aelian_rulebook::rule;

const IN: BlockId = BlockId(0);

fn village() -> Table {
    Table::new().block((30.0, 24.0), (8.0, 8.0), Strength::Substantial)
}

/// HC-BLDG-06, HC-BLDG-07, HC-BLDG-08: up to it, then a whole move in, which ends the movement.
#[test]
fn a_unit_goes_in() {
    let mut scene = village().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0).build();
    let plan = plan(&scene, &[Leg::Enter(IN)], 3);
    assert_eq!(ends(&plan)[0], (30.0, 24.0));
    assert_eq!(
        (plan.moves.len(), plan.moves[1].entered, plan.moves[1].ends),
        (2, Some(IN), Some(rule!("HC-BLDG-08")))
    );
    carried(&mut scene, &[Leg::Enter(IN)], 1, &[]);
    assert_eq!(scene.state.unit(scene.unit("u")).place, Place::Table, "without a move left it stays outside");
    carried(&mut scene, &[Leg::Enter(IN)], 2, &[]);
    let unit = scene.state.unit(scene.unit("u"));
    assert_eq!((unit.place, unit.did(Deed::Stopped)), (Place::Block(IN), true));
    assert_eq!(unit.rect, scene.state.field.blocks[0].rect);
}

/// HC-BLDG-01, HC-BLDG-03, HC-BLDG-04, HC-BLDG-25, HC-BLDG-27: infantry only, as many as it holds, where it is open.
#[test]
fn not_everybody_may_go_in() {
    let refused = |troop: &str, inside: &[&str], strength, room, small_only| {
        let mut table = Table::new();
        let pose = Pose::new(30.0 * INCH, 24.0 * INCH, Facing::DOWN);
        table = table.piece(Piece::Block(Block {
            rect: Rect::new(pose, 8.0 * INCH, 8.0 * INCH),
            strength,
            room,
            small_only,
            gates: Vec::new(),
            name: String::new(),
            look: String::new(),
        }));
        table = table.unit("u", Side::Red, troop, (30.0, 20.0), 0.0);
        for (at, other) in inside.iter().enumerate() {
            table = table.entry(&format!("in {at}"), Side::Red, other, Stands::In(IN));
        }
        let scene = table.build();
        scene.look().may_enter(scene.unit("u"), IN).iter().map(|reason| reason.rule).collect::<Vec<_>>()
    };
    let open = Strength::Substantial;
    assert!(refused("heavy-infantry", &[], open, 1, false).is_empty());
    assert_eq!(refused("heavy-cavalry", &[], open, 1, false), [rule!("HC-BLDG-03")]);
    assert_eq!(refused("heavy-infantry", &["heavy-infantry"], open, 1, false), [rule!("HC-BLDG-04")]);
    assert!(refused("heavy-infantry", &["skirmishers tiny", "light-artillery"], open, 1, false).is_empty());
    assert!(refused("skirmishers tiny", &["heavy-infantry"], open, 1, false).is_empty());
    assert!(refused("heavy-infantry", &["heavy-infantry"], open, 2, false).is_empty());
    assert_eq!(refused("heavy-infantry", &[], open, 1, true), [rule!("HC-BLDG-01")]);
    assert_eq!(refused("heavy-infantry", &[], Strength::Closed, 1, false), [rule!("HC-BLDG-25")]);
}

/// HC-BLDG-07: one that enemies hold is not entered.
#[test]
fn an_enemy_keeps_it() {
    let scene = village()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 23.9), 0.0)
        .inside("e", Side::Blue, "heavy-infantry", 0)
        .build();
    assert_eq!(stopped(&plan(&scene, &[Leg::Enter(IN)], 3)), Some(rule!("HC-BLDG-07")));
}

/// HC-BLDG-09, HC-BLDG-10: out within one move of any point of its outline, in any formation and facing, then on.
#[test]
fn a_unit_comes_out() {
    let mut scene = village().inside("u", Side::Red, "heavy-infantry", 0).build();
    let plan = plan(&scene, &[go(30.0, 10.0, 180.0)], 2);
    assert_eq!(ends(&plan), [(30.0, 18.0), (30.0, 12.0)]);
    carried(&mut scene, &[form(Formation::Column), go(30.0, 12.0, 180.0)], 1, &[]);
    let unit = scene.state.unit(scene.unit("u"));
    assert_eq!((unit.place, unit.formation), (Place::Table, Formation::Column));
    assert!(!unit.did(Deed::Reformed));
}

/// HC-BLDG-02, HC-GEO-05: nobody goes through a building.
#[test]
fn a_building_is_in_the_way() {
    let scene = village().unit("u", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0).build();
    let plan = plan(&scene, &[go(30.0, 40.0, 0.0)], 3);
    assert_eq!((ends(&plan), stopped(&plan)), (vec![(30.0, 24.0)], Some(rule!("HC-BLDG-02"))));
}

/// HC-BLDG-11: in and out at gates only.
#[test]
fn gates_are_the_only_ways() {
    let mut table = Table::new();
    let pose = Pose::new(30.0 * INCH, 24.0 * INCH, Facing::DOWN);
    table = table.piece(Piece::Block(Block {
        rect: Rect::new(pose, 8.0 * INCH, 8.0 * INCH),
        strength: Strength::Fortification,
        room: 1,
        small_only: false,
        gates: vec![Vec2::new(30.0 * INCH, 32.0 * INCH)],
        name: String::new(),
        look: String::new(),
    }));
    let scene = table.inside("u", Side::Red, "heavy-infantry", 0).build();
    assert_eq!(ends(&plan(&scene, &[go(30.0, 45.0, 0.0)], 1)), [(30.0, 38.0)]);
    let behind = plan(&scene, &[go(30.0, 10.0, 180.0)], 1);
    assert!(
        ends(&behind).iter().all(|(_, y)| *y >= 32.0),
        "it comes out at the gate though it is to go the other way"
    );
}

/// HC-BLDG-05, HC-AMOVE-05, AMB-15: heavy engines stay where they were set up; light ones come out.
#[test]
fn heavy_engines_stay_inside() {
    let out = |troop: &str| {
        let scene = village().inside("u", Side::Red, troop, 0).build();
        stopped(&plan(&scene, &[go(30.0, 10.0, 180.0)], 1))
    };
    assert_eq!(out("medium-artillery"), Some(rule!("HC-BLDG-05")));
    assert_eq!(out("light-artillery"), None);
}

/// HC-BLDG-17: who fights from a building is supported from the same building only.
#[test]
fn support_comes_from_the_same_building() {
    let scene = village()
        .inside("u", Side::Red, "heavy-infantry", 0)
        .inside("within", Side::Red, "skirmishers tiny", 0)
        .unit("beside", Side::Red, "heavy-infantry", (30.0 + 4.0 + 90.0 / INCH, 24.5), 180.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 24.0), 0.0)
        .fighting("u", "e")
        .build();
    let supports: Vec<_> =
        scene.look().supports_of(scene.unit("u")).iter().map(|support| support.unit).collect();
    assert_eq!(supports, [scene.unit("within")]);
}
