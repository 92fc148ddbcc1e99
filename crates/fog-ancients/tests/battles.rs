//! The laws of the conformance kit on random battles: the scenarios, and battles set up by the book.

#![allow(clippy::panic)]

use aelian_dice::Sampler;
use aelian_fog_ancients::army::ready;
use aelian_fog_ancients::settings::{Edition, Settings};
use aelian_fog_ancients::setup::{Setup, Start, TableSize, scenario};
use aelian_fog_ancients::{Choice, Rules};
use aelian_game::kit::{Thoroughness, try_game};

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together after which time is out: long enough for contact.
const TURNS: u16 = 10;

/// Choices of other moments, with ids and numbers that do not exist: written as text, so that they come as from outside.
fn absurd(sampler: &mut Sampler) -> Choice {
    const TEXTS: [&str; 12] = [
        r#""proceed""#,
        r#"{"movement":{"move":{"who":[63],"legs":[{"advance":{"distance":1e300}}]}}}"#,
        r#"{"movement":{"move":{"who":[0,1,2],"legs":[{"wheel":{"hand":"left","degrees":-1e9}},{"expand":{"left":255,"right":255}}]}}}"#,
        r#"{"movement":{"move":{"who":[],"legs":[]}}}"#,
        r#"{"movement":"end-moves"}"#,
        r#"{"movement":"stay"}"#,
        r#"{"impact":{"declare":{"group":200,"path":{"ahead":-5e8,"wheel":["right",1e12],"drop":"left"}}}}"#,
        r#"{"impact":{"declare":{"group":1,"path":{}}}}"#,
        r#"{"impact":"end-declarations"}"#,
        r#"{"set-up":{"territory":"steppes"}}"#,
        r#"{"set-up":{"deploy":[{"group":250,"front":{"at":[1e308,0.0],"facing":[0.0,1.0]},"files":0}]}}"#,
        r#"{"set-up":{"camp":{"at":[-1e9,3.0],"facing":[0.0,1.0]}}}"#,
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
        if let Err(violation) = try_game::<Rules>(&limited, seed, Thoroughness::default(), absurd) {
            panic!("{what}, seed {seed}: {violation:#?}");
        }
    }
}

#[test]
fn scenarios_keep_the_laws() {
    for scenario in scenario::scenarios() {
        try_all(&scenario.setup, scenario.slug);
        let newer = Setup { edition: Edition::V31, ..scenario.setup.clone() };
        try_all(&newer, scenario.slug);
    }
}

#[test]
fn battles_by_the_book_keep_the_laws() {
    let army = |at: u64| ready()[at as usize % ready().len()].order_of_battle.clone();
    for seed in 0..games() {
        let setup = Setup {
            edition: if seed % 2 == 0 { Edition::First } else { Edition::V31 },
            scale: Default::default(),
            unit: Default::default(),
            table: TableSize::default(),
            points: Some(625),
            settings: Settings::default(),
            armies: [army(seed * 5 + 3), army(seed * 7 + 8)],
            start: Start::Book,
        };
        try_all(&setup, "by the book");
    }
}
