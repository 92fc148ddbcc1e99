//! Setting the status of rules in the rulebook files, where they stand.

use aelian_rulebook::{Entry, RuleId, Status, games};
use anyhow::{Context, Result, bail, ensure};

use crate::repository::read_book;
use crate::{Repository, Source};

const USAGE: &str = "usage: cargo xtask status ID... done|partial|todo|text [--note TEXT]";

/// `cargo xtask status ID... STATUS [--note TEXT]`
pub fn command(repository: &Repository, words: &[&str]) -> Result<()> {
    let (words, note) = match words {
        [words @ .., "--note", note] => (words, Some(*note)),
        words => (words, None),
    };
    let [ids @ .., status] = words else { bail!(USAGE) };
    ensure!(!ids.is_empty(), USAGE);
    let status: Status = status.parse().context(USAGE)?;
    let ids: Vec<RuleId> =
        ids.iter().map(|id| id.parse().with_context(|| format!("\"{id}\""))).collect::<Result<_>>()?;
    let mut sources = repository.sources.clone();
    let mut changed: Vec<String> = Vec::new();
    for id in ids {
        let path = set(&mut sources, id, status, note)?;
        if !changed.contains(&path) {
            changed.push(path);
        }
    }
    for source in sources.iter().filter(|source| changed.contains(&source.path)) {
        repository.write(&source.path, &source.text)?;
        println!("{}", source.path);
    }
    Ok(())
}

/// Changes one rule among the sources and gives the path of its file.
pub fn set(sources: &mut [Source], id: RuleId, status: Status, note: Option<&str>) -> Result<String> {
    let game = games().iter().find(|game| game.prefix == id.prefix());
    let game = game.with_context(|| format!("{id} is not a rule of any game"))?.name;
    let book = read_book(game, sources)?;
    let entry = book.find(id).with_context(|| format!("the rulebook of {game} has no {id}"))?;
    let kept = entry.note.as_deref().filter(|_| status == Status::Partial);
    let note = note.or(kept);
    ensure!(status != Status::Partial || note.is_some(), "a partial rule needs --note with what is missing");
    let path = format!("rulebook/{game}/{}.md", entry.chapter);
    let source =
        sources.iter_mut().find(|source| source.path == path).context("the file of the rule is gone")?;
    source.text = edited(&source.text, entry, status, note);
    let now = read_book(game, sources)?;
    let now = now.find(id).map(|entry| (entry.status, entry.note.clone()));
    ensure!(
        now == Some((status, note.map(str::to_owned))),
        "{path}: the status of {id} could not be set; edit it by hand"
    );
    Ok(path)
}

