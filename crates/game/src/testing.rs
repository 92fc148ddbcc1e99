//! Positions for the tests of games: states put together by hand, and choices played with given faces.
#![allow(clippy::panic, clippy::expect_used, reason = "a test that cannot go on ends here")]

use crate::contract::Ruleset;
use crate::cx::{Cx, Trace};
use crate::step::{Step, StepError, step};
use aelian_dice::{NeedRoll, Tape};
use aelian_rulebook::Reason;
use std::ops::{Deref, DerefMut};

/// A state that a test changes by hand, past `apply`. Whoever takes hold of it to change it has a copy, which begins
/// without what was kept beside the old one (`Kept`), so that tests go the same way as play.
#[derive(Clone, Debug, PartialEq)]
pub struct Laid<S>(S);

impl<S> Laid<S> {
    pub fn into_state(self) -> S {
        self.0
    }
}

impl<S> From<S> for Laid<S> {
    fn from(state: S) -> Laid<S> {
        Laid(state)
    }
}

impl<S> Deref for Laid<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S: Clone> DerefMut for Laid<S> {
    fn deref_mut(&mut self) -> &mut S {
        self.0 = self.0.clone();
        &mut self.0
    }
}

/// The new state with the step that led to it, or why a choice is refused.
pub type Played<R> = Result<(<R as Ruleset>::State, Step<R>), Vec<Reason<<R as Ruleset>::Fact>>>;

/// Plays a choice with these faces, which must be used up exactly.
pub fn play<R: Ruleset>(rules: &R, state: &R::State, choice: &R::Choice, faces: &[u8]) -> Played<R> {
    let mut tape = Tape::new(faces).expect("faces are 1 to 6");
    match step(rules, state, choice, &mut tape) {
        Ok(played) => {
            assert_eq!(tape.left(), 0, "dice are left over after {choice:?}");
            Ok(played)
        }
        Err(StepError::Refused(refused)) => Err(refused.0),
        Err(StepError::NeedRoll { need, .. }) => panic!("more dice are needed after {choice:?}: {need}"),
    }
}

/// Runs one piece of the rules with these faces, which must be used up exactly; the game does not go on by itself.
pub fn run<R: Ruleset>(
    rules: &R,
    state: &R::State,
    faces: &[u8],
    work: impl FnOnce(&mut Cx<'_, R>) -> Result<(), NeedRoll>,
) -> R::State {
    let mut tape = Tape::new(faces).expect("faces are 1 to 6");
    let mut state = state.clone();
    work(&mut Cx::new(rules, &mut state, &mut tape, Trace::On)).expect("enough dice");
    assert_eq!(tape.left(), 0, "dice are left over");
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kept;

    #[derive(Clone, Debug, Default)]
    struct Line {
        numbers: Vec<u8>,
        count: Kept<usize>,
    }

    #[test]
    fn what_is_changed_by_hand_forgets_what_was_kept() {
        let mut line = Laid::from(Line::default());
        assert_eq!(*line.count.or_find(|| line.numbers.len()), 0);
        line.numbers.push(7);
        assert_eq!(*line.count.or_find(|| line.numbers.len()), 1);
    }
}
