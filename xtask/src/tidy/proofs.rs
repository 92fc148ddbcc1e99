//! What shows that a rule that is called done is enforced: it was cited while the cases and playthroughs ran, or a table of
//! the data holds it, or its entry says that it only defines or advises, and where it lives. And a case or a test names it,
//! which was read again after the rule's words last changed.
//!
//! | file | what it holds |
//! |---|---|
//! | `rulebook/cited.txt` | the rules that cases and playthroughs cited as they ran, written by `cargo xtask golden` |
//! | `rulebook/read.txt` | each done rule with the hash of its words when its cases were last read, written by `cargo xtask read` |
//! | `rulebook/owed.txt` | done rules without such a proof as yet; the list may only shrink, `cargo xtask codegen` takes out what is paid |

use std::collections::{BTreeMap, BTreeSet};

use aelian_rulebook::{Book, Entry, Kind, RuleId, Status, ids_in};
use anyhow::{Context, Result, ensure};

use super::citations::Citations;
use crate::{Repository, Source};

pub const CITED: &str = "rulebook/cited.txt";
const READ: &str = "rulebook/read.txt";
pub const OWED: &str = "rulebook/owed.txt";

/// Rules called done without proof or without a case, partial ones that do not say what is missing, and places where a rule
/// is said to live but does not.
pub fn unproven(books: &[Book], sources: &[Source]) -> Vec<String> {
    let proofs = Proofs::of(sources);
    let owed = listed(sources, OWED);
    let mut findings = Vec::new();
    for book in books {
        for entry in book.entries.iter().filter(|entry| entry.kind == Kind::Rule) {
            let faults = proofs.faults(book, entry, sources, owed.contains(&entry.id));
            findings.extend(faults.into_iter().map(|fault| {
                format!("rulebook/{}/{}.md:{}: {} {fault}", book.game, entry.chapter, entry.line, entry.id)
            }));
        }
    }
    findings
}

/// What `owed.txt` must hold: the rules that it lists and that still owe a proof.
pub fn owed(books: &[Book], sources: &[Source]) -> String {
    let proofs = Proofs::of(sources);
    let owes: BTreeSet<RuleId> =
        done(books).filter(|entry| !proofs.place(entry)).map(|entry| entry.id).collect();
    listed(sources, OWED).intersection(&owes).map(|id| format!("{id}\n")).collect()
}

/// What the sources say of all rules.
struct Proofs {
    cited: BTreeSet<RuleId>,
    tabled: BTreeSet<RuleId>,
    named: BTreeMap<RuleId, String>,
}

impl Proofs {
    fn of(sources: &[Source]) -> Proofs {
        let tables = sources.iter().filter(|source| source.path.starts_with("data/"));
        Proofs {
            cited: listed(sources, CITED),
            tabled: tables.flat_map(|source| ids_in(&source.text)).collect(),
            named: Citations::of(sources).tests,
        }
    }

    /// Whether something other than a comment places the rule in the program.
    fn place(&self, entry: &Entry) -> bool {
        self.cited.contains(&entry.id) || self.tabled.contains(&entry.id) || entry.lives.is_some()
    }

    fn faults(&self, book: &Book, entry: &Entry, sources: &[Source], owed: bool) -> Vec<String> {
        let mut faults = Vec::new();
        match (entry.status, self.place(entry)) {
            (Status::Done, false) if !owed => faults.push(format!(
                "is done, but nothing that the cases bring about cites it; let what it decides cite it, or say where \
                 the definition lives ({CITED})"
            )),
            (Status::Done, false) => {}
            _ => {}
        }
        if entry.status == Status::Done && !self.named.contains_key(&entry.id) {
            faults.push("is done but no case or test names it".to_owned());
        }
        if entry.status == Status::Partial && entry.note.is_none() {
            faults.push("is partial without a note that says what is missing".to_owned());
        }
        let homeless = entry.lives.iter().filter(|place| !is_home(book, place, sources));
        faults
            .extend(homeless.map(|place| format!("does not live at {place}: write a file and a word in it")));
        faults
    }
}

