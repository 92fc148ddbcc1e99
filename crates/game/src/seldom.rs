//! A value that is its default in nearly every state.

use crate::few::{Few, Numbered};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// What is its default in nearly every state. Then it leaves nothing in the hash, so that a field that is added to a state
/// leaves the hashes of older records as they are; with `skip_serializing_if = "Seldom::is_usual"` it is not written either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seldom<T>(pub T);

impl<T: Default + PartialEq> Seldom<T> {
    pub fn is_usual(&self) -> bool {
        self.0 == T::default()
    }
}

impl<T> Deref for Seldom<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Seldom<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: PartialEq + Hash> Hash for Seldom<Vec<T>> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_usual() {
            self.0.hash(state);
        }
    }
}

impl<T: Numbered> Hash for Seldom<Few<T>> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.is_usual() {
            self.0.hash(state);
        }
    }
}

/// What there is, without a word that it is there.
impl<T: PartialEq + Hash> Hash for Seldom<Option<T>> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Some(there) = &self.0 {
            there.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest;

    #[test]
    fn only_what_is_not_usual_is_hashed() {
        let with = |list: Vec<u8>| digest(&(1_u8, Seldom(list)));
        assert_eq!(with(Vec::new()), digest(&1_u8));
        assert_eq!(with(vec![2]), digest(&(1_u8, vec![2_u8])));
        let maybe = |thing: Option<u8>| digest(&(1_u8, Seldom(thing)));
        assert_eq!((maybe(None), maybe(Some(2))), (digest(&1_u8), digest(&(1_u8, 2_u8))));
    }
}
