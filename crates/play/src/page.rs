//! The page of the browser table, and the server: what it takes to build them on this machine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use crate::build::{self, Built};
use crate::progress::Progress;
use crate::words;

const TARGET: &str = "wasm32-unknown-unknown";

/// Where the parts stand in the progress line.
const PAGE_PART: usize = 0;
const SERVER_PART: usize = 1;
const BINDING_PART: usize = 2;

/// A table that can be opened: the program that serves it, and the folder of its page.
#[derive(Debug)]
pub struct Table {
    pub program: PathBuf,
    pub page: PathBuf,
}

/// Builds page and server side by side, as fast as can be, for this machine.
pub fn quick() -> Result<Table, String> {
    add_target()?;
    build::fetch();
    let progress = Progress::of(&["page", "server", "binding"]);
    let table = thread::scope(|scope| {
        let page = scope.spawn(|| build::watched(build::PAGE, &progress, PAGE_PART));
        let programs = build::watched(build::TABLE_AND_BUILDER, &progress, SERVER_PART);
        let page = page.join().map_err(|_| "the page's builder was lost".to_owned())?;
        bind(&page?, &programs?, &progress)
    });
    progress.over();
    table
}

fn bind(page: &Built, programs: &Built, progress: &Progress) -> Result<Table, String> {
    let wasm = page.find("aelian_web")?.as_os_str().to_owned();
    progress.begins(BINDING_PART, "binding");
    let page = folder(programs.find("aelian-pagebuilder")?, &["--quick".into(), wasm], Stdio::piped())?;
    progress.done(BINDING_PART);
    Ok(Table { program: programs.find("aelian-table")?.to_owned(), page })
}

/// Builds the page as it is shipped, small and slowly, and gives its folder. The page builder says what it does.
pub fn full() -> Result<PathBuf, String> {
    add_target()?;
    let built = build::plainly(build::BUILDER)?;
    folder(built.find("aelian-pagebuilder")?, &[], Stdio::inherit())
}

/// Lets the page builder do its work, and gives the folder that it tells.
fn folder(builder: &Path, arguments: &[OsString], errors: Stdio) -> Result<PathBuf, String> {
    let output = Command::new(builder)
        .args(arguments)
        .stderr(errors)
        .output()
        .map_err(|error| format!("cannot start {}: {error}", builder.display()))?;
    if !output.status.success() {
        words::part(&String::from_utf8_lossy(&output.stderr));
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
    words::line(&format!("The Rust compiler cannot write WebAssembly yet: rustup target add {TARGET}"));
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
