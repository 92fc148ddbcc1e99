//! The laws of the conformance kit on random battles of Blood and Blades.

mod common;

use aelian_game::kit::{Thoroughness, try_game, try_mirror};
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

/// Every so many decisions of a battle are looked at in the mirror.
const MIRRORED_EVERY: u32 = 4;

#[test]
fn a_mirror_changes_nothing_in_field_of_glory() {
    for seed in 0..games() {
        if let Err(violation) =
            try_mirror::<aelian_fog_ancients::Rules>(&common::fog(seed), seed, MIRRORED_EVERY)
        {
            panic!("seed {seed}: {violation:#?}");
        }
    }
}

#[test]
fn a_mirror_changes_nothing_in_blood_and_blades() {
    for seed in 0..games() {
        match try_mirror::<aelian_blood_and_blades::Rules>(&common::setup(seed), seed, MIRRORED_EVERY) {
            Ok(seen) => assert!(seen.played > 0, "seed {seed}: {seen:?}"),
            Err(violation) => panic!("seed {seed}: {violation:#?}"),
        }
    }
}

/// The battles of the book name edges: those between ready armies are seen in the mirror.
#[test]
fn a_mirror_changes_nothing_in_hail_caesar() {
    for seed in 0..games() {
        let setup = common::caesar(2 * seed);
        match try_mirror::<aelian_hail_caesar::Rules>(&setup, seed, MIRRORED_EVERY) {
            Ok(seen) => assert!(seen.played > 0, "seed {seed}: {seen:?}"),
            Err(violation) => panic!("seed {seed}: {violation:#?}"),
        }
    }
}
