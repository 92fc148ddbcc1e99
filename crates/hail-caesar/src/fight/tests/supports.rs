//! Supports in the round (55.9, 55.10).

use super::*;
use crate::fight::{Kept, Share, Shares, Strike};
use crate::formation::Formation;

const WIDTH: f64 = 180.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

fn strikes(scene: &mut Scene) -> Vec<Strike> {
    scene.fought([0, 0]);
    scene.round().strikes.clone()
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

/// Red's `u` fights `a` and `b`, with a support beside it and one behind it.
fn two_enemies() -> Table {
    table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("a", Side::Blue, "medium-infantry small", (30.0 - 1.9, 20.0), 180.0)
        .unit("b", Side::Blue, "medium-infantry small", (30.0 + 1.9, 20.0), 180.0)
        .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
        .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .fighting("u", "a")
        .fighting("u", "b")
}

/// Answers the question how a support shares out its dice by the way with this number.
fn share_by(scene: &mut Scene, name: &str, way: usize) -> Vec<Shares> {
    let Some((Side::Red, FightPrompt::Share { unit, ways })) = scene.asks() else {
        panic!("nobody is asked: {:?}", scene.asks())
    };
    assert_eq!(unit, scene.unit(name));
    scene.answer(FightChoice::Share { unit, shares: ways[way].clone() }, &[]);
    ways
}

/// The dice of a support in the round, once all is fixed.
fn dice_of(scene: &mut Scene, name: &str) -> Vec<(UnitId, u8)> {
    while !scene.round().fixed {
        scene.roll_all(1);
    }
    let unit = scene.unit(name);
    let strikes = scene.round().strikes.iter().filter(|strike| strike.by == unit);
    strikes.map(|strike| (strike.on, strike.dice)).collect()
}

/// HC-SUPP-34: a friend with two enemies: a support beside it strikes the nearer, one behind it divides its dice; its
/// owner says who is struck by the odd one.
#[test]
fn supports_of_a_friend_with_two_enemies() {
    let scene = two_enemies().build();
    let (a, b) = (scene.unit("a"), scene.unit("b"));
    for (way, expected) in [(0, [(a, 2), (b, 1)]), (1, [(a, 1), (b, 2)])] {
        let mut scene = scene.clone();
        scene.go(&[]);
        assert_eq!(share_by(&mut scene, "rear", way).len(), 2);
        assert_eq!(dice_of(&mut scene, "rear"), expected);
        assert_eq!(dice_of(&mut scene, "left"), [(a, 3)]);
    }
    let (unit, shares) = (scene.unit("rear"), vec![Share { of: scene.unit("u"), on: Some(a), dice: 3 }]);
    let mut scene = scene.clone();
    scene.go(&[]);
    let all_on_one = Choice::Fight(FightChoice::Share { unit, shares });
    assert!(!scene.rules.check(&scene.state, &all_on_one).is_legal());
}

/// HC-SUPP-34: where the dice divide without a rest, or go to one enemy, nobody is asked.
#[test]
fn even_dice_are_divided_unasked() {
    let mut scene = two_enemies().build();
    let rear = scene.unit("rear");
    std::sync::Arc::make_mut(&mut scene.rules.cards)[rear.index()].stats.support = 2;
    scene.go(&[]);
    assert_eq!(scene.asks(), None);
    let (a, b) = (scene.unit("a"), scene.unit("b"));
    assert_eq!(dice_of(&mut scene, "rear"), [(a, 1), (b, 1)]);
}

/// Red's `u` and `v` fight `e` and `f` in engagements of their own; `mid` stands between them.
fn two_engagements() -> Table {
    duel("medium-infantry", "medium-infantry")
        .unit("mid", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .unit("v", Side::Red, "medium-infantry", (30.0 + 2.0 * WIDTH, 20.0), 0.0)
        .unit("f", Side::Blue, "medium-infantry", (30.0 + 2.0 * WIDTH, 20.0), 180.0)
        .fighting("v", "f")
}

/// HC-SUPP-36, HC-ENG-12: a unit that supports two friends divides its dice, though they fight different enemies; its
/// owner says for whom the odd one is.
#[test]
fn a_shared_support_divides_its_dice() {
    let scene = two_engagements().build();
    let (u, v, e) = (scene.unit("u"), scene.unit("v"), scene.unit("e"));
    for (way, dice) in [(0, 2), (1, 1)] {
        let mut scene = scene.clone();
        scene.answer(FightChoice::Engagement { unit: u }, &[]);
        assert_eq!(share_by(&mut scene, "mid", way).len(), 2);
        assert_eq!(dice_of(&mut scene, "mid"), [(e, dice)]);
        let mid = scene.unit("mid");
        assert_eq!(scene.state.kept[..], [Kept { unit: mid, of: v, dice: 3 - dice }]);
        assert_eq!(scene.look().engagement_of(v).len(), 2);
    }
}

/// HC-ENG-12: its share stays as it was when the first engagement was fought, though the friend there is destroyed.
#[test]
fn a_share_is_kept_for_the_second_engagement() {
    let mut scene = two_engagements().build();
    let (u, f) = (scene.unit("u"), scene.unit("f"));
    scene.state.units[u.index()].casualties = 12;
    scene.answer(FightChoice::Engagement { unit: u }, &[]);
    share_by(&mut scene, "mid", 0);
    assert_eq!(dice_of(&mut scene, "mid").len(), 1);
    while scene.round().strikes.iter().any(|strike| strike.hits.is_none()) {
        scene.roll_all(1);
    }
    scene.round().inflicted = [0, 3];
    // `u` is shattered; `mid` tests and holds; the victor stays.
    while scene.state.pending.is_empty() || scene.round().units.contains(u) {
        match scene.asks() {
            Some(_) => drop(scene.victor("e", Act::Stay, &[])),
            None => scene.roll_all(6),
        }
    }
    assert!(scene.is_gone("u") && !scene.is_gone("mid"));
    assert!(scene.round().units.contains(f));
    assert_eq!(dice_of(&mut scene, "mid"), [(f, 1)]);
}

/// HC-SUPP-36: a unit that stands behind two friends of one engagement, more behind one of them, divides by that.
#[test]
fn more_contact_is_more_dice() {
    let mut scene = table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("v", Side::Red, "medium-infantry small", (30.0 + 0.75 * WIDTH, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
        .unit("f", Side::Blue, "medium-infantry small", (30.0 + 0.75 * WIDTH, 20.0), 180.0)
        .unit(
            "rear",
            Side::Red,
            "medium-infantry large 8/8/4/0/5+/8",
            (30.0 + 0.2 * WIDTH, 20.0 - DEPTH),
            0.0,
        )
        .fighting("u", "e")
        .fighting("u", "f")
        .fighting("v", "f")
        .build();
    scene.go(&[]);
    let (u, v) = (scene.unit("u"), scene.unit("v"));
    while scene.asks().is_some() {
        let first = scene.proposals().swap_remove(0);
        scene.play(&first, &[]);
    }
    dice_of(&mut scene, "rear");
    let rear = scene.unit("rear");
    let strikes = scene.round().strikes.clone();
    let of = |friend: UnitId| -> u8 {
        strikes.iter().filter(|one| (one.by, one.of) == (rear, friend)).map(|one| one.dice).sum()
    };
    assert_eq!((of(u), of(v)), (3, 1));
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
