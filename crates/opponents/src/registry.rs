//! The players of each game by name, and what a battle between them is measured by.

use crate::player::Player;
use crate::random::Random;
use aelian_dice::Sampler;
use aelian_game::{Ruleset, Side};
use thiserror::Error;

/// A game that computer players can play: what they need to know of it besides the contract.
pub trait Contested: Ruleset {
    /// What `measures` counts for each side, in its order.
    const MEASURES: &'static [&'static str];

    /// The game's own players, besides those that play any game.
    fn own_opponents() -> &'static [Named<Self>];

    /// Whether something in the state is hidden from this side. Only then does its player need a view of
    /// his own; a true state is handed to him otherwise, which costs nothing.
    fn hides(&self, state: &Self::State, from: Side) -> bool;

    /// Rounds played so far, if the game counts such.
    fn rounds(&self, state: &Self::State) -> u32;

    /// The choice by which the players agree that a battle has gone on for long enough, once it has; none if
    /// the game knows no such end. Without it two timid players could walk about for ever.
    fn enough(&self, state: &Self::State) -> Option<Self::Choice>;

    /// What each side has lost, or whatever else tells how the battle went.
    fn measures(&self, state: &Self::State) -> [Vec<f64>; 2];
}

/// A player that can be asked for by name.
#[derive(Debug)]
pub struct Named<R: Ruleset> {
    pub name: &'static str,
    /// How he plays, in a sentence.
    pub summary: &'static str,
    pub make: fn(Sampler) -> Box<dyn Player<R>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no opponent `{name}`; known are {}", .known.join(", "))]
pub struct UnknownOpponent {
    pub name: String,
    pub known: Vec<&'static str>,
}

/// All players of a game, the usual one first: its own, then those that play any game.
pub fn opponents<R: Contested>() -> Vec<Named<R>> {
    let own = R::own_opponents().iter().map(|own| Named { ..*own });
    own.chain(std::iter::once(random())).collect()
}

/// The player of this name, drawing from this stream.
pub fn opponent<R: Contested>(name: &str, sampler: Sampler) -> Result<Box<dyn Player<R>>, UnknownOpponent> {
    let all = opponents::<R>();
    match all.iter().find(|named| named.name == name) {
        Some(named) => Ok((named.make)(sampler)),
        None => Err(UnknownOpponent {
            name: name.to_owned(),
            known: all.iter().map(|named| named.name).collect(),
        }),
    }
}

fn random<R: Ruleset>() -> Named<R> {
    Named {
        name: "random",
        summary: "Makes any legal choice, each as likely as the other.",
        make: |sampler| Box::new(Random::new(sampler)),
    }
}
