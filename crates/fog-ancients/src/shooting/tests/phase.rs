//! The phase step by step: questions, rolls, hits (60.1, 60.10).

use super::{facing, shooting};
use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::ids::GroupId;
use crate::shooting::{ShootingChoice, ShootingPrompt};
use crate::state::{Deed, Hits};
use crate::testing::Scene;
use aelian_game::{Next, Proposals, Ruleset, Side, Want};
use aelian_geometry::Hand;

const BOWS: &str = "MF unprotected bow";

fn shoot(target: GroupId) -> Choice {
    Choice::Shooting(ShootingChoice::Shoot { target })
}

fn hits(scene: &Scene) -> Vec<Hits> {
    scene.state.hits.clone()
}

/// FA-SHOOT-02, FA-SHOOT-03: one target left is shot at without a question; every shooter's hits are written down,
/// none too.
#[test]
fn one_target_is_no_question() {
    let mut scene = facing(BOWS, (8, 4), 3.0);
    let (by, on) = (scene.group("red"), scene.group("blue"));
    assert_eq!(scene.rules.next(&scene.state).unasked(), Some(&shoot(on)));
    let events = scene.events(&shoot(on), &[4, 3, 6, 1, 2, 5]);
    assert!(events.contains(&Event::Hit(Hits { by, on, hits: 3, shooting: true })));
    assert!(events.contains(&Event::Dealt(on)));
}

/// FA-QUAL-02, FA-QUAL-03, FA-QUAL-04: quality re-rolls.
#[test]
fn quality_rerolls_apply() {
    let scored = |quality: &str, faces: &[u8]| {
        let mut scene = facing(&format!("MF unprotected bow {quality}"), (4, 4), 3.0);
        let on = scene.group("blue");
        let hit = scene.events(&shoot(on), faces).into_iter().find_map(|event| match event {
            Event::Hit(hits) => Some(hits.hits),
            _ => None,
        });
        hit.unwrap()
    };
    assert_eq!(scored("superior", &[1, 1, 5, 6, 4, 1]), 3);
    assert_eq!(scored("poor", &[6, 1, 5, 6, 4, 1]), 2);
    assert_eq!(scored("average", &[6, 1, 5, 6]), 3);
}

fn two_targets() -> Scene {
    shooting()
        .group("red", Side::Red, BOWS, (8, 8), (30.0, 20.0), 0.0)
        .group("left", Side::Blue, BOWS, (8, 4), (26.8, 23.0), 180.0)
        .group("right", Side::Blue, BOWS, (8, 4), (33.2, 23.0), 180.0)
        .build()
}

/// FA-DEC-60, FA-SHOOT-03: the active player sets the order of all shooting, also of the enemy's; nothing comes of it
/// before all have shot.
#[test]
fn the_active_player_sets_the_order() {
    let mut scene = two_targets();
    let [red, left, right] = ["red", "left", "right"].map(|name| scene.group(name));
    let targets = [red, left, right].into_iter().collect();
    let prompt = Prompt::Shooting(ShootingPrompt::Shoot { targets });
    assert_eq!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, prompt });
    scene.play(&shoot(right), &[6, 6, 6, 6]);
    assert_eq!(hits(&scene), [Hits { by: red, on: right, hits: 4, shooting: true }]);
    assert_eq!(scene.refusals(&shoot(right))[0].as_str(), "FA-SHOOT-03");
    scene.play(&shoot(red), &[1; 12]);
    let nothing = |by| Hits { by, on: red, hits: 0, shooting: true };
    assert_eq!(hits(&scene)[1..], [nothing(left), nothing(right)]);
    assert_eq!(scene.look().shooters_at(red), [left, right].into_iter().collect());
    assert_eq!(scene.rules.next(&scene.state).unasked(), Some(&shoot(left)));
}

/// FA-SHOOT-04, FA-SHOOT-05, FA-SHOOT-15: why a target is refused; strange groups too.
#[test]
fn refusals_name_their_rule() {
    let mut scene = two_targets();
    let refused = |scene: &Scene, group| scene.refusals(&shoot(group))[0].as_str().to_owned();
    assert_eq!(refused(&scene, GroupId(77)), "FA-SHOOT-15");
    let left = scene.group("left");
    scene.state.groups[left.index()].cohesion = crate::state::Cohesion::Broken;
    assert_eq!(refused(&scene, left), "FA-SHOOT-05");
    let side = Choice::Shooting(ShootingChoice::Side { group: left, side: Hand::Left });
    assert_eq!(scene.refusals(&side)[0].as_str(), "FA-SEQ-02");
    assert_eq!(scene.refusals(&Choice::Proceed)[0].as_str(), "FA-SEQ-02");
}

