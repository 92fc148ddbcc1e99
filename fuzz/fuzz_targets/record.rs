//! Saved battles: read, opened, verified.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| aelian_outside::record(bytes));
