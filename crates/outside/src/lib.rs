//! What reads from outside: records, cases and choices, each as a function that takes any bytes.
//!
//! None of them may panic or hang, whatever the bytes are; what they answer is not looked at here. The fuzz
//! targets in `fuzz/` call these functions, and the test of this crate drives them with spoilt copies of
//! good files in every run. `positions` holds the tables on which choices are judged,
//! `seeds` the good files, `spoil` the spoiling.

pub mod positions;
pub mod seeds;
pub mod spoil;

use aelian_blood_and_blades::{Choice, Rules};
use aelian_dice::Generator;
use aelian_game::{Match, Record, Ruleset, step};
use aelian_view::case;

/// A saved battle: read, opened by its events, and verified by its dice.
pub fn record(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = aelian_game::game_of(text);
    let Ok(record) = Record::<Rules>::read(text) else { return };
    let _ = Match::verify(&record);
    let _ = Match::open(record);
}

/// A written case: read and judged.
pub fn case(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = case::game_of(text);
    if let Ok(case) = case::read::<Rules>(text) {
        let _ = case::judge(&case);
    }
}

/// A choice as the wire carries it, judged on positions of every stage; carried out where it is legal.
pub fn choice(bytes: &[u8]) {
    let Ok(choice) = serde_json::from_slice::<Choice>(bytes) else { return };
    for (rules, state) in positions::all() {
        let verdict = rules.check(state, &choice);
        let mut dice = Generator::new(1);
        let done = step(rules, state, &choice, &mut dice);
        assert_eq!(verdict.is_legal(), done.is_ok(), "check and step disagree about {choice:?}");
    }
}
