//! The state hash: our own hasher, so that it is the same on every machine and for ever.

use std::hash::{Hash, Hasher};

/// A 64-bit hash of words, independent of pointer width, byte order and compiler version.
#[derive(Clone, Debug)]
pub struct Digest {
    state: u64,
}

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
const MULTIPLIER: u64 = 0xD6E8_FEB8_6659_FD93;

impl Default for Digest {
    fn default() -> Self {
        Digest { state: SEED }
    }
}

impl Digest {
    fn word(&mut self, word: u64) {
        let mixed = (self.state ^ word).wrapping_mul(MULTIPLIER);
        self.state = (mixed ^ (mixed >> 32)).wrapping_add(SEED);
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        let mut value = self.state;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0u8; 8];
            for (slot, byte) in word.iter_mut().zip(chunk) {
                *slot = *byte;
            }
            self.word(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.word(u64::from(value));
    }
    fn write_u16(&mut self, value: u16) {
        self.word(u64::from(value));
    }
    fn write_u32(&mut self, value: u32) {
        self.word(u64::from(value));
    }
    fn write_u64(&mut self, value: u64) {
        self.word(value);
    }
    fn write_usize(&mut self, value: usize) {
        self.word(value as u64);
    }
    fn write_i8(&mut self, value: i8) {
        self.word(value as i64 as u64);
    }
    fn write_i16(&mut self, value: i16) {
        self.word(value as i64 as u64);
    }
    fn write_i32(&mut self, value: i32) {
        self.word(value as i64 as u64);
    }
    fn write_i64(&mut self, value: i64) {
        self.word(value as u64);
    }
    fn write_isize(&mut self, value: isize) {
        self.word(value as i64 as u64);
    }
}

/// The hash of a value.
pub fn digest<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Digest::default();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_same_for_ever() {
        assert_eq!(digest(&(1u8, -1i32, [7u64, 8])), 12801928217519967637);
    }
}
