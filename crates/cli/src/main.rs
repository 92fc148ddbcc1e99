//! The `aelian` command: one file for each subcommand.

// Whoever reads what is printed may go away, as `head` does; these macros would panic then.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod army;
mod army_list;
mod caesar_army;
mod caesar_odds;
mod fog_army;
mod fog_odds;
mod input;
mod judge;
mod odds;
mod replay;
mod rules;
mod simulate;

use aelian_rules::Game;
use anyhow::Result;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// Simulation and search make and drop many short lists.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

/// Aelian plays historical tabletop battles by the full written rules.
///
/// It is umpire, dice, bookkeeper, opponent and teacher. Every verdict names the rule it rests on;
/// `aelian rules` shows the rule.
#[derive(Parser)]
#[command(name = "aelian", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show rules in our own words, or how far they are done
    Rules(rules::RulesArgs),
    /// Check an army file, or list the ready armies
    #[command(subcommand)]
    Army(army::ArmyCommand),
    /// Play whole battles, computer against computer
    Simulate(simulate::SimulateArgs),
    /// Exact odds of a combat, given by two bases and circumstances
    Odds(odds::OddsArgs),
    /// Judge a written position: verdict, reasons, dice, events, and the table afterwards
    Judge(judge::JudgeArgs),
    /// Show, verify or draw a recorded battle
    #[command(subcommand)]
    Replay(replay::ReplayCommand),
    /// Play in the browser: serve the table and keep its games
    #[cfg(feature = "serve")]
    Serve(aelian_table::ServeArgs),
    /// Print shell completions
    Completions { shell: Shell },
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) => {
            input::complain(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Rules(args) => rules::run(&args),
        Command::Army(command) => army::run(&command),
        Command::Simulate(args) => simulate::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Odds(args) => odds::run(&args),
        Command::Replay(command) => replay::run(&command),
        #[cfg(feature = "serve")]
        Command::Serve(args) => aelian_table::run(&args),
        Command::Completions { shell } => {
            // Written in memory first: by itself it would panic when nobody reads.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "aelian", &mut script);
            input::say(String::from_utf8_lossy(&script).trim_end())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// A game by its name, for arguments.
pub fn game(name: &str) -> Result<Game, String> {
    name.parse().map_err(|error: aelian_rules::UnknownGame| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
