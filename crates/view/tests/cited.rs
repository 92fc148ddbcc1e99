//! Which rules the cases and playthroughs of all games cite while they run: `rulebook/cited.txt`, a rule on each line.
//!
//! It is what `aelian rules status` counts and what a rule that is called done stands on (`xtask/src/tidy/proofs.rs`). After
//! a deliberate change `cargo xtask golden` writes the list anew.

#![allow(clippy::unwrap_used)]

use aelian_game::{Record, Step};
use aelian_rulebook::{RuleId, ids_in};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::{Stated, judge, read};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn what_cases_and_playthroughs_cite_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut cited = BTreeSet::new();
    for game in Game::ALL {
        let folder = root.join("crates").join(game.name());
        match game {
            Game::BloodAndBlades => collect::<BloodAndBlades>(&folder, &mut cited),
            Game::FogAncients => collect::<FogAncients>(&folder, &mut cited),
            Game::HailCaesar => collect::<HailCaesar>(&folder, &mut cited),
        }
    }
    let file = root.join("rulebook/cited.txt");
    if std::env::var_os("AELIAN_GOLDEN").is_some_and(|word| word == "write") {
        let lines: String = cited.iter().map(|rule| format!("{rule}\n")).collect();
        return std::fs::write(&file, lines).unwrap();
    }
    let text = std::fs::read_to_string(&file).unwrap();
    let listed: BTreeSet<RuleId> = ids_in(&text).collect();
    let new: Vec<&RuleId> = cited.difference(&listed).collect();
    let gone: Vec<&RuleId> = listed.difference(&cited).collect();
    assert!(new.is_empty() && gone.is_empty(), "not listed: {new:?}\nlisted, but cited no more: {gone:?}");
}

fn collect<R: Stated>(game: &Path, cited: &mut BTreeSet<RuleId>) {
    for path in files(&game.join("cases"), "toml") {
        let case = read::<R>(&std::fs::read_to_string(path).unwrap()).unwrap();
        cited.extend(judge(&case).unwrap().cited());
    }
    for path in files(&game.join("playthroughs"), "jsonl") {
        let record = Record::<R>::read(&std::fs::read_to_string(path).unwrap()).unwrap();
        record.steps.iter().for_each(|step| of_step(step, cited));
    }
}

/// The rules of reasons and throws, and those that stand in the lines of sums and in events.
fn of_step<R: Stated>(step: &Step<R>, cited: &mut BTreeSet<RuleId>) {
    cited.extend(step.reasons.iter().map(|reason| reason.rule));
    cited.extend(step.rolls.iter().map(|roll| roll.rule));
    let facts: Vec<_> = step.reasons.iter().map(|reason| &reason.fact).collect();
    cited.extend(ids_in(&serde_json::to_string(&facts).unwrap()));
    cited.extend(ids_in(&serde_json::to_string(&step.events).unwrap()));
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|one| one == ending) {
            found.push(path);
        }
    }
    found
}
