//! Supports in the round (55.9, 55.10).

use super::*;
use crate::fight::Strike;
use crate::formation::Formation;

const WIDTH: f64 = 180.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

fn strikes(scene: &mut Scene) -> Vec<Strike> {
    scene.fought([0, 0]);
    scene.round().strikes.clone()
}

fn of(scene: &mut Scene, name: &str) -> Vec<(UnitId, u8)> {
    let unit = scene.unit(name);
    let all = strikes(scene);
    all.iter().filter(|strike| strike.by == unit).map(|strike| (strike.on, strike.dice)).collect()
}

/// HC-SUPP-32, HC-SUPP-34, HC-SUPP-37, HC-ENG-02, EX-87: supports strike with their short range value at their friend's enemy,
/// and are not struck.
#[test]
fn supports_strike_too() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
        .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .build();
    let (u, e) = (scene.unit("u"), scene.unit("e"));
    let all = strikes(&mut scene);
    assert_eq!(all.len(), 4);
    assert!(all.iter().filter(|strike| strike.by != e).all(|strike| strike.on == e));
    assert!(all.iter().filter(|strike| strike.by == e).all(|strike| strike.on == u));
    let left = scene.unit("left");
    let one = all.iter().find(|strike| strike.by == left).unwrap();
    assert_eq!((one.dice, one.of, one.needed), (3, u, 4));
}

/// HC-SUPP-33, AMB-70: columns and testudos have no dice, squares one.
#[test]
fn formations_limit_supports() {
    let dice = |formation: Formation| {
        let troop = "heavy-infantry testudo";
        let scene = table().formed("s", Side::Red, troop, formation, (30.0, 20.0), 0.0).build();
        scene.look().support_dice(scene.unit("s"))
    };
    assert_eq!((dice(Formation::Line), dice(Formation::Column), dice(Formation::Square)), (3, 0, 1));
    assert_eq!(dice(Formation::Testudo), 0);
}

/// HC-SUPP-34: a friend with two enemies: a support beside it strikes the nearer, one behind it divides its dice.
#[test]
fn supports_of_a_friend_with_two_enemies() {
    let mut scene = table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("a", Side::Blue, "medium-infantry small", (30.0 - 1.9, 20.0), 180.0)
        .unit("b", Side::Blue, "medium-infantry small", (30.0 + 1.9, 20.0), 180.0)
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
        .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .fighting("u", "a")
        .fighting("u", "b")
        .build();
    let (a, b) = (scene.unit("a"), scene.unit("b"));
    assert_eq!(of(&mut scene.clone(), "left"), [(a, 3)]);
    assert_eq!(of(&mut scene, "rear"), [(a, 2), (b, 1)]);
}

/// HC-SUPP-36, HC-ENG-12: a unit that supports two friends divides its dice, though they fight different enemies.
#[test]
fn a_shared_support_divides_its_dice() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("mid", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .unit("v", Side::Red, "medium-infantry", (30.0 + 2.0 * WIDTH, 20.0), 0.0)
        .unit("f", Side::Blue, "medium-infantry", (30.0 + 2.0 * WIDTH, 20.0), 180.0)
        .fighting("v", "f")
        .build();
    let (u, v) = (scene.unit("u"), scene.unit("v"));
    scene.answer(FightChoice::Engagement { unit: u }, &[]);
    while !scene.round().fixed {
        scene.roll_all(1);
    }
    let mid = scene.unit("mid");
    let first: Vec<u8> =
        scene.round().strikes.iter().filter(|strike| strike.by == mid).map(|strike| strike.dice).collect();
    assert_eq!(first, [2]);
    assert_eq!(scene.look().engagement_of(v).len(), 2);
}

/// HC-ENG-08, HC-ENG-09: a support that an enemy's centre-front touches fights from now on, without a charge.
#[test]
fn a_touched_support_fights() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("right", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .unit("more", Side::Blue, "medium-infantry", (30.0 + WIDTH, 20.0), 180.0)
        .build();
    scene.go(&[]);
    // The two pairs are not linked: another engagement of this part.
    assert_eq!((scene.round().units.len(), scene.look().unfought().len()), (2, 1));
    assert!(scene.state.is_fighting(scene.unit("right")));
    let right = scene.combat("right");
    assert!(!right.charged && right.rounds == 0);
}
