//! Death rolls, base removal, autobreak (75.4 to 75.6).

use super::{hit, table};
use crate::choice::{Choice, Prompt};
use crate::cohesion::{CohesionChoice, CohesionPrompt, Loss, Removal};
use crate::ids::{BaseId, GroupSet};
use crate::settings::Edition;
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, CommanderPlace, Grade, Place};
use crate::testing::Scene;
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::Hand;

const HF: &str = "HF protected average";

fn fight(phase: Phase, red: (&str, u8, u8), blue: (&str, u8, u8)) -> Scene {
    table()
        .stage(phase, Stage::DeathRolls)
        .group("red", Side::Red, red.0, (red.1, red.2), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, blue.0, (blue.1, blue.2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue")
}

fn strength(scene: &Scene, name: &str) -> usize {
    scene.state.strength(scene.group(name))
}

/// EX-06, FA-QUAL-11, FA-DEATH-01, FA-DEATH-03, FA-DEATH-04, FA-REM-07: the winner adds two; the active side removes second.
#[test]
fn the_book_s_death_rolls() {
    let mut scene = fight(Phase::Impact, (HF, 12, 6), ("HF armoured superior", 8, 4));
    hit(&mut scene, "red", "blue", 4, false);
    hit(&mut scene, "blue", "red", 3, false);
    scene.play(&Choice::Proceed, &[1]);
    assert_eq!((strength(&scene, "blue"), strength(&scene, "red")), (7, 12));
    scene.play(&Choice::Proceed, &[4]);
    assert_eq!((strength(&scene, "blue"), strength(&scene, "red")), (7, 12));
    assert_ne!(scene.state.stage, Stage::DeathRolls);
}

/// EX-11, FA-ALG-93, FA-REM-11, FA-REM-08, FA-REM-09: a loss is refilled from behind; the frontage stays.
#[test]
fn the_front_is_refilled_from_behind() {
    let mut scene = fight(Phase::Melee, (HF, 12, 6), ("HF armoured superior", 8, 4));
    hit(&mut scene, "red", "blue", 3, false);
    hit(&mut scene, "blue", "red", 3, false);
    scene.play(&Choice::Proceed, &[1]);
    let array = scene.look().array(scene.group("blue"));
    assert_eq!((array.len(), array.files(), array.ranks()), (7, 4, 2));
    let front = scene.look().block(scene.group("blue"));
    assert!((front.pose.at.y - 24.0 * 25.0).abs() < 0.01 && (front.width - 160.0).abs() < 0.01);
}

/// EX-16, EX-17, FA-DEATH-05, FA-DEATH-06: nine hits of shooting cost a base for certain and perhaps another; two never.
#[test]
fn many_hits_roll_again() {
    let shot = |hits, faces: &[u8]| {
        let mut scene = table()
            .stage(Phase::Shooting, Stage::DeathRolls)
            .group("red", Side::Red, "Cv protected", (6, 3), (36.0, 20.0), 0.0)
            .group("blue", Side::Blue, "LF unprotected bow", (6, 3), (36.0, 24.0), 180.0)
            .build();
        hit(&mut scene, "blue", "red", hits, true);
        let roll = scene.look().death_roll(scene.group("red"));
        if !faces.is_empty() {
            scene.play(&Choice::Proceed, faces);
        }
        (strength(&scene, "red"), roll.map(|roll| roll.odds()))
    };
    let (left, odds) = shot(9, &[6, 1]);
    assert_eq!(left, 4);
    let fractions = [0, 1, 2].map(|lost| odds.as_ref().unwrap().weight(&lost).fraction());
    assert_eq!(fractions, [Some((0, 1)), Some((5, 6)), Some((1, 6))]);
    assert_eq!(shot(9, &[6, 2]).0, 5);
    assert_eq!(shot(2, &[]), (6, None));
}

/// FA-DEATH-02, FA-V31-20, FA-V31-50, FA-V31-51: who adds one.
#[test]
fn some_are_sturdier() {
    let added = |red: (&str, u8), blue: &str, edition| {
        let mut scene = fight(Phase::Melee, (red.0, red.1, 2), (blue, 4, 4));
        scene.rules.edition = edition;
        hit(&mut scene, "blue", "red", 5, false);
        scene.look().death_roll(scene.group("red")).unwrap().modifiers.total()
    };
    assert_eq!(added(("El", 2), HF, Edition::First), 1);
    assert_eq!(added(("HArt", 2), HF, Edition::First), 1);
    assert_eq!(added(("BWg", 2), HF, Edition::V31), 1);
    assert_eq!(added((HF, 2), HF, Edition::First), 0);
    assert_eq!(added((HF, 2), HF, Edition::V31), 1);
    assert_eq!(added(("Cv armoured", 4), HF, Edition::V31), 1);
    assert_eq!(added(("Cv armoured", 4), "Cv armoured", Edition::V31), 0);
    assert_eq!(added(("Cv armoured", 4), HF, Edition::First), 0);
}

/// FA-TAB-AUTO, FA-AUTO-01, FA-AUTO-02, FA-AUTO-03, FA-AUTO-04, FA-AUTO-05, FA-AUTO-08, EX-45, FA-V31-21, FA-V31-22: the losses at which each quality breaks.
#[test]
fn losses_break_a_group() {
    let sizes = [2, 3, 4, 6, 8, 9, 10, 12];
    let breaks_at = |quality: &str, edition| {
        sizes.map(|bases| {
            let scene = table()
                .edition(edition)
                .group("red", Side::Red, &format!("HF protected {quality}"), (bases, 2), (36.0, 24.0), 0.0)
                .build();
            (1..=12).find(|lost| scene.look().would_autobreak(scene.group("red"), *lost)).unwrap()
        })
    };
    assert_eq!(breaks_at("elite", Edition::First), [2, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(breaks_at("superior", Edition::First), [2, 2, 3, 4, 5, 5, 6, 7]);
    assert_eq!(breaks_at("average", Edition::First), [1, 2, 2, 3, 4, 4, 5, 5]);
    assert_eq!(breaks_at("poor", Edition::First), [1, 1, 2, 2, 3, 3, 4, 4]);
    assert_eq!(breaks_at("elite", Edition::V31), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(breaks_at("superior", Edition::V31), [1, 2, 3, 4, 5, 5, 6, 7]);
}

/// FA-AUTO-01, FA-CT-07, FA-CT-05: the loss that breaks a group is seen by its friends.
#[test]
fn a_group_breaks_by_its_losses() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::DeathRolls)
        .group("red", Side::Red, HF, (4, 2), (36.0, 24.0), 0.0)
        .group("friend", Side::Red, HF, (4, 2), (41.0, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (8, 2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    scene.state.bases[3].lost = true;
    hit(&mut scene, "blue", "red", 6, false);
    scene.play(&Choice::Proceed, &[3]);
    assert_eq!(scene.state.group(scene.group("red")).cohesion, Cohesion::Broken);
    assert_eq!(scene.state.broken[0].by, GroupSet::one(scene.group("blue")));
    assert_eq!(scene.state.seen[0].group, scene.group("friend"));
}

/// FA-CT-09, FA-AUTO-07, AMB-72: the last base gone, the group is destroyed; its friends have seen it.
#[test]
fn the_last_base_takes_the_group_along() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::DeathRolls)
        .group("red", Side::Red, "HF protected elite", (2, 2), (36.0, 24.0), 0.0)
        .group("friend", Side::Red, HF, (4, 2), (41.0, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (8, 2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    hit(&mut scene, "blue", "red", 12, false);
    // The first base goes from either end: the owner is asked; the second takes the group along.
    scene.play(&Choice::Proceed, &[6, 6]);
    while scene.state.group(scene.group("red")).on_table() {
        let mut choices = Vec::new();
        scene.rules.propose(&scene.state, aelian_game::Want::All, &mut choices);
        scene.play(&choices[0], &[]);
    }
    assert_eq!(scene.state.group(scene.group("red")).place, Place::Destroyed);
    assert_eq!(scene.state.seen[0].group, scene.group("friend"));
    assert!(scene.state.bouts.is_empty());
}

/// FA-REM-10, FA-DEC-35, FA-DEC-36: a single rank that fights along its whole front is shortened at either end.
#[test]
fn the_owner_chooses_the_end_of_a_thin_line() {
    let mut scene = fight(Phase::Melee, (HF, 8, 4), ("HF protected elite", 4, 4));
    hit(&mut scene, "red", "blue", 6, false);
    scene.play(&Choice::Proceed, &[1]);
    let Next::Ask { side, prompt: Prompt::Cohesion(CohesionPrompt::Lose { ways, .. }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("the owner is asked");
    };
    assert_eq!((side, ways.len()), (Side::Blue, 2));
    let strange = Removal { base: BaseId(0), from: None };
    assert_eq!(scene.refusals(&Choice::Cohesion(CohesionChoice::Lose(strange)))[0].as_str(), "FA-REM-04");
    let left = *ways.iter().find(|way| way.from == Some(Hand::Left)).unwrap();
    scene.play(&Choice::Cohesion(CohesionChoice::Lose(left)), &[]);
    let block = scene.look().block(scene.group("blue"));
    assert!((block.width - 120.0).abs() < 0.01);
    // Blue looks south: its left is the east, so the middle of the line goes to the west.
    assert!((block.pose.at.x - (36.0 * 25.0 - 20.0)).abs() < 0.01, "{block:?}");
}

/// FA-REM-09: before a fighting place stays empty, an idle end of the line fills it; nobody is asked.
#[test]
fn an_idle_end_refills_the_line() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::DeathRolls)
        .group("red", Side::Red, HF, (4, 2), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, "HF protected elite", (5, 5), (37.6, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    // Blue's five files reach two beyond Red on the east and one half on the west; the far east one is idle.
    let before: Vec<_> = scene.state.rects_of(scene.group("blue")).map(|rect| rect.pose.at.x).collect();
    hit(&mut scene, "red", "blue", 5, false);
    scene.play(&Choice::Proceed, &[1]);
    let mut after: Vec<_> = scene.state.rects_of(scene.group("blue")).map(|rect| rect.pose.at.x).collect();
    after.sort_by(f64::total_cmp);
    let most = before.iter().copied().fold(f64::MIN, f64::max);
    assert_eq!(after.len(), 4);
    assert!(after.iter().all(|x| (x - most).abs() > 1.0), "{before:?} {after:?}");
}

/// FA-REM-01, FA-REM-03: shooting takes the nearest base, pursuit the furthest.
#[test]
fn shooters_and_pursuers_take_different_bases() {
    let scene = table()
        .group("red", Side::Red, HF, (4, 1), (36.0, 20.0), 0.0)
        .group("blue", Side::Blue, "LF unprotected bow", (4, 2), (36.0, 24.0), 180.0)
        .build();
    let mut shot = scene.clone();
    hit(&mut shot, "blue", "red", 5, true);
    let (red, by) = (scene.group("red"), GroupSet::one(scene.group("blue")));
    assert_eq!(shot.look().removals(red, Loss::Shooting)[0].base, scene.base("red", 0, 0));
    assert_eq!(scene.look().removals(red, Loss::Routing { by })[0].base, scene.base("red", 0, 3));
}

/// FA-REM-02, FA-REM-12: the base goes where the hardest hitter stands.
#[test]
fn the_hardest_hitter_decides_where_the_loss_falls() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::DeathRolls)
        .group("red", Side::Red, "HF protected elite", (4, 4), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (4, 2), (34.4, 24.0), 180.0)
        .group("east", Side::Blue, HF, (4, 2), (37.6, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east");
    hit(&mut scene, "west", "red", 2, false);
    hit(&mut scene, "east", "red", 3, false);
    let bases: Vec<_> = scene
        .look()
        .removals(scene.group("red"), Loss::CloseCombat)
        .into_iter()
        .map(|way| way.base)
        .collect();
    assert!(bases.iter().all(|base| scene.state.rect(*base).pose.at.x > 36.0 * 25.0), "{bases:?}");
}

/// FA-REM-06: a commander in the front rank stays; the base that he displaced is the one that goes.
#[test]
fn the_commander_keeps_his_place() {
    let table = table()
        .stage(Phase::Melee, Stage::DeathRolls)
        .group("red", Side::Red, "HF protected elite", (2, 1), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (4, 1), (36.0, 24.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("red"), (36.0, 24.0));
    let mut scene = table.build().fighting("red", "blue");
    let (chief, red) = (scene.officer("chief"), scene.group("red"));
    let displaced = scene.base("red", 0, 0);
    scene.state.commanders[chief.index()].place = CommanderPlace::Front { group: red, displaced };
    hit(&mut scene, "blue", "red", 6, false);
    scene.play(&Choice::Proceed, &[1]);
    let CommanderPlace::Front { displaced: now, .. } = scene.state.commander(chief).place else {
        panic!("he fights on")
    };
    assert!(now != displaced && scene.state.base(displaced).lost);
    assert!(scene.look().touch(red, scene.group("blue")));
}

/// FA-REM-05: a thin line between two enemies does not give up its last base before one of them while it has others.
#[test]
fn every_enemy_keeps_somebody_before_him() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::DeathRolls)
        .group("red", Side::Red, "HF protected elite", (3, 3), (36.0, 24.0), 0.0)
        .group("west", Side::Blue, HF, (2, 1), (34.4, 24.0), 180.0)
        .group("east", Side::Blue, HF, (4, 2), (36.8, 24.0), 180.0)
        .build()
        .fighting("red", "west")
        .fighting("red", "east");
    hit(&mut scene, "west", "red", 3, false);
    let ways = scene.look().removals(scene.group("red"), Loss::CloseCombat);
    // The west hit hardest, but only the eastern end may be given up: the western base is refilled from there.
    assert!(!ways.is_empty() && ways.iter().all(|way| way.from == Some(Hand::Right)), "{ways:?}");
}

/// FA-AUTO-06: beyond its limit a group cannot be rallied.
#[test]
fn the_limit_of_losses_is_known() {
    let mut scene = table().group("red", Side::Red, HF, (6, 3), (36.0, 24.0), 0.0).build();
    for (lost, beyond) in [(5, false), (4, false), (3, true)] {
        scene.state.bases[lost].lost = true;
        assert_eq!(scene.look().is_beyond_autobreak(scene.group("red")), beyond);
    }
}
