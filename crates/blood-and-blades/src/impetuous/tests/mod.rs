//! Tests of impetuous moves.

mod moves;
mod properties;
mod targets;
mod who;

use super::target::Selection;
use crate::choice::{Choice, Prompt, RushChoice};
use crate::state::Stage;
use crate::testing::{Scene, Table};
use aelian_game::{Next, Ruleset, Side, Step, Want};
use aelian_rulebook::RuleId;

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;

/// Red's bound, in the phase of impetuous moves.
fn table() -> Table {
    Table::new().stage(Stage::Impetuous)
}

/// A base called "a" with its front at (700, 500), looking north.
fn one(troop: &str) -> Table {
    table().base("a", RED, troop, 700.0, 500.0, 0.0)
}

fn next(scene: &Scene) -> Next<Prompt, Choice> {
    scene.rules.next(&scene.state)
}

fn names(scene: &Scene, selection: &Selection) -> Vec<String> {
    let known = scene.names.iter().filter(|(_, id)| selection.options.contains(**id));
    known.map(|(name, _)| name.clone()).collect()
}

fn select(scene: &Scene) -> Selection {
    super::Beginner::of(scene.look(), scene.id("a")).expect("it is impetuous").selection
}

fn choice(scene: &Scene, target: Option<&str>) -> RushChoice {
    let target = target.map(|name| scene.id(name));
    RushChoice { base: scene.id("a"), target, deviate: 0.0, straight_first: false, hand: None }
}

/// Has "a" rush at a target, and checks that this was legal.
fn rush(scene: &mut Scene, target: Option<&str>) -> Step<crate::Rules> {
    let choice = Choice::Rush(choice(scene, target));
    scene.play(&choice, &[]).unwrap_or_else(|reasons| panic!("{reasons:?}"))
}

fn cites(step: &Step<crate::Rules>, rule: RuleId) -> bool {
    step.reasons.iter().any(|reason| reason.rule == rule)
}

fn proposals(scene: &Scene) -> Vec<Choice> {
    let mut out = Vec::new();
    scene.rules.propose(&scene.state, Want::All, &mut out);
    out
}
