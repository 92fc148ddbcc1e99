//! The files themselves: what they open with, how long they are, and words that must not stand in them.

use aelian_rulebook::{Game, RuleId, games, ids_in};

use crate::Source;
use crate::tidy::citations::{is_test, split_tests};

const LONGEST_FILE: usize = 800;
/// Files that may be longer, each with its reason.
const LONG_FILES: [(&str, &str); 1] =
    [("crates/rulebook/src/sentences.rs", "written by `cargo xtask codegen`: a line for each sentence")];

/// Crates whose results must be the same on every machine and in every run.
const RULE_CRATES: [&str; 10] = [
    "geometry",
    "dice",
    "rulebook",
    "game",
    "battlegroups",
    "blood-and-blades",
    "fog-ancients",
    "fog-renaissance",
    "hail-caesar",
    "rules",
];
const NOT_REPEATABLE: [&str; 5] = ["std::time", "SystemTime", "rand::", "HashMap", "HashSet"];

/// Crates that know no game, so that a further one needs no change of theirs.
const GAMELESS_CRATES: [&str; 10] =
    ["geometry", "dice", "game", "protocol", "store", "server", "table", "web", "pagebuilder", "play"];
/// Crates that serve every book and cite none.
const RULELESS_CRATES: [&str; 3] = ["geometry", "dice", "game"];

/// Folders of one machine. Joined here so that this file does not hold them itself.
const MACHINE: [&str; 3] = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/tm", "p/")];
/// Ways to name a registry other than the public one.
const REGISTRIES: [&str; 4] = [
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("sparse", "+http"),
    concat!("replace-", "with"),
];
const PUBLIC_REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Rust files that do not open with a sentence on what they hold.
pub fn undocumented(sources: &[Source]) -> Vec<String> {
    let rust = sources.iter().filter(|source| source.path.ends_with(".rs"));
    let bare = rust.filter(|source| !source.text.starts_with("//!"));
    bare.map(|source| format!("{}: open the file with //! and what it holds", source.path)).collect()
}

pub fn too_long(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs")) {
        let length = source.text.lines().count();
        let allowed = LONG_FILES.iter().any(|(path, _)| *path == source.path);
        if length > LONGEST_FILE && !allowed {
            findings
                .push(format!("{}: {length} lines; split it, or argue for it in LONG_FILES", source.path));
        }
    }
    findings
}

/// Paths of a machine, names of registries, and what would make a rule crate's result depend on the run.
pub fn banned(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| !is_test(&source.path)) {
        let text =
            if source.path.ends_with(".rs") { split_tests(&source.text).0 } else { source.text.clone() };
        for word in MACHINE.iter().chain(&REGISTRIES).filter(|word| text.contains(**word)) {
            findings.push(format!("{}: holds {word}", source.path));
        }
        if in_rule_crate(&source.path) {
            let used = NOT_REPEATABLE.iter().filter(|word| uses(&text, word));
            findings.extend(used.map(|word| format!("{}: {word} is not for rule crates", source.path)));
        }
        if source.path == "Cargo.lock" {
            findings.extend(foreign_packages(&source.text));
        }
    }
    findings
}

/// Games that are named where none should be known, and rules that are cited where none should be.
pub fn named_games(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources.iter().filter(|source| source.path.ends_with(".rs") && !is_test(&source.path)) {
        let text = split_tests(&source.text).0;
        if in_one_of(&GAMELESS_CRATES, &source.path) {
            let named = games().iter().flat_map(names).filter(|name| text.contains(name.as_str()));
            let told =
                |name: String| format!("{}: names {name}; this crate should know no game", source.path);
            findings.extend(named.map(told));
        }
        if in_one_of(&RULELESS_CRATES, &source.path) {
            let of_game = |id: &RuleId| games().iter().any(|game| game.prefix == id.prefix());
            let told = |id: RuleId| format!("{}: cites {id}; say it without a book", source.path);
            findings.extend(ids_in(&text).filter(of_game).map(told));
        }
    }
    findings
}

fn in_one_of(crates: &[&str], path: &str) -> bool {
    crates.iter().any(|name| {
        path.strip_prefix("crates/").is_some_and(|path| path.starts_with(&format!("{name}/src/")))
    })
}

/// A game as code and readers would name it: `hail-caesar`, `hail_caesar`, `HailCaesar`, `Hail Caesar`.
fn names(game: &Game) -> Vec<String> {
    let title = game.title.split([',', ':']).next().unwrap_or(game.title);
    let title = title.trim_end_matches(|letter: char| letter.is_ascii_digit() || matches!(letter, '.' | ' '));
    let capital = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        format!("{}{rest}", first.to_uppercase())
    };
    let joined: String = game.name.split('-').map(capital).collect();
    vec![game.name.to_owned(), game.name.replace('-', "_"), joined, title.to_owned()]
}

