//! The random player: any of the proposals, each as likely as the other.

use crate::player::Player;
use aelian_dice::Sampler;
use aelian_game::{Drawn, Ruleset, Side};

/// Plays what the rules propose, without a thought.
#[derive(Debug)]
pub struct Random {
    sampler: Sampler,
}

impl Random {
    pub fn new(sampler: Sampler) -> Self {
        Random { sampler }
    }
}

impl<R: Ruleset> Player<R> for Random {
    fn choose(&mut self, rules: &R, state: &R::State, side: Side, prompt: &R::Prompt) -> Option<R::Choice> {
        self.answer(rules, state, side, prompt).map(|drawn| drawn.choice)
    }

    fn answer(&mut self, rules: &R, state: &R::State, _side: Side, _prompt: &R::Prompt) -> Option<Drawn<R>> {
        rules.draw(state, &mut self.sampler)
    }
}
