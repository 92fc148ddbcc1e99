//! The nested cargo: the page's crate for WebAssembly, in a target folder of its own, because the cargo that
//! started us may hold the lock of the usual one.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

const PACKAGE: &str = "aelian-web";
/// Settings of the outer build that do not fit WebAssembly.
const NOT_OURS: [&str; 6] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "LLVM_PROFILE_FILE",
];

/// Builds the crate and gives the path of its WebAssembly. Cargo's progress goes to standard error.
pub fn wasm(root: &Path, target: &Path, profile: &str) -> Result<PathBuf> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    NOT_OURS.iter().for_each(|name| {
        cargo.env_remove(name);
    });
    let output = cargo
        .args(["build", "--package", PACKAGE, "--lib", "--target", "wasm32-unknown-unknown"])
        .args(["--profile", profile, "--message-format", "json-render-diagnostics", "--target-dir"])
        .arg(target)
        .arg("--manifest-path")
        .arg(root.join("Cargo.toml"))
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "{PACKAGE} could not be built for WebAssembly");
    let messages = String::from_utf8_lossy(&output.stdout);
    match messages.lines().filter_map(wasm_in).next_back() {
        Some(path) => Ok(path),
        None => bail!("cargo built {PACKAGE} but did not say where"),
    }
}

/// The path in a message of cargo, if it is about the crate's WebAssembly.
fn wasm_in(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let name = message.get("target")?.get("name")?.as_str()?;
    let files = message.get("filenames")?.as_array()?.iter().filter_map(Value::as_str);
    let mut wasm = files.filter(|file| file.ends_with(".wasm"));
    (name.replace('_', "-") == PACKAGE).then(|| wasm.next().map(PathBuf::from)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_stands_in_cargos_message() {
        let message = |name: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","target":{{"name":"{name}"}},"filenames":["/a/b.rlib","/a/b.wasm"]}}"#
            )
        };
        assert_eq!(wasm_in(&message("aelian_web")), Some(PathBuf::from("/a/b.wasm")));
        assert_eq!(wasm_in(&message("other")), None);
        assert_eq!(wasm_in(r#"{"reason":"build-finished","success":true}"#), None);
        assert_eq!(wasm_in("not json"), None);
    }
}
