//! `aelian army` for Hail Caesar.

use crate::input::{say, text};
use aelian_hail_caesar::army::{self, Army, ready};
use aelian_view::start::read_army;
use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

/// Whether a file is an army of this game: it names the game or one of its lists, or has divisions, rightly spelt or not.
pub fn is_one(path: &Path) -> bool {
    let says = |line: &str| {
        let line = line.replace([' ', '\'', '"'], "");
        line.starts_with("[[div")
            || line == "game=hail-caesar"
            || army::lists().iter().any(|list| line == format!("list={}", list.slug))
    };
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(says))
}

/// Whether a name is a ready army of this game, or a file of one.
pub fn knows(name: &str) -> bool {
    ready().iter().any(|army| army.slug == name) || is_one(Path::new(name))
}

/// A ready army by its name, or the army of a file.
pub fn find(name: &str) -> Result<Army> {
    found(name, army::read)
}

/// The same, though its list may not allow it.
pub fn find_anyway(name: &str) -> Result<Army> {
    found(name, army::read_unjudged)
}

fn found(name: &str, read: fn(&str, &str) -> Result<Army, army::ArmyError>) -> Result<Army> {
    if let Some(army) = ready().iter().find(|army| army.slug == name) {
        return Ok(army.clone());
    }
    if !Path::new(name).exists() {
        let known: Vec<&str> = ready().iter().map(|army| army.slug.as_str()).collect();
        bail!("`{name}` is neither a ready army nor a file; ready armies: {}", known.join(", "));
    }
    read(name, &text(Path::new(name))?).map_err(|error| anyhow!("{name}: {error}"))
}

pub fn check(path: &Path, json: bool) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Checked {
        legal: bool,
        faults: Vec<String>,
    }
    let faults = read_army("hail-caesar", &text(path)?).err().unwrap_or_default();
    let checked = Checked { legal: faults.is_empty(), faults };
    if json {
        say(&serde_json::to_string_pretty(&checked)?)?;
    } else {
        for fault in &checked.faults {
            say(&format!("  {fault}"))?;
        }
        say(if checked.legal { "The army may be fielded." } else { "The army may not be fielded." })?;
    }
    Ok(if checked.legal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

pub fn list(json: bool) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Row<'a> {
        name: &'a str,
        title: &'a str,
        points: u32,
        divisions: usize,
        units: usize,
    }
    let rows = ready().iter().map(|army| Row {
        name: &army.slug,
        title: &army.name,
        points: army.points(),
        divisions: army.divisions.len(),
        units: army.units().count(),
    });
    if json {
        say(&serde_json::to_string_pretty(&rows.collect::<Vec<_>>())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        say(&format!(
            "{:<22} {:<34} {:>4} points {:>2} divisions {:>3} units",
            row.name, row.title, row.points, row.divisions, row.units
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub fn show(name: &str) -> Result<ExitCode> {
    let army = find(name)?;
    say(&format!("{}, {} points", army.name, army.points()))?;
    for division in &army.divisions {
        let general = if division.general { ", general" } else { "" };
        say(&format!(
            "{} under {}, leadership {}{general}",
            division.name, division.commander, division.leadership
        ))?;
        for line in &division.units {
            say(&format!("  {:<40} {}", line.name, line.troop))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
