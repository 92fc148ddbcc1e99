//! What the house weighs: the figures of docs/house.md, measured on a checkout.

use std::collections::BTreeSet;
use std::path::Path;

use aelian_rulebook::{Kind, RuleId, Status, ids_in};
use anyhow::{Context, Result};

use crate::tidy::citations::{is_test, split_tests};
use crate::{Repository, Source};

/// The traits that a game fills, and what a page asks of any of them.
const TRAITS: [(&str, &str); 6] = [
    ("Ruleset", "crates/game/src/contract.rs"),
    ("Told", "crates/view/src/told.rs"),
    ("Shown", "crates/view/src/table.rs"),
    ("Stated", "crates/view/src/case/stated.rs"),
    ("Offered", "crates/view/src/start.rs"),
    ("Contested", "crates/opponents/src/registry.rs"),
];
const PAGE: (&str, &str) = ("Sitting", "crates/view/src/sitting.rs");
const GAMES: [&str; 3] = ["blood-and-blades", "fog-ancients", "hail-caesar"];
/// A function longer than this is looked at again.
const LONG: usize = 50;

/// `cargo xtask house [FOLDER]`: this checkout, or the one in the folder.
pub fn command(repository: &Repository, folder: Option<&str>) -> Result<()> {
    match folder {
        Some(folder) => report(&Repository::at(Path::new(folder))?),
        None => report(repository),
    }
}

fn report(repository: &Repository) -> Result<()> {
    let rust: Vec<Code> = repository.sources.iter().filter_map(Code::of).collect();
    let lines = |under: &str| -> usize {
        rust.iter().filter(|code| code.path.starts_with(under)).map(|code| code.text.lines().count()).sum()
    };
    println!("lines of code outside tests: {}", lines(""));
    for game in GAMES {
        println!("  {game}: {}", lines(&format!("crates/{game}/")));
    }
    println!("lines of view for one game:");
    for game in GAMES {
        println!("  {game}: {}", lines(&format!("crates/view/src/{}/", game.replace('-', "_"))));
    }
    traits(repository)?;
    println!("rules named only in comments: {}", only_in_comments(repository, &rust)?.len());
    println!("types that are saved:");
    for game in GAMES {
        let folder = format!("crates/{game}/src/");
        let of_game = rust.iter().filter(|code| code.path.starts_with(&folder));
        println!("  {game}: {}", of_game.map(|code| saved_types(&code.text)).sum::<usize>());
    }
    let mut long: Vec<(usize, String)> = rust.iter().flat_map(Code::long_functions).collect();
    long.sort_by(|one, other| other.cmp(one));
    println!("functions over {LONG} lines: {}", long.len());
    for (length, name) in long {
        println!("  {length} {name}");
    }
    Ok(())
}

fn traits(repository: &Repository) -> Result<()> {
    let mut sum = (0, 0);
    println!("trait methods that a game fills, and how many of them it must:");
    for (name, path) in TRAITS {
        let (all, must) = of_trait(repository, name, path)?;
        sum = (sum.0 + all, sum.1 + must);
        println!("  {name}: {all}, {must}");
    }
    println!("  together: {}, {}", sum.0, sum.1);
    println!("methods that a page asks ({}): {}", PAGE.0, of_trait(repository, PAGE.0, PAGE.1)?.0);
    Ok(())
}

fn of_trait(repository: &Repository, name: &str, path: &str) -> Result<(usize, usize)> {
    let source = repository.find(path).with_context(|| format!("there is no {path}"))?;
    methods(&source.text, name).with_context(|| format!("{path} has no trait {name}"))
}

/// The methods of a trait, and those of them that have no body.
fn methods(text: &str, name: &str) -> Option<(usize, usize)> {
    let head = format!("pub trait {name}");
    let from = text
        .lines()
        .skip_while(|line| !line.strip_prefix(&head).is_some_and(|rest| rest.starts_with([':', ' ', '<'])));
    let body: Vec<&str> = from.skip(1).take_while(|line| *line != "}").collect();
    let is_method = |line: &&str| line.strip_prefix("    ").is_some_and(|line| line.starts_with("fn "));
    let bodies = body.iter().filter(|line| **line == "    }").count();
    let at_once = body.iter().filter(|line| is_method(line) && line.ends_with("{}")).count();
    let all = body.iter().filter(|line| is_method(line)).count();
    (all > 0).then(|| (all, all.saturating_sub(bodies + at_once)))
}

/// What runs of a file, without its tests.
struct Code {
    path: String,
    text: String,
}

