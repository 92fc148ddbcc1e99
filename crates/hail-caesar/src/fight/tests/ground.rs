//! Giving ground (60.7): where to, with whom, past whom.

use super::*;
use crate::formation::Formation;
use crate::state::Place;
use crate::troop::Class;

const WIDTH: f64 = 180.0 / 25.4;
const HALF: f64 = 90.0 / 25.4;
const DEPTH: f64 = 40.0 / 25.4;

/// Red's `u` has lost by one and rolls so that it gives ground.
fn pushed(table: Table, faces: &[u8]) -> Scene {
    let mut scene = table.build();
    scene.result([0, 1]);
    scene.go(faces);
    scene
}

/// HC-GIVE-01, HC-GIVE-02, HC-ALG-15, EX-133: straight away from the enemy, keeping formation and facing.
#[test]
fn straight_away() {
    let mut scene = pushed(duel("medium-infantry", "medium-infantry"), &[4, 4]);
    scene.go(&[]);
    assert_eq!(scene.front("u"), (30.0, 14.0));
    let flank = table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0 + HALF, 20.0 - DEPTH / 2.0), 270.0)
        .fighting("u", "e");
    let mut scene = pushed(flank, &[4, 4]);
    scene.go(&[]);
    assert_eq!(scene.front("u"), (24.0, 20.0));
}

/// HC-GIVE-03, HC-GIVE-04, AMB-76, EX-134: between two enemies, by the weight of their attacks.
#[test]
fn between_two_enemies() {
    let both = table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
        .unit("f", Side::Blue, "medium-infantry", (30.0 + HALF, 20.0 - DEPTH / 2.0), 270.0)
        .fighting("u", "e")
        .fighting("u", "f");
    let mut scene = both.build();
    scene.go(&[]);
    let u = scene.unit("u");
    let first = scene.proposals().remove(0);
    scene.play(&first, &[]);
    while scene.round().strikes.iter().any(|strike| strike.hits.is_none()) || !scene.round().fixed {
        scene.roll_all(1);
    }
    scene.round().inflicted = [0, 1];
    scene.go(&[]);
    assert_eq!(scene.tests(), [(u, 1)]);
    scene.go(&[4, 4]);
    scene.go(&[]);
    assert_eq!(scene.front("u"), (25.76, 15.76));
}

/// HC-GIVE-05, HC-GIVE-12, EX-105: between enemies in front and rear it is destroyed; its supports test.
#[test]
fn between_front_and_rear_it_is_lost() {
    let mut scene = table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
        .unit("f", Side::Blue, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0)
        .unit("s", Side::Red, "medium-infantry", (30.0 + WIDTH, 20.0), 0.0)
        .fighting("u", "e")
        .fighting("u", "f")
        .build();
    scene.result([0, 1]);
    assert!(scene.go(&[4, 4]).contains(&rule!("HC-GIVE-05")));
    assert!(scene.is_gone("u"));
    let s = scene.unit("s");
    assert_eq!(scene.tests(), [(s, 1)]);
    // HC-BRES-27: a support that must give ground goes straight away from the enemy.
    scene.go(&[4, 4]);
    scene.go(&[]);
    let (x, y) = scene.front("s");
    assert!((x - 37.09).abs() < 0.01 && y == 14.0, "{x} {y}");
}

/// HC-GIVE-06: engines and baggage do not give ground.
#[test]
fn engines_do_not_give_ground() {
    let scene = pushed(duel("light-artillery", "medium-infantry"), &[4, 4]);
    assert!(scene.is_gone("u"));
    let mut scene = pushed(
        duel("medium-infantry", "medium-infantry").unit(
            "s",
            Side::Red,
            "light-artillery",
            (30.0, 20.0 - DEPTH),
            0.0,
        ),
        &[4, 4],
    );
    assert_eq!(scene.look().class(scene.unit("s")), Class::LightArtillery);
    scene.go(&[]);
    assert!(scene.is_gone("s") && !scene.is_gone("u"));
}

