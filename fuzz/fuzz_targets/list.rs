//! Army lists: read, translated, held against armies.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| aelian_outside::list(bytes));
