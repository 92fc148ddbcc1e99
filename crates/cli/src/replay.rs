//! `aelian replay`: recorded battles shown, verified, drawn.

use crate::input::{say, text};
use aelian_game::{Match, Record, ReplayError, Ruleset, StepError, game_of};
use aelian_rulebook::Reason;
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::story::tell_match;
use aelian_view::told::Told;
use anyhow::{Context, Error, Result, anyhow, bail};
use clap::Subcommand;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum ReplayCommand {
    /// The battle as text, with the reasons of every result
    Show {
        file: PathBuf,
        /// Leave the reasons out
        #[arg(long)]
        brief: bool,
    },
    /// Run rules and dice again and compare every step: state, events, dice and reasons
    #[command(
        after_help = "Exit code: 0 every step is the same, 2 a step differs, is refused by the rules or cannot be read."
    )]
    Verify {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Draw the table after a step
    Export {
        file: PathBuf,
        /// After so many steps; the last one unless said
        #[arg(long)]
        step: Option<usize>,
        /// Where to: a name that ends in .svg or .png
        #[arg(long, short)]
        output: PathBuf,
    },
}

pub fn run(command: &ReplayCommand) -> Result<ExitCode> {
    match command {
        ReplayCommand::Show { file, brief } => {
            let text = text(file)?;
            match game(file, &text)? {
                Game::BloodAndBlades => show::<BloodAndBlades>(file, &text, *brief),
                Game::FogAncients => show::<FogAncients>(file, &text, *brief),
                Game::HailCaesar => show::<HailCaesar>(file, &text, *brief),
            }
        }
        ReplayCommand::Verify { files } => {
            for file in files {
                let text = text(file)?;
                match game(file, &text)? {
                    Game::BloodAndBlades => verify::<BloodAndBlades>(file, &text)?,
                    Game::FogAncients => verify::<FogAncients>(file, &text)?,
                    Game::HailCaesar => verify::<HailCaesar>(file, &text)?,
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        ReplayCommand::Export { file, step, output } => {
            let text = text(file)?;
            match game(file, &text)? {
                Game::BloodAndBlades => export::<BloodAndBlades>(file, &text, *step, output),
                Game::FogAncients => export::<FogAncients>(file, &text, *step, output),
                Game::HailCaesar => export::<HailCaesar>(file, &text, *step, output),
            }
        }
    }
}

fn game(file: &Path, text: &str) -> Result<Game> {
    let name = game_of(text).with_context(|| file.display().to_string())?;
    name.parse::<Game>().with_context(|| format!("{}: line 1", file.display()))
}

fn read<R: Ruleset>(file: &Path, text: &str) -> Result<Record<R>> {
    Record::<R>::read(text).with_context(|| file.display().to_string())
}

fn open<R: Told>(file: &Path, text: &str) -> Result<Match<R>> {
    Match::open(read(file, text)?).map_err(|error| departs(file, &error))
}

/// Each step of a record is a line, after that of the header.
fn departs<R: Ruleset>(file: &Path, error: &ReplayError<R>) -> Error {
    match error.step() {
        Some(at) => anyhow!("{}: line {}: {error}", file.display(), at + 2),
        None => anyhow!("{}: line 1: {error}", file.display()),
    }
}

fn show<R: Told>(file: &Path, text: &str, brief: bool) -> Result<ExitCode> {
    let game = open::<R>(file, text)?;
    say(&tell_match(&game, brief).join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn verify<R: Told>(file: &Path, text: &str) -> Result<()> {
    let record = read::<R>(file, text)?;
    Match::verify(&record).map_err(|error| {
        let lines = [departs(file, &error).to_string()].into_iter().chain(broken_rules(&record, &error));
        anyhow!("{}", lines.collect::<Vec<_>>().join("\n  "))
    })?;
    say(&format!("{}: {} steps, every step is the same", file.display(), record.steps.len()))
}

/// The rules that refuse a recorded setup or choice, in words.
fn broken_rules<R: Told>(record: &Record<R>, error: &ReplayError<R>) -> Vec<String> {
    match error {
        ReplayError::Setup(reasons) => {
            let told = |reason| R::tell_setup_reason(&record.setup, reason);
            reasons.iter().map(|reason| format!("{}: {}", reason.rule, told(reason))).collect()
        }
        ReplayError::Step { at, error: StepError::Refused(refused) } => {
            let before = Record {
                seen_by: record.seen_by,
                setup: record.setup.clone(),
                steps: record.steps.iter().take(*at).cloned().collect(),
            };
            // Its steps were the same as replayed, so it can be opened.
            let Ok(game) = Match::open(before) else { return Vec::new() };
            let names = R::names_in(&game);
            let told = |reason: &Reason<R::Fact>| {
                game.rules.tell_reason(&game.state, &names, reason.rule, &reason.fact)
            };
            refused.0.iter().map(|reason| format!("{}: {}", reason.rule, told(reason))).collect()
        }
        _ => Vec::new(),
    }
}

fn export<R: Told>(file: &Path, text: &str, step: Option<usize>, output: &Path) -> Result<ExitCode> {
    let game = open::<R>(file, text)?;
    let last = game.record.steps.len();
    let step = step.unwrap_or(last);
    if step > last {
        bail!("the record has {last} steps; step {step} is not among them");
    }
    let svg = game.rules.svg(&game.state_after(step), &R::names_in(&game));
    let picture = match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => png(&svg)?,
        _ => bail!("{}: the name must end in .svg or .png", output.display()),
    };
    std::fs::write(output, picture).with_context(|| format!("cannot write {}", output.display()))?;
    say(&format!("{}: the table after step {step} of {last}", output.display()))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>> {
    aelian_view::png::render(svg).map_err(|error| anyhow!("{error}"))
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>> {
    bail!(
        "this program was built without pictures as PNG; name a file that ends in .svg, or start it with \
         cargo run --release -- replay export"
    )
}