/// HC-GIVE-07, HC-BRES-21, HC-BRES-22, HC-BRES-23, HC-SUPM-01: supports go with it, and are disordered only where the
/// result says all.
#[test]
fn supports_go_with_it() {
    let fight = |faces: &[u8]| {
        let mut scene = pushed(
            duel("medium-infantry", "medium-infantry")
                .unit("left", Side::Red, "medium-infantry", (30.0 - WIDTH, 20.0), 0.0)
                .unit("rear", Side::Red, "medium-infantry", (30.0, 20.0 - DEPTH), 0.0),
            faces,
        );
        scene.go(&[]);
        assert_eq!((scene.front("left").1, scene.front("rear").1), (14.0, 12.43));
        ["u", "left", "rear"].map(|name| scene.look().is_disordered(scene.unit(name)))
    };
    assert_eq!(fight(&[4, 4]), [false; 3]);
    assert_eq!(fight(&[3, 3]), [true, false, false]);
    assert_eq!(fight(&[2, 3]), [true; 3]);
}

/// HC-SUPM-04: a support that has followed another friend ignores the second.
#[test]
fn a_support_follows_one_friend_only() {
    let table = duel("medium-infantry", "medium-infantry").unit(
        "left",
        Side::Red,
        "medium-infantry",
        (30.0 - WIDTH, 20.0),
        0.0,
    );
    let mut scene = table.build();
    scene.result([0, 1]);
    let left = scene.unit("left");
    scene.round().followed.insert(left);
    scene.go(&[4, 4]);
    scene.go(&[]);
    assert_eq!((scene.front("u").1, scene.front("left").1), (14.0, 20.0));
}

/// HC-GIVE-10, HC-GIVE-11, HC-GIVE-16, HC-DIS-10, EX-106: a friend in the way steps aside by the least, if his owner
/// says so.
#[test]
fn a_friend_steps_aside() {
    let with_friend = |troop: &str| {
        duel("medium-infantry", "medium-infantry").unit(
            "f",
            Side::Red,
            troop,
            (35.0, 20.0 - DEPTH - 3.0),
            0.0,
        )
    };
    let mut scene = pushed(with_friend("medium-infantry"), &[4, 4]);
    let (u, f) = (scene.unit("u"), scene.unit("f"));
    assert_eq!(scene.asks(), Some((Side::Red, FightPrompt::StepAside { unit: u, friend: f })));
    let mut refused = scene.clone();
    refused.answer(FightChoice::StepAside(false), &[]);
    assert!(refused.is_gone("u") && refused.front("f").0 == 35.0);
    scene.answer(FightChoice::StepAside(true), &[]);
    assert!(scene.go(&[3]).contains(&rule!("HC-GIVE-11")));
    assert_eq!((scene.front("u"), scene.front("f").1), ((30.0, 14.0), 15.43));
    assert!((scene.front("f").0 - 37.1).abs() < 0.03);
    assert!(scene.look().is_disordered(u) && scene.look().is_disordered(f));
    let mut scene = pushed(with_friend("medium-infantry"), &[4, 4]);
    scene.answer(FightChoice::StepAside(true), &[]);
    scene.go(&[4]);
    assert!(scene.look().is_disordered(u) && !scene.look().is_disordered(f));
    // Too far to go, disordered or engaged: it cannot step aside.
    let mut scene = with_friend("medium-infantry").build().disordered("f");
    scene.result([0, 1]);
    scene.go(&[4, 4]);
    assert!(scene.go(&[]).contains(&rule!("HC-GIVE-08")) && scene.is_gone("u"));
    let middle = duel("medium-infantry", "medium-infantry").unit(
        "f",
        Side::Red,
        "medium-infantry",
        (30.0, 20.0 - DEPTH - 3.0),
        0.0,
    );
    let mut scene = pushed(middle, &[4, 4]);
    assert_eq!(scene.asks().map(|(side, _)| side), Some(Side::Red));
    scene.answer(FightChoice::StepAside(true), &[]);
    scene.go(&[6]);
    assert_eq!(scene.front("u").1, 14.0);
}

