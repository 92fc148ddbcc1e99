//! Outcome moves (70): recoil, push back, withdrawal, flight, pursuit.
//!
//! A combat leaves its consequences on the stack of pending steps: the loser's move on top, then the other
//! recoils, then the pursuit. `settle` carries out what needs no answer, in the same step.

pub mod ambush;
mod avoid;
mod backward;
mod behind;
mod bent;
mod carried;
pub mod flee;
mod flight;
pub mod make_way;
pub mod plan;
pub mod pursuit;
pub mod recoil;
pub mod withdraw;

use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Choice, Ghost, Placement, Prompt};
use crate::combat::Aftermath;
use crate::event::Event;
use crate::fact::{Fact, OutcomeKind};
use crate::flow::not_asked;
use crate::movement::plan::Track;
use crate::rules::{Look, Rules};
use crate::state::{Answer, Pending, Retreat, RetreatKind};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::{RuleId, rule};
use plan::{Fork, OutcomePlan};

/// What the topmost pending step of this chapter wants.
#[derive(Clone, Debug, PartialEq)]
enum Question {
    /// A fork in an outcome move.
    Answer(Retreat, Fork),
    /// BB-ALG-20, BB-CC-27.
    RecoilNext(BaseId, BaseSet),
    Pursue {
        winner: BaseId,
        must: bool,
    },
    /// Nothing is asked.
    GoOn,
}

pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    let owner = |base: BaseId| look.state.base(base).side;
    match question(look) {
        Question::Answer(retreat, fork) => Next::Ask { side: owner(retreat.base), prompt: prompt_of(fork) },
        Question::RecoilNext(winner, bases) => {
            Next::Ask { side: owner(winner).other(), prompt: Prompt::RecoilNext { bases } }
        }
        Question::Pursue { winner, must } => {
            let span = look.pursuit_span(winner);
            let (base, least, most) = (winner, span.least, span.most);
            Next::Ask { side: owner(winner), prompt: Prompt::Pursue { base, least, most, must } }
        }
        Question::GoOn => Next::Forced(Choice::Proceed),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (question(look), choice) {
        (Question::Answer(retreat, fork), Choice::Answer(answer)) => {
            if !answers_to(fork).contains(answer) {
                return Verdict::refused(fork_rule(fork), Fact::NotAsked);
            }
            Verdict::legal(ghost_of_answer(look, &retreat, *answer))
        }
        (Question::RecoilNext(_, bases), Choice::RecoilNext { base }) => {
            if bases.contains(*base) {
                return Verdict::legal(ghost_of(recoil::plan_recoil(look, *base, &[]).ok()));
            }
            Verdict::refused(rule!("BB-CC-27"), Fact::Bases(bases))
        }
        (Question::Pursue { winner, must }, Choice::Pursue(distance)) => {
            let breaches = pursuit::breaches(look, winner, must, *distance);
            let ghost = ghost_of_pursuit(look, winner, distance.filter(|_| breaches.is_empty()));
            Verdict { breaches, ..Verdict::legal(ghost) }
        }
        (Question::GoOn, Choice::Proceed) => Verdict::legal(Ghost::default()),
        (_, other) => not_asked(other),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match choice {
        Choice::Answer(answer) => give_answer(cx, *answer),
        Choice::RecoilNext { base } => recoil_next(cx, *base),
        Choice::Pursue(distance) => finish_pursuit(cx, *distance),
        _ => {}
    }
    settle(cx);
    Ok(())
}

/// All answers; for the distance of a pursuit the shortest and the longest.
pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    match question(look) {
        Question::Answer(_, fork) => out.extend(answers_to(fork).map(Choice::Answer)),
        Question::RecoilNext(_, bases) => out.extend(bases.iter().map(|base| Choice::RecoilNext { base })),
        Question::Pursue { winner, must } => {
            let span = look.pursuit_span(winner);
            out.push(Choice::Pursue(Some(span.most)));
            if span.most - span.least > look.rules.tolerance.length {
                out.push(Choice::Pursue(Some(span.least)));
            }
            if !must {
                out.push(Choice::Pursue(None));
            }
        }
        Question::GoOn => out.push(Choice::Proceed),
    }
}

/// BB-OM-01: a base begins an outcome move; it waits on the stack until `settle` or an answer carries it out.
pub fn begin(cx: &mut Cx<'_, Rules>, base: BaseId, kind: RetreatKind) {
    cx.emit(Event::Waits(Pending::Retreat(Retreat { base, kind, answers: Vec::new(), makes_way_for: None })));
}

