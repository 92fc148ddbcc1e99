//! Bolstering and rallying (70.4).

use super::table;
use crate::choice::Choice;
use crate::ids::CommanderId;
use crate::joint::JointChoice;
use crate::stage::Stage;
use crate::state::{Cohesion, CommanderPlace, Deed, Grade};
use crate::testing::Scene;
use aelian_game::{Next, Ruleset, Side};
use aelian_geometry::{Facing, Pose, Rect};
use aelian_rulebook::rule;

/// A group in this state with a field commander, another with a second one, and an enemy far away.
fn scene(cohesion: Cohesion) -> Scene {
    table(Stage::Rally)
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 10.0), 0.0)
        .group("other", Side::Red, "HF armoured", (8, 4), (50.0, 10.0), 0.0)
        .group("b", Side::Blue, "HF armoured", (8, 4), (30.0, 40.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, Some("a"), (30.0, 8.0))
        .commander("second", Side::Red, Grade::Field, Some("other"), (50.0, 8.0))
        .commander("foe", Side::Blue, Grade::Field, Some("b"), (30.0, 42.0))
        .build()
        .cohesion("a", cohesion)
        .cohesion("other", Cohesion::Disrupted)
}

fn rally(scene: &Scene, name: &str) -> Choice {
    Choice::Joint(JointChoice::Rally { commander: scene.officer(name) })
}

fn cohesion(scene: &Scene, name: &str) -> Cohesion {
    scene.state.group(scene.group(name)).cohesion
}

/// FA-JCMD-02, FA-JCMD-05, FA-JCMD-06, FA-JCMD-12: a passed test lifts a level, a failed one costs none; one attempt
/// for each commander and each group.
#[test]
fn a_commander_bolsters_his_group() {
    let mut scene = scene(Cohesion::Fragmented);
    // 2 dice, +1 for the commander, -2 for the state.
    let mut failed = scene.clone();
    failed.play(&rally(&scene, "chief"), &[4, 3]);
    assert_eq!(cohesion(&failed, "a"), Cohesion::Fragmented);
    assert!(failed.refusals(&rally(&failed, "chief")).contains(&rule!("FA-JCMD-06")));
    scene.play(&rally(&scene.clone(), "chief"), &[4, 4]);
    assert_eq!(cohesion(&scene, "a"), Cohesion::Disrupted);
    let second = scene.officer("second");
    let group = scene.group("a");
    scene.state.commanders[second.index()].place = CommanderPlace::With(group);
    scene.state.groups[group.index()].cohesion = Cohesion::Fragmented;
    // Keep the question open with the third commander.
    let choice = Choice::Joint(JointChoice::Rally { commander: second });
    let verdict = crate::joint::check(scene.look(), &choice);
    assert!(!verdict.is_legal());
}

/// FA-JCMD-03, FA-JCMD-08, FA-JCMD-10, FA-JCMD-12: who cannot be helped.
#[test]
fn some_cannot_be_helped() {
    let refused = |scene: &Scene| scene.refusals(&rally(scene, "chief"));
    let steady = scene(Cohesion::Steady);
    assert_eq!(refused(&steady), [rule!("FA-JCMD-02")]);
    let mut dropped = scene(Cohesion::Disrupted);
    dropped.state.groups[0].deeds = [Deed::Dropped].into_iter().collect();
    assert_eq!(refused(&dropped), [rule!("FA-JCMD-03")]);
    let mut ally = scene(Cohesion::Disrupted);
    ally.state.groups[0].contingent = 1;
    assert_eq!(refused(&ally), [rule!("FA-JCMD-08")]);
    let mut tried = scene(Cohesion::Disrupted);
    tried.state.groups[0].deeds = [Deed::RallyTried].into_iter().collect();
    assert_eq!(refused(&tried), [rule!("FA-JCMD-12")]);
    let mut beyond = scene(Cohesion::Broken);
    for base in 0..4 {
        beyond.state.bases[base].lost = true;
    }
    assert_eq!(refused(&beyond), [rule!("FA-JCMD-10")]);
    let absurd = Choice::Joint(JointChoice::Rally { commander: CommanderId(99) });
    assert_eq!(steady.refusals(&absurd), [rule!("FA-JCMD-02")]);
    let foe = steady.refusals(&rally(&steady, "foe"));
    assert!(foe.contains(&rule!("FA-JAP-02")));
}

