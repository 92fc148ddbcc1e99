//! Shock troops that may charge without orders.

use super::*;
use crate::field::AreaKind;
use crate::state::{Cohesion, Deed};
use aelian_game::Side;

fn shock(troop: &str, enemy: &str, gap: f64) -> Table {
    Table::new()
        .stage(Phase::Impact, Stage::ShockTests)
        .group("a", Side::Red, troop, (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, enemy, (4, 4), (30.0, 20.0 + gap), 180.0)
}

/// Whether the group "a" rolls for its test; two sixes pass it.
fn tests(table: Table) -> bool {
    tested(table.build())
}

fn tested(mut scene: Scene) -> bool {
    if crate::impact::next(scene.look()).is_none() {
        return false;
    }
    let mut tape = Tape::new([6, 6]).expect("faces");
    let mut cx = Cx::new(&scene.rules, &mut scene.state, &mut tape, Trace::On);
    crate::impact::resolve(&mut cx, &Choice::Proceed, None).expect("enough dice");
    tape.left() == 0
}

/// FA-SHK-01, FA-SHK-02, FA-SHK-03: which shock troops test, and for which enemy.
#[test]
fn shock_troops_test_for_enemy_in_reach() {
    assert!(tests(shock("Kn armoured lancers undrilled", "HF armoured", 3.0)));
    assert!(!tests(shock("Kn armoured lancers undrilled", "HF armoured", 4.5)));
    assert!(tests(shock("MF protected impact-foot", "HF armoured", 3.0)));
    assert!(!tests(shock("MF protected impact-foot", "LH unprotected", 3.0)), "foot do not mind mounted");
    assert!(!tests(shock("MF protected", "HF armoured", 3.0)), "no shock troops");
}

/// FA-SHK-09, AMB-62: FRAGMENTED troops and those in close combat do not test.
#[test]
fn fragmented_and_fighting_troops_do_not_test() {
    let scene = shock("Kn armoured lancers", "HF armoured", 3.0).build();
    assert!(!tested(scene.clone().cohesion("a", Cohesion::Fragmented)));
    assert!(!tested(scene.fighting("a", "e")));
}

/// FA-SHK-04, FA-SHK-10: not where they would end in ground that disorders them.
#[test]
fn bad_ground_keeps_them_back() {
    let brush = [(20.0, 21.5), (40.0, 21.5), (40.0, 30.0), (20.0, 30.0)];
    assert!(!tests(shock("Kn armoured lancers", "MF protected", 2.0).area(AreaKind::Brush, &brush)));
    let far = [(20.0, 23.6), (40.0, 23.6), (40.0, 30.0), (20.0, 30.0)];
    assert!(tests(shock("Kn armoured lancers", "MF protected", 2.0).area(AreaKind::Brush, &far)));
    // Light foot could evade: then the knights might end in it.
    assert!(!tests(shock("Kn armoured lancers", "LF unprotected", 2.0).area(AreaKind::Brush, &far)));
}

/// FA-SHK-05: medium foot wholly in cover do not come out.
#[test]
fn medium_foot_stay_in_their_ground() {
    let brush = [(20.0, 15.0), (40.0, 15.0), (40.0, 20.2), (20.0, 20.2)];
    assert!(!tests(shock("MF protected impact-foot", "HF armoured", 2.5).area(AreaKind::Brush, &brush)));
    assert!(tests(shock("MF protected impact-foot", "HF armoured", 2.5)));
}

/// FA-SHK-07: foot stay if mounted could be touched or could intercept.
#[test]
fn foot_fear_horse() {
    let beside = |troop: &str| {
        Table::new()
            .stage(Phase::Impact, Stage::ShockTests)
            .group("a", Side::Red, "MF protected impact-foot", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (4, 2), (28.4, 23.0), 180.0)
            .group("h", Side::Blue, troop, (2, 2), (31.6, 23.5), 180.0)
    };
    assert!(!tests(beside("Cv armoured")));
    assert!(tests(beside("HF armoured")));
    let zone = shock("MF protected impact-foot", "HF armoured", 3.0).group(
        "h",
        Side::Blue,
        "Cv armoured",
        (4, 4),
        (37.0, 21.5),
        270.0,
    );
    assert!(!tests(zone));
}

/// FA-SHK-08: nobody runs onto elephants.
#[test]
fn elephants_keep_everybody_back() {
    assert!(!tests(shock("Kn armoured lancers", "El", 3.0)));
}

/// FA-SHK-06, FA-FF-14: foot behind fortifications stay there.
#[test]
fn defenders_stay_behind_their_works() {
    let mut scene = shock("MF protected impact-foot", "HF armoured", 3.0).build();
    assert!(tested(scene.clone()));
    let front = scene.look().block(scene.group("a"));
    let rect = aelian_geometry::Rect::new(front.pose.advanced(15.0), 160.0, 15.0);
    scene.state.works.push(crate::state::Work { side: Side::Red, portable_of: None, rect });
    assert!(!tested(scene));
}

/// FA-SHK-11, FA-SHK-12, FA-SHK-13: through friends only if these are neither shock troops nor in melee, and not at skirmishers.
#[test]
fn friends_in_the_way() {
    let behind = |friend: &str, enemy: &str| {
        shock("Kn armoured lancers", enemy, 3.5).group("f", Side::Red, friend, (10, 10), (30.0, 21.5), 0.0)
    };
    assert!(tests(behind("MF protected", "HF armoured")));
    assert!(
        !tests(behind("MF protected impact-foot", "HF armoured")) || {
            // The friends themselves test; the knights behind them do not.
            let scene = behind("MF protected impact-foot", "HF armoured").build();
            scene.state.groups[scene.group("f").index()].is_shock()
        }
    );
    assert!(!tests(behind("MF protected", "LF unprotected")));
    let fighting = behind("MF protected", "HF armoured")
        .group("g", Side::Blue, "HF armoured", (4, 4), (36.0, 21.5), 180.0)
        .build()
        .fighting("f", "g");
    assert!(!tested(fighting));
}

/// FA-SHK-14, FA-SHK-16, FA-SHK-17, FA-SHK-18, FA-CMT-17: no re-rolls; a failure is a charge straight ahead, a pass leaves them free.
#[test]
fn a_failed_test_is_a_charge() {
    for (faces, charges) in [([1, 1], true), ([4, 4], false)] {
        let mut scene = shock("Kn armoured lancers elite undrilled", "HF armoured", 3.0).build();
        let (a, e) = (scene.group("a"), scene.group("e"));
        go(&mut scene, &Choice::Proceed, &faces);
        assert_eq!(!scene.state.charges.is_empty(), charges);
        assert_eq!(scene.state.did(a, Deed::Held), !charges);
        if charges {
            let charge = &scene.state.charges[0];
            assert!(charge.unordered && charge.targets.contains(e) && charge.path == ChargePath::default());
        }
    }
}

/// FA-SHK-13, FA-BURST-02, FA-BURST-03: they burst through friends, who drop a level and stand behind them.
#[test]
fn shock_troops_burst_through_friends() {
    let mut scene = shock("Kn armoured lancers undrilled", "HF armoured", 3.5)
        .group("f", Side::Red, "MF protected", (10, 10), (30.0, 21.5), 0.0)
        .build();
    let (a, e, f) = (scene.group("a"), scene.group("e"), scene.group("f"));
    go(&mut scene, &Choice::Proceed, &[1, 1]);
    assert!(scene.state.charges[0].bursts.contains(f));
    charge_on(&mut scene);
    assert!(scene.look().touch(a, e));
    assert_eq!(scene.state.group(f).cohesion, Cohesion::Disrupted);
    assert!(scene.look().block(f).pose.at.y < scene.look().block(a).pose.at.y - 29.0);
}

/// FA-SHK-19, FA-DEC-22: who has declared a charge does not test.
#[test]
fn a_declared_charge_spares_the_test() {
    let mut scene = shock("Kn armoured lancers", "HF armoured", 3.0).build();
    enter(&mut scene, Stage::DeclareCharges);
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    enter(&mut scene, Stage::ShockTests);
    assert!(crate::impact::next(scene.look()).is_none());
}

/// FA-SHK-15: a mixed group with any shock troops tests as wholly shock.
#[test]
fn mixed_groups_test_as_shock_troops() {
    let mixed = |front: &str| {
        Table::new()
            .stage(Phase::Impact, Stage::ShockTests)
            .mixed("a", Side::Red, &[(front, 4), ("MF protected bow", 4)], 4, (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.5), 180.0)
    };
    assert!(tests(mixed("MF protected offensive-spearmen")));
    assert!(!tests(mixed("MF protected defensive-spearmen")));
}
