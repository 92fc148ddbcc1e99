//! `aelian judge`: the umpire for any written position.

use crate::input::{say, text};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::Stated;
use aelian_view::case::{Report, StepReport, game_of, judge, read};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
#[command(
    after_help = "The case format, with an example for each kind of choice, is in docs/cases.md.\nExit code: 0 as expected, 1 an expectation is not met, 2 the file cannot be read."
)]
pub struct JudgeArgs {
    /// Case files; `-` reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &JudgeArgs) -> Result<ExitCode> {
    let mut met = true;
    for path in &args.files {
        let text = text(path)?;
        let report = report(&text).with_context(|| path.display().to_string())?;
        met &= report.unmet.is_empty();
        if args.json {
            say(&serde_json::to_string_pretty(&report)?)?;
        } else {
            say(&shown(&report))?;
        }
    }
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn report(text: &str) -> Result<Report> {
    let name = game_of(text).map_err(|faults| anyhow!("{faults}"))?;
    match name.parse::<Game>()? {
        Game::BloodAndBlades => judged::<BloodAndBlades>(text),
        Game::FogAncients => judged::<FogAncients>(text),
        Game::HailCaesar => judged::<HailCaesar>(text),
    }
}

fn judged<R: Stated>(text: &str) -> Result<Report> {
    let case = read::<R>(text).map_err(|faults| anyhow!("{faults}"))?;
    judge(&case).map_err(|faults| anyhow!("the position cannot be:\n{faults}"))
}

fn shown(report: &Report) -> String {
    let mut lines = vec![report.title.clone()];
    lines.extend(report.faults.iter().map(|said| format!("    refused by {}: {}", said.rule, said.text)));
    for step in &report.steps {
        step_lines(step, &mut lines);
    }
    for answer in &report.answers {
        lines.push(format!("? {}", answer.question));
        lines.extend(answer.lines.iter().map(|line| format!("    {line}")));
    }
    lines.push("Table afterwards:".to_owned());
    lines.extend(report.table.iter().map(|line| format!("  {line}")));
    lines.push(format!("Next: {}", report.next));
    match report.unmet.as_slice() {
        [] => lines.push("All expectations are met.".to_owned()),
        unmet => {
            lines.push("NOT MET:".to_owned());
            lines.extend(unmet.iter().map(|line| format!("  {line}")));
        }
    }
    lines.join("\n")
}

fn step_lines(step: &StepReport, lines: &mut Vec<String>) {
    lines.push(format!("> {}: {}", step.choice, step.verdict.to_uppercase()));
    if let Some(cost) = step.cost {
        lines.push(format!("    cost {cost}"));
    }
    for (mark, list) in
        [("refused by", &step.breaches), ("brings", &step.consequences), ("because", &step.reasons)]
    {
        lines.extend(list.iter().map(|said| format!("    {mark} {}: {}", said.rule, said.text)));
    }
    lines.extend(step.rolls.iter().map(|roll| format!("    dice {roll}")));
    lines.extend(step.events.iter().filter(|event| !event.is_empty()).map(|event| format!("    * {event}")));
    if let Some(needs) = &step.needs {
        lines.push(format!("    the dice end too soon: {needs}"));
    }
}
