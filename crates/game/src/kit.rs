//! The conformance kit: laws that every game must keep, tried on random play.
//!
//! The kit plays a whole match with drawn proposals and checks at every step that
//! * what is proposed passes `check`, and a choice exists until the end;
//! * what `check` refuses, `step` refuses, tried with an absurd choice;
//! * a step leads to the same state traced or not;
//! * those who look on have been sent lines and nothing else, and hold what they may see (`onlookers.rs`).
//!
//! At some steps, because they are dear (`Thoroughness`), it checks too that
//! * every proposal of the full list passes `check`;
//! * the plan of a judgement changes no result;
//! * a viewer's state is his view after every single event.
//!
//! At the end it runs the whole match again by its dice, and each step must come out the same, with its
//! events, rolls, reasons and hash; replaying the events and reading back the written record must lead to the
//! state that was played. A game that does not end is a defect too. Last of all the referee looks at every step
//! (`referee.rs`): he knows only poses and a few plain sentences of the book.
//!
//! What is asked has laws of its own (`asked.rs`), and so has a table in the mirror (`mirror.rs`).

mod asked;
mod mirror;
mod onlookers;

pub use asked::{Asked, try_questions};
pub use mirror::{Glass, Mirrored, Reflected, try_mirror};

use crate::contract::{Ending, Next, Ruleset, Side, Viewer, Want};
use crate::digest::digest;
use crate::kit::onlookers::{Onlookers, misattributed};
use crate::matches::Match;
use crate::record::Record;
use crate::referee::{Refereed, review};
use crate::step::{StepError, play_on, play_planned, step};
use aelian_dice::{Generator, Sampler, Tape};
use aelian_rulebook::Reason;
use std::fmt::Debug;

/// A law that did not hold, and where.
#[derive(Debug)]
pub struct Violation<R: Ruleset> {
    pub law: &'static str,
    pub step: usize,
    pub choice: Option<R::Choice>,
    pub detail: String,
}

/// What a game under the kit came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Played {
    pub steps: u32,
    pub decisions: u32,
    pub ending: Ending,
    pub hash: u64,
}

/// How thoroughly a game is tried.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// Proposals drawn at each decision; each of them is checked, one is played.
    pub proposals: u16,
    /// Every so many decisions a choice is drawn and carried out with and without its plan, and every so
    /// many steps the views are compared after each event.
    pub deep_every: u32,
    /// Every so many decisions the full list of proposals is made and checked.
    pub list_every: u32,
}

impl Default for Thoroughness {
    fn default() -> Self {
        Thoroughness { proposals: 2, deep_every: 16, list_every: 64 }
    }
}

/// Plays one match at random and tries every law on it.
pub fn try_game<R: Refereed>(
    setup: &R::Setup,
    seed: u64,
    thorough: Thoroughness,
    absurd: impl Fn(&mut Sampler) -> R::Choice,
) -> Result<Played, Box<Violation<R>>> {
    let game = Match::<R>::new(setup.clone())
        .map_err(|reasons| violation(0, "a usable setup is not refused", None, &reasons))?;
    let onlookers = Onlookers::of(&game).map_err(|wrong| violation(0, LOOKS_ON, None, &wrong))?;
    let mut trial = Trial {
        onlookers,
        game,
        dice: Generator::stream(seed, 0),
        sampler: Sampler::stream(seed, 1),
        thorough,
        absurd,
        decisions: 0,
    };
    let ending = trial.play()?;
    trial.replays()?;
    trial.refereed()?;
    let steps = trial.game.record.steps.len() as u32;
    Ok(Played { steps, decisions: trial.decisions, ending, hash: digest(&trial.game.state) })
}

const LOOKS_ON: &str = "whoever is sent what he may know holds what he may see";

const SEES_RIGHT: &str = "what a side sees judges its answers as the table does";

struct Trial<R: Ruleset, A> {
    game: Match<R>,
    onlookers: Onlookers<R>,
    dice: Generator,
    sampler: Sampler,
    thorough: Thoroughness,
    absurd: A,
    decisions: u32,
}

type Held<R, T = ()> = Result<T, Box<Violation<R>>>;

