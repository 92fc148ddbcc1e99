//! 40.1 to 40.3: who shoots at whom with how many dice.

use super::*;
use crate::field::{AreaKind, Strength};
use crate::formation::Formation;
use crate::ids::BlockId;
use crate::ranged::Aim;
use crate::setup::Stands;
use crate::state::{Deed, Side4};
use aelian_game::Side;
use aelian_rulebook::rule;

const BOW: &str = "medium-infantry 6/6/3/3/5+/6 bow";
/// A block 180 mm wide.
const WIDTH: f64 = 180.0 / 25.4;

fn archers(enemies: &[(&str, &str, f64, f64)]) -> Scene {
    let mut table = table().unit("u", Side::Red, BOW, (30.0, 10.0), 0.0);
    for (name, troop, x, y) in enemies {
        table = table.unit(name, Side::Blue, troop, (30.0 + x, 10.0 + y), 180.0);
    }
    table.build()
}

/// HC-TGT-01, HC-ALG-09, EX-47: the closest enemy in front and range must be shot at.
#[test]
fn the_closest_is_the_target() {
    let scene = archers(&[("far", "heavy-infantry", -6.0, 12.0), ("near", "heavy-infantry", 6.0, 9.0)]);
    assert_eq!(ways(&scene, "u"), [way(&[("near", 3)])]);
    let aims = vec![Aim { target: scene.unit("far"), dice: 3, face: None }];
    let choice = Choice::Ranged(RangedChoice::Shoot { unit: scene.unit("u"), aims });
    assert_eq!(scene.refusals(&choice), [rule!("HC-TGT-01")]);
}

/// HC-MEAS-05: from the centre-front to the nearest point that is seen; HC-MEAS-06: in open order from the nearest model.
#[test]
fn distances_of_shots() {
    let distance = |troop: &str, hidden: bool, x: f64| {
        let mut table = table().unit("u", Side::Red, troop, (30.0, 10.0), 0.0).unit(
            "e",
            Side::Blue,
            "heavy-infantry",
            (30.0 + x, 22.0),
            180.0,
        );
        if hidden {
            table = table.unit("f", Side::Red, "skirmishers tiny", (30.0, 20.0), 0.0);
        }
        let scene = table.build();
        let (look, u) = (scene.look(), scene.unit("u"));
        let post = look.post(u, None).expect("a post");
        look.mark(u, &post, scene.unit("e")).expect("a mark").distance / 25.4
    };
    assert!((distance(BOW, false, 3.0) - 12.0).abs() < 0.01);
    assert!(distance(BOW, true, 3.0) > 12.1);
    let aside = WIDTH / 2.0 + 5.0;
    assert!((distance(BOW, false, aside) - 13.0).abs() < 0.01);
    assert!(distance("skirmishers 5/4/3/3/0/6 bow", false, aside) < 12.9);
}

/// HC-ARMY-09: a commander who stands alone is nobody's target, and draws no shots from a unit further off.
#[test]
fn commanders_are_not_shot_at() {
    let scene = |enemy: bool| {
        let table = table().unit("u", Side::Red, BOW, (30.0, 10.0), 0.0).commander(
            "Brennus",
            Side::Blue,
            (30.0, 14.0),
        );
        if enemy {
            table.unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0).build()
        } else {
            table.build()
        }
    };
    assert!(ways(&scene(false), "u").is_empty());
    assert_eq!(ways(&scene(true), "u"), [way(&[("e", 3)])]);
}

/// HC-TURN-04, HC-RNG-01: only units of the side whose turn it is shoot.
#[test]
fn the_active_side_shoots() {
    for active in [Side::Red, Side::Blue] {
        let scene = table()
            .active(active)
            .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, BOW, (30.0, 20.0), 180.0)
            .build();
        let (own, other) = if active == Side::Red { ("u", "e") } else { ("e", "u") };
        let (own, other) = (scene.unit(own), scene.unit(other));
        assert_eq!(scene.look().shooters(), crate::ids::UnitSet::one(own));
        let aims = vec![Aim { target: own, dice: 3, face: None }];
        let choice = Choice::Ranged(RangedChoice::Shoot { unit: other, aims });
        assert!(!scene.refusals(&choice).is_empty());
    }
}

