//! Reading a rulebook: the Markdown files of one game become a `Book`, or an error that says what to write.
//!
//! `line` knows the shapes of a line, `table` what the rows of a table mean; this file joins them. The
//! format is described in `docs/adding-a-rule.md`.

mod line;
mod table;

use crate::{Book, Chapter, Entry, Kind, RuleId, Setting, Status, games};
use line::{Field, Line};
use table::Table;

/// What is wrong in a rulebook file, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}; {remedy}")]
pub struct ParseError {
    pub file: String,
    pub line: u32,
    pub problem: String,
    pub remedy: String,
}

/// A fault in one line, before the file and the number are known.
#[derive(Debug)]
struct Fault {
    problem: String,
    remedy: String,
}

impl Fault {
    fn new(problem: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault { problem: problem.into(), remedy: remedy.into() }
    }
}

impl Book {
    /// Reads the files of a game, given as (file name, text), in the order of their names.
    pub fn parse(game: &str, files: &[(&str, &str)]) -> Result<Book, ParseError> {
        let mut reader = Reader::new(game);
        let mut sorted = files.to_vec();
        sorted.sort_by_key(|(name, _)| *name);
        for (name, text) in sorted {
            reader.read_file(name, text)?;
        }
        reader.finish()
    }
}

struct Reader {
    book: Book,
    prefix: &'static str,
    /// The file of each chapter and entry is needed again when the settings are checked at the end.
    file: String,
    section: Option<String>,
    place: Place,
}

/// What the next line continues.
enum Place {
    Prose,
    /// The last entry is a bullet and may get fields and further lines.
    Bullet(Part),
    /// The last entry is a caption that waits for its table.
    Caption,
    /// In a table; the caption, if it has one, collects the rows.
    Table {
        table: Table,
        caption: Option<usize>,
    },
}

/// The part of a bullet that a further line continues.
enum Part {
    Statement,
    Reading,
    Note,
    Closed,
}

impl Reader {
    fn new(game: &str) -> Reader {
        let prefix = games().iter().find(|one| one.name == game).map_or("", |one| one.prefix);
        let book =
            Book { game: game.to_owned(), chapters: Vec::new(), entries: Vec::new(), settings: Vec::new() };
        Reader { book, prefix, file: String::new(), section: None, place: Place::Prose }
    }

    fn read_file(&mut self, name: &str, text: &str) -> Result<(), ParseError> {
        self.file = name.to_owned();
        self.section = None;
        self.place = Place::Prose;
        let chapter = name.strip_suffix(".md").unwrap_or(name).to_owned();
        self.book.chapters.push(Chapter { name: chapter, title: String::new() });
        for (number, line) in (1..).zip(text.lines()) {
            self.read_line(number, line.trim_end()).map_err(|fault| self.error(number, fault))?;
        }
        if self.chapter_title().is_some_and(|title| title.is_empty()) {
            return Err(
                self.error(1, Fault::new("the chapter has no title", "begin the file with \"# Title\""))
            );
        }
        Ok(())
    }

    fn read_line(&mut self, number: u32, text: &str) -> Result<(), Fault> {
        match Line::read(text, self.prefix)? {
            Line::Blank => self.pause(),
            Line::Title(title) => self.title(title),
            Line::Section(title) => {
                self.section = Some(title.to_owned());
                self.place = Place::Prose;
            }
            Line::Caption(caption) => {
                self.add(number, caption.id, caption.title, caption.source, "")?;
                self.place = Place::Caption;
            }
            Line::Bullet(bullet) => {
                self.add(number, bullet.id, bullet.title, bullet.source, bullet.statement)?;
                self.place = Place::Bullet(Part::Statement);
            }
            Line::Detached(id, field) => self.detached(id, field)?,
            Line::Row(cells) => self.row(number, text, cells)?,
            Line::Indented(text) => self.indented(text)?,
            Line::Prose => self.prose(text),
        }
        Ok(())
    }

