//! The rulebook: rule ids, the entries they name, and the words in which rule code gives its reasons.
//!
//! `id` holds the address of a rule, `reason` refusals, `tally` modifiers and scores. The crate uses no
//! other part of the program and stays small enough for the browser.

mod id;
mod reason;
mod tally;

pub use id::{IdError, LONGEST_ID, RuleId};
pub use reason::{Reason, Refusal};
pub use tally::{Score, Tally, TallyLine};
