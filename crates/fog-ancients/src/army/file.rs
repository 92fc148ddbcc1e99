//! Army files: armies as people write them, in TOML.
//!
//! ```toml
//! name = "Romans at the Trebia"
//! period = "218 BC"
//! year = -218
//! territories = ["agricultural", "hilly"]
//! fortified_camp = true
//!
//! [[commanders]]
//! label = "Sempronius Longus"
//! grade = "field"
//!
//! [[groups]]
//! label = "Hastati and Principes"
//! troop = "HF armoured superior drilled impact-foot skilled-swordsmen"
//! bases = 4
//! count = 2
//! ```
//!
//! The first commander is the commander-in-chief. Groups stand in their order of march. A mixed group has `rear` and
//! `rear_bases`; riders whose list lets them dismount have `may_dismount = true`, and `dismounts_as` where the list names
//! their foot (FA-DISM-06); groups and commanders of an allied contingent carry its number as `ally`.

use super::{Enlisted, Officer, OrderOfBattle, Part, Territory};
use crate::state::{Grade, Rank};
use crate::troop::{Quality, Training, Troop};
use aelian_game::written::{self, Fault, Faults, Section, quoted};
use std::fmt::Write;

/// What an army file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArmyFile {
    pub army: OrderOfBattle,
    pub description: String,
}

/// Reads an army file; whether the army may be fielded is asked of `check`.
pub fn read(text: &str) -> Result<ArmyFile, Vec<Fault>> {
    let (mut top, mut faults) = written::document(text, "the army")?;
    let read = army(&mut top, &mut faults);
    top.finish(&mut faults);
    faults.unless_any(read)
}

fn army(top: &mut Section<'_>, faults: &mut Faults<'_>) -> ArmyFile {
    top.need(faults, "name", "`name = \"Romans at the Trebia\"`");
    top.need(faults, "commanders", "`[[commanders]]` and under it `label` and `grade`");
    top.need(faults, "groups", "`[[groups]]` and under it `label`, `troop` and `bases`");
    let army = OrderOfBattle {
        name: words(top, faults, "name"),
        period: words(top, faults, "period"),
        year: year(top, faults),
        list: words(top, faults, "list"),
        territories: top.all_parsed(faults, "territories", territory),
        commanders: commanders(top, faults),
        groups: groups(top, faults),
        fortified_camp: top.flag(faults, "fortified_camp"),
        works: small(top, faults, "field_fortifications", 0, 100),
    };
    ArmyFile { army, description: words(top, faults, "description") }
}

/// Years before Christ are written as `bc = 218`, others as `ad = 1346`.
fn year(top: &mut Section<'_>, faults: &mut Faults<'_>) -> i32 {
    let before = top.number(faults, "bc", 1..4000).and_then(|year| i32::try_from(year).ok());
    let after = top.number(faults, "ad", 1..2000).and_then(|year| i32::try_from(year).ok());
    before.map(|year| -year).or(after).unwrap_or_default()
}

fn territory(text: &str) -> Result<Territory, String> {
    Territory::ALL.into_iter().find(|territory| territory.name() == text).ok_or_else(|| {
        let known: Vec<&str> = Territory::ALL.iter().map(|territory| territory.name()).collect();
        format!("`{text}` is no territory; the territories are {}", known.join(", "))
    })
}

fn commanders(top: &mut Section<'_>, faults: &mut Faults<'_>) -> Vec<Officer> {
    let mut officers = Vec::new();
    for mut section in top.sections(faults, "commanders", "[[commanders]]") {
        section.need(faults, "grade", "`grade = \"field\"`");
        let grade = section.parsed(faults, "grade", |text| match text {
            "inspired" => Ok(Grade::Inspired),
            "field" => Ok(Grade::Field),
            "troop" => Ok(Grade::Troop),
            _ => Err(format!("`{text}` is no grade; write inspired, field or troop")),
        });
        let contingent = small(&mut section, faults, "ally", 1, 9);
        let rank = match (contingent, officers.is_empty()) {
            (1.., _) => Rank::Ally,
            (0, true) => Rank::CommanderInChief,
            (0, false) => Rank::Sub,
        };
        let label = words(&mut section, faults, "label");
        section.finish(faults);
        officers.extend(grade.map(|grade| Officer { label, grade, rank, contingent }));
    }
    officers
}

fn groups(top: &mut Section<'_>, faults: &mut Faults<'_>) -> Vec<Enlisted> {
    let mut groups = Vec::new();
    for mut section in top.sections(faults, "groups", "[[groups]]") {
        if let Some((group, count)) = enlisted(&mut section, faults) {
            groups.extend(std::iter::repeat_n(group, usize::from(count)));
        }
        section.finish(faults);
    }
    groups
}

