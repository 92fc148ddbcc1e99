//! 50.8: evades.

use super::{Charging, order};
use crate::charge::{ChargeChoice, Response::*};
use crate::choice::Choice;
use crate::command::{Charge, Target};
use crate::fight::FightChoice;
use crate::state::{Deed, Place};
use crate::testing::{Scene, Table};
use aelian_game::Side;

/// Cavalry charges skirmishers who stand so far away; their commander is 30 inches off.
fn chase(gap: f64) -> Scene {
    Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (30.0, 2.0), 0.0)
        .division("left", Side::Blue, (60.0, 12.0))
        .unit("t", Side::Blue, "skirmishers", (30.0, 2.0 + gap), 180.0)
        .build()
}

fn gap_of(scene: &Scene) -> f64 {
    (scene.look().reach(scene.unit("u"), scene.unit("t")) / 25.4 * 10.0).round() / 10.0
}

/// HC-EVADE-02, HC-EVADE-04, HC-RESP-02, HC-EVADE-06, HC-EVADE-08, HC-DIST-04, EX-70: a failed evade still is one move.
#[test]
fn a_failed_evade_is_one_move() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    let before = scene.at("t");
    scene.responds(Evade, &[]);
    scene.proceed(&[4, 5]);
    assert_eq!(scene.at("t"), (before.0, before.1 + 6.0));
    assert!(scene.state.unit(scene.unit("t")).did(Deed::Evaded));
}

/// HC-EVADE-05, HC-EVADE-08, EX-135: two moves straight away from the charger.
#[test]
fn two_moves_straight_away() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    let before = scene.at("t");
    scene.responds(Evade, &[]);
    scene.proceed(&[1, 5]);
    assert_eq!(scene.at("t"), (before.0, before.1 + 12.0));
}

/// HC-EVADE-09, HC-EVADE-10, EX-71: caught within the charger's moves it is destroyed.
#[test]
fn caught_evaders_are_destroyed() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    scene.responds(Evade, &[]);
    scene.proceed(&[4, 5]);
    assert_eq!(gap_of(&scene), 16.0);
    scene.proceed(&[]);
    assert_eq!(scene.state.unit(scene.unit("t")).place, Place::Destroyed);
    assert_eq!(scene.at("u").1, 18.0);
}

/// HC-EVADE-12, HC-EVADE-14, HC-EVADE-15, HC-ALG-07, EX-71: an evader who gets away is followed with all moves.
#[test]
fn evaders_who_get_away_are_followed() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    scene.responds(Evade, &[]);
    scene.proceed(&[1, 2]);
    assert_eq!(gap_of(&scene), 28.0);
    scene.proceed(&[]);
    let evader = scene.state.unit(scene.unit("t"));
    assert_eq!((evader.place, evader.disordered, evader.casualties), (Place::Table, false, 0));
    assert_eq!(scene.at("u"), (30.0, 20.0));
    assert!(scene.is_over() && scene.state.bouts.is_empty());
}

/// HC-EVADE-03, HC-CLOS-13: whoever has evaded stands when he is charged again.
#[test]
fn nobody_evades_twice() {
    let mut scene = chase(10.0);
    let unit = scene.unit("t");
    scene.state.units[unit.index()].deeds = scene.state.unit(unit).deeds.with(Deed::Evaded);
    scene.charge(&["t"], 2);
    assert!(scene.asked().is_none() && scene.fights("u", "t"));
}

/// HC-EVADE-12, HC-CHO-07, EX-61: only an order that covers the cavalry behind lets the charger hit it.
#[test]
fn the_order_says_who_comes_next() {
    let behind = |order: &dyn Fn(&Scene) -> Charge| {
        let mut scene = Table::new()
            .unit("u", Side::Red, "heavy-cavalry", (30.0, 2.0), 0.0)
            .division("left", Side::Blue, (60.0, 12.0))
            .unit("t", Side::Blue, "skirmishers", (30.0, 9.0), 180.0)
            .unit("c", Side::Blue, "heavy-infantry", (30.0, 16.0), 180.0)
            .build();
        let order = order(&scene);
        scene.charge_by(&order, 2);
        scene.responds(Evade, &[]);
        scene.proceed(&[1, 2]);
        scene.proceed(&[]);
        scene.fights("u", "c")
    };
    assert!(!behind(&|scene| order(scene, &["t"])));
    assert!(behind(&|scene| order(scene, &["t", "c"])));
    assert!(behind(&|_| Charge { targets: vec![Target::Front], first: Vec::new(), ignore_open: false }));
}

