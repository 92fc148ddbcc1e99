//! What the ground means for troops (20.3, 30): going, water, roads, height, visibility.

mod going;
mod sight;

pub use going::{Going, GoingChange};
