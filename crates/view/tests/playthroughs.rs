//! Golden playthroughs: whole recorded battles of every game, replayed by their dice and told line by line.
//!
//! `crates/<game>/playthroughs/NAME.jsonl` is a record, `NAME.txt` its text as it must come out. After a
//! deliberate change `cargo xtask golden` writes both anew: the same choices and dice, with the events and reasons that
//! now come of them. A record that the rules no longer allow is made anew with `aelian simulate --records`.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_game::{Match, Record};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::story::tell_match;
use aelian_view::told::Told;
use std::path::{Path, PathBuf};

#[test]
fn every_playthrough_comes_out_as_written() {
    for game in Game::ALL {
        let records = records(game);
        assert!(records.len() >= 3, "{} has fewer than three playthroughs", game.name());
        for path in records {
            match game {
                Game::BloodAndBlades => replay::<BloodAndBlades>(&path),
                Game::FogAncients => replay::<FogAncients>(&path),
                Game::HailCaesar => replay::<HailCaesar>(&path),
            }
        }
    }
}

fn records(game: Game) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game.name()).join("playthroughs");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut records: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")).collect();
    records.sort();
    records
}

fn writes() -> bool {
    std::env::var_os("AELIAN_GOLDEN").is_some_and(|word| word == "write")
}

fn replay<R: Told>(path: &Path) {
    let mut record = Record::<R>::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    if writes() {
        // The same choices and dice, with what the rules now make of them.
        let anew = Match::played_anew(&record);
        record = anew.unwrap_or_else(|error| panic!("{}: {error}", path.display())).record;
        std::fs::write(path, record.write().unwrap()).unwrap();
    }
    if let Err(error) = Match::verify(&record) {
        panic!("{}: {error}", path.display());
    }
    let game = Match::<R>::open(record).unwrap();
    let told = tell_match(&game, false);
    let text = path.with_extension("txt");
    if writes() {
        return std::fs::write(&text, told.join("\n") + "\n").unwrap();
    }
    let written = std::fs::read_to_string(&text).unwrap();
    for (at, (now, then)) in told.iter().zip(written.lines()).enumerate() {
        assert_eq!(now, then, "{}, line {}", text.display(), at + 1);
    }
    assert_eq!(told.len(), written.lines().count(), "{} has another length", text.display());
}
