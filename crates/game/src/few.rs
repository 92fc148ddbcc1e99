//! Small sets of numbered things, small enough to copy.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A thing known by its place in a list of at most 64.
pub trait Numbered: Copy {
    /// What it is called in messages.
    const NAME: &'static str;

    fn number(self) -> u8;

    fn with_number(number: u8) -> Self;
}

/// The numbers of things of a game: `numbered!(/** A unit. */ UnitId, "unit", "U")` makes the type of a number, which is
/// written as a number, shown as `U7` and called a unit in messages.
#[macro_export]
macro_rules! numbered {
    ($(#[$about:meta])* $id:ident, $name:literal, $short:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $id(pub u8);

        impl $crate::Numbered for $id {
            const NAME: &'static str = $name;

            fn number(self) -> u8 {
                self.0
            }

            fn with_number(number: u8) -> $id {
                $id(number)
            }
        }

        impl $id {
            #[inline]
            pub fn index(self) -> usize {
                usize::from(self.0)
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($short, "{}"), self.0)
            }
        }
    };
}

/// A set of numbered things. What stands beyond the last possible place is in no set.
pub struct Few<T> {
    bits: u64,
    of: PhantomData<fn() -> T>,
}

impl<T: Numbered> Few<T> {
    /// A set holds at most so many.
    pub const MOST: usize = 64;

    pub const EMPTY: Few<T> = Few::of_bits(0);

    const fn of_bits(bits: u64) -> Few<T> {
        Few { bits, of: PhantomData }
    }

    pub fn one(thing: T) -> Few<T> {
        Few::of_bits(bit(thing))
    }

    /// Adds a thing; true if it was not in the set.
    pub fn insert(&mut self, thing: T) -> bool {
        let fresh = !self.contains(thing);
        self.bits |= bit(thing);
        fresh
    }

    pub fn remove(&mut self, thing: T) {
        self.bits &= !bit(thing);
    }

    pub fn contains(self, thing: T) -> bool {
        self.bits & bit(thing) != 0
    }

    pub fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub fn union(self, other: Few<T>) -> Few<T> {
        Few::of_bits(self.bits | other.bits)
    }

    pub fn minus(self, other: Few<T>) -> Few<T> {
        Few::of_bits(self.bits & !other.bits)
    }

    pub fn common(self, other: Few<T>) -> Few<T> {
        Few::of_bits(self.bits & other.bits)
    }

    pub fn is_subset(self, of: Few<T>) -> bool {
        self.minus(of).is_empty()
    }

    pub fn first(self) -> Option<T> {
        (self.bits != 0).then(|| T::with_number(self.bits.trailing_zeros() as u8))
    }

    /// In rising order.
    pub fn iter(self) -> impl Iterator<Item = T> {
        let mut left = self.bits;
        std::iter::from_fn(move || {
            let thing = Few::<T>::of_bits(left).first()?;
            left &= left - 1;
            Some(thing)
        })
    }
}

fn bit<T: Numbered>(thing: T) -> u64 {
    1u64.checked_shl(u32::from(thing.number())).unwrap_or(0)
}

impl<T> Clone for Few<T> {
    fn clone(&self) -> Few<T> {
        *self
    }
}

impl<T> Copy for Few<T> {}

impl<T: Numbered> Default for Few<T> {
    fn default() -> Few<T> {
        Few::EMPTY
    }
}

impl<T> PartialEq for Few<T> {
    fn eq(&self, other: &Few<T>) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for Few<T> {}

impl<T> PartialOrd for Few<T> {
    fn partial_cmp(&self, other: &Few<T>) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Few<T> {
    fn cmp(&self, other: &Few<T>) -> std::cmp::Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<T> Hash for Few<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<T: Numbered> fmt::Debug for Few<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(T::number)).finish()
    }
}

impl<T: Numbered> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Few<T> {
        things.into_iter().fold(Few::EMPTY, |set, thing| set.union(Few::one(thing)))
    }
}

/// A set is written as the list of its numbers.
impl<T: Numbered> Serialize for Few<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(T::number))
    }
}

impl<'de, T: Numbered> Deserialize<'de> for Few<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T>, D::Error> {
        let numbers = Vec::<u8>::deserialize(deserializer)?;
        match numbers.iter().find(|number| usize::from(**number) >= Few::<T>::MOST) {
            Some(number) => Err(serde::de::Error::custom(format!("there is no {} {number}", T::NAME))),
            None => Ok(numbers.into_iter().map(T::with_number).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    numbered!(
        /// A thing.
        Thing,
        "thing",
        "T"
    );

    #[test]
    fn sets_keep_their_things_in_order() {
        let set: Few<Thing> = [Thing(63), Thing(2), Thing(2)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [Thing(2), Thing(63)]);
        assert_eq!((set.len(), set.first()), (2, Some(Thing(2))));
        assert!(!set.contains(Thing(64)) && !set.contains(Thing(200)));
        assert!(Few::one(Thing(2)).is_subset(set));
    }

    #[test]
    fn sets_are_written_as_lists_and_strangers_are_refused() {
        let set: Few<Thing> = [Thing(1), Thing(5)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[1,5]");
        assert_eq!(serde_json::from_str::<Few<Thing>>("[1,5]").unwrap(), set);
        let refused = serde_json::from_str::<Few<Thing>>("[64]").unwrap_err().to_string();
        assert!(refused.starts_with("there is no thing 64"), "{refused}");
        assert_eq!((Thing(5).to_string(), Thing(5).index()), ("T5".to_owned(), 5));
    }
}
