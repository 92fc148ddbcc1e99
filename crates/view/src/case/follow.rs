//! What goes without saying in a case: steps that nobody decides, and questions that it need not answer.

use super::given::Reading;
use super::read::CaseStep;
use super::run::{StepReport, Trial, eves};
use super::stated::Stated;
use aelian_dice::{NeedRoll, Tape};
use aelian_game::{Match, Next, StepError, step};
use aelian_rulebook::RuleId;
use serde::Serialize;
use serde_json::Value;

impl<R: Stated> Trial<'_, R> {
    /// Questions that a case may leave out are given their usual answers, if that leads to the question which the step
    /// answers: to where it answers it rightly, if there is such a place. The first choice of a case is
    /// judged in the part of the turn in which the position stands. What is expected has no say in it.
    pub(super) fn pass_over(&mut self, at: usize, wanted: &CaseStep<R>) {
        if self.reading == Reading::Strict {
            return;
        }
        let mut ahead = self.game.clone();
        let turn = ahead.rules.tell_turn(&ahead.state);
        let part = ahead.rules.case_moment(&ahead.state);
        let mut spoken_to: Option<(Match<R>, usize)> = None;
        while let Next::Ask { prompt, .. } = ahead.next()
            && ahead.rules.tell_turn(&ahead.state) == turn
            && (at > 0 || ahead.rules.case_moment(&ahead.state) == part)
        {
            if is_like(&prompt, &wanted.choice) || R::is_answer(&wanted.choice, &prompt) {
                let faults = ahead.rules.check(&ahead.state, &wanted.choice).breaches.len();
                // A wrong answer is judged where least is wrong with it.
                if spoken_to.as_ref().is_none_or(|(_, least)| faults < *least) {
                    spoken_to = Some((ahead.clone(), faults));
                }
                if faults == 0 {
                    break;
                }
            }
            let Some(usual) = ahead.rules.left_out(&ahead.state, &prompt, &wanted.choice) else { break };
            let before = ahead.state.clone();
            let Ok(done) = ahead.play(&usual, &mut Tape::default()) else { break };
            self.eves.extend(eves::<R>(&before, &done.events));
        }
        if let Some((there, _)) = spoken_to {
            self.game = there;
        }
    }

    /// Steps that nobody decides, that need no dice and that do not leave the stage of the position are
    /// carried out first, as the driver would do. A choice that can no longer be made then is judged where one
    /// of its kind was forced: there the rules say what is wrong with it. Dice of a forced choice are those of the
    /// first forced step that rolls any, in a game whose cases run on.
    pub(super) fn run_forced(&mut self, step_wanted: &CaseStep<R>) {
        let wanted = &step_wanted.choice;
        let seeks_dice = R::CASES_RUN_ON && !step_wanted.dice.is_empty();
        let moment = self.game.rules.tell_moment(&self.game.state);
        let mut asked: Option<Match<R>> = None;
        let mut timely: Option<Match<R>> = None;
        while let Some(choice) = goes_on(&self.game, wanted, self.reading) {
            let is_forced = match self.game.next() {
                Next::Only { prompt, .. } => {
                    R::is_for(wanted, &prompt) && !self.is_untimely(wanted)
                        || kind_of(&choice) == kind_of(wanted)
                }
                next => matches!(next, Next::Forced(_)) && kind_of(&choice) == kind_of(wanted),
            };
            if choice != *wanted && self.game.rules.check(&self.game.state, wanted).is_legal() {
                return;
            }
            if timely.is_none() && !self.is_untimely(wanted) {
                timely = Some(self.game.clone());
            }
            let mut none = Tape::default();
            let forced = step(&self.game.rules, &self.game.state, &choice, &mut none);
            let Ok((after, _)) = forced else { break };
            if choice == *wanted && !seeks_dice {
                return;
            }
            if asked.is_none() && is_forced {
                asked = Some(self.game.clone());
            }
            let leads_on = self.game.rules.tell_moment(&after) != moment || after == self.game.state;
            if leads_on || self.game.play(&choice, &mut Tape::default()).is_err() {
                break;
            }
        }
        if self.game.rules.check(&self.game.state, wanted).is_legal() || self.run_to(wanted) {
            return;
        }
        let timely = timely.filter(|_| self.is_untimely(wanted));
        if let Some(before) = asked.or(timely) {
            self.game = before;
        }
    }

    /// Nobody is asked for such a choice now.
    pub(super) fn is_untimely(&self, wanted: &R::Choice) -> bool {
        is_late(&self.game.rules, &self.game.state, wanted)
    }

    /// In a game whose cases run on: goes through parts of the turn in which nobody decides and no dice are thrown to
    /// where the choice can be made, if there is such a place before the turn goes far.
    fn run_to(&mut self, wanted: &R::Choice) -> bool {
        let mut ahead = self.game.clone();
        let moment = ahead.rules.case_moment(&ahead.state);
        while R::CASES_RUN_ON
            && let Some(choice) = ahead_of(&ahead, self.reading)
        {
            let before = ahead.state.clone();
            let played = ahead.play(&choice, &mut Tape::default()).is_ok();
            if !played || ahead.state == before || ahead.rules.case_moment(&ahead.state) != moment {
                return false;
            }
            if ahead.rules.check(&ahead.state, wanted).is_legal() {
                self.game = ahead;
                return true;
            }
        }
        false
    }

    /// Steps that nobody decides, or that go without saying, follow a choice at once: with the dice that are left, and
    /// without dice as long as they do not lead on to another part of the turn.
    pub(super) fn run_on(
        &mut self,
        at: usize,
        tape: &mut Tape,
        before: &mut R::State,
        report: &mut StepReport,
    ) {
        let mut moment = self.game.rules.tell_moment(&self.game.state);
        let mut turns: Vec<String> = Vec::new();
        let throws = self.case.steps.get(at).is_some_and(|step| R::is_forced(&step.choice));
        loop {
            // Dice that were brought for what nobody decides are those of the next throw.
            let turn = self.game.rules.tell_turn(&self.game.state);
            if turns.last() != Some(&turn) {
                turns.push(turn);
            }
            let seeks = throws && tape.left() > 0 && report.rolls.is_empty() && turns.len() <= 2;
            let is_strict = self.reading == Reading::Strict;
            let passed = || (seeks && !is_strict).then(|| passes(&self.game)).flatten();
            let follows = || self.follows(&self.game.state, Some((at, tape.left() > 0)));
            let said = self.open.front().filter(|_| matches!(self.game.next(), Next::Ask { .. })).cloned();
            let is_said = said.is_some();
            let Some(choice) = said.or_else(passed).or_else(follows) else { break };
            let mut rest = tape.clone();
            let after = match step(&self.game.rules, &self.game.state, &choice, &mut rest) {
                Ok((after, _)) => after,
                Err(StepError::NeedRoll { need, rule }) => {
                    report.needs = (tape.left() > 0).then(|| self.told_need(&choice, tape, (&need, rule)));
                    break;
                }
                Err(StepError::Refused(_)) => break,
            };
            // What goes without saying belongs to what was said.
            let is_forced = self.game.next().unasked().is_some();
            let leads_on = self.game.rules.tell_moment(&after) != moment && tape.left() == 0;
            let done = !R::is_unfinished(&self.game.state);
            if is_forced && leads_on && done || after == self.game.state {
                break;
            }
            let had_dice = tape.left() > 0;
            if is_said {
                self.open.pop_front();
            }
            let Ok(done) = self.game.play(&choice, tape) else { break };
            let done = done.clone();
            self.add(&done, before, report);
            if had_dice {
                moment = self.game.rules.tell_moment(&self.game.state);
            }
        }
    }

    /// What comes next without a word of the case. After one of its steps, with dice left or not, a question is left open
    /// that the step expects or that the next one answers; so is one with a usual answer when no dice are left.
    fn follows(&self, state: &R::State, after: Option<(usize, bool)>) -> Option<R::Choice> {
        let next_step = after.and_then(|(at, _)| self.case.steps.get(at + 1));
        let prompt = match self.game.rules.next(state) {
            Next::Forced(choice) => return Some(choice),
            Next::Only { prompt, choice, .. } => {
                let dice = after.is_some_and(|(_, dice)| dice);
                let says = |step: &CaseStep<R>| {
                    R::is_for(&step.choice, &prompt) && !is_late(&self.game.rules, state, &step.choice)
                };
                let said = next_step.is_some_and(says);
                return (dice || !said).then_some(choice);
            }
            Next::Over(_) => return None,
            Next::Ask { .. } if self.reading == Reading::Strict => return None,
            Next::Ask { prompt, .. } => prompt,
        };
        let said = after.and_then(|(at, _)| self.case.steps.get(at)).map(|step| &step.choice);
        let again = said.filter(|choice| R::is_meant_again(choice, &prompt));
        let (answer, how) = match again {
            Some(choice) => (choice.clone(), Unspoken::Unsaid),
            None => unspoken(&self.game.rules, state, &prompt)?,
        };
        let Some((at, dice)) = after else { return (how != Unspoken::Usual).then_some(answer) };
        let asked = kind_of(&prompt);
        let expects = |step: &CaseStep<R>| step.expect.asks.as_ref() == Some(&asked);
        let expects = self.case.steps.get(at).is_some_and(expects);
        let is_open = (expects && !dice)
            || next_step.is_some_and(|step| is_said::<R>(&step.choice, &answer, &prompt))
            || (how == Unspoken::Usual && !dice);
        (!is_open).then_some(answer)
    }

    /// What follows from a state without a die and without a decision, in a game whose cases run on: the moves of an
    /// order that was passed.
    pub(super) fn certain(&self, mut state: R::State) -> Vec<R::Event> {
        let mut events = Vec::new();
        let rules = &self.game.rules;
        let moment = rules.tell_moment(&state);
        while R::CASES_RUN_ON
            && let Some(choice) = self.follows(&state, None)
        {
            let Ok((after, done)) = step(rules, &state, &choice, &mut Tape::default()) else { break };
            if after == state || rules.tell_moment(&after) != moment {
                break;
            }
            events.extend(done.events);
            state = after;
        }
        events
    }
}

