//! Saves, casualties, shaken and shattered units (40.6, 40.7): shared by ranged attacks and combat.

mod cover;
mod save;
mod suffer;
#[cfg(test)]
mod tests;

pub use cover::Cover;
pub use save::{Blow, Engine, Kind, Saves, batches, each_modifier, needed_save, part_of, save};
pub use suffer::{Suffered, drop_excess, marked, suffer};
