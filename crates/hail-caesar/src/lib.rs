//! Hail Caesar, with its seven battles.
//!
//! The contract is in `ruleset.rs` (dispatch only) and `flow.rs` (the turn); the vocabularies in `state.rs`,
//! `choice.rs`, `event.rs` and `fact.rs`. A folder is a chapter of the book, a file a section of it.

pub mod again;
pub mod army;
pub mod breaks;
pub mod charge;
pub mod choice;
pub mod command;
pub mod commander;
mod counted;
pub mod event;
pub mod fact;
pub mod field;
pub mod fight;
pub mod flow;
mod foreign;
pub mod formation;
pub mod ground;
pub mod ids;
pub mod memo;
mod mirror;
pub mod morale;
pub mod movement;
pub mod numbers;
pub mod pending;
pub mod position;
pub mod ranged;
pub mod recovery;
mod referee;
pub mod rolls;
mod rules;
mod ruleset;
pub mod scenario;
mod secret;
pub mod settings;
pub mod setup;
pub mod stage;
pub mod state;
#[cfg(test)]
pub mod testing;
pub mod troop;
pub mod victory;

pub use choice::{Choice, Ghost, Prompt};
pub use event::Event;
pub use fact::Fact;
pub use ids::{BlockId, CommanderId, DivisionId, UnitId, UnitSet};
pub use rules::{DivisionCard, INCH, LeaderCard, Look, Rules};
pub use setup::Setup;
pub use state::State;
