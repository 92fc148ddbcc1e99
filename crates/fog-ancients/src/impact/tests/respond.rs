//! Responses: evade or stand, FRAGMENTED groups, targets that are uncovered.

use super::*;
use crate::field::AreaKind;
use crate::state::{Cohesion, Deed};
use aelian_game::{Next, Ruleset, Side};

fn answer(group: GroupId, evade: bool) -> Choice {
    Choice::Impact(ImpactChoice::EvadeOrStand { group, evade })
}

fn charged(troop: &str, files: u8, enemy: &str) -> Scene {
    let mut scene = table()
        .group("a", Side::Red, "Kn armoured lancers", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, troop, (4, files), (30.0, 22.0), 180.0)
        .build();
    let _ = enemy;
    let a = scene.group("a");
    go(&mut scene, &straight(a), &[]);
    enter(&mut scene, Stage::EvadeOrStand);
    scene
}

/// FA-EV-01, FA-EV-02, FA-TROOP-27, FA-DEC-23: who is asked.
#[test]
fn those_who_can_evade_are_asked() {
    for (troop, files, asked) in [
        ("LH unprotected javelins", 2, true),
        ("LF unprotected javelins", 2, true),
        ("Cv armoured light-spear", 4, true),
        ("Cv armoured light-spear", 2, false),
        ("Cv armoured lancers", 4, false),
        ("HF armoured", 2, false),
    ] {
        let scene = charged(troop, files, "");
        let found = matches!(crate::impact::next(scene.look()), Some(Next::Ask { side: Side::Blue, .. }));
        assert_eq!(found, asked, "{troop} in {files} files");
    }
    let mut held = charged("LH unprotected javelins", 2, "");
    let (a, e) = (held.group("a"), held.group("e"));
    held.state.bouts.push(crate::state::Bout::between(a, e, [crate::state::Tie::Front; 2], false));
    assert!(crate::impact::next(held.look()).is_none(), "in close combat nobody evades");
}

/// FA-SKC-05, FA-EV-03, AMB-17: skirmishers test to stand to battle troops; a failure makes them evade.
#[test]
fn skirmishers_test_to_stand() {
    for (faces, stands) in [([3, 3], false), ([3, 4], true)] {
        let mut scene = charged("LF unprotected javelins", 2, "");
        let e = scene.group("e");
        assert!(scene.check(&answer(e, false)).ghost.test.is_some());
        go(&mut scene, &answer(e, false), &faces);
        assert_eq!(scene.state.did(e, Deed::Stands), stands);
        assert_eq!(scene.state.did(e, Deed::Evades), !stands);
    }
    let mut scene = charged("LF unprotected javelins", 2, "");
    let e = scene.group("e");
    go(&mut scene, &answer(e, true), &[]);
    assert!(scene.state.did(e, Deed::Evades));
    // Cavalry need no test.
    let mut scene = charged("Cv armoured light-spear", 4, "");
    go(&mut scene, &answer(e, false), &[]);
    assert!(scene.state.did(e, Deed::Stands));
}

/// FA-SKC-05: no test for those wholly in rough ground.
#[test]
fn rough_ground_lets_skirmishers_stand() {
    let mut scene = table()
        .area(AreaKind::Brush, &[(20.0, 21.9), (40.0, 21.9), (40.0, 30.0), (20.0, 30.0)])
        .group("a", Side::Red, "MF armoured impact-foot", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "LF unprotected javelins", (4, 4), (30.0, 22.0), 180.0)
        .build();
    let (a, e) = (scene.group("a"), scene.group("e"));
    go(&mut scene, &straight(a), &[]);
    enter(&mut scene, Stage::EvadeOrStand);
    assert!(scene.check(&answer(e, false)).ghost.test.is_none());
    go(&mut scene, &answer(e, false), &[]);
    assert!(scene.state.did(e, Deed::Stands));
}

/// FA-RESP-01, FA-RESP-02: heavy foot simply receive; nothing of theirs moves.
#[test]
fn receivers_do_not_move() {
    let mut scene = charged("HF armoured", 4, "");
    let e = scene.group("e");
    let before: Vec<_> = scene.state.rects_of(e).copied().collect();
    charge_on(&mut scene);
    assert_eq!(before, scene.state.rects_of(e).copied().collect::<Vec<_>>());
    assert!(!scene.state.did(e, Deed::Charged) && scene.state.did(e, Deed::WasCharged));
}

