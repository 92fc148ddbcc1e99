//! `rash`: a quick scripted player.
use crate::player::Player;
use crate::random::draw;
use aelian_blood_and_blades::{Choice, Prompt, Rules, State};
use aelian_dice::Sampler;
use aelian_game::Side;

#[derive(Debug)]
pub struct Rash {
    sampler: Sampler,
    proposals: Vec<Choice>,
}
impl Rash {
    pub fn new(sampler: Sampler) -> Rash {
        Rash { sampler, proposals: Vec::new() }
    }
}
impl Player<Rules> for Rash {
    fn choose(&mut self, rules: &Rules, state: &State, _side: Side, _prompt: &Prompt) -> Option<Choice> {
        draw(rules, state, &mut self.sampler, &mut self.proposals)
    }
}
