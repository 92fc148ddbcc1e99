//! Army files (BB-ARM-17): orders of battle as people write them, in TOML.
//!
//! ```toml
//! name = "Men of the Two Rivers"
//! period = "2500 BC to 2300 BC"
//! aggression = 2
//! description = "City levies behind big shields."
//!
//! [terrain]
//! mandatory = ["Rv", "fields"]
//! optional = ["BUA", "marsh"]
//!
//! [[troops]]
//! troop = "Reg Pk(I)"
//! count = 20
//! label = "spearmen"
//! ```

pub use aelian_game::written::Fault;

use super::check::MOST_BASES;
use super::{Enlisted, OrderOfBattle, homeland};
use crate::choice::PickKind;
use crate::troop::{Troop, Weapon};
use aelian_game::written::{self, Faults, Section, quoted};
use std::fmt::Write;

/// What an army file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArmyFile {
    pub army: OrderOfBattle,
    pub description: String,
}

/// Reads an army file; whether the army may be fielded is asked of `check`.
pub fn read(text: &str) -> Result<ArmyFile, Vec<Fault>> {
    read_with_lines(text).map(|(file, _)| file)
}

/// Reads an army file, and tells at which line of it each base is written, so that faults which `check`
/// finds can be shown there.
pub fn read_with_lines(text: &str) -> Result<(ArmyFile, Vec<u32>), Vec<Fault>> {
    let (mut top, mut faults) = written::document(text, "the army")?;
    let mut lines = Vec::new();
    let read = army(&mut top, &mut faults, &mut lines);
    top.finish(&mut faults);
    faults.unless_any((read, lines))
}

fn army(top: &mut Section<'_>, faults: &mut Faults<'_>, lines: &mut Vec<u32>) -> ArmyFile {
    top.need(faults, "name", "`name = \"Men of the Two Rivers\"`");
    top.need(faults, "aggression", "`aggression = 2`, from 0 to 4 (BB-ARM-04)");
    top.need(faults, "troops", "`[[troops]]` and under it `troop = \"Reg Sp(O)\"`");
    let (mandatory, optional) = terrain(top, faults);
    let aggression = top.number(faults, "aggression", 0..5);
    let army = OrderOfBattle {
        name: words(top, faults, "name"),
        list: words(top, faults, "list"),
        period: top.parsed(faults, "period", str::parse),
        options: top.texts(faults, "options").into_iter().map(|option| option.into_inner()).collect(),
        aggression: aggression.and_then(|number| u8::try_from(number).ok()).unwrap_or_default(),
        mandatory,
        optional,
        bases: bases(top, faults, lines),
    };
    ArmyFile { army, description: words(top, faults, "description") }
}

/// BB-ARM-04: the kinds of terrain of the homeland.
pub(super) fn terrain(top: &mut Section<'_>, faults: &mut Faults<'_>) -> (Vec<PickKind>, Vec<PickKind>) {
    let Some(mut terrain) = top.section(faults, "terrain", "[terrain]") else { return Default::default() };
    let kind = |text: &str| {
        homeland::kind_named(text)
            .ok_or_else(|| format!("`{text}` is no kind of terrain; the kinds are {}", homeland::all_names()))
    };
    let kinds = (terrain.all_parsed(faults, "mandatory", kind), terrain.all_parsed(faults, "optional", kind));
    terrain.finish(faults);
    kinds
}

fn bases(top: &mut Section<'_>, faults: &mut Faults<'_>, lines: &mut Vec<u32>) -> Vec<Enlisted> {
    let mut bases = Vec::new();
    for mut section in top.sections(faults, "troops", "[[troops]]") {
        if let Some((base, count)) = enlisted(&mut section, faults) {
            bases.extend(std::iter::repeat_n(base, count));
            lines.extend(std::iter::repeat_n(faults.line_of(section.span()), count));
        }
        section.finish(faults);
    }
    bases
}

