//! `aelian replay`: recorded battles shown, verified, drawn.

use crate::input::{say, text};
use aelian_game::{Match, Next, Record, Ruleset, game_of};
use aelian_rules::{BloodAndBlades, Game};
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
    let names = R::names(&game.record.setup);
    let mut state = game.first().clone();
    let mut moment = String::new();
    for (at, step) in game.record.steps.iter().enumerate() {
        let now = game.rules.tell_moment(&state);
        if now != moment {
            say(&format!("\n== {now}"))?;
            moment = now;
        }
        say(&format!("{:>5}  {}", at + 1, game.rules.tell_choice(&state, &names, &step.choice)))?;
        for roll in &step.rolls {
            say(&format!("         dice {}: {} {:?}", roll.rule, roll.throw, roll.faces))?;
        }
        if !brief {
            for reason in &step.reasons {
                let told = game.rules.tell_fact(&state, &names, &reason.fact);
                say(&format!("         {}: {told}", reason.rule))?;
            }
        }
        for event in &step.events {
            let told = game.rules.tell_event(&state, &names, event);
            if !told.is_empty() {
                say(&format!("       * {told}"))?;
            }
            R::apply(&mut state, event);
        }
    }
    if let Next::Over(ending) = game.next() {
        let winner = ending.winner.map_or("a draw".to_owned(), |side| format!("{} wins", side.name()));
        say(&format!("\n{winner} ({}), score {} : {}", ending.cause, ending.score[0], ending.score[1]))?;
    }
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
