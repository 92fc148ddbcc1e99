//! Tries the law of the mirror on many random battles:
//! `cargo run --release -p aelian-opponents --example mirror -- [battles] [first seed] [every] [game]`.
//! Every so many decisions of each battle, what is proposed is judged and played in the mirror too.

#[path = "../tests/common/mod.rs"]
mod common;

use aelian_game::kit::{Mirrored, try_mirror};

/// How many faults are told in full.
const TOLD: u32 = 40;

fn main() {
    let game = std::env::args().nth(4).unwrap_or_default();
    match game.as_str() {
        "hail-caesar" => tell::<aelian_hail_caesar::Rules>(|seed| common::caesar(2 * seed)),
        _ => tell::<aelian_blood_and_blades::Rules>(common::setup),
    }
}

fn tell<R: Mirrored>(setup: impl Fn(u64) -> R::Setup) {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (battles, first) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(0));
    let every = numbers.next().unwrap_or(4) as u32;
    let (mut faults, mut judged, mut played) = (0, 0u64, 0u64);
    for seed in first..first + battles {
        match try_mirror::<R>(&setup(seed), seed, every.max(1)) {
            Ok(reflected) => {
                judged += u64::from(reflected.judged);
                played += u64::from(reflected.played);
            }
            Err(violation) => {
                faults += 1;
                if faults <= TOLD {
                    println!("seed {seed}, step {}: {}: {}", violation.step, violation.law, violation.detail);
                    println!("  {:?}", violation.choice);
                }
            }
        }
        eprint!("\r{} of {battles} battles, {faults} faults", seed + 1 - first);
    }
    eprintln!();
    println!("{battles} battles, {judged} choices judged and {played} played in the mirror, {faults} faults");
    std::process::exit(i32::from(faults > 0));
}
