//! How long a die, a throw and a walk take.

use aelian_dice::{Dice, Generator, Odds, Reroll, Sampler, Throw, odds};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A thousand faces: the time per face is a thousandth.
#[divan::bench]
fn d6_times_1000(bencher: Bencher) {
    let mut generator = Generator::new(42);
    bencher.bench_local(|| (0..1000).map(|_| u32::from(generator.d6())).sum::<u32>());
}

#[divan::bench]
fn roll_pair(bencher: Bencher) {
    let mut generator = Generator::new(42);
    bencher.bench_local(|| generator.roll(black_box(&Throw::Pair)));
}

#[divan::bench]
fn read_pair(bencher: Bencher) {
    let mut sampler = Sampler::new(42);
    bencher.bench_local(|| sampler.reading(black_box(&Throw::Pair)));
}

#[divan::bench]
fn roll_12_hits_with_ones_again(bencher: Bencher) {
    let mut generator = Generator::new(42);
    let throw = Throw::Hits { dice: 12, at_least: 4, reroll: Reroll::Ones };
    bencher.bench_local(|| generator.roll(black_box(&throw)));
}

/// One stream for each game of a series.
#[divan::bench]
fn seed_and_first_face() -> u8 {
    Generator::stream(black_box(42), black_box(7)).d6()
}

/// The 36 cases of an opposed roll.
#[divan::bench]
fn walk_36_leaves(bencher: Bencher) {
    let mut odds = Odds::new(1_000);
    bencher.bench_local(|| {
        odds.of(|dice| {
            let (own, other) = dice.roll(&Throw::Pair)?.pair()?;
            Ok((own + 4).cmp(&(other + 3)))
        })
    });
}

/// The readings of ten dice, the table made anew.
#[divan::bench]
fn ten_hits_from_nothing() -> f64 {
    let throw = Throw::Hits { dice: 10, at_least: 4, reroll: Reroll::Ones };
    let hits = odds(1_000, |dice| dice.roll(black_box(&throw))?.hits());
    hits.mean()
}
