//! A computer player beside a match that somebody else plays: it follows the record and answers when asked.

use crate::battle::substitute;
use crate::player::Player;
use crate::registry::{Contested, Named, UnknownOpponent, opponent, opponents};
use aelian_dice::Sampler;
use aelian_game::{Match, Next, Record, RecordError, Side, Step, Viewer, game_of};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar, UnknownGame};
use std::fmt::Debug;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum ThinkError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{0}")]
    Game(UnknownGame),
    #[error("this program does not play {}", .0.title())]
    Elsewhere(Game),
    #[error("the record cannot be followed: {0}")]
    Follow(String),
    #[error(transparent)]
    Opponent(#[from] UnknownOpponent),
    #[error("nobody is asked")]
    NotAsked,
    #[error("no legal answer was found")]
    NoAnswer,
}

/// Follows a match and answers for the side that is asked. Choices are written as JSON.
pub trait Thinker: Debug {
    /// Steps so far.
    fn steps(&self) -> usize;
    /// Keeps the first `keep` steps and takes these lines of the record after them.
    fn follow(&mut self, keep: usize, lines: &[&str]) -> Result<(), ThinkError>;
    /// The answer of the named player. The same seed gives the same answer.
    fn answer(&self, opponent: &str, seed: u64) -> Result<String, ThinkError>;
}

/// Somebody to follow this record.
pub fn thinker(record: &str) -> Result<Box<dyn Thinker>, ThinkError> {
    match game_of(record)?.parse().map_err(ThinkError::Game)? {
        Game::BloodAndBlades if const { Game::BloodAndBlades.is_here() } => {
            Ok(Box::new(Follower::<BloodAndBlades>::read(record)?))
        }
        Game::FogAncients if const { Game::FogAncients.is_here() } => {
            Ok(Box::new(Follower::<FogAncients>::read(record)?))
        }
        Game::HailCaesar if const { Game::HailCaesar.is_here() } => {
            Ok(Box::new(Follower::<HailCaesar>::read(record)?))
        }
        elsewhere => Err(ThinkError::Elsewhere(elsewhere)),
    }
}

/// A computer player as somebody chooses him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub name: &'static str,
    /// How he plays, in a sentence.
    pub summary: &'static str,
}

/// The players of a game by its name, the usual one first; none if there is no such game in this program.
pub fn known_opponents(game: &str) -> Vec<Known> {
    fn of<R: Contested>() -> Vec<Known> {
        let known = |named: &Named<R>| Known { name: named.name, summary: named.summary };
        opponents::<R>().iter().map(known).collect()
    }
    match game.parse() {
        Ok(Game::BloodAndBlades) if const { Game::BloodAndBlades.is_here() } => of::<BloodAndBlades>(),
        Ok(Game::FogAncients) if const { Game::FogAncients.is_here() } => of::<FogAncients>(),
        Ok(Game::HailCaesar) if const { Game::HailCaesar.is_here() } => of::<HailCaesar>(),
        _ => Vec::new(),
    }
}

#[derive(Debug)]
struct Follower<R: Contested> {
    battle: Match<R>,
    /// The rules as each side may know them.
    rules: [R; 2],
}

impl<R: Contested> Follower<R> {
    fn read(record: &str) -> Result<Self, ThinkError> {
        let battle =
            Match::open(Record::read(record)?).map_err(|error| ThinkError::Follow(error.to_string()))?;
        let rules = Side::BOTH.map(|side| battle.outset(Viewer::Side(side)).rules);
        Ok(Follower { battle, rules })
    }

    fn ask(&self, player: &mut dyn Player<R>, side: Side, prompt: &R::Prompt) -> Option<R::Choice> {
        let seen = self.battle.seen(Viewer::Side(side));
        player
            .choose(&self.rules[side.index()], seen.state(), side, prompt)
            .filter(|choice| self.battle.rules.check(&self.battle.state, choice).is_legal())
    }
}

impl<R: Contested> Thinker for Follower<R> {
    fn steps(&self) -> usize {
        self.battle.record.steps.len()
    }

    fn follow(&mut self, keep: usize, lines: &[&str]) -> Result<(), ThinkError> {
        self.battle.cut(keep);
        // The first line of a record is its header.
        let numbered = (self.steps() + 2..).zip(lines);
        let steps = numbered.map(|(at, line)| Record::step(at, line)).collect::<Result<Vec<Step<R>>, _>>()?;
        self.battle.follow(steps).map_err(|error| ThinkError::Follow(error.to_string()))
    }

    fn answer(&self, name: &str, seed: u64) -> Result<String, ThinkError> {
        let Next::Ask { side, prompt } = self.battle.next() else { return Err(ThinkError::NotAsked) };
        let (rules, state) = (&self.battle.rules, &self.battle.state);
        let agreed = rules.enough(state).filter(|choice| rules.check(state, choice).is_legal());
        let stream = Sampler::stream(seed, self.steps() as u64);
        let mut player = opponent::<R>(name, stream)?;
        let choice = agreed.or_else(|| self.ask(player.as_mut(), side, &prompt)).or_else(|| {
            let mut sampler = Sampler::stream(seed, u64::MAX);
            substitute(rules, state, side, &mut sampler)
        });
        let choice = choice.ok_or(ThinkError::NoAnswer)?;
        serde_json::to_string(&choice).map_err(|error| ThinkError::Follow(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_blood_and_blades::Setup;
    use aelian_blood_and_blades::army::ready;
    use aelian_dice::Generator;

    fn army(slug: &str) -> aelian_blood_and_blades::army::OrderOfBattle {
        ready()
            .iter()
            .find(|army| army.slug == slug)
            .map(|army| army.order_of_battle.clone())
            .unwrap_or_default()
    }

    #[test]
    fn every_game_has_players_with_a_sentence_each() {
        for game in Game::ALL {
            let known = known_opponents(game.name());
            assert!(known.len() > 1 && known.iter().all(|one| one.summary.ends_with('.')), "{known:?}");
            assert_eq!(known.last().map(|last| last.name), Some("random"));
        }
        assert!(known_opponents("chess").is_empty());
    }

    #[test]
    fn a_follower_answers_legally_all_through_a_battle() {
        let setup = Setup::of([army("hittite-empire"), army("sea-peoples")]);
        let mut battle = Match::<BloodAndBlades>::new(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
        let header = battle.record.write().unwrap_or_default();
        let mut follower = thinker(&header).unwrap_or_else(|error| panic!("{error}"));
        let mut dice = Generator::new(7);
        for _ in 0..400 {
            let choice = match battle.next() {
                Next::Over(_) => break,
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { .. } => {
                    let text = follower.answer("rash", 3).unwrap_or_else(|error| panic!("{error}"));
                    assert_eq!(
                        follower.answer("rash", 3).ok(),
                        Some(text.clone()),
                        "the same seed, another answer"
                    );
                    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"))
                }
            };
            let step = battle.play(&choice, &mut dice).unwrap_or_else(|error| panic!("{error}"));
            let line = serde_json::to_string(step).unwrap_or_default();
            let at = follower.steps();
            follower.follow(at, &[&line]).unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(follower.steps(), battle.record.steps.len());
        assert!(follower.follow(3, &[]).is_ok() && follower.steps() == 3);
    }
}
