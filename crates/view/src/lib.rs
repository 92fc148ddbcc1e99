//! What a viewer may see, in table words: text for facts, events and questions; pictures; written cases.
//!
//! This is the edge: rule code below speaks in ids and facts, everything here turns them into words.

pub mod blood_and_blades;
pub mod case;
pub mod fog_ancients;
pub mod hail_caesar;
mod plain;
#[cfg(feature = "png")]
pub mod png;
pub mod sitting;
pub mod start;
pub mod story;
pub mod table;
pub mod told;
