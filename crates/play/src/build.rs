//! Building a program of this workspace with cargo, and finding out where cargo put it.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program of this workspace, and how it is built.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    pub package: &'static str,
    pub binary: &'static str,
    pub features: &'static str,
    pub profile: &'static str,
}

/// The command, with all it can do without the browser table.
pub const AELIAN: Program =
    Program { package: "aelian-cli", binary: "aelian", features: "", profile: "release" };
/// The command with the browser table.
pub const AELIAN_SERVE: Program = Program { features: "serve", ..AELIAN };
/// What builds the page. It is built fast, not made fast: it runs once.
pub const PAGEBUILDER: Program =
    Program { package: "aelian-pagebuilder", binary: "aelian-pagebuilder", features: "", profile: "dev" };

/// Builds a program and gives its path. Progress and errors go to the terminal; cargo is quick to say that
/// nothing has changed.
pub fn program(program: Program) -> Result<PathBuf, String> {
    let Program { package, binary, features, profile } = program;
    let mut cargo = Command::new(cargo())
        .args(["build", "--package", package, "--bin", binary])
        .args(["--features", features, "--profile", profile])
        .arg("--manifest-path")
        .arg(workspace().join("Cargo.toml"))
        .arg("--message-format=json-render-diagnostics")
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let mut found = None;
    if let Some(messages) = cargo.stdout.take() {
        for line in BufReader::new(messages).lines().map_while(Result::ok) {
            found = executable(&line, binary).or(found);
        }
    }
    let status = cargo.wait().map_err(|error| format!("cargo was lost: {error}"))?;
    if !status.success() {
        return Err(format!("{binary} could not be built"));
    }
    found.ok_or_else(|| format!("cargo built {binary} but did not say where"))
}

/// The cargo that started this program, or else the one on the path.
fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// The workspace: two folders above this crate, wherever the user stands.
fn workspace() -> PathBuf {
    let told_by_cargo = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let here = told_by_cargo.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    here.parent().and_then(Path::parent).map_or_else(|| here.clone(), Path::to_path_buf)
}

/// The path in a message of cargo, if the message is about this binary. Cargo writes one JSON object a line.
fn executable(message: &str, binary: &str) -> Option<PathBuf> {
    let (_, rest) = message.split_once("\"executable\":\"")?;
    let path = PathBuf::from(text(rest)?);
    (path.file_stem()? == binary).then_some(path)
}

/// A JSON text up to its closing quote.
fn text(json: &str) -> Option<String> {
    let mut letters = json.chars();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => text.push(escaped(&mut letters)?),
            letter => text.push(letter),
        }
    }
}

/// The letter after a backslash. Cargo escapes only quotes, backslashes and control characters.
fn escaped(letters: &mut impl Iterator<Item = char>) -> Option<char> {
    match letters.next()? {
        'n' => Some('\n'),
        't' => Some('\t'),
        'u' => {
            let digits: String = letters.by_ref().take(4).collect();
            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
        }
        letter => Some(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_stands_in_cargos_message() {
        let message = r#"{"reason":"compiler-artifact","executable":"/a b/release/aelian","fresh":true}"#;
        assert_eq!(executable(message, "aelian"), Some(PathBuf::from("/a b/release/aelian")));
        assert_eq!(executable(message, "other"), None);
    }

    #[test]
    fn messages_without_a_program_are_passed_over() {
        assert_eq!(executable(r#"{"reason":"compiler-artifact","executable":null}"#, "aelian"), None);
        assert_eq!(executable(r#"{"reason":"build-finished","success":true}"#, "aelian"), None);
        assert_eq!(executable(r#"{"executable":"/cut/off/aelian"#, "aelian"), None);
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(text(r#"C:\\a\"b\u0041" rest"#).as_deref(), Some("C:\\a\"bA"));
    }
}
