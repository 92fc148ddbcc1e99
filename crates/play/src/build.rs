//! Building programs of this workspace with cargo, and finding out where cargo put them.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::progress::Progress;

/// What cargo is asked to build.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// In words, for a message.
    pub what: &'static str,
    pub arguments: &'static [&'static str],
    /// Flags of the compiler for what is built for another machine than this.
    pub flags: &'static str,
    /// Folder below that of all that is built, since two cargos cannot share one.
    pub below: &'static str,
}

const PLAIN: Build = Build { what: "", arguments: &[], flags: "", below: "" };

/// The command, with all it can do without the browser table.
pub const COMMAND: Build = Build {
    what: "the aelian command",
    arguments: &["--package", "aelian-cli", "--bin", "aelian", "--profile", "release"],
    ..PLAIN
};
/// The command that can also draw pictures as PNG.
pub const PICTURES: Build = Build {
    arguments: &["--package", "aelian-cli", "--bin", "aelian", "--profile", "release", "--features", "png"],
    ..COMMAND
};
/// The command with the browser table, as it is shipped.
pub const FULL: Build = Build {
    arguments: &["--package", "aelian-cli", "--bin", "aelian", "--profile", "release", "--features", "serve"],
    ..COMMAND
};
/// The builder of the page as it is shipped.
pub const BUILDER: Build = Build {
    what: "the page builder",
    arguments: &["--package", "aelian-pagebuilder", "--bin", "aelian-pagebuilder", "--profile", "dev"],
    ..PLAIN
};
/// The browser table alone, built fast.
pub const TABLE: Build = Build {
    what: "the server",
    arguments: &["--package", "aelian-table", "--bin", "aelian-table", "--profile", "quick"],
    ..PLAIN
};
/// The browser table and what binds its page, built fast. Together, so that they share what both use.
pub const TABLE_AND_BUILDER: Build = Build {
    what: "the server",
    arguments: &[
        "--package",
        "aelian-table",
        "--bin",
        "aelian-table",
        "--package",
        "aelian-pagebuilder",
        "--bin",
        "aelian-pagebuilder",
        "--no-default-features",
        "--profile",
        "quick",
    ],
    ..PLAIN
};
/// The page's program, built fast, before it is bound to its script.
pub const PAGE: Build = Build {
    what: "the page",
    arguments: &[
        "--package",
        "aelian-web",
        "--lib",
        "--target",
        "wasm32-unknown-unknown",
        "--profile",
        "wasm-quick",
    ],
    // Leptos then builds one program for all parts of the page, and not one for each way to put them together.
    flags: "--cfg erase_components",
    below: "web",
};

/// What cargo has built, by name.
#[derive(Debug, Default)]
pub struct Built(Vec<PathBuf>);

impl Built {
    /// The program or library of this name.
    pub fn find(&self, name: &str) -> Result<&Path, String> {
        let named = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == name);
        let found = self.0.iter().rfind(named).map(PathBuf::as_path);
        found.ok_or_else(|| format!("cargo built {name} but did not say where"))
    }
}

/// Builds something while cargo itself shows how far it is; it is quick to say that nothing has changed.
pub fn plainly(build: Build) -> Result<Built, String> {
    run(build, |_| (), Stdio::inherit())
}

/// Builds something as a part of what a progress line tells of.
pub fn watched(build: Build, progress: &Progress, part: usize) -> Result<Built, String> {
    let told = |message: &str| {
        if let Some((name, fresh)) = artifact(message) {
            progress.ends(part, &name, fresh);
        }
    };
    let built = run_with(build, told, Stdio::piped(), |cargo| {
        let heard = cargo.stderr.take()?;
        let progress = progress.clone();
        Some(thread::spawn(move || listen(heard, &progress, part)))
    });
    progress.done(part);
    built
}

fn run(build: Build, told: impl FnMut(&str), errors: Stdio) -> Result<Built, String> {
    run_with(build, told, errors, |_| None)
}

/// Runs cargo: each message goes to `told`, and `listens` may take what cargo says on standard error.
fn run_with(
    build: Build,
    mut told: impl FnMut(&str),
    errors: Stdio,
    listens: impl FnOnce(&mut Child) -> Option<thread::JoinHandle<()>>,
) -> Result<Built, String> {
    let mut cargo =
        command(build).stderr(errors).spawn().map_err(|error| format!("cannot start cargo: {error}"))?;
    let listening = listens(&mut cargo);
    let mut built = Built::default();
    if let Some(messages) = cargo.stdout.take() {
        for line in BufReader::new(messages).lines().map_while(Result::ok) {
            built.0.extend(program(&line));
            told(&line);
        }
    }
    let status = cargo.wait().map_err(|error| format!("cargo was lost: {error}"))?;
    if let Some(listening) = listening {
        let _ = listening.join();
    }
    if status.success() { Ok(built) } else { Err(format!("{} could not be built", build.what)) }
}

fn command(build: Build) -> Command {
    let mut cargo = Command::new(cargo());
    cargo
        .arg("build")
        .args(build.arguments)
        .arg("--manifest-path")
        .arg(workspace().join("Cargo.toml"))
        .arg("--message-format=json-render-diagnostics")
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100")
        .stdout(Stdio::piped());
    if !build.below.is_empty() {
        cargo.arg("--target-dir").arg(target().join(build.below));
        // Those that the user has set for this machine do not fit another.
        cargo
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .env("RUSTFLAGS", build.flags);
    }
    cargo
}

/// Fetches what is to be built, so that two cargos need not wait for each other. If it fails they will say why.
pub fn fetch() {
    let _ = Command::new(cargo())
        .args(["fetch", "--quiet", "--manifest-path"])
        .arg(workspace().join("Cargo.toml"))
        .stderr(Stdio::null())
        .status();
}

