//! Turns, expansions, contractions, shifts, orbs and portable defences as moves (40.4 to 40.6, 78.4, 78.5).

use super::*;
use crate::settings::Edition;
use crate::state::{Defences, Shape};
use crate::testing::Table;
use aelian_game::Side;

fn of(troop: &str, formation: (u8, u8)) -> Scene {
    Table::new()
        .group("a", Side::Red, troop, formation, (30.0, 20.0), 0.0)
        .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 45.0), 180.0)
        .build()
}

const WIDER: Leg = Leg::Expand { left: 0, right: 1 };
const NARROWER: Leg = Leg::Contract { left: 0, right: 1 };

/// FA-MOVE-09, FA-MOVE-10, FA-EXP-04, FA-TURN-08, FA-MOVE-20: the table, played.
#[test]
fn troops_find_their_cells() {
    let skirmishers = of("LF unprotected", (6, 3));
    let drilled = of("MF protected drilled", (8, 4));
    let wild_horse = of("Cv armoured undrilled", (8, 4));
    let wild = of("MF protected undrilled", (8, 4));
    type Expected = [&'static str; 4];
    let cases: [(&[Leg], Expected); 9] = [
        (&[WIDER], ["simple", "simple", "complex", "complex"]),
        (&[WIDER, ahead(2.0)], ["simple", "complex", "impossible", "impossible"]),
        (&[NARROWER, ahead(4.0)], ["simple", "simple", "simple", "complex"]),
        (&[NARROWER], ["simple", "complex", "complex", "impossible"]),
        (&[NARROWER, ahead(2.0)], ["simple", "complex", "complex", "impossible"]),
        (&[RIGHT], ["simple", "simple", "simple", "complex"]),
        (&[LEFT, ahead(2.0)], ["simple", "complex", "complex", "impossible"]),
        (&[ABOUT, ahead(2.0)], ["simple", "impossible", "impossible", "impossible"]),
        (&[ABOUT, ahead(3.0), ABOUT], ["complex", "impossible", "impossible", "impossible"]),
    ];
    for (legs, expected) in cases {
        for (scene, cell) in [&skirmishers, &drilled, &wild_horse, &wild].into_iter().zip(expected) {
            let verdict = scene.check(&order(scene, &["a"], legs));
            let found = match (verdict.is_legal(), verdict.ghost.test) {
                (false, _) => "impossible",
                (true, None) => "simple",
                (true, Some(_)) => "complex",
            };
            assert_eq!(found, cell, "{legs:?}: {:?}", verdict.breaches);
        }
    }
}

/// FA-TURN-05, FA-EXP-03: no room.
#[test]
fn a_change_of_formation_needs_room() {
    let scene = Table::new()
        .group("a", Side::Red, "HF protected drilled", (12, 4), (30.0, 20.0), 0.0)
        .group("right", Side::Red, "MF protected drilled", (8, 4), (36.6, 20.0), 0.0)
        .group("behind", Side::Red, "MF protected drilled", (8, 4), (30.0, 18.0), 0.0)
        .build();
    assert_eq!(refused(&scene, "a", &[WIDER]), ["FA-EXP-03"]);
    assert!(refused(&scene, "a", &[Leg::Expand { left: 1, right: 0 }]).is_empty());
    assert_eq!(refused(&scene, "a", &[Leg::Expand { left: 3, right: 0 }]), ["FA-EXP-01"]);
    assert_eq!(refused(&scene, "a", &[RIGHT]), ["FA-TURN-05"]);
    assert!(refused(&scene, "a", &[ABOUT]).is_empty());
}

/// FA-CON-02, AMB-88: 3 MU of a wheel count for the corner that goes forward only.
#[test]
fn both_corners_must_come_three_mu() {
    let scene = of("Cv armoured undrilled", (4, 2));
    assert!(is_simple(&scene, "a", &[Leg::Contract { left: 1, right: 0 }, ahead(3.0)]));
    let wheeled = [wheel(Hand::Left, 60.0), Leg::Contract { left: 0, right: 1 }];
    assert!(!is_simple(&scene, "a", &wheeled));
}

/// FA-TURN-08, FA-V31-16, FA-V31-17, FA-V31-18, FA-V31-56: what the sheet takes away and gives.
#[test]
fn the_sheet_shortens_advances_after_turns() {
    let scene = |edition, troop| {
        Table::new().edition(edition).group("a", Side::Red, troop, (4, 4), (30.0, 20.0), 0.0).build()
    };
    let light = scene(Edition::V31, "LH unprotected");
    assert!(refused(&light, "a", &[LEFT, ahead(5.0)]).is_empty());
    assert_eq!(refused(&light, "a", &[LEFT, ahead(5.1)]), ["FA-MOVE-14"]);
    assert!(refused(&scene(Edition::First, "LH unprotected"), "a", &[LEFT, ahead(7.0)]).is_empty());
    assert_eq!(refused(&light, "a", &[ABOUT, ahead(2.5), ABOUT]), ["FA-V31-18"]);
    let first = scene(Edition::First, "LH unprotected");
    assert_eq!(refused(&first, "a", &[ABOUT, ahead(3.1), ABOUT]), ["FA-TURN-08"]);
    let horse = scene(Edition::V31, "Cv armoured bow drilled");
    assert!(!is_simple(&horse, "a", &[ABOUT, ahead(2.0), ABOUT]));
    let slow = Table::new()
        .edition(Edition::V31)
        .group("a", Side::Red, "LF unprotected", (4, 2), (30.0, 20.0), 0.0)
        .build();
    assert_eq!(refused(&slow, "a", &[WIDER, ahead(3.5)]), ["FA-MOVE-14"]);
}

/// FA-FORM-03, AMB-21: the owner says where the short last rank stands.
#[test]
fn the_owner_places_a_short_rank() {
    let mut scene = of("MF protected drilled", (8, 4));
    let legs = vec![Leg::Contract { left: 0, right: 1 }, ahead(4.0)];
    let chosen = MoveOrder { tail: Some(1), ..MoveOrder::one(scene.group("a"), legs) };
    scene.play(&Choice::Movement(MovementChoice::Move(chosen)), &[]);
    let array = scene.look().array(scene.group("a"));
    let last: Vec<u8> = array.slots().iter().filter(|slot| slot.rank == 2).map(|slot| slot.file).collect();
    assert_eq!(array.files(), 3);
    let rect = |file, rank| scene.state.rect(scene.base("a", file, rank)).pose.at.x;
    // Files of a short rank are counted where they stand.
    assert_eq!(last.len(), 2);
    assert!((rect(1, 2) - rect(1, 0)).abs() < 0.01 && (rect(2, 2) - rect(2, 0)).abs() < 0.01);
}

/// FA-SHIFT-01, FA-SHIFT-02, FA-SHIFT-05: a whole base width far from enemy with a full move, and not otherwise.
#[test]
fn a_full_move_far_from_enemy_may_shift() {
    let scene = of("MF protected drilled", (8, 4));
    let shift = |mm| Leg::Shift { right: mm };
    assert!(refused(&scene, "a", &[shift(-40.0), ahead(4.0)]).is_empty());
    assert_eq!(refused(&scene, "a", &[shift(-40.0), ahead(3.0)]), ["FA-SHIFT-02"]);
    assert_eq!(refused(&scene, "a", &[shift(41.0), ahead(4.0)]), ["FA-SHIFT-02"]);
    let wheels = [wheel(Hand::Left, 5.0), wheel(Hand::Right, 5.0), shift(10.0), ahead(1.0)];
    assert_eq!(refused(&scene, "a", &wheels), ["FA-SHIFT-05"]);
}

/// FA-SHIFT-03: as much as is needed to pass friends, up to half a base.
#[test]
fn a_small_shift_avoids_friends() {
    let scene = Table::new()
        .group("a", Side::Red, "MF protected drilled", (8, 4), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, "HF protected", (8, 4), (36.0, 22.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, 29.0), 180.0)
        .build();
    // The friends reach 0.4 MU, that is 10 mm, into the way.
    let shift = |mm| Leg::Shift { right: mm };
    assert_eq!(refused(&scene, "a", &[ahead(3.0)]), ["FA-INT-01"]);
    assert!(refused(&scene, "a", &[shift(-10.5), ahead(3.0)]).is_empty());
    assert_eq!(refused(&scene, "a", &[shift(-18.0), ahead(3.0)]), ["FA-SHIFT-03"]);
    assert_eq!(refused(&scene, "a", &[shift(-10.0), ahead(0.5)]), ["FA-SHIFT-03"]);
}

/// FA-ORB-01, FA-ORB-02, FA-ORB-03, FA-ORB-04, FA-ORB-05, FA-ORB-06, FA-ORB-07, FA-ORB-08, FA-ORB-09, FA-DEC-57: formed
/// near
/// enemy by a test, a step to either side, and left facing any edge.
#[test]
fn an_orb_is_formed_and_left() {
    let table = |troop: &str, files, enemy| {
        Table::new()
            .group("a", Side::Red, troop, (8, files), (30.0, 20.0), 0.0)
            .group("idle", Side::Red, "LF unprotected", (4, 2), (60.0, 5.0), 0.0)
            .group("enemy", Side::Blue, "HF protected", (8, 4), (30.0, enemy), 180.0)
            .build()
    };
    assert_eq!(refused(&table("HF protected swordsmen", 4, 24.0), "a", &[Leg::FormOrb]), ["FA-ORB-01"]);
    assert_eq!(refused(&table("HF protected pikemen", 8, 24.0), "a", &[Leg::FormOrb]), ["FA-ORB-03"]);
    assert_eq!(refused(&table("HF protected pikemen", 4, 27.0), "a", &[Leg::FormOrb]), ["FA-ORB-05"]);
    let mut scene = table("HF protected pikemen undrilled", 4, 24.0);
    let group = scene.group("a");
    let before = scene.look().block(group).pose.at;
    scene.play(&order(&scene, &["a"], &[Leg::FormOrb]), &[5, 3]);
    assert_eq!(scene.state.group(group).shape, Shape::Orb);
    let block = scene.look().block(group);
    assert!((block.pose.at - before).length() < 0.01 && (block.width - 80.0).abs() < 0.01);
    let facing = scene.state.group(group).facing;
    let back = scene.state.rects_of(group).filter(|rect| rect.pose.facing != facing).count();
    assert_eq!(back, 4);
    scene.state.dealt = crate::ids::GroupSet::EMPTY;
    scene.state.groups[0].deeds = Default::default();
    assert!(refused(&scene, "a", &[ahead(-1.0)]).is_empty());
    assert_eq!(refused(&scene, "a", &[ahead(1.2)]), ["FA-ORB-09"]);
    assert_eq!(refused(&scene, "a", &[wheel(Hand::Left, 5.0)]), ["FA-ORB-09"]);
    let leave = Leg::LeaveOrb { facing: Some(Turn::Left) };
    scene.play(&order(&scene, &["a"], &[leave]), &[6, 4]);
    let left = scene.state.group(group);
    assert_eq!((left.shape, left.facing.to_compass().round()), (Shape::Normal, 270.0));
    assert_eq!(scene.look().array(group).len(), 8);
}

/// FA-PD-01, FA-PD-02, FA-PD-03, FA-PD-04, FA-PD-08, FA-PD-09, FA-PD-10, FA-DEC-57.
#[test]
fn stakes_are_planted_lifted_and_left_behind() {
    let mut scene = of("MF protected bow drilled", (6, 3));
    let group = scene.group("a");
    assert_eq!(refused(&scene, "a", &[Leg::PlaceDefences]), ["FA-PD-01"]);
    scene.state.groups[0].defences = Defences::Carried;
    let front = scene.look().block(group).pose.at.y;
    scene.play(&order(&scene, &["a"], &[Leg::PlaceDefences]), &[4, 4]);
    assert_eq!(scene.state.works.len(), 3);
    assert_eq!(scene.state.works[0].rect.pose.at.y, front);
    assert_eq!(scene.look().block(group).pose.at.y, front - 15.0);
    scene.state.dealt = crate::ids::GroupSet::EMPTY;
    scene.state.groups[0].deeds = Default::default();
    assert_eq!(refused(&scene, "a", &[Leg::PlaceDefences]), ["FA-PD-10"]);
    let mut lifted = scene.clone();
    lifted.play(&order(&scene, &["a"], &[Leg::LiftDefences]), &[4, 4]);
    assert!(lifted.state.works.is_empty());
    assert_eq!(lifted.state.group(group).defences, Defences::Carried);
    let mut near = scene.clone();
    for base in near.state.bases.iter_mut().filter(|base| base.group.0 == 2) {
        base.rect.pose.at.y -= 20.0 * 25.0;
    }
    assert_eq!(refused(&near, "a", &[Leg::LiftDefences]), ["FA-PD-08"]);
    scene.play(&order(&scene, &["a"], &[ahead(4.0)]), &[]);
    assert!(scene.state.works.is_empty());
    assert_eq!(scene.state.group(group).defences, Defences::None);
}