/// HC-EVADE-07, HC-GEN-05, HC-GEN-07, AMB-24: the general's order may be rolled again, once.
#[test]
fn the_general_rolls_again() {
    let scene = || {
        Table::new()
            .unit("u", Side::Red, "heavy-cavalry", (30.0, 2.0), 0.0)
            .unit("t", Side::Blue, "skirmishers", (30.0, 12.0), 180.0)
            .build()
    };
    let mut again = scene();
    again.charge(&["t"], 2);
    let before = again.at("t");
    again.responds(Evade, &[]);
    again.proceed(&[4, 5]);
    assert_eq!(again.at("t"), before);
    again.choose(ChargeChoice::Reroll(true), &[1, 5]);
    assert_eq!(again.at("t").1, before.1 + 12.0);
    assert!(again.state.rerolled[Side::Blue.index()]);
    let mut lies = scene();
    lies.charge(&["t"], 2);
    lies.responds(Evade, &[]);
    lies.proceed(&[4, 5]);
    lies.choose(ChargeChoice::Reroll(false), &[]);
    assert_eq!(lies.at("t").1, before.1 + 6.0);
    assert!(!lies.state.rerolled[Side::Blue.index()]);
}

/// HC-EVADE-08, HC-PASS-04, EX-69: evaders go back through formed friends.
#[test]
fn evaders_pass_through_friends() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
        .division("left", Side::Blue, (60.0, 12.0))
        .unit("t", Side::Blue, "skirmishers", (30.0, 15.0), 180.0)
        .unit("f", Side::Blue, "heavy-infantry", (30.0, 19.0), 180.0)
        .build();
    scene.charge(&["t"], 1);
    scene.responds(Evade, &[]);
    scene.proceed(&[1, 2]);
    let legion = scene.look().rect(scene.unit("f")).pose.at.y / 25.4;
    assert!(scene.at("t").1 > legion + 1.0, "{:?}", scene.at("t"));
    assert!(!scene.state.unit(scene.unit("f")).disordered);
}

/// HC-EVADE-17, HC-EXIT-01: evaders may leave the table.
#[test]
fn evaders_leave_the_table() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 40.0), 0.0)
        .division("left", Side::Blue, (60.0, 12.0))
        .unit("t", Side::Blue, "skirmishers", (30.0, 44.0), 180.0)
        .build();
    scene.charge(&["t"], 1);
    scene.responds(Evade, &[]);
    scene.proceed(&[1, 2]);
    assert!(matches!(scene.state.unit(scene.unit("t")).place, Place::Off { .. }));
    scene.proceed(&[]);
    assert!(scene.is_over());
}

/// HC-EVADE-10, HC-EVADE-11, AMB-25: who has caught an evader may move on at once as a victor.
#[test]
fn the_catcher_is_a_victor() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    scene.responds(Evade, &[]);
    scene.proceed(&[4, 5]);
    scene.proceed(&[]);
    let unit = scene.unit("u");
    let moves = |choice: &Choice| matches!(choice, Choice::Fight(FightChoice::Victor { unit: one, .. }) if *one == unit);
    let proposals = scene.proposals();
    assert!(proposals.len() > 1 && proposals.iter().all(moves), "{proposals:?}");
}

/// HC-EVADE-13, HC-BLUN-24: a double six is a blunder: here the second line of the table, one move back; then the charger
/// goes on.
#[test]
fn a_double_six_blunders() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    let before = scene.at("t");
    scene.responds(Evade, &[]);
    scene.proceed(&[6, 6]);
    assert_eq!(scene.at("t"), before);
    scene.play(&Choice::Proceed, &[2]);
    for _ in 0..3 {
        if scene.state.unit(scene.unit("t")).place == Place::Table && scene.at("u").1 < 3.0 {
            scene.play(&Choice::Proceed, &[]);
        }
    }
    // One move of 6 inches away: the charger has 18, and catches it 16 away.
    assert_eq!(scene.state.unit(scene.unit("t")).place, Place::Destroyed);
}

/// HC-SCN-01, HC-EVADE-06: where there are no blunders a double six is a failed evade of one move.
#[test]
fn without_blunders_a_double_six_fails() {
    let mut scene = Table::new()
        .settings(|settings| settings.blunders = false)
        .unit("u", Side::Red, "heavy-cavalry", (30.0, 2.0), 0.0)
        .division("left", Side::Blue, (60.0, 12.0))
        .unit("t", Side::Blue, "skirmishers", (30.0, 12.0), 180.0)
        .build();
    scene.charge(&["t"], 2);
    let before = scene.at("t");
    scene.responds(Evade, &[]);
    scene.proceed(&[6, 6]);
    assert_eq!(scene.at("t").1, before.1 + 6.0);
}

