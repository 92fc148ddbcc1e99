//! Small sets of the words of an enum, written by their names.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A word of an enum of at most 32.
pub trait Flag: Copy + 'static {
    /// All of them, each at the place of its bit.
    const ALL: &'static [Self];

    /// Its place among them. States hash a set by its bits: a new word comes last.
    fn bit(self) -> u32;
}

/// A set of such words, small enough to copy.
pub struct Flags<F> {
    bits: u32,
    of: PhantomData<fn() -> F>,
}

impl<F> Flags<F> {
    pub const NONE: Flags<F> = Flags { bits: 0, of: PhantomData };

    pub fn is_empty(self) -> bool {
        self.bits == 0
    }
}

impl<F: Flag> Flags<F> {
    #[inline]
    pub fn has(self, flag: F) -> bool {
        self.bits & (1 << flag.bit()) != 0
    }

    pub fn with(self, flag: F) -> Flags<F> {
        Flags { bits: self.bits | 1 << flag.bit(), of: PhantomData }
    }

    pub fn without(self, flag: F) -> Flags<F> {
        Flags { bits: self.bits & !(1 << flag.bit()), of: PhantomData }
    }

    /// In the order of their enum.
    pub fn iter(self) -> impl Iterator<Item = F> {
        F::ALL.iter().copied().filter(move |flag| self.has(*flag))
    }

    /// Those of which this is true.
    pub fn only(self, wanted: impl Fn(F) -> bool) -> Flags<F> {
        self.iter().filter(|flag| wanted(*flag)).collect()
    }
}

impl<F> Clone for Flags<F> {
    fn clone(&self) -> Flags<F> {
        *self
    }
}

impl<F> Copy for Flags<F> {}

impl<F> Default for Flags<F> {
    fn default() -> Flags<F> {
        Flags::NONE
    }
}

impl<F> PartialEq for Flags<F> {
    fn eq(&self, other: &Flags<F>) -> bool {
        self.bits == other.bits
    }
}

impl<F> Eq for Flags<F> {}

impl<F> PartialOrd for Flags<F> {
    fn partial_cmp(&self, other: &Flags<F>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<F> Ord for Flags<F> {
    fn cmp(&self, other: &Flags<F>) -> std::cmp::Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<F> Hash for Flags<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<F: Flag + fmt::Debug> fmt::Debug for Flags<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<F: Flag> FromIterator<F> for Flags<F> {
    fn from_iter<I: IntoIterator<Item = F>>(flags: I) -> Flags<F> {
        flags.into_iter().fold(Flags::NONE, Flags::with)
    }
}

/// A set is written as the list of its words.
impl<F: Flag + Serialize> Serialize for Flags<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, F: Flag + Deserialize<'de>> Deserialize<'de> for Flags<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flags<F>, D::Error> {
        Ok(Vec::<F>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest;

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Did {
        Moved,
        ShotTwice,
        Fought,
    }

    impl Flag for Did {
        const ALL: &'static [Did] = &[Did::Moved, Did::ShotTwice, Did::Fought];

        fn bit(self) -> u32 {
            self as u32
        }
    }

    #[test]
    fn words_are_kept_and_written_by_name() {
        let set: Flags<Did> = [Did::Fought, Did::ShotTwice].into_iter().collect();
        assert!(set.has(Did::Fought) && !set.has(Did::Moved));
        assert_eq!(set.without(Did::Fought).iter().collect::<Vec<_>>(), [Did::ShotTwice]);
        assert_eq!(set.only(|did| did == Did::Fought), Flags::NONE.with(Did::Fought));
        assert_eq!(serde_json::to_string(&set).unwrap(), "[\"shot-twice\",\"fought\"]");
        assert_eq!(serde_json::from_str::<Flags<Did>>("[\"fought\",\"shot-twice\"]").unwrap(), set);
        assert!(serde_json::from_str::<Flags<Did>>("[\"fled\"]").is_err());
    }

    /// Older records have hashes in which a set is a number.
    #[test]
    fn a_set_is_hashed_by_its_bits() {
        assert_eq!(digest(&Flags::NONE.with(Did::Fought)), digest(&4_u32));
    }
}
