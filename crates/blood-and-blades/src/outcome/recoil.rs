//! Recoil, push back and elephants (70.1 to 70.3).

use super::backward::{Body, Mode, Pushed, Recoiling, Run, end_of, go_back};
use super::behind::{What, back_of};
use super::bent;
use super::plan::{Ended, Fork, OutcomeMove, OutcomePlan};
use crate::baseset::{BaseId, BaseSet};
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::movement::plan::Track;
use crate::rules::Look;
use crate::state::Answer;
use aelian_rulebook::{RuleId, rule};

/// What a recoil would come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoilTest {
    Complete,
    /// BB-REC-04, BB-REC-06: something stops it.
    Incomplete,
    /// BB-TAC-35: only a table edge hinders it.
    TableEdge,
}

/// BB-REC-01 to BB-REC-13, BB-REC-15, BB-ALG-17: the recoil of a base, straight back, worked out with the
/// answers given so far.
pub fn plan_recoil(look: Look<'_>, base: BaseId, answers: &[Answer]) -> Result<OutcomePlan, Fork> {
    plan_recoil_without(look, base, answers, BaseSet::EMPTY)
}

/// As `plan_recoil`, while the bases in `but` count as not on the table (BB-IMP-53).
pub fn plan_recoil_without(
    look: Look<'_>,
    base: BaseId,
    answers: &[Answer],
    but: BaseSet,
) -> Result<OutcomePlan, Fork> {
    plan_recoil_by(look, base, look.state.rect(base).depth, answers, but)
}

/// As `plan_recoil_without`, by this distance.
pub(super) fn plan_recoil_by(
    look: Look<'_>,
    base: BaseId,
    distance: f64,
    answers: &[Answer],
    but: BaseSet,
) -> Result<OutcomePlan, Fork> {
    let mut plan = OutcomePlan::new(base, distance);
    if let Some(rule) = bars_recoil(look, base) {
        plan.ended = Ended::Destroyed;
        plan.cite(rule, Fact::Base(base));
        plan.destroy(base, rule!("BB-REC-03"));
        return Ok(plan);
    }
    let run = go_back(Recoiling { look, base, distance, but, mode: Mode::Made }, answers)?;
    tell(look, &run, &mut plan);
    Ok(plan)
}

impl Look<'_> {
    /// BB-TAC-06, BB-TAC-34 to BB-TAC-36, AMB-38: the full recoil of a base, simulated: whether something
    /// other than a table edge would stop it. Who attacks it from flank or rear matters only if he stands in
    /// its way.
    pub fn test_recoil(&self, base: BaseId) -> RecoilTest {
        let distance = self.state.rect(base).depth;
        if self.met_behind(base, back_of(*self, base), distance, BaseSet::EMPTY).is_none() {
            return RecoilTest::Complete;
        }
        let recoiling = Recoiling { look: *self, base, distance, but: BaseSet::EMPTY, mode: Mode::Tested };
        // A test asks nobody, so it always comes to an end.
        let Ok(run) = go_back(recoiling, &[]) else { return RecoilTest::Complete };
        match (run.stopped_by, run.noted) {
            (Some(_), _) => RecoilTest::Incomplete,
            (None, Some(_)) => RecoilTest::TableEdge,
            (None, None) => RecoilTest::Complete,
        }
    }
}

/// BB-REC-03: a base under flank or rear attack cannot recoil.
pub(super) fn bars_recoil(look: Look<'_>, base: BaseId) -> Option<RuleId> {
    if look.is_rear_attacked(base) {
        return Some(rule!("BB-CC-53"));
    }
    look.is_flank_attacked(base).then_some(rule!("BB-CC-48"))
}

/// Writes what was followed into a plan.
fn tell(look: Look<'_>, run: &Run, plan: &mut OutcomePlan) {
    plan.answers_used = run.answers_used;
    plan.losses.clone_from(&run.losses);
    plan.made = if run.made <= look.rules.tolerance.length { 0.0 } else { run.made };
    if plan.made > 0.0 {
        tell_moves(look, run, plan);
    }
    for (friend, _) in &run.passed {
        plan.cite(rule!("BB-REC-12"), Fact::Pair { base: plan.base, other: *friend });
    }
    plan.ended = ended(run, plan);
    match (plan.ended, run.stopped_by) {
        (Ended::Complete, _) => {
            plan.cite(
                rule!("BB-REC-01"),
                Fact::Recoil { base: plan.base, wanted: plan.wanted, made: plan.made },
            );
        }
        (Ended::Incomplete | Ended::Impossible, Some(by)) => tell_stop(look, run, by, plan),
        _ => {}
    }
}

