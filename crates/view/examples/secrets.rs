//! Tries the law of secrets on many random battles of each kind in which something is hidden:
//! `cargo run --release -p aelian-view --example secrets -- [battles] [first seed] [name]`.

#![allow(clippy::panic)]

#[path = "../tests/secret_battles/mod.rs"]
mod secret_battles;

use aelian_view::sitting::secrecy::Tried;
use secret_battles::{BATTLES, Battle};
use std::collections::BTreeMap;

/// How many faults of a kind of battle are told in full.
const TOLD: u32 = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (games, first) = (number(0).unwrap_or(1000), number(1).unwrap_or(0));
    let wanted = |battle: &&Battle| words.get(2).is_none_or(|name| battle.name == name);
    let faults: u32 = BATTLES.iter().filter(wanted).map(|battle| series(battle, first, games)).sum();
    std::process::exit(i32::from(faults > 0));
}

/// How many battles of this kind told a secret.
fn series(battle: &Battle, first: u64, games: u64) -> u32 {
    let (mut sum, mut faults) = (Tried::default(), 0);
    let mut ended: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in first..first + games {
        match (battle.try_one)(seed) {
            Ok(tried) => {
                sum.steps += tried.steps;
                sum.tellings += tried.tellings;
                sum.twins += tried.twins;
                sum.compared += tried.compared;
                tried.ended.into_iter().for_each(|(why, count)| *ended.entry(why).or_insert(0) += count);
            }
            Err(leak) => {
                faults += 1;
                if faults <= TOLD {
                    println!("{}, seed {seed}: {leak:#?}", battle.name);
                }
            }
        }
        eprint!("\r{}: {} of {games}, {faults} told a secret", battle.name, seed + 1 - first);
    }
    eprintln!();
    println!(
        "{}: {games} battles, {} steps, {} tellings of everything, {} twins over {} steps, {faults} secrets told; \
         twins parted: {ended:?}",
        battle.name, sum.steps, sum.tellings, sum.twins, sum.compared
    );
    faults
}
