//! `aelian simulate`: whole battles, computer against computer.

use anyhow::Result;
use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub struct SimulateArgs {
    game: String,
}

pub fn run(_args: &SimulateArgs) -> Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
