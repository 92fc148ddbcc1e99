//! The conformance kit: laws that every game must keep, tried on random play.
//!
//! The kit plays a whole match with drawn proposals and checks at every step that
//! * what is proposed passes `check`, and a choice exists until the end;
//! * what `check` refuses, `step` refuses;
//! * the same step gives the same result twice, traced or not, with the plan of its judgement or without;
//! * a viewer who is sent only what he may see holds, after every event, just the view of the state;
//!
//! and at the end that replaying the events, replaying the dice, and reading back the written record all
//! lead to the state that was played. A game that does not end is a defect too.

use crate::contract::{Ending, Next, Ruleset, Side, Viewer, Want};
use crate::digest::digest;
use crate::matches::Match;
use crate::record::Record;
use crate::step::{StepError, play_on, play_planned, step};
use aelian_dice::{Dice, Generator, NeedRoll, Rolled, Sampler, Tape, Throw};
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
    /// Every so many steps the expensive laws are tried too (full proposals, views).
    pub deep_every: u32,
}

impl Default for Thoroughness {
    fn default() -> Self {
        Thoroughness { proposals: 2, deep_every: 16 }
    }
}

/// Plays one match at random and tries every law on it.
pub fn try_game<R: Ruleset>(
    setup: &R::Setup,
    seed: u64,
    thorough: Thoroughness,
    absurd: impl Fn(&mut Sampler) -> R::Choice,
) -> Result<Played, Box<Violation<R>>> {
    let game = Match::<R>::new(setup.clone())
        .map_err(|reasons| violation(0, "a usable setup is not refused", None, &reasons))?;
    let mut trial = Trial {
        game,
        dice: Generator::stream(seed, 0),
        sampler: Sampler::stream(seed, 1),
        thorough,
        absurd,
        decisions: 0,
    };
    let ending = trial.play()?;
    trial.replays()?;
    let steps = trial.game.record.steps.len() as u32;
    Ok(Played { steps, decisions: trial.decisions, ending, hash: digest(&trial.game.state) })
}

struct Trial<R: Ruleset, A> {
    game: Match<R>,
    dice: Generator,
    sampler: Sampler,
    thorough: Thoroughness,
    absurd: A,
    decisions: u32,
}

type Held<R, T = ()> = Result<T, Box<Violation<R>>>;

impl<R: Ruleset, A: Fn(&mut Sampler) -> R::Choice> Trial<R, A> {
    fn play(&mut self) -> Held<R, Ending> {
        for _ in 0..self.game.rules.longest() {
            let choice = match self.game.next() {
                Next::Over(ending) => return Ok(ending),
                Next::Forced(choice) => choice,
                Next::Ask { .. } => self.draw()?,
            };
            self.refuses_absurd()?;
            self.one_step(&choice)?;
        }
        Err(self.broken("a match ends", None, &self.game.next()))
    }

    /// Draws proposals, checks each, and picks one.
    fn draw(&mut self) -> Held<R, R::Choice> {
        self.decisions += 1;
        let mut proposals = Vec::new();
        let deep = self.decisions.is_multiple_of(self.thorough.deep_every);
        let want = if deep { Want::All } else { Want::Sample(self.thorough.proposals, &mut self.sampler) };
        self.game.rules.propose(&self.game.state, want, &mut proposals);
        for choice in &proposals {
            let verdict = self.game.rules.check(&self.game.state, choice);
            if !verdict.is_legal() {
                return Err(self.broken("what is proposed passes check", Some(choice), &verdict.breaches));
            }
        }
        if proposals.is_empty() {
            return Err(self.broken("a choice exists until the end", None, &self.game.next()));
        }
        if deep {
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
    fn refuses_absurd(&mut self) -> Held<R> {
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
        Ok(())
    }

    fn one_step(&mut self, choice: &R::Choice) -> Held<R> {
        let before = self.game.state.clone();
        let mut kept = Keeping { dice: &mut self.dice, faces: Vec::new() };
        let done = match self.game.play(choice, &mut kept) {
            Ok(done) => done.clone(),
            Err(error) => return Err(self.broken("a legal choice can be carried out", Some(choice), &error)),
        };
        let faces = kept.faces;
        let again = self.tape(&faces, choice).and_then(|mut tape| {
            step(&self.game.rules, &before, choice, &mut tape)
                .map_err(|error| self.broken("a step can be run again", Some(choice), &error))
        })?;
        if again.1 != done || again.0 != self.game.state {
            return Err(self.broken("the same step gives the same result", Some(choice), &again.1.events));
        }
        let mut untraced = before.clone();
        let mut tape = self.tape(&faces, choice)?;
        let played = play_on(&self.game.rules, &mut untraced, choice, &mut tape);
        if played.is_err() || untraced != self.game.state {
            return Err(self.broken("tracing changes nothing", Some(choice), &played));
        }
        if (self.game.record.steps.len() as u32).is_multiple_of(self.thorough.deep_every) {
            self.views(&before, &done.events, choice)?;
        }
        Ok(())
    }

    /// Whoever is sent only the events that he may see holds the view that he may have.
    fn views(&self, before: &R::State, events: &[R::Event], choice: &R::Choice) -> Held<R> {
        let rules = &self.game.rules;
        for viewer in [Viewer::Side(Side::Red), Viewer::Side(Side::Blue), Viewer::Public] {
            let mut real = before.clone();
            let mut seen = rules.view(before, viewer);
            for event in events {
                if let Some(event) = rules.event_for(&real, event, viewer) {
                    R::apply(&mut seen, &event);
                }
                R::apply(&mut real, event);
                if seen != rules.view(&real, viewer) {
                    return Err(self.broken("events for a viewer make his view", Some(choice), event));
                }
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
        let text = record.write().map_err(|error| self.broken("a record can be written", None, &error))?;
        let back = Record::<R>::read(&text)
            .map_err(|error| self.broken("a written record can be read", None, &error))?;
        if back.steps != record.steps {
            return Err(self.broken("a record survives writing and reading", None, &"other steps"));
        }
        Ok(())
    }

    fn tape(&self, faces: &[u8], choice: &R::Choice) -> Held<R, Tape> {
        Tape::new(faces.to_vec()).map_err(|error| self.broken("faces are faces", Some(choice), &error))
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

/// Dice that remember the faces they gave.
struct Keeping<'a> {
    dice: &'a mut Generator,
    faces: Vec<u8>,
}

impl Dice for Keeping<'_> {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        let rolled = self.dice.roll(throw)?;
        self.faces.extend(rolled.faces.iter().copied());
        Ok(rolled)
    }
}

/// The reasons of a refused setup, for messages.
pub fn ids<F>(reasons: &[Reason<F>]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.rule.as_str()).collect()
}