/// FA-JCMD-04, FA-MEAS-07: no rally within 6 MU of enemy groups; bolstering there is no matter, and his camp and his
/// commanders do not count.
#[test]
fn routers_near_the_enemy_cannot_be_rallied() {
    let near = |cohesion, y: f64| {
        table(Stage::Rally)
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 10.0), 0.0)
            .group("other", Side::Red, "HF armoured", (8, 4), (60.0, 10.0), 0.0)
            .group("b", Side::Blue, "HF armoured", (8, 4), (30.0, y), 180.0)
            .commander("chief", Side::Red, Grade::Field, Some("a"), (30.0, 8.0))
            .commander("second", Side::Red, Grade::Field, Some("other"), (60.0, 8.0))
            .build()
            .cohesion("a", cohesion)
            .cohesion("other", Cohesion::Disrupted)
    };
    let broken = near(Cohesion::Broken, 16.0);
    assert_eq!(broken.refusals(&rally(&broken, "chief")), [rule!("FA-JCMD-04")]);
    let mut far = near(Cohesion::Broken, 16.1);
    assert!(far.check(&rally(&far, "chief")).is_legal());
    let camp = Rect::new(Pose::new(750.0, 275.0, Facing::DOWN), 120.0, 80.0);
    far.state.camps[Side::Blue.index()] =
        Some(crate::state::Camp { rect: camp, fortified: false, sacked: false, gone: false });
    assert!(far.check(&rally(&far, "chief")).is_legal());
    let shaken = near(Cohesion::Disrupted, 16.0);
    assert!(shaken.check(&rally(&shaken, "chief")).is_legal());
}

/// FA-JCMD-09, FA-JCMD-11, FA-CMOVE-22, AMB-38: a rallied group is FRAGMENTED where it stands; after a failed attempt
/// the commander chooses whether to rout with it.
#[test]
fn routers_are_rallied_or_left() {
    let scene = scene(Cohesion::Broken);
    let mut rallied = scene.clone();
    // 2 dice, +1, -3.
    rallied.play(&rally(&scene, "chief"), &[5, 4]);
    assert_eq!(cohesion(&rallied, "a"), Cohesion::Fragmented);
    assert_eq!(rallied.look().block(scene.group("a")), scene.look().block(scene.group("a")));
    let chief = scene.officer("chief");
    for (choice, place) in [
        (JointChoice::StayBehind { commander: chief }, CommanderPlace::Alone),
        (JointChoice::RoutAlong { commander: chief }, CommanderPlace::With(scene.group("a"))),
    ] {
        let mut failed = scene.clone();
        failed.play(&rally(&scene, "chief"), &[4, 4]);
        assert!(matches!(failed.rules.next(&failed.state), Next::Ask { side: Side::Red, .. }));
        failed.play(&Choice::Joint(choice), &[]);
        assert_eq!(failed.state.commander(chief).place, place);
        assert_eq!(cohesion(&failed, "a"), Cohesion::Broken);
    }
}

/// FA-JAP-01, FA-JAP-02, FA-JCMD-07, FA-DEC-72: both players in turn; only the commander with the group counts.
#[test]
fn both_sides_try_in_turn() {
    let mut scene = scene(Cohesion::Fragmented).cohesion("b", Cohesion::Disrupted);
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, .. }));
    let inspired = scene.officer("second");
    scene.state.commanders[inspired.index()].grade = Grade::Inspired;
    scene.state.commanders[inspired.index()].rect = scene.state.commanders[0].rect;
    let test = scene.check(&rally(&scene, "chief")).ghost.test.unwrap();
    assert_eq!(test.modifier, -1);
    scene.play(&Choice::Joint(JointChoice::EndRallies), &[]);
    assert!(matches!(scene.rules.next(&scene.state), Next::Ask { side: Side::Blue, .. }));
    scene.play(&rally(&scene.clone(), "foe"), &[4, 4]);
    assert_eq!(cohesion(&scene, "b"), Cohesion::Steady);
}
