//! Builds this crate for WebAssembly, runs it in node, and compares every fingerprint with this machine's.
//!
//! Without node or without the WebAssembly target the comparison is skipped with a message; under `CI` it
//! fails instead.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_wasm_check::{
    battle, battle_fingerprint, caesar_fingerprint, dice_fingerprint, fog_fingerprint, geometry_fingerprint,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Prints each result as sixteen hexadecimal digits; an argument that ends in `n` is a BigInt.
const SCRIPT: &str = r#"
const [file, ...calls] = process.argv.slice(1);
const module = new WebAssembly.Module(require('fs').readFileSync(file));
const { exports } = new WebAssembly.Instance(module, {});
for (const call of calls) {
  const [name, ...words] = call.split(' ');
  const args = words.map((word) => (word.endsWith('n') ? BigInt(word.slice(0, -1)) : Number(word)));
  console.log(BigInt.asUintN(64, exports[name](...args)).toString(16).padStart(16, '0'));
}
"#;

/// A call as written for node, and what it gives here.
type Call = (String, u64);

fn calls() -> Vec<Call> {
    let mut calls = vec![
        ("geometry_fingerprint 0".to_owned(), geometry_fingerprint(0)),
        ("geometry_fingerprint 20000".to_owned(), geometry_fingerprint(20_000)),
    ];
    for seed in [0, 1, 7, u64::MAX] {
        calls.push((format!("dice_fingerprint {seed}n 2000"), dice_fingerprint(seed, 2000)));
        calls.push((format!("battle_fingerprint {seed}n 600"), battle_fingerprint(seed, 600)));
        calls.push((format!("fog_fingerprint {seed}n 600"), fog_fingerprint(seed, 600)));
        calls.push((format!("caesar_fingerprint {seed}n 600"), caesar_fingerprint(seed, 600)));
    }
    calls
}

#[test]
fn webassembly_gives_the_same_fingerprints() {
    let Some(node) = node() else { return skip("node is not installed") };
    if !target_is_installed() {
        return skip(&format!("rustup target add {TARGET} has not been run"));
    }
    let wasm = build();
    let calls = calls();
    let output = Command::new(node)
        .args(["--eval", SCRIPT, "--"])
        .arg(&wasm)
        .args(calls.iter().map(|(call, _)| call))
        .output()
        .unwrap();
    assert!(output.status.success(), "node failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let got: Vec<String> =
        calls.iter().zip(printed.lines()).map(|((call, _), hash)| line(call, hash)).collect();
    let here: Vec<String> = calls.iter().map(|(call, hash)| line(call, &format!("{hash:016x}"))).collect();
    assert_eq!(got, here, "WebAssembly and this machine differ");
}

/// A comparison of nothing proves nothing: battles from both starts must go on for all their steps.
#[test]
fn the_battles_are_fought() {
    for seed in [0, 1] {
        let played = battle::play::<aelian_blood_and_blades::Rules>(seed, 600);
        assert_eq!((played.trouble, played.steps), (None, 600), "seed {seed}");
        let played = battle::play::<aelian_fog_ancients::Rules>(seed, 600);
        assert_eq!((played.trouble, played.steps), (None, 600), "seed {seed}");
        let played = battle::play::<aelian_hail_caesar::Rules>(seed, 600);
        assert_eq!((played.trouble, played.steps), (None, 600), "seed {seed}");
    }
}

#[test]
fn fingerprints_depend_on_what_is_asked() {
    assert_ne!(geometry_fingerprint(100), geometry_fingerprint(101));
    assert_ne!(dice_fingerprint(1, 50), dice_fingerprint(2, 50));
    assert_ne!(battle_fingerprint(1, 50), battle_fingerprint(1, 51));
    assert_eq!(battle_fingerprint(1, 50), battle_fingerprint(1, 50));
}

fn line(call: &str, hash: &str) -> String {
    format!("{call} = {hash}")
}

fn skip(why: &str) {
    let message = format!("native against WebAssembly was NOT compared: {why}");
    assert!(std::env::var_os("CI").is_none(), "{message}");
    // Written past the test runner, which would keep the words of a passing test to itself.
    let _ = writeln!(std::io::stderr(), "{message}");
}

fn node() -> Option<&'static str> {
    let answers = |name: &&str| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    };
    ["node", "nodejs"].into_iter().find(answers)
}

fn target_is_installed() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// The built module. It shares the page's target folder and is built beside the page, with the same features of all that
/// both need, and so shares its work; the test runner's cargo may hold the usual folder.
fn build() -> PathBuf {
    let folder = target_folder().join("web");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--profile", "wasm-dev", "--lib", "--target", TARGET])
        .args(["--package", "aelian-wasm-check", "--package", "aelian-web", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml"))
        .arg("--target-dir")
        .arg(&folder)
        // Flags meant for this machine do not fit the other.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .status()
        .unwrap();
    assert!(status.success(), "the crate does not build for {TARGET}");
    folder.join(TARGET).join("wasm-dev").join("aelian_wasm_check.wasm")
}

/// Cargo names a folder inside the target folder for the files of integration tests.
fn target_folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().to_owned()
}
