//! Names of bases and small sets of them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A base of either army: its place in `State::bases`. Both armies together have at most 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BaseId(pub u8);

impl BaseId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of bases, small enough to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BaseSet([u64; 4]);

impl BaseSet {
    pub const EMPTY: BaseSet = BaseSet([0; 4]);

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
        self.0 == [0; 4]
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
            while word < 4 {
                let bits = words[word];
                if bits != 0 {
                    let bit = bits.trailing_zeros();
                    words[word] &= bits - 1;
                    return Some(BaseId((word as u32 * 64 + bit) as u8));
                }
                word += 1;
            }
            None
        })
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
    (base.index() / 64, 1 << (base.0 % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holds_what_was_put_in() {
        let set: BaseSet = [3, 64, 255].map(BaseId).into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 255].map(BaseId));
        assert!(set.contains(BaseId(64)) && !set.contains(BaseId(65)));
        assert_eq!(set.minus(BaseSet::one(BaseId(3))).len(), 2);
    }
}