/// FA-CHG-32, FA-COH-13, FA-CHG-33: a FRAGMENTED group that is charged tests; if it breaks, friends who see it test and it routs
/// before the chargers move. Light foot frighten nobody.
#[test]
fn fragmented_groups_test_when_charged() {
    for (charger, tests) in [("Cv armoured", true), ("LF unprotected javelins", false)] {
        let mut scene = table()
            .group("a", Side::Red, charger, (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "LF unprotected", (6, 3), (30.0, 22.0), 180.0)
            .build()
            .cohesion("e", Cohesion::Fragmented);
        let a = scene.group("a");
        go(&mut scene, &straight(a), &[]);
        enter(&mut scene, Stage::FragmentedTests);
        assert_eq!(crate::impact::next(scene.look()).is_some(), tests, "{charger}");
    }
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .group("near", Side::Blue, "HF armoured", (4, 2), (37.5, 22.0), 180.0)
        .build()
        .cohesion("e", Cohesion::Fragmented);
    let (a, e, near) = (scene.group("a"), scene.group("e"), scene.group("near"));
    go(&mut scene, &straight(a), &[]);
    enter(&mut scene, Stage::FragmentedTests);
    go(&mut scene, &Choice::Proceed, &[1, 1]);
    assert!(scene.state.group(e).is_broken());
    assert_eq!(scene.state.stage, Stage::FragmentedTests);
    // The friend tests at once.
    assert_eq!(scene.state.seen.first().map(|seen| seen.group), Some(near));
    scene.play(&Choice::Proceed, &[6, 6]);
    assert!(scene.state.seen.is_empty() && scene.state.stage == Stage::FragmentedTests);
    // Then it routs: one die. The charge goes on after it and catches it or not.
    let before = scene.look().block(e).pose.at.y;
    scene.play(&Choice::Proceed, &[3]);
    assert!(scene.look().block(e).pose.at.y > before + 30.0);
    assert!(scene.state.did(a, Deed::Charged) || scene.state.stage > Stage::FragmentedTests);
}

/// FA-CHG-07, FA-CHG-34, AMB-35: a group hidden behind friends becomes a target when they have gone, and only then
/// tests; the charger rolls no variable move because it stands.
#[test]
fn hidden_groups_become_targets() {
    let mut scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "LF unprotected javelins", (6, 6), (30.0, 21.0), 180.0)
        .group("h", Side::Blue, "HF armoured", (8, 4), (30.0, 23.0), 180.0)
        .build()
        .cohesion("h", Cohesion::Fragmented);
    let (a, e, h) = (scene.group("a"), scene.group("e"), scene.group("h"));
    go(&mut scene, &straight(a), &[]);
    assert_eq!(scene.state.charges[0].targets, crate::ids::GroupSet::one(e));
    enter(&mut scene, Stage::EvadeOrStand);
    go(&mut scene, &answer(e, true), &[]);
    enter(&mut scene, Stage::FragmentedTests);
    assert!(crate::impact::next(scene.look()).is_none(), "it is still covered");
    // The light foot are gone.
    for base in scene.state.bases_of(e).collect::<Vec<_>>() {
        let rect = &mut scene.state.bases[base.index()].rect;
        *rect = rect.with_pose(rect.pose.translated(aelian_geometry::Vec2::new(0.0, 150.0)));
    }
    enter(&mut scene, Stage::UncoveredTests);
    go(&mut scene, &Choice::Proceed, &[]);
    assert!(scene.state.charges[0].targets.contains(h) && scene.state.charges[0].revealed.contains(h));
    go(&mut scene, &Choice::Proceed, &[6, 6]);
    assert!(crate::impact::next(scene.look()).is_none());
    charge_on(&mut scene);
    assert!(scene.look().touch(a, h));
    let _ = scene.rules.next(&scene.state);
}

/// FA-CHG-07, FA-EV-02: skirmishers who become targets because friends before them evaded may evade as well.
#[test]
fn uncovered_skirmishers_may_evade() {
    for evades in [true, false] {
        let mut scene = table()
            .group("a", Side::Red, "LH unprotected javelins", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "LH unprotected javelins", (4, 4), (30.0, 22.0), 180.0)
            .group("f", Side::Blue, "LF unprotected javelins", (4, 4), (30.0, 25.0), 180.0)
            .build();
        let (a, e, f) = (scene.group("a"), scene.group("e"), scene.group("f"));
        scene.play(&straight(a), &[]);
        assert!(!scene.state.charges[0].targets.contains(f), "e stands before it");
        scene.play(&answer(e, true), &[]);
        let evade = |group| {
            let (to, turn) = (crate::impact::evade::EvadeTo::Rear, crate::impact::evade::EvadeTurn::About);
            Choice::Impact(ImpactChoice::Evade(crate::impact::evade::EvadeOrder { group, to, turn }))
        };
        // f might cross the path of the charge before it is a target itself.
        scene.play(&Choice::Impact(ImpactChoice::EndInterceptions), &[]);
        scene.play(&evade(e), &[6]);
        assert_eq!(scene.state.stage, Stage::UncoveredTests);
        scene.play(&Choice::Proceed, &[]);
        assert!(scene.state.charges[0].revealed.contains(f));
        assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Blue, .. }));
        scene.play(&answer(f, evades), &[]);
        if evades {
            let before = scene.look().block(f).pose.at.y;
            scene.play(&evade(f), &[3]);
            assert!(scene.look().block(f).pose.at.y > before + 100.0);
        }
        assert_eq!(scene.state.stage, Stage::ChargeMoves);
    }
}