/// One entry of the army and how many bases it stands for.
fn enlisted(section: &mut Section<'_>, faults: &mut Faults<'_>) -> Option<(Enlisted, usize)> {
    section.need(faults, "troop", "`troop = \"Reg Sp(O)\"`");
    let troop: Option<Troop> = section.parsed(faults, "troop", str::parse);
    let one = (!section.has("count")).then_some(1);
    let count = section.number(faults, "count", 1..MOST_BASES + 1).or(one);
    let commander = section.flag(faults, "commander");
    if commander && count.is_some_and(|count| count > 1) {
        faults.find(section.span(), "the commander is one base: leave `count` out (BB-CIC-01)".to_owned());
    }
    let weapon: Option<Weapon> = section.parsed(faults, "weapon", str::parse);
    let special_support = section.flag(faults, "special_support");
    let vehicles = section.flag(faults, "mounted");
    let label = words(section, faults, "label");
    let line = words(section, faults, "line");
    let supports = section.texts(faults, "supports").into_iter().map(|line| line.into_inner()).collect();
    let mut troop = troop?;
    troop.weapon = weapon.unwrap_or(troop.weapon);
    troop.special_support = special_support;
    let count = usize::try_from(count?).ok()?;
    Some((Enlisted { troop, commander, vehicles, label, line, supports }, count))
}

pub(super) fn words(section: &mut Section<'_>, faults: &mut Faults<'_>, key: &'static str) -> String {
    section.text(faults, key).map(|text| text.into_inner()).unwrap_or_default()
}

/// Writes an army file that `read` reads as the same army.
pub fn write(file: &ArmyFile) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: String| text.extend([key, " = ", &value, "\n"]);
    let army = &file.army;
    line("name", quoted(&army.name));
    if !army.list.is_empty() {
        line("list", quoted(&army.list));
    }
    if let Some(period) = army.period {
        line("period", quoted(&period.to_string()));
    }
    line("aggression", army.aggression.to_string());
    if !file.description.is_empty() {
        line("description", quoted(&file.description));
    }
    if !army.options.is_empty() {
        line("options", list(army.options.iter().map(String::as_str)));
    }
    if !army.mandatory.is_empty() || !army.optional.is_empty() {
        write_terrain(&mut text, army);
    }
    for same in army.bases.chunk_by(|one, next| one == next && !one.commander) {
        if let Some(base) = same.first() {
            write_troops(&mut text, base, same.len());
        }
    }
    text
}

fn list<'a>(items: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", items.map(quoted).collect::<Vec<_>>().join(", "))
}

// Writing into a `String` cannot fail, so the results below are dropped.
fn write_terrain(text: &mut String, army: &OrderOfBattle) {
    let names = |kinds: &[PickKind]| list(kinds.iter().map(|kind| homeland::printed_name(*kind)));
    let _ = writeln!(text, "\n[terrain]\nmandatory = {}", names(&army.mandatory));
    if !army.optional.is_empty() {
        let _ = writeln!(text, "optional = {}", names(&army.optional));
    }
}

fn write_troops(text: &mut String, base: &Enlisted, count: usize) {
    let mut line = |key: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "{key} = {value}");
    };
    let troop = base.troop;
    line("\n[[troops]]\ntroop", &quoted(&troop.to_string()));
    if count > 1 {
        line("count", &count);
    }
    for (key, flag) in [
        ("commander", base.commander),
        ("special_support", troop.special_support),
        ("mounted", base.vehicles),
    ] {
        if flag {
            line(key, &true);
        }
    }
    if troop.weapon != troop.kind.usual_weapon() {
        line("weapon", &quoted(troop.weapon.name()));
    }
    for (key, words) in [("label", &base.label), ("line", &base.line)] {
        if !words.is_empty() {
            line(key, &quoted(words));
        }
    }
    if !base.supports.is_empty() {
        line("supports", &list(base.supports.iter().map(String::as_str)));
    }
}