/// One entry and how many groups it stands for.
fn enlisted(section: &mut Section<'_>, faults: &mut Faults<'_>) -> Option<(Enlisted, u8)> {
    section.need(faults, "troop", "`troop = \"HF armoured superior drilled impact-foot\"`");
    section.need(faults, "bases", "`bases = 4`");
    let span = section.span();
    let troop = section.parsed(faults, "troop", Troop::read);
    let bases = small(section, faults, "bases", 1, 99);
    let rear = section.parsed(faults, "rear", Troop::read);
    let rear_bases = small(section, faults, "rear_bases", 1, 99);
    let count = if section.has("count") { small(section, faults, "count", 1, 30) } else { 1 };
    let label = words(section, faults, "label");
    let line = words(section, faults, "line");
    let contingent = small(section, faults, "ally", 1, 9);
    let portable_defences = section.flag(faults, "portable_defences");
    let may_dismount = section.flag(faults, "may_dismount");
    let dismounts_as = section.parsed(faults, "dismounts_as", Troop::read).map(|(troop, _, _)| troop);
    let (troop, quality, training) = troop?;
    let (Some(quality), Some(training)) = (quality, training) else {
        let message = "the troop lacks its quality (elite, superior, average, poor) or its training (drilled, \
                       undrilled) (FA-TROOP-01)";
        faults.find(span, message.to_owned());
        return None;
    };
    let mut parts = vec![Part { troop, bases }];
    match (rear, rear_bases) {
        (Some((_, other, trained)), _)
            if other.is_some_and(|other| other != quality)
                || trained.is_some_and(|trained| trained != training) =>
        {
            faults.find(span, "all bases of a group have one quality and one training (FA-BG-03)".to_owned());
        }
        (Some((troop, _, _)), bases @ 1..) => parts.push(Part { troop, bases }),
        (None, 0) => {}
        _ => faults.find(span, "a mixed group has both `rear` and `rear_bases` (FA-BG-10)".to_owned()),
    }
    let group = Enlisted {
        label,
        line,
        parts,
        quality,
        training,
        contingent,
        portable_defences,
        may_dismount,
        dismounts_as,
    };
    Some((group, count))
}

fn words(section: &mut Section<'_>, faults: &mut Faults<'_>, key: &'static str) -> String {
    section.text(faults, key).map(|text| text.into_inner()).unwrap_or_default()
}

/// A small number; 0 if it is not there.
fn small(section: &mut Section<'_>, faults: &mut Faults<'_>, key: &'static str, least: u32, most: u32) -> u8 {
    section.number(faults, key, least..most + 1).and_then(|number| u8::try_from(number).ok()).unwrap_or(0)
}

/// Writes an army file that `read` reads as the same army.
pub fn write(file: &ArmyFile) -> String {
    let army = &file.army;
    let mut text = String::new();
    // Writing into a `String` cannot fail, so the results are dropped.
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("name", quoted(&army.name));
    for (key, words) in [("period", &army.period), ("list", &army.list), ("description", &file.description)] {
        if !words.is_empty() {
            line(key, quoted(words));
        }
    }
    match army.year {
        0 => {}
        year if year < 0 => line("bc", (-year).to_string()),
        year => line("ad", year.to_string()),
    }
    let territories: Vec<String> = army.territories.iter().map(|one| quoted(one.name())).collect();
    line("territories", format!("[{}]", territories.join(", ")));
    if army.fortified_camp {
        line("fortified_camp", "true".to_owned());
    }
    if army.works > 0 {
        line("field_fortifications", army.works.to_string());
    }
    for officer in &army.commanders {
        write_officer(&mut text, officer);
    }
    for same in army.groups.chunk_by(|one, next| one == next) {
        if let Some(group) = same.first() {
            write_group(&mut text, group, same.len());
        }
    }
    text
}

fn write_officer(text: &mut String, officer: &Officer) {
    let grade = officer.grade.name();
    let _ = writeln!(text, "\n[[commanders]]\nlabel = {}\ngrade = {}", quoted(&officer.label), quoted(grade));
    if officer.contingent > 0 {
        let _ = writeln!(text, "ally = {}", officer.contingent);
    }
}

fn write_group(text: &mut String, group: &Enlisted, count: usize) {
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("\n[[groups]]\nlabel", &quoted(&group.label));
    let described = |part: &Part, quality: Quality, training: Training| {
        quoted(&format!("{} {} {}", part.troop, quality.name(), training.name()))
    };
    for (part, (troop, bases)) in group.parts.iter().zip([("troop", "bases"), ("rear", "rear_bases")]) {
        line(troop, &described(part, group.quality, group.training));
        line(bases, &part.bases.to_string());
    }
    if count > 1 {
        line("count", &count.to_string());
    }
    if !group.line.is_empty() {
        line("line", &quoted(&group.line));
    }
    if group.contingent > 0 {
        line("ally", &group.contingent.to_string());
    }
    for (key, flag) in [("portable_defences", group.portable_defences), ("may_dismount", group.may_dismount)]
    {
        if flag {
            line(key, "true");
        }
    }
    if let Some(troop) = &group.dismounts_as {
        line("dismounts_as", &quoted(&troop.to_string()));
    }
}
