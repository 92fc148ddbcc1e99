//! The launcher: what `cargo run --release` starts. It builds the program it hands over to, so that one
//! command is enough on a fresh clone, and shows cargo's progress while it does.
//!
//! With arguments it becomes the `aelian` command: `cargo run --release -- simulate …`. Without, it shows
//! what there is to do.

mod build;
mod hand_over;

use std::ffi::OsString;
use std::process::ExitCode;

/// What the user asked for.
#[derive(Debug, PartialEq)]
enum Wish {
    /// Nothing in particular.
    Start,
    /// The `aelian` command with these arguments.
    Command(Vec<OsString>),
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let done = match Wish::of(arguments) {
        Wish::Start => start(),
        Wish::Command(arguments) => command(&arguments),
    };
    done.unwrap_or_else(|trouble| {
        eprintln!("error: {trouble}");
        ExitCode::from(2)
    })
}

impl Wish {
    fn of(arguments: Vec<OsString>) -> Wish {
        if arguments.is_empty() { Wish::Start } else { Wish::Command(arguments) }
    }
}

/// A plain start. What a player meets first belongs here and nowhere else.
fn start() -> Result<ExitCode, String> {
    let aelian = build::release("aelian-cli", "aelian")?;
    eprintln!("\nEach command below is run as: cargo run --release -- COMMAND\n");
    hand_over::to(&aelian, &[OsString::from("--help")])
}

fn command(arguments: &[OsString]) -> Result<ExitCode, String> {
    let aelian = build::release("aelian-cli", "aelian")?;
    hand_over::to(&aelian, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_a_command_and_none_is_a_start() {
        assert_eq!(Wish::of(Vec::new()), Wish::Start);
        let words = vec![OsString::from("rules"), OsString::from("status")];
        assert_eq!(Wish::of(words.clone()), Wish::Command(words));
    }
}
