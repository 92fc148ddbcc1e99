//! 40.5: what calls for a test, once, and how it is taken.

use super::*;
use crate::breaks::BreaksChoice;
use crate::choice::Prompt;
use crate::flow;
use crate::ranged::RangedPrompt;
use crate::state::{Deed, Place};
use aelian_game::{Next, Side};
use aelian_rulebook::rule;

const BOW: &str = "medium-infantry 6/6/3/3/5+/6 bow";

/// Two bow units and an enemy before both, this far away.
fn two(target: &str, distance: f64) -> Scene {
    table()
        .unit("u", Side::Red, BOW, (26.0, 10.0), 0.0)
        .unit("v", Side::Red, BOW, (34.0, 10.0), 0.0)
        .unit("e", Side::Blue, target, (30.0, 10.0 + distance), 180.0)
        .build()
}

/// HC-RTRIG-01, HC-RTRIG-07, HC-BRK-03, AMB-59, EX-57: a natural six calls for a test, saved or not.
#[test]
fn a_six_calls_for_a_test() {
    let mut scene = two("medium-infantry", 9.0);
    shoot(&mut scene, "u", &[6, 1, 1, 6]);
    assert_eq!((casualties(&scene, "e"), test_due(&scene, "e")), (0, Some(rule!("HC-RTRIG-01"))));
    let mut five = two("medium-infantry", 9.0);
    shoot(&mut five, "u", &[5, 1, 1, 6]);
    assert_eq!(test_due(&five, "e"), None);
}

/// HC-RTRIG-02, HC-RTRIG-06, HC-BRK-04, EX-50, EX-51: where sixes are needed two of them, from one unit or several.
#[test]
fn two_sixes_where_sixes_are_needed() {
    let mut scene = two("heavy-infantry", 15.0);
    shoot(&mut scene, "u", &[6, 1, 1, 6]);
    assert_eq!(test_due(&scene, "e"), None);
    shoot(&mut scene, "v", &[6, 5, 1, 6]);
    assert_eq!(test_due(&scene, "e"), Some(rule!("HC-RTRIG-02")));
    // One needs 5 and rolls a six, the other needs 6 and rolls none.
    let mut mixed = two("medium-infantry", 15.0).disordered("v");
    assert_eq!((needed(&mixed, "u"), needed(&mixed, "v")), (5, 6));
    shoot(&mut mixed, "v", &[5, 5, 5]);
    shoot(&mut mixed, "u", &[6, 1, 1, 6]);
    assert_eq!(test_due(&mixed, "e"), Some(rule!("HC-RTRIG-01")));
}

/// HC-RTRIG-03, HC-RTRIG-04, HC-BRK-01, HC-BRK-02, HC-SHK-06: becoming shaken, and suffering more when shaken.
#[test]
fn the_shaken_test() {
    let mut scene = two("medium-infantry", 9.0).casualties("e", 5);
    shoot(&mut scene, "u", &[4, 1, 1, 1]);
    assert_eq!(test_due(&scene, "e"), Some(rule!("HC-RTRIG-03")));
    let mut more = two("medium-infantry", 9.0).casualties("e", 6);
    shoot(&mut more, "u", &[4, 1, 1, 6]);
    assert_eq!(test_due(&more, "e"), None);
    shoot(&mut more, "v", &[4, 1, 1, 1]);
    assert_eq!(test_due(&more, "e"), Some(rule!("HC-RTRIG-04")));
}

