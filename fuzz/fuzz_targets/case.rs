//! Written cases: read and judged.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| aelian_outside::case(bytes));
