//! The names that JavaScript calls. A `u64` is a BigInt there.

// An exported name could clash with another library's; here there is no other.
#![allow(unsafe_code)]

#[unsafe(no_mangle)]
pub extern "C" fn geometry_fingerprint(n: u32) -> u64 {
    crate::geometry_fingerprint(n)
}

#[unsafe(no_mangle)]
pub extern "C" fn dice_fingerprint(seed: u64, n: u32) -> u64 {
    crate::dice_fingerprint(seed, n)
}

#[unsafe(no_mangle)]
pub extern "C" fn battle_fingerprint(seed: u64, steps: u32) -> u64 {
    crate::battle_fingerprint(seed, steps)
}

#[unsafe(no_mangle)]
pub extern "C" fn fog_fingerprint(seed: u64, steps: u32) -> u64 {
    crate::fog_fingerprint(seed, steps)
}

#[unsafe(no_mangle)]
pub extern "C" fn caesar_fingerprint(seed: u64, steps: u32) -> u64 {
    crate::caesar_fingerprint(seed, steps)
}
