//! Setups of battles between ready armies, for tests, benches and the kit.

#![allow(dead_code)]

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
