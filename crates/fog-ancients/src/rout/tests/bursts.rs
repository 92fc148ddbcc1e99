//! 40.7 and 40.9.

use super::*;
use crate::cohesion::lower;
use crate::formation::Body;
use crate::ids::GroupSet;
use crate::rout::{burst_passed, burst_through};
use aelian_dice::Tape;
use aelian_game::{Cx, Side, Trace};
use aelian_rulebook::rule;

fn shock() -> Table {
    at(Phase::Impact, Stage::ChargeMoves)
        .group("shock", Side::Red, "HF armoured impact-foot", (8, 4), (36.0, 20.0), 0.0)
        .group("friend", Side::Red, "MF protected", (8, 4), (36.0, 22.4), 0.0)
}

/// Lets the shock troops burst forward by so many MU; true if there was room.
fn burst(scene: &mut Scene, mu: f64) -> bool {
    let group = scene.group("shock");
    let end = Body::of(&scene.state, group).advanced(mu * 25.0);
    let rules = scene.rules.clone();
    let mut tape = Tape::new(Vec::new()).expect("no dice");
    let mut cx = Cx::new(&rules, &mut scene.state, &mut tape, Trace::On);
    let done = burst_through(&mut cx, group, &end);
    if done {
        let (places, facing) = (end.places(), end.facing);
        let why = crate::event::MoveWhy::Charged;
        let shape = crate::state::Shape::Normal;
        cx.emit(crate::event::Event::Moved(crate::event::Moved {
            group,
            why,
            way: Vec::new(),
            places,
            facing,
            shape,
        }));
    }
    done
}

/// FA-BURST-01 to FA-BURST-04, FA-BURST-10: the friends drop a level and stand behind the shock troops; who stood behind
/// them makes room as well.
#[test]
fn shock_troops_push_friends_behind_them() {
    let table = shock().group("third", Side::Red, "LF unprotected", (4, 4), (36.0, 18.0), 0.0);
    let mut scene = table.build();
    assert!(burst(&mut scene, 3.0));
    assert_eq!(cohesion(&scene, "friend"), Cohesion::Disrupted);
    assert_eq!(cohesion(&scene, "third"), Cohesion::Steady);
    // The shock troops stand from 23 down to 21.8 MU, the friends behind them, the light foot where they were.
    assert_eq!(stands(&scene, "friend"), (36.0, 21.8, 0.0));
    assert_eq!(stands(&scene, "third"), (36.0, 18.0, 0.0));
    assert_sound(&scene, "pushed");
    // Three ranks of friends need the place of the light foot, who make room in their turn.
    let deep = at(Phase::Impact, Stage::ChargeMoves)
        .group("shock", Side::Red, "HF armoured impact-foot", (8, 4), (36.0, 20.0), 0.0)
        .group("friend", Side::Red, "MF protected", (12, 4), (36.0, 22.4), 0.0)
        .group("third", Side::Red, "LF unprotected", (4, 4), (36.0, 18.6), 0.0);
    let mut scene = deep.build();
    assert!(burst(&mut scene, 1.5));
    assert_eq!(stands(&scene, "friend"), (36.0, 20.3, 0.0));
    assert_eq!(stands(&scene, "third"), (36.0, 17.9, 0.0));
    assert_eq!(cohesion(&scene, "third"), Cohesion::Steady);
    assert_sound(&scene, "chain");
}

/// FA-BURST-05, FA-EDGE-05: without room behind nobody moves, and STEADY shock troops become DISRUPTED.
#[test]
fn without_room_behind_shock_troops_stay() {
    let table = at(Phase::Impact, Stage::ChargeMoves)
        .group("shock", Side::Red, "HF armoured impact-foot", (8, 4), (36.0, 1.2), 0.0)
        .group("friend", Side::Red, "MF protected", (12, 4), (36.0, 3.6), 0.0);
    let mut scene = table.build();
    assert!(!burst(&mut scene, 0.8));
    assert_eq!(cohesion(&scene, "shock"), Cohesion::Disrupted);
    assert_eq!((cohesion(&scene, "friend"), stands(&scene, "friend").1), (Cohesion::Steady, 3.6));
    assert!(!burst(&mut scene, 0.8));
    assert_eq!(cohesion(&scene, "shock"), Cohesion::Disrupted, "only STEADY troops drop");
}

