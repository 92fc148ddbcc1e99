//! The shooting phase, shot by shot.

use super::archers;
use crate::baseset::BaseId;
use crate::choice::{Choice, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::OutcomeKind;
use crate::shooting::odds_of_shot;
use crate::state::{Deeds, Moved, Place, Stage};
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};
use aelian_game::{Next, Ruleset};
use aelian_geometry::{Facing, Pose};

fn next(scene: &Scene) -> Next<Prompt, Choice> {
    scene.rules.next(&scene.state)
}

fn shoot_at(scene: &Scene, target: &str) -> Choice {
    Choice::NextShot { target: scene.id(target) }
}

/// BB-SHT-06, BB-SHT-26, BB-SHT-58, BB-SHT-60: a single shot is compulsory; nobody pursues, and close combat
/// follows.
#[test]
fn a_single_shot_is_made() {
    let mut scene = archers().base("z", Blue, "Reg Cv(O)", 500.0, 560.0, 180.0).build();
    assert_eq!(next(&scene).unasked(), Some(&shoot_at(&scene, "z")));
    let step = scene.play(&shoot_at(&scene, "z"), &[5, 1]).unwrap();
    assert!(step.reasons.iter().any(|reason| reason.rule.as_str() == "BB-OUT-41"));
    assert_eq!(scene.named("z").place, Place::Destroyed);
    assert!(scene.named("bw").deeds.shot);
    assert!(scene.state.pending.is_empty());
    assert_eq!(next(&scene), Next::Forced(Choice::Proceed));
    scene.play(&Choice::Proceed, &[]).unwrap();
    assert_eq!(scene.state.stage, Stage::CloseCombat);
}

/// BB-SHT-50: with several shots the active player says which comes next, whoever shoots (BB-SHT-07).
#[test]
fn the_active_player_orders_the_shots() {
    let scene = archers()
        .active(Blue)
        .base("z", Blue, "Reg Cv(O)", 500.0, 560.0, 180.0)
        .base("c", Red, "Reg Cv(O)", 900.0, 500.0, 0.0)
        .base("x", Blue, "Irr Bw(O)", 900.0, 560.0, 180.0)
        .build();
    let targets = scene.set(&["z", "c"]);
    assert_eq!(next(&scene), Next::Ask { side: Blue, prompt: Prompt::NextShot { targets } });
    // Nobody shoots at it: the nearest Bw of the enemy stands too far off.
    assert_eq!(scene.breaches(&shoot_at(&scene, "x")).first().map(|rule| rule.as_str()), Some("BB-SHT-10"));
}

/// BB-SHT-56, BB-SHT-59: a mutual shot is offered and rolled once; both have shot and were shot at.
#[test]
fn a_mutual_shot_serves_both() {
    let mut scene = archers().base("z", Blue, "Irr Bw(O)", 500.0, 560.0, 180.0).build();
    assert_eq!(next(&scene).unasked(), Some(&shoot_at(&scene, "z")));
    let step = scene.play(&shoot_at(&scene, "z"), &[3, 3]).unwrap();
    assert_eq!(step.rolls.len(), 1);
    assert!(step.reasons.iter().any(|reason| reason.rule.as_str() == "BB-SHT-56"));
    for name in ["bw", "z"] {
        let deeds = scene.named(name).deeds;
        assert!(deeds.shot && deeds.shot_at, "{name}");
    }
    assert_eq!(next(&scene), Next::Forced(Choice::Proceed));
}

/// BB-SHT-57, DEX-06: a shooter that is not shot at loses nothing by scoring less.
#[test]
fn shooters_that_are_not_shot_at_are_safe() {
    let mut scene = archers().base("z", Blue, "Reg Bd(O)", 500.0, 560.0, 180.0).build();
    scene.play(&shoot_at(&scene, "z"), &[1, 6]).unwrap();
    assert_eq!(scene.named("bw").place, Place::Table);
    assert!(scene.state.pending.is_empty());
}