/// BB-OM-01, BB-SHT-58: what a shot does to the loser, at once; nobody pursues.
pub fn after_shot(cx: &mut Cx<'_, Rules>, loser: BaseId, outcome: OutcomeKind) {
    begin_outcome(cx, loser, outcome);
    settle(cx);
}

/// BB-OM-01, BB-OUT-07, BB-OUT-08: what a close combat does, at once: the loser's fate, then the recoil of the
/// winner's other enemies (BB-CC-27), then his pursuit (BB-PUR-01).
pub fn after_close_combat(cx: &mut Cx<'_, Rules>, aftermath: &Aftermath) {
    if aftermath.outcome == OutcomeKind::NoEffect {
        return;
    }
    let (winner, loser) = (aftermath.winner, aftermath.loser);
    if aftermath.may_pursue {
        pursuit::begin_pursuit(cx, winner, loser, aftermath.winner_die);
    }
    if !aftermath.others.is_empty() {
        cx.emit(Event::Waits(Pending::OthersRecoil { winner, left: aftermath.others }));
    }
    begin_outcome(cx, loser, aftermath.outcome);
    settle(cx);
}

fn begin_outcome(cx: &mut Cx<'_, Rules>, loser: BaseId, outcome: OutcomeKind) {
    match outcome {
        OutcomeKind::NoEffect => {}
        OutcomeKind::Recoil => begin(cx, loser, RetreatKind::Recoil),
        OutcomeKind::Flee => begin(cx, loser, RetreatKind::Flee),
        OutcomeKind::Spent => cx.emit(Event::Spent(loser)),
        OutcomeKind::Destroyed => cx.emit(Event::Destroyed(loser)),
    }
}

/// BB-OM-01, BB-OM-03: carries out the outcome moves on the stack until one needs an answer or none is left.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    while let Some(pending) = cx.state().pending.last().cloned() {
        let look = Look::new(cx.rules, cx.state());
        match pending {
            Pending::Retreat(retreat) => match plan_of(look, &retreat) {
                Ok(plan) if ambush::reveal(cx, tracks_of(&plan)) => {}
                Ok(plan) => carry_out(cx, &retreat, &plan),
                Err(_) => return,
            },
            Pending::OthersRecoil { left, .. } => {
                let left = still_there(look, left);
                match (left.first(), left.len()) {
                    (None, _) => cx.emit(Event::Settled),
                    (Some(only), 1) => recoil_next(cx, only),
                    _ => return,
                }
            }
            Pending::Pursuit { winner, must } => match pursuit::without_question(look, winner, must) {
                Some(distance) => finish_pursuit(cx, distance),
                None => return,
            },
            _ => return,
        }
    }
}

fn tracks_of(plan: &OutcomePlan) -> Vec<Track> {
    plan.moves.iter().map(|moved| moved.track.clone()).collect()
}

/// The plan of a pending outcome move with the answers given so far.
pub fn plan_of(look: Look<'_>, retreat: &Retreat) -> Result<OutcomePlan, Fork> {
    if !look.state.base(retreat.base).on_table() {
        return Ok(OutcomePlan::new(retreat.base, 0.0));
    }
    if let Some(rusher) = retreat.makes_way_for {
        return make_way::plan_making_way(look, retreat.base, rusher, retreat.kind, &retreat.answers);
    }
    match retreat.kind {
        RetreatKind::Recoil => recoil::plan_recoil(look, retreat.base, &retreat.answers),
        RetreatKind::Flee => flee::plan_flee(look, retreat.base, &retreat.answers),
        RetreatKind::Withdraw => withdraw::plan_withdraw(look, retreat.base, &retreat.answers),
    }
}

fn carry_out(cx: &mut Cx<'_, Rules>, retreat: &Retreat, plan: &OutcomePlan) {
    let (base, kind) = (retreat.base, retreat.kind);
    cx.cite(rule!("BB-OM-01"), || Fact::Makes { base, kind });
    plan.carry_out(cx);
    cx.emit(Event::Settled);
}

