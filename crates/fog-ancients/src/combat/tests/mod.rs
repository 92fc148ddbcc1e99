//! Tests of chapters 65 and 68.
