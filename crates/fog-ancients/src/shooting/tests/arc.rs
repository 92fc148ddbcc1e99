//! Ranges, priority and arcs (60.2, 60.4, 60.5).

use super::{at, dice, facing, shooting, targets};
use crate::state::Work;
use crate::testing::Scene;
use aelian_game::Side;
use aelian_geometry::{Facing, Hand, Pose, Rect};

const BOWS: &str = "MF unprotected bow";

/// FA-SHOOT-06, FA-TAB-RANGE, FA-SHOOT-09, AMB-55, AMB-57: the ranges of all weapons, from the front edge.
#[test]
fn every_weapon_has_its_range() {
    let reaches = |troop: &str, gap: f64| dice(&facing(troop, (4, 4), gap), "blue") > 0;
    for (troop, range) in [
        (BOWS, 6.0),
        ("MF unprotected longbow", 6.0),
        ("MF unprotected crossbow", 6.0),
        ("LF unprotected bow*", 6.0),
        ("LF unprotected sling", 4.0),
        ("LH unprotected bow", 4.0),
        ("Cv armoured crossbow", 4.0),
        ("LH unprotected javelins", 2.0),
        ("MF protected firearm", 2.0),
        ("HArt", 12.0),
        ("LArt", 6.0),
    ] {
        assert!(reaches(troop, range) && !reaches(troop, range + 0.1), "{troop}");
    }
}

