//! A place for what is worked out of a value and kept beside it.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// What has been worked out of the value that it stands in, until it is forgotten. It is no part of that value: a copy
/// begins without it, any two are equal, and it leaves nothing in a hash. So a value answers the same with it and without,
/// as long as whoever changes the value forgets what came of the old one.
#[derive(Debug)]
pub struct Kept<T>(OnceLock<T>);

impl<T> Kept<T> {
    pub fn known(&self) -> Option<&T> {
        self.0.get()
    }

    pub fn known_mut(&mut self) -> Option<&mut T> {
        self.0.get_mut()
    }

    /// What is kept, or else what is found, which then is kept. Whoever looks for it may come by here again; another
    /// thread may be quicker, with the same.
    pub fn or_find(&self, find: impl FnOnce() -> T) -> &T {
        if let Some(known) = self.0.get() {
            return known;
        }
        let found = find();
        self.0.get_or_init(|| found)
    }

    pub fn forget(&mut self) {
        self.0.take();
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(OnceLock::new())
    }
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Kept<T> {
        Kept::default()
    }
}

impl<T> PartialEq for Kept<T> {
    fn eq(&self, _: &Kept<T>) -> bool {
        true
    }
}

impl<T> Eq for Kept<T> {}

impl<T> Hash for Kept<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest;

    #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
    struct Line {
        numbers: Vec<u8>,
        sum: Kept<u32>,
    }

    impl Line {
        fn sum(&self) -> u32 {
            *self.sum.or_find(|| self.numbers.iter().map(|number| u32::from(*number)).sum())
        }
    }

    #[test]
    fn what_is_kept_is_no_part_of_its_value() {
        let line = Line { numbers: vec![2, 3], sum: Kept::default() };
        let fresh = line.clone();
        assert_eq!(line.sum(), 5);
        assert_eq!((line.sum.known(), line.clone().sum.known()), (Some(&5), None));
        assert_eq!(line, fresh);
        assert_eq!(digest(&line), digest(&fresh));
    }

    #[test]
    fn it_is_found_again_when_it_was_forgotten() {
        let mut line = Line { numbers: vec![2, 3], sum: Kept::default() };
        assert_eq!(line.sum(), 5);
        line.numbers.push(4);
        line.sum.forget();
        assert_eq!(line.sum(), 9);
    }
}
