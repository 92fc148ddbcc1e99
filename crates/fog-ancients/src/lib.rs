//! Field of Glory Ancient and Medieval: the first edition, and the 3.1 edition as far as its sheet goes.
//!
//! The contract is in `ruleset.rs` (dispatch only) and `flow.rs` (the turn); the vocabularies in `state.rs`,
//! `choice.rs`, `event.rs` and `fact.rs`. A folder is a chapter of the book, a file a section of it.

pub mod align;
pub mod army;
pub mod camp;
pub mod choice;
pub mod cohesion;
pub mod combat;
pub mod command;
pub mod distances;
pub mod event;
pub mod fact;
pub mod field;
pub mod flow;
mod foreign;
pub mod formation;
pub mod ground;
mod group;
pub mod ids;
pub mod impact;
pub mod joint;
pub mod memo;
mod mirror;
pub mod movement;
pub mod pending;
pub mod plan;
pub mod position;
mod referee;
pub mod rolls;
pub mod rout;
mod rules;
mod ruleset;
pub mod settings;
pub mod setup;
pub mod shooting;
pub mod stage;
pub mod state;
pub mod tables;
#[cfg(test)]
pub mod testing;
pub mod troop;
pub mod victory;

pub use choice::{Choice, Prompt};
pub use event::Event;
pub use fact::Fact;
pub use ids::{BaseId, CommanderId, GroupId, GroupSet};
pub use rules::{Look, Rules};
pub use setup::Setup;
pub use state::State;