fn ended(run: &Run, plan: &OutcomePlan) -> Ended {
    if run.loses_first() {
        let off = plan.losses.iter().any(|loss| loss.base == plan.base && loss.rule == rule!("BB-REC-02"));
        return if off { Ended::OffTable } else { Ended::Destroyed };
    }
    match run.stopped_by {
        None => Ended::Complete,
        Some(_) if plan.made > 0.0 => Ended::Incomplete,
        Some(_) => Ended::Impossible,
    }
}

/// BB-REC-04, BB-REC-06, BB-REC-07: what stopped the recoil; setting `incomplete_recoil_destroys`.
fn tell_stop(look: Look<'_>, run: &Run, by: What, plan: &mut OutcomePlan) {
    let base = plan.base;
    if let Some(pushed) = run.movers.get(run.stopped_mover).filter(|mover| mover.base != base) {
        // BB-PB-06: he who is pushed cannot go on, and so neither can he who pushes.
        plan.cite(rule!("BB-PB-06"), Fact::Pair { base, other: pushed.base });
    }
    let (rule, fact) = match by {
        What::Impassable => (rule!("BB-REC-04"), Fact::Base(base)),
        What::River => (rule!("BB-REC-08"), Fact::Base(base)),
        What::Edge(edge) => (rule!("BB-REC-04"), Fact::OffTable { base, edge }),
        What::Base(other) => (stopping_rule(look, base, other), Fact::BlockedBy(other)),
    };
    plan.cite(rule, fact);
    let last = if plan.ended == Ended::Impossible { rule!("BB-REC-06") } else { rule!("BB-REC-07") };
    plan.cite(last, Fact::Recoil { base, wanted: plan.wanted, made: plan.made });
    if look.rules.settings.incomplete_recoil_destroys {
        plan.moves.retain(|moved| moved.track.base != base);
        plan.destroy(base, rule!("BB-REC-07"));
        plan.ended = Ended::Destroyed;
    }
}

fn stopping_rule(look: Look<'_>, base: BaseId, other: BaseId) -> RuleId {
    let friend = look.state.base(other).side == look.state.base(base).side;
    if friend && look.in_close_combat(other) { rule!("BB-REC-11") } else { rule!("BB-REC-04") }
}

/// The moves, those that are pushed before those that push.
fn tell_moves(look: Look<'_>, run: &Run, plan: &mut OutcomePlan) {
    for mover in run.movers.iter().rev() {
        let gone = run.gone(mover);
        let why = match mover.pushed {
            Pushed::No => MoveWhy::Recoiled,
            Pushed::Back => MoveWhy::PushedBack,
            Pushed::Aside => MoveWhy::Displaced,
        };
        if mover.lost || gone <= look.rules.tolerance.length {
            continue;
        }
        if mover.pushed != Pushed::No {
            let (base, other) = (plan.base, mover.base);
            plan.cite(pushing_rule(mover.pushed), Fact::Pair { base, other });
        }
        match mover.body {
            Body::Straight => {
                let track = Track { base: mover.base, via: Vec::new(), to: end_of(look, mover, gone) };
                plan.moves.push(OutcomeMove { track, why });
            }
            Body::Column => tell_column(look, mover.base, gone, why, plan),
        }
    }
}

fn pushing_rule(pushed: Pushed) -> RuleId {
    if pushed == Pushed::Aside { rule!("BB-PASS-08") } else { rule!("BB-PB-01") }
}

/// BB-REC-14, BB-COL-13.
fn tell_column(look: Look<'_>, first: BaseId, gone: f64, why: MoveWhy, plan: &mut OutcomePlan) {
    let tracks = bent::slide(look, first, gone);
    let left = bent::left_bent(look, first, &tracks);
    plan.bent.extend(left.into_iter().map(|column| (column.bases, column.track)));
    plan.cite(rule!("BB-COL-13"), Fact::Bases(tracks.iter().map(|track| track.base).collect()));
    plan.moves.extend(tracks.into_iter().rev().map(|track| {
        let why = if track.base == first { why } else { MoveWhy::PushedBack };
        OutcomeMove { track, why }
    }));
}
