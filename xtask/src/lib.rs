//! Chores of the repository and the checks that keep it tidy.
//!
//! The checks take texts and give findings, so they can be tried on made-up files; `tests/repository.rs`
//! runs them on the real ones.

pub mod codegen;
pub mod dist;
pub mod house;
pub mod report;
mod repository;
pub mod status;
pub mod test;
pub mod tidy;

pub use repository::{Repository, Source};
