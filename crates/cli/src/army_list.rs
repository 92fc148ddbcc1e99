//! `aelian army` for army lists of Blood and Blades (BB-LST-00b): what a list offers, and what its translation changed.

use crate::input::{say, text};
use aelian_blood_and_blades::army::Enlisted;
use aelian_blood_and_blades::army::list::{ArmyList, Line, Offer, Offered};
use aelian_blood_and_blades::army::list_file::{self, ListFile};
use aelian_blood_and_blades::army::price;
use aelian_blood_and_blades::army::translate::Change;
use aelian_blood_and_blades::tables::Tables;
use aelian_rulebook::Reason;
use anyhow::{Result, anyhow};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

/// Whether a file is an army list: only lists have lines.
pub fn is_one(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| {
        text.lines().any(|line| line.trim() == "[[lines]]" || line.trim_start().starts_with("lines ="))
    })
}

pub fn read(path: &Path) -> Result<ListFile> {
    list_file::read(&text(path)?).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
        anyhow!("the army list cannot be read\n{}", lines.join("\n"))
    })
}

#[derive(Serialize)]
struct Checked {
    name: String,
    lines: usize,
    changes: Vec<Told>,
}

#[derive(Serialize)]
struct Told {
    rule: String,
    text: String,
}

/// Reads a list, and says what became of it if it is one of another game.
pub fn check(path: &Path, json: bool) -> Result<ExitCode> {
    let ListFile { list, changes } = read(path)?;
    let changes = changes.iter().map(told).collect();
    let checked = Checked { name: list.name.clone(), lines: list.lines.len(), changes };
    if json {
        say(&serde_json::to_string_pretty(&checked)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("{}: {} lines", checked.name, checked.lines))?;
    for change in &checked.changes {
        say(&format!("  {}: {}", change.rule, change.text))?;
    }
    say("The list can be used.")?;
    Ok(ExitCode::SUCCESS)
}

fn told(change: &Reason<Change>) -> Told {
    let text = match &change.fact {
        Change::Became { line, from, to } => format!("line {line}: {from} are {to} here"),
        Change::Dropped { line } => format!("line {line} is left out"),
        Change::DroppedTroops { line, troops } => format!("line {line}: {troops} are left out"),
        Change::Halved { line, from, to } => format!("line {line}: {to} bases, halved from {from}"),
        Change::PointsReplaced { line } => format!("line {line}: the points are those of this game"),
    };
    Told { rule: change.rule.to_string(), text }
}

/// The list in the words of this game, line by line with prices.
pub fn show(path: &Path) -> Result<ExitCode> {
    let ListFile { list, .. } = read(path)?;
    let period = list.period.map(|period| format!(", {period}")).unwrap_or_default();
    say(&format!("{}{period}", list.name))?;
    for line in &list.lines {
        say(&format!("{:>6} {:<7} {}{}", line.id, line.numbers.to_string(), offer(line), ties(&list, line)))?;
        for offered in line.offered() {
            say(&format!("{:>14} {}", "", one(line, offered)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn offer(line: &Line) -> String {
    let how = match &line.offer {
        Offer::Commander(_) => "the C-in-C",
        Offer::Any(_) => "any of",
        Offer::Halves { .. } => "front and support",
        Offer::Instead { .. } => "instead",
    };
    if line.label.is_empty() { how.to_owned() } else { format!("{}: {how}", line.label) }
}

/// The other lines that a line speaks of.
fn ties(list: &ArmyList, line: &Line) -> String {
    let known = |id: &str| list.line(id).map_or(id.to_owned(), |line| line.id.clone());
    let replaces = line.replaces().map(|of| format!(" of {}", known(of))).unwrap_or_default();
    match line.supports.is_empty() {
        true => replaces,
        false => format!("{replaces}, supporting {}", line.supports.join(", ")),
    }
}

fn one(line: &Line, offered: &Offered) -> String {
    let base: Enlisted = offered.enlist(line);
    let points =
        price::of_base(Tables::standard(), &base).map_or(0.0, |price| price::halves(&price).0 as f64 / 2.0);
    let mounted = if offered.vehicles { ", mounted" } else { "" };
    let support = if offered.troop.special_support { ", special support" } else { "" };
    format!("{}: {points} AP{mounted}{support}", offered.troop)
}
