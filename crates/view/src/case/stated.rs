//! What a game has to say for its positions to be stated in files: how they are written, and what goes without saying.

use super::{Faults, Tree};
use crate::told::{Names, PieceId, Told};
use aelian_rulebook::RuleId;
use serde_json::{Map, Value};

/// A game whose cases can be written and judged (docs/cases.md).
pub trait Stated: Told {
    /// Whether a choice of a written case is followed at once by what nobody decides (docs/cases.md).
    const CASES_RUN_ON: bool = false;

    /// The setup of a written case from the keys of its file that belong to the game.
    fn case_setup(tree: &Tree<'_>, keys: Map<String, Value>) -> Result<(Self::Setup, Names), Faults>;

    /// A choice of a written case, with numbers for names, in the form in which records have it: short and other ways
    /// of writing are made that.
    fn case_choice(choice: Value) -> Value {
        choice
    }

    /// What a written case need not say: the answer to a question that leaves all as it was stated before.
    fn unsaid(&self, _prompt: &Self::Prompt) -> Option<Self::Choice> {
        None
    }

    /// The usual answer to a question that a written case may leave out when it goes on to a later one, which this choice
    /// answers.
    fn left_out(
        &self,
        _state: &Self::State,
        _prompt: &Self::Prompt,
        _wanted: &Self::Choice,
    ) -> Option<Self::Choice> {
        None
    }

    /// The answer by which a side does nothing more in this part of the turn: a written case may leave it out when it goes
    /// on to dice or to a question of a later part.
    fn passes(&self, _prompt: &Self::Prompt) -> Option<Self::Choice> {
        None
    }

    /// Whether a choice of a written case only ends a part of the turn that has ended by itself, because nobody had
    /// anything more to decide in it.
    fn is_past(&self, _state: &Self::State, _choice: &Self::Choice) -> bool {
        false
    }

    /// The answer by which nobody does anything more: given in a written case to a question on which it says nothing, if
    /// it goes on.
    fn usual(&self, _state: &Self::State, _prompt: &Self::Prompt) -> Option<Self::Choice> {
        None
    }

    /// Whether a choice speaks to this question, be it a right answer or a wrong one; answers of the same name do anyway.
    fn is_answer(_choice: &Self::Choice, _prompt: &Self::Prompt) -> bool {
        false
    }

    /// Whether a choice is one by which this question may be answered, rightly or wrongly.
    fn is_for(choice: &Self::Choice, prompt: &Self::Prompt) -> bool;

    /// Whether a choice of a written case, once made, answers this question too, which asks the same again.
    fn is_meant_again(_choice: &Self::Choice, _prompt: &Self::Prompt) -> bool {
        false
    }

    /// Whether a choice of the same name speaks of another piece than this question does.
    fn is_of_another(_choice: &Self::Choice, _prompt: &Self::Prompt) -> bool {
        false
    }

    /// Whether it is the choice that stands for what nobody decides.
    fn is_forced(_choice: &Self::Choice) -> bool {
        false
    }

    /// Whether a choice only says no to something: where that is not asked, to say so changes nothing.
    fn declines(_choice: &Self::Choice) -> bool {
        false
    }

    /// The part of a turn through which a written case runs on by itself.
    fn case_moment(&self, state: &Self::State) -> String {
        self.tell_moment(state)
    }

    /// Whether something waits in this state that belongs to a choice made before, such as the moves of an order: it
    /// follows that choice, even if the turn then goes on by itself.
    fn is_unfinished(_state: &Self::State) -> bool {
        false
    }

    /// The question of the game that tells the odds of a choice better than its one step does: its word, and of whom.
    fn odds_word(_choice: &Self::Choice) -> Option<(&'static str, PieceId)> {
        None
    }

    /// Whether a refusal says that the choice is not for the side that is asked.
    fn is_not_theirs(_fact: &Self::Fact) -> bool {
        false
    }

    /// What a throw came to, where no event tells it.
    fn told_throw(_rule: RuleId, _fact: &Self::Fact) -> Option<String> {
        None
    }

    /// Whether a refusal by this rule only says that the choice is made at the wrong time.
    fn is_untimely(_rule: RuleId) -> bool {
        false
    }
}