/// BB-SHT-08, BB-MTD-03: mounted infantry leaves its vehicles when it shoots.
#[test]
fn shooting_costs_the_vehicles() {
    let mut scene = archers().vehicles("bw").base("z", Blue, "Reg Bd(O)", 500.0, 560.0, 180.0).build();
    scene.play(&shoot_at(&scene, "z"), &[3, 1]).unwrap();
    assert!(!scene.named("bw").vehicles);
}

/// EX-65: BB-SHT-54, BB-SHT-55: targets are found anew after each shot; one already shot at draws the shot of
/// another Bw, which is lost.
#[test]
fn ex_65() {
    let mut scene = archers()
        .base("other", Red, "Reg Bw(O)", 700.0, 500.0, 0.0)
        .base("z", Blue, "Irr Ps(O)", 500.0, 570.0, 180.0)
        .base("y", Blue, "Reg Bd(O)", 730.0, 585.0, 180.0)
        .build();
    let targets = scene.set(&["z", "y"]);
    assert_eq!(next(&scene), Next::Ask { side: Red, prompt: Prompt::NextShot { targets } });
    scene.happens(&Event::Shot { shooters: scene.set(&["bw"]), target: scene.id("z") });
    assert_eq!(next(&scene).unasked(), Some(&shoot_at(&scene, "y")));
    let to = Pose::new(700.0, 540.0, Facing::UP);
    scene.happens(&Event::Moved { base: scene.id("z"), via: Vec::new(), to, why: MoveWhy::Fled });
    // The Ps now stands before the other Bw and draws its shot, but cannot be shot at again.
    assert_eq!(scene.look().aims().targets(), scene.set(&["z"]));
    assert_eq!(next(&scene), Next::Forced(Choice::Proceed));
    let again = scene.breaches(&shoot_at(&scene, "z"));
    assert_eq!(again.first().map(|rule| rule.as_str()), Some("BB-SHT-54"));
}

/// BB-SHT-01, BB-SHT-02, BB-SHT-04, BB-SHT-07, BB-SHT-10, BB-SHT-20, BB-SHT-26, BB-TURN-04: a shot that is not asked
/// for is refused by the rule that forbids it; one that goes without saying is only not asked for.
#[test]
fn why_a_shot_is_not_asked_for() {
    let scene = archers()
        .base("gone", Red, "Reg Bw(O)", 700.0, 500.0, 0.0)
        .deeds("gone", Deeds { distance: 60.0, moved: Moved::Tactical, ..Deeds::default() })
        .base("done", Red, "Reg Bw(O)", 200.0, 500.0, 0.0)
        .deeds("done", Deeds { shot: true, ..Deeds::default() })
        .base("bd", Red, "Reg Bd(O)", 1000.0, 500.0, 0.0)
        .base("held", Red, "Reg Bw(O)", 1200.0, 500.0, 0.0)
        .base("w", Blue, "Reg Bd(O)", 1200.0, 500.0, 180.0)
        .base("far", Red, "Reg Bw(O)", 850.0, 500.0, 0.0)
        .base("z", Blue, "Reg Bd(O)", 500.0, 560.0, 180.0)
        .base("y", Blue, "Reg Bd(O)", 700.0, 560.0, 180.0)
        .build();
    let says = |shooter: &str, target: Option<&str>| -> Vec<String> {
        let choice = Choice::Target { shooter: scene.id(shooter), target: target.map(|name| scene.id(name)) };
        scene.breaches(&choice).iter().map(|rule| rule.as_str().to_owned()).collect()
    };
    assert_eq!(says("bd", Some("z")), ["BB-SHT-01"]);
    assert_eq!(says("gone", Some("y")), ["BB-SHT-02"]);
    assert_eq!(says("held", Some("w")), ["BB-SHT-04"]);
    assert_eq!(says("done", Some("z")), ["BB-SHT-07"]);
    assert_eq!(says("far", Some("z")), ["BB-SHT-10"]);
    assert_eq!(says("bw", Some("y")), ["BB-SHT-10"]);
    assert_eq!(says("bw", None), ["BB-SHT-26"]);
    assert_eq!(says("bw", Some("z")), ["BB-TURN-04"]);
    assert_eq!(says("far", None), ["BB-TURN-04"]);
    let nobody = scene.breaches(&shoot_at(&scene, "w"));
    assert_eq!(nobody.first().map(|rule| rule.as_str()), Some("BB-SHT-04"));
}

