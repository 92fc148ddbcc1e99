//! Answers that a case gives besides its choices, and those that it leaves to the reader.

use super::follow::{is_late, kinds_of};
use super::read::CaseStep;
use super::run::{Trial, eves};
use super::stated::Stated;
use aelian_dice::Tape;
use aelian_game::{Match, Next};
use serde::Serialize;

/// How a case is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Each question is answered by the case: by a choice, or in its `before` and `then`. So the tests read.
    Strict,
    /// Questions on which a case says nothing are answered by the reader, who tells what he assumed.
    Lenient,
}

/// A question that a case leaves out, and the answer that the reader has given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assumed {
    pub asked: String,
    pub answer: String,
    pub why: &'static str,
}

/// What has to be said besides of a step for everything in it to be said.
#[derive(Clone, Debug)]
pub struct Unsaid<R: Stated> {
    pub before: Vec<R::Choice>,
    pub then: Vec<R::Choice>,
    pub unasked: bool,
}

impl<R: Stated> Unsaid<R> {
    pub fn is_nothing(&self) -> bool {
        self.before.is_empty() && self.then.is_empty() && !self.unasked
    }
}

impl<R: Stated> Default for Unsaid<R> {
    fn default() -> Self {
        Unsaid { before: Vec::new(), then: Vec::new(), unasked: false }
    }
}

impl<R: Stated> Trial<'_, R> {
    /// The answers that a step gives before its choice, each where it is asked for; what nobody decides is passed.
    pub(super) fn give(&mut self, at: usize, wanted: &CaseStep<R>) {
        for answer in &wanted.before {
            self.eves.extend(drive(&mut self.game, answer));
            let before = self.game.state.clone();
            match self.game.play(answer, &mut Tape::default()) {
                Ok(done) => {
                    let events = done.events.clone();
                    self.eves.extend(eves::<R>(&before, &events));
                }
                Err(error) => {
                    let told = self.game.rules.tell_choice(&self.game.state, &self.case.names, answer);
                    let next = self.next();
                    self.unmet.push(format!("step {}: before: {told}: {error}; {next}", at + 1));
                    return;
                }
            }
        }
    }

    /// Whether the answers that a step gives before its choice have led to where it is asked for. A strict reader seeks no
    /// further.
    pub(super) fn is_come_to(&mut self, wanted: &CaseStep<R>) -> bool {
        if wanted.before.is_empty() {
            return false;
        }
        self.eves.extend(drive(&mut self.game, &wanted.choice));
        let is_legal = self.game.rules.check(&self.game.state, &wanted.choice).is_legal();
        self.reading == Reading::Strict || self.is_answer_here(&wanted.choice, is_legal)
    }

    /// Whether this choice answers, rightly or not, what is asked where the game now stands.
    pub(super) fn is_answer_here(&self, choice: &R::Choice, is_legal: bool) -> bool {
        is_legal
            || is_passed_with(&self.game, choice)
            || self.game.next().question().is_some_and(|(_, prompt)| R::is_for(choice, prompt))
    }

    /// The questions that somebody has answered in a match since it had so many steps, from the state that was then.
    pub(super) fn answered(
        &self,
        game: &Match<R>,
        from: usize,
        state: &R::State,
    ) -> Vec<(R::Choice, Assumed)> {
        let (rules, names) = (&self.game.rules, &self.case.names);
        let mut state = state.clone();
        let mut found = Vec::new();
        for step in game.record.steps.iter().skip(from) {
            if let (Next::Ask { side, prompt }, Some(choice)) = (rules.next(&state), &step.choice) {
                let asked = format!("{}: {}", side.name(), rules.tell_prompt(&state, names, &prompt));
                let answer = rules.tell_choice(&state, names, choice);
                let why = match () {
                    () if rules.unsaid(&prompt).as_ref() == Some(choice) => {
                        "it changes nothing that is stated"
                    }
                    () if rules.usual(&state, &prompt).as_ref() == Some(choice) => {
                        "nobody does more than is said"
                    }
                    () => "the case goes on to what comes later",
                };
                found.push((choice.clone(), Assumed { asked, answer, why }));
            }
            step.events.iter().for_each(|event| R::apply(&mut state, event));
        }
        found
    }
}

/// Whether a choice speaks to one of the questions of a chapter that have one answer and are passed together, of which
/// only the first is put.
pub(super) fn is_passed_with<R: Stated>(game: &Match<R>, wanted: &R::Choice) -> bool {
    match game.next() {
        Next::Only { prompt, choice, .. } if R::is_forced(&choice) => {
            kinds_of(&prompt).0 == kinds_of(wanted).0 && !is_late(&game.rules, &game.state, wanted)
        }
        _ => false,
    }
}

/// Passes what nobody decides and what has one answer, as long as this choice cannot be made and no dice are needed. The
/// states in which a stage was left behind on the way.
pub(super) fn drive<R: Stated>(game: &mut Match<R>, wanted: &R::Choice) -> Vec<R::State> {
    let mut left = Vec::new();
    while let Some(choice) = game.next().unasked().cloned()
        && !game.rules.check(&game.state, wanted).is_legal()
    {
        let before = game.state.clone();
        let Ok(done) = game.play(&choice, &mut Tape::default()) else { break };
        left.extend(eves::<R>(&before, &done.events));
        if game.state == before {
            break;
        }
    }
    left
}
