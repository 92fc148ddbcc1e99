//! The launcher: what `cargo run --release` starts. It builds what it hands over to, so that one command is
//! enough on a fresh clone, and shows cargo's progress while it does.
//!
//! Plainly, or with options of `aelian serve` such as `--port`, it builds the page and opens the browser
//! table. With anything else it becomes the `aelian` command: `cargo run --release -- simulate …`.

mod build;
mod hand_over;
mod page;

use std::ffi::OsString;
use std::process::ExitCode;

/// What the user asked for.
#[derive(Debug, PartialEq)]
enum Wish {
    /// The browser table, with these options.
    Table(Vec<OsString>),
    /// The browser table with a page that lies ready, or only its options told: nothing is to be built for it.
    BareTable(Vec<OsString>),
    /// The `aelian` command with these arguments.
    Command(Vec<OsString>),
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = match Wish::of(arguments) {
        Wish::Table(options) => table(options),
        Wish::BareTable(options) => serve(options),
        Wish::Command(arguments) => command(&arguments),
    };
    done.unwrap_or_else(|trouble| {
        eprintln!("error: {trouble}");
        ExitCode::from(2)
    })
}

impl Wish {
    fn of(arguments: Vec<OsString>) -> Wish {
        let first = arguments.first().and_then(|word| word.to_str());
        let options = match first {
            Some("serve") => arguments.into_iter().skip(1).collect(),
            Some("--help" | "-h" | "--version" | "-V") => return Wish::Command(arguments),
            Some(word) if word.starts_with('-') => arguments,
            None if arguments.is_empty() => arguments,
            _ => return Wish::Command(arguments),
        };
        if options.iter().any(needs_no_page) { Wish::BareTable(options) } else { Wish::Table(options) }
    }
}

fn needs_no_page(option: &OsString) -> bool {
    let option = option.to_string_lossy();
    option.starts_with("--page") || option == "--help" || option == "-h"
}

/// A plain start: what a player meets first.
fn table(options: Vec<OsString>) -> Result<ExitCode, String> {
    eprintln!("Aelian builds its page and its server. The first time this takes some minutes.");
    let folder = page::build()?;
    serve([OsString::from("--page"), folder.into()].into_iter().chain(options).collect())
}

fn serve(options: Vec<OsString>) -> Result<ExitCode, String> {
    let aelian = build::program(build::AELIAN_SERVE)?;
    let arguments: Vec<OsString> = [OsString::from("serve")].into_iter().chain(options).collect();
    hand_over::to(&aelian, &arguments)
}

fn command(arguments: &[OsString]) -> Result<ExitCode, String> {
    let aelian = build::program(build::AELIAN)?;
    hand_over::to(&aelian, arguments)
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
