//! Reading files that people write: every fault with its line and column, and unknown keys among them.

use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What is wrong with a file, where it is, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub struct Fault {
    /// Counted from 1.
    pub line: u32,
    /// In characters, counted from 1.
    pub column: u32,
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

/// The faults found so far in a text.
#[derive(Debug)]
pub struct Faults<'t> {
    text: &'t str,
    found: Vec<Fault>,
}

/// A table of a file whose entries are taken out one by one; what is left over is unknown.
#[derive(Debug)]
pub struct Section<'t> {
    /// What the reader would call it: `the army`, `[terrain]`.
    name: &'static str,
    span: Range<usize>,
    entries: Vec<(Spanned<String>, Spanned<DeValue<'t>>)>,
    known: Vec<&'static str>,
}

/// The whole text as a section, or every fault of its syntax.
pub fn document<'t>(text: &'t str, name: &'static str) -> Result<(Section<'t>, Faults<'t>), Vec<Fault>> {
    let mut faults = Faults::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        faults.find(error.span().unwrap_or(0..0), error.message().to_owned());
    }
    if !errors.is_empty() {
        return Err(faults.into_sorted());
    }
    let section = Section::of(name, 0..0, table.into_inner());
    Ok((section, faults))
}

impl<'t> Faults<'t> {
    pub fn new(text: &'t str) -> Faults<'t> {
        Faults { text, found: Vec::new() }
    }

    pub fn find(&mut self, span: Range<usize>, message: String) {
        let (line, column) = place(self.text, span.start);
        self.found.push(Fault { line, column, message });
    }

    /// The line at which a span begins, counted from 1.
    pub fn line_of(&self, span: Range<usize>) -> u32 {
        place(self.text, span.start).0
    }

    /// What was read, if nothing is wrong with it.
    pub fn unless_any<T>(self, read: T) -> Result<T, Vec<Fault>> {
        if self.found.is_empty() { Ok(read) } else { Err(self.into_sorted()) }
    }

    pub fn into_sorted(mut self) -> Vec<Fault> {
        self.found.sort();
        self.found
    }
}

impl<'t> Section<'t> {
    fn of(name: &'static str, span: Range<usize>, table: DeTable<'t>) -> Section<'t> {
        let owned = |(key, value): (Spanned<_>, _)| {
            let span = key.span();
            let text: std::borrow::Cow<'_, str> = key.into_inner();
            (Spanned::new(span, text.into_owned()), value)
        };
        Section { name, span, entries: table.into_iter().map(owned).collect(), known: Vec::new() }
    }

    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    fn take(&mut self, key: &'static str) -> Option<Spanned<DeValue<'t>>> {
        self.known.push(key);
        let at = self.entries.iter().position(|(name, _)| name.get_ref() == key)?;
        Some(self.entries.swap_remove(at).1)
    }

    /// A text; a fault if it is something else.
    pub fn text(&mut self, faults: &mut Faults<'_>, key: &'static str) -> Option<Spanned<String>> {
        let value = self.take(key)?;
        text_of(faults, key, value)
    }

    /// A text that is read further; a fault if it cannot be.
    pub fn parsed<T, E: fmt::Display>(
        &mut self,
        faults: &mut Faults<'_>,
        key: &'static str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.text(faults, key)?;
        read(text.get_ref()).map_err(|error| faults.find(text.span(), format!("{key}: {error}"))).ok()
    }

    /// A whole number in a range; a fault if it is something else.
    pub fn number(&mut self, faults: &mut Faults<'_>, key: &'static str, range: Range<u32>) -> Option<u32> {
        let value = self.take(key)?;
        let span = value.span();
        let number = match value.into_inner() {
            DeValue::Integer(digits) => i64::from_str_radix(digits.as_str(), digits.radix()).ok(),
            _ => None,
        };
        let fitting =
            number.and_then(|number| u32::try_from(number).ok()).filter(|number| range.contains(number));
        if fitting.is_none() {
            let most = range.end.saturating_sub(1);
            faults.find(span, format!("{key} is a whole number from {} to {most}", range.start));
        }
        fitting
    }

    /// `true` or `false`; false if it is not there.
    pub fn flag(&mut self, faults: &mut Faults<'_>, key: &'static str) -> bool {
        let Some(value) = self.take(key) else { return false };
        let span = value.span();
        match value.into_inner() {
            DeValue::Boolean(flag) => flag,
            _ => {
                faults.find(span, format!("{key} is `true` or `false`"));
                false
            }
        }
    }

    /// A list of texts, each with its place; empty if it is not there.
    pub fn texts(&mut self, faults: &mut Faults<'_>, key: &'static str) -> Vec<Spanned<String>> {
        let Some(value) = self.take(key) else { return Vec::new() };
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(items) => {
                items.into_iter().filter_map(|item| text_of(faults, key, item)).collect()
            }
            _ => {
                faults.find(span, format!("{key} is a list of texts in square brackets"));
                Vec::new()
            }
        }
    }

