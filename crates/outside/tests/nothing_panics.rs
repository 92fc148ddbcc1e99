//! Every reader is given good files, rubbish and spoilt copies of good files, and must not panic.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_blood_and_blades::army as armies_of;
use aelian_blood_and_blades::{Choice, Event, Rules};
use aelian_game::{Match, Record};
use aelian_outside::spoil::{Chance, spoilt};
use aelian_outside::{army, case, choice, list, positions, record, seeds};
use aelian_view::case as cases;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::Once;

const RUBBISH: [&str; 8] = ["", "\n\n", "{", "[[[[[[[[", "\u{feff}", "null", "\"proceed\"", "= = =\n[x"];

/// A known defect: the place where it panics, and what is wrong there. A defect that is corrected must be
/// taken out of this file, or the test fails.
type Defect = (&'static str, &'static str);

const APPLY: Defect =
    ("crates/blood-and-blades/src/event.rs", "foreign events may name bases that do not exist");
const OVERFLOW: Defect = ("iter/traits/accum.rs", "the sum of points overflows with absurd settings");

#[test]
fn records() {
    try_reader(record, &seeds::records(), 1500, &[]);
}

/// The first record has no steps: only its setup is spoilt.
#[test]
fn setups() {
    try_reader(record, &seeds::records()[..1], 8000, &[OVERFLOW]);
}

/// The header is long and events are short: spoiling whole files would hardly ever touch an event.
#[test]
fn forged_records() {
    try_reader(forged, &seeds::events(), 6000, &[APPLY]);
}

#[test]
fn written_cases() {
    try_reader(case, &seeds::cases(), 3000, &[]);
}

#[test]
fn armies() {
    try_reader(army, &seeds::armies(), 3000, &[]);
}

#[test]
fn lists() {
    try_reader(list, &seeds::lists(), 3000, &[]);
}

#[test]
fn choices() {
    try_reader(choice, &seeds::choices(), 6000, &[]);
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
        let case = cases::read::<Rules>(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        cases::judge(&case).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    }
    assert!(seeds::armies().len() > 10);
    for text in seeds::armies() {
        armies_of::file::read(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    }
    for text in seeds::lists() {
        armies_of::list_file::read(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    }
    for text in seeds::choices() {
        serde_json::from_str::<Choice>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    for text in seeds::events() {
        serde_json::from_str::<Event>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert!(positions::all().len() > 10);
}

fn forged(event: &[u8]) {
    let event = String::from_utf8_lossy(event);
    record(seeds::forged_record(&event).unwrap().as_bytes());
}

/// Drives a reader with rubbish, with the files as they are, and with so many spoilt copies of them. Fails
/// with every place that panicked and the shortest input that leads there, known defects left out.
fn try_reader(reader: fn(&[u8]), files: &[String], copies: u64, known: &[Defect]) {
    let spoilt_copy = |number: u64| {
        let mut chance = Chance::new(number);
        let (file, other) = (&files[chance.below(files.len())], &files[chance.below(files.len())]);
        spoilt(file, other, &mut chance)
    };
    let good =
        RUBBISH.into_iter().chain(files.iter().map(String::as_str)).map(|text| text.as_bytes().to_vec());
    let mut failures: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for bytes in good.chain((0..copies).map(spoilt_copy)) {
        if let Some(place) = panics(reader, &bytes) {
            let shortest = failures.entry(place).or_insert_with(|| bytes.clone());
            if bytes.len() < shortest.len() {
                *shortest = bytes;
            }
        }
    }
    for (place, what) in known {
        let before = failures.len();
        failures.retain(|failure, _| !failure.contains(place));
        assert!(failures.len() < before, "corrected, so take it out of the known defects: {place}: {what}");
    }
    let told = failures.iter().map(|(place, bytes)| format!("{place}\n{}", String::from_utf8_lossy(bytes)));
    assert!(
        failures.is_empty(),
        "{} places panic:\n{}",
        failures.len(),
        told.collect::<Vec<_>>().join("\n\n")
    );
}

thread_local! {
    /// Where the last panic of this thread came from.
    static PLACE: RefCell<String> = RefCell::default();
}

/// Where the reader panics on these bytes, if it does.
fn panics(reader: fn(&[u8]), bytes: &[u8]) -> Option<String> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = std::panic::take_hook();
        set_hook(Box::new(move |panic| {
            if WATCHED.get() {
                PLACE.set(panic.to_string());
            } else {
                usual(panic);
            }
        }));
    });
    WATCHED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(|| reader(bytes)));
    WATCHED.set(false);
    outcome.is_err().then(|| PLACE.take())
}

thread_local! {
    /// Panics of a reader are collected; those of the tests themselves are told as usual.
    static WATCHED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}
