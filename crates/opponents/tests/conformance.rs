//! The laws of the conformance kit on random battles of Blood and Blades.

mod common;

use aelian_game::kit::{Thoroughness, try_game};
use aelian_opponents::blood_and_blades::absurd;

/// How many battles are tried: `AELIAN_KIT_GAMES`, or 8.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

#[test]
fn blood_and_blades_keeps_the_laws() {
    for seed in 0..games() {
        let setup = common::setup(seed);
        if let Err(violation) =
            try_game::<aelian_blood_and_blades::Rules>(&setup, seed, Thoroughness::default(), absurd)
        {
            panic!("seed {seed}: {violation:#?}");
        }
    }
}
