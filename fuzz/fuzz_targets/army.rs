//! Army files: read, priced, checked, written.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| aelian_outside::army(bytes));
