//! Laws about questions, tried on random play: nobody is ever stuck.
//!
//! At every question of a whole match
//! * whoever is asked finds an answer among what is proposed to him, who sees only what he may see; all that is
//!   proposed to him and all that is drawn for him passes `check` in the true state;
//! * what an adviser has to say of it (a page that offers answers, a computer player who gives hints) is right.
//!
//! And after every step
//! * something has changed: the state is another one, and if the question reads the same, then sooner or later the
//!   answer just given is refused, or other answers are proposed.

use super::{Held, Played, Violation, violation};
use crate::contract::{Ending, Next, Proposals, Ruleset, Side, Viewer, Want};
use crate::digest::digest;
use crate::matches::Match;
use crate::step::play_on;
use aelian_dice::{Generator, Sampler};
use std::fmt::Debug;

/// A question as it is put.
#[derive(Debug)]
pub struct Asked<'a, R: Ruleset> {
    pub game: &'a Match<R>,
    /// The state as the side may see it that is asked.
    pub seen: &'a R::State,
    pub side: Side,
    pub prompt: &'a R::Prompt,
}

impl<R: Ruleset> Asked<'_, R> {
    /// Why the umpire refuses this answer; none if it is legal.
    pub fn refusal(&self, choice: &R::Choice) -> Option<String> {
        let verdict = self.game.rules.check(&self.game.state, choice);
        (!verdict.is_legal()).then(|| format!("{choice:?}: {:?}", verdict.breaches))
    }
}

/// Every so many questions the full list of proposals is made and checked.
const LIST_EVERY: u32 = 32;

/// So many times the same answer is given to a question that reads the same.
const AGAIN: u32 = 4;

/// Plays one match at random and tries the laws on every question. The adviser says what is wrong with one, if anything.
pub fn try_questions<R: Ruleset>(
    setup: &R::Setup,
    seed: u64,
    adviser: impl FnMut(&Asked<'_, R>) -> Result<(), String>,
) -> Result<Played, Box<Violation<R>>> {
    let game = Match::<R>::new(setup.clone())
        .map_err(|reasons| violation(0, "a usable setup is not refused", None, &reasons))?;
    let dice = Generator::stream(seed, 0);
    let sampler = Sampler::stream(seed, 1);
    let mut trial = Questions { game, dice, sampler, adviser, decisions: 0 };
    let ending = trial.play()?;
    let steps = trial.game.record.steps.len() as u32;
    Ok(Played { steps, decisions: trial.decisions, ending, hash: digest(&trial.game.state) })
}

struct Questions<R: Ruleset, A> {
    game: Match<R>,
    dice: Generator,
    sampler: Sampler,
    adviser: A,
    decisions: u32,
}

impl<R: Ruleset, A: FnMut(&Asked<'_, R>) -> Result<(), String>> Questions<R, A> {
    fn play(&mut self) -> Held<R, Ending> {
        for _ in 0..self.game.rules.longest() {
            match self.game.next() {
                Next::Over(ending) => return Ok(ending),
                Next::Forced(choice) | Next::Only { choice, .. } => self.carry_out(&choice)?,
                Next::Ask { side, prompt } => self.question(side, &prompt)?,
            }
        }
        Err(self.broken("a match ends", None, &self.game.next()))
    }

    fn question(&mut self, side: Side, prompt: &R::Prompt) -> Held<R> {
        self.decisions += 1;
        let choice = self.answer(side, prompt)?;
        let before = self.game.state.clone();
        self.carry_out(&choice)?;
        if self.game.state == before {
            return Err(self.broken("an answer changes something", Some(&choice), prompt));
        }
        match self.game.next() {
            Next::Ask { side: again, prompt: other } if again == side && other == *prompt => {
                self.is_another_question(&before, &choice, prompt)
            }
            _ => Ok(()),
        }
    }

    /// An answer as somebody finds it who sees only what he may see.
    fn answer(&mut self, side: Side, prompt: &R::Prompt) -> Held<R, R::Choice> {
        let seen = self.game.rules.view(&self.game.state, Viewer::Side(side));
        let mut proposals = Vec::new();
        let list = self.decisions.is_multiple_of(LIST_EVERY);
        let want = if list { Want::All } else { Want::Sample(2, &mut self.sampler) };
        self.game.rules.propose(&seen, want, &mut proposals);
        let drawn = self.game.rules.draw(&seen, &mut self.sampler).map(|drawn| drawn.choice);
        let Some(drawn) = drawn.filter(|_| !proposals.is_empty()) else {
            return Err(self.broken("whoever is asked finds an answer", None, prompt));
        };
        let asked = Asked { game: &self.game, seen: &seen, side, prompt };
        if let Some(why) = proposals.iter().chain([&drawn]).find_map(|choice| asked.refusal(choice)) {
            return Err(self.broken("what is proposed to a player passes check", None, &why));
        }
        if let Err(why) = (self.adviser)(&asked) {
            return Err(self.broken("a question is put with a legal answer", None, &(prompt, why)));
        }
        proposals.push(drawn);
        let at = self.sampler.below(proposals.len() as u32) as usize;
        Ok(proposals.swap_remove(at))
    }

    /// A question that reads the same: given the same answer again and again, it does not stay so for ever.
    fn is_another_question(&self, before: &R::State, choice: &R::Choice, prompt: &R::Prompt) -> Held<R> {
        let rules = &self.game.rules;
        let all = |state: &R::State| {
            let mut all: Proposals<R> = Vec::new();
            rules.propose(state, Want::All, &mut all);
            all
        };
        let (mut state, mut dice, mut proposals) = (self.game.state.clone(), self.dice.clone(), None);
        for _ in 0..AGAIN {
            let same = matches!(rules.next(&state), Next::Ask { prompt: other, .. } if other == *prompt);
            if !same || !rules.check(&state, choice).is_legal() {
                return Ok(());
            }
            if *proposals.get_or_insert_with(|| all(before)) != all(&state) {
                return Ok(());
            }
            if play_on(rules, &mut state, choice, &mut dice).is_err() {
                return Err(self.broken("a legal choice can be carried out", Some(choice), prompt));
            }
        }
        Err(self.broken("no question is put twice with nothing changed", Some(choice), prompt))
    }

    fn carry_out(&mut self, choice: &R::Choice) -> Held<R> {
        match self.game.play(choice, &mut self.dice) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.broken("a legal choice can be carried out", Some(choice), &error)),
        }
    }

    fn broken(&self, law: &'static str, choice: Option<&R::Choice>, detail: &dyn Debug) -> Box<Violation<R>> {
        violation(self.game.record.steps.len(), law, choice, detail)
    }
}
