//! `aelian army`: army files checked, ready armies listed.

use anyhow::Result;
use clap::Subcommand;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum ArmyCommand {
    /// Check an army file; every fault is told with its rule and line
    Check { file: PathBuf },
    /// List the ready armies of a game
    List { game: String },
}

pub fn run(_command: &ArmyCommand) -> Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
