//! Tries the laws of the conformance kit on many random battles of Blood and Blades:
//! `cargo run --release -p aelian-opponents --example kit -- [games] [first seed]`.

#[path = "../tests/common/mod.rs"]
mod common;

use aelian_blood_and_blades::Rules;
use aelian_game::kit::{Thoroughness, try_game};
use aelian_opponents::blood_and_blades::absurd;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// How many faults are told in full.
const TOLD: usize = 10;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let games = numbers.next().unwrap_or(10_000);
    let first = numbers.next().unwrap_or(0);
    let tally = Mutex::new(Tally::default());
    (first..first + games).into_par_iter().for_each(|seed| {
        let told = trial(seed);
        if let Ok(mut tally) = tally.lock() {
            tally.add(seed, told);
            eprint!("\r{} of {games} battles, {} faults", tally.done, tally.faults);
            let _ = std::io::stderr().flush();
        }
    });
    eprintln!();
    let tally = tally.into_inner().unwrap_or_default();
    println!("{} battles, {} steps, {} faults", tally.done, tally.steps, tally.faults);
    println!("ended by {:?}", tally.causes);
    std::process::exit(i32::from(tally.faults > 0));
}

#[derive(Default)]
struct Tally {
    done: u64,
    steps: u64,
    faults: usize,
    causes: BTreeMap<String, u32>,
}

impl Tally {
    fn add(&mut self, seed: u64, told: Result<(u32, String), String>) {
        self.done += 1;
        match told {
            Ok((steps, cause)) => {
                self.steps += u64::from(steps);
                *self.causes.entry(cause).or_insert(0) += 1;
            }
            Err(fault) => {
                self.faults += 1;
                if self.faults <= TOLD {
                    println!("\nseed {seed}: {fault}");
                }
            }
        }
    }
}

/// Steps and cause of the end, or what went wrong. A panic of the rules is a fault like any other.
fn trial(seed: u64) -> Result<(u32, String), String> {
    let setup = common::setup(seed);
    let tried =
        catch_unwind(AssertUnwindSafe(|| try_game::<Rules>(&setup, seed, Thoroughness::default(), absurd)));
    match tried {
        Ok(Ok(played)) => Ok((played.steps, played.ending.cause.to_string())),
        Ok(Err(violation)) => Err(format!("{violation:#?}")),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            Err(text
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default())
        }
    }
}
