//! What a viewer is sent of a match at its beginning, tried on the position of every written case: it opens to what he may
//! see, nothing is taken from it twice, and no place that he may not know stands in it.

#![allow(clippy::expect_used)]

use aelian_game::Viewer;
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::{Stated, read};
use std::path::{Path, PathBuf};

#[test]
fn every_position_can_be_sent() {
    let (mut wrong, mut hidden) = (Vec::new(), 0);
    for game in Game::ALL {
        for file in cases(game) {
            let text = std::fs::read_to_string(&file).expect("a case is a text file");
            let tried = match game {
                Game::BloodAndBlades => sent::<BloodAndBlades>(&text),
                Game::FogAncients => sent::<FogAncients>(&text),
                Game::HailCaesar => sent::<HailCaesar>(&text),
            };
            match tried {
                Ok(hides) => hidden += usize::from(hides),
                Err(what) => wrong.push(format!("{}: {what}", file.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    assert!(hidden > 20, "only {hidden} positions hide something");
}

/// Whether anything is hidden from somebody; or what is wrong.
fn sent<R: Stated>(text: &str) -> Result<bool, String> {
    let Ok(case) = read::<R>(text) else { return Ok(false) };
    let Ok((rules, first)) = R::start(&case.setup) else { return Ok(false) };
    let written = |setup: &R::Setup| serde_json::to_string(setup).expect("a setup can be written");
    let mut hides = false;
    for viewer in Viewer::ALL {
        let setup = R::setup_for(&case.setup, viewer);
        if written(&R::setup_for(&setup, viewer)) != written(&setup) {
            return Err(format!("{viewer:?}: what is taken away is taken twice"));
        }
        let read: R::Setup =
            serde_json::from_str(&written(&setup)).map_err(|error| format!("{viewer:?}: {error}"))?;
        let (_, seen) = R::start_for(&read, viewer).map_err(|faults| format!("{viewer:?}: {faults:?}"))?;
        if seen != rules.view(&first, viewer) {
            return Err(format!("{viewer:?}: it opens to something else"));
        }
        hides |= written(&setup) != written(&case.setup);
    }
    Ok(hides)
}

fn cases(game: Game) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game.name()).join("cases"), &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
}
