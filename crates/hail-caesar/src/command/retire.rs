//! Retire moves (70): broken divisions leave the field.

use super::escape::Escape;
use super::{CommandPrompt, Leg, Task, Verb};
use crate::choice::{Asked, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::Formation;
use crate::ids::{DivisionId, UnitId, UnitSet};
use crate::movement::{self, MovePlan};
use crate::rules::{Look, Rules};
use crate::scenario::{self, Act};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::{Reason, rule};

/// No more ways out are offered for one unit.
const MOST_CHOICES: usize = 6;

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
    owing(look, division).iter().filter(|unit| has_way_out(look, *unit)).collect()
}

/// Whether its owner, if he is asked, has an answer.
fn has_way_out(look: Look<'_>, unit: UnitId) -> bool {
    let escape = Escape::new(look, unit);
    let is_legal = |task: &Task| faults_of(look, task, || leads_out_by(look, task, &escape)).is_empty();
    best_of(&escape).is_some_and(|task| is_legal(&task) || choices_of(&escape).iter().any(is_legal))
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
            // HC-RET-06: they are left behind.
            && !look.class(*unit).is_heavy_engine()
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

/// HC-RET-11, HC-RET-13: the way that takes it furthest towards its exit with one move; if none takes it nearer, one that
/// moves it at all.
pub fn best_way(look: Look<'_>, unit: UnitId) -> Option<Task> {
    best_of(&Escape::new(look, unit))
}

fn best_of(escape: &Escape<'_>) -> Option<Task> {
    let found = escape.best().cloned().or_else(|| escape.all().into_iter().next());
    found.map(|found| found.task)
}

/// Ways out that are offered, the best first.
pub fn choices(look: Look<'_>, unit: UnitId) -> Vec<Task> {
    choices_of(&Escape::new(look, unit))
}

fn choices_of(escape: &Escape<'_>) -> Vec<Task> {
    let best = escape.best().map(|found| found.task.clone());
    let mut tasks: Vec<Task> = escape.all().into_iter().map(|found| found.task).take(MOST_CHOICES).collect();
    tasks.retain(|task| Some(task) != best.as_ref());
    best.into_iter().chain(tasks).collect()
}

/// HC-RET-01, HC-RET-11: with one move it comes nearer to its exit, or takes a formation in which it can move. Where no way
/// brings it nearer it may make any move that there is.
fn leads_out(look: Look<'_>, task: &Task) -> bool {
    leads_out_by(look, task, &Escape::new(look, task.unit))
}

fn leads_out_by(look: Look<'_>, task: &Task, escape: &Escape<'_>) -> bool {
    let unit = task.unit;
    if look.is_rooted(unit) {
        return matches!(task.way.as_slice(), [Leg::Form(_)]);
    }
    let plan = look.plan(unit, task, 1);
    let Some(last) = plan.last() else { return false };
    let out = last.left.is_some_and(|(edge, _)| edge == exit_edge(look, unit));
    // HC-WOOD-01: it opens its order for the wood through which its way leads.
    let opens = matches!(task.way.first(), Some(Leg::Form(reform)) if reform.to == Formation::Open);
    out || escape.nears(&last.rect)
        || (opens && last.reformed && escape.is_opened_by_order())
        || escape.best().is_none()
}

/// HC-RET-11: each of the moves that it could be granted brings it nearer than the one before.
fn each_move_leads_out(look: Look<'_>, task: &Task, escape: &Escape<'_>) -> bool {
    let plan = look.plan(task.unit, task, 3);
    let starts = std::iter::once(*look.rect(task.unit)).chain(plan.iter().map(|made| made.rect));
    let nears = |(from, made): (Rect, &MovePlan)| match made.left {
        Some((edge, _)) => edge == exit_edge(look, task.unit),
        None => escape.nears_from(&from, &made.rect),
    };
    !plan.is_empty() && starts.zip(&plan).all(nears)
}

/// HC-RET-02, HC-RET-03, HC-INIT-10, HC-RAL-10: whether an order to a unit of a broken division serves its escape.
pub fn serves_escape(look: Look<'_>, unit: UnitId, verb: &Verb) -> bool {
    match verb {
        Verb::Retire | Verb::FollowMe => true,
        Verb::Advance(_) => verb.task(unit).is_some_and(|task| {
            let escape = Escape::new(look, unit);
            let legs = legs(look, task);
            // Who is told to go further than he can is judged by where he comes.
            let by_its_end = legs.len() <= 1 || escape.best().is_none();
            legs.is_empty()
                || legs.iter().all(|(from, to)| escape.nears_from(from, to))
                || each_move_leads_out(look, task, &escape)
                || (by_its_end && leads_out_by(look, task, &escape))
        }),
        _ => false,
    }
}

/// From where to where each leg of a task leads; one that only turns the unit leads nowhere.
fn legs(look: Look<'_>, task: &Task) -> Vec<(Rect, Rect)> {
    let mut at = *look.rect(task.unit);
    let goals: Vec<Pose> = task
        .way
        .iter()
        .filter_map(|leg| match leg {
            Leg::Go(pose) => Some(*pose),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for pose in &goals {
        let to = at.with_pose(*pose);
        let turns = (to.centre() - at.centre()).length() <= look.rules.slack;
        if !turns || goals.len() == 1 {
            found.push((at, to));
        }
        at = to;
    }
    found
}

/// Every reason why this is no retire move of this unit.
pub fn faults(look: Look<'_>, task: &Task, units: UnitSet) -> Vec<Reason<Fact>> {
    if !units.contains(task.unit) {
        return vec![Reason::new(rule!("HC-RET-04"), Fact::Unit(task.unit))];
    }
    faults_of(look, task, || leads_out(look, task))
}

/// HC-RET-02 and HC-RET-03 are of orders; where it goes must lead out.
fn faults_of(look: Look<'_>, task: &Task, leads_out: impl FnOnce() -> bool) -> Vec<Reason<Fact>> {
    let mut found = super::verbs::retire_faults(look, task);
    if found.is_empty() && !leads_out() {
        found.push(Reason::new(rule!("HC-RET-11"), no_nearer(look, task)));
    }
    found
}

/// How far from its exit a unit is, and where this move would bring it.
fn no_nearer(look: Look<'_>, task: &Task) -> Fact {
    let unit = task.unit;
    match look.plan(unit, task, 1).last() {
        Some(last) => {
            let now = exit_distance(look, unit, look.rect(unit));
            Fact::Exit { unit, now, then: exit_distance(look, unit, &last.rect) }
        }
        None => Fact::Unit(unit),
    }
}

/// HC-RET-04: one move, whatever its orders were.
pub fn resolve(cx: &mut Cx<'_, Rules>, task: &Task) -> Result<(), NeedRoll> {
    cx.cite(rule!("HC-RET-04"), || Fact::Unit(task.unit));
    cx.emit(Event::Did { unit: task.unit, deed: Deed::Retired });
    movement::carry(cx, task.unit, task, 1, MoveWhy::Retired)
}
