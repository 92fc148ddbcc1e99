//! The page of the browser table: what it takes to build it on this machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::build;

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page and gives its folder. The page builder says what it does.
pub fn build() -> Result<PathBuf, String> {
    add_target()?;
    let builder = build::program(build::PAGEBUILDER)?;
    let output = Command::new(&builder)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start {}: {error}", builder.display()))?;
    if !output.status.success() {
        return Err("the page could not be built".to_owned());
    }
    // A path may hold what is not text, but not in what was printed: then it could not be told.
    let folder = String::from_utf8(output.stdout).map_err(|_| "the page's folder has no plain name")?;
    Ok(PathBuf::from(folder.trim_end_matches(['\r', '\n'])))
}

/// Lets the compiler write WebAssembly, if it cannot yet.
fn add_target() -> Result<(), String> {
    if library().is_some_and(|folder| folder.is_dir()) {
        return Ok(());
    }
    eprintln!("The Rust compiler cannot write WebAssembly yet: rustup target add {TARGET}");
    let added = Command::new("rustup").args(["target", "add", TARGET]).status();
    match added {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("rustup could not add the target {TARGET}")),
        Err(_) => Err(format!(
            "rustup is not installed, and this compiler has no {TARGET}; install rustup from https://rustup.rs, \
             or that target by the way this compiler came"
        )),
    }
}

/// Where the compiler keeps its library for WebAssembly, if it has one.
fn library() -> Option<PathBuf> {
    let output =
        Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}
