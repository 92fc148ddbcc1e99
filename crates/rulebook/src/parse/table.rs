//! What the rows of a table mean: entries where a column is headed `id`, settings where `option` and
//! `default` head columns, and otherwise only the text of the caption.

use super::Fault;
use crate::{RuleId, Setting};

/// The head of a table.
pub(super) struct Table {
    heads: Vec<String>,
}

/// An entry that stands in a row.
pub(super) struct RowEntry<'a> {
    pub id: RuleId,
    pub source: Option<&'a str>,
    pub statement: String,
}

/// Whether a cell belongs to the line of hyphens under the head.
pub(super) fn is_rule_line(cell: &str) -> bool {
    !cell.is_empty() && cell.bytes().all(|byte| matches!(byte, b'-' | b':'))
}

impl Table {
    pub fn new(cells: &[&str]) -> Table {
        Table { heads: cells.iter().map(|cell| cell.to_lowercase()).collect() }
    }

    pub fn entry<'a>(&self, cells: &[&'a str]) -> Result<Option<RowEntry<'a>>, Fault> {
        let Some(column) = self.column("id").or_else(|| self.column("unit id")) else { return Ok(None) };
        let word = cells.get(column).copied().unwrap_or_default().trim_matches(['*', '`']);
        let id = RuleId::parse(word).map_err(|error| {
            Fault::new(format!("\"{word}\" in the column of ids is not a rule id"), error.to_string())
        })?;
        let source = self.column("source");
        let statement = self.heads.iter().zip(cells).enumerate();
        let statement =
            statement.filter(|(at, (_, cell))| *at != column && Some(*at) != source && !cell.is_empty());
        let statement: Vec<String> = statement.map(|(_, (head, cell))| format!("{head}: {cell}")).collect();
        let source = source.and_then(|at| cells.get(at)).copied().filter(|cell| !cell.is_empty());
        Ok(Some(RowEntry { id, source, statement: statement.join("; ") }))
    }

    pub fn setting(&self, cells: &[&str]) -> Result<Option<Setting>, Fault> {
        let (Some(option), Some(default)) = (self.column("option"), self.column("default")) else {
            return Ok(None);
        };
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default();
        let (name, about) = match cell(option).split_once(' ') {
            Some((name, about)) => (name, Some(about.trim_matches(['(', ')', ' ']).to_owned())),
            None => (cell(option), None),
        };
        if name.is_empty() || cell(default).is_empty() {
            let remedy = "write \"| name | default | other values | AMB |\"";
            return Err(Fault::new("an option needs a name and a default", remedy));
        }
        let other = self.column("other values").map(cell).filter(|text| !matches!(*text, "" | "-"));
        Ok(Some(Setting {
            name: name.to_owned(),
            about,
            default: confirmed(cell(default)),
            other_values: other.map(confirmed),
            unconfirmed: cell(default).contains(HOUSE_VALUE),
            ambiguity: self.ambiguity(cells)?,
        }))
    }

    /// The column `AMB` holds the number of the open question, such as `07`.
    fn ambiguity(&self, cells: &[&str]) -> Result<Option<RuleId>, Fault> {
        let number = self.column("amb").and_then(|at| cells.get(at)).copied().unwrap_or_default();
        if matches!(number, "" | "-") {
            return Ok(None);
        }
        let id = RuleId::parse(&format!("AMB-{number}"));
        id.map(Some).map_err(|_| {
            Fault::new(format!("\"{number}\" is no open question"), "write its number, such as 07")
        })
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.heads.iter().position(|head| head == name)
    }
}

const HOUSE_VALUE: &str = "(*)";

fn confirmed(text: &str) -> String {
    text.replace(HOUSE_VALUE, "").trim().to_owned()
}
