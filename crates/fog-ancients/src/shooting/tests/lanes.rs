//! Lines of sight of shooters, overhead shooting (20.6, 60.6).

use super::{dice, shooting, targets};
use crate::field::AreaKind;
use crate::testing::{Scene, Table};
use aelian_game::Side;

const BOWS: &str = "MF unprotected bow";

fn box_of(x: f64, y: f64, width: f64, depth: f64) -> [(f64, f64); 4] {
    [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
}

/// One base of each side five MU apart, with something between them.
fn with(between: impl FnOnce(Table) -> Table) -> Scene {
    between(shooting())
        .group("red", Side::Red, BOWS, (1, 1), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (1, 1), (30.0, 25.0), 180.0)
        .build()
}

fn shoots(scene: &Scene) -> bool {
    !targets(scene, "red").is_empty()
}

/// FA-LOS-01, FA-LOS-02: friends in the way block; half a view is none, for both corners must see one point.
#[test]
fn friends_block_the_view() {
    let friend =
        |x: f64| with(|table| table.group("friend", Side::Red, "HF protected", (1, 1), (x, 22.0), 0.0));
    assert!(shoots(&with(|table| table)));
    assert!(!shoots(&friend(30.0)) && !shoots(&friend(30.9)));
    assert!(shoots(&friend(31.7)));
    let enemy = with(|table| table.group("enemy", Side::Blue, "HF protected", (1, 1), (30.0, 26.0), 180.0));
    assert!(shoots(&enemy));
}

/// FA-LOS-02: the bases of its own file do not block a file, those of others of its group can.
#[test]
fn ranks_do_not_block_each_other() {
    let scene = shooting()
        .group("red", Side::Red, BOWS, (8, 4), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (8, 4), (30.0, 22.0), 180.0)
        .build();
    assert_eq!(targets(&scene, "red").len(), 8);
}

/// FA-LOS-03, FA-LOS-05, FA-SHOOT-20: trees block, and the file takes its next target.
#[test]
fn a_blocked_target_gives_way_to_the_next() {
    let wood = |table: Table| table.area(AreaKind::Forest, &box_of(28.0, 21.0, 4.0, 1.0));
    assert!(!shoots(&with(wood)));
    let scene =
        with(|table| wood(table).group("aside", Side::Blue, "HF protected", (1, 1), (34.3, 23.9), 180.0));
    assert!(!targets(&scene, "red").contains(&scene.group("blue")));
    let narrow = with(|table| {
        table.area(AreaKind::Forest, &box_of(29.0, 22.0, 2.0, 1.0)).group(
            "aside",
            Side::Blue,
            "HF protected",
            (1, 1),
            (32.5, 21.0),
            180.0,
        )
    });
    assert_eq!(targets(&narrow, "red"), [narrow.group("aside")]);
}

/// FA-LOS-03, FA-TER-11: a target wholly inside a forest only within 2 MU.
#[test]
fn targets_in_the_wood_are_hidden() {
    let scene = |gap: f64| {
        shooting()
            .area(AreaKind::Forest, &box_of(25.0, 20.3, 10.0, 10.0))
            .group("red", Side::Red, BOWS, (1, 1), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (1, 1), (30.0, 20.0 + gap), 180.0)
            .build()
    };
    assert!(shoots(&scene(2.0)) && !shoots(&scene(2.2)));
}

/// FA-SHOOT-31, FA-TER-09, FA-TER-11, FA-TER-15: in trees or houses only one rank shoots.
#[test]
fn one_rank_shoots_among_trees() {
    let scene = |kind| {
        shooting()
            .area(kind, &box_of(20.0, 15.0, 20.0, 5.2))
            .group("red", Side::Red, BOWS, (8, 4), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (12, 6), (30.0, 21.5), 180.0)
            .build()
    };
    assert_eq!(dice(&scene(AreaKind::Brush), "blue"), 6);
    for kind in [AreaKind::Plantation, AreaKind::Forest, AreaKind::Village] {
        let scene = scene(kind);
        let shots = scene.look().aims().shots;
        assert_eq!(shots.len(), 4, "{kind:?}");
        assert!(shots.iter().all(|shot| !shot.second), "{kind:?}");
    }
}

/// The shooters on a hill with its peak behind them, a friend between them and the target.
fn over(shooter: &str, friend: &str, friend_y: f64, target_y: f64) -> bool {
    let scene = shooting()
        .area(AreaKind::GentleHill, &box_of(25.0, 14.0, 10.0, 7.0))
        .group("red", Side::Red, shooter, (1, 1), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, friend, (1, 1), (30.0, friend_y), 0.0)
        .group("blue", Side::Blue, "HF protected", (1, 1), (30.0, target_y), 180.0)
        .build();
    shoots(&scene)
}

/// FA-SHOOT-30, FA-SHOOT-37, AMB-91: over friends more than 1 MU from both, from higher ground only.
#[test]
fn heads_are_shot_over_from_a_hill() {
    let foot = "HF protected";
    assert!(over(BOWS, foot, 23.0, 25.0));
    assert!(!over(BOWS, foot, 21.5, 25.0), "less than 1 MU from the shooters");
    assert!(!over(BOWS, foot, 24.1, 25.0), "less than 1 MU from the target");
    let flat = with(|table| table.group("friend", Side::Red, foot, (1, 1), (30.0, 23.0), 0.0));
    assert!(!shoots(&flat));
}

/// FA-SHOOT-30 (b): artillery on higher ground shoots over light foot wherever they are.
#[test]
fn guns_shoot_over_light_foot() {
    assert!(over("HArt", "LF unprotected bow", 20.9, 25.0));
    assert!(!over("HArt", "HF protected", 20.9, 25.0));
    assert!(!over(BOWS, "LF unprotected bow", 20.9, 25.0));
}

/// FA-LOS-04, FA-SHOOT-39: hidden light foot show themselves by shooting, and all of those shot at may shoot back.
#[test]
fn hidden_light_foot_show_themselves_by_shooting() {
    let scene = |armed: &str| {
        shooting()
            .area(AreaKind::Brush, &box_of(25.0, 19.0, 10.0, 10.0))
            .group("hidden", Side::Red, armed, (4, 4), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, BOWS, (8, 4), (30.0, 25.0), 180.0)
            .build()
    };
    let armed = scene("LF unprotected bow");
    assert_eq!(targets(&armed, "hidden").len(), 4);
    assert_eq!(targets(&armed, "blue").len(), 8);
    let aims = armed.look().aims();
    assert_eq!(aims.revealed, [(armed.group("hidden"), armed.group("blue"))]);
    let unarmed = scene("LF unprotected light-spear");
    assert_eq!(targets(&unarmed, "blue").len(), 0, "nobody has seen them");
}