/// The text of a chapter with the status and the note of one entry changed and all else kept.
fn edited(text: &str, entry: &Entry, status: Status, note: Option<&str>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = usize::try_from(entry.line).unwrap_or_default().saturating_sub(1);
    // A rule without a status line is todo, and a companion without one is text: only others need the line.
    let status = (status != Status::Todo).then(|| format!("- status: {status}"));
    let fields: Vec<String> = status.into_iter().chain(note.map(|note| format!("- note: {note}"))).collect();
    if lines.get(at).is_some_and(|line| line.starts_with(['-', '*'])) {
        edit_bullet(&mut lines, at, fields);
    } else {
        edit_table(&mut lines, at, entry.id, fields);
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The fields of a bullet stand set in below it, after the lines of its statement.
fn edit_bullet(lines: &mut Vec<String>, at: usize, fields: Vec<String>) {
    let end = at + 1 + lines.iter().skip(at + 1).take_while(|line| line.starts_with(' ')).count();
    let block: Vec<String> = lines.drain(at + 1..end).collect();
    let is_field =
        |line: &str| ["status", "note", "reading", "settings"].iter().any(|name| is_field_of(line, name));
    let statement = block.iter().position(|line| is_field(line)).unwrap_or(block.len());
    let mut kept: Vec<String> = block.iter().take(statement).cloned().collect();
    kept.extend(fields.into_iter().map(|field| format!("  {field}")));
    let mut replaced = false;
    for line in block.into_iter().skip(statement) {
        // A further line of a note goes with it.
        if line.trim_start().starts_with("- ") {
            replaced = is_field_of(&line, "status") || is_field_of(&line, "note");
        }
        if !replaced {
            kept.push(line);
        }
    }
    lines.splice(at + 1..at + 1, kept);
}

fn is_field_of(line: &str, name: &str) -> bool {
    line.trim_start()
        .strip_prefix("- ")
        .and_then(|rest| rest.strip_prefix(name))
        .is_some_and(|rest| rest.starts_with(':'))
}

/// The fields of a rule that stands in a table, or is one, follow the table as `- (ID) status: done`.
fn edit_table(lines: &mut Vec<String>, at: usize, id: RuleId, fields: Vec<String>) {
    let mark = format!("- ({id}) ");
    let is_old = |line: &String| {
        line.starts_with(&format!("{mark}status:")) || line.starts_with(&format!("{mark}note:"))
    };
    lines.retain(|line| !is_old(line));
    let is_row = |line: &String| line.starts_with('|');
    let first_row = lines.iter().skip(at).position(is_row).map_or(at, |rows| at + rows);
    let end = first_row + lines.iter().skip(first_row).take_while(|line| is_row(line)).count();
    let is_detached = |line: &&String| line.starts_with("- (");
    let list: Vec<String> = lines.iter().skip(end + 1).take_while(is_detached).cloned().collect();
    let mut added: Vec<String> =
        fields.into_iter().map(|field| format!("{mark}{}", field.trim_start_matches("- "))).collect();
    if !list.is_empty() {
        // The list keeps the order of the ids, so that its text does not depend on who came first.
        let before = list.iter().take_while(|line| line.as_str() < mark.as_str()).count();
        lines.splice(end + 1 + before..end + 1 + before, added);
    } else if !added.is_empty() {
        added.insert(0, String::new());
        lines.splice(end..end, added);
    }
    // Taking the last line of a list away leaves two blank lines.
    lines.dedup_by(|b, a| a.is_empty() && b.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAPTER: &str = "# Moves\n\n- BB-DEMO-01 One\n  goes on.\n  - reading: so\n- BB-DEMO-02 Two.\n\n\
        | id | cost |\n|---|---|\n| BB-COST-01 | 1 |\n| BB-COST-02 | 2 |\n\n- BB-DEMO-03 Three.\n";

    fn after(changes: &[(&str, Status, Option<&str>)]) -> String {
        let mut sources =
            [Source { path: "rulebook/blood-and-blades/40.md".to_owned(), text: CHAPTER.to_owned() }];
        for (id, status, note) in changes {
            set(&mut sources, id.parse().unwrap(), *status, *note).unwrap();
        }
        sources[0].text.clone()
    }

    #[test]
    fn a_bullet_gets_its_status_below_its_statement() {
        let text = after(&[("BB-DEMO-01", Status::Done, None), ("BB-DEMO-02", Status::Text, None)]);
        let wanted = CHAPTER.replace("goes on.\n", "goes on.\n  - status: done\n");
        assert_eq!(text, wanted.replace("Two.\n", "Two.\n  - status: text\n"));
    }

    #[test]
    fn a_later_status_replaces_the_earlier_one_and_its_note() {
        let partial = ("BB-DEMO-02", Status::Partial, Some("half"));
        let text = after(&[partial]);
        assert_eq!(text, CHAPTER.replace("Two.\n", "Two.\n  - status: partial\n  - note: half\n"));
        let text = after(&[partial, ("BB-DEMO-02", Status::Done, None)]);
        assert_eq!(text, CHAPTER.replace("Two.\n", "Two.\n  - status: done\n"));
        assert_eq!(after(&[partial, ("BB-DEMO-02", Status::Todo, None)]), CHAPTER);
        assert_eq!(
            after(&[partial, ("BB-DEMO-02", Status::Partial, None)]),
            after(&[partial]),
            "the note stays"
        );
    }

    #[test]
    fn rows_get_a_list_after_the_table() {
        let text =
            after(&[("BB-COST-02", Status::Done, None), ("BB-COST-01", Status::Partial, Some("half"))]);
        let list = "| BB-COST-02 | 2 |\n\n- (BB-COST-01) status: partial\n- (BB-COST-01) note: half\n- (BB-COST-02) status: done\n\n";
        assert_eq!(text, CHAPTER.replace("| BB-COST-02 | 2 |\n\n", list));
        let back = [("BB-COST-02", Status::Done, None), ("BB-COST-02", Status::Todo, None)];
        assert_eq!(after(&back), CHAPTER);
    }

    #[test]
    fn what_cannot_be_set_is_refused() {
        let mut sources =
            [Source { path: "rulebook/blood-and-blades/40.md".to_owned(), text: CHAPTER.to_owned() }];
        let mut refused = |id: &str, status| set(&mut sources, id.parse().unwrap(), status, None).is_err();
        assert!(refused("BB-DEMO-02", Status::Partial), "no note");
        assert!(refused("BB-DEMO-09", Status::Done), "no such rule");
        assert!(refused("EX-01", Status::Done), "no rule at all");
    }
}
