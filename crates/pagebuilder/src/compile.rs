//! The nested cargo: the page's crate for WebAssembly, in a target folder of its own, because the cargo that
//! started us may hold the lock of the usual one.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::places::Places;

const PACKAGE: &str = "aelian-web";
/// The crate whose features leave games out, and how those begin.
const GAMES: (&str, &str) = ("aelian-rules", "only-");
/// Settings of the outer build that do not fit WebAssembly.
const NOT_OURS: [&str; 6] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_TARGET_DIR",
    "LLVM_PROFILE_FILE",
];

/// What cargo knows of the workspace.
pub fn metadata(root: &Path, arguments: &[&str]) -> Result<Value> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(root.join("Cargo.toml"))
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    ensure!(output.status.success(), "cargo cannot read the manifests");
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The games of the workspace by name.
pub fn games(root: &Path) -> Result<Vec<String>> {
    let games = games_in(&metadata(root, &["--no-deps"])?);
    ensure!(!games.is_empty(), "{} has no feature that begins with {}", GAMES.0, GAMES.1);
    Ok(games)
}

fn games_in(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let rules = packages.filter(|package| package["name"] == GAMES.0);
    let features = rules.filter_map(|package| package["features"].as_object()).flat_map(|all| all.keys());
    features.filter_map(|feature| feature.strip_prefix(GAMES.1)).map(str::to_owned).collect()
}

/// Builds the crate with one game or with all, and gives its WebAssembly. Cargo's progress goes to standard error.
pub fn wasm(root: &Path, target: &Path, profile: &str, game: Option<&str>) -> Result<Vec<u8>> {
    let path = built(root, target, profile, game)?;
    fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
}

fn built(root: &Path, target: &Path, profile: &str, game: Option<&str>) -> Result<PathBuf> {
    let only = game.map(|game| format!("{}/{}{game}", GAMES.0, GAMES.1));
    let output = cargo()
        .args(["build", "--package", PACKAGE, "--lib", "--target", "wasm32-unknown-unknown"])
        .args(["--profile", profile, "--message-format", "json-render-diagnostics", "--target-dir"])
        .arg(target)
        .arg("--manifest-path")
        .arg(root.join("Cargo.toml"))
        .args(only.iter().flat_map(|feature| ["--features", feature]))
        .env("CARGO_ENCODED_RUSTFLAGS", Places::of_this_machine(root)?.flags())
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

fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    NOT_OURS.iter().for_each(|name| {
        cargo.env_remove(name);
    });
    cargo
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
    fn the_games_are_features_of_one_crate() {
        let metadata = serde_json::json!({ "packages": [
            { "name": "aelian-rules", "features": { "only-chess": [], "only-go": [], "slow": [] } },
            { "name": "aelian-view", "features": { "only-words": [] } },
        ] });
        assert_eq!(games_in(&metadata), ["chess", "go"]);
        assert!(games_in(&serde_json::json!({})).is_empty());
    }

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
