//! River edge, upper ground and dazzle in close combat.

use crate::combat::resolution::Engagement;
use crate::field::{AreaKind, Crossing, RoadKind, Size, TableEdge};
use crate::state::{Stage, Time};
use crate::testing::{Scene, Table};
use aelian_game::Side::{self, Blue, Red};

fn has(scene: &Scene, base: &str, enemy: &str, rule: &str) -> bool {
    let engagement = Engagement::of_fight(scene.look(), scene.id(base), scene.id(enemy));
    engagement.fighters[0].advantages.rules().any(|given| given.as_str() == rule)
}

/// A river from west to east, 30 mm wide, between y = 500 and y = 530.
fn riverside() -> Table {
    Table::new().stage(Stage::CloseCombat).river(&[(0.0, 515.0), (1500.0, 515.0)], 30.0)
}

/// EX-11: BB-CC-31, BB-CC-32, BB-TAC-22: only C defends the river edge.
#[test]
fn ex_11() {
    let scene = riverside()
        .road(RoadKind::Paved, &[(900.0, 0.0), (900.0, 1050.0)], Some(Crossing::Ford))
        .base("a", Red, "Reg Bd(O)", 100.0, 495.0, 0.0)
        .base("b", Red, "Reg Bd(O)", 300.0, 480.0, 0.0)
        .base("w", Blue, "Reg Bd(O)", 300.0, 480.0, 180.0)
        .base("c", Red, "Reg Bd(O)", 600.0, 495.0, 0.0)
        .base("x", Blue, "Reg Bd(O)", 600.0, 495.0, 180.0)
        .base("d", Red, "Reg Bd(O)", 900.0, 495.0, 0.0)
        .base("y", Blue, "Reg Bd(O)", 900.0, 495.0, 180.0)
        .base("e", Red, "Reg Bd(O)", 1200.0, 480.0, 0.0)
        .base("z", Blue, "Reg El(O)", 1200.0, 480.0, 180.0)
        .build();
    let look = scene.look();
    assert!(!look.defends_any_river_edge(scene.id("a")), "no opponent");
    assert!(!has(&scene, "b", "w", "BB-TAC-22"), "W is no wader");
    assert!(has(&scene, "c", "x", "BB-TAC-22"));
    assert!(!has(&scene, "x", "c", "BB-TAC-22"));
    assert!(!has(&scene, "d", "y", "BB-TAC-22"), "Y stands on a ford");
    assert!(look.is_wader(scene.id("z")));
    assert!(!has(&scene, "e", "z", "BB-TAC-22"), "E is too far from the bank");
    assert!(look.defends_any_river_edge(scene.id("c")), "BB-CC-33");
    assert!(!look.defends_any_river_edge(scene.id("e")));
}

/// BB-CC-31: a base that is only touched on its flank does not defend the edge.
#[test]
fn defending_needs_the_own_front() {
    let scene = riverside()
        .base("a", Red, "Reg Cv(O)", 520.0, 480.0, 90.0)
        .base("z", Blue, "Reg El(O)", 505.0, 500.0, 180.0)
        .build();
    let (a, z) = (scene.id("a"), scene.id("z"));
    assert!(scene.look().fights(a, z) && scene.look().is_wader(z));
    assert!(!scene.look().defends_river_edge(a, z));
}

/// EX-83: BB-CC-34, BB-TAC-01, BB-TAC-37: the upper ground helps in the own bound; against any enemy that one
/// fights, main opponent or not. BB-CC-35: not in dunes.
#[test]
fn ex_83() {
    let square = [(400.0, 400.0), (640.0, 400.0), (640.0, 640.0), (400.0, 640.0)];
    let scene = |kind, active: Side| {
        Table::new()
            .stage(Stage::CloseCombat)
            .active(active)
            .hill(kind, Size::Large, &square, &[(520.0, 520.0)])
            .base("a", Red, "Reg Bd(O)", 520.0, 600.0, 0.0)
            .base("z", Blue, "Reg Bd(O)", 520.0, 600.0, 180.0)
            .build()
    };
    let own = scene(AreaKind::GentleHill, Red);
    assert!(has(&own, "a", "z", "BB-TAC-01") && !has(&own, "z", "a", "BB-TAC-01"));
    assert!(!has(&scene(AreaKind::GentleHill, Blue), "a", "z", "BB-TAC-01"));
    assert!(!has(&scene(AreaKind::Dunes, Red), "a", "z", "BB-TAC-01"));
}

/// BB-TAC-37, BB-CC-34: the upper ground against an enemy who is not the main opponent counts as well.
#[test]
fn upper_ground_against_any_enemy() {
    let square = [(400.0, 400.0), (640.0, 400.0), (640.0, 640.0), (400.0, 640.0)];
    let scene = Table::new()
        .stage(Stage::CloseCombat)
        .hill(AreaKind::GentleHill, Size::Large, &square, &[(520.0, 520.0)])
        .base("a", Red, "Reg Bd(O)", 520.0, 600.0, 0.0)
        .base("z", Blue, "Reg Bd(O)", 520.0, 600.0, 180.0)
        .base("left", Blue, "Reg Bd(O)", 500.0, 580.0, 90.0)
        .build();
    let look = scene.look();
    assert_eq!(look.main_opponent(scene.id("a")), Some(scene.id("left")));
    assert!(!look.fights_from_upper_ground(scene.id("a"), scene.id("left")));
    assert!(has(&scene, "a", "left", "BB-TAC-01"));
}

/// BB-TAC-06, BB-TAC-34, BB-TAC-35: an enemy whose recoil a friend blocks gives a point; one who would only
/// leave the table does not.
#[test]
fn blocked_recoils() {
    let fight = |y: f64| {
        Table::new().stage(Stage::CloseCombat).base("a", Red, "Reg Bd(O)", 500.0, y, 0.0).base(
            "z",
            Blue,
            "Reg Bd(O)",
            500.0,
            y,
            180.0,
        )
    };
    assert!(!has(&fight(500.0).build(), "a", "z", "BB-TAC-06"));
    let blocked = fight(500.0).base("h", Blue, "Reg HCh(O)", 520.0, 535.0, 90.0).build();
    assert!(has(&blocked, "a", "z", "BB-TAC-06") && !has(&blocked, "z", "a", "BB-TAC-06"));
    assert!(!has(&fight(1030.0).build(), "a", "z", "BB-TAC-06"));
}

/// EX-82: BB-TAC-05, BB-DAZ-04, BB-DAZ-05: who faces the sun under dazzle gives the opponent a point.
#[test]
fn ex_82() {
    let scene = |dazzle, over| {
        Table::new()
            .stage(Stage::CloseCombat)
            .time(Time { dazzle, sun: Some(over), ..Time::default() })
            .base("a", Red, "Reg Bd(O)", 500.0, 500.0, 0.0)
            .base("z", Blue, "Reg Bd(O)", 500.0, 500.0, 180.0)
            .build()
    };
    let north = scene(true, TableEdge::North);
    assert!(has(&north, "z", "a", "BB-TAC-05") && !has(&north, "a", "z", "BB-TAC-05"));
    assert!(!has(&scene(false, TableEdge::North), "z", "a", "BB-TAC-05"));
    let west = scene(true, TableEdge::West);
    assert!(!has(&west, "z", "a", "BB-TAC-05") && !has(&west, "a", "z", "BB-TAC-05"));
}
