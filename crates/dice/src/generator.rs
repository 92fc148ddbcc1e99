//! Dice from a generator: seeds, the match's generator and the sampler of a search.
//!
//! The faces that follow from a seed are part of the saved vocabulary: nothing in this file may change them.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::reading::{Reading, Rolled};
use crate::source::{Dice, NeedRoll};
use crate::throw::{Reroll, Tally, Throw};

/// The 32 bytes a generator starts from.
///
/// From a `u64` the bytes are the first four outputs of SplitMix64 started at that number, each written in
/// little-endian order.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seed(pub [u8; 32]);

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut state = number;
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&split_mix(&mut state).to_le_bytes());
        }
        Seed(bytes)
    }
}

/// A seed foretells every die of a match, so it does not slip into a log.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014), one step.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The match's dice: ChaCha8 and an unbiased die of our own. It never lacks a throw.
#[derive(Clone, PartialEq, Eq)]
pub struct Generator {
    words: ChaCha8Rng,
}

impl Generator {
    /// Stream 0 of this seed.
    pub fn new(seed: impl Into<Seed>) -> Generator {
        Generator::stream(seed, 0)
    }

    /// One of 2^64 independent streams of this seed, so that game number n of a series needs no game before
    /// it to be played.
    pub fn stream(seed: impl Into<Seed>, stream: u64) -> Generator {
        let mut words = ChaCha8Rng::from_seed(seed.into().0);
        words.set_stream(stream);
        Generator { words }
    }

    /// One face, each of the six equally likely: Lemire's multiplication of a 32-bit word, the few words that
    /// would favour a face rejected.
    #[inline]
    pub fn d6(&mut self) -> u8 {
        // 2^32 mod 6 = 4: so many of the low halves are one too many.
        const SURPLUS: u32 = 4;
        loop {
            let product = u64::from(self.words.next_u32()) * 6;
            if product as u32 >= SURPLUS {
                return (product >> 32) as u8 + 1;
            }
        }
    }

    /// How many 32-bit words of the stream are used up; with seed and stream it names the generator's state.
    pub fn position(&self) -> u128 {
        self.words.get_word_pos()
    }

    /// Goes to a position told by `position`.
    pub fn go_to(&mut self, position: u128) {
        self.words.set_word_pos(position);
    }

    fn faces(&mut self, throw: &Throw) -> Vec<u8> {
        let mut faces = Vec::with_capacity(usize::from(throw.dice()));
        faces.extend((0..throw.dice()).map(|_| self.d6()));
        for _ in 0..throw.faces_needed(&faces) {
            faces.push(self.d6());
        }
        faces
    }
}

impl Dice for Generator {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        let faces = self.faces(throw);
        Ok(Rolled::of_good_faces(*throw, faces))
    }

    fn reading(&mut self, throw: &Throw) -> Result<Reading, NeedRoll> {
        match throw {
            Throw::Pair => Ok(Reading::Pair(self.d6(), self.d6())),
            Throw::Faces { .. } => Ok(Reading::Faces(self.faces(throw))),
            _ if throw.reroll() == Reroll::None => {
                let mut tally = Tally::default();
                for _ in 0..throw.dice() {
                    tally.add(throw, self.d6(), None);
                }
                Ok(tally.reading(throw))
            }
            _ => Ok(throw.reading_of(&self.faces(throw))),
        }
    }
}

/// Shows where the generator stands, never its seed.
impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("stream", &self.words.get_stream())
            .field("position", &self.position())
            .finish_non_exhaustive()
    }
}

/// A search's dice. It is a type of its own so that nobody can hand a search the match's generator, and its
/// key differs from that of a `Generator` of the same seed, so that a search never foresees the match's dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampler(Generator);

impl Sampler {
    /// Stream 0 of this seed.
    pub fn new(seed: impl Into<Seed>) -> Sampler {
        Sampler::stream(seed, 0)
    }

    /// One of 2^64 independent streams of this seed, for instance one for each playout.
    pub fn stream(seed: impl Into<Seed>, stream: u64) -> Sampler {
        const MARK: &[u8; 32] = b"dice of a search, not of a match";
        let mut key = seed.into().0;
        for (byte, mark) in key.iter_mut().zip(MARK) {
            *byte ^= mark;
        }
        Sampler(Generator::stream(key, stream))
    }

    /// One face.
    #[inline]
    pub fn d6(&mut self) -> u8 {
        self.0.d6()
    }

    /// An unbiased number below `bound` (0 when `bound` is 0), for a search's own choices.
    pub fn below(&mut self, bound: u32) -> u32 {
        let surplus = if bound == 0 { 0 } else { bound.wrapping_neg() % bound };
        loop {
            let product = u64::from(self.0.words.next_u32()) * u64::from(bound);
            if product as u32 >= surplus {
                return (product >> 32) as u32;
            }
        }
    }
}

impl Dice for Sampler {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        self.0.roll(throw)
    }

    fn reading(&mut self, throw: &Throw) -> Result<Reading, NeedRoll> {
        self.0.reading(throw)
    }
}
