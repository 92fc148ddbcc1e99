//! Declarations: reach, contact, targets, wheels, friends, forbidden targets.

use super::*;
use crate::field::AreaKind;
use crate::settings::Edition;
use crate::state::Cohesion;
use aelian_game::{Ruleset, Side, Want};

/// FA-CHG-01, FA-CHG-10, FA-CHG-16: heavy foot reach enemy at 3 MU and not at 3.1.
#[test]
fn a_charge_reaches_as_far_as_the_move() {
    for (gap, legal) in [(2.5, true), (3.0, true), (3.1, false)] {
        let scene = table()
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 20.0 + gap), 180.0)
            .build();
        let found = scene.check(&straight(scene.group("a")));
        assert_eq!(found.is_legal(), legal, "{gap}: {:?}", found.breaches);
        if legal {
            assert!((found.ghost.used - gap * 25.0).abs() < 0.1);
            assert!(found.ghost.targets.contains(scene.group("e")));
        } else {
            assert_eq!(rules(&scene.refusals(&straight(scene.group("a")))), ["FA-CHG-01"]);
        }
    }
}

/// FA-CHG-01, FA-MOVE-02: rough ground on the way takes a mu from heavy foot.
#[test]
fn ground_on_the_way_shortens_a_charge() {
    let scene = table()
        .area(AreaKind::Brush, &[(20.0, 20.5), (40.0, 20.5), (40.0, 21.5), (20.0, 21.5)])
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.5), 180.0)
        .build();
    assert_eq!(rules(&scene.refusals(&straight(scene.group("a")))), ["FA-CHG-01"]);
}

/// FA-CHG-04, FA-ALG-21, FA-STEP-03: an enemy that only a stepping file can touch is a target, and so are several at once.
#[test]
fn all_that_can_be_touched_are_targets() {
    let scene = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 2), (28.4, 22.0), 180.0)
        .group("f", Side::Blue, "HF armoured", (4, 2), (31.6, 23.0), 180.0)
        .group("g", Side::Blue, "HF armoured", (4, 2), (38.0, 22.0), 180.0)
        .build();
    let found = scene.check(&straight(scene.group("a")));
    assert!(found.is_legal(), "{:?}", found.breaches);
    let targets = found.ghost.targets;
    assert!(targets.contains(scene.group("e")) && targets.contains(scene.group("f")));
    assert!(!targets.contains(scene.group("g")));
}

/// FA-CHG-11, FA-CHG-12, FA-CHG-13, FA-CHG-31.
#[test]
fn some_groups_cannot_charge() {
    let scene = table()
        .group("wagons", Side::Red, "BWg average undrilled", (2, 2), (20.0, 20.0), 0.0)
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .group("f", Side::Blue, "HF armoured", (8, 4), (20.0, 22.0), 180.0)
        .build();
    assert!(rules(&scene.refusals(&straight(scene.group("wagons")))).contains(&"FA-CHG-11"));
    let mut orb = scene.clone();
    orb.state.groups[1].shape = crate::state::Shape::Orb;
    assert_eq!(rules(&orb.refusals(&straight(scene.group("a")))), ["FA-CHG-12"]);
    let fragmented = scene.clone().cohesion("a", Cohesion::Fragmented);
    assert_eq!(rules(&fragmented.refusals(&straight(scene.group("a")))), ["FA-CHG-31"]);
    let fighting = scene.clone().fighting("a", "f");
    assert_eq!(rules(&fighting.refusals(&straight(scene.group("a")))), ["FA-CHG-13"]);
    assert_eq!(rules(&scene.refusals(&straight(scene.group("e")))), ["FA-SEQ-03"]);
}

/// FA-CHG-02, FA-CHG-03: one charge for each group; after the end none is declared.
#[test]
fn a_group_declares_once_and_the_list_is_closed() {
    let mut scene = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Red, "HF armoured", (8, 4), (40.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 22.0), 180.0)
        .group("f", Side::Blue, "HF armoured", (8, 4), (40.0, 22.0), 180.0)
        .build();
    let (a, b) = (scene.group("a"), scene.group("b"));
    go(&mut scene, &straight(a), &[]);
    assert_eq!(rules(&scene.refusals(&straight(a))), ["FA-CHG-02"]);
    go(&mut scene, &end(), &[]);
    assert_ne!(scene.state.stage, Stage::DeclareCharges);
    assert!(!scene.check(&straight(b)).is_legal());
}

