//! Odds of volleys: known values, and the same as many rolled ones.

use super::*;
use crate::breaks::{Disorder, Outcome};
use crate::ids::UnitSet;
use crate::ranged::ShotOdds;
use crate::ranged::answer;
use crate::rules::Look;
use crate::state::Place;
use aelian_dice::Sampler;
use aelian_game::{Cx, Side, Trace};

fn odds(scene: &Scene, unit: &str) -> ShotOdds {
    let id = scene.unit(unit);
    let aims = scene.look().aims(id).into_iter().next().expect("something to shoot at");
    scene.look().shot_odds(id, &aims).into_iter().next().expect("odds")
}

fn against(shooter: &str, target: &str, distance: f64) -> Scene {
    table()
        .unit("u", Side::Red, shooter, (30.0, 10.0), 0.0)
        .unit("e", Side::Blue, target, (30.0, 10.0 + distance), 180.0)
        .build()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

/// HC-HIT-01, HC-SAVE-01, HC-RTRIG-01: three dice at 4+ against a save of 5+.
#[test]
fn odds_of_a_plain_volley() {
    let odds = odds(&against("medium-infantry 6/6/3/3/5+/6 bow", "medium-infantry", 9.0), "u");
    assert_eq!((odds.dice, odds.needed, odds.saves[0]), (3, 4, 5));
    assert!(near(odds.hits[0], 1.0 / 8.0) && near(odds.hits[1], 3.0 / 8.0), "{:?}", odds.hits);
    // Each die causes a casualty with 1/2 x 2/3.
    assert!(near(odds.casualties[0], 8.0 / 27.0) && near(odds.casualties[3], 1.0 / 27.0));
    assert!(near(odds.tests, 1.0 - (5.0f64 / 6.0).powi(3)));
    let sum: f64 = odds.outcomes.iter().map(|(_, chance)| chance).sum();
    assert!(near(sum, odds.tests));
}

/// HC-RTRIG-02: where a six is needed, two of them call for a test.
#[test]
fn odds_where_sixes_are_needed() {
    let odds = odds(&against("medium-infantry 6/6/3/3/5+/6 bow", "heavy-infantry", 15.0), "u");
    assert_eq!(odds.needed, 6);
    let two = 3.0 * (1.0 / 36.0) * (5.0 / 6.0) + 1.0 / 216.0;
    assert!(near(odds.tests, two));
}

/// What one volley and its test came to in a rolled game.
#[derive(Clone, Copy, Debug, Default)]
struct Rolled {
    casualties: [u32; 8],
    tested: u32,
    destroyed: u32,
    retreated: u32,
    asked: u32,
}

fn sample(scene: &Scene, unit: &str, target: &str, times: u32) -> Rolled {
    let (shooter, hit) = (scene.unit(unit), scene.unit(target));
    let aims = scene.look().aims(shooter).into_iter().next().unwrap();
    let choice = Choice::Ranged(RangedChoice::Shoot { unit: shooter, aims });
    let before = scene.state.unit(hit).casualties;
    let mut rolled = Rolled::default();
    let mut dice = Sampler::new(7);
    for _ in 0..times {
        let mut state = scene.state.clone();
        let mut cx = Cx::new(&scene.rules, &mut state, &mut dice, Trace::Off);
        resolve(&mut cx, &choice).unwrap();
        let after = cx.state().unit(hit).casualties;
        rolled.casualties[usize::from(after - before)] += 1;
        let look = Look::new(cx.rules, cx.state());
        let due = look.barrage(hit).and_then(|barrage| look.must_test(&barrage)).is_some();
        rolled.tested += u32::from(due);
        let place = cx.state().unit(hit).rect;
        if cx.state().unit(hit).is_on_table() {
            answer::answer(&mut cx, hit).unwrap();
        }
        let is = cx.state().unit(hit);
        rolled.destroyed += u32::from(is.place == Place::Destroyed);
        rolled.retreated += u32::from(is.place == Place::Table && is.rect != place);
        rolled.asked += u32::from(!cx.state().pending.is_empty());
    }
    rolled
}

/// The exact odds agree with many rolled volleys, for plain and for special troops: marksmen, stubborn, steady, wavering
/// and valiant ones, in cover and shaken, with shots that came before.
#[test]
fn odds_agree_with_rolled_volleys() {
    const TIMES: u32 = 2_500;
    let bow = "medium-infantry 6/6/4/4/5+/6 bow";
    let mut scenes = vec![
        against(bow, "medium-infantry", 9.0),
        against("medium-infantry 6/6/4/4/5+/6 bow marksmen", "heavy-cavalry", 9.0).casualties("e", 4),
        against(bow, "heavy-infantry stubborn steady", 9.0).casualties("e", 5),
        against(bow, "light-infantry wavering valiant", 9.0).casualties("e", 7),
        against("skirmishers 5/4/4/4/0/6 sling slings", "heavy-cavalry stubborn", 5.5),
        against("heavy-artillery 2/2/0/4/0/2", "skirmishers", 14.0).casualties("e", 2),
        table()
            .unit("u", Side::Red, bow, (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "medium-infantry stubborn", (30.0, 19.0), 180.0)
            .area(crate::field::AreaKind::Cover, &[(20.0, 18.0), (30.0, 18.0), (30.0, 24.0), (20.0, 24.0)])
            .build()
            .casualties("e", 10),
    ];
    let mut before = against(bow, "medium-infantry", 15.0).disordered("u");
    let target = before.unit("e");
    before.state.barrages.push(crate::ranged::Barrage {
        target,
        by: UnitSet::EMPTY,
        sixes: 0,
        needed_sixes: 1,
        casualties: 0,
        was_shaken: false,
        napfa: false,
    });
    scenes.push(before);
    for (number, scene) in scenes.iter().enumerate() {
        let odds = odds(scene, "u");
        let rolled = sample(scene, "u", "e", TIMES);
        let agree = |what: &str, chance: f64, times: u32| {
            let deviation = (chance * (1.0 - chance) * f64::from(TIMES)).sqrt().max(1.0);
            let off = (f64::from(times) - chance * f64::from(TIMES)).abs();
            assert!(off <= 4.5 * deviation, "scene {number}, {what}: {chance} against {times} of {TIMES}");
        };
        assert!((odds.casualties.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        agree("tests", odds.tests, rolled.tested);
        agree("destroyed", odds.destroyed(), rolled.destroyed);
        agree("asked", odds.chance(Outcome::HoldOrRetreat), rolled.asked);
        let back =
            odds.chance(Outcome::Retreat(Disorder::None)) + odds.chance(Outcome::Retreat(Disorder::Unit));
        agree("retreats", back, rolled.retreated);
        if scene.state.unit(scene.unit("e")).casualties < 8 {
            for (casualties, chance) in odds.casualties.iter().enumerate() {
                agree("casualties", *chance, rolled.casualties[casualties]);
            }
        }
    }
}