/// FA-SHOOT-07: the rear rank shoots at the front rank's range, even if the front rank has no missiles.
#[test]
fn the_rear_rank_shoots_from_the_front() {
    let scene = |gap: f64| {
        shooting()
            .mixed("red", Side::Red, &[("HF armoured", 4), (BOWS, 4)], 4, (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (12, 6), (30.0, 20.0 + gap), 180.0)
            .build()
    };
    assert_eq!((dice(&scene(4.0), "blue"), dice(&scene(4.1), "blue")), (4, 2));
}

/// FA-SHOOT-08: ranges are measured from the front edge of works, and to it.
#[test]
fn works_bring_shooters_nearer() {
    let with_work = |y: f64, facing: Facing| {
        let mut scene = at("MF unprotected bow", (1, 1), "HF protected", 6.5);
        let rect = Rect::new(Pose::new(750.0, y, facing), 40.0, 15.0);
        scene.state.works.push(Work { side: Side::Red, portable_of: None, rect });
        scene.look().aims().shots.len()
    };
    assert_eq!(with_work(900.0, Facing::UP), 0);
    assert_eq!(with_work(515.0, Facing::UP), 1, "the shooters stand at works 15 mm deep");
}

/// FA-SHOOT-16, FA-SHOOT-17, FA-ALG-95, FA-ALG-96: straight ahead in effective range goes before nearer but to the side; else the nearest.
#[test]
fn straight_ahead_goes_first() {
    let scene = |ahead: f64| {
        shooting()
            .group("red", Side::Red, BOWS, (1, 1), (30.0, 20.0), 0.0)
            .group("ahead", Side::Blue, "HF protected", (1, 1), (30.0, 20.0 + ahead), 180.0)
            .group("aside", Side::Blue, "HF protected", (1, 1), (31.7, 22.0), 180.0)
            .build()
    };
    assert_eq!(targets(&scene(4.0), "red"), [scene(4.0).group("ahead")]);
    assert_eq!(targets(&scene(4.1), "red"), [scene(4.1).group("aside")]);
}

/// FA-SHOOT-16, FA-SHOOT-19, AMB-29: of two straight ahead the nearest; at the same distance the more direct one.
#[test]
fn the_nearest_and_most_direct_is_taken() {
    let scene = |left: f64, x: f64| {
        shooting()
            .group("red", Side::Red, BOWS, (1, 1), (30.0, 20.0), 0.0)
            .group("left", Side::Blue, "HF protected", (1, 1), (x - 0.8, left), 180.0)
            .group("right", Side::Blue, "HF protected", (1, 1), (x + 0.8, 22.0), 180.0)
            .build()
    };
    assert_eq!(targets(&scene(21.9, 29.8), "red"), [scene(21.9, 29.8).group("left")]);
    assert_eq!(targets(&scene(22.0, 29.8), "red"), [scene(22.0, 29.8).group("right")]);
    assert_eq!(targets(&scene(22.0, 30.2), "red"), [scene(22.0, 30.2).group("left")]);
}

/// FA-SHOOT-21: one base width beside the base if the group is in effective range of that enemy, else two.
#[test]
fn the_arc_is_wider_at_long_range() {
    let scene = |aside: f64, gap: f64| {
        shooting()
            .group("red", Side::Red, BOWS, (1, 1), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (1, 1), (30.0 + 1.6 + aside, 20.0 + gap), 180.0)
            .build()
    };
    let shoots = |aside, gap| !targets(&scene(aside, gap), "red").is_empty();
    assert!(shoots(1.5, 3.0) && !shoots(1.7, 3.0));
    assert!(shoots(1.7, 5.0) && shoots(3.1, 5.0) && !shoots(3.3, 5.0));
}

/// FA-SHOOT-21: it is the group that is in effective range, not the base.
#[test]
fn one_near_base_narrows_the_arc_of_all() {
    let scene = |nearest: f64| {
        shooting()
            .group("red", Side::Red, BOWS, (2, 2), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (1, 1), (33.6, 20.0 + nearest), 180.0)
            .build()
    };
    // The left file is two base widths off, the right file one.
    assert_eq!(targets(&scene(4.5), "red").len(), 2);
    assert_eq!(targets(&scene(3.0), "red").len(), 1);
}

/// FA-SHOOT-22: part of the target must be forward of the line of the front edge.
#[test]
fn nobody_shoots_behind_his_front() {
    let scene = |y: f64| {
        shooting()
            .group("red", Side::Red, BOWS, (1, 1), (30.0, 20.0), 0.0)
            .group("blue", Side::Blue, "HF protected", (1, 1), (32.0, y), 180.0)
            .build()
    };
    assert_eq!(targets(&scene(19.5), "red").len(), 1);
    assert_eq!(targets(&scene(19.3), "red").len(), 0);
}

/// FA-SHOOT-23, FA-SHOOT-26, FA-SHOOT-29, FA-SPOA-14: light horse and light chariots shoot backwards at a minus, the
/// rear rank first; others do not.
#[test]
fn light_horse_shoot_over_their_shoulders() {
    let scene = |troop: &str| {
        shooting()
            .group("red", Side::Red, troop, (4, 2), (30.0, 20.0), 180.0)
            .group("blue", Side::Blue, "HF protected", (12, 6), (30.0, 24.0), 180.0)
            .build()
    };
    let horse = scene("LH unprotected bow");
    let aims = horse.look().aims();
    assert_eq!(aims.shots.len(), 4);
    assert!(aims.shots.iter().all(|shot| shot.rear && horse.look().shot_poas(shot).total() == -1));
    let rear = horse.base("red", 0, 1);
    assert!(aims.shots.iter().any(|shot| shot.base == rear && !shot.second));
    assert_eq!(dice(&scene("LCh bow"), "blue"), 2, "one rank of chariots");
    assert_eq!(dice(&scene("Cv unprotected bow"), "blue"), 0);
}

/// FA-SHOOT-15, FA-SHOOT-23: front and rear targets are one order of priority.
#[test]
fn the_better_target_decides_the_edge() {
    let scene = |before: f64, behind: f64| {
        shooting()
            .group("red", Side::Red, "LH unprotected bow", (1, 1), (30.0, 20.0), 0.0)
            .group("before", Side::Blue, "HF protected", (1, 1), (30.0, 20.0 + before), 180.0)
            .group("behind", Side::Blue, "HF protected", (1, 1), (30.0, 18.8 - behind), 0.0)
            .build()
    };
    assert_eq!(targets(&scene(3.0, 2.0), "red"), [scene(3.0, 2.0).group("behind")]);
    assert_eq!(targets(&scene(2.0, 2.0), "red"), [scene(2.0, 2.0).group("before")]);
}

fn wagons(files: u8) -> Scene {
    shooting()
        .group("red", Side::Red, "BWg crossbow", (2, files), (30.0, 20.0), 90.0)
        .group("north", Side::Blue, "HF protected", (12, 6), (28.0, 24.5), 180.0)
        .build()
}

/// FA-SHOOT-24, FA-SHOOT-27, FA-SHOOT-38, FA-SDICE-06, AMB-57: wagons shoot from a long side with one file, two base
/// widths each, never from a short edge.
#[test]
fn wagons_shoot_from_their_long_side() {
    assert_eq!(dice(&wagons(1), "north"), 4);
    assert_eq!(dice(&wagons(2), "north"), 2, "only the file on that side");
    let ahead = shooting()
        .group("red", Side::Red, "BWg crossbow", (2, 2), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (4, 2), (30.0, 23.0), 180.0)
        .build();
    assert_eq!(dice(&ahead, "blue"), 0);
}

/// FA-SHOOT-38: each half of the long side has a target of its own.
#[test]
fn the_halves_of_a_wagon_aim_by_themselves() {
    let scene = shooting()
        .group("red", Side::Red, "BWg crossbow", (1, 1), (30.0, 20.0), 90.0)
        .group("west", Side::Blue, "HF protected", (4, 2), (26.8, 23.0), 180.0)
        .group("east", Side::Blue, "HF protected", (4, 2), (30.0, 23.5), 180.0)
        .build();
    let mut found = targets(&scene, "red");
    found.sort();
    assert_eq!(found, [scene.group("west"), scene.group("east")]);
}

/// FA-DEC-62, FA-SHOOT-24: with enemies on both sides the owner says which; the same for all.
#[test]
fn the_owner_of_wagons_names_the_side() {
    use crate::choice::{Choice, Prompt};
    use crate::shooting::{ShootingChoice, ShootingPrompt};
    use aelian_game::{Next, Ruleset};
    let mut scene = shooting()
        .group("red", Side::Red, "BWg crossbow", (4, 2), (30.0, 20.0), 90.0)
        .group("north", Side::Blue, "HF protected", (4, 2), (28.0, 24.5), 180.0)
        .group("south", Side::Blue, "HF protected", (4, 2), (28.0, 16.0), 0.0)
        .build();
    let group = scene.group("red");
    let asked = scene.rules.next(&scene.state);
    let prompt = Prompt::Shooting(ShootingPrompt::Side { group });
    assert_eq!(asked, Next::Ask { side: Side::Red, prompt });
    scene.play(&Choice::Shooting(ShootingChoice::Side { group, side: Hand::Right }), &[]);
    assert_eq!((dice(&scene, "north"), dice(&scene, "south")), (0, 4));
}
