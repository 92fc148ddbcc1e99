//! `aelian army` for Field of Glory Ancients.

use crate::input::{say, text};
use aelian_fog_ancients::army::{self, ArmyFile, OrderOfBattle, price, ready};
use aelian_fog_ancients::settings::{Edition, MoveUnit, Scale, Settings};
use aelian_fog_ancients::setup::{Setup, Start, TableSize};
use aelian_rules::FogAncients;
use aelian_view::told::Told;
use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use std::path::Path;
use std::process::ExitCode;

/// Whether a file is an army of this game: only its armies have battle groups.
pub fn is_one(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.trim() == "[[groups]]"))
}

/// Whether a name is a ready army of this game, or a file of one.
pub fn knows(name: &str) -> bool {
    ready::named(name).is_some() || is_one(Path::new(name))
}

/// A ready army by its name, or the army of a file.
pub fn find(name: &str) -> Result<ArmyFile> {
    if let Some(army) = ready::named(name) {
        return Ok(ArmyFile { army: army.order_of_battle.clone(), description: army.description.clone() });
    }
    if !Path::new(name).exists() {
        let known: Vec<&str> = ready().iter().map(|army| army.slug).collect();
        bail!("`{name}` is neither a ready army nor a file; ready armies: {}", known.join(", "));
    }
    read(Path::new(name))
}

fn read(path: &Path) -> Result<ArmyFile> {
    army::file::read(&text(path)?).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(|fault| format!("{}: {fault}", path.display())).collect();
        anyhow!("the army file cannot be read\n{}", lines.join("\n"))
    })
}

/// A battle between two armies by the book, on the standard table.
pub fn battle(armies: [OrderOfBattle; 2], edition: Edition, points: Option<u32>) -> Setup {
    Setup {
        edition,
        scale: Scale::default(),
        unit: MoveUnit::default(),
        table: TableSize::default(),
        points,
        initiative: None,
        initial: None,
        settings: Settings::default(),
        armies,
        start: Start::Book,
    }
}

#[derive(Serialize)]
struct Checked {
    name: String,
    points: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    budget: Option<f64>,
    groups: usize,
    bases: usize,
    legal: bool,
    faults: Vec<Fault>,
}

#[derive(Serialize)]
struct Fault {
    rule: String,
    text: String,
}

/// Points that may be spent, as they are written after `--budget`.
pub fn whole_points(budget: f64) -> Result<u32> {
    if budget.fract() == 0.0 && (1.0..=1_000_000.0).contains(&budget) {
        return Ok(budget as u32);
    }
    bail!("the budget {budget} is not a whole number of points from 1 to 1000000")
}

pub fn check(path: &Path, budget: Option<f64>, json: bool) -> Result<ExitCode> {
    let army = read(path)?.army;
    let points = budget.map(whole_points).transpose()?;
    let setup = battle([army.clone(), OrderOfBattle::default()], Edition::First, points);
    let faults = army::check(setup.edition, points, &army);
    let told = |fault: &aelian_rulebook::Reason<aelian_fog_ancients::Fact>| Fault {
        rule: fault.rule.to_string(),
        text: FogAncients::tell_setup_reason(&setup, fault),
    };
    let checked = Checked {
        name: army.name.clone(),
        points: price::of_army(&army),
        budget,
        groups: army.groups.len(),
        bases: army.groups.iter().map(|group| usize::from(group.bases())).sum(),
        legal: faults.is_empty(),
        faults: faults.iter().map(told).collect(),
    };
    if json {
        say(&serde_json::to_string_pretty(&checked)?)?;
    } else {
        say(&format!(
            "{}: {} battle groups, {} bases, {} points",
            checked.name, checked.groups, checked.bases, checked.points
        ))?;
        for fault in &checked.faults {
            say(&format!("  {}: {}", fault.rule, fault.text))?;
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
        period: &'a str,
        points: i32,
        groups: usize,
        description: &'a str,
    }
    let rows = ready().iter().map(|army| Row {
        name: army.slug,
        title: &army.order_of_battle.name,
        period: &army.order_of_battle.period,
        points: price::of_army(&army.order_of_battle),
        groups: army.order_of_battle.groups.len(),
        description: &army.description,
    });
    if json {
        say(&serde_json::to_string_pretty(&rows.collect::<Vec<_>>())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        say(&format!(
            "{:<22} {:<34} {:<18} {:>4} points {:>3} battle groups",
            row.name, row.title, row.period, row.points, row.groups
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

pub fn show(name: &str) -> Result<ExitCode> {
    let ArmyFile { army, description } = find(name)?;
    say(&format!("{}, {}: {} points", army.name, army.period, price::of_army(&army)))?;
    if !description.is_empty() {
        say(&description)?;
    }
    for officer in &army.commanders {
        say(&format!(
            "  {:<34} {:?} commander, {} points",
            officer.label,
            officer.grade,
            price::of_commander(officer)
        ))?;
    }
    for group in &army.groups {
        let parts: Vec<String> =
            group.parts.iter().map(|part| format!("{} x {}", part.bases, part.troop)).collect();
        say(&format!(
            "  {:<34} {} {} {}, {} points",
            group.label,
            parts.join(" + "),
            group.quality.name(),
            group.training.name(),
            price::of_group(group).unwrap_or_default()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