/// AMB-63: light foot are burst through like others, unless the setting spares those who might be passed.
#[test]
fn light_foot_before_cavalry_are_spared_by_a_setting() {
    for (spares, burst) in [(false, 1), (true, 0)] {
        let settings = crate::settings::Settings {
            shock_spares_passable_light_foot: spares,
            most_turns: Some(1),
            ..Default::default()
        };
        let scene = at(Phase::Impact, Stage::ChargeMoves)
            .settings(settings)
            .group("shock", Side::Red, "Cv armoured lancers", (4, 4), (36.0, 20.0), 0.0)
            .group("friend", Side::Red, "LF unprotected", (4, 4), (36.0, 22.0), 0.0)
            .build();
        let group = scene.group("shock");
        let end = Body::of(&scene.state, group).advanced(100.0);
        assert_eq!(burst_passed(scene.look(), group, &end).len(), burst);
    }
}

/// FA-TAB-VMD, FA-VMD-01, FA-VMD-09, AMB-04: one die, no re-roll whatever the quality.
#[test]
fn the_die_changes_the_distance() {
    for (die, change) in [(1, -2), (2, -1), (3, 0), (4, 0), (5, 1), (6, 2)] {
        let table = at(Phase::Melee, Stage::InitialRouts)
            .group("loser", Side::Blue, "MF protected elite", (4, 2), (36.0, 24.0), 0.0)
            .build();
        let mut scene = table.cohesion("loser", Cohesion::Broken);
        let loser = scene.group("loser");
        scene.state.broken.push(Broken { group: loser, why: BrokenWhy::Otherwise, by: GroupSet::EMPTY });
        scene.play(&Choice::Proceed, &[die]);
        assert_eq!(stands(&scene, "loser").1, 28.0 + f64::from(change));
    }
}

/// FA-ROUT-10, FA-COH-20: battle wagons and artillery that break are destroyed; they do not rout and are not pursued.
#[test]
fn wagons_and_guns_are_destroyed_when_they_break() {
    for troop in ["BWg bow", "HArt"] {
        let table = at(Phase::Melee, Stage::InitialRouts)
            .group("winner", Side::Red, "HF armoured", (4, 2), (36.0, 24.0), 0.0)
            .group("loser", Side::Blue, troop, (2, 2), (36.0, 24.0), 180.0);
        let mut scene = table.build().fighting("winner", "loser");
        let (winner, loser) = (scene.group("winner"), scene.group("loser"));
        let rules = scene.rules.clone();
        let mut tape = Tape::new(Vec::new()).expect("no dice");
        let mut cx = Cx::new(&rules, &mut scene.state, &mut tape, Trace::On);
        lower(&mut cx, loser, 3, rule!("FA-AUTO-01"), BrokenWhy::CloseCombat, GroupSet::one(winner));
        assert_eq!(place(&scene, "loser"), Place::Destroyed);
        assert!(
            scene.state.broken.is_empty() && scene.state.bouts.is_empty() && scene.state.pursuits.is_empty()
        );
    }
}

/// FA-ROUT-01: those who saw it test before anybody routs.
#[test]
fn friends_test_before_the_rout() {
    for phase in [Phase::Impact, Phase::Shooting, Phase::Melee] {
        let at = |stage: Stage| phase.stages().iter().position(|one| *one == stage);
        assert!(at(Stage::SeenTests) < at(Stage::InitialRouts), "{phase:?}");
        assert!(at(Stage::Tests) < at(Stage::SeenTests), "{phase:?}");
        assert!(at(Stage::InitialRouts) < at(Stage::InitialPursuits), "{phase:?}");
    }
}
