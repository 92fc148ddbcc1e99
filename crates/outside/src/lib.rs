//! What reads from outside: records, cases, armies, army lists and choices, each as a function that takes any bytes.
//!
//! None of them may panic or hang, whatever the bytes are; what they answer is not looked at here. The fuzz
//! targets in `fuzz/` call these functions, and the test of this crate drives them with spoilt copies of
//! good files in every run. `positions` holds the tables on which choices are judged,
//! `seeds` the good files, `spoil` the spoiling.

pub mod positions;
pub mod seeds;
pub mod spoil;

use aelian_blood_and_blades::army::{self, HalfPoints};
use aelian_blood_and_blades::settings::Settings;
use aelian_blood_and_blades::tables::Scale;
use aelian_blood_and_blades::{Choice, Rules};
use aelian_dice::{Generator, Sampler};
use aelian_game::{Match, Record, Ruleset, Viewer, Want, step};
use aelian_view::case;
use aelian_view::told::Told;

/// A saved battle: read, opened by its events, and verified by its dice.
pub fn record(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = aelian_game::game_of(text);
    let Ok(record) = Record::<Rules>::read(text) else { return };
    let _ = Match::verify(&record).map(|game| go_on(&game));
    let _ = Match::open(record).map(|game| go_on(&game));
}

/// What everybody does who has opened a battle.
fn go_on(game: &Match<Rules>) {
    let _ = game.next();
    let _ = game.rules.view(&game.state, Viewer::Public);
    let names = Rules::names(&game.record.setup);
    let _ = game.rules.tell_table(&game.state, &names);
    let mut proposals = Vec::new();
    game.rules.propose(&game.state, Want::Sample(2, &mut Sampler::new(1)), &mut proposals);
}

/// A written case: read and judged.
pub fn case(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = case::game_of(text);
    if let Ok(case) = case::read::<Rules>(text) {
        let _ = case::judge(&case);
    }
}

/// An army file: read, priced, checked, and written again without loss.
pub fn army(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = army::file::read(text) else { return };
    let rules = Rules::new(Settings::default(), Scale::default());
    let _ = army::check(&rules, HalfPoints(500), &file.army);
    let _ = army::price::of_army(rules.tables, &file.army);
    let _ = (file.army.reference_level(&rules), file.army.routing_losses(&rules));
    let again = army::file::read(&army::file::write(&file));
    assert_eq!(again.ok(), Some(file), "an army changes when it is written and read");
}

/// An army list: read, translated, and held against an army.
pub fn list(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(file) = army::list_file::read(text) else { return };
    for army in army::ready().iter().take(3).map(|army| &army.order_of_battle) {
        let _ = army::list_check::check(&file.list, army);
        let _ = army::list_assign::assign(&file.list, army);
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