impl<R: Refereed, A: Fn(&mut Sampler) -> R::Choice> Trial<R, A> {
    fn play(&mut self) -> Held<R, Ending> {
        for _ in 0..self.game.rules.longest() {
            let (choice, side) = match self.game.next() {
                Next::Over(ending) => return Ok(ending),
                Next::Forced(choice) | Next::Only { choice, .. } => (choice, None),
                Next::Ask { side, .. } => (self.draw(side)?, Some(side)),
            };
            if let Some(why) = misattributed(&self.game, &choice) {
                return Err(self.broken("an answer is for one side to say", Some(&choice), &why));
            }
            self.refuses_absurd(side)?;
            self.one_step(&choice)?;
        }
        Err(self.broken("a match ends", None, &self.game.next()))
    }

    /// Draws proposals, checks each, and picks one.
    fn draw(&mut self, side: Side) -> Held<R, R::Choice> {
        self.decisions += 1;
        let next = self.game.next();
        if !self.onlookers.is_asked(side, &next) {
            return Err(self.broken("a question follows from what the side sees", None, &next));
        }
        let mut proposals = Vec::new();
        let list = self.decisions.is_multiple_of(self.thorough.list_every);
        let want = if list { Want::All } else { Want::Sample(self.thorough.proposals, &mut self.sampler) };
        self.game.rules.propose(&self.game.state, want, &mut proposals);
        for choice in &proposals {
            let verdict = self.game.rules.check(&self.game.state, choice);
            if !verdict.is_legal() {
                return Err(self.broken("what is proposed passes check", Some(choice), &verdict.breaches));
            }
            if !self.onlookers.may(side, choice) {
                return Err(self.broken(SEES_RIGHT, Some(choice), &"refused to his eyes"));
            }
        }
        if proposals.is_empty() {
            return Err(self.broken("a choice exists until the end", None, &self.game.next()));
        }
        if self.decisions.is_multiple_of(self.thorough.deep_every) {
            self.drawn_with_plan()?;
        }
        let at = self.sampler.below(proposals.len() as u32) as usize;
        Ok(proposals.swap_remove(at))
    }

    /// A drawn choice passes check, and its plan leads where none does.
    fn drawn_with_plan(&mut self) -> Held<R> {
        let (rules, state) = (&self.game.rules, &self.game.state);
        let Some(drawn) = rules.draw(state, &mut self.sampler) else {
            return Err(self.broken("a choice exists until the end", None, &self.game.next()));
        };
        let choice = Some(&drawn.choice);
        let verdict = rules.check(state, &drawn.choice);
        if !verdict.is_legal() {
            return Err(self.broken("what is drawn passes check", choice, &verdict.breaches));
        }
        let play = |plan: Option<R::Plan>| {
            let mut after = state.clone();
            let mut dice = Generator::stream(u64::from(self.decisions), 0);
            let played = play_planned(rules, &mut after, &drawn.choice, plan, &mut dice);
            played.map(|()| after).map_err(|need| self.broken("a plan can be carried out", choice, &need))
        };
        let without = play(None)?;
        for plan in [drawn.plan.clone(), verdict.plan] {
            if play(plan)? != without {
                return Err(self.broken("a plan changes no result", choice, &"other state"));
            }
        }
        Ok(())
    }

    /// An absurd choice is refused by `check` and by `step` alike, or passes both.
    fn refuses_absurd(&mut self, side: Option<Side>) -> Held<R> {
        let choice = (self.absurd)(&mut self.sampler);
        let legal = self.game.rules.check(&self.game.state, &choice).is_legal();
        let mut dice = Generator::stream(0, 0);
        let refused = matches!(
            step(&self.game.rules, &self.game.state, &choice, &mut dice),
            Err(StepError::Refused(_))
        );
        if legal == refused {
            return Err(self.broken("what check refuses step refuses", Some(&choice), &legal));
        }
        if side.is_some_and(|side| self.onlookers.may(side, &choice) != legal) {
            return Err(self.broken(SEES_RIGHT, Some(&choice), &legal));
        }
        Ok(())
    }

    fn one_step(&mut self, choice: &R::Choice) -> Held<R> {
        let before = self.game.state.clone();
        if let Err(error) = self.game.play(choice, &mut self.dice) {
            return Err(self.broken("a legal choice can be carried out", Some(choice), &error));
        }
        self.untraced(before.clone(), choice)?;
        self.views(before, choice)
    }

