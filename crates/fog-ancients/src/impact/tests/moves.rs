//! Charge moves: contact, steps, order, where charges stop.

use super::*;
use crate::ids::BaseId;
use crate::state::{Cohesion, Deed, Shape, Tie};
use aelian_game::{Next, Ruleset, Side};

/// FA-CHG-16, FA-IMP-01, FA-CHG-27, FA-CHG-28: the charger stands in contact, the bout is fresh, the charge is remembered.
#[test]
fn a_charge_ends_in_contact() {
    let mut scene = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.5, 22.0), 180.0)
        .build();
    let (a, e) = (scene.group("a"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    charge_on(&mut scene);
    assert!(scene.look().touch(a, e));
    assert!((scene.look().block(a).pose.at.y - 22.0 * 25.0).abs() < 0.1);
    let bout = scene.state.bouts[0];
    assert!(bout.fresh && bout.ties == [Tie::Front, Tie::Front]);
    assert!(scene.state.did(a, Deed::Charged) && scene.state.did(a, Deed::MovedInImpact));
    assert!(scene.state.did(e, Deed::WasCharged));
    assert_eq!(scene.state.group(a).shape, Shape::Normal);
}

/// FA-STEP-01 to FA-STEP-07, FA-STEP-09, EX-33: files within 2 MU of the line of contact step forward, whole files, and
/// stay together.
#[test]
fn files_step_forward() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 2), (28.4, 22.0), 180.0)
        .group("f", Side::Blue, "HF armoured", (4, 2), (31.6, 23.5), 180.0)
        .build();
    let (a, e, f) = (scene.group("a"), scene.group("e"), scene.group("f"));
    let files: Vec<[BaseId; 2]> =
        (0..4).map(|file| [scene.base("a", file, 0), scene.base("a", file, 1)]).collect();
    go(&mut scene, &straight(a), &[]);
    charge_on(&mut scene);
    let y = |base: BaseId| scene.state.rect(base).pose.at.y;
    assert!((y(files[0][0]) - 550.0).abs() < 0.1 && (y(files[3][0]) - 587.5).abs() < 0.1);
    for file in files {
        assert!((y(file[0]) - y(file[1]) - 30.0).abs() < 0.1);
    }
    assert_eq!(scene.state.group(a).shape, Shape::Loose);
    assert!(scene.look().touch(a, e) && scene.look().touch(a, f));
    assert_eq!(scene.state.bouts.len(), 2);
}

/// FA-STEP-03, FA-STEP-06: no further than 2 MU, and never apart.
#[test]
fn files_do_not_step_too_far_nor_apart() {
    for (troop, behind) in [("Cv armoured", 2.1), ("HF armoured", 1.5)] {
        let mut scene = table()
            .group("a", Side::Red, troop, (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (4, 2), (28.4, 22.0), 180.0)
            .group("f", Side::Blue, "HF armoured", (4, 2), (31.6, 22.0 + behind), 180.0)
            .build();
        let (a, f) = (scene.group("a"), scene.group("f"));
        go(&mut scene, &straight(a), &[]);
        charge_on(&mut scene);
        assert!(!scene.look().touch(a, f), "{troop} {behind}");
        assert_eq!(scene.state.bouts.len(), 1);
    }
}

/// FA-STEP-08, FA-DEC-29: skirmishers are asked before they step into battle troops.
#[test]
fn skirmishers_need_not_step_into_battle_troops() {
    for step in [true, false] {
        let mut scene = table()
            .group("a", Side::Red, "LH unprotected javelins", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "LF unprotected", (4, 2), (28.4, 22.0), 180.0)
            .group("f", Side::Blue, "HF armoured", (4, 2), (31.6, 23.0), 180.0)
            .build();
        let (a, e, f) = (scene.group("a"), scene.group("e"), scene.group("f"));
        go(&mut scene, &straight(a), &[]);
        enter(&mut scene, Stage::ChargeTests);
        go(&mut scene, &Choice::Proceed, &[6, 6]);
        enter(&mut scene, Stage::EvadeOrStand);
        go(&mut scene, &Choice::Impact(ImpactChoice::EvadeOrStand { group: e, evade: false }), &[]);
        charge_on(&mut scene);
        let groups = if step { crate::ids::GroupSet::one(f) } else { crate::ids::GroupSet::EMPTY };
        go(&mut scene, &Choice::Impact(ImpactChoice::StepInto { groups }), &[]);
        assert_eq!(scene.look().touch(a, f), step);
    }
}

/// FA-DEC-27, FA-RESP-03, FA-SEQ-07: the active player orders his charges.
#[test]
fn charges_are_made_in_any_order() {
    let mut scene = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Red, "HF armoured", (8, 4), (40.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .group("f", Side::Blue, "HF armoured", (8, 4), (40.0, 22.0), 180.0)
        .build();
    let (a, b) = (scene.group("a"), scene.group("b"));
    go(&mut scene, &straight(a), &[]);
    go(&mut scene, &straight(b), &[]);
    enter(&mut scene, Stage::ChargeMoves);
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, .. }));
    go(&mut scene, &Choice::Impact(ImpactChoice::MoveCharge { group: b }), &[]);
    assert_eq!(scene.state.bouts.len(), 1);
    charge_on(&mut scene);
    assert_eq!(scene.state.bouts.len(), 2);
}

/// FA-CHG-36, FA-CHG-37, FA-CHG-14: routers that are charged are pursued; nobody fights.
#[test]
fn routers_are_caught_without_combat() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (30.0, 23.0), 0.0)
        .build()
        .cohesion("e", Cohesion::Broken);
    let (a, e) = (scene.group("a"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    charge_on(&mut scene);
    assert!(scene.state.bouts.is_empty());
    assert_eq!(scene.state.pursuits, [crate::state::Pursuit { pursuer: a, quarry: e }]);
    assert!(scene.state.did(a, Deed::Pursuing));
}
