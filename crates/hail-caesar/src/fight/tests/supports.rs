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

/// HC-SUPP-32, HC-SUPP-34, HC-SUPP-37, HC-SUPP-12, HC-ENG-02, HC-ENG-04, HC-ALG-11, HC-ALG-12, EX-87: supports strike
/// with their short range value at their friend's enemy, and are not struck.
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
    assert!(scene.look().is_engaged(u) && scene.look().is_engaged(left));
}

/// HC-SUPP-33, HC-COL-11, AMB-70: columns and testudos have no dice, squares one.
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

fn supports(table: Table) -> Vec<crate::position::SupportSide> {
    let scene = table.build();
    scene.look().supports_of(scene.unit("u")).iter().map(|support| support.side).collect()
}

/// HC-SUPP-29, HC-SUPP-30, HC-SUPP-23, EX-130, EX-131: how far beside and behind a support may stand.
#[test]
fn places_of_supports() {
    use crate::position::SupportSide::{Rear, Right};
    let at = |x: f64, y: f64| {
        supports(duel("medium-infantry", "medium-infantry").unit(
            "s",
            Side::Red,
            "medium-infantry",
            (x, y),
            0.0,
        ))
    };
    assert_eq!(at(30.0 + WIDTH + 0.2, 20.0), [Right]);
    assert!(at(30.0 + WIDTH + 1.6, 20.0).is_empty());
    assert!(at(30.0 + WIDTH + 0.2, 18.5).is_empty());
    assert_eq!(at(32.0, 20.0 - DEPTH), [Rear]);
    assert!(at(34.0, 20.0 - DEPTH).is_empty());
}

/// HC-SUPP-25, HC-SUPP-26: of two beside one flank the one that faces the enemy supports, though it touches him.
#[test]
fn one_support_for_each_flank() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("even", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .unit("turned", Side::Red, "medium-infantry small", (30.0 + WIDTH, 20.0 - DEPTH - 1.0), 300.0)
        .unit("n", Side::Blue, "medium-infantry", (30.0 + 1.6 * WIDTH, 20.0), 180.0);
    let scene = table.build();
    let found = scene.look().supports_of(scene.unit("u"));
    assert_eq!(found.iter().map(|support| support.unit).collect::<Vec<_>>(), [scene.unit("even")]);
}

/// HC-PIG-01, HC-PIG-02, HC-PIG-04: two units behind the head of a pig both support it, and nobody beside it does.
#[test]
fn the_pigs_head() {
    use crate::position::SupportSide::Rear;
    let behind = |troop: &str| {
        duel(troop, "medium-infantry")
            .unit("a", Side::Red, "medium-infantry", (30.0 - WIDTH / 2.0 + 0.05, 20.0 - DEPTH), 0.0)
            .unit("b", Side::Red, "medium-infantry", (30.0 + WIDTH / 2.0 - 0.05, 20.0 - DEPTH), 0.0)
            .unit("c", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
    };
    assert_eq!(supports(behind("medium-infantry pigs-head")), [Rear, Rear]);
    assert_eq!(supports(behind("medium-infantry")).len(), 2);
}

/// HC-TOUGH-02: tough fighters who only support roll nothing again.
#[test]
fn tough_supports_roll_once() {
    let mut scene = duel("medium-infantry", "medium-infantry")
        .unit("rear", Side::Red, "medium-infantry tough-fighters", (30.0, 20.0 - DEPTH), 0.0)
        .build();
    scene.go(&[]);
    scene.go(&[1; 6]);
    scene.go(&[1; 6]);
    scene.go(&[1; 3]);
}

/// HC-SUPP-28, HC-OOC-06: a support in open order closes up as soon as it fights.
#[test]
fn an_open_support_closes_up_to_fight() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("s", Side::Red, "skirmishers", (30.0 + WIDTH + 1.8, 20.0), 0.0)
        .unit("m", Side::Blue, "medium-infantry", (30.0 + WIDTH + 1.0, 20.0), 180.0);
    let mut scene = table.build();
    let s = scene.unit("s");
    let rect = scene.state.unit(s).rect;
    scene.state.units[s.index()].rect.pose.at.x = (30.0 + WIDTH / 2.0) * 25.4 + rect.width / 2.0;
    let loose = rect.width;
    scene.go(&[]);
    assert!(scene.state.is_fighting(s));
    assert!(scene.state.unit(s).rect.width < loose - 1.0);
}

/// HC-SQ-08, HC-TESTU-08, HC-SUPP-01: nor a square or a testudo; a battle line is supported.
#[test]
fn squares_and_testudos_have_no_supports() {
    let supported = |formation: Formation| {
        let at = table().formed("u", Side::Red, "medium-infantry testudo", formation, (30.0, 20.0), 0.0);
        let deep = at.clone().build().state.units[0].rect.depth / 25.4;
        let table = at
            .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
            .unit("s", Side::Red, "medium-infantry", (30.0, 20.0 - deep), 0.0)
            .fighting("u", "e");
        supports(table).len()
    };
    assert_eq!([Formation::Line, Formation::Square, Formation::Testudo].map(supported), [1, 0, 0]);
}

/// HC-WEDGE-06: nobody beside or behind a wedge supports it.
#[test]
fn a_wedge_has_no_supports() {
    let table = table()
        .formed("u", Side::Red, "medium-infantry wedge", Formation::Wedge, (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
        .unit("s", Side::Red, "medium-infantry", (30.0, 20.0 - 60.0 / 25.4), 0.0)
        .fighting("u", "e");
    assert!(supports(table).is_empty());
}
