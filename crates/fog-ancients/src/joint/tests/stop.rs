//! Tests to stop pursuing or looting (FA-JPUR-01, 70.3).

use super::{cites, table};
use crate::choice::{Choice, Prompt};
use crate::joint::{JointChoice, JointPrompt, Stopping};
use crate::stage::Stage;
use crate::state::{Cohesion, Deed, Pursuit};
use crate::testing::Scene;
use aelian_game::{Next, Ruleset, Side};

fn pursuit() -> Scene {
    let mut scene = table(Stage::StopTests)
        .group("horse", Side::Red, "Cv armoured undrilled", (4, 2), (30.0, 20.0), 0.0)
        .group("routers", Side::Blue, "HF armoured", (4, 2), (30.0, 20.0), 180.0)
        .build()
        .cohesion("routers", Cohesion::Broken);
    let (pursuer, quarry) = (scene.group("horse"), scene.group("routers"));
    scene.state.pursuits.push(Pursuit { pursuer, quarry });
    scene.state.groups[pursuer.index()].deeds = [Deed::Pursuing].into_iter().collect();
    scene
}

fn looting() -> Scene {
    let mut scene = table(Stage::StopTests)
        .group("looters", Side::Red, "HF armoured", (4, 2), (30.0, 20.0), 0.0)
        .group("enemy", Side::Blue, "HF armoured", (4, 2), (60.0, 40.0), 180.0)
        .camp(Side::Blue, (30.0, 20.0), false)
        .build();
    let looters = scene.group("looters");
    scene.state.groups[looters.index()].deeds = [Deed::Looting].into_iter().collect();
    scene.state.camps[Side::Blue.index()].as_mut().unwrap().sacked = true;
    scene
}

fn asked(scene: &Scene) -> Option<Stopping> {
    match scene.rules.next(&scene.state) {
        Next::Ask { prompt: Prompt::Joint(JointPrompt::Stop { what, .. }), .. } => Some(what),
        _ => None,
    }
}

fn stop(scene: &Scene, name: &str) -> Choice {
    Choice::Joint(JointChoice::TryToStop { group: scene.group(name) })
}

/// FA-JPUR-01, FA-DEC-70: undrilled cavalry need 8; who fails, or does not try, pursues on.
#[test]
fn pursuers_may_try_to_stop() {
    let scene = pursuit();
    assert_eq!(asked(&scene), Some(Stopping::Pursuing));
    let ghost = scene.check(&stop(&scene, "horse")).ghost;
    assert!((ghost.test.unwrap().chance - 15.0 / 36.0).abs() < 1e-9);
    let mut stopped = scene.clone();
    stopped.play(&stop(&scene, "horse"), &[4, 4]);
    let horse = scene.group("horse");
    assert!(stopped.state.pursuits.is_empty() && !stopped.state.did(horse, Deed::Pursuing));
    let mut failed = scene.clone();
    let step = failed.play(&stop(&scene, "horse"), &[4, 3]);
    assert!(cites(&step, "FA-JPUR-01"));
    let go_on = Choice::Joint(JointChoice::GoOn { group: horse });
    assert!(scene.check(&go_on).is_legal());
}

/// FA-LOOT-01, FA-LOOT-03: who has been driven from the camp loots no more, and so the camp goes.
#[test]
fn looters_driven_away_loot_no_more() {
    let mut scene = looting();
    let looters = scene.group("looters");
    let bases: Vec<_> = scene.state.bases_of(looters).collect();
    for base in bases {
        scene.state.bases[base.index()].rect.pose.at.y -= 50.0;
    }
    scene.play(&Choice::Proceed, &[]);
    assert!(!scene.state.did(looters, Deed::Looting));
    let step = scene.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-LOOT-03"));
}

/// FA-LOOT-01, FA-LOOT-02, FA-LOOT-03: who passes is free; when nobody loots any more the camp is removed.
#[test]
fn looters_may_try_to_stop() {
    let scene = looting();
    assert_eq!(asked(&scene), Some(Stopping::Looting));
    let mut stopped = scene.clone();
    stopped.play(&stop(&scene, "looters"), &[4, 3]);
    assert!(!stopped.state.did(scene.group("looters"), Deed::Looting));
    assert_eq!(stopped.rules.next(&stopped.state), Next::Forced(Choice::Proceed));
    let step = stopped.play(&Choice::Proceed, &[]);
    assert!(cites(&step, "FA-LOOT-03"));
    assert!(stopped.state.camps[Side::Blue.index()].as_ref().unwrap().gone);
    let mut failed = scene.clone();
    failed.play(&stop(&scene, "looters"), &[3, 3]);
    assert!(failed.state.did(scene.group("looters"), Deed::Looting));
    assert!(!failed.state.camps[Side::Blue.index()].as_ref().unwrap().gone);
}
