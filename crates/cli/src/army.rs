//! `aelian army`: army files checked, ready armies listed and shown.

use crate::input::{only_own, say, text};
use aelian_blood_and_blades::Rules;
use aelian_blood_and_blades::Setup;
use aelian_blood_and_blades::army::{
    self, ArmyFile, HalfPoints, OrderOfBattle, list_assign, list_check, price, ready,
};
use aelian_blood_and_blades::settings::Settings;
use aelian_blood_and_blades::tables::{Scale, Tables};
use aelian_rulebook::Reason;
use aelian_rules::Game;
use aelian_view::told::Told;
use anyhow::{Result, bail};
use clap::Subcommand;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Subcommand)]
pub enum ArmyCommand {
    /// Check an army file, or a list of Blood and Blades; every fault is told with its rule and line
    Check {
        file: PathBuf,
        /// Blood and Blades: the army list that the army is of, one of this game or of DBM
        #[arg(long, value_name = "LIST")]
        list: Option<PathBuf>,
        /// Blood and Blades and Field of Glory: points that may be spent; the game's usual number unless said
        #[arg(long)]
        budget: Option<f64>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the ready armies of a game
    List {
        #[arg(value_parser = crate::game)]
        game: Game,
        #[arg(long)]
        json: bool,
    },
    /// Show one ready army, an army file, or a list of Blood and Blades, with prices
    Show { army: String },
}

pub fn run(command: &ArmyCommand) -> Result<ExitCode> {
    match command {
        ArmyCommand::Check { file, list, budget, json } if crate::fog_army::is_one(file) => {
            only_own(Game::FogAncients, &[("--list", list.is_some(), &[Game::BloodAndBlades])])?;
            crate::fog_army::check(file, *budget, *json)
        }
        ArmyCommand::Check { file, list, budget, json } if crate::caesar_army::is_one(file) => {
            let games = &[Game::BloodAndBlades, Game::FogAncients];
            let list = ("--list", list.is_some(), &games[..1]);
            only_own(Game::HailCaesar, &[("--budget", budget.is_some(), games), list])?;
            crate::caesar_army::check(file, *json)
        }
        ArmyCommand::Check { file, list: None, budget: None, json } if crate::army_list::is_one(file) => {
            crate::army_list::check(file, *json)
        }
        ArmyCommand::Check { file, list, budget, json } => {
            check(file, list.as_deref(), budget.unwrap_or(250.0), *json)
        }
        ArmyCommand::Show { army } if crate::fog_army::knows(army) => crate::fog_army::show(army),
        ArmyCommand::List { game: Game::BloodAndBlades, json } => list(*json),
        ArmyCommand::List { game: Game::FogAncients, json } => crate::fog_army::list(*json),
        ArmyCommand::List { game: Game::HailCaesar, json } => crate::caesar_army::list(*json),
        ArmyCommand::Show { army } if crate::caesar_army::knows(army) => crate::caesar_army::show(army),
        ArmyCommand::Show { army } if crate::army_list::is_one(Path::new(army)) => {
            crate::army_list::show(Path::new(army))
        }
        ArmyCommand::Show { army } => show(&find(army)?),
    }
}

/// A ready army by its name, or the army of a file.
pub fn find(name: &str) -> Result<ArmyFile> {
    if let Some(army) = ready().iter().find(|army| army.slug == name) {
        let file = ArmyFile { army: army.order_of_battle.clone(), description: army.description.clone() };
        return Ok(file);
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
        anyhow::anyhow!("the army file cannot be read\n{}", lines.join("\n"))
    })
}

#[derive(Serialize)]
struct Checked {
    name: String,
    points: f64,
    budget: f64,
    bases: usize,
    legal: bool,
    faults: Vec<Fault>,
}

#[derive(Serialize)]
struct Fault {
    rule: String,
    text: String,
}

/// Whether an army may be fielded, by its list too if there is one (BB-ARM-16).
fn check(path: &Path, list: Option<&Path>, budget: f64, json: bool) -> Result<ExitCode> {
    let file = read(path)?;
    let list = list.map(crate::army_list::read).transpose()?.map(|file| file.list);
    let Some(halves) = HalfPoints::exactly(budget) else {
        bail!("the budget {budget} is not a number of points or half points");
    };
    let rules = Rules::new(Settings::default(), Scale::default());
    let mut faults = army::check(&rules, halves, &file.army);
    if let Some(list) = &list {
        faults.extend(list_check::check(list, &list_assign::assign(list, &file.army)));
    }
    let setup = Setup::of([file.army.clone(), OrderOfBattle::default()]);
    let checked = Checked {
        name: file.army.name.clone(),
        points: points(&file.army),
        budget,
        bases: file.army.bases.len(),
        legal: faults.is_empty(),
        faults: faults.iter().map(|reason| told(&setup, reason)).collect(),
    };
    if json {
        say(&serde_json::to_string_pretty(&checked)?)?;
    } else {
        say(&format!("{}: {} bases, {} of {budget} AP", checked.name, checked.bases, checked.points))?;
        for fault in &checked.faults {
            say(&format!("  {}: {}", fault.rule, fault.text))?;
        }
        say(if checked.legal { "The army may be fielded." } else { "The army may not be fielded." })?;
    }
    Ok(if checked.legal { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn told(setup: &Setup, reason: &Reason<aelian_blood_and_blades::Fact>) -> Fault {
    Fault { rule: reason.rule.to_string(), text: Rules::tell_setup_reason(setup, reason) }
}

fn points(army: &OrderOfBattle) -> f64 {
    price::of_army(Tables::standard(), army).total.0 as f64 / 2.0
}

fn list(json: bool) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Row<'a> {
        name: &'a str,
        title: &'a str,
        period: String,
        points: f64,
        bases: usize,
        aggression: u8,
        description: &'a str,
    }
    let rows = ready().iter().map(|army| Row {
        name: army.slug,
        title: &army.order_of_battle.name,
        period: army.order_of_battle.period.map(|period| period.to_string()).unwrap_or_default(),
        points: points(&army.order_of_battle),
        bases: army.order_of_battle.bases.len(),
        aggression: army.order_of_battle.aggression,
        description: &army.description,
    });
    if json {
        say(&serde_json::to_string_pretty(&rows.collect::<Vec<_>>())?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        say(&format!(
            "{:<22} {:<34} {:<20} {:>5} AP {:>3} bases  aggression {}",
            row.name, row.title, row.period, row.points, row.bases, row.aggression
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(file: &ArmyFile) -> Result<ExitCode> {
    let tables = Tables::standard();
    say(&format!("{}\n{}", file.army.name, file.description))?;
    let mut bases = file.army.bases.iter().peekable();
    while let Some(base) = bases.next() {
        let mut count = 1;
        while bases.next_if(|next| *next == base).is_some() {
            count += 1;
        }
        let each = price::of_base(tables, base).map_or(0.0, |price| price::halves(&price).0 as f64 / 2.0);
        let general = if base.commander { ", C-in-C" } else { "" };
        let mounted = if base.vehicles { ", mounted" } else { "" };
        say(&format!(
            "{count:>4} × {:<11} {each:>5} AP  {}{general}{mounted}",
            base.troop.to_string(),
            base.label
        ))?;
    }
    say(&format!("{} AP", points(&file.army)))?;
    Ok(ExitCode::SUCCESS)
}
