//! What the tests need built: the page, and the program that serves it.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use aelian_pagebuilder::{Page, build, workspace};
use serde_json::Value;

/// The program and the page's folder.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) aelian: PathBuf,
    pub(crate) page: PathBuf,
}

/// Builds both, the first time it is asked.
pub(crate) fn built() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| {
        let ready = env::var_os("AELIAN_TEST_PAGE").map(PathBuf::from);
        let page = ready.unwrap_or_else(|| build(&workspace().unwrap(), Page::Dev).unwrap());
        // `cargo xtask test` names the program that `cargo test` has just built for other tests.
        let aelian = env::var_os("AELIAN_TEST_PROGRAM").map_or_else(aelian, PathBuf::from);
        Built { aelian, page }
    })
}

/// The cargo that runs the tests has built them and let go of its lock, so another may use the same folder.
fn aelian() -> PathBuf {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--package", "aelian-cli", "--bin", "aelian", "--features", "serve"])
        .args(["--message-format", "json-render-diagnostics", "--manifest-path"])
        .arg(workspace().unwrap().join("Cargo.toml"))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    assert!(output.status.success(), "aelian could not be built");
    let messages = String::from_utf8(output.stdout).unwrap();
    let path = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    };
    messages.lines().filter_map(path).next_back().expect("cargo says where it put aelian")
}
