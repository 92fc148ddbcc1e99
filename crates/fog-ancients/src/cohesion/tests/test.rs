//! The cohesion test itself (75.2, 75.3).

use super::{hit, table};
use crate::choice::Choice;
use crate::cohesion::Why;
use crate::field::AreaKind;
use crate::ids::GroupSet;
use crate::settings::Edition;
use crate::stage::{Phase, Stage};
use crate::state::{Cohesion, Grade};
use crate::testing::Scene;
use aelian_game::Side;

const GAULS: &str = "MF protected average undrilled impact-foot swordsmen";
const ROMANS: &str = "HF armoured superior drilled impact-foot skilled-swordsmen";

/// The two groups front to front in the middle of the table.
fn two(phase: Phase, red: (&str, u8, u8), blue: (&str, u8, u8)) -> Scene {
    table()
        .stage(phase, Stage::Tests)
        .group("red", Side::Red, red.0, (red.1, red.2), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, blue.0, (blue.1, blue.2), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue")
}

fn rules(scene: &Scene, name: &str, why: Why) -> Vec<String> {
    let test = scene.look().cohesion_test(scene.group(name), why);
    test.modifiers.lines.iter().map(|line| format!("{} {}", line.rule, line.value)).collect()
}

fn steadiness(scene: &Scene, name: &str) -> Cohesion {
    scene.state.group(scene.group(name)).cohesion
}

/// EX-04, FA-CTM-02, FA-CTM-11, FA-CT-04, FA-CT-14, FA-CT-21: the legionaries lose an impact by one hit.
#[test]
fn the_book_s_romans_are_disrupted() {
    let mut scene = two(Phase::Impact, (GAULS, 12, 6), (ROMANS, 8, 4));
    hit(&mut scene, "red", "blue", 4, false);
    hit(&mut scene, "blue", "red", 3, false);
    assert_eq!(rules(&scene, "blue", Why::Beaten), ["FA-CTM-02 -1", "FA-CTM-11 -1"]);
    scene.play(&Choice::Proceed, &[5, 3]);
    assert_eq!(
        (steadiness(&scene, "blue"), steadiness(&scene, "red")),
        (Cohesion::Disrupted, Cohesion::Steady)
    );
}

/// EX-05, FA-CT-22, FA-COMB-04: lost by a single hit even the lowest score costs one level only.
#[test]
fn a_narrow_defeat_costs_one_level() {
    let mut scene = two(Phase::Impact, (GAULS, 12, 6), (ROMANS, 8, 4));
    hit(&mut scene, "red", "blue", 4, false);
    hit(&mut scene, "blue", "red", 3, false);
    // Superior: the ones are re-rolled, and stay.
    scene.play(&Choice::Proceed, &[1, 1, 1, 1]);
    assert_eq!(steadiness(&scene, "blue"), Cohesion::Disrupted);
}

/// EX-10, FA-CTM-02, FA-CTM-03, FA-CTM-09, FA-CT-22, FA-COH-19: the Gauls lose a melee by two.
#[test]
fn the_book_s_gauls_drop_two_levels() {
    let mut scene = two(Phase::Melee, (GAULS, 12, 6), (ROMANS, 8, 4));
    hit(&mut scene, "red", "blue", 3, false);
    hit(&mut scene, "blue", "red", 5, false);
    assert_eq!(rules(&scene, "red", Why::Beaten), ["FA-CTM-02 -1", "FA-CTM-03 -1", "FA-CTM-09 -1"]);
    scene.play(&Choice::Proceed, &[2, 3]);
    assert_eq!(steadiness(&scene, "red"), Cohesion::Fragmented);
}

/// FA-V31-24, FA-V31-25, FA-V31-26, FA-V31-53: the sheet counts half the bases, minds an impact lost, and the
/// difference only in melee.
#[test]
fn the_sheet_counts_otherwise() {
    let mut scene = two(Phase::Impact, (GAULS, 12, 6), (ROMANS, 8, 4));
    scene.rules.edition = Edition::V31;
    hit(&mut scene, "red", "blue", 3, false);
    assert_eq!(rules(&scene, "blue", Why::Beaten), ["FA-V31-25 -1", "FA-CTM-11 -1"]);
    scene.state.phase = Phase::Melee;
    assert_eq!(rules(&scene, "blue", Why::Beaten), ["FA-CTM-03 -1"]);
    hit(&mut scene, "red", "blue", 1, false);
    assert_eq!(rules(&scene, "blue", Why::Beaten), ["FA-CTM-02 -1", "FA-CTM-03 -1"]);
}

/// FA-TAB-CT, FA-CTM-08 to FA-CTM-12, FA-ELC-06, FA-SC-05, FA-V31-29, FA-V31-30: feared enemies count once, each where it may.
#[test]
fn some_enemies_are_feared() {
    let feared = |phase, mine: &str, theirs: &str, edition| {
        let mut scene = two(phase, (mine, 4, 4), (theirs, 2, 2));
        scene.rules.edition = edition;
        hit(&mut scene, "blue", "red", 1, false);
        let lines = rules(&scene, "red", Why::Beaten);
        lines.into_iter().filter(|line| !line.contains("V31")).collect::<Vec<_>>()
    };
    let first = |phase, mine, theirs| feared(phase, mine, theirs, Edition::First);
    let none: [&str; 0] = [];
    assert_eq!(first(Phase::Melee, "HF protected", "El"), ["FA-CTM-08 -1"]);
    assert_eq!(first(Phase::Impact, "MF protected", "El"), ["FA-CTM-08 -1"]);
    assert_eq!(first(Phase::Melee, "HF protected", "SCh"), ["FA-CTM-08 -1"]);
    assert_eq!(first(Phase::Melee, "HF protected", "HCh"), none);
    assert_eq!(feared(Phase::Melee, "HF protected", "HCh", Edition::V31), ["FA-CTM-08 -1"]);
    assert_eq!(first(Phase::Melee, "MF protected", "Cv protected"), ["FA-CTM-09 -1"]);
    assert_eq!(first(Phase::Melee, "MF protected", "MF protected"), none);
    assert_eq!(first(Phase::Impact, "HF protected", "Cv protected lancers"), ["FA-CTM-10 -1"]);
    assert_eq!(first(Phase::Melee, "HF protected", "Cv protected lancers"), none);
    assert_eq!(first(Phase::Impact, "Kn armoured lancers", "Kn armoured lancers"), ["FA-CTM-10 -1"]);
    assert_eq!(feared(Phase::Impact, "Kn armoured lancers", "Kn armoured lancers", Edition::V31), none);
    assert_eq!(feared(Phase::Impact, "Cv armoured", "Kn armoured lancers", Edition::V31), ["FA-CTM-10 -1"]);
    assert_eq!(first(Phase::Impact, "Cv armoured", "HF protected impact-foot"), none);
}

/// FA-CTM-09, FA-TER-03: the heavy foot that fight from rough ground do not frighten medium foot.
#[test]
fn medium_foot_fear_the_open_only() {
    let mut scene = table()
        .area(AreaKind::Brush, &[(30.0, 24.0), (45.0, 24.0), (45.0, 30.0), (30.0, 30.0)])
        .stage(Phase::Melee, Stage::Tests)
        .group("red", Side::Red, "MF protected", (8, 4), (36.0, 24.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (4, 4), (36.0, 24.0), 180.0)
        .build()
        .fighting("red", "blue");
    hit(&mut scene, "blue", "red", 1, false);
    let none: [&str; 0] = [];
    assert_eq!(rules(&scene, "red", Why::Beaten), none);
}

/// FA-MIX-03, FA-MIX-04, FA-MIX-05, FA-CT-24: heavy foot in a mixed group make it test as heavy foot.
#[test]
fn mixed_groups_test_as_their_heavier_part() {
    let lost = |rear: &str| {
        let mut scene = table()
            .stage(Phase::Melee, Stage::Tests)
            .mixed("red", Side::Red, &[("MF protected", 4), (rear, 4)], 4, (36.0, 24.0), 0.0)
            .group("blue", Side::Blue, "Cv protected", (4, 4), (36.0, 24.0), 180.0)
            .build()
            .fighting("red", "blue");
        hit(&mut scene, "blue", "red", 1, false);
        rules(&scene, "red", Why::Beaten).len()
    };
    assert_eq!((lost("LF unprotected bow"), lost("HF protected")), (1, 0));
}

/// FA-CT-02, FA-CT-03, FA-CTM-01, FA-CTM-07, FA-SOUT-01, FA-SOUT-02: tests for shooting.
#[test]
fn shooting_asks_for_a_test_and_marks_it() {
    let shot = |by: &str, hits| {
        let mut scene = table()
            .stage(Phase::Shooting, Stage::Tests)
            .group("red", Side::Red, "HF protected", (8, 4), (36.0, 20.0), 0.0)
            .group("blue", Side::Blue, by, (2, 2), (36.0, 25.0), 180.0)
            .build();
        hit(&mut scene, "blue", "red", hits, true);
        let due = scene.look().due_test(scene.group("red"));
        due.map(|why| rules(&scene, "red", why))
    };
    assert_eq!(shot("LF unprotected bow", 2), None);
    assert_eq!(shot("LF unprotected bow", 3), Some(vec![]));
    assert_eq!(shot("LF unprotected bow", 4), Some(vec!["FA-CTM-01 -1".to_owned()]));
    assert_eq!(shot("LF unprotected firearm", 3), Some(vec!["FA-CTM-07 -1".to_owned()]));
    assert_eq!(shot("HArt", 2), Some(vec!["FA-CTM-07 -1".to_owned()]));
    assert_eq!(shot("HArt", 1), None);
}

/// EX-54, FA-CTM-04, FA-CTM-16, FA-CTM-17, FA-CTM-21, FA-COH-04, FA-COH-08, FA-CTM-22, FA-DIS-09.
#[test]
fn the_worst_state_and_losses_count_once() {
    let mut scene = table()
        .area(AreaKind::Forest, &[(20.0, 10.0), (50.0, 10.0), (50.0, 30.0), (20.0, 30.0)])
        .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
        .build();
    let saw = Why::Saw { reasons: 1, chief: false };
    assert_eq!(rules(&scene, "red", saw), ["FA-CTM-16 -1"]);
    for base in [6, 7] {
        scene.state.bases[base].lost = true;
    }
    scene = scene.cohesion("red", Cohesion::Disrupted);
    assert_eq!(rules(&scene, "red", saw), ["FA-CTM-04 -1", "FA-CTM-16 -1"]);
    scene = scene.cohesion("red", Cohesion::Fragmented);
    assert_eq!(rules(&scene, "red", saw), ["FA-CTM-04 -1", "FA-CTM-17 -2"]);
}

/// FA-V31-27, FA-V31-52: in the 3.1 edition each full quarter counts.
#[test]
fn the_sheet_counts_each_quarter_lost() {
    let lost = |bases: u8, lost: usize, edition| {
        let mut scene = table()
            .edition(edition)
            .group("red", Side::Red, "HF protected", (bases, 4), (36.0, 24.0), 0.0)
            .build();
        for base in scene.state.bases.iter_mut().rev().filter(|base| !base.lost).take(lost) {
            base.lost = true;
        }
        scene
            .look()
            .cohesion_test(scene.group("red"), Why::Saw { reasons: 1, chief: false })
            .modifiers
            .total()
    };
    assert_eq!(
        (lost(8, 4, Edition::V31), lost(12, 3, Edition::V31), lost(12, 6, Edition::V31)),
        (-2, -1, -2)
    );
    assert_eq!(
        (lost(8, 4, Edition::First), lost(12, 6, Edition::First), lost(8, 1, Edition::First)),
        (-1, -1, 0)
    );
}

/// FA-CTM-13, FA-CTM-14, FA-CT-23, FA-CMD-10 to FA-CMD-13: the best commander in range; with the group if it fights.
#[test]
fn one_commander_helps() {
    let table = table()
        .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
        .group("other", Side::Red, "HF protected", (8, 4), (50.0, 24.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (8, 4), (36.0, 24.0), 180.0)
        .commander("field", Side::Red, Grade::Field, None, (36.0, 20.0))
        .commander("great", Side::Red, Grade::Inspired, Some("other"), (50.0, 22.0));
    let mut scene = table.build();
    let saw = Why::Saw { reasons: 2, chief: true };
    assert_eq!(rules(&scene, "red", saw), ["FA-CTM-06 -1", "FA-CTM-13 1", "FA-CTM-14 1"]);
    // He fights in a front rank elsewhere: only the other one is left.
    let (great, other) = (scene.officer("great"), scene.group("other"));
    let displaced = scene.base("other", 0, 0);
    scene.state.commanders[great.index()].place =
        crate::state::CommanderPlace::Front { group: other, displaced };
    assert_eq!(rules(&scene, "red", saw), ["FA-CTM-06 -1", "FA-CTM-13 1"]);
    scene.state.commanders[great.index()].place = crate::state::CommanderPlace::With(other);
    let scene = scene.fighting("red", "blue");
    assert_eq!(rules(&scene, "red", saw), ["FA-CTM-06 -1"]);
    assert_eq!(rules(&scene, "red", Why::Bolster(great)), ["FA-CTM-13 1", "FA-CTM-14 1"]);
}

/// FA-CT-12, FA-CT-20, FA-CTM-18, FA-COH-15: a rally raises a level, and a failed one never lowers.
#[test]
fn who_rallies_never_drops() {
    let scene = table()
        .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
        .commander("field", Side::Red, Grade::Field, Some("red"), (36.0, 22.0))
        .build()
        .cohesion("red", Cohesion::Broken);
    let rally = Why::Rally(scene.officer("field"));
    assert_eq!(rules(&scene, "red", rally), ["FA-CTM-13 1", "FA-CTM-18 -3"]);
    let test = scene.look().cohesion_test(scene.group("red"), rally);
    assert_eq!((test.levels(2), test.passes(9), test.passes(8)), (0, true, false));
    assert!((test.chance() - 10.0 / 36.0).abs() < 1e-12);
}

/// FA-TAB-CTRES, FA-CT-01, FA-CT-22, FA-CTM-19: a test on being charged has no row of combat and costs one level at most.
#[test]
fn the_charged_test_plainly() {
    let mut scene = two(Phase::Impact, (GAULS, 12, 6), (ROMANS, 8, 4)).cohesion("red", Cohesion::Fragmented);
    hit(&mut scene, "blue", "red", 6, false);
    let test = scene.look().cohesion_test(scene.group("red"), Why::Charged { by: GroupSet::EMPTY });
    assert_eq!(test.modifiers.total(), -2);
    assert_eq!((test.levels(2), test.levels(8), test.levels(9)), (1, 1, 0));
    let levels = test.odds();
    assert_eq!((levels.weight(&0).fraction(), levels.probability(&2)), (Some((5, 18)), 0.0));
}

/// FA-REAR-01, FA-REAR-02, FA-REAR-03, FA-REAR-04, FA-REAR-08, FA-CTM-15, FA-ALG-99, FA-GEO-05: who supports from behind and who does not.
#[test]
fn steady_friends_behind_support() {
    let supported = |behind: &str, bases: u8, at: (f64, f64), facing: f64| {
        table()
            .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
            .group("rear", Side::Red, behind, (bases, 4), at, facing)
            .build()
    };
    let has = |scene: &Scene| scene.look().has_rear_support(scene.group("red"));
    assert!(has(&supported("HF protected", 4, (36.0, 20.0), 0.0)));
    // Too few, too far, too poor, skirmishers, off to the side, facing away.
    assert!(!has(&supported("HF protected", 3, (36.0, 20.0), 0.0)));
    assert!(!has(&supported("HF protected", 4, (36.0, 12.0), 0.0)));
    assert!(has(&supported("Cv protected", 4, (36.0, 12.0), 0.0)));
    assert!(!has(&supported("HF protected poor", 4, (36.0, 20.0), 0.0)));
    assert!(!has(&supported("LF unprotected", 4, (36.0, 20.0), 0.0)));
    assert!(!has(&supported("HF protected", 4, (46.0, 20.0), 0.0)));
    assert!(!has(&supported("HF protected", 4, (36.0, 20.0), 180.0)));
    let shaken = supported("HF protected", 4, (36.0, 20.0), 0.0).cohesion("rear", Cohesion::Disrupted);
    assert!(!has(&shaken));
    // FA-REAR-05: an enemy between them.
    let between = table()
        .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
        .group("rear", Side::Red, "HF protected", (4, 4), (36.0, 18.0), 0.0)
        .group("blue", Side::Blue, "LF unprotected", (1, 1), (36.0, 20.0), 0.0)
        .build();
    assert!(!has(&between));
    // FA-REAR-06: the supporters fight.
    let busy = table()
        .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
        .group("rear", Side::Red, "HF protected", (4, 4), (36.0, 18.0), 0.0)
        .group("blue", Side::Blue, "HF protected", (4, 4), (60.0, 18.0), 180.0)
        .build();
    assert!(has(&busy) && !has(&busy.fighting("rear", "blue")));
    // FA-REAR-07.
    let wagons = table()
        .group("red", Side::Red, "BWg", (2, 2), (36.0, 24.0), 0.0)
        .group("rear", Side::Red, "HF protected", (4, 4), (36.0, 18.0), 0.0)
        .build();
    assert!(!has(&wagons));
}

/// FA-THR-01, FA-THR-02, FA-CTM-05, AMB-07: an edge nearby, or an enemy on the flank; skirmishers do not mind.
#[test]
fn flanks_are_threatened() {
    let at = |x: f64, enemy: &str, place: (f64, f64), facing: f64| {
        table()
            .group("red", Side::Red, "HF protected", (8, 4), (x, 24.0), 0.0)
            .group("light", Side::Red, "LF unprotected", (4, 4), (x, 30.0), 0.0)
            .group("blue", Side::Blue, enemy, (4, 4), place, facing)
            .build()
    };
    let threatened = |scene: &Scene| scene.look().has_threatened_flank(scene.group("red"));
    assert!(!threatened(&at(36.0, "Cv protected", (36.0, 40.0), 180.0)));
    assert!(threatened(&at(9.1, "Cv protected", (36.0, 40.0), 180.0)));
    assert!(!threatened(&at(9.3, "Cv protected", (36.0, 40.0), 180.0)));
    assert!(threatened(&at(36.0, "Cv protected", (43.0, 23.0), 270.0)));
    assert!(!threatened(&at(36.0, "LH unprotected", (43.0, 23.0), 270.0)));
    let near_edge = at(9.1, "Cv protected", (36.0, 40.0), 180.0);
    let saw = Why::Saw { reasons: 1, chief: false };
    assert_eq!(rules(&near_edge, "red", saw), ["FA-CTM-05 -1"]);
    assert!(!rules(&near_edge, "light", saw).contains(&"FA-CTM-05 -1".to_owned()));
}

/// FA-CTM-23: one feared enemy of several is enough, whoever hit.
#[test]
fn any_of_several_enemies_may_be_feared() {
    let mut scene = table()
        .stage(Phase::Melee, Stage::Tests)
        .group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0)
        .group("foot", Side::Blue, "HF protected", (4, 2), (34.4, 24.0), 180.0)
        .group("beasts", Side::Blue, "El", (2, 2), (37.6, 24.0), 180.0)
        .build();
    hit(&mut scene, "foot", "red", 1, false);
    hit(&mut scene, "red", "beasts", 0, false);
    assert_eq!(rules(&scene, "red", Why::Beaten), ["FA-CTM-08 -1"]);
}

/// FA-V31-28, FA-V31-54: the sheet minds the commander-in-chief; the two levels of a very low score stay.
#[test]
fn the_sheet_minds_the_chief() {
    let scene = |edition| {
        table().edition(edition).group("red", Side::Red, "HF protected", (8, 4), (36.0, 24.0), 0.0).build()
    };
    let saw = Why::Saw { reasons: 1, chief: true };
    assert!(rules(&scene(Edition::First), "red", saw).is_empty());
    let newer = scene(Edition::V31);
    assert_eq!(rules(&newer, "red", saw), ["FA-V31-28 -1"]);
    let test = newer.look().cohesion_test(newer.group("red"), saw);
    assert_eq!((test.levels(3), test.levels(4)), (2, 1));
}

/// FA-COH-01 to FA-COH-03, FA-COH-07, FA-COH-11, FA-COH-17, FA-COH-19, FA-COMB-05: what the levels of the ladder mean.
#[test]
fn the_ladder_of_cohesion() {
    use Cohesion::*;
    assert_eq!(
        [Steady.down(2), Disrupted.down(2), Fragmented.down(1), Steady.down(9)],
        [Fragmented, Broken, Broken, Broken]
    );
    let scene = |cohesion| {
        let scene =
            table().group("red", Side::Red, "HF protected offensive-spearmen", (8, 4), (36.0, 24.0), 0.0);
        let scene = scene.build();
        assert_eq!(steadiness(&scene, "red"), Steady);
        scene.cohesion("red", cohesion)
    };
    let drill = |cohesion| {
        let scene = scene(cohesion);
        scene.look().tester(GroupSet::one(scene.group("red")), true).modifiers.total()
    };
    assert_eq!([drill(Steady), drill(Disrupted), drill(Fragmented)], [0, -1, -2]);
    let shock = |cohesion| scene(cohesion).state.groups[0].is_shock();
    assert!(shock(Disrupted) && !shock(Fragmented));
    // A group that breaks faces about.
    let mut beaten = two(Phase::Melee, (GAULS, 12, 6), (ROMANS, 8, 4)).cohesion("red", Fragmented);
    hit(&mut beaten, "blue", "red", 5, false);
    let step = beaten.play(&Choice::Proceed, &[1, 1]);
    let turned = step.events.iter().any(|event| {
        matches!(event, crate::event::Event::Moved(moved) if moved.why == crate::event::MoveWhy::FacedAbout)
    });
    assert!(turned && steadiness(&beaten, "red") == Broken);
}
