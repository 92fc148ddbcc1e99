//! The program that a plain start waits for: `aelian serve` without the rest of the command.

use aelian_table::ServeArgs;
use clap::Parser;
use std::process::ExitCode;

/// Serves the browser table and keeps its games.
#[derive(Parser)]
#[command(name = "aelian", bin_name = "aelian serve", version)]
struct Table {
    #[command(flatten)]
    options: ServeArgs,
}

fn main() -> ExitCode {
    match aelian_table::run(&Table::parse().options) {
        Ok(code) => code,
        Err(error) => {
            aelian_table::tell(&format!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_options_are_well_formed() {
        Table::command().debug_assert();
    }
}
