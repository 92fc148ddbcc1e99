//! `cargo xtask test`: everything that must hold before a change is good, cheapest first.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// What is run, with its name.
const STEPS: [(&str, &[&str]); 4] = [
    ("formatting", &["fmt", "--all", "--check"]),
    (
        "lints",
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--features",
            "aelian-cli/serve,aelian-cli/png",
            "--quiet",
            "--keep-going",
            "--",
            "--deny",
            "warnings",
        ],
    ),
    // The tests in the browser would build the page themselves; here its faults have a name of their own.
    ("page", &["run", "--package", "aelian-pagebuilder", "--", "--dev"]),
    ("tests", &["test", "--workspace", "--features", "aelian-cli/serve,aelian-cli/png", "--no-fail-fast"]),
];

/// Runs every step, also after one has failed: one run shows all that is to do.
pub fn command() -> Result<()> {
    let mut failed = Vec::new();
    for (name, arguments) in STEPS {
        println!("== {name}: cargo {}", arguments.join(" "));
        let begun = Instant::now();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // What `cargo test` builds for the tests of the command serves the tests in the browser too.
        let status = Command::new(cargo)
            .args(arguments)
            .env("AELIAN_TEST_PROGRAM", program())
            .status()
            .context("cannot start cargo")?;
        let word = if status.success() { "good" } else { "FAILED" };
        println!("== {name}: {word} after {:.0} s", begun.elapsed().as_secs_f64());
        if !status.success() {
            failed.push(name);
        }
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// Where `cargo test` puts the program.
fn program() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    target.join("debug").join(format!("aelian{}", std::env::consts::EXE_SUFFIX))
}

/// Writes the golden playthroughs, the lists of reasons and of cited rules and the words of docs/cases.md, to be looked over before they are
/// kept.
pub fn write_playthroughs() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tests = ["playthroughs", "reasons", "cited", "case_words"];
    let arguments =
        ["test", "-p", "aelian-view"].into_iter().chain(tests.iter().flat_map(|test| ["--test", test]));
    let status = Command::new(cargo).args(arguments).env("AELIAN_GOLDEN", "write").status();
    ensure!(status.context("cannot start cargo")?.success(), "the playthroughs could not be written");
    Ok(())
}
