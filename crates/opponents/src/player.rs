//! What a player is: somebody who answers prompts.

use aelian_dice::Sampler;
use aelian_game::{Drawn, Ruleset, Side};
use std::fmt::Debug;

/// A player of one side. He draws from a stream of his own, never from the dice of the match.
pub trait Player<R: Ruleset>: Debug + Send {
    /// The answer to a prompt. The state is as this side may see it. None if he finds no answer; whoever
    /// drives the battle then takes any legal one.
    fn choose(&mut self, rules: &R, state: &R::State, side: Side, prompt: &R::Prompt) -> Option<R::Choice>;

    /// The same answer, with the plan that the rules have made of it if they drew it for him. Such an answer is
    /// known to be legal in the state that he was shown.
    fn answer(&mut self, rules: &R, state: &R::State, side: Side, prompt: &R::Prompt) -> Option<Drawn<R>> {
        self.choose(rules, state, side, prompt).map(Drawn::plain)
    }
}

/// Red's player, then Blue's.
pub type Players<R> = [Box<dyn Player<R>>; 2];

/// The stream from which the player of a side draws in one game of a series.
pub fn sampler_for(seed: u64, game: u64, side: Side) -> Sampler {
    Sampler::stream(seed, game.wrapping_mul(2).wrapping_add(side.index() as u64))
}