fn question(look: Look<'_>) -> Question {
    match look.state.pending.last() {
        Some(Pending::Retreat(retreat)) => match plan_of(look, retreat) {
            Ok(_) => Question::GoOn,
            Err(fork) => Question::Answer(retreat.clone(), fork),
        },
        Some(Pending::OthersRecoil { winner, left }) => {
            let left = still_there(look, *left);
            if left.len() > 1 { Question::RecoilNext(*winner, left) } else { Question::GoOn }
        }
        Some(Pending::Pursuit { winner, must }) => match pursuit::without_question(look, *winner, *must) {
            Some(_) => Question::GoOn,
            None => Question::Pursue { winner: *winner, must: *must },
        },
        _ => Question::GoOn,
    }
}

/// Those of the others who have not been lost by an outcome move before their turn.
fn still_there(look: Look<'_>, left: BaseSet) -> BaseSet {
    left.iter().filter(|base| look.state.base(*base).on_table()).collect()
}

/// BB-CC-27: one of the others recoils; the rest waits for its turn.
fn recoil_next(cx: &mut Cx<'_, Rules>, base: BaseId) {
    if let Some(Pending::OthersRecoil { winner, left }) = cx.state().pending.last() {
        let (winner, left) = (*winner, left.minus(BaseSet::one(base)));
        cx.cite(rule!("BB-CC-27"), || Fact::Pair { base, other: winner });
        cx.emit(Event::Settled);
        cx.emit(Event::Waits(Pending::OthersRecoil { winner, left }));
        begin(cx, base, RetreatKind::Recoil);
    }
}

fn give_answer(cx: &mut Cx<'_, Rules>, answer: Answer) {
    if let Some(Pending::Retreat(retreat)) = cx.state().pending.last() {
        let mut retreat = retreat.clone();
        retreat.answers.push(answer);
        cx.emit(Event::Settled);
        cx.emit(Event::Waits(Pending::Retreat(retreat)));
    }
}

fn finish_pursuit(cx: &mut Cx<'_, Rules>, distance: Option<f64>) {
    if let Some(Pending::Pursuit { winner, .. }) = cx.state().pending.last() {
        let winner = *winner;
        if let Some(distance) = distance {
            let to = cx.state().rect(winner).pose.advanced(distance);
            if ambush::reveal(cx, vec![Track { base: winner, via: Vec::new(), to }]) {
                // Whoever was hidden may stand in the way now: the pursuit is asked for again.
                return;
            }
            pursuit::pursue(cx, winner, distance);
        }
        cx.emit(Event::Settled);
    }
}

fn prompt_of(fork: Fork) -> Prompt {
    match fork {
        Fork::PassOrPush { base, friend } => Prompt::PassOrPush { base, friend },
        Fork::FleeSide { base, degrees } => Prompt::FleeSide { base, degrees },
        Fork::AvoidDifficult { base } => Prompt::AvoidDifficult { base },
    }
}

fn answers_to(fork: Fork) -> [Answer; 2] {
    match fork {
        Fork::PassOrPush { .. } => [Answer::PassThrough, Answer::PushBack],
        Fork::FleeSide { .. } => [Answer::Left, Answer::Right],
        Fork::AvoidDifficult { .. } => [Answer::AvoidDifficult, Answer::RunIntoDifficult],
    }
}

fn fork_rule(fork: Fork) -> RuleId {
    match fork {
        Fork::PassOrPush { .. } => rule!("BB-REC-10"),
        Fork::FleeSide { .. } => rule!("BB-FLEE-12"),
        Fork::AvoidDifficult { .. } => rule!("BB-FLEE-08"),
    }
}

/// Where the bases would end with this answer, if it is the last one needed.
fn ghost_of_answer(look: Look<'_>, retreat: &Retreat, answer: Answer) -> Ghost {
    let mut answered = retreat.clone();
    answered.answers.push(answer);
    ghost_of(plan_of(look, &answered).ok())
}

fn ghost_of(plan: Option<OutcomePlan>) -> Ghost {
    let Some(plan) = plan else { return Ghost::default() };
    let place = |moved: &plan::OutcomeMove| Placement { base: moved.track.base, pose: moved.track.to };
    Ghost {
        moves: plan.moves.iter().map(place).collect(),
        used: plan.made,
        allowed: plan.wanted,
        ..Ghost::default()
    }
}

fn ghost_of_pursuit(look: Look<'_>, winner: BaseId, distance: Option<f64>) -> Ghost {
    let Some(distance) = distance else { return Ghost::default() };
    let pose = look.state.rect(winner).pose.advanced(distance);
    let allowed = look.pursuit_span(winner).most;
    Ghost { moves: vec![Placement { base: winner, pose }], used: distance, allowed, ..Ghost::default() }
}

#[cfg(test)]
mod tests;
