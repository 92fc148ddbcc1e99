//! The command `aelian`. Empty so far.

fn main() {}