    /// The step without a record, from the same dice.
    fn untraced(&self, mut state: R::State, choice: &R::Choice) -> Held<R> {
        let rolls = self.game.record.steps.last().into_iter().flat_map(|step| &step.rolls);
        let faces: Vec<u8> = rolls.flat_map(|roll| roll.faces.iter().copied()).collect();
        let mut tape =
            Tape::new(faces).map_err(|error| self.broken("faces are faces", Some(choice), &error))?;
        let played = play_on(&self.game.rules, &mut state, choice, &mut tape);
        if played.is_err() || tape.left() > 0 || state != self.game.state {
            return Err(self.broken("tracing changes nothing", Some(choice), &played));
        }
        Ok(())
    }

    /// Whoever is sent only what he may know holds the view that he may have; at some steps after every single event.
    fn views(&mut self, before: R::State, choice: &R::Choice) -> Held<R> {
        let Some(done) = self.game.record.steps.last() else { return Ok(()) };
        if (self.game.record.steps.len() as u32).is_multiple_of(self.thorough.deep_every) {
            self.after_each_event(before.clone(), &done.events)?;
        }
        let followed = self.onlookers.follow(&self.game, &before, done);
        followed.map_err(|wrong| self.broken(LOOKS_ON, Some(choice), &wrong))
    }

    fn after_each_event(&self, mut real: R::State, events: &[R::Event]) -> Held<R> {
        let (rules, mut held) = (&self.game.rules, self.onlookers.states());
        for event in events {
            for (seen, viewer) in held.iter_mut().zip(Viewer::ALL) {
                if let Some(event) = rules.event_for(&real, event, viewer) {
                    R::apply(seen, &event);
                }
            }
            R::apply(&mut real, event);
            let errs = |(seen, viewer): &(&R::State, Viewer)| **seen != rules.view(&real, *viewer);
            if let Some((_, viewer)) = held.iter().zip(Viewer::ALL).find(errs) {
                return Err(self.broken("events for a viewer make his view", None, &(viewer, event)));
            }
        }
        Ok(())
    }

    /// Replay by events = replay by dice = written and read back = played.
    fn replays(&self) -> Held<R> {
        let record = &self.game.record;
        if self.game.state_after(record.steps.len()) != self.game.state {
            return Err(self.broken("replaying events gives the played state", None, &"other state"));
        }
        let replayed = Match::verify(record)
            .map_err(|error| self.broken("replaying dice gives the played state", None, &error))?;
        if replayed.state != self.game.state {
            return Err(self.broken("replaying dice gives the played state", None, &"other state"));
        }
        let mut pairs = replayed.record.steps.iter().zip(&record.steps);
        if let Some(at) = pairs.position(|(again, done)| again != done) {
            return Err(self.broken("the same step gives the same result", None, &at));
        }
        let text = record.write().map_err(|error| self.broken("a record can be written", None, &error))?;
        let back = Record::<R>::read(&text)
            .map_err(|error| self.broken("a written record can be read", None, &error))?;
        if back.steps != record.steps {
            return Err(self.broken("a record survives writing and reading", None, &"other steps"));
        }
        Ok(())
    }

    /// The referee finds nothing.
    fn refereed(&self) -> Held<R> {
        match review(&self.game.record).first() {
            None => Ok(()),
            Some(breach) => {
                let done = breach.step.checked_sub(1).and_then(|at| self.game.record.steps.get(at));
                let choice = done.and_then(|step| step.choice.as_ref());
                Err(violation(breach.step, breach.sentence, choice, &breach.detail))
            }
        }
    }

    fn broken(&self, law: &'static str, choice: Option<&R::Choice>, detail: &dyn Debug) -> Box<Violation<R>> {
        violation(self.game.record.steps.len(), law, choice, detail)
    }
}

fn violation<R: Ruleset>(
    step: usize,
    law: &'static str,
    choice: Option<&R::Choice>,
    detail: &dyn Debug,
) -> Box<Violation<R>> {
    Box::new(Violation { law, step, choice: choice.cloned(), detail: format!("{detail:?}") })
}

/// The reasons of a refused setup, for messages.
pub fn ids<F>(reasons: &[Reason<F>]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.rule.as_str()).collect()
}
