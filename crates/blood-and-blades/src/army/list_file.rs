//! Army list files (BB-LST-00b): lists that users enter, of this game or of DBM and DBMM, in TOML.
//!
//! ```toml
//! name = "Hill tribes"
//! system = "DBM"               # translated and halved; without it the list is one of this game
//! period = "1200 BC to 900 BC"
//! aggression = 1
//!
//! [terrain]
//! mandatory = ["H(S)"]
//!
//! [[lines]]
//! id = "C"
//! role = "commander"           # or general, ally; else troops
//! numbers = "1"
//! troops = ["Irr Wb(O)", "Irr Cv(O)"]
//!
//! [[lines]]
//! id = "W"
//! label = "clansmen"
//! numbers = "10-40"
//! troops = ["Irr Wb(O)"]
//!
//! [[lines]]
//! id = "U"
//! numbers = "0-1/2"
//! upgrades = "W"               # or rearms
//! troops = ["Irr Wb(S)"]
//!
//! [[lines]]
//! id = "A"
//! numbers = "*4-6"
//! front = ["Irr Ax(O)"]        # half in front, half supporting
//! support = ["Irr Ps(O)"]
//! ```

use super::file::{terrain, words};
use super::list::{ArmyList, Instead, Mix};
use super::translate::{self, Change, Form, Ride, Role, SourceLine, SourceList, Untranslatable};
use aelian_game::written::{self, Fault, Faults, Section};
use aelian_rulebook::Reason;

/// A list that was read, and what its translation changed.
#[derive(Clone, Debug, PartialEq)]
pub struct ListFile {
    pub list: ArmyList,
    pub changes: Vec<Reason<Change>>,
}

/// Which game a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Own,
    Dbm,
}

/// Reads an army list; one of DBM or DBMM is translated.
pub fn read(text: &str) -> Result<ListFile, Vec<Fault>> {
    let (mut top, mut faults) = written::document(text, "the list")?;
    let system = top.parsed(&mut faults, "system", system).unwrap_or(System::Own);
    let mut places = Vec::new();
    let source = list(&mut top, &mut faults, &mut places);
    top.finish(&mut faults);
    let source = faults.unless_any(source)?;
    let translated = match system {
        System::Dbm => translate::translate(&source),
        System::Own => translate::as_written(&source),
    };
    let translation = translated.map_err(|wrong| placed(text, &wrong, &places))?;
    Ok(ListFile { list: translation.list, changes: translation.changes })
}

/// Faults of translation at the lines they are about; those of the whole list stand at its head.
fn placed(text: &str, wrong: &[Reason<Untranslatable>], places: &[(String, usize)]) -> Vec<Fault> {
    let mut faults = Faults::new(text);
    for reason in wrong {
        let at =
            places.iter().find(|(id, _)| Some(id.as_str()) == reason.fact.line()).map_or(0, |(_, at)| *at);
        faults.find(at..at, format!("{} ({})", reason.fact, reason.rule));
    }
    faults.into_sorted()
}

fn system(text: &str) -> Result<System, String> {
    match text {
        "DBM" | "DBMM" => Ok(System::Dbm),
        "Blood and Blades" => Ok(System::Own),
        _ => Err(format!("`{text}` is no game whose lists are known; write DBM, DBMM or Blood and Blades")),
    }
}

/// The list, and where each of its lines begins.
fn list(top: &mut Section<'_>, faults: &mut Faults<'_>, places: &mut Vec<(String, usize)>) -> SourceList {
    top.need(faults, "name", "`name = \"Hill tribes\"`");
    top.need(faults, "lines", "`[[lines]]` with `id`, `numbers` and `troops`");
    let (mandatory, optional) = terrain(top, faults);
    let mut lines = Vec::new();
    for mut section in top.sections(faults, "lines", "[[lines]]") {
        let line = line(&mut section, faults);
        places.extend(line.iter().map(|line| (line.id.clone(), section.span().start)));
        lines.extend(line);
        section.finish(faults);
    }
    SourceList {
        name: words(top, faults, "name"),
        period: top.parsed(faults, "period", str::parse),
        aggression: top.number(faults, "aggression", 0..5).and_then(|number| u8::try_from(number).ok()),
        mandatory,
        optional,
        lines,
    }
}

fn line(section: &mut Section<'_>, faults: &mut Faults<'_>) -> Option<SourceLine> {
    section.need(faults, "id", "`id = \"A1\"`");
    section.need(faults, "numbers", "`numbers = \"2-6\"`");
    let numbers = section.parsed(faults, "numbers", str::parse);
    let form = form(section, faults);
    let line = SourceLine {
        id: words(section, faults, "id"),
        label: words(section, faults, "label"),
        role: section.parsed(faults, "role", role).unwrap_or_default(),
        numbers: numbers?,
        form,
        ride: section.parsed(faults, "on", ride).unwrap_or_default(),
        scouts: section.flag(faults, "scouts"),
        supports: section.texts(faults, "supports").into_iter().map(|id| id.into_inner()).collect(),
        points: section.number(faults, "points", 0..1000),
    };
    Some(line)
}

/// BB-LST-01, BB-LST-02, BB-LST-11: troops, halves, upgrades and re-armed troops.
fn form(section: &mut Section<'_>, faults: &mut Faults<'_>) -> Form {
    let halves = section.has("front") || section.has("support");
    if !halves {
        section.need(faults, "troops", "`troops = [\"Reg Sp(O)\"]`, or `front` and `support`");
    }
    let troops = section.all_parsed(faults, "troops", str::parse);
    let front = section.all_parsed(faults, "front", str::parse);
    let support = section.all_parsed(faults, "support", str::parse);
    let mix = if section.flag(faults, "any_mix") { Mix::Free } else { Mix::Half };
    let upgrades = section.text(faults, "upgrades").map(|of| (of.into_inner(), Instead::Upgrade));
    let rearms = section.text(faults, "rearms").map(|of| (of.into_inner(), Instead::Rearm));
    if usize::from(halves) + usize::from(upgrades.is_some()) + usize::from(rearms.is_some()) > 1
        || (halves && !troops.is_empty())
    {
        let message =
            "a line has `troops`, or `front` and `support`, and of these only `troops` upgrade or rearm";
        faults.find(section.span(), message.to_owned());
    }
    match upgrades.or(rearms) {
        Some((of, how)) => Form::Instead { of, how, troops },
        None if halves => Form::Halves { front, support, mix },
        None => Form::Any(troops),
    }
}

fn role(text: &str) -> Result<Role, String> {
    match text {
        "troops" => Ok(Role::Troops),
        "commander" => Ok(Role::Commander),
        "general" => Ok(Role::OtherGeneral),
        "ally" => Ok(Role::Ally),
        _ => Err(format!("`{text}` is no role; write commander, general, ally or troops")),
    }
}

fn ride(text: &str) -> Result<Ride, String> {
    match text {
        "chariots" => Ok(Ride::Chariots),
        "camels" => Ok(Ride::Camels),
        _ => Err(format!("`{text}` is nothing to ride on here; write chariots or camels")),
    }
}
