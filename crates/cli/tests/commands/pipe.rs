//! Readers that go away, as `head` does: no command panics when nobody reads what it prints.

use super::{CASE, Written, repository};
use std::process::{Command, Stdio};

const RECORD: &str = "crates/blood-and-blades/playthroughs/elephants-and-horse.jsonl";
const ARMY: &str = "data/blood-and-blades/armies/hittite-empire.toml";

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Runs the command with a closed standard output, and with both outputs closed.
fn is_quiet(args: &[&str]) {
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aelian"));
        command.args(args).stdin(Stdio::null()).stdout(closed());
        command
    };
    let ran = command().stderr(Stdio::piped()).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(!said.contains("panicked") && ran.status.code() != Some(101), "{args:?}: {said}");
    let status = command().stderr(closed()).status().unwrap();
    assert!(status.code().is_some_and(|code| code != 101), "{args:?}: {status}");
}

#[test]
fn nobody_reads_what_is_shown() {
    let (record, army) = (repository(RECORD), repository(ARMY));
    let case = Written::new("case.toml", CASE);
    let case = case.path();
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("table.svg").display().to_string();
    let runs: [&[&str]; 14] = [
        &["--help"],
        &["rules", "blood-and-blades"],
        &["rules", "blood-and-blades", "recoil"],
        &["rules", "status"],
        &["army", "list", "fog-ancients"],
        &["army", "show", "roman-legion"],
        &["army", "check", &army],
        &["odds", "blood-and-blades", "Reg Sp(O)", "Irr Wb(O)"],
        &["judge", &case],
        &["replay", "show", &record],
        &["replay", "verify", &record],
        &["replay", "export", &record, "--step", "3", "-o", &picture],
        &["completions", "zsh"],
        &["simulate", "blood-and-blades", "--games", "1", "--jobs", "1", "--red-opponent", "random"],
    ];
    runs.iter().for_each(|args| is_quiet(args));
}

/// Whether somebody reads or not, the exit code says how the work ended.
#[test]
fn the_exit_code_is_the_same_when_nobody_reads() {
    let record = repository(RECORD);
    let text = std::fs::read_to_string(&record).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cut = folder.path().join("cut.jsonl");
    std::fs::write(&cut, &text[..text.len() - 10]).unwrap();
    let unmet = Written::new("unmet.toml", &CASE.replace("\"legal\"", "\"refused\""));
    let runs: [&[&str]; 2] =
        [&["replay", "verify", &record, &cut.display().to_string()], &["judge", &unmet.path()]];
    for args in runs {
        let command = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_aelian"));
            command.args(args).stdin(Stdio::null()).stderr(Stdio::null());
            command
        };
        let read = command().stdout(Stdio::null()).status().unwrap();
        let unread = command().stdout(closed()).status().unwrap();
        assert!(read.code().is_some_and(|code| code > 0), "{args:?}: {read}");
        assert_eq!(read.code(), unread.code(), "{args:?}");
    }
}

#[test]
fn nobody_reads_what_is_wrong() {
    is_quiet(&["rules", "chess"]);
    is_quiet(&["judge", "no-such-case.toml"]);
    is_quiet(&["replay", "verify"]);
}
