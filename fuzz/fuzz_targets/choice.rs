//! Choices from the wire, judged on positions of every stage.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| aelian_outside::choice(bytes));