/// FA-CHG-17 to FA-CHG-19, FA-ALG-20, FA-V31-12: a wheel may be made anywhere, by 90 degrees at most, in the later edition only at
/// the start.
#[test]
fn one_wheel_may_be_made() {
    let build = |edition| {
        table()
            .edition(edition)
            .group("a", Side::Red, "Cv armoured", (4, 2), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (8, 4), (34.2, 21.7), 225.0)
            .build()
    };
    let scene = build(Edition::First);
    let a = scene.group("a");
    assert!(!scene.check(&straight(a)).is_legal());
    assert!(scene.check(&declare(a, wheel(0.0, Hand::Right, 30.0))).is_legal());
    assert!(scene.check(&declare(a, wheel(0.5, Hand::Right, 30.0))).is_legal());
    assert!(rules(&scene.refusals(&declare(a, wheel(0.0, Hand::Right, 95.0)))).contains(&"FA-CHG-19"));
    let later = build(Edition::V31);
    assert!(later.check(&declare(a, wheel(0.0, Hand::Right, 30.0))).is_legal());
    assert_eq!(rules(&later.refusals(&declare(a, wheel(0.5, Hand::Right, 30.0)))), ["FA-V31-12"]);
}

/// FA-CHG-18, FA-ALG-22, AMB-37: a wheel that brings fewer bases to bear is forbidden.
#[test]
fn a_wheel_may_not_lose_bases() {
    let scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 23.0), 180.0)
        .build();
    let a = scene.group("a");
    assert!(scene.check(&straight(a)).is_legal());
    assert_eq!(rules(&scene.refusals(&declare(a, wheel(0.0, Hand::Right, 40.0)))), ["FA-CHG-18"]);
}

/// FA-CHG-20, FA-CHG-21, FA-CHG-24, FA-ALG-23: friends block; one file may drop back to pass them, not otherwise.
#[test]
fn one_file_drops_back_past_friends() {
    let blocked = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, "HF armoured", (4, 2), (33.3, 21.5), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (29.0, 22.5), 180.0)
        .build();
    let a = blocked.group("a");
    let drop = |hand| declare(a, ChargePath { drop: Some(hand), ..ChargePath::default() });
    assert_eq!(rules(&blocked.refusals(&straight(a))), ["FA-CHG-24"]);
    assert!(blocked.check(&drop(Hand::Right)).is_legal());
    assert!(!blocked.check(&drop(Hand::Left)).is_legal());
    let free = table()
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (29.0, 22.5), 180.0)
        .build();
    assert_eq!(rules(&free.refusals(&drop(Hand::Right))), ["FA-CHG-20"]);
}

/// FA-CHG-09, FA-FLK-16: the side of a base that fights to its front is no target but for a flank charge; that of a free
/// base is.
#[test]
fn sides_of_bases_in_melee_are_no_targets() {
    // The enemy fights "b"; "a" comes at its side from a place that is not behind its front.
    let build = || {
        table()
            .group("a", Side::Red, "HF armoured", (4, 2), (26.3, 21.0), 90.0)
            .group("b", Side::Red, "HF armoured", (4, 2), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, "HF armoured", (8, 2), (30.0, 20.0), 180.0)
            .build()
    };
    let fighting = build().fighting("b", "e");
    let a = fighting.group("a");
    let found = fighting.check(&straight(a));
    assert!(found.is_legal(), "a proper flank charge: {:?}", found.breaches);
    let mut scene = build().fighting("b", "e");
    for base in scene.state.bases_of(a).collect::<Vec<_>>() {
        let rect = &mut scene.state.bases[base.index()].rect;
        *rect = rect.with_pose(rect.pose.translated(aelian_geometry::Vec2::new(0.0, -40.0)));
    }
    assert_eq!(rules(&scene.refusals(&straight(a))), ["FA-CHG-09"]);
    scene.state.bouts.clear();
    assert!(scene.check(&straight(a)).is_legal());
}

