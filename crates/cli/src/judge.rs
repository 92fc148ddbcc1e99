//! `aelian judge`: the umpire for any written position.

use crate::input::{say, text};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::Stated;
use aelian_view::case::{Assumed, Report, StepReport, game_of, judge, judge_strictly, read, rewritten};
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
    /// Answer no question on which a case says nothing: so the tests read
    #[arg(long)]
    strict: bool,
    /// Write the files anew, so that a strict reader finds in them all that was assumed
    #[arg(long, conflicts_with_all = ["json", "strict"])]
    rewrite: bool,
}

pub fn run(args: &JudgeArgs) -> Result<ExitCode> {
    if args.rewrite {
        return rewrite_all(&args.files);
    }
    let mut met = true;
    for path in &args.files {
        let text = text(path)?;
        let report = report(&text, args.strict).with_context(|| path.display().to_string())?;
        met &= report.unmet.is_empty();
        if args.json {
            say(&serde_json::to_string_pretty(&report)?)?;
        } else {
            say(&shown(&report))?;
        }
    }
    Ok(if met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes each file anew that leaves something to its reader; those that cannot be stay as they are, and are told.
fn rewrite_all(paths: &[PathBuf]) -> Result<ExitCode> {
    let mut all = true;
    for path in paths {
        match rewrite(&text(path)?) {
            Ok(None) => {}
            Ok(Some(text)) => {
                std::fs::write(path, text).with_context(|| path.display().to_string())?;
                say(&format!("{}: rewritten", path.display()))?;
            }
            Err(why) => {
                all = false;
                say(&format!("{}: stays as it is: {why}", path.display()))?;
            }
        }
    }
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn rewrite(text: &str) -> Result<Option<String>, String> {
    let name = game_of(text).map_err(|faults| faults.to_string())?;
    match name.parse::<Game>().map_err(|unknown| unknown.to_string())? {
        Game::BloodAndBlades => rewritten::<BloodAndBlades>(text),
        Game::FogAncients => rewritten::<FogAncients>(text),
        Game::HailCaesar => rewritten::<HailCaesar>(text),
    }
}

fn report(text: &str, strict: bool) -> Result<Report> {
    let name = game_of(text).map_err(|faults| anyhow!("{faults}"))?;
    match name.parse::<Game>()? {
        Game::BloodAndBlades => judged::<BloodAndBlades>(text, strict),
        Game::FogAncients => judged::<FogAncients>(text, strict),
        Game::HailCaesar => judged::<HailCaesar>(text, strict),
    }
}

fn judged<R: Stated>(text: &str, strict: bool) -> Result<Report> {
    let case = read::<R>(text).map_err(|faults| anyhow!("{faults}"))?;
    let judge = if strict { judge_strictly } else { judge };
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
    assumed_lines(&step.assumed_before, lines);
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
    assumed_lines(&step.assumed_then, lines);
    if let Some(needs) = &step.needs {
        lines.push(format!("    the dice end too soon: {needs}"));
    }
}

/// Questions on which the case says nothing.
fn assumed_lines(assumed: &[Assumed], lines: &mut Vec<String>) {
    let told = |one: &Assumed| format!("  (assumed: {}: {}, for {})", one.asked, one.answer, one.why);
    lines.extend(assumed.iter().map(told));
}
