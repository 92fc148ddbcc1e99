//! The laws of the conformance kit on random play: the seven battles, and armies of equal points.

#![allow(clippy::panic)]

use aelian_dice::Sampler;
use aelian_game::kit::{Thoroughness, try_game};
use aelian_hail_caesar::army::{battle, grounds, ready};
use aelian_hail_caesar::scenario::scenarios;
use aelian_hail_caesar::settings::Settings;
use aelian_hail_caesar::{Choice, Rules, Setup};

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together after which time is out: long enough for arrivals and contact.
const TURNS: u16 = 10;

/// Choices of other moments, with ids and numbers that do not exist: written as text, so that they come as from outside.
fn absurd(sampler: &mut Sampler) -> Choice {
    const TEXTS: [&str; 25] = [
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
        r#"{"set-up":"drawn-up"}"#,
        r#"{"set-up":{"go-first":true}}"#,
        r#"{"set-up":{"place":{"unit":200,"pose":{"at":[1e308,0.0],"facing":[0.0,1.0]},"formation":"line"}}}"#,
        r#"{"set-up":{"place":{"unit":0,"pose":{"at":[-1e300,1e300],"facing":[0.0,1.0]},"formation":"wedge"}}}"#,
        r#"{"set-up":{"commander":{"commander":99,"at":[1e300,1.0]}}}"#,
        r#"{"set-up":{"enter":{"division":250,"entry":255,"along":65535}}}"#,
        r#"{"fight":{"share":{"unit":200,"shares":[{"of":255,"on":63,"dice":255}]}}}"#,
        r#"{"again":true}"#,
        r#"{"scenario":{"bring":77}}"#,
        r#"{"scenario":{"bring-at":{"division":0,"along":65535}}}"#,
        r#"{"scenario":{"place":{"unit":255,"pose":{"at":[0.0,0.0],"facing":[0.0,1.0]},"formation":"open"}}}"#,
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

/// HC-SETUP-04, HC-SETUP-05, HC-LIST-05: armies of equal points on the field with hills and woods.
#[test]
fn equal_points() {
    let ground = grounds().last().unwrap_or_else(|| panic!("no field"));
    for points in [200, 400] {
        let mut armies = ready().iter().filter(|army| army.agreed == points);
        let (Some(red), Some(blue)) = (armies.next(), armies.next_back()) else { panic!("no armies") };
        let setup = battle(red, blue, ground).unwrap_or_else(|error| panic!("{error}"));
        try_all(&setup, &setup.title);
    }
}

/// AMB-96, HC-SPEC-02, HC-TAB-FRONT-15, HS-GATES-13, HS-GATES-14: two battles with every value of a house other than
/// usual, in which owners are asked before each re-roll and movers are shot at after each move.
#[test]
fn with_unusual_settings() {
    for slug in ["road-to-damascus", "barbarians-at-the-gates"] {
        let found = scenarios().iter().find(|scenario| scenario.slug == slug);
        let mut setup = found.map(|scenario| scenario.setup.clone()).unwrap_or_else(|| panic!("no {slug}"));
        setup.settings = Settings {
            helpful_rerolls_at_once: false,
            traverse_each_move: true,
            small_frontages: true,
            villa_burns_by_sum: true,
            few_long_spears: true,
            one_failed_evade: true,
            count_all_hits: true,
            twelve_costs: true,
            ..setup.settings
        };
        try_all(&setup, slug);
    }
}

macro_rules! battles {
    ($($name:ident: $slug:literal),* $(,)?) => {
        $(
            /// HS-COMMON-01, HS-COMMON-02, HS-COMMON-03, HS-COMMON-04, HS-COMMON-05, HS-COMMON-06, HS-COMMON-07,
            /// HS-COMMON-08: the whole battle at random.
            #[test]
            fn $name() {
                match scenarios().iter().find(|scenario| scenario.slug == $slug) {
                    Some(scenario) => try_all(&scenario.setup, $slug),
                    None => panic!("there is no battle {}", $slug),
                }
            }
        )*
    };
}

battles! {
    with_your_shield: "with-your-shield",
    brunanburgh: "brunanburgh",
    barbarians_at_the_gates: "barbarians-at-the-gates",
    go_meek_into_the_desert: "go-meek-into-the-desert",
    border_raid: "border-raid",
    kadesh: "kadesh",
    road_to_damascus: "road-to-damascus",
}
