//! Every reader is given good files, rubbish and spoilt copies of good files, and must not panic.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_blood_and_blades::{Choice, Rules};
use aelian_game::{Match, Record};
use aelian_outside::spoil::{Chance, spoilt};
use aelian_outside::{case, choice, positions, record, seeds};
use aelian_view::case as cases;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Drives a reader with the files as they are, and with `copies` spoilt copies made from all of them.
fn try_reader(reader: fn(&[u8]), files: &[String], copies: u64) {
    assert!(!files.is_empty());
    for rubbish in RUBBISH {
        reader(rubbish);
    }
    for file in files {
        reader(file.as_bytes());
    }
    let mut failures = Vec::new();
    for number in 0..copies {
        let mut chance = Chance::new(number);
        let file = &files[chance.below(files.len())];
        let other = &files[chance.below(files.len())];
        let bytes = spoilt(file, other, &mut chance);
        if catch_unwind(AssertUnwindSafe(|| reader(&bytes))).is_err() {
            failures.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    // The shortest input that fails is the easiest to understand.
    failures.sort_by_key(String::len);
    let shortest = failures.first().cloned().unwrap_or_default();
    assert!(failures.is_empty(), "{} of {copies} inputs panic; the shortest:\n{shortest}", failures.len());
}

const RUBBISH: [&[u8]; 8] =
    [b"", b"\n\n", b"{", b"[[[[[[[[", b"\xff\xfe", b"null", b"\"proceed\"", b"= = =\n[x"];

#[test]
fn records() {
    try_reader(record, &seeds::records(), 1500);
}

#[test]
fn written_cases() {
    try_reader(case, &seeds::cases(), 1500);
}

#[test]
fn choices() {
    try_reader(choice, &seeds::choices(), 6000);
}

/// A seed that cannot be read tries nothing.
#[test]
fn the_good_files_are_good() {
    for text in seeds::records() {
        let record = Record::<Rules>::read(&text).unwrap();
        Match::verify(&record).unwrap();
        Match::open(record).unwrap();
    }
    assert_eq!(seeds::records().last().unwrap().lines().count(), 151, "the battle stops too early");
    for text in seeds::cases() {
        let case = cases::read::<Rules>(&text).unwrap();
        cases::judge(&case).unwrap();
    }
    for text in seeds::choices() {
        serde_json::from_str::<Choice>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert!(positions::all().len() > 10);
}
