//! The odds of a combat, exact, by the same code that plays it.

use super::Engagement;
use crate::fact::OutcomeKind;
use aelian_dice::{Dice, Distribution, NeedRoll, Throw, odds};
use serde::{Deserialize, Serialize};

/// What a combat comes to for both parties; at least one of them suffers nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outcomes {
    pub first: OutcomeKind,
    pub second: OutcomeKind,
}

/// The ways in which two dice can fall.
const WAYS: u64 = 36;

impl Engagement {
    /// The odds of each outcome.
    pub fn odds(&self) -> Distribution<Outcomes> {
        odds(WAYS, |dice| self.thrown(dice))
    }

    fn thrown(&self, dice: &mut dyn Dice) -> Result<Outcomes, NeedRoll> {
        let throw = Throw::Pair;
        let (one, two) = dice.reading(&throw)?.pair().ok_or(NeedRoll { throw })?;
        Ok(self.result(one, two).outcomes())
    }
}
