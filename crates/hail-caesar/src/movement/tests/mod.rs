//! Tests of whole moves: plans and what carrying them out does.

mod buildings;
mod columns;
mod obstacles;
mod orders;
mod passing;
mod shelter;

use super::{Plan, carry};
use crate::command::{Leg, Reform, Task};
use crate::event::MoveWhy;
use crate::formation::Formation;
use crate::rules::INCH;
use crate::testing::Scene;
use aelian_geometry::{Facing, Pose};
use aelian_rulebook::RuleId;

/// To there, in inches, facing so.
pub(super) fn go(x: f64, y: f64, compass: f64) -> Leg {
    Leg::Go(Pose::new(x * INCH, y * INCH, Facing::compass(compass)))
}

pub(super) fn form(to: Formation) -> Leg {
    Leg::Form(Reform { to, facing: Facing::UP, leading: false })
}

pub(super) fn task(scene: &Scene, way: &[Leg]) -> Task {
    Task { unit: scene.unit("u"), way: way.to_vec(), ignore_open: false }
}

pub(super) fn plan(scene: &Scene, way: &[Leg], moves: u8) -> Plan {
    let task = task(scene, way);
    scene.look().plan_in(task.unit, &task, moves, &super::Manner::ORDER)
}

/// Where the centre-front is after each move, in inches to the tenth.
pub(super) fn ends(plan: &Plan) -> Vec<(f64, f64)> {
    let tenth = |mm: f64| (mm / INCH * 10.0).round() / 10.0 + 0.0;
    plan.moves.iter().map(|one| (tenth(one.rect.pose.at.x), tenth(one.rect.pose.at.y))).collect()
}

pub(super) fn stopped(plan: &Plan) -> Option<RuleId> {
    plan.stopped.as_ref().map(|reason| reason.rule)
}

/// Carries a way of the unit `u` out.
pub(super) fn carried(scene: &mut Scene, way: &[Leg], moves: u8, faces: &[u8]) {
    let task = task(scene, way);
    scene.run(faces, |cx| carry(cx, task.unit, &task, moves, MoveWhy::Ordered));
}
