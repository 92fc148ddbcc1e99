//! The shapes that a line of a rulebook can have.

use super::Fault;
use crate::{RuleId, Status, says};

/// One line, told apart by its beginning.
pub(super) enum Line<'a> {
    Blank,
    /// `# Title`
    Title(&'a str),
    /// `## Section`
    Section(&'a str),
    /// `- BB-MOVE-12 [L562] Statement`
    Bullet(Head<'a>),
    /// `Table T-5.1 (BB-BASE-08) [L170]: title`, also as a heading
    Caption(Head<'a>),
    /// `- (BB-PIG-10) status: done`, for a rule that stands in a table
    Detached(RuleId, Field),
    /// `| cell | cell |`
    Row(Vec<&'a str>),
    /// A line set in below a bullet.
    Indented(&'a str),
    Prose,
}

/// The beginning of an entry.
pub(super) struct Head<'a> {
    pub id: RuleId,
    pub title: Option<&'a str>,
    pub source: Option<&'a str>,
    pub statement: &'a str,
}

/// A line below an entry that says something about it.
pub(super) enum Field {
    Status(Status),
    Reading(String),
    Settings(Vec<String>),
    Note(String),
    Says(String),
    Counts(String),
    Lives(String),
}

const FIELDS: &str = "the fields are status, reading, settings, note, says, counts and lives";

impl<'a> Line<'a> {
    pub fn read(text: &'a str, prefix: &str) -> Result<Line<'a>, Fault> {
        if text.is_empty() {
            return Ok(Line::Blank);
        }
        if let Some(title) = text.strip_prefix("# ") {
            return Ok(Line::Title(title.trim()));
        }
        if text.starts_with('|') {
            return Ok(Line::Row(cells(text)));
        }
        if text.starts_with([' ', '\t']) {
            return Ok(Line::Indented(text.trim_start()));
        }
        if let Some(bullet) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
            return read_bullet(bullet.trim_start(), prefix);
        }
        let heading = text.starts_with("##").then(|| text.trim_start_matches('#').trim());
        match (caption(heading.unwrap_or(text), prefix), heading) {
            (Some(caption), _) => Ok(Line::Caption(caption)),
            (None, Some(heading)) => Ok(Line::Section(heading)),
            (None, None) => Ok(Line::Prose),
        }
    }
}

fn cells(text: &str) -> Vec<&str> {
    let inner = text.strip_prefix('|').unwrap_or(text);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    inner.split('|').map(str::trim).collect()
}

fn read_bullet<'a>(text: &'a str, prefix: &str) -> Result<Line<'a>, Fault> {
    if let Some((word, rest)) = text.strip_prefix('(').and_then(|inner| inner.split_once(") "))
        && let Ok(id) = RuleId::parse(word)
        && let Some(field) = Field::of_text(rest)?
    {
        return Ok(Line::Detached(id, field));
    }
    let bold = text.strip_prefix("**");
    let plain = bold.unwrap_or(text);
    let word = plain.split([' ', '*', ':']).next().unwrap_or_default();
    let own = !prefix.is_empty() && word.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-'));
    match RuleId::parse(word) {
        Ok(id) if own || crate::ids_in(word).next() == Some(id) => {
            let rest = plain.get(word.len()..).unwrap_or_default();
            Ok(Line::Bullet(read_head(id, rest, bold.is_some())))
        }
        Err(error) if own => Err(Fault::new(format!("\"{word}\" is not a rule id"), error.to_string())),
        _ => Ok(Line::Prose),
    }
}

/// Reads what follows the id: a title if the bold letters go on, the source in brackets, the statement.
fn read_head(id: RuleId, rest: &str, bold: bool) -> Head<'_> {
    let (title, rest) = match rest.split_once("**") {
        Some((title, rest)) if bold => (title.trim_matches([' ', ':', '.']), rest),
        _ => ("", rest),
    };
    let rest = rest.trim_start();
    let bracket = rest.strip_prefix('[').and_then(|inner| inner.split_once(']'));
    let (source, statement) = match bracket {
        Some((source, statement)) => (Some(source.trim()), statement),
        None => (None, rest),
    };
    let title = (!title.is_empty()).then_some(title);
    Head { id, title, source, statement: statement.trim_start_matches([' ', '.', ':', ',']) }
}

/// A caption begins with the word Table and holds an id of the game.
fn caption<'a>(text: &'a str, prefix: &str) -> Option<Head<'a>> {
    let label = text.strip_prefix("Table ")?;
    let mut words = label.split(|c: char| !(c.is_alphanumeric() || c == '-'));
    let id = words.find_map(|word| RuleId::parse(word).ok().filter(|id| id.prefix() == prefix))?;
    let source = label.split_once('[').and_then(|(_, inner)| inner.split_once(']')).map(|(source, _)| source);
    Some(Head { id, title: Some(text), source, statement: "" })
}

impl Field {
    /// Reads `- status: done` below a bullet. A line of the statement's own list is not a field.
    pub fn read(text: &str) -> Result<Option<Field>, Fault> {
        match text.strip_prefix("- ") {
            Some(inner) => Field::of_text(inner),
            None => Ok(None),
        }
    }

    fn of_text(text: &str) -> Result<Option<Field>, Fault> {
        let Some((name, value)) = text.split_once(':') else { return Ok(None) };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Ok(None);
        }
        let value = value.trim();
        if value.is_empty() {
            return Err(Fault::new(format!("the field {name} is empty"), "write its value after the colon"));
        }
        match name {
            "status" => match value.parse() {
                Ok(status) => Ok(Some(Field::Status(status))),
                Err(error) => Err(Fault::new(format!("{error}"), "for example \"- status: done\"")),
            },
            "reading" => Ok(Some(Field::Reading(value.to_owned()))),
            "note" => Ok(Some(Field::Note(value.to_owned()))),
            "says" => match says::fault_of(value) {
                Some(fault) => Err(Fault::new(fault, "places are {}, {name} and {name:verb}; keep one {}")),
                None => Ok(Some(Field::Says(value.to_owned()))),
            },
            "counts" => Ok(Some(Field::Counts(value.to_owned()))),
            "lives" => Ok(Some(Field::Lives(value.to_owned()))),
            "settings" => {
                Ok(Some(Field::Settings(value.split(',').map(|one| one.trim().to_owned()).collect())))
            }
            _ => Err(Fault::new(format!("\"{name}\" is not a field of a rule"), FIELDS)),
        }
    }
}
