//! Fingerprints of the engine: one number each over geometry, dice and played battles.
//!
//! Every machine must give the same numbers, debug or release, and so must WebAssembly. The test of this
//! crate compares the two; it is the proof behind replays that open anywhere and browsers that agree with
//! the server. `battle` holds the battles, `exports` the names that JavaScript calls.

pub mod battle;
#[cfg(target_arch = "wasm32")]
mod exports;

use aelian_dice::{Dice, Generator, Reroll, Sampler, Throw};
use aelian_game::digest;

/// Measuring, touching, sweeping and turning of `n` pairs of rectangles.
pub fn geometry_fingerprint(n: u32) -> u64 {
    aelian_geometry::fingerprint(n)
}

/// `n` rounds of throws of every kind, by the match's dice and by a search's.
pub fn dice_fingerprint(seed: u64, n: u32) -> u64 {
    let mut dice = Generator::stream(seed, u64::from(n));
    let mut sampler = Sampler::new(seed);
    let mut chain = 0u64;
    for round in 0..n {
        for throw in throws(round) {
            let (of_match, of_search) = (dice.reading(&throw).ok(), sampler.reading(&throw).ok());
            chain = digest(&(chain, of_match, of_search));
        }
        chain = digest(&(chain, sampler.below(round + 1), sampler.d6()));
    }
    chain
}

fn throws(round: u32) -> [Throw; 8] {
    let dice = 1 + (round % 7) as u8;
    let reroll = [Reroll::None, Reroll::Ones, Reroll::Sixes, Reroll::Misses][(round % 4) as usize];
    [
        Throw::D6,
        Throw::D3,
        Throw::Average,
        Throw::Pair,
        Throw::Total { dice, reroll },
        Throw::Faces { dice },
        Throw::Sorted { dice },
        Throw::HitsAndSixes { dice, at_least: 4, reroll },
    ]
}

/// The chained state hashes of so many steps of random battles; see [`battle::play`].
pub fn battle_fingerprint(seed: u64, steps: u32) -> u64 {
    battle::play::<aelian_blood_and_blades::Rules>(seed, steps).hash
}

/// The same with battles of Hail Caesar.
pub fn caesar_fingerprint(seed: u64, steps: u32) -> u64 {
    battle::play::<aelian_hail_caesar::Rules>(seed, steps).hash
}

/// The same with battles of Field of Glory Ancients.
pub fn fog_fingerprint(seed: u64, steps: u32) -> u64 {
    battle::play::<aelian_fog_ancients::Rules>(seed, steps).hash
}