/// FA-DEC-61, FA-SHOOT-18: of two equal targets the owner takes the left or the right, with all bases of the group.
#[test]
fn left_or_right_for_the_whole_group() {
    let table = || {
        shooting()
            .group("red", Side::Red, BOWS, (4, 4), (30.0, 20.0), 0.0)
            .group("a", Side::Blue, "HF protected", (6, 3), (26.8, 23.0), 180.0)
            .group("b", Side::Blue, "HF protected", (2, 1), (30.0, 23.0), 180.0)
            .group("c", Side::Blue, "HF protected", (6, 3), (33.2, 23.0), 180.0)
            .build()
    };
    let play = |hand| {
        let mut scene = table();
        let group = scene.group("red");
        let prompt = Prompt::Shooting(ShootingPrompt::Hand { group });
        assert_eq!(scene.rules.next(&scene.state), Next::Ask { side: Side::Red, prompt });
        scene.play(&Choice::Shooting(ShootingChoice::Hand { group, hand }), &[]);
        let aims = scene.look().aims();
        aims.shots.iter().map(|shot| shot.on.0).collect::<Vec<_>>()
    };
    // The second file stands before the gap between a and b, the third before that between b and c.
    assert_eq!(play(Hand::Left), [1, 1, 2, 3]);
    assert_eq!(play(Hand::Right), [1, 2, 3, 3]);
}

/// FA-LOS-04: who shoots from hiding has shown himself.
#[test]
fn shooting_from_hiding_is_remembered() {
    let mut scene = shooting()
        .area(crate::field::AreaKind::Brush, &[(20.0, 15.0), (40.0, 15.0), (40.0, 22.0), (20.0, 22.0)])
        .group("hidden", Side::Red, "LF unprotected bow", (8, 8), (30.0, 20.0), 0.0)
        .group("blue", Side::Blue, "LH unprotected light-spear", (4, 4), (30.0, 25.0), 180.0)
        .build();
    let on = scene.group("blue");
    let events = scene.events(&shoot(on), &[1, 1]);
    assert!(events.contains(&Event::Did { group: scene.group("hidden"), deed: Deed::ShotFromHiding }));
}

/// FA-SHOOT-03: whoever is proposed passes the check, one proposal for each target.
#[test]
fn proposals_are_legal() {
    let scene = two_targets();
    let mut out: Proposals<crate::Rules> = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut out);
    assert_eq!(out.len(), 3);
    assert!(out.iter().all(|choice| scene.check(choice).is_legal()));
}

/// A phase in which nobody is in range asks for nothing.
#[test]
fn nobody_in_range_is_no_step() {
    let scene = facing(BOWS, (8, 4), 9.0);
    assert!(crate::shooting::next(scene.look()).is_none());
}

/// FA-SOUT-01, FA-SOUT-02, FA-SOUT-03, FA-SOUT-04, FA-SOUT-05: after all shooting the tests for it, then death rolls,
/// then tests for friends seen to break, then routs and pursuits.
#[test]
fn the_outcome_has_its_order() {
    use crate::stage::{Phase, Stage};
    use Stage::*;
    let order = [Shoot, Tests, DeathRolls, SeenTests, InitialRouts, InitialPursuits, Sack, ArmyCheck];
    assert_eq!(Phase::Shooting.stages(), order);
    let mut scene = facing(BOWS, (8, 4), 3.0);
    let on = scene.group("blue");
    // Four hits on twelve bases are one for three: a test and a death roll follow.
    let due = scene.look().due_test(on);
    assert!(due.is_none());
    scene.play(&shoot(on), &[6, 6, 6, 6, 1, 1]);
    assert_eq!(scene.state.stage, Tests);
    assert!(scene.look().due_test(on).is_some() && scene.look().death_roll(on).is_some());
    let mut guns = facing("HArt", (1, 1), 3.0);
    guns.play(&shoot(on), &[6, 6]);
    assert!(guns.state.stage == Tests && guns.look().due_test(on).is_some(), "two hits by artillery");
}
