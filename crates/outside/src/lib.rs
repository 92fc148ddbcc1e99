//! What reads from outside: records, cases, armies, army lists and choices, each as a function that takes any bytes.
//!
//! None of them may panic or hang, whatever the bytes are; what they answer is not looked at here. The fuzz
//! targets in `fuzz/` call these functions, and the test of this crate drives them with spoilt copies of
//! good files in every run. `games` says what each game brings for it, `positions` holds the tables on which
//! choices are judged, `seeds` the good files, `spoil` the spoiling.

mod games;
pub mod positions;
pub mod seeds;
pub mod spoil;

pub use games::Tried;

use aelian_blood_and_blades::army;
use aelian_dice::{Generator, Sampler};
use aelian_game::{Match, Record, Viewer, Want, step};
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use aelian_view::case;

/// A saved battle: read, opened by its events, and verified by its dice.
pub fn record(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = aelian_game::game_of(text);
    record_of::<BloodAndBlades>(text);
    record_of::<FogAncients>(text);
    record_of::<HailCaesar>(text);
}

fn record_of<R: Tried>(text: &str) {
    let Ok(record) = Record::<R>::read(text) else { return };
    let _ = Match::verify(&record).map(|game| go_on(&game));
    let _ = Match::open(record).map(|game| go_on(&game));
}

/// What everybody does who has opened a battle.
fn go_on<R: Tried>(game: &Match<R>) {
    let _ = game.next();
    let _ = game.rules.view(&game.state, Viewer::Public);
    let names = R::names(&game.record.setup);
    let _ = game.rules.tell_table(&game.state, &names);
    let mut proposals = Vec::new();
    game.rules.propose(&game.state, Want::Sample(2, &mut Sampler::new(1)), &mut proposals);
}

/// A written case: read and judged.
pub fn case(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = case::game_of(text);
    case_of::<BloodAndBlades>(text);
    case_of::<FogAncients>(text);
    case_of::<HailCaesar>(text);
}

fn case_of<R: Tried>(text: &str) {
    if let Ok(case) = case::read::<R>(text) {
        let _ = case::judge(&case);
    }
}

/// An army file: read, priced, checked, and written again without loss.
pub fn army(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    BloodAndBlades::try_army(text);
    FogAncients::try_army(text);
    HailCaesar::try_army(text);
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
    choice_of::<BloodAndBlades>(bytes);
    choice_of::<FogAncients>(bytes);
    choice_of::<HailCaesar>(bytes);
}

fn choice_of<R: Tried>(bytes: &[u8]) {
    let Ok(choice) = serde_json::from_slice::<R::Choice>(bytes) else { return };
    for (rules, state) in R::positions() {
        let verdict = rules.check(state, &choice);
        let mut dice = Generator::new(1);
        let done = step(rules, state, &choice, &mut dice);
        assert_eq!(verdict.is_legal(), done.is_ok(), "check and step disagree about {choice:?}");
    }
}
