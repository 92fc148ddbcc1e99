//! The tidy checks on the real repository: entries, code and cases belong together, arrows point down, and
//! every file keeps the house rules.

// A check that cannot run has failed.
#![allow(clippy::unwrap_used)]

use std::sync::LazyLock;

use xtask::{Repository, tidy};

static REPOSITORY: LazyLock<Repository> = LazyLock::new(|| Repository::here().unwrap());
static CHECKS: LazyLock<Vec<tidy::Check>> = LazyLock::new(|| tidy::checks(&REPOSITORY).unwrap());

/// Fails with every finding of one check, so that one run shows all that is to do.
fn assert_tidy(name: &str) {
    let (_, findings) = CHECKS.iter().find(|(check, _)| *check == name).unwrap();
    assert!(findings.is_empty(), "{} findings:\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn every_id_exists() {
    assert_tidy("ids exist");
}

#[test]
fn done_rules_are_proven() {
    assert_tidy("done rules are proven");
}

#[test]
fn cases_are_read_again_when_a_rule_changes() {
    assert_tidy("cases are read again");
}

#[test]
fn arrows_point_down() {
    assert_tidy("arrows");
}

#[test]
fn manifests_inherit() {
    assert_tidy("inherited manifest fields");
}

#[test]
fn licences_are_allowed() {
    assert_tidy("licences");
}

#[test]
fn files_say_what_they_hold() {
    assert_tidy("files say what they hold");
}

#[test]
fn files_are_not_too_long() {
    assert_tidy("file length");
}

#[test]
fn no_banned_words() {
    assert_tidy("banned words");
}

#[test]
fn games_are_named_only_by_those_who_know_them() {
    assert_tidy("games are named only by those who know them");
}

#[test]
fn generated_sources_are_fresh() {
    assert_tidy("generated sources");
}

#[test]
fn the_walk_finds_the_repository() {
    let repository = &*REPOSITORY;
    assert!(repository.find("xtask/tests/repository.rs").is_some());
    assert!(repository.under("rulebook/blood-and-blades/").count() > 15);
    assert!(repository.sources.iter().all(|source| !source.path.contains("target/")));
}
