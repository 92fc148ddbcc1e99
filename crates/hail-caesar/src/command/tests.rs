//! Tests of the command chapter, by the examples of the book.

mod blunders;
mod commanders;
mod ending;
mod initiative;
mod linked;
mod off_table;
mod orders;
mod play;
mod retiring;
mod rushing;
mod verbs;

use super::{CommandChoice, Leg, Order, Task, Verb};
use crate::choice::Choice;
use crate::ids::{UnitId, UnitSet};
use crate::rules::INCH;
use crate::testing::Scene;
use aelian_geometry::Pose;

const PROCEED: Choice = Choice::Proceed;

/// The units of these names.
fn set(scene: &Scene, names: &[&str]) -> UnitSet {
    names.iter().map(|name| scene.unit(name)).collect()
}

/// A task: straight ahead by so many inches.
fn ahead(scene: &Scene, unit: UnitId, inches: f64) -> Task {
    let pose: Pose = scene.look().rect(unit).pose.advanced(inches * INCH).on_grid();
    Task { unit, way: vec![Leg::Go(pose)], ignore_open: false }
}

/// An order to go straight ahead by so many inches.
fn advance(scene: &Scene, commander: &str, names: &[&str], inches: f64) -> Choice {
    let units = set(scene, names);
    let tasks = units.iter().map(|unit| ahead(scene, unit, inches)).collect();
    order(scene, commander, names, Verb::Advance(tasks))
}

fn order(scene: &Scene, commander: &str, names: &[&str], verb: Verb) -> Choice {
    let order = Order { commander: scene.officer(commander), units: set(scene, names), verb };
    Choice::Command(CommandChoice::Order(order))
}

/// Whether anybody was asked this kind of question: the name of the prompt in its debug form.
fn asks(scene: &Scene, name: &str) -> bool {
    format!("{:?}", crate::flow::asked(scene.look())).contains(name)
}

/// Where the centre-front of a unit stands, in inches.
fn stands(scene: &Scene, name: &str) -> (f64, f64) {
    let at = scene.look().rect(scene.unit(name)).pose.at;
    let tenth = |mm: f64| (mm / INCH * 10.0).round() / 10.0;
    (tenth(at.x), tenth(at.y))
}
