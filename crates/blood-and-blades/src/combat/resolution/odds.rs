//! The odds of a combat, exact, by the same code that plays it.

use super::{Engagement, Shot};
use crate::baseset::BaseId;
use crate::fact::OutcomeKind;
use crate::rules::Look;
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

/// The odds of a fight of two bases as they stand; the outcome for `a` is the first.
pub fn odds_of_fight(look: Look<'_>, a: BaseId, z: BaseId) -> Distribution<Outcomes> {
    Engagement::of_fight(look, a, z).odds()
}

/// The odds of a shot at a target as all stand; the outcome for the primary shooter is the first.
pub fn odds_of_shot(look: Look<'_>, shot: &Shot) -> Distribution<Outcomes> {
    Engagement::of_shot(look, shot).odds()
}
