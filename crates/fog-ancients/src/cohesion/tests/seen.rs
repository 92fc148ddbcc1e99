//! Commanders at risk, and tests for what was seen (25.5, FA-CT-05 to FA-CT-11, FA-CT-25 to FA-CT-27).

use super::{hit, table};
use crate::choice::{Choice, Prompt};
use crate::cohesion::{CohesionChoice, CohesionPrompt, Toll, seen_by};
use crate::settings::Edition;
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, CommanderPlace, Deed, Grade, Seen};
use crate::testing::Scene;
use aelian_game::{Next, Ruleset, Side};

const HF: &str = "HF protected";

fn led(given: u8, taken: u8) -> Scene {
    let table = table()
        .stage(Phase::Melee, Stage::CommanderRisks)
        .group("red", Side::Red, HF, (8, 4), (36.0, 24.0), 0.0)
        .group("near", Side::Red, HF, (4, 2), (43.0, 24.0), 0.0)
        .group("far", Side::Red, HF, (4, 2), (46.4, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (8, 4), (36.0, 24.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("red"), (36.0, 24.0));
    let mut scene = table.build().fighting("red", "blue");
    let (chief, red) = (scene.officer("chief"), scene.group("red"));
    let displaced = scene.base("red", 1, 0);
    scene.state.commanders[chief.index()].place = CommanderPlace::Front { group: red, displaced };
    hit(&mut scene, "blue", "red", taken, false);
    hit(&mut scene, "red", "blue", given, false);
    scene
}

fn is_lost(scene: &Scene) -> bool {
    scene.state.commander(scene.officer("chief")).place == CommanderPlace::Lost
}

/// FA-CLOSS-01, FA-CLOSS-02, FA-CLOSS-03, FA-QUAL-01, FA-QUAL-11: two hits put him at risk; he falls on 11 if his group lost, on 12 if not.
#[test]
fn front_rank_commanders_are_at_risk() {
    for (given, taken, dice, lost) in
        [(0, 2, [5, 6], true), (0, 2, [5, 5], false), (2, 2, [5, 6], false), (2, 2, [6, 6], true)]
    {
        let mut scene = led(given, taken);
        scene.play(&Choice::Proceed, &dice);
        assert_eq!(is_lost(&scene), lost, "{given} {taken} {dice:?}");
    }
    let risk = |scene: &Scene| {
        let toll = Toll::of(&scene.state, scene.group("red"));
        scene.look().commander_risk(scene.officer("chief"), &toll)
    };
    assert!(risk(&led(0, 1)).is_none() && risk(&led(0, 2)).is_some());
    let mut behind = led(0, 4);
    let (chief, red) = (behind.officer("chief"), behind.group("red"));
    behind.state.commanders[chief.index()].place = CommanderPlace::With(red);
    assert!(risk(&behind).is_none());
}

/// FA-CLOSS-04, FA-CLOSS-05, FA-CT-10, FA-CT-11, FA-V31-31, FA-V31-64: who will test for a commander lost.
#[test]
fn those_near_mourn_a_commander() {
    let mourners = |edition| {
        let mut scene = led(0, 3);
        scene.rules.edition = edition;
        scene.play(&Choice::Proceed, &[6, 6]);
        assert!(is_lost(&scene));
        scene.state.seen.iter().map(|seen| (seen.group, seen.chief)).collect::<Vec<_>>()
    };
    let scene = led(0, 3);
    let [red, near, far] = ["red", "near", "far"].map(|name| scene.group(name));
    assert_eq!(mourners(Edition::First), [(red, false), (near, false)]);
    assert_eq!(mourners(Edition::V31), [(red, true), (near, true), (far, true)]);
}

/// FA-CT-05, FA-CT-08, FA-CT-26: friends within 3 MU; battle troops do not mind skirmishers.
#[test]
fn breaks_are_seen_by_those_who_mind() {
    let mut scene = table()
        .group("light", Side::Red, "LF unprotected", (4, 4), (36.0, 24.0), 0.0)
        .group("heavy", Side::Red, HF, (4, 4), (36.0, 21.0), 0.0)
        .group("other", Side::Red, "LF unprotected", (4, 4), (36.0, 19.5), 0.0)
        .group("far", Side::Red, "LF unprotected", (4, 4), (60.0, 24.0), 0.0)
        .build();
    let saw = |scene: &Scene, name: &str| seen_by(scene.look(), scene.group(name));
    assert_eq!(
        saw(&scene, "light"),
        [scene.group("other")].into_iter().filter(|_| false).collect::<Vec<_>>()
    );
    assert_eq!(saw(&scene, "heavy"), [scene.group("light"), scene.group("other")]);
    // FA-CT-26, FA-CLOSS-07: who has tested in this phase does not test again, for a commander neither.
    let light = scene.group("light");
    scene.state.groups[light.index()].deeds =
        scene.state.groups[light.index()].deeds.with(Deed::TestedForSeen);
    assert_eq!(saw(&scene, "heavy"), [scene.group("other")]);
}

/// FA-CT-25, FA-DEC-37, FA-CTM-06, FA-CT-22, FA-CT-26: the owner orders the tests; one test for all that was seen; who
/// has tested does not test again for what breaks after it.
#[test]
fn the_owner_orders_the_tests() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::SeenTests)
        .group("a", Side::Red, "HArt", (2, 2), (31.6, 24.0), 0.0)
        .group("b", Side::Red, HF, (4, 4), (37.0, 24.0), 0.0)
        .group("blue", Side::Blue, HF, (4, 4), (36.0, 40.0), 180.0)
        .build()
        .cohesion("a", Cohesion::Disrupted);
    let [a, b] = ["a", "b"].map(|name| scene.group(name));
    scene.state.seen =
        vec![Seen { group: a, reasons: 2, chief: false }, Seen { group: b, reasons: 1, chief: false }];
    let Next::Ask { side: Side::Red, prompt: Prompt::Cohesion(CohesionPrompt::TestNext { groups }) } =
        scene.rules.next(&scene.state)
    else {
        panic!("the owner is asked");
    };
    assert_eq!(groups, [a, b]);
    let strange = Choice::Cohesion(CohesionChoice::TestNext(scene.group("blue")));
    assert_eq!(scene.refusals(&strange)[0].as_str(), "FA-CT-25");
    // B passes. A has two reasons and is DISRUPTED: 4 - 2 is 2, so it drops two levels and breaks; B has tested.
    scene.play(&Choice::Cohesion(CohesionChoice::TestNext(b)), &[3, 4]);
    scene.play(&Choice::Proceed, &[2, 2]);
    assert_eq!(scene.state.group(a).cohesion, Cohesion::Broken);
    assert!(scene.state.seen.is_empty());
}

