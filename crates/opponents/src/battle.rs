//! One battle between two players, from a state to its end.

use crate::player::Players;
use crate::registry::Contested;
use aelian_dice::{Dice, Sampler};
use aelian_game::{Drawn, Ending, Match, Next, Ruleset, Side, Verdict, Viewer, digest, play_planned};
use std::sync::atomic::{AtomicBool, Ordering};

/// How long a battle may go on.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Steps after which the battle counts as stalled.
    pub steps: u32,
    /// Set by somebody who does not want to wait for the end.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'static> {
    /// The longest battle that the game thinks possible.
    pub fn of<R: Ruleset>(rules: &R) -> Self {
        Limits { steps: rules.longest(), stop: None }
    }
}

impl Limits<'_> {
    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// How a battle came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    Over(Ending),
    /// A defect of the rules: the battle went on for too long, or nobody knew how to go on.
    Stalled(String),
    /// Somebody asked to stop.
    Stopped,
}

/// What a battle came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleOutcome {
    pub finish: Finish,
    /// Choices carried out, forced ones included.
    pub steps: u32,
    /// Choices made by players.
    pub decisions: u32,
    /// Answers of players that the rules refused; another legal one was drawn in their place.
    pub refused: u32,
    /// The first of them and the rules that it breaks.
    pub first_refused: Option<String>,
    /// Hash of the last state.
    pub hash: u64,
}

/// Plays a battle in place, without a record.
pub fn play_battle<R: Contested>(
    rules: &R,
    state: &mut R::State,
    players: &mut Players<R>,
    dice: &mut dyn Dice,
    limits: Limits<'_>,
) -> BattleOutcome {
    let mut umpire = Umpire::new();
    let finish = loop {
        let Drawn { choice, plan } = match umpire.next(rules, state, players, limits) {
            Ok(checked) => checked,
            Err(finish) => break finish,
        };
        if let Err(need) = play_planned(rules, state, &choice, plan, dice) {
            break Finish::Stalled(need.to_string());
        }
        umpire.steps += 1;
    };
    umpire.outcome(finish, digest(state))
}

/// Plays a battle and keeps its record, at the price of some speed.
pub fn record_battle<R: Contested>(
    battle: &mut Match<R>,
    players: &mut Players<R>,
    dice: &mut dyn Dice,
    limits: Limits<'_>,
) -> BattleOutcome {
    let mut umpire = Umpire::new();
    let finish = loop {
        let choice = match umpire.next(&battle.rules, &battle.state, players, limits) {
            Ok(checked) => checked.choice,
            Err(finish) => break finish,
        };
        if let Err(error) = battle.play(&choice, dice) {
            break Finish::Stalled(format!("{error}: {choice:?}"));
        }
        umpire.steps += 1;
    };
    umpire.outcome(finish, digest(&battle.state))
}

/// A legal answer for a side whose player has none, drawn from what the side may see: what is hidden from it must not
/// show in what is drawn for it.
pub(crate) fn substitute<R: Contested>(
    rules: &R,
    state: &R::State,
    side: Side,
    sampler: &mut Sampler,
) -> Option<R::Choice> {
    let seen = rules.view(state, Viewer::Side(side));
    let drawn = rules.draw(&seen, sampler)?;
    rules.check(state, &drawn.choice).is_legal().then_some(drawn.choice)
}

/// Asks the players and sees to it that only legal choices are played.
struct Umpire {
    steps: u32,
    decisions: u32,
    refused: u32,
    first_refused: Option<String>,
    /// Draws in the place of a player who has no legal answer. Always the same stream: it is needed so
    /// rarely that nothing depends on it.
    substitute: Sampler,
}

impl Umpire {
    fn new() -> Self {
        Umpire { steps: 0, decisions: 0, refused: 0, first_refused: None, substitute: Sampler::new(0) }
    }

    /// The next choice to be carried out, checked; or the end.
    fn next<R: Contested>(
        &mut self,
        rules: &R,
        state: &R::State,
        players: &mut Players<R>,
        limits: Limits<'_>,
    ) -> Result<Drawn<R>, Finish> {
        if limits.stopped() {
            return Err(Finish::Stopped);
        }
        match rules.next(state) {
            Next::Over(ending) => Err(Finish::Over(ending)),
            endless if self.steps >= limits.steps => {
                Err(Finish::Stalled(format!("the battle does not end, and comes to {endless:?}")))
            }
            Next::Forced(choice) | Next::Only { choice, .. } => Ok(Drawn::plain(choice)),
            Next::Ask { side, prompt } => match rules.enough(state) {
                Some(choice) if rules.check(state, &choice).is_legal() => Ok(Drawn::plain(choice)),
                _ => self.ask(rules, state, players, side, &prompt),
            },
        }
    }

    /// What was drawn from the true state and has a plan has been judged; all else is checked here.
    fn ask<R: Contested>(
        &mut self,
        rules: &R,
        state: &R::State,
        players: &mut Players<R>,
        side: Side,
        prompt: &R::Prompt,
    ) -> Result<Drawn<R>, Finish> {
        self.decisions += 1;
        let player = &mut players[side.index()];
        let answer = if rules.hides(state, side) {
            let seen = rules.view(state, Viewer::Side(side));
            player.choose(rules, &seen, side, prompt).map(Drawn::plain)
        } else {
            player.answer(rules, state, side, prompt)
        };
        if let Some(Drawn { choice, plan }) = answer {
            if plan.is_some() {
                return Ok(Drawn { choice, plan });
            }
            let verdict = rules.check(state, &choice);
            if verdict.is_legal() {
                return Ok(Drawn { choice, plan: verdict.plan });
            }
            self.note_refusal(&choice, &verdict);
        }
        match substitute(rules, state, side, &mut self.substitute) {
            Some(choice) => Ok(Drawn::plain(choice)),
            None => Err(Finish::Stalled(format!("no legal answer to {prompt:?}"))),
        }
    }

    fn note_refusal<R: Ruleset>(&mut self, choice: &R::Choice, verdict: &Verdict<R>) {
        self.refused += 1;
        let rules = || verdict.breaches.iter().map(|reason| reason.rule.to_string()).collect::<Vec<_>>();
        self.first_refused
            .get_or_insert_with(|| format!("step {}: {choice:?}: {}", self.steps, rules().join(", ")));
    }

    fn outcome(self, finish: Finish, hash: u64) -> BattleOutcome {
        BattleOutcome {
            finish,
            steps: self.steps,
            decisions: self.decisions,
            refused: self.refused,
            first_refused: self.first_refused,
            hash,
        }
    }
}
