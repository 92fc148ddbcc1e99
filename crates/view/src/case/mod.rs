//! Written cases: a position, choices, dice and what is expected of them (docs/cases.md).

mod ask;
mod compare;
mod expect;
mod follow;
mod given;
mod later;
mod read;
mod rewrite;
mod run;
mod shape;
mod sound;
mod stated;
mod tree;
mod words;

pub use ask::Answer;
pub use expect::{Expect, ExpectBase, ExpectOnly, ExpectVerdict};
pub use given::{Assumed, Reading};
pub(crate) use read::key;
pub use read::{CaseFile, CaseStep, Fault, Faults, Put, Question, game_of, read};
pub use rewrite::rewritten;
pub use run::{Report, StepReport, judge, judge_strictly};
pub(crate) use shape::{Shaper, compass, part, unknown_keys};
pub use stated::Stated;
pub use tree::{Tree, Way};
pub use words::{Word, words, words_page};
