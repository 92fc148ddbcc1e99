//! What follows a combat: the loser's outcome, and the outcome moves that it starts (65.6, 70).

pub use crate::outcome::{after_close_combat, after_shot};
