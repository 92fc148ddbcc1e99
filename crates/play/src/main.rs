//! The launcher. Empty so far.

fn main() {}
