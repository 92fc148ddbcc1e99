//! Tests of terrain.

mod closed;
mod cover;
