//! `rash`: a quick scripted player.

use crate::player::Player;
use aelian_dice::Sampler;
use aelian_game::{Drawn, Ruleset, Side};
use aelian_hail_caesar::{Choice, Prompt, Rules, State};

#[derive(Debug)]
pub struct Rash {
    sampler: Sampler,
}

impl Rash {
    pub fn new(sampler: Sampler) -> Rash {
        Rash { sampler }
    }
}

impl Player<Rules> for Rash {
    fn choose(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Choice> {
        self.answer(rules, state, side, prompt).map(|drawn| drawn.choice)
    }

    fn answer(&mut self, rules: &Rules, state: &State, _side: Side, _prompt: &Prompt) -> Option<Drawn<Rules>> {
        rules.draw(state, &mut self.sampler)
    }
}
