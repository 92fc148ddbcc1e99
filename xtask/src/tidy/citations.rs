//! Which ids sources and tests name: every one of them stands in a rulebook.

use std::collections::{BTreeMap, BTreeSet};

use aelian_rulebook::{Book, RuleId, games, ids_in};

use crate::Source;

/// These crates speak about ids as such, and their tests use made-up ones.
const ABOUT_IDS: [&str; 2] = ["crates/rulebook/", "xtask/"];
/// What the ids of examples and open questions begin with. They are counted anew in each book.
const COMPANIONS: [&str; 6] = ["AMB", "EX", "DEX", "DER", "HT", "HA"];
/// Folders whose files are tests.
const TEST_FOLDERS: [&str; 6] = ["tests", "cases", "playthroughs", "counts", "golden", "e2e"];

/// Which ids the sources name, each with the first file that does.
#[derive(Debug, Default)]
pub struct Citations {
    pub code: BTreeMap<RuleId, String>,
    pub tests: BTreeMap<RuleId, String>,
}

impl Citations {
    pub fn of(sources: &[Source]) -> Citations {
        let mut citations = Citations::default();
        for source in sources.iter().filter(|source| cites(&source.path)) {
            let (code, tests) = split(source);
            for (text, named) in [(code, &mut citations.code), (tests, &mut citations.tests)] {
                for id in ids_in(&text) {
                    named.entry(id).or_insert_with(|| source.path.clone());
                }
            }
        }
        citations
    }
}

/// Ids in code, data, cases and the rulebooks themselves that no rulebook defines.
pub fn unknown_ids(books: &[Book], sources: &[Source]) -> Vec<String> {
    let defined = Defined::of(books);
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| cites(&source.path) || source.path.starts_with("rulebook/"))
    {
        for (number, line) in (1..).zip(source.text.lines()) {
            for id in ids_in(line).filter(|id| is_watched(*id) && !defined.holds(*id, &source.path)) {
                findings.push(format!(
                    "{}:{number}: {id} stands in no rulebook; correct the id or add the entry",
                    source.path
                ));
            }
        }
    }
    findings
}

/// Splits Rust text into what runs and what tests it. An item after `#[cfg(test)]` ends where a line closes
/// it at the same depth, which formatted sources guarantee.
pub fn split_tests(text: &str) -> (String, String) {
    let (mut code, mut tests) = (String::new(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !opens_test(line) {
            push(&mut code, line);
            continue;
        }
        push(&mut tests, line);
        for inner in lines.by_ref() {
            push(&mut tests, inner);
            if depth(inner) == depth(line) && ends_item(inner) {
                break;
            }
        }
    }
    (code, tests)
}

fn opens_test(line: &str) -> bool {
    let line = line.trim();
    line == "#[cfg(test)]" || line.starts_with("#[cfg(all(test,")
}

fn ends_item(line: &str) -> bool {
    line.ends_with(';') || line.ends_with("{}") || line.trim() == "}"
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn push(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn split(source: &Source) -> (String, String) {
    if is_test(&source.path) {
        (String::new(), source.text.clone())
    } else if source.path.ends_with(".rs") {
        split_tests(&source.text)
    } else {
        (source.text.clone(), String::new())
    }
}

/// Whether a file is a test, by its folder or its name.
pub fn is_test(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or_default();
    path.split('/').any(|part| TEST_FOLDERS.contains(&part)) || file == "tests.rs"
}

/// Whether the ids in a file are citations: sources and tests of the crates, and data.
fn cites(path: &str) -> bool {
    let rust = path.contains("/src/") && path.ends_with(".rs");
    let crates = path.starts_with("crates/") && (rust || is_test(path));
    let data = path.starts_with("data/") && path.ends_with(".toml");
    let tests = path.starts_with("tests/") || path.starts_with("e2e/");
    (crates || data || tests) && !ABOUT_IDS.iter().any(|folder| path.starts_with(folder))
}

/// A rule has a topic and a number; a prefix and a topic alone, such as `FA-2ND`, speak of all its rules.
fn is_watched(id: RuleId) -> bool {
    let of_game = games().iter().any(|game| game.prefix == id.prefix());
    COMPANIONS.contains(&id.prefix()) || (of_game && id.as_str().split('-').count() > 2)
}

/// The ids of each book, by game.
struct Defined<'a>(BTreeMap<&'a str, BTreeSet<RuleId>>);

impl<'a> Defined<'a> {
    fn of(books: &'a [Book]) -> Defined<'a> {
        let ids = |book: &Book| book.entries.iter().map(|entry| entry.id).collect();
        Defined(books.iter().map(|book| (book.game.as_str(), ids(book))).collect())
    }

    /// A companion id must stand in the book of the game whose folder holds the file; elsewhere, and for
    /// rules, any book will do.
    fn holds(&self, id: RuleId, path: &str) -> bool {
        let own = path.split('/').find_map(|part| self.0.get_key_value(part));
        match own {
            // The battles of Hail Caesar refer to the core book and the other way round.
            Some((game, ids)) if COMPANIONS.contains(&id.prefix()) && !game.starts_with("hail-caesar") => {
                ids.contains(&id)
            }
            _ => self.0.values().any(|ids| ids.contains(&id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::made_up::{books, chapter, source};

    #[test]
    fn unknown_ids_are_found_in_code_data_cases_and_books() {
        let sources = [
            chapter("- BB-DEMO-01 See BB-DEMO-77.\n- AMB-01 Open.\n"),
            source(
                "crates/blood-and-blades/src/lib.rs",
                "/// BB-DEMO-01, AMB-01, FA-2ND: fine\n/// BB-DEMO-02: not\n",
            ),
            source("crates/fog-ancients/src/lib.rs", "/// AMB-01: of another book\n"),
            source("data/blood-and-blades/moves.toml", "rule = \"BB-DEMO-03\"\n"),
            source("crates/blood-and-blades/cases/a.case", "rules BB-DEMO-04\n"),
            source("crates/rulebook/src/id.rs", "BB-DEMO-05"),
            source("crates/blood-and-blades/benches/a.rs", "BB-DEMO-05"),
            source("docs/notes.md", "BB-DEMO-06"),
        ];
        let findings = unknown_ids(&books(&sources), &sources);
        let heads: Vec<&str> =
            findings.iter().map(|finding| finding.split(" stands").next().unwrap()).collect();
        assert_eq!(
            heads,
            [
                "rulebook/blood-and-blades/40.md:3: BB-DEMO-77",
                "crates/blood-and-blades/src/lib.rs:2: BB-DEMO-02",
                "crates/fog-ancients/src/lib.rs:1: AMB-01",
                "data/blood-and-blades/moves.toml:1: BB-DEMO-03",
                "crates/blood-and-blades/cases/a.case:1: BB-DEMO-04",
            ]
        );
    }

    #[test]
    fn test_items_are_cut_out_of_the_code() {
        let text = "a\n#[cfg(test)]\nmod tests;\nb\n#[cfg(all(test, feature = \"x\"))]\n#[allow(x)]\nmod more {\n    \
            c;\n    fn f() {}\n    fn g() {\n    }\n}\nd\n";
        let (code, tests) = split_tests(text);
        assert_eq!(code, "a\nb\nd\n");
        assert!(tests.contains("mod tests;") && tests.contains("fn g()"));
    }

    #[test]
    fn test_files_are_known_by_folder_and_name() {
        assert!(is_test("crates/x/cases/a.case") && is_test("crates/x/src/parse/tests.rs"));
        assert!(!is_test("crates/x/src/contests.rs"));
    }
}
