//! The built command as a user runs it: what it prints, where, and its exit code. A file for each subcommand.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod army;
mod judge;
mod odds;
mod pipe;
mod replay;
mod rules;
mod simulate;

use judge::CASE;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// What a run of the command came to.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    /// What it printed, read as JSON; it must have ended well.
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    fn says(&self, what: &str) {
        assert!(self.out.contains(what), "`{what}` is not in {self:?}");
    }

    /// It ended with this code and a message that holds all of this.
    fn fails(&self, code: i32, told: &[&str]) {
        assert_eq!(self.code, code, "{self:?}");
        for what in told {
            assert!(self.err.contains(what), "`{what}` is not in {self:?}");
        }
    }
}

fn aelian(args: &[&str]) -> Ran {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_aelian")).args(args).output().expect("the command can be run");
    Ran {
        code: status.code().expect("it was not killed"),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

/// A file of the repository.
fn repository(path: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(path).canonicalize().unwrap().display().to_string()
}

/// A file with this text, in a folder that is gone after the test.
struct Written {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl Written {
    fn new(name: &'static str, text: &str) -> Written {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
        Written { folder, name }
    }

    fn path(&self) -> String {
        self.folder.path().join(self.name).display().to_string()
    }
}

#[test]
fn without_arguments_it_shows_what_it_can_do() {
    let ran = aelian(&[]);
    ran.fails(2, &["Usage: aelian", "simulate", "judge", "replay"]);
}

#[test]
fn completions_name_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = aelian(&["completions", shell]);
        assert_eq!(ran.code, 0, "{ran:?}");
        for word in ["rules", "army", "simulate", "odds", "judge", "replay", "completions"] {
            ran.says(word);
        }
    }
    aelian(&["completions", "tcsh"]).fails(2, &["invalid value 'tcsh'", "bash"]);
}

#[test]
fn an_unknown_game_is_told_with_the_known_ones() {
    aelian(&["simulate", "chess"]).fails(2, &["chess", "blood-and-blades"]);
}