/// FA-SKC-01, AMB-75: light foot may not charge battle troops in the open, but skirmishers, and troops in rough ground.
#[test]
fn light_foot_leave_battle_troops_in_the_open_alone() {
    let build = |enemy: &str, rough: bool| {
        let table = table();
        let table = if rough {
            table.area(AreaKind::Brush, &[(20.0, 22.0), (40.0, 22.0), (40.0, 30.0), (20.0, 30.0)])
        } else {
            table
        };
        table
            .group("a", Side::Red, "LF unprotected javelins", (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, enemy, (4, 4), (30.0, 22.5), 180.0)
            .build()
    };
    let open = build("MF protected", false);
    let a = open.group("a");
    assert_eq!(rules(&open.refusals(&straight(a))), ["FA-SKC-01"]);
    assert!(build("LF unprotected", false).check(&straight(a)).is_legal());
    assert!(build("MF protected", true).check(&straight(a)).is_legal());
    let broken = build("MF protected", false).cohesion("e", Cohesion::Broken);
    assert!(broken.check(&straight(a)).is_legal());
}

/// FA-LOS-06: enemy hidden in a wood cannot be charged.
#[test]
fn hidden_enemy_cannot_be_charged() {
    let scene = table()
        .area(AreaKind::Forest, &[(20.0, 22.0), (40.0, 22.0), (40.0, 30.0), (20.0, 30.0)])
        .group("a", Side::Red, "LF unprotected javelins", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "LF unprotected", (4, 4), (30.0, 23.5), 180.0)
        .build();
    assert_eq!(rules(&scene.refusals(&straight(scene.group("a")))), ["FA-LOS-06"]);
}

/// FA-SKC-02, FA-MISS-01, FA-CHG-30, FA-CHG-35, AMB-61: who must test, and what a failure does.
#[test]
fn some_charges_need_a_test() {
    let build = |troop: &str, enemy: &str| {
        table()
            .group("a", Side::Red, troop, (4, 4), (30.0, 20.0), 0.0)
            .group("e", Side::Blue, enemy, (4, 4), (30.0, 22.5), 180.0)
            .build()
    };
    let needs = |troop: &str, enemy: &str, cohesion| {
        let scene = build(troop, enemy).cohesion("a", cohesion);
        scene.check(&straight(scene.group("a"))).ghost.test.is_some()
    };
    assert!(needs("LH unprotected javelins", "MF protected", Cohesion::Steady));
    assert!(!needs("LH unprotected javelins", "LF unprotected", Cohesion::Steady));
    assert!(needs("MF protected bow", "MF protected", Cohesion::Steady));
    assert!(!needs("MF protected bow", "LH unprotected", Cohesion::Steady));
    assert!(!needs("MF protected", "MF protected", Cohesion::Steady));
    assert!(needs("MF protected", "MF protected", Cohesion::Disrupted));
    assert!(!needs("MF protected impact-foot", "MF protected", Cohesion::Disrupted));
    // One test for two reasons; a failure cancels the charge.
    for (faces, moved) in [([3, 4], false), ([4, 4], true)] {
        let mut scene = build("MF protected bow", "MF protected").cohesion("a", Cohesion::Disrupted);
        let a = scene.group("a");
        go(&mut scene, &straight(a), &[]);
        enter(&mut scene, Stage::ChargeTests);
        go(&mut scene, &Choice::Proceed, &faces);
        let cancelled = scene.state.charges[0].status == crate::impact::ChargeStatus::Cancelled;
        assert_eq!(cancelled, !moved, "{faces:?}");
    }
}

/// FA-DEC-20, FA-DEC-21: everything proposed is legal, a straight charge and wheels among it.
#[test]
fn proposals_are_legal() {
    let scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (33.0, 23.0), 200.0)
        .build();
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut out);
    assert!(out.len() > 3, "{out:?}");
    for choice in &out {
        assert!(scene.check(choice).is_legal(), "{choice:?}");
    }
    assert!(out.contains(&end()) && out.contains(&straight(scene.group("a"))));
}

