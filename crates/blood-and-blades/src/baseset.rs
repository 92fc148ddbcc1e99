//! Names of bases and small sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A base of either army: its place in `State::bases`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct BaseId(u16);

impl BaseId {
    /// So many bases can be told apart, of both armies together.
    pub const COUNT: usize = 64 * WORDS;

    /// The id with this number. A number that no base can have becomes the last id, which no army reaches.
    pub const fn of(number: u16) -> BaseId {
        let last = (BaseId::COUNT - 1) as u16;
        BaseId(if number < last { number } else { last })
    }

    /// The id of the base at this place of `State::bases`.
    pub const fn at(index: usize) -> BaseId {
        BaseId::of(if index < BaseId::COUNT { index as u16 } else { u16::MAX })
    }

    pub const fn number(self) -> u16 {
        self.0
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl<'de> Deserialize<'de> for BaseId {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u16::deserialize(deserializer)?;
        let id = BaseId::of(number);
        if id.0 == number {
            return Ok(id);
        }
        let told = format!("{number} is not the number of a base: they go up to {}", BaseId::COUNT - 1);
        Err(serde::de::Error::custom(told))
    }
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Words of 64 bits in a set.
const WORDS: usize = 8;
/// Sets had so many words when the first records were written.
const FIRST_WORDS: usize = 4;

/// A set of bases, small enough to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BaseSet([u64; WORDS]);

impl BaseSet {
    pub const EMPTY: BaseSet = BaseSet([0; WORDS]);

    pub fn one(base: BaseId) -> BaseSet {
        let mut set = BaseSet::EMPTY;
        set.insert(base);
        set
    }

    /// Adds a base; true if it was not in the set.
    pub fn insert(&mut self, base: BaseId) -> bool {
        let (word, bit) = place(base);
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }

    pub fn remove(&mut self, base: BaseId) {
        let (word, bit) = place(base);
        self.0[word] &= !bit;
    }

    pub fn contains(&self, base: BaseId) -> bool {
        let (word, bit) = place(base);
        self.0[word] & bit != 0
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn union(mut self, other: BaseSet) -> BaseSet {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine |= theirs;
        }
        self
    }

    pub fn minus(mut self, other: BaseSet) -> BaseSet {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine &= !theirs;
        }
        self
    }

    pub fn is_subset(&self, of: BaseSet) -> bool {
        self.minus(of).is_empty()
    }

    pub fn first(&self) -> Option<BaseId> {
        self.iter().next()
    }

    /// In the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = BaseId> + use<> {
        let mut words = self.0;
        let mut word = 0usize;
        std::iter::from_fn(move || {
            while word < WORDS {
                let bits = words[word];
                if bits != 0 {
                    let bit = bits.trailing_zeros();
                    words[word] &= bits - 1;
                    return Some(BaseId(word as u16 * 64 + bit as u16));
                }
                word += 1;
            }
            None
        })
    }
}

impl Hash for BaseSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (first, more) = self.0.split_at(FIRST_WORDS);
        first.hash(state);
        // Left out where it says nothing, so that the hashes of older records stay what they are.
        if more.iter().any(|word| *word != 0) {
            more.hash(state);
        }
    }
}

impl FromIterator<BaseId> for BaseSet {
    fn from_iter<T: IntoIterator<Item = BaseId>>(bases: T) -> Self {
        let mut set = BaseSet::EMPTY;
        for base in bases {
            set.insert(base);
        }
        set
    }
}

impl Serialize for BaseSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for BaseSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<BaseId>::deserialize(deserializer)?.into_iter().collect())
    }
}

fn place(base: BaseId) -> (usize, u64) {
    (base.index() / 64 % WORDS, 1 << (base.0 % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_game::digest;

    #[test]
    fn holds_what_was_put_in() {
        let ids = [3, 64, 255, 256, 511].map(BaseId::of);
        let set: BaseSet = ids.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), ids);
        assert!(set.contains(BaseId::of(64)) && !set.contains(BaseId::of(65)));
        assert_eq!(set.minus(BaseSet::one(BaseId::of(3))).len(), 4);
    }

    #[test]
    fn a_number_beyond_all_is_refused_from_outside() {
        assert_eq!(serde_json::from_str::<BaseId>("511").unwrap(), BaseId::of(511));
        let told = serde_json::from_str::<BaseSet>("[3, 512]").unwrap_err().to_string();
        assert!(told.starts_with("512 is not the number of a base: they go up to 511"), "{told}");
        assert_eq!(BaseId::at(70_000), BaseId::of(511));
    }

    /// The hash of a set without the later words is that of the four words it once had.
    #[test]
    fn older_hashes_stay() {
        let old = [1u64 << 3, 0, 0, 1 << 63];
        assert_eq!(digest(&[3, 255].map(BaseId::of).into_iter().collect::<BaseSet>()), digest(&old));
        assert_eq!(digest(&BaseId::of(200)), digest(&200u8));
        let beyond: BaseSet = [3, 255, 256].map(BaseId::of).into_iter().collect();
        assert_ne!(digest(&beyond), digest(&old));
    }
}
