//! `aelian rules`: the rules in our own words, and how far they are done.

use crate::input::say;
use aelian_rulebook::{Book, BookStatus, Entry, RuleId, book, games, ids_in};
use anyhow::{Result, bail};
use clap::Args;
use std::process::ExitCode;

/// The rules that cases and playthroughs cited as they ran, collected by `cargo xtask golden`.
const CITED: &str = include_str!("../../../rulebook/cited.txt");

#[derive(Args)]
#[command(
    after_help = "Examples:\n  aelian rules blood-and-blades BB-MOVE-12\n  aelian rules blood-and-blades recoil elephant\n  aelian rules status\n  aelian rules status --game blood-and-blades --json"
)]
pub struct RulesArgs {
    /// A game, or `status` for a table of what is implemented
    what: String,
    /// An id, or words to look for; none lists the chapters
    query: Vec<String>,
    /// With `status`: only this game
    #[arg(long)]
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &RulesArgs) -> Result<ExitCode> {
    if args.what == "status" {
        if !args.query.is_empty() {
            bail!("`status` looks for no words; `aelian rules GAME {}` does", args.query.join(" "));
        }
        return status(args);
    }
    if args.game.is_some() {
        bail!("--game belongs to `aelian rules status`; the game whose rules are shown is the first word");
    }
    let Some(book) = book(&args.what) else {
        bail!("no rulebook is named `{}`; known: {}, or `status`", args.what, known());
    };
    let query = args.query.join(" ");
    let found: Vec<&Entry> = match RuleId::parse(query.trim()) {
        Ok(id) if book.find(id).is_some() => book.find(id).into_iter().collect(),
        _ if query.trim().is_empty() => return chapters(book, args.json),
        _ => book.search(&query),
    };
    if args.json {
        say(&serde_json::to_string_pretty(&found)?)?;
    } else if found.is_empty() {
        bail!("nothing in {} matches `{query}`", args.what);
    } else {
        for entry in &found {
            say(&shown(book, entry))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn known() -> String {
    games().iter().map(|game| game.name).collect::<Vec<_>>().join(", ")
}

fn chapters(book: &Book, json: bool) -> Result<ExitCode> {
    if json {
        say(&serde_json::to_string_pretty(&book.chapters)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    say(book.title())?;
    for (chapter, entries) in book.by_chapter() {
        say(&format!("  {:<34} {:>4} entries", chapter.title, entries.len()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn shown(book: &Book, entry: &Entry) -> String {
    let mut text = format!("{}  [{}]", entry.id, entry.status);
    if let Some(source) = &entry.source {
        text.push_str(&format!("  book: {source}"));
    }
    text.push_str(&format!("\n  {}", entry.statement));
    for (from, reading) in book.readings(entry) {
        text.push_str(&format!("\n  Reading ({from}): {reading}"));
    }
    for name in &entry.settings {
        if let Some(setting) = book.setting(name) {
            let house = if setting.unconfirmed { " (house value: the book's text is lost)" } else { "" };
            text.push_str(&format!("\n  Setting {name}: {}{house}", setting.default));
        }
    }
    if let Some(note) = &entry.note {
        text.push_str(&format!("\n  Note: {note}"));
    }
    text.push('\n');
    text
}

fn status(args: &RulesArgs) -> Result<ExitCode> {
    let wanted = |name: &str| args.game.as_deref().is_none_or(|game| game == name);
    let statuses: Vec<BookStatus> = games()
        .iter()
        .filter(|game| wanted(game.name))
        .filter_map(|game| book(game.name))
        .map(|book| BookStatus::count(book, ids_in(CITED)))
        .collect();
    if statuses.is_empty() {
        bail!("no rulebook is named `{}`; known: {}", args.game.as_deref().unwrap_or_default(), known());
    }
    if args.json {
        say(&serde_json::to_string_pretty(&statuses)?)?;
    } else {
        for status in &statuses {
            say(&status.to_string())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
