//! Charge moves: contact, steps, order, where charges stop.

use super::*;
use crate::ids::BaseId;
use crate::state::{Cohesion, Deed, Shape, Tie};
use aelian_game::{Next, Ruleset, Side};

/// FA-CHG-16, FA-ALG-25, FA-IMP-01, FA-CHG-27, FA-CHG-28: the charger stands in contact, the bout is fresh, the charge is remembered.
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

/// FA-STEP-01, FA-STEP-02, FA-STEP-04, FA-STEP-05, FA-STEP-06, FA-STEP-07, FA-STEP-09, FA-ALG-30, FA-ALG-32, EX-33: files within 2 MU of the line of contact step forward, whole files, and
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
    // FA-FORM-08: out of formation until it reforms.
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

/// FA-STEP-08, FA-CHG-08, FA-ALG-31, FA-DEC-29: a test is needed for all who could be touched; skirmishers are asked before they step into battle troops.
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

/// FA-WHEEL-07, FA-FORM-05, FA-CHG-17: a column that wheels in its charge is bent: its bases follow the first one.
#[test]
fn a_column_follows_its_first_base() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 1), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (33.5, 22.5), 225.0)
        .build();
    let (a, e) = (scene.group("a"), scene.group("e"));
    let before: Vec<_> = scene.state.rects_of(a).copied().collect();
    go(&mut scene, &declare(a, wheel(0.0, Hand::Right, 30.0)), &[]);
    charge_on(&mut scene);
    assert!(scene.look().touch(a, e));
    assert_eq!(scene.state.group(a).shape, Shape::KinkedColumn);
    let rects: Vec<_> = scene.state.rects_of(a).copied().collect();
    assert!((rects[0].pose.facing.to_compass() - 30.0).abs() < 0.01);
    assert!(rects[3].pose.facing.to_compass().abs() < 0.01, "the last base has not passed the bend");
    assert!((rects[3].pose.at.x - before[3].pose.at.x).abs() < 0.01);
}

/// FA-CMOVE-10, FA-EV-04: a commander goes with his group.
#[test]
fn a_commander_goes_along() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 23.0), 180.0)
        .commander("chief", Side::Red, crate::state::Grade::Field, Some("a"), (30.0, 18.8))
        .build();
    let (a, chief) = (scene.group("a"), scene.officer("chief"));
    go(&mut scene, &straight(a), &[]);
    charge_on(&mut scene);
    assert!((scene.state.commander(chief).rect.pose.at.y - 21.8 * 25.0).abs() < 0.1);
}

/// FA-CMOVE-13: a lone enemy commander whom the charge reaches must look for shelter.
#[test]
fn a_lone_commander_is_caught() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 2), (28.0, 23.0), 180.0)
        .commander("lone", Side::Blue, crate::state::Grade::Field, None, (32.4, 22.8))
        .build();
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    enter(&mut scene, Stage::ChargeMoves);
    go(&mut scene, &Choice::Proceed, &[]);
    let waits = scene.state.pending.iter().any(|pending| {
        matches!(pending, crate::pending::Pending::Movement(crate::movement::Waiting::Caught { .. }))
    });
    assert!(waits, "{:?}", scene.state.pending);
}

/// FA-CHG-13, FA-OVL-00: who only overlapped may charge somebody else; the overlap ends.
#[test]
fn overlaps_end_with_a_charge() {
    let mut scene = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .group("o", Side::Blue, "HF armoured", (8, 4), (40.0, 20.0), 180.0)
        .build()
        .fighting("a", "o");
    scene.state.bouts[0].ties = [Tie::Overlap; 2];
    let (a, e) = (scene.group("a"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    charge_on(&mut scene);
    assert_eq!(scene.state.bouts.iter().map(|bout| bout.enemy_of(a)).collect::<Vec<_>>(), [e]);
    let mut same = scene.clone();
    same.state.bouts[0].ties = [Tie::Overlap; 2];
    same.state.charges.clear();
    enter(&mut same, Stage::DeclareCharges);
    assert!(rules(&same.refusals(&straight(a))).contains(&"FA-CHG-13"), "not the one it overlaps");
}

/// FA-CHG-22, FA-CHG-20: friends who have come into the way are passed by dropping a file back, or the charge is off.
#[test]
fn friends_may_come_into_the_way() {
    for (x, charged) in [(33.3, true), (31.0, false)] {
        let mut scene = table()
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (8, 4), (29.0, 22.5), 180.0)
            .group("friend", Side::Red, "HF armoured", (4, 2), (x, 40.0), 0.0)
            .build();
        let (a, friend) = (scene.group("a"), scene.group("friend"));
        go(&mut scene, &straight(a), &[]);
        for base in scene.state.bases_of(friend).collect::<Vec<_>>() {
            let rect = &mut scene.state.bases[base.index()].rect;
            *rect = rect.with_pose(rect.pose.translated(aelian_geometry::Vec2::new(0.0, -18.5 * 25.0)));
        }
        charge_on(&mut scene);
        assert_eq!(scene.state.did(a, Deed::Charged), charged, "{x}");
        let cancelled = scene.state.charges[0].status == crate::impact::ChargeStatus::Cancelled;
        assert_eq!(cancelled, !charged);
    }
}

/// FA-TER-21: in a river a charge goes across, not along it.
#[test]
fn rivers_are_charged_across() {
    for (compass, at, legal) in [(0.0, (30.0, 22.5), true), (90.0, (33.0, 19.7), false)] {
        let scene = table()
            .river(&[(10.0, 20.0), (60.0, 20.0)], 2.0, crate::field::Level::Uneven)
            .group("a", Side::Red, "LF unprotected javelins", (4, 2), (30.0, 19.9), compass)
            .group("e", Side::Blue, "LF unprotected", (4, 2), at, compass + 180.0)
            .build();
        let found = scene.refusals(&straight(scene.group("a")));
        assert_eq!(found.is_empty(), legal, "{compass}: {found:?}");
        if !legal {
            assert!(rules(&found).contains(&"FA-TER-21"));
        }
    }
}