/// HC-TGT-01, HC-VIS-10, HC-TAB-RANGE: nobody behind it, hidden from it or out of its range.
#[test]
fn quarter_sight_and_range() {
    assert_eq!(ways(&archers(&[("e", "heavy-infantry", 0.0, -8.0)]), "u").len(), 0);
    assert_eq!(ways(&archers(&[("e", "heavy-infantry", 0.0, 18.0)]), "u").len(), 1);
    assert_eq!(ways(&archers(&[("e", "heavy-infantry", 0.0, 18.1)]), "u").len(), 0);
    let hidden = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("f", Side::Red, "heavy-infantry", (30.0, 14.0), 0.0)
        .unit("e", Side::Blue, "elephant", (30.0, 22.0), 180.0)
        .build();
    assert_eq!(ways(&hidden, "u").len(), 0);
    let aims = vec![Aim { target: hidden.unit("e"), dice: 3, face: None }];
    let choice = Choice::Ranged(RangedChoice::Shoot { unit: hidden.unit("u"), aims });
    assert_eq!(hidden.refusals(&choice), [rule!("HC-VIS-04")]);
}

/// HC-RNG-04, HC-RNG-05, HC-RNG-06, HC-DICE-01, HC-DICE-06, HC-MEAS-12: exactly 6 inches is short range.
#[test]
fn short_and_long_range() {
    let troop = "medium-infantry 6/6/4/2/5+/6 bow";
    let dice = |y: f64| {
        let scene = table()
            .unit("u", Side::Red, troop, (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 10.0 + y), 180.0)
            .build();
        ways(&scene, "u")[0][0].1
    };
    assert_eq!((dice(6.0), dice(6.1), dice(18.0)), (4, 2, 2));
    let thrown = table()
        .unit("u", Side::Red, "heavy-infantry", (30.0, 10.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 16.0), 180.0)
        .build();
    assert_eq!(ways(&thrown, "u"), [way(&[("e", 3)])]);
    let split = table()
        .unit("u", Side::Red, "heavy-infantry 7/7/3:0/0/4+/6", (30.0, 10.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 14.0), 180.0)
        .build();
    assert_eq!(ways(&split, "u").len(), 0);
}

/// HC-TGT-02, HC-RNG-07: open order shoots all round, from its nearest model.
#[test]
fn open_order_shoots_all_round() {
    let scene = table()
        .unit("u", Side::Red, "skirmishers 5/4/3/2/0/6 bow", (30.0, 20.0), 0.0)
        .unit("behind", Side::Blue, "heavy-infantry", (30.0, 5.0), 0.0)
        .build();
    assert_eq!(ways(&scene, "u"), [way(&[("behind", 2)])]);
}

/// HC-TGT-03: enemies equally close share the dice; the owner places the odd one.
#[test]
fn equally_close_enemies_share_the_dice() {
    let scene = archers(&[("a", "heavy-infantry", -4.0, 9.0), ("b", "heavy-infantry", 4.0, 9.1)]);
    assert_eq!(ways(&scene, "u"), [way(&[("a", 2), ("b", 1)]), way(&[("a", 1), ("b", 2)])]);
    let apart = archers(&[("a", "heavy-infantry", -4.0, 9.0), ("b", "heavy-infantry", 4.0, 9.5)]);
    assert_eq!(ways(&apart, "u"), [way(&[("a", 3)])]);
}

/// HC-TGT-04, HC-RNG-02, HC-RNG-03, HC-VIS-06: the engaged neither shoot nor are shot at, but they hide others.
#[test]
fn the_engaged_are_left_out() {
    let scene = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("f", Side::Red, BOW, (30.0, 18.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 18.0), 180.0)
        .unit("x", Side::Blue, "elephant", (36.0, 22.0), 180.0)
        .fighting("f", "e")
        .build();
    assert_eq!(ways(&scene, "f").len(), 0);
    assert_eq!(ways(&scene, "u"), [way(&[("x", 3)])]);
    let at = |unit: &str, target: &str| {
        let aims = vec![Aim { target: scene.unit(target), dice: 3, face: None }];
        scene.refusals(&Choice::Ranged(RangedChoice::Shoot { unit: scene.unit(unit), aims }))
    };
    assert_eq!(at("u", "e"), [rule!("HC-RNG-03")]);
    assert_eq!(at("f", "e"), [rule!("HC-RNG-02")]);
    assert_eq!(at("e", "u"), [rule!("HC-RNG-02"), rule!("HC-RNG-01")]);
}

