//! The launcher: what `cargo run --release` starts. It builds what it hands over to, so that one command is
//! enough on a fresh clone, and shows cargo's progress while it does.
//!
//! Plainly, or with options of `aelian serve` such as `--port`, it builds page and server fast and opens the browser
//! table; with `--full` it builds them as they are shipped. With anything else it becomes the `aelian` command:
//! `cargo run --release -- simulate …`.

// Whoever reads what is printed may go away; these macros would panic then.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod build;
mod hand_over;
mod page;
mod progress;
mod words;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Asks for the table as it is shipped.
const FULL: &str = "--full";

/// What the user asked for.
#[derive(Debug, PartialEq)]
enum Wish {
    /// The browser table, with these options.
    Table(Vec<OsString>),
    /// The same as it is shipped.
    FullTable(Vec<OsString>),
    /// The browser table with a page that lies ready, or only its options told: nothing is to be built for it.
    BareTable(Vec<OsString>),
    /// The `aelian` command with these arguments.
    Command(Vec<OsString>),
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = match Wish::of(arguments) {
        Wish::Table(options) => table(options),
        Wish::FullTable(options) => full_table(options),
        Wish::BareTable(options) => bare_table(&options),
        Wish::Command(arguments) => command(&arguments),
    };
    done.unwrap_or_else(|trouble| {
        words::line(&format!("error: {trouble}"));
        ExitCode::from(2)
    })
}

impl Wish {
    fn of(arguments: Vec<OsString>) -> Wish {
        let first = arguments.first().and_then(|word| word.to_str());
        let mut options: Vec<OsString> = match first {
            Some("serve") => arguments.into_iter().skip(1).collect(),
            Some("--help" | "-h" | "--version" | "-V") => return Wish::Command(arguments),
            Some(word) if word.starts_with('-') => arguments,
            None if arguments.is_empty() => arguments,
            _ => return Wish::Command(arguments),
        };
        let all = options.len();
        options.retain(|option| option != FULL);
        if options.iter().any(needs_no_page) {
            Wish::BareTable(options)
        } else if options.len() < all {
            Wish::FullTable(options)
        } else {
            Wish::Table(options)
        }
    }
}

fn needs_no_page(option: &OsString) -> bool {
    let option = option.to_string_lossy();
    option.starts_with("--page") || option == "--help" || option == "-h"
}

/// A plain start: what a player meets first. Built fast, for this machine, and without what only the command needs.
fn table(options: Vec<OsString>) -> Result<ExitCode, String> {
    let page::Table { program, page } = page::quick()?;
    hand_over::to(&program, &with_page(page, options))
}

/// The table as it is shipped, which is small and quick and takes long to build.
fn full_table(options: Vec<OsString>) -> Result<ExitCode, String> {
    words::line("Aelian builds its page and its server as they are shipped. The first time this takes long.");
    let page = page::full()?;
    let built = build::plainly(build::FULL)?;
    let arguments: Vec<OsString> =
        [OsString::from("serve")].into_iter().chain(with_page(page, options)).collect();
    hand_over::to(built.find("aelian")?, &arguments)
}

fn with_page(page: PathBuf, options: Vec<OsString>) -> Vec<OsString> {
    [OsString::from("--page"), page.into()].into_iter().chain(options).collect()
}

fn bare_table(options: &[OsString]) -> Result<ExitCode, String> {
    let built = build::plainly(build::TABLE)?;
    hand_over::to(built.find("aelian-table")?, options)
}

fn command(arguments: &[OsString]) -> Result<ExitCode, String> {
    let draws = arguments.iter().take(2).eq(["replay", "export"]);
    let built = build::plainly(if draws { build::PICTURES } else { build::COMMAND })?;
    hand_over::to(built.find("aelian")?, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    fn wish(text: &str) -> Wish {
        Wish::of(words(text))
    }

    #[test]
    fn a_plain_start_and_options_of_the_server_open_the_table() {
        for options in ["", "--port 8000", "--no-open --data games", "--port=0"] {
            assert_eq!(wish(options), Wish::Table(words(options)), "{options}");
        }
        assert_eq!(wish("serve --port 8000"), Wish::Table(words("--port 8000")));
        assert_eq!(wish("serve"), Wish::Table(Vec::new()));
    }

    #[test]
    fn the_table_as_it_is_shipped_is_asked_for() {
        assert_eq!(wish("--full --port 8000"), Wish::FullTable(words("--port 8000")));
        assert_eq!(wish("serve --full"), Wish::FullTable(Vec::new()));
    }

    #[test]
    fn a_page_that_is_there_is_not_built() {
        for options in ["--page folder", "--port 1 --page=folder"] {
            assert_eq!(wish(options), Wish::BareTable(words(options)), "{options}");
        }
        assert_eq!(wish("serve --help"), Wish::BareTable(words("--help")));
    }

    #[test]
    fn anything_else_is_a_command() {
        for arguments in ["rules status", "simulate --games 3", "--help", "--version", "-h"] {
            assert_eq!(wish(arguments), Wish::Command(words(arguments)), "{arguments}");
        }
    }
}
