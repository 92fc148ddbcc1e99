//! Records that an earlier program wrote open for ever: by their events, with the hashes they were written with. Today's
//! rules may depart from them.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_game::{Match, Record, Ruleset};
use aelian_rules::BloodAndBlades;
use aelian_view::sitting::{Sitting, Table};
use aelian_view::story::tell_match;
use std::path::Path;

/// Records of `crates/blood-and-blades/records`: one in which the owner of an ambush was asked for its rest only if
/// there was one, and one in which today's rules find a way that was not known then.
const RECORDS: [&str; 2] = ["an-ambush-is-seen", "elephants-and-horse"];

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../blood-and-blades/records");
    std::fs::read_to_string(folder.join(format!("{name}.jsonl"))).unwrap()
}

fn opened<R: Ruleset>(name: &str) -> Match<R> {
    Match::open(Record::<R>::read(&text(name)).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn older_records_open_and_are_told() {
    for name in RECORDS {
        let game = opened::<BloodAndBlades>(name);
        assert!(tell_match(&game, false).len() > game.record.steps.len());
        let table = Table::<BloodAndBlades>::read(&text(name)).unwrap();
        assert_eq!(table.steps(), text(name).lines().count() - 1);
        assert!(!table.board().unit_name.is_empty());
    }
}