/// HC-TGT-05: a commander is nobody's target and hides nobody.
#[test]
fn commanders_are_skipped() {
    let scene = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (30.0, 20.0), 180.0)
        .commander("king", Side::Blue, (30.0, 12.0))
        .build();
    assert_eq!(ways(&scene, "u"), [way(&[("e", 3)])]);
}

/// HC-TGT-06, HC-TGT-07, EX-48: past the nearest skirmishers at the closest clear target, if the owner likes.
#[test]
fn unclear_targets_may_be_ignored() {
    let scene = archers(&[
        ("s", "skirmishers", -7.0, 8.0),
        ("h", "heavy-infantry", 4.0, 11.0),
        ("c", "heavy-infantry", 4.0, 15.0),
    ]);
    assert_eq!(ways(&scene, "u"), [way(&[("s", 3)]), way(&[("h", 3)])]);
    let only = archers(&[("s", "skirmishers", -7.0, 8.0), ("t", "skirmishers", 7.0, 12.0)]);
    assert_eq!(ways(&only, "u"), [way(&[("s", 3)])]);
}

/// HC-TGT-08, HC-TGT-09, HC-BLDG-21: engines, baggage and those in cover are not clear either.
#[test]
fn engines_baggage_and_cover_are_unclear() {
    for troop in ["light-artillery", "baggage"] {
        let scene = archers(&[("s", troop, -6.0, 8.0), ("h", "heavy-infantry", 5.0, 11.0)]);
        assert_eq!(ways(&scene, "u").len(), 2, "{troop}");
    }
    let scrub = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("s", Side::Blue, "heavy-infantry", (25.0, 18.0), 180.0)
        .unit("h", Side::Blue, "heavy-infantry", (35.0, 20.0), 180.0)
        .area(AreaKind::Cover, &[(20.0, 17.0), (29.0, 17.0), (29.0, 22.0), (20.0, 22.0)])
        .build();
    assert_eq!(ways(&scrub, "u"), [way(&[("s", 3)]), way(&[("h", 3)])]);
}

/// HC-TGT-10, HC-TGT-17, EX-49: mostly outside the front quarter is unclear; that a part of the other is out of range
/// does not matter.
#[test]
fn mostly_outside_the_quarter_is_unclear() {
    let scene = archers(&[("side", "heavy-infantry", 13.0, 8.0), ("front", "heavy-infantry", -7.0, 16.4)]);
    let share = scene.look().front_share(scene.unit("u"), scene.unit("side"));
    assert!(share > 0.0 && share < 0.5, "{share}");
    assert_eq!(ways(&scene, "u"), [way(&[("side", 3)]), way(&[("front", 3)])]);
}

/// HC-TGT-11, AMB-17: less than half in sight is unclear.
#[test]
fn partly_hidden_is_unclear() {
    let scene = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("f", Side::Red, "heavy-infantry", (33.4, 15.0), 0.0)
        .unit("e", Side::Blue, "heavy-infantry", (31.0, 22.0), 180.0)
        .build();
    let look = scene.look();
    let post = look.post(scene.unit("u"), None).unwrap();
    let mark = look.mark(scene.unit("u"), &post, scene.unit("e")).unwrap();
    assert_eq!(mark.unclear, Some(rule!("HC-TGT-11")));
    assert_eq!(needed(&scene, "u"), 6);
}

