//! The random player: any of the proposals, each as likely as the other.

use crate::player::Player;
use aelian_dice::Sampler;
use aelian_game::{Ruleset, Side, Want};

/// Plays what the rules propose, without a thought.
#[derive(Debug)]
pub struct Random<R: Ruleset> {
    sampler: Sampler,
    /// Kept from call to call, so that its memory is not asked for anew.
    proposals: Vec<R::Choice>,
}

impl<R: Ruleset> Random<R> {
    pub fn new(sampler: Sampler) -> Self {
        Random { sampler, proposals: Vec::new() }
    }
}

impl<R: Ruleset> Player<R> for Random<R> {
    fn choose(&mut self, rules: &R, state: &R::State, _side: Side, _prompt: &R::Prompt) -> Option<R::Choice> {
        draw(rules, state, &mut self.sampler, &mut self.proposals)
    }
}

/// One proposal, drawn.
pub(crate) fn draw<R: Ruleset>(
    rules: &R,
    state: &R::State,
    sampler: &mut Sampler,
    proposals: &mut Vec<R::Choice>,
) -> Option<R::Choice> {
    proposals.clear();
    rules.propose(state, Want::Sample(1, sampler), proposals);
    if proposals.is_empty() {
        return None;
    }
    let at = sampler.below(proposals.len() as u32) as usize;
    Some(proposals.swap_remove(at))
}
