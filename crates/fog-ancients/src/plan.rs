//! What judging a choice works out and carrying it out needs again (`Ruleset::Plan`).

use crate::impact::Charge;
use crate::movement::MovePlan;

/// Of a legal choice, in the state in which it was judged.
#[derive(Clone, Debug)]
pub enum Plan {
    Move(MovePlan),
    Charge(Charge),
}
