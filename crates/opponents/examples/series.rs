//! Plays series of battles between ready armies and prints their summaries:
//! `cargo run --release -p aelian-opponents --example series -- [games] [red player] [blue player] [red army]
//! [blue army] [jobs]`. Without armies every army meets its next two neighbours.

#![allow(clippy::panic)]

#[path = "../tests/common/mod.rs"]
mod common;

use aelian_blood_and_blades::Rules;
use aelian_blood_and_blades::army::ready;
use aelian_opponents::{Series, Summary, simulate};
use std::sync::atomic::AtomicBool;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, other: &'static str| words.get(at).map_or(other, String::as_str);
    let number = |at: usize| words.get(at).and_then(|text| text.parse::<usize>().ok());
    let games = number(0).unwrap_or(100) as u32;
    let opponents = [word(1, "rash"), word(2, "rash")];
    let jobs = number(5).unwrap_or(1);
    let pairs: Vec<(usize, usize)> = match (number(3), number(4)) {
        (Some(red), Some(blue)) => vec![(red, blue)],
        _ => (0..ready().len()).flat_map(|at| [(at, at + 1), (at, at + 2)]).collect(),
    };
    for (red, blue) in pairs {
        let summary = series(red, blue, games, opponents, jobs);
        tell(red, blue, &summary);
    }
}

fn series(red: usize, blue: usize, games: u32, opponents: [&str; 2], jobs: usize) -> Summary {
    let stop = AtomicBool::new(false);
    let setup = common::battle(red, blue);
    let series = Series {
        setups: &[setup],
        games,
        seed: 1,
        jobs,
        opponents,
        stop: &stop,
        progress: &|_| {},
        records: None,
    };
    simulate::<Rules>(&series).unwrap_or_else(|error| panic!("{error}"))
}

fn tell(red: usize, blue: usize, summary: &Summary) {
    let name = |at: usize| ready()[at % ready().len()].slug;
    println!(
        "{:>22} {:4} : {:4} {:22} draws {:3} {:?} stalls {} refused {} rounds {:.1} (max {}) decisions {:.0} \
         steps {:.0} battles/s {:.1} actions/s {:.0} {}",
        name(red),
        summary.wins[0].count,
        summary.wins[1].count,
        name(blue),
        summary.draws.count,
        summary.drawn_by,
        summary.stalls,
        summary.refused,
        summary.rounds.mean,
        summary.rounds.most,
        summary.decisions.mean,
        summary.steps.mean,
        summary.battles_per_second,
        summary.actions_per_second,
        summary.hash,
    );
    for (number, why) in summary.stalled.iter().take(3) {
        println!("    battle {number} stalled: {why}");
    }
    for (number, what) in summary.refusals.iter().take(3) {
        println!("    battle {number} refused {what}");
    }
}