/// HC-STEADY-01, HC-STEADY-02, HC-RTRIG-08, HC-RTRIG-10, EX-52, EX-160: the steady ignore one six in a turn.
#[test]
fn the_steady_ignore_one_six() {
    let mut one = two("medium-infantry steady", 15.0);
    shoot(&mut one, "u", &[6, 1, 1, 6]);
    shoot(&mut one, "v", &[1, 1, 1]);
    assert_eq!(test_due(&one, "e"), None);
    let mut both = two("medium-infantry steady", 15.0);
    shoot(&mut both, "u", &[6, 6, 1, 6, 6]);
    assert_eq!(test_due(&both, "e"), Some(rule!("HC-RTRIG-01")));
    let mut sixes = two("heavy-infantry steady", 15.0);
    shoot(&mut sixes, "u", &[6, 6, 1, 6, 6]);
    assert_eq!(test_due(&sixes, "e"), None);
    shoot(&mut sixes, "v", &[6, 1, 1, 6]);
    assert_eq!(test_due(&sixes, "e"), Some(rule!("HC-RTRIG-02")));
}

/// HC-RTRIG-09, HC-WAV-01, HC-BRK-11: any casualty of a wavering unit.
#[test]
fn the_wavering_test_for_any_casualty() {
    let mut scene = two("medium-infantry wavering", 9.0);
    shoot(&mut scene, "u", &[4, 1, 1, 1]);
    assert_eq!(test_due(&scene, "e"), Some(rule!("HC-WAV-01")));
    let mut saved = two("medium-infantry wavering", 9.0);
    shoot(&mut saved, "u", &[4, 1, 1, 6]);
    assert_eq!(test_due(&saved, "e"), None);
}

/// HC-SCN-04: casualties of napfa call for a test, with one less.
#[test]
fn napfa_frightens() {
    let scene = || {
        table()
            .unit("u", Side::Red, "light-infantry 5/5/3/0/6+/6 napfa", (30.0, 10.0), 0.0)
            .unit("e", Side::Blue, "heavy-cavalry", (30.0, 14.0), 180.0)
            .stage(crate::stage::Part::Ranged, crate::stage::Stage::Shoot)
            .build()
    };
    let mut burnt = scene();
    shoot(&mut burnt, "u", &[4, 1, 1, 1]);
    assert_eq!(test_due(&burnt, "e"), Some(rule!("HC-SCN-04")));
    burnt.state.stage = crate::stage::Stage::ShotTests;
    // 8 holds, 7 retreats in good order: 4 and 4 less one.
    let before = burnt.state.unit(burnt.unit("e")).rect;
    burnt.run(&[4, 4], |cx| resolve(cx, &Choice::Proceed));
    let after = burnt.state.unit(burnt.unit("e"));
    assert!(after.rect != before && !after.disordered);
}

/// HC-RTRIG-05, HC-BRK-18, HC-TGT-21: one test in a part; the active player names the order.
#[test]
fn tests_come_after_all_shooting_in_any_order() {
    let mut scene = table()
        .unit("u", Side::Red, BOW, (20.0, 10.0), 0.0)
        .unit("v", Side::Red, BOW, (40.0, 10.0), 0.0)
        .unit("e", Side::Blue, "heavy-cavalry", (20.0, 19.0), 180.0)
        .unit("f", Side::Blue, "heavy-cavalry", (40.0, 19.0), 180.0)
        .build();
    shoot(&mut scene, "u", &[6, 1, 1, 6]);
    shoot(&mut scene, "v", &[6, 1, 1, 6]);
    scene.state.stage = crate::stage::Stage::ShotTests;
    let units = [scene.unit("e"), scene.unit("f")].into_iter().collect();
    let prompt = Prompt::Ranged(RangedPrompt::Test { units });
    assert_eq!(flow::asked(scene.look()), Some(Next::Ask { side: Side::Red, prompt }));
    let test = Choice::Ranged(RangedChoice::Test(scene.unit("f")));
    assert_eq!(scene.refusals(&Choice::Ranged(RangedChoice::Test(scene.unit("u")))), [rule!("HC-TGT-21")]);
    scene.run(&[5, 5], |cx| resolve(cx, &test));
    assert!(scene.state.unit(scene.unit("f")).did(Deed::Tested));
    let next = flow::asked(scene.look());
    assert_eq!(next.as_ref().and_then(Next::unasked), Some(&Choice::Proceed));
    assert_eq!(test_due(&scene, "f"), None);
}

