//! Every reader is given good files, rubbish and spoilt copies of good files, and must not panic.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_game::{Match, Next, Record, Ruleset as _};
use aelian_outside::spoil::{Chance, spoilt};
use aelian_outside::{Tried, army, case, choice, list, record, seeds};
use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use aelian_view::case as cases;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::Path;
use std::sync::{Once, OnceLock};

const RUBBISH: [&str; 8] = ["", "\n\n", "{", "[[[[[[[[", "\u{feff}", "null", "\"proceed\"", "= = =\n[x"];

/// A known defect: the place where it panics, what is wrong there, and how to see it.
struct Defect {
    place: &'static str,
    what: &'static str,
    shown_by: fn(),
}

const KNOWN: [Defect; 0] = [];

/// What is corrected must not hide a new defect of the same place.
#[test]
fn known_defects_are_still_there() {
    for defect in KNOWN {
        let place = panic_place(defect.shown_by).unwrap_or_default();
        assert!(place.contains(defect.place), "corrected: take it out of KNOWN: {}", defect.what);
    }
}

#[test]
fn records() {
    try_reader(record, &seeds::records::<BloodAndBlades>(), 600);
}

#[test]
fn records_of_fog_ancients() {
    try_reader(record, &seeds::records::<FogAncients>(), 60);
}

#[test]
fn records_of_hail_caesar() {
    try_reader(record, &seeds::records::<HailCaesar>(), 40);
}

/// The first record has no steps: only its setup is spoilt.
#[test]
fn setups() {
    try_reader(record, &seeds::records::<BloodAndBlades>()[..1], 4000);
    try_reader(record, &seeds::records::<FogAncients>()[..1], 1000);
    try_reader(record, &seeds::records::<HailCaesar>()[..1], 400);
}

/// The header is long and events are short: spoiling whole files would hardly ever touch an event.
#[test]
fn forged_records() {
    try_reader(forged::<BloodAndBlades>, &seeds::events::<BloodAndBlades>(), 4000);
}

#[test]
fn forged_records_of_fog_ancients() {
    try_reader(forged::<FogAncients>, &seeds::events::<FogAncients>(), 1000);
}

#[test]
fn forged_records_of_hail_caesar() {
    try_reader(forged::<HailCaesar>, &seeds::events::<HailCaesar>(), 800);
}

#[test]
fn written_cases() {
    try_reader(case, &seeds::cases::<BloodAndBlades>(), 2000);
}

#[test]
fn written_cases_of_fog_ancients() {
    try_reader(case, &seeds::cases::<FogAncients>(), 1500);
}

#[test]
fn written_cases_of_hail_caesar() {
    try_reader(case, &seeds::cases::<HailCaesar>(), 600);
}

#[test]
fn armies() {
    try_reader(army, &BloodAndBlades::armies(), 3000);
    try_reader(army, &FogAncients::armies(), 3000);
    try_reader(army, &HailCaesar::armies(), 1500);
}

#[test]
fn lists() {
    try_reader(list, &seeds::lists(), 3000);
}

#[test]
fn choices() {
    try_reader(choice, &seeds::choices::<BloodAndBlades>(), 4000);
}

#[test]
fn choices_of_fog_ancients() {
    try_reader(choice, &seeds::choices::<FogAncients>(), 1500);
}

#[test]
fn choices_of_hail_caesar() {
    try_reader(choice, &seeds::choices::<HailCaesar>(), 800);
}

/// A seed that cannot be read tries nothing.
#[test]
fn the_good_files_are_good() {
    good::<BloodAndBlades>();
    good::<FogAncients>();
    good::<HailCaesar>();
    for text in BloodAndBlades::armies() {
        aelian_blood_and_blades::army::file::read(&text)
            .unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    }
    for text in FogAncients::armies() {
        aelian_fog_ancients::army::file::read(&text).unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    }
    for text in HailCaesar::armies() {
        aelian_hail_caesar::army::read("good", &text).unwrap_or_else(|fault| panic!("{text}\n{fault}"));
    }
    for text in seeds::lists() {
        aelian_blood_and_blades::army::list_file::read(&text)
            .unwrap_or_else(|faults| panic!("{text}\n{faults:?}"));
    }
}