/// FA-CT-25: far apart no order matters, and nobody has to say one; but he may.
#[test]
fn nobody_is_asked_for_an_order_that_does_not_matter() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::SeenTests)
        .group("a", Side::Red, HF, (4, 4), (20.0, 24.0), 0.0)
        .group("b", Side::Red, HF, (4, 4), (50.0, 24.0), 0.0)
        .build();
    let seen = |name: &str| Seen { group: scene.group(name), reasons: 1, chief: false };
    scene.state.seen = vec![seen("a"), seen("b")];
    assert_eq!(scene.rules.next(&scene.state).unasked(), Some(&Choice::Proceed));
    let second = Choice::Cohesion(CohesionChoice::TestNext(scene.group("b")));
    assert!(scene.check(&second).is_legal());
}

/// FA-CT-06, FA-CHG-33: who tests at once for a FRAGMENTED friend that breaks when charged may test again at the end of
/// the phase.
#[test]
fn tests_at_once_do_not_count_for_the_end_of_the_phase() {
    let mut scene = table()
        .stage(Phase::Impact, Stage::FragmentedTests)
        .group("a", Side::Red, HF, (4, 4), (30.0, 24.0), 0.0)
        .group("b", Side::Red, HF, (4, 4), (50.0, 24.0), 0.0)
        .build();
    let [a, b] = ["a", "b"].map(|name| scene.group(name));
    scene.state.seen = [a, b].map(|group| Seen { group, reasons: 1, chief: false }).to_vec();
    let (rules, state) = (scene.rules.clone(), &mut scene.state);
    for marked in [true, false] {
        let mut dice = aelian_dice::Tape::new([4, 4]).unwrap();
        let mut cx = aelian_game::Cx::new(&rules, state, &mut dice, aelian_game::Trace::Off);
        crate::cohesion::resolve(&mut cx, &Choice::Proceed).unwrap();
        assert_eq!(state.did(a, Deed::TestedForSeen), marked);
    }
    assert!(state.seen.is_empty() && !state.did(b, Deed::TestedForSeen));
}
