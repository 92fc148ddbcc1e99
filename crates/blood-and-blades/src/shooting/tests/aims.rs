//! The compulsory choice of target.

use super::archers;
use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::rules::Rules;
use crate::shooting::aim::Aim;
use crate::testing::{Scene, Table};
use aelian_game::Side::{Blue, Red};
use aelian_game::{Next, Ruleset, Viewer};

fn aim(scene: &Scene, shooter: &str) -> Option<Aim> {
    scene.look().aims().of(scene.id(shooter))
}

fn at(scene: &Scene, target: &str) -> Option<Aim> {
    Some(Aim::At(scene.id(target)))
}

fn open(scene: &Scene, targets: &[&str], may_give_up: bool) -> Option<Aim> {
    Some(Aim::Open { options: scene.set(targets), may_give_up })
}

/// EX-64: BB-SHT-20, BB-MDF-05: the most directly facing enemy must be the target, even if another is closer.
#[test]
fn the_most_directly_facing_is_the_target() {
    let scene = archers()
        .base("y", Blue, "Reg Bd(O)", 500.0, 550.0, 180.0)
        .base("z", Blue, "Reg Bd(O)", 550.0, 530.0, 180.0)
        .build();
    assert_eq!(aim(&scene, "bw"), at(&scene, "y"));
    assert_eq!(aim(&scene, "y"), None);
}

/// EX-64: BB-SHT-21: of two that face alike the closest, from the shooter's front to its nearest point.
#[test]
fn the_closest_of_equals_is_the_target() {
    // Both would cost 50 mm to align with; the one askew to the right is nearer by its corner.
    let scene = archers()
        .base("far", Blue, "Reg Bd(O)", 500.0, 550.0, 180.0)
        .base("near", Blue, "Reg Bd(O)", 540.0, 530.0, 180.0)
        .build();
    let (bw, look) = (scene.id("bw"), scene.look());
    let difference =
        look.engaging_distance(bw, scene.id("far")) - look.engaging_distance(bw, scene.id("near"));
    assert!(difference.abs() < 0.1);
    assert_eq!(aim(&scene, "bw"), at(&scene, "near"));
}

/// BB-SHT-22: equals in both: the owner chooses, and his choice stands.
#[test]
fn the_owner_chooses_among_equals() {
    let mut scene = archers()
        .base("y", Blue, "Reg Bd(O)", 470.0, 560.0, 180.0)
        .base("z", Blue, "Reg Bd(O)", 530.0, 560.0, 180.0)
        .build();
    let (shooter, options) = (scene.id("bw"), scene.set(&["y", "z"]));
    assert_eq!(aim(&scene, "bw"), open(&scene, &["y", "z"], false));
    let prompt = Prompt::Target { shooter, options, may_give_up: false };
    assert_eq!(scene.rules.next(&scene.state), Next::Ask { side: Red, prompt });
    let none = Choice::Target { shooter, target: None };
    assert_eq!(scene.breaches(&none).first().map(|rule| rule.as_str()), Some("BB-SHT-26"));
    let itself = Choice::Target { shooter, target: Some(shooter) };
    assert!(scene.breaches(&itself).iter().any(|rule| rule.as_str() == "BB-SHT-20"));
    let target = Some(scene.id("z"));
    scene.play(&Choice::Target { shooter, target }, &[]).unwrap();
    assert_eq!(aim(&scene, "bw"), at(&scene, "z"));
}

/// BB-SHT-23: a Ps may be ignored if another target is not Ps.
#[test]
fn psiloi_may_be_ignored() {
    let psiloi = || archers().base("ps", Blue, "Irr Ps(O)", 480.0, 530.0, 180.0);
    let alone = psiloi().build();
    assert_eq!(aim(&alone, "bw"), at(&alone, "ps"));
    let two = psiloi().base("other", Blue, "Irr Ps(O)", 540.0, 560.0, 180.0).build();
    assert_eq!(aim(&two, "bw"), at(&two, "ps"));
    let behind = psiloi().base("bd", Blue, "Reg Bd(O)", 540.0, 560.0, 180.0).build();
    assert_eq!(aim(&behind, "bw"), open(&behind, &["ps", "bd"], false));
    let before = archers()
        .base("bd", Blue, "Reg Bd(O)", 480.0, 530.0, 180.0)
        .base("ps", Blue, "Irr Ps(O)", 540.0, 560.0, 180.0)
        .build();
    assert_eq!(aim(&before, "bw"), at(&before, "bd"));
}

