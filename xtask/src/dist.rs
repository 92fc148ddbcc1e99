//! `cargo xtask dist`: one program with the page inside, in `target/dist`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

pub fn command() -> Result<()> {
    let page = page()?;
    let program = program(&page)?;
    let folder = page.parent().context("the page has no parent folder")?.join("dist");
    std::fs::create_dir_all(&folder)?;
    let place = folder.join(program.file_name().context("the program has no name")?);
    std::fs::copy(&program, &place).with_context(|| format!("cannot write {}", place.display()))?;
    let size = std::fs::metadata(&place)?.len() as f64 / 1e6;
    println!("{}: {size:.1} MB, with the page inside", place.display());
    Ok(())
}

/// Builds the page and gives its folder.
fn page() -> Result<PathBuf> {
    let output = cargo()
        .args(["run", "--package", "aelian-pagebuilder"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "the page could not be built");
    Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim_end()))
}

/// Builds the program around the page and gives its path.
fn program(page: &Path) -> Result<PathBuf> {
    let version = std::fs::read_to_string(page.join("names.js")).context("the page has no names.js")?;
    let output = cargo()
        .args(["build", "--release", "--package", "aelian-cli", "--bin", "aelian", "--features", "page,png"])
        .arg("--message-format=json-render-diagnostics")
        .env("AELIAN_PAGE", page)
        .env("AELIAN_PAGE_VERSION", version.lines().last().unwrap_or_default())
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "the program could not be built");
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    };
    let messages = String::from_utf8(output.stdout)?;
    let mut programs = messages.lines().filter_map(executable);
    programs.next_back().context("cargo built the program but did not say where")
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