/// Whether a choice is refused in this state since nobody is asked for it.
pub(super) fn is_late<R: Stated>(rules: &R, state: &R::State, wanted: &R::Choice) -> bool {
    rules.check(state, wanted).breaches.iter().any(|reason| R::is_untimely(reason.rule))
}

/// Why a question need not be answered in a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unspoken {
    /// Its answer leaves all as it was stated.
    Unsaid,
    /// Its usual answer is to do nothing.
    Usual,
}

/// The answer that a case need not give.
fn unspoken<R: Stated>(rules: &R, state: &R::State, prompt: &R::Prompt) -> Option<(R::Choice, Unspoken)> {
    let unsaid = rules.unsaid(prompt).map(|answer| (answer, Unspoken::Unsaid));
    unsaid.or_else(|| rules.usual(state, prompt).map(|answer| (answer, Unspoken::Usual)))
}

/// Whether a stated choice speaks to a question that has this answer.
fn is_said<R: Stated>(choice: &R::Choice, answer: &R::Choice, prompt: &R::Prompt) -> bool {
    (is_like(choice, answer) && !R::is_of_another(choice, prompt)) || R::is_answer(choice, prompt)
}

/// What comes next if nobody says anything.
fn ahead_of<R: Stated>(game: &Match<R>, reading: Reading) -> Option<R::Choice> {
    match game.next() {
        Next::Ask { .. } if reading == Reading::Strict => None,
        Next::Forced(choice) | Next::Only { choice, .. } => Some(choice),
        Next::Ask { prompt, .. } => unspoken(&game.rules, &game.state, &prompt).map(|(answer, _)| answer),
        Next::Over(_) => None,
    }
}