/// Absurd declarations are refused.
#[test]
fn absurd_paths_are_refused() {
    let scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (30.0, 23.0), 180.0)
        .build();
    let a = scene.group("a");
    for path in [
        wheel(f64::NAN, Hand::Left, 10.0),
        wheel(0.0, Hand::Left, f64::NAN),
        wheel(-1.0, Hand::Left, 10.0),
        wheel(1.0e300, Hand::Left, 1.0e300),
        wheel(0.0, Hand::Left, -10.0),
    ] {
        assert!(!scene.check(&declare(a, path)).is_legal(), "{path:?}");
    }
    assert!(!scene.check(&straight(GroupId(77))).is_legal());
}

/// FA-CHG-15, AMB-53: a camp is not charged, and none is charged through.
#[test]
fn camps_are_not_charged() {
    let scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (8, 4), (36.0, 23.0), 180.0)
        .camp(Side::Blue, (30.0, 22.0), false)
        .build();
    assert_eq!(rules(&scene.refusals(&straight(scene.group("a")))), ["FA-CHG-15"]);
}

/// FA-CHG-23: a charge has no shift and no other change of formation: a path cannot even name one.
#[test]
fn a_path_names_nothing_but_a_wheel_and_a_drop() {
    let path: ChargePath =
        serde_json::from_str(r#"{"ahead":3.0,"wheel":["left",10.0],"shift":5.0}"#).unwrap();
    assert_eq!(path, ChargePath { ahead: 3.0.into(), wheel: Some((Hand::Left, 10.0.into())), drop: None });
}

/// FA-DEC-20: a charge that only a wheel between the fixed angles allows is proposed, squarely at the enemy.
#[test]
fn charges_are_proposed_at_each_enemy() {
    let scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (31.0, 23.0), 188.0)
        .build();
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut out);
    let a = scene.group("a");
    assert!(out.contains(&declare(a, wheel(0.0, Hand::Right, 8.0))), "{out:?}");
}

/// FA-DEC-20: what the search leaves out is refused, whatever the order in which wheels are tried.
#[test]
fn the_search_finds_what_each_path_by_itself_comes_to() {
    let scene = table()
        .group("a", Side::Red, "Cv armoured", (4, 4), (30.0, 20.0), 0.0)
        .group("friend", Side::Red, "HF armoured", (4, 2), (34.5, 23.5), 0.0)
        .group("e", Side::Blue, "HF armoured", (4, 4), (31.0, 23.0), 188.0)
        .group("f", Side::Blue, "LF unprotected", (4, 4), (25.0, 23.0), 150.0)
        .build();
    let (look, a) = (scene.look(), scene.group("a"));
    let found = crate::impact::charges(look);
    let (mut legal, mut refused) = (0, 0);
    for path in crate::impact::paths::sample(look, a) {
        let alone = crate::impact::declare::check_charge(look, a, &path).is_legal();
        let listed = found.iter().any(|charge| charge.group == a && charge.path == path);
        assert_eq!(alone, listed, "{path:?}");
        if alone { legal += 1 } else { refused += 1 }
    }
    assert!(legal > 5 && refused > 5, "{legal} legal, {refused} refused");
}

/// FA-BL-11: a line does not charge: each of its groups does so by itself.
#[test]
fn lines_do_not_charge() {
    let foot = "HF protected drilled impact-foot";
    let mut scene = table()
        .group("a", Side::Red, foot, (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Red, foot, (8, 4), (36.4, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF protected", (12, 6), (33.2, 22.0), 180.0)
        .commander("chief", Side::Red, crate::state::Grade::Field, Some("a"), (30.0, 18.8))
        .build();
    let (a, b) = (scene.group("a"), scene.group("b"));
    let legs = vec![crate::movement::Leg::Advance { distance: 50.0 }];
    let line = crate::movement::MoveOrder::all([a, b].into_iter().collect(), legs);
    let line = Choice::Movement(crate::movement::MovementChoice::Move(line));
    assert_eq!(rules(&scene.refusals(&line)), ["FA-SEQ-02"]);
    go(&mut scene, &straight(a), &[]);
    assert_eq!(scene.state.charges.iter().map(|charge| charge.group).collect::<Vec<_>>(), [a]);
}