/// HC-BRES-05, AMB-95, EX-59: infantry with 5 or 6: its owner chooses.
#[test]
fn infantry_holds_or_retreats() {
    let mut scene = two("medium-infantry", 9.0);
    shoot(&mut scene, "u", &[6, 1, 1, 6]);
    scene.state.stage = crate::stage::Stage::ShotTests;
    scene.run(&[2, 3], |cx| resolve(cx, &Choice::Proceed));
    let Some(Next::Ask { side: Side::Blue, .. }) = flow::asked(scene.look()) else { panic!("Blue is asked") };
    assert_eq!(scene.proposals().len(), 2);
    let mut holds = scene.clone();
    holds.run(&[], |cx| crate::breaks::resolve(cx, &Choice::Breaks(BreaksChoice::HoldDisordered)));
    let unit = holds.state.unit(holds.unit("e"));
    assert!(unit.disordered && unit.rect == scene.state.unit(scene.unit("e")).rect);
    scene.run(&[], |cx| crate::breaks::resolve(cx, &Choice::Breaks(BreaksChoice::Retreat)));
    let unit = scene.state.unit(scene.unit("e"));
    assert!(!unit.disordered && (unit.rect.pose.at.y - 25.0 * 25.4).abs() < 0.1);
    assert!(scene.state.pending.is_empty());
}

/// EX-56, HC-BRES-07, HC-BRES-08: a hurt cavalry unit that rolls 2 breaks.
#[test]
fn a_hurt_unit_that_rolls_two_breaks() {
    let mut scene = two("heavy-cavalry", 9.0);
    shoot(&mut scene, "u", &[6, 1, 1, 1]);
    scene.state.stage = crate::stage::Stage::ShotTests;
    scene.run(&[1, 1], |cx| resolve(cx, &Choice::Proceed));
    assert_eq!(scene.state.unit(scene.unit("e")).place, Place::Destroyed);
}

/// HC-BRK-17, HC-CAS-03, HC-BRES-09, EX-45: eight casualties of six: two less, and six remain.
#[test]
fn excess_counts_against_the_test_and_is_dropped() {
    let mut scene = two("medium-infantry", 9.0).casualties("e", 6);
    shoot(&mut scene, "u", &[4, 4, 1, 1, 1]);
    assert_eq!(casualties(&scene, "e"), 8);
    scene.state.stage = crate::stage::Stage::ShotTests;
    // 6 and 2 less two is 6: hold or retreat; without it 8 would hold.
    scene.run(&[6, 2], |cx| resolve(cx, &Choice::Proceed));
    assert_eq!(casualties(&scene, "e"), 6);
    assert!(!scene.state.pending.is_empty());
}

/// HC-CRISK-05, HC-CRISK-06, HC-SHK-12, HC-ALG-10: the commander with a unit that is shaken by shots.
#[test]
fn a_commander_with_a_shaken_unit_is_at_risk() {
    let mut scene = two("medium-infantry", 9.0).casualties("e", 5);
    let king = scene.officer("blue general");
    scene.state.commanders[king.index()].place = crate::state::CommanderPlace::With(scene.unit("e"));
    shoot(&mut scene, "u", &[4, 1, 1, 1]);
    scene.state.stage = crate::stage::Stage::ShotCommanders;
    let mut hit = scene.clone();
    hit.run(&[6, 6, 4], |cx| resolve(cx, &Choice::Proceed));
    assert!(hit.state.commander(king).wounded);
    scene.run(&[6, 5], |cx| resolve(cx, &Choice::Proceed));
    assert!(!scene.state.commander(king).wounded);
    assert_eq!(crate::ranged::next(scene.look()), None);
    let mut safe = two("medium-infantry", 9.0);
    safe.state.commanders[king.index()].place = crate::state::CommanderPlace::With(safe.unit("e"));
    shoot(&mut safe, "u", &[4, 1, 1, 1]);
    safe.state.stage = crate::stage::Stage::ShotCommanders;
    assert_eq!(crate::ranged::next(safe.look()), None);
}
