//! The table: what is painted on it, the camera over it and the hand that moves the pieces.

pub mod array;
pub mod camera;
pub mod hand;
mod handles;
pub mod overlay;
pub mod paint;
mod pieces;
mod press;
pub mod stage;
pub mod terrain;