    /// A blank line ends a bullet and a table, but a caption may stand apart from its table.
    fn pause(&mut self) {
        if !matches!(self.place, Place::Caption) {
            self.place = Place::Prose;
        }
    }

    fn title(&mut self, title: &str) {
        if let Some(chapter) = self.book.chapters.last_mut().filter(|chapter| chapter.title.is_empty()) {
            chapter.title = title.to_owned();
        }
        self.place = Place::Prose;
    }

    fn chapter_title(&self) -> Option<&str> {
        self.book.chapters.last().map(|chapter| chapter.title.as_str())
    }

    fn add(
        &mut self,
        line: u32,
        id: RuleId,
        title: Option<&str>,
        source: Option<&str>,
        statement: &str,
    ) -> Result<(), Fault> {
        if let Some(first) = self.book.find(id) {
            let problem = format!("{id} stands already in {}.md, line {}", first.chapter, first.line);
            return Err(Fault::new(problem, "give the new rule a number that was never used"));
        }
        let kind = if id.prefix() == self.prefix { Kind::Rule } else { Kind::Companion };
        self.book.entries.push(Entry {
            id,
            kind,
            chapter: self.book.chapters.last().map(|chapter| chapter.name.clone()).unwrap_or_default(),
            section: self.section.clone(),
            title: title.map(str::to_owned),
            source: source.map(str::to_owned),
            statement: statement.to_owned(),
            status: if kind == Kind::Rule { Status::Todo } else { Status::Text },
            reading: None,
            settings: Vec::new(),
            note: None,
            says: Vec::new(),
            counts: None,
            lives: None,
            line,
        });
        Ok(())
    }

    fn detached(&mut self, id: RuleId, field: Field) -> Result<(), Fault> {
        self.place = Place::Prose;
        let chapter = self.book.chapters.last().map(|chapter| chapter.name.clone());
        let here = |entry: &&mut Entry| entry.id == id && Some(&entry.chapter) == chapter.as_ref();
        let Some(entry) = self.book.entries.iter_mut().find(here) else {
            let problem = format!("{id} does not stand above this line");
            return Err(Fault::new(problem, "put the line after the table that holds the rule"));
        };
        set(entry, field).map(|_| ())
    }

    /// A line below a bullet: one of its fields, or more of the part before it.
    fn indented(&mut self, text: &str) -> Result<(), Fault> {
        let (Place::Bullet(part), Some(entry)) = (&mut self.place, self.book.entries.last_mut()) else {
            return Ok(());
        };
        if let Some(field) = Field::read(text)? {
            *part = set(entry, field)?;
            return Ok(());
        }
        let target = match part {
            Part::Statement => &mut entry.statement,
            Part::Reading => entry.reading.get_or_insert_default(),
            Part::Note => entry.note.get_or_insert_default(),
            Part::Closed => {
                let remedy = "begin the line with \"- \" and one of status, reading, settings, note, says, counts, lives";
                return Err(Fault::new("nothing here can be continued", remedy));
            }
        };
        target.push(if text.starts_with("- ") { '\n' } else { ' ' });
        target.push_str(text);
        Ok(())
    }

    fn row(&mut self, number: u32, text: &str, cells: Vec<&str>) -> Result<(), Fault> {
        if !matches!(self.place, Place::Table { .. }) {
            let last = self.book.entries.len().checked_sub(1);
            let caption = last.filter(|_| matches!(self.place, Place::Caption));
            self.place = Place::Table { table: Table::new(&cells), caption };
            self.extend_caption(text);
            return Ok(());
        }
        self.extend_caption(text);
        if cells.iter().all(|cell| table::is_rule_line(cell)) {
            return Ok(());
        }
        let Place::Table { table, .. } = &self.place else { return Ok(()) };
        let (setting, entry) = (table.setting(&cells)?, table.entry(&cells)?);
        self.book.settings.extend(setting);
        match entry {
            Some(row) => self.add(number, row.id, None, row.source, &row.statement),
            None => Ok(()),
        }
    }

