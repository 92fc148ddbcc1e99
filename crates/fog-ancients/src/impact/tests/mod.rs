//! Tests of the impact phase.

mod chase;
mod declare;
mod flank;
mod intercept;
mod moves;
mod random;
mod respond;
mod shock;
mod works;

use crate::choice::Choice;
use crate::ids::GroupId;
use crate::impact::{ChargePath, ImpactChoice};
use crate::stage::{Phase, Stage};
use crate::testing::{Scene, Table};
use aelian_dice::Tape;
use aelian_game::{Cx, Trace};
use aelian_geometry::Hand;

/// Red's charges are to be declared.
fn table() -> Table {
    Table::new().stage(Phase::Impact, Stage::DeclareCharges)
}

fn declare(group: GroupId, path: ChargePath) -> Choice {
    Choice::Impact(ImpactChoice::Declare { group, path })
}

fn straight(group: GroupId) -> Choice {
    declare(group, ChargePath::default())
}

/// A wheel after so many MU.
fn wheel(ahead: f64, hand: Hand, degrees: f64) -> ChargePath {
    ChargePath { ahead: (ahead * 25.0).into(), wheel: Some((hand, degrees.into())), drop: None }
}

fn end() -> Choice {
    Choice::Impact(ImpactChoice::EndDeclarations)
}

fn rules(found: &[aelian_rulebook::RuleId]) -> Vec<&str> {
    found.iter().map(|rule| rule.as_str()).collect()
}

/// Plays a choice in this chapter alone: the stage does not run on by itself.
fn go(scene: &mut Scene, choice: &Choice, faces: &[u8]) {
    let breaches = scene.check(choice).breaches;
    assert!(breaches.is_empty(), "refused: {breaches:?}");
    let mut tape = Tape::new(faces).expect("faces are 1 to 6");
    let mut cx = Cx::new(&scene.rules, &mut scene.state, &mut tape, Trace::On);
    crate::impact::resolve(&mut cx, choice, None).expect("enough dice");
    assert_eq!(tape.left(), 0, "dice were left over");
}

/// The stage is entered.
fn enter(scene: &mut Scene, stage: Stage) {
    crate::event::apply(&mut scene.state, &crate::event::Event::Enters { phase: Phase::Impact, stage });
}

/// All charges that are left are made.
fn charge_on(scene: &mut Scene) {
    enter(scene, Stage::ChargeMoves);
    while let (true, 1) = (scene.state.pending.is_empty(), left(scene)) {
        go(scene, &Choice::Proceed, &[]);
    }
}

fn left(scene: &Scene) -> usize {
    scene.state.charges.iter().filter(|charge| charge.is_due()).count()
}
