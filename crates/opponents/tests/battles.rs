//! Whole battles of Blood and Blades between its players.

#![allow(clippy::unwrap_used)]

mod common;

use aelian_blood_and_blades::Rules;
use aelian_opponents::{Series, Summary, simulate};
use std::sync::atomic::AtomicBool;

fn series(red: &str, blue: &str, games: u32, jobs: usize) -> Summary {
    let stop = AtomicBool::new(false);
    simulate::<Rules>(&Series {
        setups: &[common::battle(3, 5)],
        games,
        seed: 11,
        jobs,
        opponents: [red, blue],
        stop: &stop,
        progress: &|_| {},
        records: None,
    })
    .unwrap()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let [one, two] = [1, 2].map(|jobs| series("rash", "random", 6, jobs));
    assert_eq!((one.hash, one.steps, one.wins), (two.hash, two.steps, two.wins));
}

#[test]
fn random_battles_do_not_stall() {
    let summary = series("random", "random", 6, 2);
    assert_eq!((summary.stalls, summary.refused), (0, 0), "{:?}", summary.stalled);
}

/// Two rash players fight it out: nearly all battles end by rout, none is refused a choice.
#[test]
fn rash_battles_end_by_rout() {
    let summary = series("rash", "rash", 20, 2);
    assert_eq!((summary.stalls, summary.refused), (0, 0), "{:?}", summary.stalled);
    let routs = summary.wins[0].count + summary.wins[1].count;
    assert!(routs >= 16, "{summary:#?}");
}

#[test]
fn rash_beats_random() {
    let summary = series("rash", "random", 20, 2);
    assert!(summary.wins[0].count >= 15, "{summary:#?}");
}
