//! The saved form of a match: JSON lines that a person can read. Documented in docs/records.md.

use crate::contract::{Ruleset, Viewer};
use crate::step::Step;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use thiserror::Error;

/// Version of the lines themselves; each game versions its own vocabulary beside it.
pub const RECORD_FORMAT: u32 = 1;

/// A match as it is saved and sent: where it started and every step.
#[derive(Clone, Debug)]
pub struct Record<R: Ruleset> {
    /// Whose eyes have seen it so; none: it is whole.
    pub seen_by: Option<Viewer>,
    pub setup: R::Setup,
    pub steps: Vec<Step<R>>,
}

#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Header<R: Ruleset> {
    aelian: u32,
    game: String,
    format: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seen_by: Option<Viewer>,
    setup: R::Setup,
}

/// What is needed to know whose record a text is, before it is read as a whole.
#[derive(Deserialize)]
struct Name {
    game: String,
}

#[derive(Debug, Error)]
pub enum RecordError {
    #[error("the record is empty: its first line must be the header with aelian, game, format and setup")]
    Empty,
    #[error("line {line}, column {column}: {what}")]
    Line { line: usize, column: usize, what: String },
    #[error("line 1: this is a record of `{found}`, not of `{wanted}`")]
    OtherGame { found: String, wanted: &'static str },
    #[error("line 1: the record has format {found}; this program reads up to {known}")]
    Newer { found: u32, known: u32 },
    #[error("the record cannot be written: {0}")]
    Write(#[from] serde_json::Error),
}

/// The game that a record belongs to, from its first line.
pub fn game_of(text: &str) -> Result<String, RecordError> {
    let first = text.lines().find(|line| !line.trim().is_empty()).ok_or(RecordError::Empty)?;
    let name: Name = serde_json::from_str(first).map_err(|error| fault(1, &error))?;
    Ok(name.game)
}

/// Each line is read for itself, so that the fault's own line is always the first; it is told with the line of
/// the record instead.
fn fault(line: usize, error: &serde_json::Error) -> RecordError {
    let told = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = told.strip_suffix(&place).unwrap_or(&told).to_owned();
    RecordError::Line { line, column: error.column(), what }
}

impl<R: Ruleset> Record<R> {
    /// A whole match before its first step.
    pub fn of(setup: R::Setup) -> Self {
        Record { seen_by: None, setup, steps: Vec::new() }
    }

    /// One line for the header, one for each step.
    pub fn write(&self) -> Result<String, RecordError> {
        let header = Header::<R> {
            aelian: RECORD_FORMAT,
            game: R::GAME.to_owned(),
            format: R::FORMAT,
            seen_by: self.seen_by,
            setup: self.setup.clone(),
        };
        let mut text = serde_json::to_string(&header)?;
        text.push('\n');
        for step in &self.steps {
            let _ = writeln!(text, "{}", serde_json::to_string(step)?);
        }
        Ok(text)
    }

    /// Reads a record; an error names the line and what is wrong with it.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        let found = game_of(text)?;
        if found != R::GAME {
            return Err(RecordError::OtherGame { found, wanted: R::GAME });
        }
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().ok_or(RecordError::Empty)?;
        let header: Header<R> = serde_json::from_str(first).map_err(|error| fault(1, &error))?;
        for (found, known) in [(header.aelian, RECORD_FORMAT), (header.format, R::FORMAT)] {
            if found > known {
                return Err(RecordError::Newer { found, known });
            }
        }
        let steps = lines.map(|(at, line)| Self::step(at + 1, line)).collect::<Result<_, _>>()?;
        Ok(Record { seen_by: header.seen_by, setup: header.setup, steps })
    }

    /// One step from its line, which is told by this number if it cannot be read.
    pub fn step(number: usize, line: &str) -> Result<Step<R>, RecordError> {
        serde_json::from_str(line).map_err(|error| fault(number, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_once_with_its_line_in_the_record() {
        let error = serde_json::from_str::<Name>("{\"game\": 7}").map(|name| name.game).unwrap_err();
        let told = fault(4, &error).to_string();
        assert_eq!(told, "line 4, column 10: invalid type: integer `7`, expected a string");
        let cut = serde_json::from_str::<Name>("{\"game\"").map(|name| name.game).unwrap_err();
        assert_eq!(fault(9, &cut).to_string(), "line 9, column 7: EOF while parsing an object");
    }
}