/// Two friends before the shooter, so far apart.
fn gap(width: f64, troop: &str) -> Scene {
    let half = (width + WIDTH) / 2.0;
    table()
        .unit("u", Side::Red, troop, (30.0, 10.0), 0.0)
        .unit("l", Side::Red, "heavy-infantry", (30.0 - half, 15.0), 0.0)
        .unit("r", Side::Red, "heavy-infantry", (30.0 + half, 15.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (30.0, 19.0), 180.0)
        .build()
}

/// HC-TGT-12, HC-TGT-13, HC-TGT-14, HC-TGT-16, AMB-60, EX-46, EX-141: fewer dice at -1 through a gap narrower than the shooter.
#[test]
fn dice_through_a_gap() {
    assert_eq!(ways(&gap(WIDTH + 0.1, BOW), "u"), [way(&[("e", 3)])]);
    assert_eq!(needed(&gap(WIDTH + 0.1, BOW), "u"), 4);
    assert_eq!(ways(&gap(WIDTH / 2.0, BOW), "u"), [way(&[("e", 2)])]);
    assert_eq!(needed(&gap(WIDTH / 2.0, BOW), "u"), 5);
    assert_eq!(ways(&gap(WIDTH / 3.0, BOW), "u"), [way(&[("e", 1)])]);
    assert_eq!(ways(&gap(0.3, BOW), "u"), [way(&[("e", 1)])]);
    // One friend alone makes no gap.
    let one = table()
        .unit("u", Side::Red, BOW, (30.0, 10.0), 0.0)
        .unit("l", Side::Red, "heavy-infantry", (25.0, 15.0), 0.0)
        .unit("e", Side::Blue, "medium-infantry", (31.0, 19.0), 180.0)
        .build();
    assert_eq!(ways(&one, "u"), [way(&[("e", 3)])]);
}

/// HC-TGT-15: engines shoot through no gap of less than 3 inches.
#[test]
fn engines_need_a_wider_gap() {
    assert_eq!(ways(&gap(2.9, "light-artillery"), "u").len(), 0);
    assert_eq!(ways(&gap(3.1, "light-artillery"), "u").len(), 1);
    let scene = gap(2.9, "light-artillery");
    let (unit, target) = (scene.unit("u"), scene.unit("e"));
    let aims = vec![Aim { target, dice: 2, face: None }];
    let choice = Choice::Ranged(RangedChoice::Shoot { unit, aims });
    let breaches = aelian_game::Ruleset::check(&scene.rules, &scene.state, &choice).breaches;
    let told = breaches.iter().map(|reason| (reason.rule, reason.fact.clone())).collect::<Vec<_>>();
    assert!(
        matches!(told.as_slice(), [(rule, crate::fact::Fact::Gap { gap, .. })]
            if *rule == rule!("HC-TGT-15") && (gap / 25.4 - 2.9).abs() < 0.01),
        "{told:?}"
    );
}

/// HC-TGT-18: each model of an open order unit shoots at the enemy closest to it.
#[test]
fn models_in_open_order_choose_for_themselves() {
    let scene = table()
        .unit("u", Side::Red, "skirmishers 5/4/4/4/0/6 bow", (30.0, 20.0), 0.0)
        .unit("a", Side::Blue, "elephant", (26.0, 26.0), 180.0)
        .unit("b", Side::Blue, "elephant", (34.0, 26.0), 180.0)
        .build();
    assert_eq!(ways(&scene, "u"), [way(&[("a", 2), ("b", 2)])]);
    let uneven = table()
        .unit("u", Side::Red, "skirmishers 5/4/4/4/0/6 bow", (30.0, 20.0), 0.0)
        .unit("a", Side::Blue, "elephant", (30.0, 24.0), 180.0)
        .unit("b", Side::Blue, "elephant", (40.0, 26.0), 180.0)
        .build();
    assert_eq!(ways(&uneven, "u"), [way(&[("a", 4)])]);
}

/// HC-TGT-19, HC-ARTY-02, EX-58: an engine chooses freely where nobody is within half of its range.
#[test]
fn engines_choose_beyond_half_range() {
    let engine = |near: f64| {
        let scene = table()
            .unit("u", Side::Red, "light-artillery", (30.0, 10.0), 0.0)
            .unit("a", Side::Blue, "heavy-infantry", (25.0, 10.0 + near), 180.0)
            .unit("b", Side::Blue, "heavy-infantry", (35.0, 30.0), 180.0)
            .build();
        ways(&scene, "u").len()
    };
    assert_eq!((engine(11.0), engine(13.0)), (1, 2));
}

/// HC-TGT-20, HC-TGT-22, HC-ARTY-04, HC-ARTY-05: heavier engines are silenced by an enemy within 6 inches; light ones are not.
#[test]
fn heavier_engines_do_not_shoot_when_pressed() {
    let engine = |troop: &str, near: f64| {
        let scene = table()
            .unit("u", Side::Red, troop, (30.0, 10.0), 0.0)
            .unit("a", Side::Blue, "skirmishers", (25.0, 10.0 + near), 180.0)
            .unit("b", Side::Blue, "heavy-infantry", (38.0, 28.0), 180.0)
            .build();
        ways(&scene, "u").len()
    };
    assert_eq!(engine("medium-artillery", 5.0), 0);
    assert!(engine("medium-artillery", 7.0) > 0);
    assert!(engine("light-artillery", 5.0) > 0);
    let near = table()
        .unit("u", Side::Red, "medium-artillery", (30.0, 10.0), 0.0)
        .unit("a", Side::Blue, "skirmishers", (28.0, 14.0), 180.0)
        .unit("b", Side::Blue, "heavy-infantry", (38.0, 28.0), 180.0)
        .build();
    let aims = vec![Aim { target: near.unit("b"), dice: 2, face: None }];
    let choice = Choice::Ranged(RangedChoice::Shoot { unit: near.unit("u"), aims });
    assert_eq!(near.refusals(&choice), [rule!("HC-TGT-20")]);
}

/// HC-RNG-09, HC-AMOVE-02, HC-AMOVE-03, HC-ARTY-03: light engines shoot after one move, heavier ones after none. HC-RNG-10:
/// others shoot whatever they did.
#[test]
fn engines_that_moved_do_not_shoot() {
    let shoots = |troop: &str, moves: u8| {
        let mut scene = table()
            .unit("u", Side::Red, troop, (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 22.0), 180.0)
            .build();
        scene.state.units[0].moves = moves;
        !ways(&scene, "u").is_empty()
    };
    assert_eq!([0, 1, 2].map(|moves| shoots("light-artillery", moves)), [true, true, false]);
    assert_eq!([0, 1].map(|moves| shoots("heavy-artillery", moves)), [true, false]);
    assert!(shoots(BOW, 3));
}

/// HC-RNG-08, HC-DICE-03, HC-DICE-04, HC-COL-06, HC-SQ-03, HC-SQ-05, HC-TESTU-05: columns and testudos do not shoot,
/// squares with one die from any face.
#[test]
fn formations_limit_the_dice() {
    let formed = |formation, compass: f64| {
        let troop = "heavy-infantry 7/7/3/3/4+/6 bow testudo";
        let scene = table()
            .formed("u", Side::Red, troop, formation, (30.0, 10.0), compass)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 22.0), 180.0)
            .build();
        ways(&scene, "u")
    };
    assert_eq!(formed(Formation::Column, 0.0).len(), 0);
    assert_eq!(formed(Formation::Testudo, 0.0).len(), 0);
    assert_eq!(formed(Formation::Square, 0.0), [way(&[("e", 1)])]);
    assert_eq!(formed(Formation::Square, 180.0), [way(&[("e", 1)])]);
    assert_eq!(formed(Formation::Line, 180.0).len(), 0);
}

