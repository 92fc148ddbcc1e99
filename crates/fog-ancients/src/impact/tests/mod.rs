//! Tests of the impact phase.
