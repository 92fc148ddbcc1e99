//! The rulebook: rule ids, the entries they name, and the words in which rule code gives its reasons.
//!
//! `id` holds the address of a rule, `reason` refusals, `tally` modifiers and scores, `says` the sentences of reasons; `entry` what a book
//! says, `parse` how it is read, `search` and `status` what is asked of it, `library` the books inside the
//! program. The crate uses no other part of the program and stays small enough for the browser, where the
//! books can be left out by switching the feature `embed` off.

#[cfg(feature = "embed")]
mod embedded;
mod entry;
mod id;
mod library;
mod parse;
mod reason;
mod says;
mod scan;
mod search;
mod sentences;
mod status;
mod tally;

pub use entry::{Book, Chapter, Entry, Kind, Setting, Status, UnknownStatus};
pub use id::{IdError, LONGEST_ID, RuleId};
pub use library::{Game, games};
#[cfg(feature = "embed")]
pub use library::{book, book_of, files};
pub use parse::ParseError;
pub use reason::{Reason, Refusal};
pub use says::{Said, counts, say, tell};
pub use scan::ids_in;
pub use status::{BookStatus, ChapterStatus, Counts};
pub use tally::{Score, Tally, TallyLine};