/// The answer by which the part of the turn is passed.
pub(super) fn passes<R: Stated>(game: &Match<R>) -> Option<R::Choice> {
    let Next::Ask { prompt, .. } = game.next() else { return None };
    game.rules.passes(&prompt)
}

/// The same before a choice: none if the choice speaks to what is asked.
pub(super) fn goes_on<R: Stated>(game: &Match<R>, wanted: &R::Choice, reading: Reading) -> Option<R::Choice> {
    let answer = ahead_of(game, reading)?;
    match game.next() {
        Next::Ask { prompt, .. } if is_said::<R>(wanted, &answer, &prompt) => None,
        _ => Some(answer),
    }
}

/// Whether two choices answer the same kind of question of the same chapter.
pub(super) fn is_like(one: &impl Serialize, other: &impl Serialize) -> bool {
    kinds_of(one) == kinds_of(other)
}

/// The name of a choice or a prompt as the record writes it, and the name of what it holds.
pub(super) fn kinds_of(value: &impl Serialize) -> (String, Option<String>) {
    let inner = match serde_json::to_value(value) {
        Ok(Value::Object(table)) => table.values().next().map(kind_of).filter(|kind| !kind.is_empty()),
        _ => None,
    };
    (kind_of(value), inner)
}

/// The name of a choice or a prompt as the record writes it.
fn kind_of(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        Ok(Value::Object(table)) => table.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    }
}

/// The throw that is missing, and the rule that asks for it.
pub(super) fn needs(need: &NeedRoll, rule: Option<RuleId>) -> String {
    rule.map_or_else(|| need.to_string(), |rule| format!("{need} ({rule})"))
}