/// HC-GIVE-13, HC-DRILL-04, HC-DRILL-05, HC-DRILL-06: drilled battle lines step aside without a test; who gives
/// ground is disordered.
#[test]
fn the_drilled_step_aside_in_order() {
    let table = duel("medium-infantry drilled", "medium-infantry").unit(
        "f",
        Side::Red,
        "medium-infantry drilled",
        (35.0, 20.0 - DEPTH - 3.0),
        0.0,
    );
    let mut scene = pushed(table, &[4, 4]);
    scene.answer(FightChoice::StepAside(true), &[]);
    assert!(scene.go(&[]).contains(&rule!("HC-GIVE-13")));
    assert!(scene.look().is_disordered(scene.unit("u")) && !scene.look().is_disordered(scene.unit("f")));
}

/// HC-GIVE-08, HC-IMP-01: enemies, engaged friends and impassable ground behind it destroy it.
#[test]
fn with_no_way_back_it_is_lost() {
    let enemy = duel("medium-infantry", "medium-infantry").unit(
        "x",
        Side::Blue,
        "medium-infantry",
        (30.0, 15.0),
        0.0,
    );
    let mut scene = pushed(enemy, &[4, 4]);
    assert!(scene.go(&[]).contains(&rule!("HC-GIVE-08")) && scene.is_gone("u"));
    let ravine = duel("medium-infantry", "medium-infantry")
        .area(crate::field::AreaKind::Impassable, &[(20.0, 13.0), (40.0, 13.0), (40.0, 15.0), (20.0, 15.0)]);
    let mut scene = pushed(ravine, &[4, 4]);
    scene.go(&[]);
    assert!(scene.is_gone("u"));
}

/// HC-GIVE-18, HC-EXIT-05: over the edge of the table it has left.
#[test]
fn over_the_edge_it_has_left() {
    let table = table()
        .unit("u", Side::Red, "medium-infantry", (30.0, 4.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 4.0), 180.0)
        .fighting("u", "e");
    let mut scene = pushed(table, &[4, 4]);
    scene.go(&[]);
    assert!(matches!(scene.state.unit(scene.unit("u")).place, Place::Off { .. }));
}

