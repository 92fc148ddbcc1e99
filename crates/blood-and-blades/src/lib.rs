//! Blood and Blades 0.7.0 (CC BY-SA 4.0 or later, by Jean-Pierre Riviere), complete.
//!
//! The contract is in `ruleset.rs` (dispatch only); the four vocabularies in `state.rs`, `choice.rs`,
//! `event.rs` and `fact.rs`. A folder is a chapter of the book, a file a section of it.

pub mod army;
pub mod baseset;
pub mod choice;
pub mod combat;
pub mod command;
pub mod event;
pub mod fact;
pub mod field;
pub mod flow;
mod foreign;
pub mod ground;
pub mod impetuous;
mod mirror;
pub mod morale;
pub mod movement;
pub mod numbers;
pub mod outcome;
pub mod pairing;
pub mod position;
mod referee;
mod rules;
mod ruleset;
pub mod settings;
pub mod setup;
pub mod shooting;
pub mod state;
pub mod tables;
#[cfg(test)]
pub mod testing;
pub mod troop;
pub mod weather;

pub use baseset::{BaseId, BaseSet};
pub use choice::{Choice, Prompt};
pub use event::Event;
pub use fact::Fact;
pub use rules::{Look, Rules};
pub use setup::Setup;
pub use state::State;