    fn extend_caption(&mut self, text: &str) {
        if let Place::Table { caption: Some(at), .. } = self.place
            && let Some(entry) = self.book.entries.get_mut(at)
        {
            if !entry.statement.is_empty() {
                entry.statement.push('\n');
            }
            entry.statement.push_str(text);
        }
    }

    /// Prose between a caption and its table belongs to the entry; other prose only ends what was open.
    fn prose(&mut self, text: &str) {
        match (&self.place, self.book.entries.last_mut()) {
            (Place::Caption, Some(entry)) => {
                if !entry.statement.is_empty() {
                    entry.statement.push('\n');
                }
                entry.statement.push_str(text);
            }
            _ => self.place = Place::Prose,
        }
    }

    fn finish(mut self) -> Result<Book, ParseError> {
        for at in 0..self.book.entries.len() {
            let Some(entry) = self.book.entries.get(at) else { continue };
            if let Some(name) = entry.settings.iter().find(|name| self.book.setting(name).is_none()) {
                let problem =
                    format!("{} names the setting {name}, which no table of options defines", entry.id);
                let (file, line) = (format!("{}.md", entry.chapter), entry.line);
                let remedy = "add a row to the table of options in 00-index.md".to_owned();
                return Err(ParseError { file, line, problem, remedy });
            }
            let found = settings_of(entry, &self.book.settings);
            if let Some(entry) = self.book.entries.get_mut(at) {
                entry.settings = found;
            }
        }
        Ok(self.book)
    }

    fn error(&self, line: u32, fault: Fault) -> ParseError {
        ParseError { file: self.file.clone(), line, problem: fault.problem, remedy: fault.remedy }
    }
}

/// Puts a field into an entry and says what a further line would continue.
fn set(entry: &mut Entry, field: Field) -> Result<Part, Fault> {
    let twice = |name| Fault::new(format!("{} has two lines of {name}", entry.id), "keep one of them");
    match field {
        Field::Status(status) => {
            entry.status = status;
            Ok(Part::Closed)
        }
        Field::Settings(_) if !entry.settings.is_empty() => Err(twice("settings")),
        Field::Settings(names) => {
            entry.settings = names;
            Ok(Part::Closed)
        }
        Field::Reading(_) if entry.reading.is_some() => Err(twice("reading")),
        Field::Reading(text) => {
            entry.reading = Some(text);
            Ok(Part::Reading)
        }
        Field::Note(_) if entry.note.is_some() => Err(twice("note")),
        Field::Note(text) => {
            entry.note = Some(text);
            Ok(Part::Note)
        }
        Field::Says(text) => {
            entry.says.push(text);
            Ok(Part::Closed)
        }
        Field::Counts(_) if entry.counts.is_some() => Err(twice("counts")),
        Field::Counts(text) => {
            entry.counts = Some(text);
            Ok(Part::Closed)
        }
        Field::Lives(_) if entry.lives.is_some() => Err(twice("lives")),
        Field::Lives(place) => {
            entry.lives = Some(place);
            Ok(Part::Closed)
        }
    }
}

/// The settings of an entry: those its field lists and those its text names; if there are none, those whose
/// open question it refers to.
fn settings_of(entry: &Entry, settings: &[Setting]) -> Vec<String> {
    let texts = [entry.statement.as_str(), entry.reading.as_deref().unwrap_or_default()];
    let named = |setting: &&Setting| {
        let is_name = |word: &str| word == setting.name;
        let separator = |c: char| !(c.is_alphanumeric() || c == '_');
        entry.settings.contains(&setting.name) || texts.iter().any(|text| text.split(separator).any(is_name))
    };
    let by_name: Vec<String> = settings.iter().filter(named).map(|setting| setting.name.clone()).collect();
    if !by_name.is_empty() {
        return by_name;
    }
    let mentions = entry.mentions();
    let asked = |setting: &&Setting| {
        setting.ambiguity.is_some_and(|question| question == entry.id || mentions.contains(&question))
    };
    settings.iter().filter(asked).map(|setting| setting.name.clone()).collect()
}

#[cfg(test)]
mod tests;
