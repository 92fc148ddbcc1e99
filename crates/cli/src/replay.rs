//! `aelian replay`: recorded battles shown, verified, drawn.

use crate::input::{say, text};
use aelian_game::{Match, Record, Ruleset, game_of};
use aelian_rules::{BloodAndBlades, Game};
use aelian_view::story::tell_match;
use aelian_view::told::Told;
use anyhow::{Context, Result, anyhow, bail};
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
    /// Run rules and dice again and compare the hash of every step
    Verify { files: Vec<PathBuf> },
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
            match game(&text)? {
                Game::BloodAndBlades => show::<BloodAndBlades>(&text, *brief),
            }
        }
        ReplayCommand::Verify { files } => {
            for file in files {
                let text = text(file)?;
                match game(&text)? {
                    Game::BloodAndBlades => verify::<BloodAndBlades>(file, &text)?,
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        ReplayCommand::Export { file, step, output } => {
            let text = text(file)?;
            match game(&text)? {
                Game::BloodAndBlades => export::<BloodAndBlades>(&text, *step, output),
            }
        }
    }
}

fn game(text: &str) -> Result<Game> {
    Ok(game_of(text)?.parse::<Game>()?)
}

fn open<R: Told>(text: &str) -> Result<Match<R>> {
    let record = Record::<R>::read(text)?;
    Match::open(record).map_err(|error| anyhow!("{error}"))
}

fn show<R: Told>(text: &str, brief: bool) -> Result<ExitCode> {
    let game = open::<R>(text)?;
    say(&tell_match(&game, brief).join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn verify<R: Ruleset>(file: &Path, text: &str) -> Result<()> {
    let record = Record::<R>::read(text).with_context(|| file.display().to_string())?;
    Match::verify(&record).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    say(&format!("{}: {} steps, every hash is the same", file.display(), record.steps.len()))
}

fn export<R: Told>(text: &str, step: Option<usize>, output: &Path) -> Result<ExitCode> {
    let game = open::<R>(text)?;
    let last = game.record.steps.len();
    let step = step.unwrap_or(last);
    if step > last {
        bail!("the record has {last} steps; step {step} is not among them");
    }
    let svg = game.rules.svg(&game.state_after(step), &R::names(&game.record.setup));
    let picture = match output.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => svg.into_bytes(),
        Some("png") => aelian_view::png::render(&svg).map_err(|error| anyhow!("{error}"))?,
        _ => bail!("{}: the name must end in .svg or .png", output.display()),
    };
    std::fs::write(output, picture).with_context(|| format!("cannot write {}", output.display()))?;
    say(&format!("{}: the table after step {step} of {last}", output.display()))?;
    Ok(ExitCode::SUCCESS)
}
