//! Positions on which choices are judged: those that random play came to.

use crate::games::Tried;
use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Want, play_on};

/// The same two battle lines that the fingerprints of battles are played from.
pub(crate) const WRITTEN: &str = include_str!("../../wasm-check/battle.toml");

/// After so many steps of random play a position is kept.
const KEPT_AFTER: [u32; 6] = [3, 20, 60, 120, 250, 500];

/// Positions of random battles of a game.
pub(crate) fn played<R: Tried>() -> impl Iterator<Item = (R, R::State)> {
    R::setups().into_iter().flat_map(|setup| {
        let mut kept = Vec::new();
        let mut number = 0;
        walk::<R>(&setup, 5, 501, |rules, state, _| {
            if KEPT_AFTER.contains(&number) {
                kept.push((rules.clone(), state.clone()));
            }
            number += 1;
            true
        });
        kept
    })
}

/// Walks through a battle that is played at random, for so many steps at most. The visitor sees each state
/// with the choice that will be carried out next, and says whether to go on.
pub(crate) fn walk<R: Tried>(
    setup: &R::Setup,
    seed: u64,
    steps: u32,
    mut visit: impl FnMut(&R, &R::State, &R::Choice) -> bool,
) {
    let Ok((rules, mut state)) = R::start(setup) else { return };
    let (mut dice, mut sampler) = (Generator::new(seed), Sampler::new(seed));
    for _ in 0..steps {
        let choice = match rules.next(&state) {
            Next::Over(_) => return,
            Next::Forced(choice) | Next::Only { choice, .. } => Some(choice),
            Next::Ask { .. } => {
                let mut proposals = Vec::new();
                rules.propose(&state, Want::Sample(4, &mut sampler), &mut proposals);
                let count = u32::try_from(proposals.len()).unwrap_or_default();
                let at = sampler.below(count) as usize;
                (at < proposals.len()).then(|| proposals.swap_remove(at))
            }
        };
        let Some(choice) = choice else { return };
        let goes_on = visit(&rules, &state, &choice);
        if !goes_on || play_on(&rules, &mut state, &choice, &mut dice).is_err() {
            return;
        }
    }
}
