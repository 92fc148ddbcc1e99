//! Setups of battles between ready armies, for tests, benches and the kit.

// Part of several test programs: none uses all of it, and what is ready can be set up.
#![allow(dead_code, clippy::panic)]

use aelian_blood_and_blades::Setup;
use aelian_blood_and_blades::army::ready;

/// A battle of two ready armies, with all that the book's set-up has.
pub fn battle(red: usize, blue: usize) -> Setup {
    let armies = ready();
    let army = |at: usize| armies[at % armies.len()].order_of_battle.clone();
    Setup::of([army(red), army(blue)])
}

/// Another battle for each seed: all pairs of armies, with and without weather and time of day.
pub fn setup(seed: u64) -> Setup {
    let (red, blue) = (seed as usize % 15, seed as usize / 15 % 15);
    let mut setup = Setup { weather: seed % 3 == 1, time_of_day: seed % 3 == 2, ..battle(red, blue) };
    // Random players may never meet: there is time for so many rounds.
    setup.settings.most_rounds = Some(60);
    setup
}

/// Battles of Field of Glory: by the set-up rules for even numbers, else the ready battles, in both editions.
pub fn fog(seed: u64) -> aelian_fog_ancients::Setup {
    use aelian_fog_ancients::army::ready;
    use aelian_fog_ancients::settings::{Edition, Settings};
    use aelian_fog_ancients::setup::{Setup, Start, TableSize, scenario::scenarios};
    let army = |at: u64| ready()[at as usize % ready().len()].order_of_battle.clone();
    let half = seed / 2;
    let edition = if half.is_multiple_of(2) { Edition::First } else { Edition::V31 };
    let book = Setup {
        edition,
        scale: Default::default(),
        unit: Default::default(),
        table: TableSize::default(),
        points: Some(625),
        initiative: None,
        initial: None,
        settings: Settings::default(),
        armies: [army(half * 5 + 3), army(half * 7 + 8)],
        start: Start::Book,
    };
    let mut setup = match scenarios().get((half / 2) as usize % scenarios().len().max(1)) {
        Some(ready) if !seed.is_multiple_of(2) => Setup { edition, ..ready.setup.clone() },
        _ => book,
    };
    setup.settings.most_turns = Some(20);
    setup
}

/// Battles of Hail Caesar: armies of equal points for even numbers, else the battles of the book.
pub fn caesar(seed: u64) -> aelian_hail_caesar::Setup {
    use aelian_hail_caesar::army::{battle, grounds, ready};
    use aelian_hail_caesar::scenario::scenarios;
    let half = (seed / 2) as usize;
    let points = if half.is_multiple_of(2) { 200 } else { 400 };
    let armies: Vec<_> = ready().iter().filter(|army| army.agreed == points).collect();
    let army = |at: usize| armies[at % armies.len()];
    let ground = &grounds()[half / 2 % grounds().len()];
    let equal = || battle(army(half / 2), army(half / 2 + 1 + half / 4), ground);
    let mut setup = if seed.is_multiple_of(2) {
        equal().unwrap_or_else(|error| panic!("{error}"))
    } else {
        scenarios()[half % scenarios().len()].setup.clone()
    };
    setup.settings.most_turns = Some(setup.settings.most_turns.unwrap_or(20).min(20));
    setup
}