    /// A list of texts that are read further; faulty ones are left out.
    pub fn all_parsed<T, E: fmt::Display>(
        &mut self,
        faults: &mut Faults<'_>,
        key: &'static str,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Vec<T> {
        let mut all = Vec::new();
        for text in self.texts(faults, key) {
            match read(text.get_ref()) {
                Ok(one) => all.push(one),
                Err(error) => faults.find(text.span(), format!("{key}: {error}")),
            }
        }
        all
    }

    /// A table under this one.
    pub fn section(
        &mut self,
        faults: &mut Faults<'_>,
        key: &'static str,
        name: &'static str,
    ) -> Option<Section<'t>> {
        let value = self.take(key)?;
        section_of(faults, name, value)
    }

    /// The tables of a list of tables.
    pub fn sections(
        &mut self,
        faults: &mut Faults<'_>,
        key: &'static str,
        name: &'static str,
    ) -> Vec<Section<'t>> {
        let Some(value) = self.take(key) else { return Vec::new() };
        let span = value.span();
        match value.into_inner() {
            DeValue::Array(items) => {
                items.into_iter().filter_map(|item| section_of(faults, name, item)).collect()
            }
            _ => {
                faults.find(span, format!("write {name} as tables, each headed [[{key}]]"));
                Vec::new()
            }
        }
    }

    /// A fault if the key is missing; ask before the key is taken.
    pub fn need(&self, faults: &mut Faults<'_>, key: &str, example: &str) {
        if !self.has(key) {
            faults.find(self.span(), format!("{} lacks `{key}`; write {example}", self.name));
        }
    }

    /// Whether the key stands in the section and has not been taken yet.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(name, _)| name.get_ref() == key)
    }

    /// Every key that was not asked for is a fault.
    pub fn finish(self, faults: &mut Faults<'_>) {
        for (key, _) in &self.entries {
            let message = format!(
                "{} has no `{}`; the keys are {}",
                self.name,
                key.get_ref().escape_debug(),
                self.known.join(", ")
            );
            faults.find(key.span(), message);
        }
    }
}

fn text_of(faults: &mut Faults<'_>, key: &str, value: Spanned<DeValue<'_>>) -> Option<Spanned<String>> {
    let span = value.span();
    match value.into_inner() {
        DeValue::String(text) => Some(Spanned::new(span, text.into_owned())),
        _ => {
            faults.find(span, format!("{key} is a text in quotation marks"));
            None
        }
    }
}

fn section_of<'t>(
    faults: &mut Faults<'_>,
    name: &'static str,
    value: Spanned<DeValue<'t>>,
) -> Option<Section<'t>> {
    let span = value.span();
    match value.into_inner() {
        DeValue::Table(table) => Some(Section::of(name, span, table)),
        _ => {
            faults.find(span, format!("{name} is a table of keys and values"));
            None
        }
    }
}

/// Line and column of a place in a text, both counted from 1.
fn place(text: &str, at: usize) -> (u32, u32) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before.get(start..).unwrap_or_default().chars().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

/// A text as it is written in a file.
pub fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
