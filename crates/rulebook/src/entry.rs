//! What a rulebook holds: `Book`, its `Chapter`s, each `Entry` with source, statement, status and reading,
//! and the `Setting`s that stand where a book is silent or players may want otherwise.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::{RuleId, games, search};

/// The rules of one game in our own words, as read from `rulebook/<game>/*.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Book {
    /// The folder name, such as `blood-and-blades`.
    pub game: String,
    pub chapters: Vec<Chapter>,
    /// In the order of the files, so the entries of a chapter stand together.
    pub entries: Vec<Entry>,
    pub settings: Vec<Setting>,
}

/// One file of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// The file name without its ending, such as `40-bound-and-pigs`.
    pub name: String,
    pub title: String,
}

/// One addressed statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub id: RuleId,
    pub kind: Kind,
    /// The name of its chapter.
    pub chapter: String,
    pub section: Option<String>,
    pub title: Option<String>,
    /// Where the rule stands in its source, such as `L558-L561` or `p.9 L251`.
    pub source: Option<String>,
    pub statement: String,
    pub status: Status,
    /// What was chosen where the book is silent, damaged or contradicts itself.
    pub reading: Option<String>,
    /// The names of the settings that change this rule.
    pub settings: Vec<String>,
    /// What is missing while the status is `partial`.
    pub note: Option<String>,
    /// The sentences by which the umpire gives the rule as a reason, with places for what it is about (`says.rs`).
    pub says: Vec<String>,
    /// What a line of a sum is for that this rule adds.
    pub counts: Option<String>,
    /// Where a rule lives that is never given as a reason, since it defines a thing or advises: a file, and a word in it.
    pub lives: Option<String>,
    /// The line of the file on which the entry begins, counted from 1.
    pub line: u32,
}

/// Whether an entry is a rule of the game or stands beside the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Rule,
    /// An example, an open question, a unit of a scenario: it can be looked up, but is not counted.
    Companion,
}

/// How far the program enforces a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Done,
    Partial,
    Todo,
    /// There is nothing to enforce.
    Text,
}

/// A named value that players may choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    pub name: String,
    /// What the setting covers, where its name does not say it.
    pub about: Option<String>,
    pub default: String,
    pub other_values: Option<String>,
    /// The source lost the value: the default is a house value and is shown as such.
    pub unconfirmed: bool,
    /// The entry that argues for the default.
    pub ambiguity: Option<RuleId>,
}

impl Book {
    pub fn find(&self, id: RuleId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    pub fn setting(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().find(|setting| setting.name == name)
    }

    /// The entries that hold every word of the query, best first.
    pub fn search(&self, query: &str) -> Vec<&Entry> {
        search::search(&self.entries, query)
    }

    /// Every chapter with its entries, in the order of the book.
    pub fn by_chapter(&self) -> impl Iterator<Item = (&Chapter, &[Entry])> {
        self.chapters.iter().map(|chapter| {
            let mut parts = self.entries.chunk_by(|a, b| a.chapter == b.chapter);
            let own = parts.find(|part| part.first().is_some_and(|entry| entry.chapter == chapter.name));
            (chapter, own.unwrap_or_default())
        })
    }

    /// The readings that bear on an entry: its own, and those of the open questions it refers to.
    pub fn readings<'a>(&'a self, entry: &'a Entry) -> Vec<(RuleId, &'a str)> {
        let questions = entry.mentions().into_iter().filter_map(|id| self.find(id));
        let companions = questions.filter(|other| other.kind == Kind::Companion && other.id != entry.id);
        let all = std::iter::once(entry).chain(companions);
        all.filter_map(|one| Some((one.id, one.reading.as_deref()?))).collect()
    }

    /// The public name of the game.
    pub fn title(&self) -> &str {
        games().iter().find(|game| game.name == self.game).map_or(&self.game, |game| game.title)
    }
}

impl Entry {
    /// The other ids that the statement and the reading name, each once, in order.
    pub fn mentions(&self) -> Vec<RuleId> {
        let mut ids = Vec::new();
        let texts = [Some(self.statement.as_str()), self.source.as_deref(), self.reading.as_deref()];
        for id in texts.into_iter().flatten().flat_map(crate::ids_in) {
            if id != self.id && !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }
}

impl Status {
    pub const ALL: [Status; 4] = [Status::Done, Status::Partial, Status::Todo, Status::Text];

    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::Partial => "partial",
            Status::Todo => "todo",
            Status::Text => "text",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A word that is none of the four statuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a status; write done, partial, todo or text")]
pub struct UnknownStatus(pub String);

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Status, UnknownStatus> {
        let known = Status::ALL.into_iter().find(|status| status.as_str() == text);
        known.ok_or_else(|| UnknownStatus(text.to_owned()))
    }
}
