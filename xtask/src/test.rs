//! `cargo xtask test`: everything that must hold before a change is good, cheapest first.

use anyhow::{Context, Result, ensure};
use std::process::Command;
use std::time::Instant;

/// What is run, with its name.
const STEPS: [(&str, &[&str]); 3] = [
    ("formatting", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"]),
    ("tests", &["test", "--workspace"]),
];

pub fn command() -> Result<()> {
    for (name, arguments) in STEPS {
        println!("== {name}: cargo {}", arguments.join(" "));
        let begun = Instant::now();
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo).args(arguments).status().context("cannot start cargo")?;
        println!("== {name}: {:.0} s", begun.elapsed().as_secs_f64());
        ensure!(status.success(), "{name}: cargo {} failed", arguments.join(" "));
    }
    println!("== all good");
    Ok(())
}