impl Code {
    fn of(source: &Source) -> Option<Code> {
        let rust = source.path.ends_with(".rs") && !is_test(&source.path);
        rust.then(|| Code { path: source.path.clone(), text: split_tests(&source.text).0 })
    }

    fn long_functions(&self) -> Vec<(usize, String)> {
        let found = functions(&self.text).into_iter().filter(|(length, _)| *length > LONG);
        found.map(|(length, name)| (length, format!("{} {name}", self.path))).collect()
    }
}

/// The length of each function, from its first line to the brace that closes it, and its name.
fn functions(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let heads = lines.iter().enumerate().filter_map(|(at, line)| Some((at, name_of_function(line)?)));
    heads.filter_map(|(at, name)| Some((length(lines.get(at..)?)?, name))).collect()
}

/// How long the function is that begins with the first of these lines; none if it has no body. Formatted sources close an
/// item as deep as it began.
fn length(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    if first.ends_with(['}', ';']) {
        return first.ends_with('}').then_some(1);
    }
    let as_deep = |line: &&str| !line.is_empty() && indent(line) == indent(first);
    let closing = |line: &str| line.trim_start().starts_with('}') || line.ends_with(';');
    let rest = lines.iter().enumerate().skip(1).filter(|(_, line)| as_deep(line));
    let (at, end) = rest.into_iter().find(|(_, line)| closing(line))?;
    end.trim_start().starts_with('}').then_some(at + 1)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn name_of_function(line: &str) -> Option<&str> {
    let mut words = line.trim_start();
    if let Some(rest) = words.strip_prefix("pub") {
        let rest =
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
        words = rest.strip_prefix(' ')?;
    }
    for before in ["const ", "async "] {
        words = words.strip_prefix(before).unwrap_or(words);
    }
    words.strip_prefix("fn ")?.split(['(', '<']).next()
}

/// Types that can be written and read back.
fn saved_types(text: &str) -> usize {
    let derived = text.split("#[derive(").skip(1).filter_map(|rest| rest.split(")]").next());
    let both = |words: &str| {
        let mut words = words.split(',').map(str::trim);
        words.clone().any(|word| word == "Serialize") && words.any(|word| word == "Deserialize")
    };
    derived.filter(|words| both(words)).count() + text.matches("numbered!(").count()
}

/// Rules called done whose ids stand in comments of the code and nowhere else in it, nor in data.
fn only_in_comments(repository: &Repository, rust: &[Code]) -> Result<BTreeSet<RuleId>> {
    let (mut said, mut meant) = (BTreeSet::new(), BTreeSet::new());
    for code in rust.iter().filter(|code| code.path.starts_with("crates/") && code.path.contains("/src/")) {
        // The sentences are made of the book itself.
        if code.path.starts_with("crates/rulebook/") {
            continue;
        }
        for line in code.text.lines() {
            let (run, comment) = line.split_once("//").unwrap_or((line, ""));
            meant.extend(ids_in(run));
            said.extend(ids_in(comment));
        }
    }
    for data in repository.under("data/") {
        meant.extend(ids_in(&data.text));
    }
    let mut rules = BTreeSet::new();
    for book in repository.books()? {
        let done =
            book.entries.iter().filter(|entry| entry.kind == Kind::Rule && entry.status == Status::Done);
        rules.extend(done.map(|entry| entry.id).filter(|id| said.contains(id) && !meant.contains(id)));
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_counted_with_and_without_a_body() {
        let text = "pub trait ShownTo {\n    fn x();\n}\n/// A\npub trait Shown: Told {\n    /// B\n    fn a(&self);\n\n    \
            fn b(\n        &self,\n    ) -> u8;\n\n    fn c() -> bool {\n        true\n    }\n    fn d() {}\n}\n";
        assert_eq!(methods(text, "Shown"), Some((4, 2)));
        assert_eq!(methods(text, "Told"), None);
    }

    #[test]
    fn functions_are_measured_to_their_brace() {
        let text = "pub(crate) const fn a() {}\nimpl A {\n    pub fn b<T>(\n        self,\n    ) -> u8 {\n        if x {\n            1\n        }\n    }\n\n    fn c(&self);\n}\nfn d() -> u8 {\n    2\n}\n";
        assert_eq!(functions(text), [(1, "a"), (7, "b"), (3, "d")]);
    }

    #[test]
    fn only_what_is_read_back_is_saved() {
        let text = "#[derive(Clone, Serialize, Deserialize)]\nstruct A;\n#[derive(Deserialize)]\nstruct B;\n\
            #[derive(\n    Serialize,\n    Deserialize,\n)]\nstruct C;\nnumbered!(D, \"d\", \"D\");\n";
        assert_eq!(saved_types(text), 3);
    }
}
