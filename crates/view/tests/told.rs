//! Whatever is told to somebody follows from what he may know: the law of secrets on a few random battles. More of them:
//! `cargo run --release -p aelian-view --example secrets -- 1000`.

#![allow(clippy::panic)]

mod secret_battles;

use secret_battles::BATTLES;

fn keeps(names: &[&str]) {
    let compared: u32 = names.iter().map(|name| tried(name)).sum();
    assert!(compared > 0, "{names:?}: nothing was hidden");
}

/// How many steps were told the same by twins.
fn tried(name: &str) -> u32 {
    let battle = BATTLES.iter().find(|battle| battle.name == name).unwrap_or_else(|| panic!("no {name}"));
    let told = |seed| {
        let tried = (battle.try_one)(seed).unwrap_or_else(|leak| panic!("{name}, seed {seed}: {leak:#?}"));
        tried.compared
    };
    (0..2).map(told).sum()
}

#[test]
fn kadesh_tells_no_secret() {
    keeps(&["kadesh"]);
}

#[test]
fn the_sunken_road_tells_no_secret() {
    keeps(&["with-your-shield"]);
}

#[test]
fn ambushes_and_marches_tell_no_secret() {
    keeps(&["fog-first", "fog-3.1"]);
}

#[test]
fn hidden_bases_tell_no_secret() {
    keeps(&["blood-and-blades"]);
}
