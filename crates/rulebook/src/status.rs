//! How far a game is: the rules of each chapter counted by status, how many of them cases brought about, and how
//! many only define or advise.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;

use crate::{Book, Entry, Kind, RuleId, Status};

/// The rules of one game, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookStatus {
    pub game: String,
    /// One row for each chapter that holds rules.
    pub chapters: Vec<ChapterStatus>,
    pub total: Counts,
}

/// The rules of one chapter, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChapterStatus {
    pub chapter: String,
    pub title: String,
    #[serde(flatten)]
    pub counts: Counts,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub rules: u32,
    pub done: u32,
    pub partial: u32,
    pub todo: u32,
    pub text: u32,
    /// The rules that were cited while cases and playthroughs ran.
    pub cited: u32,
    /// The rules that define or advise, so that nothing cites them, and say where they live.
    pub defined: u32,
}

impl BookStatus {
    /// Counts a book; `cited` lists the ids that were cited as cases and playthroughs ran, in any order.
    pub fn count(book: &Book, cited: impl IntoIterator<Item = RuleId>) -> BookStatus {
        let cited: BTreeSet<RuleId> = cited.into_iter().collect();
        let mut status =
            BookStatus { game: book.game.clone(), chapters: Vec::new(), total: Counts::default() };
        for (chapter, entries) in book.by_chapter() {
            let counts = Counts::of(entries, &cited);
            if counts.rules > 0 {
                let (name, title) = (chapter.name.clone(), chapter.title.clone());
                status.chapters.push(ChapterStatus { chapter: name, title, counts });
            }
            status.total = status.total.plus(counts);
        }
        status
    }
}

impl Counts {
    fn of(entries: &[Entry], cited: &BTreeSet<RuleId>) -> Counts {
        let rules = entries.iter().filter(|entry| entry.kind == Kind::Rule);
        rules.fold(Counts::default(), |counts, rule| {
            let of = |status| u32::from(rule.status == status);
            counts.plus(Counts {
                rules: 1,
                done: of(Status::Done),
                partial: of(Status::Partial),
                todo: of(Status::Todo),
                text: of(Status::Text),
                cited: u32::from(cited.contains(&rule.id)),
                defined: u32::from(rule.lives.is_some()),
            })
        })
    }

    fn plus(self, other: Counts) -> Counts {
        Counts {
            rules: self.rules + other.rules,
            done: self.done + other.done,
            partial: self.partial + other.partial,
            todo: self.todo + other.todo,
            text: self.text + other.text,
            cited: self.cited + other.cited,
            defined: self.defined + other.defined,
        }
    }
}

/// The table that the command line prints.
impl fmt::Display for BookStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = self.chapters.iter().map(|row| row.chapter.len()).chain([self.game.len()]).max();
        let width = longest.unwrap_or_default();
        let heads = ["rules", "done", "partial", "todo", "text", "cited", "defined"];
        write!(f, "{:width$}", self.game)?;
        heads.iter().try_for_each(|head| write!(f, "{head:>9}"))?;
        for row in &self.chapters {
            write!(f, "\n{:width$}{}", row.chapter, row.counts)?;
        }
        writeln!(f, "\n{:width$}{}", "total", self.total)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [self.rules, self.done, self.partial, self.todo, self.text, self.cited, self.defined];
        counts.iter().try_for_each(|count| write!(f, "{count:>9}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    fn book() -> Book {
        let moves = "# 1 - Moves\n\n- BB-DEMO-01 One.\n  - status: done\n- BB-DEMO-02 Two.\n  - lives: moves.rs go\n\
            - BB-DEMO-03 Three.\n  - status: partial\n  - note: half of it\n- EX-01 An example.\n";
        let names = "# 2 - Names\n\n- BB-NAME-01 Ax = auxilia.\n  - status: text\n";
        Book::parse("blood-and-blades", &[("1-moves.md", moves), ("2-names.md", names), ("3.md", "# 3\n")])
            .unwrap()
    }

    #[test]
    fn rules_are_counted_by_chapter_and_companions_are_not() {
        let cited = [rule!("BB-DEMO-01"), rule!("BB-DEMO-01"), rule!("EX-01")];
        let status = BookStatus::count(&book(), cited);
        let moves = Counts { rules: 3, done: 1, partial: 1, todo: 1, text: 0, cited: 1, defined: 1 };
        let total = Counts { rules: 4, text: 1, ..moves };
        assert_eq!(
            status.chapters.iter().map(|row| row.chapter.as_str()).collect::<Vec<_>>(),
            ["1-moves", "2-names"]
        );
        assert_eq!((status.chapters[0].counts, status.total), (moves, total));
    }

    #[test]
    fn the_table_lines_up() {
        let text = BookStatus::count(&book(), []).to_string();
        let widths: Vec<usize> = text.lines().map(str::len).collect();
        assert_eq!(widths.len(), 4);
        assert!(widths.iter().all(|width| *width == widths[0]), "{text}");
    }

    #[test]
    fn json_rows_are_flat() {
        let json = serde_json::to_value(BookStatus::count(&book(), [])).unwrap();
        assert_eq!(json["chapters"][0]["rules"], 3);
        assert_eq!(json["total"]["text"], 1);
    }
}