/// BB-SHT-31, BB-SHT-32: the owner names the primary shooter where it matters; the one that is shot at must
/// be it.
#[test]
fn primary_shooters() {
    let table = || {
        Table::new().stage(Stage::Shooting).base("bw", Red, "Reg Bw(O)", 500.0, 500.0, 0.0).base(
            "best",
            Red,
            "Reg Bw(S)",
            540.0,
            500.0,
            0.0,
        )
    };
    let mut scene = table().base("z", Blue, "Reg Cv(O)", 520.0, 560.0, 180.0).build();
    scene.play(&shoot_at(&scene, "z"), &[]).unwrap();
    let (target, shooters) = (scene.id("z"), scene.set(&["bw", "best"]));
    assert_eq!(next(&scene), Next::Ask { side: Red, prompt: Prompt::Primary { target, shooters } });
    let wrong = Choice::Primary { shooter: scene.id("z") };
    assert_eq!(scene.breaches(&wrong).first().map(|rule| rule.as_str()), Some("BB-SHT-31"));
    scene.play(&Choice::Primary { shooter: scene.id("best") }, &[4, 4]).unwrap();
    assert!(["bw", "best"].iter().all(|name| scene.named(name).deeds.shot));

    let shot_at = table().base("z", Blue, "Irr Bw(O)", 505.0, 560.0, 180.0).build();
    let look = shot_at.look();
    assert_eq!(look.primary_shooters(&look.aims(), shot_at.id("z")), shot_at.set(&["bw"]));

    let alike = archers()
        .base("same", Red, "Reg Bw(O)", 540.0, 500.0, 0.0)
        .base("z", Blue, "Reg Cv(O)", 520.0, 560.0, 180.0)
        .build();
    let look = alike.look();
    assert_eq!(look.primary_shooters(&look.aims(), alike.id("z")).len(), 1);
}

/// BB-SHT-51: odds of a shot are those of the real shot.
#[test]
fn odds_of_a_shot() {
    let scene = archers().base("z", Blue, "Reg Cv(O)", 500.0, 560.0, 180.0).build();
    let odds = odds_of_shot(scene.look(), scene.id("z"), scene.id("bw"));
    assert!(odds.exact && odds.leaves == 36);
    let destroyed = odds.chance(|both| both.second == OutcomeKind::Destroyed);
    // 4 against 3: a lead of 3 or more is a big difference, so the die must be 2 or more higher.
    assert!((destroyed - 10.0 / 36.0).abs() < 1e-12);
    assert!(odds.chance(|both| both.first != OutcomeKind::NoEffect) == 0.0);
}

/// BB-SHT-25, BB-RES-09: a shot can be given up before its dice, not after.
#[test]
fn the_dice_are_the_point_of_no_return() {
    let mut scene = archers()
        .base("el", Blue, "Irr El(O)", 500.0, 540.0, 180.0)
        .base("friend", Red, "Reg Bd(O)", 500.0, 615.0, 0.0)
        .build();
    let (shooter, target) = (scene.id("bw"), scene.id("el"));
    let give_up = Choice::Target { shooter, target: None };
    assert!(scene.check(&give_up).is_legal());
    scene.play(&Choice::Target { shooter, target: Some(target) }, &[]).unwrap();
    assert!(!scene.check(&give_up).is_legal(), "he has said that he shoots");
    scene.play(&shoot_at(&scene, "el"), &[2, 3]).unwrap();
    assert!(!scene.check(&give_up).is_legal());
}

/// Absurd choices are refused, not suffered.
#[test]
fn absurd_choices_are_refused() {
    let scene = archers().base("z", Blue, "Reg Cv(O)", 500.0, 560.0, 180.0).build();
    let far = BaseId::of(511);
    for choice in [
        Choice::NextShot { target: far },
        Choice::Primary { shooter: far },
        Choice::Target { shooter: far, target: Some(far) },
        Choice::Target { shooter: scene.id("bw"), target: Some(far) },
        Choice::Proceed,
        Choice::EndMoves,
    ] {
        assert!(!scene.check(&choice).is_legal(), "{choice:?}");
    }
}