/// HC-DICE-05, HC-BLDG-12, HC-BLDG-26: two dice from each face of a building, no more than the unit has.
#[test]
fn two_dice_from_each_face() {
    let scene = table()
        .block((30.0, 20.0), (8.0, 8.0), Strength::Substantial)
        .entry("u", Side::Red, BOW, Stands::In(BlockId(0)))
        .unit("north", Side::Blue, "heavy-infantry", (30.0, 38.0), 180.0)
        .unit("south", Side::Blue, "heavy-infantry", (30.0, 10.0), 0.0)
        .build();
    let found = ways(&scene, "u");
    assert_eq!(found.len(), 2, "{found:?}");
    for aims in &found {
        assert_eq!(aims.iter().map(|(_, dice)| dice).sum::<u8>(), 3);
        assert!(aims.iter().all(|(_, dice)| *dice <= 2));
    }
    let faces: Vec<_> = scene.look().aims(scene.unit("u"))[0].iter().map(|aim| aim.face).collect();
    assert!(faces.contains(&Some(Side4::Front)) && faces.contains(&Some(Side4::Rear)), "{faces:?}");
}

/// HC-RNG-01, HC-RNG-11, HC-RNG-12, AMB-61: each unit once; the broken and disordered too; a player may decline.
#[test]
fn each_unit_shoots_once() {
    let mut scene = archers(&[("e", "heavy-infantry", 0.0, 9.0)]).disordered("u");
    scene.state.divisions[0].broken = true;
    assert_eq!(scene.look().shooters().len(), 1);
    let done = Choice::Ranged(RangedChoice::Done);
    assert!(scene.proposals().contains(&done));
    let mut declined = scene.clone();
    declined.run(&[], |cx| resolve(cx, &done));
    assert!(declined.look().shooters().is_empty());
    shoot(&mut scene, "u", &[1, 1, 1]);
    assert!(scene.state.unit(scene.unit("u")).did(Deed::Shot));
    assert!(scene.look().shooters().is_empty());
}

