//! Commanders move (FA-JCMD-01).

use super::{cites, table};
use crate::choice::Choice;
use crate::joint::JointChoice;
use crate::movement::CommanderMove;
use crate::stage::Stage;
use crate::state::{CommanderPlace, Grade};
use crate::testing::Scene;
use aelian_game::{Next, Ruleset, Side, Want};
use aelian_geometry::{Facing, Pose};
use aelian_rulebook::rule;

fn scene() -> Scene {
    table(Stage::CommandersMove)
        .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
        .group("b", Side::Blue, "HF armoured", (8, 4), (30.0, 40.0), 180.0)
        .commander("chief", Side::Red, Grade::Field, None, (30.0, 14.0))
        .commander("foe", Side::Blue, Grade::Field, None, (30.0, 44.0))
        .build()
}

fn go(scene: &Scene, name: &str, x: f64, y: f64) -> Choice {
    let to = Pose::new(x * 25.0, y * 25.0, Facing::UP);
    Choice::Joint(JointChoice::Commander(CommanderMove { commander: scene.officer(name), to, join: None }))
}

fn side_asked(scene: &Scene) -> Option<Side> {
    match scene.rules.next(&scene.state) {
        Next::Ask { side, .. } => Some(side),
        _ => None,
    }
}

/// FA-JCMD-01, FA-CMOVE-19, FA-JAP-01, FA-JAP-02, FA-DEC-71: each once, the active player's first, then the other's.
#[test]
fn commanders_move_once() {
    let mut scene = scene();
    assert_eq!(side_asked(&scene), Some(Side::Red));
    assert!(scene.refusals(&go(&scene, "foe", 30.0, 43.0)).contains(&rule!("FA-JAP-02")));
    assert!(!scene.refusals(&go(&scene, "chief", 60.0, 14.0)).is_empty());
    let step = scene.play(&go(&scene.clone(), "chief", 33.0, 14.0), &[]);
    assert!(cites(&step, "FA-JCMD-01"));
    assert_eq!((side_asked(&scene), scene.state.stage), (Some(Side::Blue), Stage::CommandersAnswer));
    assert!(scene.state.commander(scene.officer("chief")).moved);
    scene.play(&Choice::Joint(JointChoice::EndCommanders), &[]);
    assert_ne!(scene.state.stage, Stage::CommandersAnswer);
}

/// FA-CMD-07: he may join a group; what is proposed is legal.
#[test]
fn a_commander_joins_a_group() {
    let mut scene = scene();
    let mut proposals = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut proposals);
    assert!(proposals.iter().all(|choice| scene.check(choice).is_legal()));
    let joins = |choice: &&Choice| {
        matches!(choice, Choice::Joint(JointChoice::Commander(CommanderMove { join: Some(_), .. })))
    };
    let choice = proposals.iter().find(joins).expect("a group in reach").clone();
    scene.play(&choice, &[]);
    assert_eq!(scene.state.commander(scene.officer("chief")).place, CommanderPlace::With(scene.group("a")));
}

/// FA-CMOVE-03, FA-CMOVE-12: who fights in the front rank stays; when the fight is over he steps back first.
#[test]
fn the_front_rank_holds_a_commander() {
    let fighting = |fights: bool| {
        let scene = table(Stage::CommandersMove)
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("b", Side::Blue, "HF armoured", (8, 4), (30.0, 20.0), 180.0)
            .commander("chief", Side::Red, Grade::Field, Some("a"), (30.0, 20.0))
            .commander("foe", Side::Blue, Grade::Field, None, (30.0, 44.0))
            .build();
        let mut scene = if fights { scene.fighting("a", "b") } else { scene };
        let (group, displaced) = (scene.group("a"), scene.base("a", 1, 0));
        scene.state.commanders[0].place = CommanderPlace::Front { group, displaced };
        scene
    };
    assert_eq!(crate::joint::next(fighting(true).look()), None);
    let mut over = fighting(false);
    let step = over.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-CMOVE-12"));
    assert_eq!(over.state.commander(over.officer("chief")).place, CommanderPlace::With(over.group("a")));
    assert_eq!(side_asked(&over), Some(Side::Red));
}
