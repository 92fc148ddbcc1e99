//! Setups drawn at random: battles between any two ready armies, and any of the ready battles.

#![allow(dead_code)]

use aelian_dice::Sampler;
use aelian_fog_ancients::settings::Edition;

fn one_of<'a, T>(all: &'a [T], sampler: &mut Sampler) -> &'a T {
    &all[sampler.below(all.len() as u32) as usize]
}

pub fn blood_and_blades(sampler: &mut Sampler) -> aelian_blood_and_blades::Setup {
    use aelian_blood_and_blades::{Setup, army::ready};
    let mut army = || one_of(ready(), sampler).order_of_battle.clone();
    let mut setup = Setup::of([army(), army()]);
    (setup.weather, setup.time_of_day) = (sampler.below(2) == 0, sampler.below(2) == 0);
    setup
}

/// By the set-up rules of the book.
pub fn fog_ancients(sampler: &mut Sampler, edition: Edition) -> aelian_fog_ancients::Setup {
    use aelian_fog_ancients::army::ready;
    use aelian_fog_ancients::setup::{Setup, Start, TableSize};
    let mut army = || one_of(ready(), sampler).order_of_battle.clone();
    Setup {
        edition,
        scale: Default::default(),
        unit: Default::default(),
        table: TableSize::default(),
        points: None,
        initiative: None,
        initial: None,
        settings: Default::default(),
        armies: [army(), army()],
        start: Start::Book,
    }
}

/// A ready battle, in its own edition or in the newer one.
pub fn fog_battle(sampler: &mut Sampler) -> aelian_fog_ancients::Setup {
    let setup = one_of(aelian_fog_ancients::setup::scenario::scenarios(), sampler).setup.clone();
    let edition = [setup.edition, Edition::V31][sampler.below(2) as usize];
    aelian_fog_ancients::Setup { edition, ..setup }
}

/// Armies of equal points on any field.
pub fn hail_caesar(sampler: &mut Sampler) -> aelian_hail_caesar::Setup {
    use aelian_hail_caesar::army::{battle, grounds, ready};
    let red = one_of(ready(), sampler);
    let equal: Vec<_> = ready().iter().filter(|army| army.agreed == red.agreed).collect();
    let blue = *one_of(&equal, sampler);
    battle(red, blue, one_of(grounds(), sampler)).unwrap_or_else(|error| panic!("{error}"))
}

/// A ready battle.
pub fn caesar_battle(sampler: &mut Sampler) -> aelian_hail_caesar::Setup {
    one_of(aelian_hail_caesar::scenario::scenarios(), sampler).setup.clone()
}