/// Whether a place names a file of the game, from its `src` or from the root for data, and a word that stands in it.
fn is_home(book: &Book, place: &str, sources: &[Source]) -> bool {
    let Some((file, word)) = place.split_once(' ') else { return false };
    let game = book.game.strip_suffix("-scenarios").unwrap_or(&book.game);
    let paths = [file.to_owned(), format!("crates/{game}/src/{file}")];
    let homes = sources.iter().filter(|source| paths.contains(&source.path));
    homes.into_iter().any(|source| words(&source.text).any(|one| one == word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
}

/// Rules whose words have changed since somebody last read their cases.
pub fn unread(books: &[Book], sources: &[Source]) -> Vec<String> {
    let read = readings(sources);
    let named = Citations::of(sources).tests;
    let mut findings = Vec::new();
    for entry in done(books) {
        let now = hash_of(entry);
        let then = read.get(&entry.id);
        if then != Some(&now) {
            let case = named.get(&entry.id).map_or("no case", String::as_str);
            let why = if then.is_some() { "has other words than when its cases were read" } else { "is new" };
            findings.push(format!(
                "{} {why}: read them again ({case}, ...), then `cargo xtask read {}`",
                entry.id, entry.id
            ));
        }
    }
    findings
}

/// `cargo xtask read ID...`: the cases of these rules have been read against their words. `all` is for every done rule.
pub fn command(repository: &Repository, ids: &[&str]) -> Result<()> {
    ensure!(!ids.is_empty(), "usage: cargo xtask read ID...|all");
    let books = repository.books()?;
    let mut read = readings(&repository.sources);
    let rules: BTreeMap<RuleId, &Entry> = done(&books).map(|entry| (entry.id, entry)).collect();
    read.retain(|id, _| rules.contains_key(id));
    let wanted: Vec<RuleId> = match ids {
        ["all"] => rules.keys().copied().collect(),
        ids => ids.iter().map(|id| id.parse().with_context(|| format!("\"{id}\""))).collect::<Result<_>>()?,
    };
    for id in wanted {
        let entry = rules.get(&id).with_context(|| format!("{id} is no rule that is done"))?;
        read.insert(id, hash_of(entry));
    }
    let text: String = read.iter().map(|(id, hash)| format!("{id} {hash}\n")).collect();
    repository.write(READ, &text)
}

fn done(books: &[Book]) -> impl Iterator<Item = &Entry> {
    let entries = books.iter().flat_map(|book| &book.entries);
    entries.filter(|entry| entry.kind == Kind::Rule && entry.status == Status::Done)
}

fn readings(sources: &[Source]) -> BTreeMap<RuleId, String> {
    let text = sources.iter().find(|source| source.path == READ).map_or("", |source| &source.text);
    let line = |line: &str| {
        let (id, hash) = line.split_once(' ')?;
        Some((id.parse().ok()?, hash.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// Of the statement and its reading, whatever their line breaks.
fn hash_of(entry: &Entry) -> String {
    let texts = [Some(&entry.statement), entry.reading.as_ref()].into_iter().flatten();
    let words: Vec<&str> = texts.flat_map(|text| text.split_whitespace()).collect();
    // FNV-1a: the same for ever, and long enough to notice a change.
    let hash = words
        .join(" ")
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

fn listed(sources: &[Source], path: &str) -> BTreeSet<RuleId> {
    let text = sources.iter().find(|source| source.path == path).map_or("", |source| &source.text);
    ids_in(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::made_up::{books, chapter, source};

    fn found(sources: &[Source]) -> Vec<String> {
        let findings = unproven(&books(sources), sources);
        findings.iter().filter_map(|finding| Some(finding.split_once(".md:")?.1.to_owned())).collect()
    }

    const DONE: &str = "- BB-DEMO-01 One.\n  - status: done\n";

    #[test]
    fn a_comment_and_a_name_are_no_proof() {
        let code = source("crates/blood-and-blades/src/moves.rs", "/// BB-DEMO-01: moves\nfn one() {}\n");
        let test = source("crates/blood-and-blades/src/tests.rs", "// BB-DEMO-01\n");
        let all = [chapter(DONE), code, test];
        assert_eq!(found(&all).len(), 1, "{:?}", found(&all));
        let ran = [&all[..], &[source(CITED, "BB-DEMO-01\n")]].concat();
        assert_eq!(found(&ran), Vec::<String>::new());
        let tabled =
            [&all[..], &[source("data/blood-and-blades/a.toml", "rule = \"BB-DEMO-01\"\n")]].concat();
        assert_eq!(found(&tabled), Vec::<String>::new());
        assert_eq!(found(&[&ran[..2], &ran[3..]].concat()).len(), 1, "no case names it");
    }

    #[test]
    fn a_definition_says_where_it_lives() {
        let at = |place: &str| chapter(&format!("{DONE}  - lives: {place}\n"));
        let code = source("crates/blood-and-blades/src/moves.rs", "fn one() {}\n");
        let test = source("crates/blood-and-blades/src/tests.rs", "// BB-DEMO-01\n");
        assert_eq!(found(&[at("moves.rs one"), code.clone(), test.clone()]), Vec::<String>::new());
        assert_eq!(found(&[at("moves.rs two"), code.clone(), test.clone()]).len(), 1);
        assert_eq!(found(&[at("ways.rs one"), code, test]).len(), 1);
    }

    #[test]
    fn what_is_owed_only_shrinks() {
        let test = source("crates/blood-and-blades/src/tests.rs", "// BB-DEMO-01\n");
        let owed = source(OWED, "BB-DEMO-01\n");
        assert_eq!(found(&[chapter(DONE), test.clone(), owed.clone()]), Vec::<String>::new());
        let unpaid = [chapter(DONE), owed.clone()];
        assert_eq!(super::owed(&books(&unpaid), &unpaid), "BB-DEMO-01\n");
        let paid = [chapter(DONE), owed, source(CITED, "BB-DEMO-01\n")];
        assert_eq!(super::owed(&books(&paid), &paid), "");
    }

    #[test]
    fn changed_words_ask_for_the_cases_to_be_read_again() {
        let first = [chapter(DONE)];
        let books_of = books(&first);
        let hash = hash_of(done(&books_of).next().unwrap());
        let read = source(READ, &format!("BB-DEMO-01 {hash}\n"));
        assert_eq!(unread(&books_of, std::slice::from_ref(&read)), Vec::<String>::new());
        let broken = [chapter("- BB-DEMO-01\n  One.\n  - status: done\n")];
        assert_eq!(
            unread(&books(&broken), std::slice::from_ref(&read)).len(),
            0,
            "lines may break elsewhere"
        );
        let changed = [chapter("- BB-DEMO-01 Two.\n  - status: done\n")];
        assert_eq!(unread(&books(&changed), std::slice::from_ref(&read)).len(), 1);
        assert_eq!(unread(&books(&changed), &[]).len(), 1);
    }
}