/// BB-SHT-25, BB-SHT-26, BB-EL-06: a shot at an El that would recoil into a friend may be given up, no other.
#[test]
fn shots_at_elephants_may_be_given_up() {
    let elephant = || archers().base("el", Blue, "Irr El(O)", 500.0, 540.0, 180.0);
    let alone = elephant().build();
    assert_eq!(aim(&alone, "bw"), at(&alone, "el"));
    let foe = elephant().base("friend", Blue, "Reg Bd(O)", 500.0, 600.0, 180.0).build();
    assert_eq!(aim(&foe, "bw"), at(&foe, "el"), "its own friends do not matter");
    let mut friend = elephant().base("friend", Red, "Reg Bd(O)", 500.0, 615.0, 0.0).build();
    assert_eq!(aim(&friend, "bw"), open(&friend, &["el"], true));
    let shooter = friend.id("bw");
    friend.play(&Choice::Target { shooter, target: None }, &[]).unwrap();
    assert_eq!(aim(&friend, "bw"), Some(Aim::GivenUp));
    assert_eq!(friend.rules.next(&friend.state), Next::Forced(Choice::Proceed));
    let beyond = elephant().base("friend", Red, "Reg Bd(O)", 500.0, 640.0, 0.0).build();
    assert_eq!(aim(&beyond, "bw"), at(&beyond, "el"), "out of the way of its recoil");
}

/// BB-SHT-24, BB-SHT-07: a Bw under fire must shoot back at a valid target, whatever faces it.
#[test]
fn return_fire_is_compulsory() {
    let table = || {
        archers().base("cv", Blue, "Reg Cv(O)", 480.0, 535.0, 180.0).base(
            "z",
            Blue,
            "Irr Bw(O)",
            540.0,
            560.0,
            180.0,
        )
    };
    let scene = table().build();
    assert_eq!(aim(&scene, "z"), at(&scene, "bw"));
    assert_eq!(aim(&scene, "bw"), at(&scene, "z"));
    // One that cannot shoot does not draw fire.
    let mut spent = table().build();
    spent.happens(&Event::Shot { shooters: spent.set(&["z"]), target: spent.id("cv") });
    assert_eq!(aim(&spent, "bw"), at(&spent, "cv"));
}

/// BB-SHT-27, AMB-101: under fire of several, the most directly facing of them.
#[test]
fn return_fire_at_the_most_directly_facing() {
    let scene = Table::new()
        .stage(crate::state::Stage::Shooting)
        .base("bw", Red, "Reg Bw(O)", 500.0, 500.0, 0.0)
        .base("y", Blue, "Irr Bw(O)", 475.0, 560.0, 180.0)
        .base("z", Blue, "Irr Bw(O)", 530.0, 560.0, 180.0)
        .build();
    assert_eq!(["y", "z"].map(|name| aim(&scene, name)), [at(&scene, "bw"), at(&scene, "bw")]);
    assert_eq!(aim(&scene, "bw"), at(&scene, "y"));
}

/// BB-BUSH-09: a hidden Bw may stay hidden; if it shoots it is revealed.
#[test]
fn hidden_shooters_choose() {
    let mut scene = archers().ambush("bw").base("z", Blue, "Reg Bd(O)", 500.0, 560.0, 180.0).build();
    assert_eq!(aim(&scene, "bw"), open(&scene, &["z"], true));
    let (shooter, target) = (scene.id("bw"), Some(scene.id("z")));
    let step = scene.play(&Choice::Target { shooter, target }, &[]).unwrap();
    assert!(step.events.contains(&Event::Revealed(shooter)));
    assert_eq!(aim(&scene, "bw"), at(&scene, "z"));
}

/// BB-BUSH-09, BB-BUSH-13, BB-SHT-20: who kept quiet in an ambush and is then shown with the rest of it must shoot,
/// and nobody learns that it had kept quiet.
#[test]
fn a_shot_given_up_in_hiding_does_not_outlast_it() {
    let mut scene = archers()
        .base("bw2", Red, "Reg Bw(O)", 540.0, 500.0, 0.0)
        .ambush("bw")
        .ambush("bw2")
        .base("z", Blue, "Reg Bd(O)", 500.0, 560.0, 180.0)
        .base("y", Blue, "Reg Bd(O)", 540.0, 560.0, 180.0)
        .build();
    let viewers = [Viewer::Side(Red), Viewer::Side(Blue), Viewer::Public];
    let mut seen = viewers.map(|viewer| scene.rules.view(&scene.state, viewer));
    let (first, second) = (scene.id("bw"), scene.id("bw2"));
    let choices = [
        Choice::Target { shooter: first, target: None },
        Choice::Target { shooter: second, target: Some(scene.id("y")) },
        Choice::RevealRest(true),
    ];
    for choice in choices {
        let mut real = scene.state.clone();
        for event in scene.play(&choice, &[]).unwrap().events {
            for (view, viewer) in seen.iter_mut().zip(viewers) {
                if let Some(event) = scene.rules.event_for(&real, &event, viewer) {
                    Rules::apply(view, &event);
                }
            }
            Rules::apply(&mut real, &event);
            for (view, viewer) in seen.iter().zip(viewers) {
                assert_eq!(*view, scene.rules.view(&real, viewer), "{viewer:?} after {event:?}");
            }
        }
    }
    assert!(scene.named("bw").on_table());
    assert_eq!(aim(&scene, "bw"), at(&scene, "z"));
}