/// Hears what cargo says to a person: its count is kept, what it builds is noted, all else is passed on.
fn listen(errors: impl Read, progress: &Progress, part: usize) {
    for said in BufReader::new(errors).split(b'\n').map_while(Result::ok) {
        for piece in said.split(|byte| *byte == b'\r') {
            let text = String::from_utf8_lossy(piece);
            match Said::of(&text) {
                Said::Count(done, all) => progress.counted(part, done, all),
                Said::Begins(name) => progress.begins(part, name),
                Said::Nothing => {}
                Said::Words(text) => progress.say(text),
            }
        }
    }
}

/// A line of cargo.
#[derive(Debug, PartialEq)]
enum Said<'a> {
    /// Units done, and units in all.
    Count(usize, usize),
    Begins(&'a str),
    /// What the progress line says in its own way.
    Nothing,
    Words(&'a str),
}

/// What cargo does, as it says it, that nobody needs to read beside a progress line.
const USUAL: [&str; 10] = [
    "Blocking",
    "Downloaded",
    "Downloading",
    "Finished",
    "Fresh",
    "Locking",
    "Updating",
    "Adding",
    "Building",
    "Dirty",
];

impl Said<'_> {
    fn of(line: &str) -> Said<'_> {
        let text = line.trim_start_matches("\u{1b}[K").trim_end_matches("\u{1b}[K").trim_end();
        let (first, rest) = text.trim_start().split_once(' ').unwrap_or((text.trim_start(), ""));
        match first {
            "" => Said::Nothing,
            "Compiling" => Said::Begins(rest.split(' ').next().unwrap_or_default()),
            "Building" => count(rest).map_or(Said::Nothing, |(done, all)| Said::Count(done, all)),
            word if USUAL.contains(&word) => Said::Nothing,
            _ => Said::Words(text),
        }
    }
}

/// The count behind a bar: `[====>   ] 12/345: …`.
fn count(text: &str) -> Option<(usize, usize)> {
    let (_, rest) = text.split_once("] ")?;
    let (done, rest) = rest.split_once('/')?;
    let all = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
    Some((done.trim().parse().ok()?, all.parse().ok()?))
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

/// Where all that is built goes.
fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from)
}

/// What a message of cargo says to be built, and whether it had been before. Cargo writes one JSON object a line.
fn artifact(message: &str) -> Option<(String, bool)> {
    let (_, rest) = message.split_once("\"reason\":\"compiler-artifact\"")?;
    let (_, target) = rest.split_once("\"target\":{")?;
    let (_, name) = target.split_once("\"name\":\"")?;
    Some((text(name)?, message.contains("\"fresh\":true")))
}

/// The path of a program in a message of cargo.
fn program(message: &str) -> Option<PathBuf> {
    if let Some((_, rest)) = message.split_once("\"executable\":\"") {
        return Some(PathBuf::from(text(rest)?));
    }
    let (_, rest) = message.split_once("\"filenames\":[")?;
    let (names, _) = rest.split_once(']')?;
    let mut names = names.split(',').filter_map(|name| text(name.strip_prefix('"')?));
    names.find(|name| name.ends_with(".wasm")).map(PathBuf::from)
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
        assert_eq!(program(message), Some(PathBuf::from("/a b/release/aelian")));
        let page = r#"{"target":{"name":"aelian_web"},"filenames":["/a/b.rlib","/a/aelian_web.wasm"],"executable":null}"#;
        assert_eq!(program(page), Some(PathBuf::from("/a/aelian_web.wasm")));
        let built = Built(vec![program(message).unwrap(), program(page).unwrap()]);
        assert_eq!(built.find("aelian_web"), Ok(Path::new("/a/aelian_web.wasm")));
        assert!(built.find("other").is_err());
    }

    #[test]
    fn messages_without_a_program_are_passed_over() {
        assert_eq!(program(r#"{"reason":"compiler-artifact","executable":null}"#), None);
        assert_eq!(program(r#"{"reason":"build-finished","success":true}"#), None);
        assert_eq!(program(r#"{"executable":"/cut/off/aelian"#), None);
        assert_eq!(program(r#"{"filenames":["/a/libserde.rlib"]}"#), None);
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(text(r#"C:\\a\"b\u0041" rest"#).as_deref(), Some("C:\\a\"bA"));
    }

    #[test]
    fn a_message_says_what_is_there() {
        let message = r#"{"reason":"compiler-artifact","package_id":"x#y@1","target":{"kind":["lib"],"name":"aelian_view","src_path":"/"},"fresh":false}"#;
        assert_eq!(artifact(message), Some(("aelian_view".to_owned(), false)));
        assert_eq!(artifact(r#"{"reason":"build-finished","success":true}"#), None);
    }

    #[test]
    fn what_cargo_says_is_understood() {
        assert_eq!(Said::of("    Building [====>    ] 12/345: serde, toml(build)..."), Said::Count(12, 345));
        assert_eq!(Said::of("   Compiling aelian-view v0.1.0 (/somewhere)"), Said::Begins("aelian-view"));
        assert_eq!(Said::of("    Finished `quick` profile [optimized] target(s) in 3s"), Said::Nothing);
        assert_eq!(Said::of("\u{1b}[K"), Said::Nothing);
        assert_eq!(
            Said::of("error[E0432]: unresolved import"),
            Said::Words("error[E0432]: unresolved import")
        );
        assert_eq!(Said::of("  --> src/lib.rs:3:5"), Said::Words("  --> src/lib.rs:3:5"));
    }
}
