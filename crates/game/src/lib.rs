//! The contract between a rule set and everything that plays it, and the record of a match.
//!
//! A game implements [`Ruleset`]; the page, the opponents, the odds, the replay and the simulation use
//! only this contract. State is a value, changed by events alone; dice are recorded inputs; a refusal is
//! an answer.

mod contract;
mod cx;
mod digest;
mod edge;
mod exact;
mod few;
mod flags;
mod kept;
pub mod kit;
mod matches;
mod record;
pub mod referee;
mod seen;
mod seldom;
mod step;
pub mod testing;
pub mod written;

pub use contract::{Author, Drawn, Ending, Next, Proposals, Ruleset, Side, Started, Verdict, Viewer, Want};
pub use cx::{Cx, Roll, Trace};
pub use digest::{Digest, digest};
pub use edge::TableEdge;
pub use exact::Exact;
pub use few::{Few, Numbered};
pub use flags::{Flag, Flags};
pub use kept::Kept;
pub use matches::{ActError, Actor, Difference, Match, NotTheirs, ReplayError, UndoError};
pub use record::{RECORD_FORMAT, Record, RecordError, game_of};
pub use seen::{Outset, Seen, SeenStep};
pub use seldom::Seldom;
pub use step::{Refused, Step, StepError, play_on, play_planned, step};
