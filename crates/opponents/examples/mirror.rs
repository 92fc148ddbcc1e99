//! Tries the law of the mirror on many random battles:
//! `cargo run --release -p aelian-opponents --example mirror -- [game] [battles] [first seed] [every] [jobs]`.
//! Game: `blood-and-blades`, `fog-ancients`, `hail-caesar` or `all`. Every so many decisions of each battle, what is proposed is judged
//! and played in the mirror too.

#[path = "../tests/common/mod.rs"]
mod common;

use aelian_game::kit::{Mirrored, Reflected, try_mirror};
use rayon::prelude::*;
use std::sync::Mutex;

/// How many faults are told in full.
const TOLD: u32 = 40;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let game = words.iter().find(|word| word.parse::<u64>().is_err()).map_or("all", String::as_str);
    let mut numbers = words.iter().filter_map(|text| text.parse::<u64>().ok());
    let (battles, first) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(0));
    let (every, jobs) = (numbers.next().unwrap_or(4) as u32, numbers.next().unwrap_or(1));
    let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs as usize).build_global();
    let tries = Tries { seeds: first..first + battles, every: every.max(1) };
    let mut faults = 0;
    let asked = |name: &str| ["all", name].contains(&game);
    if asked("blood-and-blades") {
        faults += tries.of::<aelian_blood_and_blades::Rules>("blood-and-blades", common::setup);
    }
    if asked("fog-ancients") {
        faults += tries.of::<aelian_fog_ancients::Rules>("fog-ancients", common::fog);
    }
    if asked("hail-caesar") {
        faults += tries.of::<aelian_hail_caesar::Rules>("hail-caesar", |seed| common::caesar(2 * seed));
    }
    std::process::exit(i32::from(faults > 0));
}

struct Tries {
    seeds: std::ops::Range<u64>,
    every: u32,
}

#[derive(Default)]
struct Tally {
    done: u64,
    judged: u64,
    played: u64,
    faults: u32,
}

impl Tries {
    fn of<R: Mirrored>(&self, name: &str, setup: fn(u64) -> R::Setup) -> u32 {
        let tally = Mutex::new(Tally::default());
        self.seeds.clone().into_par_iter().for_each(|seed| {
            let tried = try_mirror::<R>(&setup(seed), seed, self.every);
            let Ok(mut tally) = tally.lock() else { return };
            match tried {
                Ok(Reflected { judged, played, .. }) => {
                    tally.judged += u64::from(judged);
                    tally.played += u64::from(played);
                }
                Err(violation) => {
                    tally.faults += 1;
                    if tally.faults <= TOLD {
                        println!(
                            "{name} {seed}, step {}: {}: {}",
                            violation.step, violation.law, violation.detail
                        );
                        println!("  {:?}", violation.choice);
                    }
                }
            }
            tally.done += 1;
            eprint!("\r{name}: {} battles, {} faults", tally.done, tally.faults);
        });
        eprintln!();
        let Tally { done, judged, played, faults } = tally.into_inner().unwrap_or_default();
        println!(
            "{name}: {done} battles, {judged} choices judged and {played} played in the mirror, {faults} faults"
        );
        faults
    }
}
