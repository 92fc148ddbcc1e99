//! What lies around the table.

pub mod dice;
pub mod help;
pub mod icon;
pub mod log;
pub mod menu;
pub mod odds;
pub mod prompt;
pub mod replay;
pub mod roster;
pub mod slips;
pub mod tools;
pub mod top;
pub mod why;