fn foreign_packages(lock: &str) -> Vec<String> {
    let sources = lock.lines().filter_map(|line| line.strip_prefix("source = \"")?.strip_suffix('"'));
    let foreign = sources.filter(|source| *source != PUBLIC_REGISTRY);
    foreign.map(|source| format!("Cargo.lock: takes a package from {source}")).collect()
}

fn in_rule_crate(path: &str) -> bool {
    let inner = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/"));
    inner.is_some_and(|(name, file)| RULE_CRATES.contains(&name) && file.ends_with(".rs"))
}

/// Whether code outside comments holds the word, not as the end of a longer name.
fn uses(text: &str, word: &str) -> bool {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).any(|code| {
        code.match_indices(word).any(|(at, _)| {
            let before = code.get(..at).and_then(|before| before.chars().next_back());
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn rust_files_open_with_what_they_hold() {
        let sources = [source("a.rs", "//! Moves.\n"), source("b.rs", "fn b() {}\n"), source("c.md", "text")];
        assert_eq!(undocumented(&sources), ["b.rs: open the file with //! and what it holds"]);
    }

    #[test]
    fn long_files_are_found() {
        let sources = [source("a.rs", &"x\n".repeat(800)), source("b.rs", &"x\n".repeat(801))];
        let findings = too_long(&sources);
        assert_eq!(findings.len(), 1);
        assert!(findings[0].starts_with("b.rs: 801 lines"));
    }

    #[test]
    fn paths_of_a_machine_are_found_outside_tests() {
        let path = format!("// see {}x\n", MACHINE[0]);
        let tested = format!("//! x\n#[cfg(test)]\nmod tests {{\n    {path}}}\n");
        assert_eq!(banned(&[source("crates/a/src/a.rs", &path), source("docs/a.md", &path)]).len(), 2);
        assert!(
            banned(&[source("crates/a/tests/a.rs", &path), source("crates/a/src/a.rs", &tested)]).is_empty()
        );
    }

    #[test]
    fn games_are_found_where_none_should_be_known() {
        let text = "//! x\nlet game = \"hail-caesar\";\n";
        let tested = "//! x\n#[cfg(test)]\nmod tests {\n    const GAME: &str = \"hail-caesar\";\n}\n";
        assert_eq!(named_games(&[source("crates/web/src/a.rs", text)]).len(), 1);
        assert!(named_games(&[source("crates/web/src/a.rs", tested)]).is_empty());
        assert!(named_games(&[source("crates/view/src/a.rs", text)]).is_empty());
        for name in ["fog_ancients", "BloodAndBlades", "Field of Glory", "Hail Caesar"] {
            let found = named_games(&[source("crates/table/src/a.rs", &format!("//! {name}\n"))]);
            assert!(!found.is_empty(), "{name}");
        }
    }

    #[test]
    fn no_rule_is_cited_on_the_floor() {
        let text = "//! BB-GEO-05, and EX-01\n#[cfg(test)]\nmod tests {\n    // BB-GEO-06\n}\n";
        let found = named_games(&[source("crates/geometry/src/a.rs", text)]);
        assert_eq!(found, ["crates/geometry/src/a.rs: cites BB-GEO-05; say it without a book"]);
        assert!(named_games(&[source("crates/rulebook/src/a.rs", text)]).is_empty());
    }

    #[test]
    fn registries_other_than_the_public_one_are_found() {
        let lock = |from: &str| source("Cargo.lock", &format!("[[package]]\nsource = \"{from}\"\n"));
        assert!(banned(&[lock(PUBLIC_REGISTRY)]).is_empty());
        assert_eq!(banned(&[lock("registry+https://mirror.example/index")]).len(), 1);
        assert_eq!(banned(&[source(".cargo/config.toml", &format!("{} = \"x\"", REGISTRIES[3]))]).len(), 1);
    }

    #[test]
    fn rule_crates_are_repeatable() {
        let found = |path: &str, text: &str| banned(&[source(path, text)]).len();
        assert_eq!(found("crates/dice/src/a.rs", "use std::time::Instant;\nlet m: HashMap<u8, u8>;\n"), 2);
        assert_eq!(found("crates/dice/src/a.rs", "rand::random()\n"), 1);
        assert_eq!(
            found("crates/dice/src/a.rs", "// no HashMap here\nuse strand::x;\nlet a = BTreeMap::new();\n"),
            0
        );
        assert_eq!(found("crates/cli/src/a.rs", "use std::time::Instant;\n"), 0);
    }
}
