//! Tests of ranged attacks, by section.

mod closing;
mod hits;
mod odds;
mod targets;
mod tests_due;
mod traverse;

use super::{Aims, RangedChoice, resolve};
use crate::choice::Choice;
use crate::ids::UnitId;
use crate::stage::{Part, Stage};
use crate::testing::{Scene, Table};
use aelian_rulebook::RuleId;

/// A table in the shooting of Red's turn.
fn table() -> Table {
    Table::new().stage(Part::Ranged, Stage::Shoot)
}

/// The names of the targets of each way in which a unit may shoot, with their dice.
fn ways(scene: &Scene, unit: &str) -> Vec<Vec<(String, u8)>> {
    let name = |id: UnitId| scene.look().card(id).name.clone();
    let aims = scene.look().aims(scene.unit(unit));
    aims.iter().map(|aims| aims.iter().map(|aim| (name(aim.target), aim.dice)).collect()).collect()
}

/// One way: these targets with so many dice.
fn way(aims: &[(&str, u8)]) -> Vec<(String, u8)> {
    aims.iter().map(|(name, dice)| ((*name).to_owned(), *dice)).collect()
}

/// The unit shoots in the first way that the rules name, with these faces.
fn shoot(scene: &mut Scene, unit: &str, faces: &[u8]) {
    let id = scene.unit(unit);
    let aims = scene.look().aims(id).into_iter().next().expect("something to shoot at");
    shoot_so(scene, id, aims, faces);
}

fn shoot_so(scene: &mut Scene, unit: UnitId, aims: Aims, faces: &[u8]) {
    let choice = Choice::Ranged(RangedChoice::Shoot { unit, aims });
    assert_eq!(scene.refusals(&choice), []);
    scene.run(faces, |cx| resolve(cx, &choice));
}

/// What a unit would need to hit with its first way to shoot.
fn needed(scene: &Scene, unit: &str) -> u8 {
    let look = scene.look();
    let id = scene.unit(unit);
    let aims = look.aims(id).into_iter().next().expect("something to shoot at");
    let post = look.post(id, aims[0].face).expect("a post");
    let mark = look.mark(id, &post, aims[0].target).expect("a mark");
    look.volley(super::Shots::Ranged, (id, mark.target), aims[0].dice, (&mark).into()).needed
}

/// The rule by which a unit would have to test for what was shot at it.
fn test_due(scene: &Scene, unit: &str) -> Option<RuleId> {
    let look = scene.look();
    look.barrage(scene.unit(unit)).and_then(|barrage| look.must_test(&barrage))
}

fn casualties(scene: &Scene, unit: &str) -> u8 {
    scene.state.unit(scene.unit(unit)).casualties
}
