//! Has the referee look at many battles of every game:
//! `cargo run --release -p aelian-opponents --example referee -- [game] [players] [battles] [first seed] [jobs] [folder]`.
//! Game: `blood-and-blades`, `fog-ancients`, `hail-caesar` or `all`; players: `random` or `rash`. Battle number n is
//! the same on every machine: it is one by the set-up rules if n is even, else one of the ready battles, if the game has
//! such. Into the folder, if one is named, go the records of battles with a breach. Each breach is told with the number of its battle; a panic of the rules is one like any other.

#![allow(clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use aelian_dice::Generator;
use aelian_game::referee::{Breach, Refereed, review};
use aelian_game::{Match, Side};
use aelian_opponents::{Contested, Finish, Limits, opponent, record_battle, sampler_for};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, other: &'static str| words.get(at).map_or(other, String::as_str);
    let number = |at: usize, other: u64| words.get(at).and_then(|text| text.parse().ok()).unwrap_or(other);
    let (games, players) = (word(0, "all"), word(1, "random"));
    let (battles, first, jobs) = (number(2, 100), number(3, 0), number(4, 1));
    let folder = words.get(5).map(String::as_str);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs as usize).build();
    let mut breaches = 0;
    for game in Game::ALL.into_iter().filter(|game| games == "all" || games == game.name()) {
        let tally = Mutex::new(Tally::default());
        let watch = || {
            (first..first + battles).into_par_iter().for_each(|seed| {
                let seen = match game {
                    Game::BloodAndBlades => {
                        battle::<BloodAndBlades>(&common::setup(seed), players, seed, folder)
                    }
                    Game::FogAncients => battle::<FogAncients>(&common::fog(seed), players, seed, folder),
                    Game::HailCaesar => battle::<HailCaesar>(&common::caesar(seed), players, seed, folder),
                };
                if let Ok(mut tally) = tally.lock() {
                    tally.add(game, seed, seen);
                    eprint!(
                        "\r{}: {} of {battles} battles, {} breaches",
                        game.name(),
                        tally.done,
                        tally.breaches
                    );
                    let _ = std::io::stderr().flush();
                }
            });
        };
        match &pool {
            Ok(pool) => pool.install(watch),
            Err(_) => watch(),
        }
        eprintln!();
        let tally = tally.into_inner().unwrap_or_default();
        println!(
            "{} {players}: {} battles, {} steps, {} breaches",
            game.name(),
            tally.done,
            tally.steps,
            tally.breaches
        );
        for (sentence, count) in &tally.sentences {
            println!("  {count:5} {sentence}");
        }
        breaches += tally.breaches;
    }
    std::process::exit(i32::from(breaches > 0));
}

#[derive(Default)]
struct Tally {
    done: u64,
    steps: usize,
    breaches: usize,
    sentences: BTreeMap<String, u32>,
}

impl Tally {
    fn add(&mut self, game: Game, seed: u64, (steps, found): (usize, Vec<Breach>)) {
        self.done += 1;
        self.steps += steps;
        self.breaches += found.len();
        for breach in found {
            *self.sentences.entry(breach.sentence.to_owned()).or_insert(0) += 1;
            println!("{} {seed}: {breach}", game.name());
        }
    }
}

/// How many steps a battle had, and what the referee saw.
fn battle<R: Contested + Refereed>(
    setup: &R::Setup,
    players: &str,
    seed: u64,
    folder: Option<&str>,
) -> (usize, Vec<Breach>) {
    let play = || {
        let mut battle = Match::<R>::new(setup.clone()).unwrap_or_else(|faults| panic!("{faults:?}"));
        let seat = |side| {
            opponent::<R>(players, sampler_for(7, seed, side)).unwrap_or_else(|error| panic!("{error}"))
        };
        let mut seats = [seat(Side::Red), seat(Side::Blue)];
        let limits = Limits::of(&battle.rules);
        let outcome = record_battle(&mut battle, &mut seats, &mut Generator::stream(seed, 7), limits);
        let mut found = review(&battle.record);
        if let Finish::Stalled(why) = outcome.finish {
            found.push(Breach { sentence: "a battle ends", step: battle.record.steps.len(), detail: why });
        }
        if let (Some(folder), false, Ok(text)) = (folder, found.is_empty(), battle.record.write()) {
            let file = format!("{folder}/{}-{players}-{seed}.jsonl", R::GAME);
            std::fs::write(&file, text).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        (battle.record.steps.len(), found)
    };
    catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let detail = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        (0, vec![Breach { sentence: "nothing panics", step: 0, detail: detail.unwrap_or_default() }])
    })
}
