//! The one trait through which rule code gets dice.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::reading::{Reading, Rolled};
use crate::throw::Throw;

/// A source of dice. Rule code knows no other way to a die.
pub trait Dice {
    /// Makes the throw, or says that it has still to be made by somebody.
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll>;

    /// Makes the throw and keeps only its reading; the same dice fall as with `roll`. Sources that can do
    /// without the raw faces save their allocation here.
    fn reading(&mut self, throw: &Throw) -> Result<Reading, NeedRoll> {
        self.roll(throw).map(|rolled| rolled.reading)
    }
}

/// A throw is wanted that the source does not hold. It goes up to whoever can throw; then the step is run
/// again with the faces added.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[error("a roll is needed: {throw}")]
pub struct NeedRoll {
    pub throw: Throw,
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        (**self).roll(throw)
    }

    fn reading(&mut self, throw: &Throw) -> Result<Reading, NeedRoll> {
        (**self).reading(throw)
    }
}

impl<D: Dice + ?Sized> Dice for Box<D> {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        (**self).roll(throw)
    }

    fn reading(&mut self, throw: &Throw) -> Result<Reading, NeedRoll> {
        (**self).reading(throw)
    }
}