/// HC-EVADE-16, AMB-90: a failed evade does not silence the commander; with the other reading it does.
#[test]
fn a_failed_evade_silences_nobody() {
    let finished = |one_failed_evade: bool| {
        let mut scene = Table::new()
            .settings(|settings| settings.one_failed_evade = one_failed_evade)
            .unit("u", Side::Red, "heavy-cavalry", (30.0, 2.0), 0.0)
            .division("left", Side::Blue, (60.0, 12.0))
            .unit("t", Side::Blue, "skirmishers", (30.0, 12.0), 180.0)
            .build();
        scene.charge(&["t"], 2);
        scene.responds(Evade, &[]);
        scene.proceed(&[4, 5]);
        scene.state.commander(scene.officer("left")).finished
    };
    assert_eq!((finished(false), finished(true)), (false, true));
}

/// HC-EVADE-14, HC-EVADE-18: an evade takes nothing from its own next turn.
#[test]
fn an_evade_is_no_order() {
    let mut scene = chase(10.0);
    scene.charge(&["t"], 2);
    scene.responds(Evade, &[]);
    scene.proceed(&[1, 2]);
    let unit = scene.state.unit(scene.unit("t"));
    assert!(!unit.did(Deed::Ordered) && !unit.did(Deed::Moved) && unit.moves == 0);
}

/// HC-EVADE-08: where a building bars the straight way, the evader turns aside by the least angle that leads further.
#[test]
fn evaders_turn_aside() {
    let mut scene = Table::new()
        .unit("u", Side::Red, "heavy-cavalry", (30.0, 10.0), 0.0)
        .division("left", Side::Blue, (60.0, 12.0))
        .wide("t", Side::Blue, "skirmishers", 3, (30.0, 16.0), 180.0)
        .block((31.9, 20.0), (1.0, 1.0), crate::field::Strength::Closed)
        .build();
    scene.charge(&["t"], 1);
    scene.responds(Evade, &[]);
    scene.proceed(&[4, 5]);
    let (x, y) = scene.at("t");
    assert!(x < 29.8 && x > 28.5 && y > 21.5, "({x}, {y})");
}

/// HC-RESP-10, HC-SWEEP-11, HC-SWEEP-16: a sweeping charge is answered like any other.
#[test]
fn a_sweeping_charge_is_answered() {
    let mut scene = chase(10.0);
    let (unit, target) = (scene.unit("u"), scene.unit("t"));
    scene.run(&[], |cx| crate::charge::begin_sweep(cx, unit, &[Target::Unit(target)], 2));
    assert_eq!(scene.options(), [Stand, Evade]);
    scene.responds(Stand, &[]);
    assert!(scene.fights("u", "t"));
}

/// HC-EVADE-05, HC-EVADE-08: before a cliff it goes straight as far as it can: aside it would come no further away. Round a
/// rock it turns aside, since that leads further.
#[test]
fn a_blocked_evader_goes_where_it_is_furthest_away() {
    let evades = |ground: [(f64, f64); 4]| {
        let mut scene = Table::new()
            .unit("u", Side::Red, "heavy-cavalry", (30.0, 2.0), 0.0)
            .division("left", Side::Blue, (60.0, 12.0))
            .unit("t", Side::Blue, "skirmishers", (30.0, 12.0), 180.0)
            .area(crate::field::AreaKind::Impassable, &ground)
            .build();
        scene.charge(&["t"], 2);
        scene.responds(Evade, &[]);
        scene.proceed(&[4, 5]);
        scene.at("t")
    };
    let deep = |scene: &Scene| scene.look().rect(scene.unit("t")).depth / 25.4;
    let behind = 12.0 + deep(&chase(10.0));
    let (x, y) =
        evades([(10.0, behind + 3.0), (50.0, behind + 3.0), (50.0, behind + 6.0), (10.0, behind + 6.0)]);
    assert!((x - 30.0).abs() < 0.05 && (y - 15.0).abs() < 0.05, "{x} {y}");
    let west = 30.0 - chase(10.0).look().rect(chase(10.0).unit("t")).width / 25.4 / 2.0;
    let (low, high) = (west - 1.0, west + 0.2);
    let (x, y) =
        evades([(low, behind + 2.0), (high, behind + 2.0), (high, behind + 3.0), (low, behind + 3.0)]);
    assert!(x > 30.3 && y > 17.5, "{x} {y}");
}
