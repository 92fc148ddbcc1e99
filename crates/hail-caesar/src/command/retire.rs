//! Retire moves (70): broken divisions leave the field.

use super::{CommandPrompt, Leg, Reform, Task, Verb};
use crate::choice::{Asked, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::ids::{DivisionId, UnitId, UnitSet};
use crate::movement;
use crate::rules::{Look, Rules};
use crate::scenario::{self, Act};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_geometry::{Facing, Pose, Rect};
use aelian_rulebook::{Reason, rule};

/// HC-RET-04, HC-RET-05, HC-BDIV-08: as long as units have their retire move to make, their side is asked.
pub fn next(look: Look<'_>, division: Option<DivisionId>) -> Asked {
    let units = due(look, division);
    if units.is_empty() {
        return None;
    }
    let prompt = Prompt::Command(CommandPrompt::Retire { units });
    Some(Next::Ask { side: look.active(), prompt })
}

/// HC-RET-04: those of them that can go.
fn due(look: Look<'_>, division: Option<DivisionId>) -> UnitSet {
    owing(look, division).iter().filter(|unit| best_way(look, *unit).is_some()).collect()
}

/// HC-RET-04: units of broken divisions (or of one of them) that have had neither order nor initiative.
pub fn owing(look: Look<'_>, division: Option<DivisionId>) -> UnitSet {
    if !look.state.divisions.iter().any(|division| division.broken) {
        return UnitSet::EMPTY;
    }
    let owes = |unit: &UnitId| {
        let standing = look.state.unit(*unit);
        let acted = [Deed::Ordered, Deed::Initiative, Deed::Moved, Deed::Retired];
        look.is_of_broken_division(*unit)
            && division.is_none_or(|division| look.card(*unit).division == division)
            && !acted.iter().any(|deed| standing.did(*deed))
            && !look.is_engaged(*unit)
            && scenario::forbids(look, *unit, Act::Retire).is_none()
    };
    look.on_table(look.active()).filter(owes).collect()
}

/// HC-RET-02, HC-RET-11: by which edge it leaves.
pub fn exit_edge(look: Look<'_>, unit: UnitId) -> TableEdge {
    look.home(look.side(unit))
}

/// HC-RET-11: how far a unit that stands so is from its exit, in mm.
pub fn exit_distance(look: Look<'_>, unit: UnitId, rect: &Rect) -> f64 {
    look.state.field.inside(exit_edge(look, unit), rect.centre())
}

/// HC-RET-11, HC-RET-13: ways out, the quickest kind first: faced about, backwards, a little to either side. A square
/// must first change its formation (HC-SQ-04).
pub fn ways(look: Look<'_>, unit: UnitId) -> Vec<Task> {
    let standing = look.state.unit(unit);
    if look.is_rooted(unit) {
        let reform = Reform { to: look.card(unit).normal, facing: standing.rect.pose.facing, leading: false };
        return vec![Task { unit, way: vec![Leg::Form(reform)], ignore_open: false }];
    }
    let out = exit_edge(look, unit).outward();
    let far = exit_distance(look, unit, &standing.rect).max(0.0) + look.inches(24.0);
    let centre = standing.rect.centre();
    let facings = [out, standing.rect.pose.facing];
    let asides = [0.0, 12.0, -12.0];
    let goal = |facing: Facing, aside: f64| {
        let middle = centre + out.vector() * far + out.right() * look.inches(aside);
        Pose { at: middle + facing.vector() * (standing.rect.depth / 2.0), facing }
    };
    let goals = asides.iter().flat_map(|aside| facings.iter().map(|facing| goal(*facing, *aside)));
    let task = |pose: Pose| Task { unit, way: vec![Leg::Go(pose.on_grid())], ignore_open: false };
    goals.map(task).collect()
}

/// The first way that takes it nearer to its exit with one move.
pub fn best_way(look: Look<'_>, unit: UnitId) -> Option<Task> {
    ways(look, unit).into_iter().find(|task| leads_out(look, task))
}

/// HC-RET-01, HC-RET-11: with one move it comes nearer to its exit, or takes a formation in which it can move.
pub fn leads_out(look: Look<'_>, task: &Task) -> bool {
    let unit = task.unit;
    if look.is_rooted(unit) {
        return matches!(task.way.as_slice(), [Leg::Form(_)]);
    }
    let before = exit_distance(look, unit, look.rect(unit));
    let plan = look.plan(unit, task, 1);
    plan.last().is_some_and(|plan| exit_distance(look, unit, &plan.rect) < before - look.rules.slack)
}

/// HC-RET-02, HC-RET-03, HC-INIT-10, HC-RAL-10: whether an order to a unit of a broken division serves its escape.
pub fn serves_escape(look: Look<'_>, unit: UnitId, verb: &Verb) -> bool {
    match verb {
        Verb::Retire | Verb::FollowMe => true,
        Verb::Advance(_) => verb.task(unit).is_some_and(|task| {
            let before = exit_distance(look, unit, look.rect(unit));
            let goal = task.way.iter().rev().find_map(|leg| match leg {
                Leg::Go(pose) => Some(look.rect(unit).with_pose(*pose)),
                _ => None,
            });
            goal.is_none_or(|rect| exit_distance(look, unit, &rect) < before)
        }),
        _ => false,
    }
}

/// Every reason why this is no retire move of this unit.
pub fn faults(look: Look<'_>, task: &Task, units: UnitSet) -> Vec<Reason<Fact>> {
    if !units.contains(task.unit) {
        return vec![Reason::new(rule!("HC-RET-04"), Fact::Unit(task.unit))];
    }
    let verb = Verb::Advance(vec![task.clone()]);
    let mut found = super::verbs::faults(look, None, UnitSet::one(task.unit), &verb);
    if found.is_empty() && !leads_out(look, task) {
        found.push(Reason::new(rule!("HC-RET-11"), Fact::Unit(task.unit)));
    }
    found
}

/// HC-RET-04: one move, whatever its orders were.
pub fn resolve(cx: &mut Cx<'_, Rules>, task: &Task) -> Result<(), NeedRoll> {
    cx.cite(rule!("HC-RET-04"), || Fact::Unit(task.unit));
    cx.emit(Event::Did { unit: task.unit, deed: Deed::Retired });
    movement::carry(cx, task.unit, task, 1, MoveWhy::Retired)
}
