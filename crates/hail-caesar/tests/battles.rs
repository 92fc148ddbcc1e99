//! The laws of the conformance kit on random battles: the battles of the book.

#![allow(clippy::panic)]

use aelian_dice::Sampler;
use aelian_game::kit::{Thoroughness, try_game};
use aelian_hail_caesar::scenario::scenarios;
use aelian_hail_caesar::settings::Settings;
use aelian_hail_caesar::{Choice, Rules, Setup};

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together after which time is out: long enough for contact.
const TURNS: u16 = 10;

/// Choices of other moments, with ids and numbers that do not exist: written as text, so that they come as from outside.
fn absurd(sampler: &mut Sampler) -> Choice {
    const TEXTS: [&str; 14] = [
        r#""proceed""#,
        r#"{"command":{"order":{"commander":200,"units":[63],"verb":"rally"}}}"#,
        r#"{"command":{"order":{"commander":0,"units":[],"verb":"follow-me"}}}"#,
        r#"{"command":{"order":{"commander":1,"units":[0,1,2,63],"verb":{"advance":[{"unit":250,"way":[]}]}}}}"#,
        r#"{"command":{"order":{"commander":1,"units":[0],"verb":{"advance":[{"unit":0,"way":[{"go":{"at":[1e308,-1e300],"facing":[0.0,0.0]}}]}]}}}}"#,
        r#"{"command":{"order":{"commander":1,"units":[0],"verb":{"charge":{"targets":[{"unit":255}]}}}}}"#,
        r#"{"command":{"order":{"commander":1,"units":[0],"verb":{"occupy":{"block":250}}}}}"#,
        r#"{"command":{"initiative":{"unit":199,"verb":"retire"}}}"#,
        r#"{"command":{"initiative":{"unit":3,"verb":{"support":{"friend":200,"at":"left"}}}}}"#,
        r#"{"command":{"finish":77}}"#,
        r#"{"command":{"retire":{"unit":212,"way":[]}}}"#,
        r#"{"command":{"step":{"enter":[{"unit":90,"way":[]}]}}}"#,
        r#"{"commander":{"move":{"commander":99,"way":[[1e308,0.0]],"join":200}}}"#,
        r#"{"commander":{"move":{"commander":1,"way":[],"join":200}}}"#,
    ];
    let text = TEXTS[sampler.below(TEXTS.len() as u32) as usize];
    serde_json::from_str(text).unwrap_or(Choice::TimeOut)
}

fn try_all(setup: &Setup, what: &str) {
    for seed in 0..games() {
        let limited = Setup {
            settings: Settings { most_turns: Some(TURNS), ..setup.settings.clone() },
            ..setup.clone()
        };
        match try_game::<Rules>(&limited, seed, Thoroughness::default(), absurd) {
            Ok(played) => eprintln!("{what}, seed {seed}: {} steps, {:?}", played.steps, played.ending),
            Err(violation) => panic!("{what}, seed {seed}: {violation:#?}"),
        }
    }
}

#[test]
fn battles_of_the_book_keep_the_laws() {
    for scenario in scenarios() {
        try_all(&scenario.setup, scenario.slug);
    }
}
