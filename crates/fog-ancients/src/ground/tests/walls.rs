//! Field fortifications and portable defences (78.3, 78.4).

use crate::state::Work;
use crate::testing::{Scene, Table};
use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Rect};

/// Red stands at the rear of works whose front edge is at 21 MU; the enemy touches them from before.
fn at_works(defender: &str, attacker: &str, portable: bool) -> Scene {
    let mut scene = Table::new()
        .group("red", Side::Red, defender, (1, 1), (30.0, 20.4), 0.0)
        .group("other", Side::Red, defender, (1, 1), (34.0, 20.4), 0.0)
        .group("blue", Side::Blue, attacker, (1, 1), (30.0, 21.0), 180.0)
        .build();
    let rect = Rect::new(Pose::new(750.0, 525.0, Facing::UP), 40.0, 15.0);
    let portable_of = portable.then(|| scene.group("red"));
    scene.state.works.push(Work { side: Side::Red, portable_of, rect });
    scene
}

fn defends(scene: &Scene) -> bool {
    scene.look().defends_works(scene.base("red", 0, 0), scene.base("blue", 0, 0))
}

/// FA-FF-02, FA-FF-03, FA-FF-12, FA-TER-04: contact with the rear edge of the works; no open terrain for either.
#[test]
fn works_are_defended_from_behind() {
    let scene = at_works("HF armoured", "HF armoured", false);
    assert!(defends(&scene));
    assert!(!scene.look().defends_works(scene.base("blue", 0, 0), scene.base("red", 0, 0)));
    assert!(!scene.look().stands_at_works(scene.base("other", 0, 0)));
    let open = |one, other| scene.look().counts_as_open(scene.base(one, 0, 0), scene.base(other, 0, 0));
    assert!(!open("red", "blue") && !open("blue", "red") && open("other", "blue"));
}

/// FA-FF-13: battle wagons cannot.
#[test]
fn wagons_defend_no_works() {
    assert!(!defends(&at_works("BWg crossbow", "HF armoured", false)));
}

/// FA-FF-05: who comes round the end of the works and touches the base itself does not come across them.
#[test]
fn works_do_not_cover_the_flank() {
    let mut scene = at_works("HF armoured", "HF armoured", false);
    let (red, blue) = (scene.base("red", 0, 0), scene.base("blue", 0, 0));
    let side = Pose::new(770.0, 503.0, Facing::LEFT);
    scene.state.bases[blue.index()].rect = scene.state.rect(blue).with_pose(side);
    assert!(!scene.look().defends_works(red, blue));
}

/// FA-PD-05, FA-PD-06: portable defences help only their own group, only against mounted other than elephants.
#[test]
fn stakes_stop_horses() {
    assert!(defends(&at_works("MF protected longbow", "Kn heavily-armoured lancers", true)));
    assert!(!defends(&at_works("MF protected longbow", "HF armoured", true)));
    assert!(!defends(&at_works("MF protected longbow", "El", true)));
    let mut scene = at_works("MF protected longbow", "Kn heavily-armoured lancers", true);
    scene.state.works[0].portable_of = Some(scene.group("other"));
    assert!(!defends(&scene));
}

/// FA-FF-16: a piece is one base wide and 15 or 20 mm deep.
#[test]
fn works_have_a_depth() {
    use crate::settings::Scale;
    let tables = crate::tables::Tables::standard();
    assert_eq!([Scale::Fifteen, Scale::TwentyFive].map(|scale| tables.work_depth(scale)), [15.0, 20.0]);
}

/// FA-FF-04, FA-PD-04, FA-SHOOT-08: the front edge of the works is that of the defenders.
#[test]
fn the_front_edge_moves_to_the_works() {
    let scene = at_works("MF protected longbow", "HF armoured", true);
    let outline = scene.look().outline(scene.base("red", 0, 0));
    assert!((outline.pose.at.y - 525.0).abs() < 0.01 && (outline.depth - 35.0).abs() < 0.01, "{outline:?}");
    let other = scene.base("other", 0, 0);
    assert_eq!(scene.look().outline(other), *scene.state.rect(other));
}
