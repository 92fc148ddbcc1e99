//! What the chapters share about the order of things: who is active, and whose answer is wanted.

use crate::choice::Choice;
use crate::fact::Fact;
use crate::rules::{Look, Rules};
use aelian_game::{Side, Verdict};
use aelian_rulebook::rule;

impl Look<'_> {
    /// BB-TURN-03.
    pub fn active(&self) -> Side {
        self.state.active
    }
}

/// BB-TURN-04: the refusal of a choice that does not belong to this step.
pub fn not_asked(_choice: &Choice) -> Verdict<Rules> {
    Verdict::refused(rule!("BB-TURN-04"), Fact::NotAsked)
}
