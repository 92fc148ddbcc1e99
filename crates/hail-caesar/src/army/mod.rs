//! Armies (80): troop types, the two lists of the book with their points, army files and what they must keep to, and
//! battles between armies of equal points.
//!
//! HC-LIST-01, HC-LIST-02: the book has no formula for points; other armies come as setups with divisions and
//! commanders of their own.

mod battle;
mod check;
mod list;
mod ready;
#[cfg(test)]
mod tests;
mod types;

pub use battle::{BattleError, Ground, battle, grounds};
pub use check::check;
pub use list::{ArmyList, Line, ListError, Role, list, lists};
pub use ready::{Army, ArmyDivision, ArmyError, read, read_unjudged, ready};
pub use types::{Profile, sheet, types};
