//! Complex moves, their tests, and what follows (40.2).

use super::*;
use crate::ids::GroupSet;
use crate::movement::Waiting;
use crate::pending::Pending;
use crate::state::{Cohesion, Deed, Grade};
use crate::testing::Table;
use aelian_game::Side;

fn scene(troop: &str) -> Scene {
    Table::new()
        .group("a", Side::Red, troop, (4, 2), (30.0, 20.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 26.0), 180.0)
        .build()
}

/// FA-MOVE-10, FA-CMT-01, FA-CMT-02, FA-CMT-03: 8 for undrilled foot, rolled before the move.
#[test]
fn a_complex_move_is_made_after_its_test() {
    let mut scene = scene("MF protected undrilled");
    let choice = order(&scene, &["a"], &[RIGHT]);
    let test = scene.check(&choice).ghost.test.unwrap();
    assert_eq!((test.needed, test.modifier), (8, 0));
    assert!((test.chance - 15.0 / 36.0).abs() < 1e-12);
    scene.play(&choice, &[4, 4]);
    let group = scene.state.group(scene.group("a"));
    assert_eq!(group.facing.to_compass().round(), 90.0);
    assert!(group.deeds.has(Deed::MovedInManoeuvre) && group.deeds.has(Deed::PassedTest));
}

/// FA-CMT-10, FA-CMT-11: after a failure a simple move or none, by these and at once.
#[test]
fn a_failure_leaves_a_simple_move() {
    let mut scene = scene("MF protected undrilled");
    scene.play(&order(&scene, &["a"], &[RIGHT]), &[4, 3]);
    let who = GroupSet::one(scene.group("a"));
    assert_eq!(scene.state.pending, [Pending::Movement(Waiting::SimpleOrStay { who })]);
    assert_eq!(refused(&scene, "a", &[RIGHT]), ["FA-CMT-10"]);
    assert_eq!(refused(&scene, "idle", &[ahead(1.0)]), ["FA-CMT-11"]);
    assert!(refused(&scene, "a", &[ahead(4.0)]).is_empty());
    let mut stays = scene.clone();
    stays.play(&STAY, &[]);
    assert_eq!(refused(&stays, "a", &[ahead(4.0)]), ["FA-MAN-03"]);
    scene.play(&order(&scene, &["a"], &[ahead(4.0)]), &[]);
    assert!(scene.state.pending.is_empty());
}

/// FA-MOVE-12, FA-BL-18: light artillery and battle wagons test for any move and have none without it.
#[test]
fn guns_and_wagons_test_for_everything() {
    for troop in ["LArt", "BWg"] {
        let mut scene = scene(troop);
        let choice = order(&scene, &["a"], &[ahead(2.0)]);
        assert!(scene.check(&choice).ghost.test.is_some(), "{troop}");
        scene.play(&choice, &[1, 1]);
        assert!(scene.state.pending.is_empty());
        assert_eq!(refused(&scene, "a", &[ahead(2.0)]), ["FA-MAN-03"]);
    }
}

/// FA-MOVE-13, FA-COH-09, FA-CMT-08, AMB-43: FRAGMENTED troops test for all but a retreat.
#[test]
fn fragmented_troops_only_retire_freely() {
    let scene = scene("LF unprotected").cohesion("a", Cohesion::Fragmented);
    assert!(!is_simple(&scene, "a", &[ahead(2.0)]));
    assert!(!is_simple(&scene, "a", &[ABOUT]));
    assert!(is_simple(&scene, "a", &[ABOUT, ahead(4.0)]));
    let verdict = scene.check(&order(&scene, &["a"], &[ahead(2.0)]));
    assert_eq!(verdict.ghost.test.map(|test| test.modifier), Some(-2));
}

/// FA-CMD-14, FA-CMT-12, FA-CMT-13, FA-CMT-14, FA-CMOVE-15, FA-CMOVE-16, EX-53: one commander counts, and who is with them
/// stays.
#[test]
fn a_commander_who_helps_stays() {
    let table = Table::new()
        .group("a", Side::Red, "Cv armoured undrilled", (4, 2), (30.0, 20.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (36.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 45.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("a"), (30.0, 17.6))
        .commander("other", Side::Red, Grade::Troop, None, (34.0, 17.0));
    let mut scene = table.build();
    let choice = order(&scene, &["a"], &[Leg::Expand { left: 0, right: 1 }]);
    assert_eq!(scene.check(&choice).ghost.test.map(|test| test.modifier), Some(2));
    scene.play(&choice, &[3, 3]);
    scene.play(&STAY, &[]);
    assert!(scene.state.commander(scene.officer("chief")).bound);
    let to = scene.look().rides(scene.officer("chief"), crate::command::moves::Going::Fleeing);
    let leave = Choice::Movement(MovementChoice::Commander(to[0]));
    assert!(rules(&scene, &leave).contains(&"FA-CMOVE-15".to_owned()));
    // He who came into range only now does not count.
    let mut late = scene.clone();
    late.state.commanders[0].stood.at.y -= 500.0;
    late.state.commanders[0].with_since = None;
    late.state.commanders[0].place = crate::state::CommanderPlace::Alone;
    late.state.commanders[1].place = crate::state::CommanderPlace::Lost;
    let tester = late.look().tester(GroupSet::one(late.group("a")), true);
    assert_eq!(tester.modifiers.total(), 0);
}