/// Absurd choices are refused and nothing panics.
#[test]
fn absurd_choices_are_refused() {
    let scene = archers(&[("e", "heavy-infantry", 0.0, 9.0)]);
    for (unit, target, dice) in [(99, 1, 3), (0, 99, 3), (0, 0, 3), (1, 0, 3), (0, 1, 200)] {
        for face in [None, Some(Side4::Rear)] {
            let aims = vec![Aim { target: UnitId(target), dice, face }];
            let choice = Choice::Ranged(RangedChoice::Shoot { unit: UnitId(unit), aims });
            assert!(!scene.refusals(&choice).is_empty(), "{choice:?}");
        }
    }
    let none = Choice::Ranged(RangedChoice::Shoot { unit: scene.unit("e"), aims: Vec::new() });
    assert!(!scene.refusals(&none).is_empty());
}

/// HC-RNG-01, HC-DICE-01: aims and dice that are not named are those that the rules first give.
#[test]
fn what_is_not_named_is_as_the_rules_say() {
    let scene = archers(&[("e", "heavy-infantry", 0.0, 9.0)]);
    for aims in [Vec::new(), vec![Aim { target: scene.unit("e"), dice: 0, face: None }]] {
        let choice = Choice::Ranged(RangedChoice::Shoot { unit: scene.unit("u"), aims });
        assert!(scene.refusals(&choice).is_empty(), "{choice:?}");
    }
}

/// HC-DICE-02, HC-SIZE-12: the dice of other sizes are in their values.
#[test]
fn sizes_have_their_own_dice() {
    let dice = |size: &str| {
        let scene = table()
            .unit("u", Side::Red, &format!("heavy-infantry {size}"), (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 15.0), 180.0)
            .build();
        ways(&scene, "u")[0][0].1
    };
    assert_eq!(["large", "standard", "small", "tiny"].map(dice), [4, 3, 2, 1]);
}

/// HC-ARTY-01, HC-TAB-RANGE: the ranges of engines and of hand weapons.
#[test]
fn every_weapon_has_its_range() {
    let range = |troop: &str| {
        let scene = table().unit("u", Side::Red, troop, (30.0, 10.0), 0.0).build();
        scene.look().missile_range(scene.unit("u"))
    };
    assert_eq!(["light-artillery", "medium-artillery", "heavy-artillery"].map(range), [24.0, 36.0, 48.0]);
    let hand = ["sling", "staff-sling", "bow", "crossbow"]
        .map(|weapon| range(&format!("medium-infantry 6/6/3/3/5+/6 {weapon}")));
    assert_eq!(hand, [12.0, 18.0, 18.0, 18.0]);
    assert_eq!(range("heavy-infantry"), 6.0);
}
