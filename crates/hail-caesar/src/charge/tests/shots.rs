//! HC-RESP-04, HC-RESP-08, HC-RESP-11 steps 5 to 8: shots at a charger.

use super::Charging;
use crate::charge::Response::*;
use crate::choice::Choice;
use crate::ranged::RangedChoice;
use crate::state::{Deed, Place};
use crate::testing::{Scene, Table};
use aelian_game::Side;

const BOWS: &str = "medium-infantry 6/6/3/3/5+/6 bow";

fn archers(charger: &str) -> Scene {
    let mut scene = Table::new()
        .unit("u", Side::Red, charger, (30.0, 15.0), 0.0)
        .unit("t", Side::Blue, BOWS, (30.0, 20.0), 180.0)
        .build();
    scene.charge(&["t"], 1);
    scene
}

/// One step of whichever chapter has the word.
fn step(scene: &mut Scene, faces: &[u8]) {
    scene.play(&Choice::Proceed, faces);
}

/// Goes on while steps wait that need neither dice nor a decision.
fn settle(scene: &mut Scene) {
    while !scene.state.pending.is_empty() && scene.proposals() == [Choice::Proceed] {
        let mut tape = aelian_dice::Tape::new([]).unwrap();
        match aelian_game::step(&scene.rules, &scene.state, &Choice::Proceed, &mut tape) {
            Ok((state, _)) => scene.state = state.into(),
            Err(_) => return,
        }
    }
}

/// HC-RESP-04, HC-CLOS-05, HC-CLOS-08, HC-CLOS-09: closing shots come when the charger is in contact; without a test it
/// fights on with its casualties.
#[test]
fn closing_shots_come_in_contact() {
    let mut scene = archers("heavy-infantry");
    scene.responds(ClosingShots, &[]);
    assert_eq!(scene.at("u"), (30.0, 20.0));
    assert!(!scene.fights("u", "t"));
    // Three dice need 4, +1 for heavy infantry in front, +1 for closing: sixes only.
    step(&mut scene, &[6, 2, 2, 1]);
    settle(&mut scene);
    assert!(scene.fights("u", "t"));
    let unit = scene.state.unit(scene.unit("u"));
    assert_eq!((unit.casualties, unit.combat.charged), (1, true));
}

/// HC-CLOS-08, HC-CLOS-11, HC-RESP-11 step 7: a test that makes the charger retreat ends its charge.
#[test]
fn a_charger_may_be_driven_off() {
    let mut scene = archers("heavy-cavalry");
    scene.responds(ClosingShots, &[]);
    step(&mut scene, &[6, 6, 1, 1, 1]);
    let mut held = scene.clone();
    step(&mut scene, &[1, 1]);
    assert_eq!(scene.state.unit(scene.unit("u")).place, Place::Destroyed);
    assert!(scene.state.bouts.is_empty());
    let mut driven = held.clone();
    step(&mut driven, &[2, 2]);
    settle(&mut driven);
    assert!(driven.state.bouts.is_empty() && driven.at("u").1 < 19.0, "{:?}", driven.at("u"));
    step(&mut held, &[6, 6]);
    settle(&mut held);
    assert!(held.fights("u", "t"));
}

/// HC-TRAV-05, HC-TRAV-08, EX-54: third units whose front the charger crosses shoot with those who are charged.
#[test]
fn third_units_shoot_as_it_passes() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (20.0, 20.0), 90.0)
        .unit("t", Side::Blue, "heavy-infantry", (36.0, 20.0), 270.0)
        .unit("x", Side::Blue, BOWS, (28.0, 27.0), 180.0)
        .build();
    scene.charge(&["t"], 2);
    assert!(!scene.fights("u", "t"));
    let x = scene.unit("x");
    scene.play(&Choice::Ranged(RangedChoice::Traverse(x)), &[1, 1, 1]);
    settle(&mut scene);
    assert!(scene.fights("u", "t"));
}

fn parthians(gap: f64, moves: u8) -> Scene {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (30.0, 5.0), 0.0)
        .division("left", Side::Blue, (60.0, 12.0))
        .unit("t", Side::Blue, "horse-archers bow parthian-shot", (30.0, 5.0 + gap), 180.0)
        .build();
    scene.charge(&["t"], moves);
    scene
}

/// HC-PARTH-01, HC-PARTH-02, HC-PARTH-03, HC-PARTH-04, HC-PARTH-06, HC-PARTH-07, HC-RESP-08: shots when the charger is within one move,
/// then the evade from where it stood, then the rest of the charge.
#[test]
fn a_parthian_shot() {
    let mut scene = parthians(12.0, 2);
    let stood = scene.at("t");
    scene.responds(ParthianShot, &[]);
    assert_eq!((scene.at("u").1, scene.at("t")), (14.0, stood));
    // Shots at a charger need a 5.
    step(&mut scene, &[1, 2, 4]);
    // No test: it evades with one move of 12 inches, and the charger has one left.
    settle(&mut scene);
    step(&mut scene, &[4, 5]);
    assert_eq!(scene.at("t").1, stood.1 + 12.0);
    settle(&mut scene);
    assert_eq!(scene.at("u").1, 23.0);
    assert!(scene.state.bouts.is_empty());
}

/// HC-PARTH-03, HC-PARTH-05: a charger that has to test completes no charge, whatever the result.
#[test]
fn a_test_stops_the_charger() {
    let mut scene = parthians(8.0, 1);
    scene.responds(ParthianShot, &[]);
    step(&mut scene, &[6, 6, 1, 6, 6]);
    step(&mut scene, &[6, 6]);
    settle(&mut scene);
    step(&mut scene, &[1, 1]);
    settle(&mut scene);
    let unit = scene.state.unit(scene.unit("u"));
    assert!(unit.did(Deed::Tested));
    assert_eq!(scene.at("u"), (30.0, 5.0));
    assert!(scene.state.unit(scene.unit("t")).did(Deed::Evaded) && scene.state.bouts.is_empty());
}