/// HC-BRES-28, HC-AFT-02, HC-SQ-10, EX-104: a square stays and is disordered.
#[test]
fn a_square_stays() {
    let table = table()
        .formed("u", Side::Red, "medium-infantry", Formation::Square, (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
        .fighting("u", "e");
    let scene = pushed(table, &[3, 3]);
    assert_eq!(scene.front("u"), (30.0, 20.0));
    assert!(scene.look().is_disordered(scene.unit("u")));
}

/// HC-GIVE-09, HC-GIVE-15, AMB-74: a support behind it that cannot go back makes room sideways.
#[test]
fn a_blocked_support_makes_room() {
    let table = duel("medium-infantry", "medium-infantry")
        .unit("rear", Side::Red, "medium-infantry", (33.0, 20.0 - DEPTH), 0.0)
        .unit("x", Side::Blue, "medium-infantry", (39.0, 20.0 - 2.0 * DEPTH - 2.0), 0.0);
    let mut scene = pushed(table, &[4, 4]);
    scene.go(&[]);
    assert_eq!(scene.front("u"), (30.0, 14.0));
    let (x, y) = scene.front("rear");
    assert!(x > 37.0 && y > 18.0, "{x} {y}");
}

/// HC-GIVE-14, HC-ELE-06, HC-ELE-07, HC-ELE-08, HC-ELE-09, HC-ELE-11, HC-BRK-10: an elephant that gave ground may run
/// wild through those behind it.
#[test]
fn an_elephant_runs_wild() {
    let table = duel("elephant", "medium-infantry")
        .unit("f", Side::Red, "medium-infantry", (30.0, 5.0), 0.0)
        .unit("g", Side::Red, "medium-infantry", (50.0, 5.0), 0.0);
    let mut scene = pushed(table, &[5, 4]);
    // A 1: it runs 9 inches, through `f`, who tests: 9 holds.
    let rules = scene.go(&[1, 3, 3, 3, 4, 5]);
    assert!(rules.contains(&rule!("HC-ELE-06")) && rules.contains(&rule!("HC-ELE-09")));
    assert!(scene.is_gone("u") && !scene.is_gone("f"));
    let mut tame = pushed(duel("elephant", "medium-infantry"), &[5, 4]);
    tame.go(&[2]);
    assert!(!tame.is_gone("u") && tame.front("u").1 == 14.0);
}

/// HC-GIVE-17, HC-CRISK-01: an enemy commander in its path must flee.
#[test]
fn a_commander_in_the_path_flees() {
    let table = duel("medium-infantry", "medium-infantry").commander("b", Side::Blue, (30.0, 15.0));
    let mut scene = table.build();
    // He would have joined.
    let u = scene.unit("u");
    let b = scene.officer("b");
    scene.state.commanders[b.index()].wounded = true;
    scene.result([0, 1]);
    scene.go(&[4, 4]);
    assert!(scene.go(&[]).contains(&rule!("HC-CRISK-01")));
    assert_eq!(scene.front("u"), (30.0, 14.0));
    let _ = u;
}

/// HC-WEDGE-07: a wedge that is surrounded and must give ground is destroyed.
#[test]
fn a_surrounded_wedge_is_lost() {
    let (half, deep) = (60.0 / 25.4, 60.0 / 25.4);
    let table = table()
        .formed("u", Side::Red, "medium-infantry wedge", Formation::Wedge, (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 20.0), 180.0)
        .unit("f", Side::Blue, "medium-infantry", (30.0, 20.0 - deep), 0.0)
        .fighting("u", "e")
        .fighting("u", "f");
    let _ = half;
    let mut scene = table.build();
    scene.go(&[]);
    while !scene.round().fixed {
        let choice = scene.proposals().remove(0);
        if choice == Choice::Proceed {
            scene.roll_all(1)
        } else {
            scene.play(&choice, &[]);
        }
    }
    while scene.round().strikes.iter().any(|strike| strike.hits.is_none()) {
        scene.roll_all(1);
    }
    scene.round().inflicted = [0, 1];
    scene.go(&[]);
    scene.go(&[4, 4]);
    assert!(scene.is_gone("u"));
}

/// HC-WEDGE-09, HC-WEDGE-10, HC-WEDGE-11, HC-WEDGE-14, HC-SWEEP-15: a wedge bursts through whoever must give ground
/// before it: he and his support make way to the sides and are disordered, and the wedge has three moves.
#[test]
fn a_wedge_bursts_through() {
    let table = table()
        .formed("w", Side::Red, "medium-infantry wedge", Formation::Wedge, (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (31.0, 20.0), 180.0)
        .unit("s", Side::Blue, "medium-infantry", (31.0, 20.0 + DEPTH), 180.0)
        .fighting("w", "e");
    let mut scene = table.build();
    scene.result([1, 0]);
    assert!(scene.go(&[4, 4]).contains(&rule!("HC-WEDGE-09")));
    let (e, s) = (scene.unit("e"), scene.unit("s"));
    assert!(scene.look().is_disordered(e) && scene.look().is_disordered(s));
    assert!(scene.front("e").0 > 35.0 && scene.front("e").1 == 20.0, "{:?}", scene.front("e"));
    assert!(!scene.state.is_fighting(e));
    let slant = aelian_geometry::Pose::new(26.0 * 25.4, 32.0 * 25.4, aelian_geometry::Facing::UP);
    let aside = Choice::Fight(FightChoice::Victor { unit: scene.unit("w"), act: Act::Sweep(slant) });
    assert_eq!(scene.refusals(&aside), [rule!("HC-WEDGE-11")]);
    let to = aelian_geometry::Pose::new(30.0 * 25.4, 37.5 * 25.4, aelian_geometry::Facing::UP);
    scene.victor("w", Act::Sweep(to), &[3]);
    assert_eq!(scene.front("w"), (30.0, 37.5));
}

/// HC-WEDGE-08: an enemy at the side of a wedge gives ground straight back.
#[test]
fn beside_a_wedge_straight_back() {
    let table = table()
        .formed("w", Side::Red, "medium-infantry wedge", Formation::Wedge, (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0 + 60.0 / 25.4, 20.0 - 30.0 / 25.4), 270.0)
        .fighting("w", "e");
    let mut scene = table.build();
    scene.result([1, 0]);
    scene.go(&[4, 4]);
    scene.go(&[]);
    let (x, y) = scene.front("e");
    assert!((x - 38.36).abs() < 0.02 && (y - 18.82).abs() < 0.02, "{x} {y}");
}
