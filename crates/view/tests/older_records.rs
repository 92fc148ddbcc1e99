//! Records that an earlier program wrote open for ever: by their events, with the hashes they were written with. Today's
//! rules may depart from them.
//!
//! Each lies in `crates/<game>/records`: battles whose choices or results today's rules no longer allow. A record that a
//! change of the saved vocabulary could spoil belongs there before the change.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_game::{Match, Record};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::sitting::{Sitting, Table};
use aelian_view::story::tell_match;
use aelian_view::table::Shown;
use std::path::{Path, PathBuf};

#[test]
fn older_records_open_and_are_told() {
    for game in Game::ALL {
        let records = records(game);
        assert!(records.len() >= 2, "{game} keeps fewer than two older records");
        for path in records {
            match game {
                Game::BloodAndBlades => opens::<BloodAndBlades>(&path),
                Game::FogAncients => opens::<FogAncients>(&path),
                Game::HailCaesar => opens::<HailCaesar>(&path),
            }
        }
    }
}

fn records(game: Game) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game.name()).join("records");
    let mut records: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    records.sort();
    records
}

fn opens<R: Shown>(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let game = Match::open(Record::<R>::read(&text).unwrap())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(tell_match(&game, false).len() > game.record.steps.len());
    let table = Table::<R>::read(&text).unwrap();
    assert_eq!(table.steps(), text.lines().count() - 1);
    assert!(!table.board().unit_name.is_empty());
}
