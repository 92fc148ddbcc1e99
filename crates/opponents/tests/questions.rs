//! The laws about questions on random battles of every game, with all armies: nobody is ever stuck, no question comes
//! twice with nothing changed, and no hint is refused.

#![allow(clippy::panic)]

#[path = "common/drawn.rs"]
mod drawn;
#[path = "common/hint.rs"]
mod hint;

use aelian_dice::Sampler;
use aelian_fog_ancients::settings::Edition;
use aelian_game::kit::try_questions;
use aelian_opponents::Contested;
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together, or rounds, after which time is out: long enough for contact and arrivals.
const TURNS: u16 = 8;

fn all_can_be_answered<R: Contested>(draw: impl Fn(&mut Sampler) -> R::Setup) {
    for seed in 0..games() {
        let setup = draw(&mut Sampler::stream(seed, u64::MAX));
        if let Err(violation) = try_questions::<R>(&setup, seed, hint::hints_are_legal) {
            panic!("seed {seed}: {violation:#?}");
        }
    }
}

#[test]
fn blood_and_blades_is_never_stuck() {
    all_can_be_answered::<BloodAndBlades>(|sampler| {
        let mut setup = drawn::blood_and_blades(sampler);
        setup.settings.most_rounds = Some(TURNS);
        setup
    });
}

#[test]
fn field_of_glory_by_the_book_is_never_stuck() {
    for edition in [Edition::First, Edition::V31] {
        all_can_be_answered::<FogAncients>(|sampler| {
            let mut setup = drawn::fog_ancients(sampler, edition);
            setup.settings.most_turns = Some(TURNS);
            setup
        });
    }
}

#[test]
fn battles_of_field_of_glory_are_never_stuck() {
    all_can_be_answered::<FogAncients>(|sampler| {
        let mut setup = drawn::fog_battle(sampler);
        setup.settings.most_turns = Some(TURNS);
        setup
    });
}

#[test]
fn hail_caesar_is_never_stuck() {
    all_can_be_answered::<HailCaesar>(|sampler| {
        let mut setup = drawn::hail_caesar(sampler);
        setup.settings.most_turns = Some(TURNS);
        setup
    });
}

#[test]
fn battles_of_hail_caesar_are_never_stuck() {
    all_can_be_answered::<HailCaesar>(|sampler| {
        let mut setup = drawn::caesar_battle(sampler);
        setup.settings.most_turns = Some(TURNS);
        setup
    });
}