fn good<R: Tried>() {
    for text in seeds::records::<R>() {
        let record = Record::<R>::read(&text).unwrap();
        if record.seen_by.is_some() {
            // What somebody has seen can be opened, but not played again.
            assert!(Match::verify(&record).is_err());
            Match::open(record).unwrap();
            continue;
        }
        Match::verify(&record).unwrap();
        let steps = record.steps.len();
        let game = Match::open(record).unwrap();
        let whole = [0, 12, 60, 150].contains(&steps) || matches!(game.next(), Next::Over(_));
        assert!(whole, "the battle stops after {steps} steps: {:?}", game.next());
    }
    assert!(seeds::records::<R>().last().unwrap().lines().count() > 60);
    for text in seeds::cases::<R>() {
        let case = cases::read::<R>(&text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
        cases::judge(&case).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    }
    assert!(R::armies().len() > 5);
    for text in seeds::choices::<R>() {
        serde_json::from_str::<R::Choice>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    for text in seeds::events::<R>() {
        serde_json::from_str::<R::Event>(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    assert!(R::positions().len() > 10);
}

fn forged<R: Tried>(event: &[u8]) {
    static HEADERS: [OnceLock<String>; 3] = [const { OnceLock::new() }; 3];
    let at =
        [BloodAndBlades::GAME, FogAncients::GAME, HailCaesar::GAME].iter().position(|game| *game == R::GAME);
    let at = at.unwrap();
    let header = HEADERS[at].get_or_init(seeds::header::<R>);
    record(seeds::forged_record(header, &String::from_utf8_lossy(event)).as_bytes());
}

/// Drives a reader with rubbish, with the files as they are, and with so many spoilt copies of them. Fails
/// with every place that panicked and the shortest input that leads there, known defects left out.
fn try_reader(reader: fn(&[u8]), files: &[String], copies: u64) {
    let spoilt_copy = |number: u64| {
        let mut chance = Chance::new(number);
        let (file, other) = (&files[chance.below(files.len())], &files[chance.below(files.len())]);
        spoilt(file, other, &mut chance)
    };
    let good =
        RUBBISH.into_iter().chain(files.iter().map(String::as_str)).map(|text| text.as_bytes().to_vec());
    let mut failures: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for bytes in good.chain((0..copies).map(spoilt_copy)) {
        if let Some(place) = panic_place(|| reader(&bytes)).filter(|place| !is_known(place)) {
            let shortest = failures.entry(place).or_insert_with(|| bytes.clone());
            if bytes.len() < shortest.len() {
                *shortest = bytes;
            }
        }
    }
    let told: Vec<String> = failures.iter().map(|(place, bytes)| kept(place, bytes)).collect();
    assert!(failures.is_empty(), "{} places panic:\n{}", failures.len(), told.join("\n\n"));
}

fn is_known(place: &str) -> bool {
    KNOWN.iter().any(|defect| place.contains(defect.place))
}

/// The place with its input if that is short; a long one is kept in a file.
fn kept(place: &str, bytes: &[u8]) -> String {
    if bytes.len() < 2000 {
        return format!("{place}\n{}", String::from_utf8_lossy(bytes));
    }
    let name = format!("panics-{:016x}", aelian_game::digest(bytes));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    format!("{place}\nits input is kept in {}", path.display())
}

thread_local! {
    /// Where the last panic of this thread came from.
    static PLACE: RefCell<String> = RefCell::default();
}

/// Where this panics, if it does.
fn panic_place(run: impl FnOnce()) -> Option<String> {
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
    let outcome = catch_unwind(AssertUnwindSafe(run));
    WATCHED.set(false);
    outcome.is_err().then(|| PLACE.take())
}

thread_local! {
    /// Panics of a reader are collected; those of the tests themselves are told as usual.
    static WATCHED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}
