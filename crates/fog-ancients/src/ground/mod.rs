//! What ground does to troops (20.3 to 20.6, 10.8, 78.1, 78.3, 78.4): levels, disorder, hills, rivers, works, sight.

mod cover;
mod disorder;
mod hill;
mod level;
mod river;
pub mod sight;
mod works;

#[cfg(test)]
mod tests;

pub use level::{level_of, on_road};
pub use sight::Mark;
