//! The notices of everything that is built into the page: whose work it is, and the licence that comes with it.
//!
//! What is built in is read from cargo: the crates that the page's own depends on, without those that only work while
//! it is compiled. The texts lie beside their sources in cargo's registry.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::compile::metadata;

/// Where the notices lie in the page.
pub const FILE: &str = "notices.txt";
const PACKAGE: &str = "aelian-web";
/// Names of files that hold a licence or what it asks to be said.
const TEXTS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT", "UNLICENSE"];
/// For packages without a text of their own.
const MIT: &str = include_str!("../../../LICENSE-MIT");
const STANDARD_LIBRARY: &str = "the Rust standard library, with what is built into it: MIT OR Apache-2.0\n\
    https://github.com/rust-lang/rust";

/// A work that is part of the page.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Work {
    /// Name, version, licence and place, on two lines.
    head: String,
    texts: Vec<String>,
}

/// The notices of the page of the workspace at `root`.
pub fn of(root: &Path) -> Result<String> {
    let metadata = metadata(root, &["--filter-platform", "wasm32-unknown-unknown"])?;
    let mut works = crates(&metadata)?;
    works.push(Work { head: STANDARD_LIBRARY.to_owned(), texts: vec![mit("The Rust Project Contributors")] });
    works.extend(fonts(&root.join("assets/fonts"))?);
    Ok(written(works))
}

/// The crates of others that are built into the page.
fn crates(metadata: &Value) -> Result<Vec<Work>> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (word(&package, "id"), package)).collect();
    let nodes: BTreeMap<String, Value> = list(&metadata["resolve"]["nodes"])
        .into_iter()
        .map(|node| (word(&node, "id"), node["deps"].clone()))
        .collect();
    let first = packages.values().find(|package| package["name"] == PACKAGE);
    let mut waiting = vec![word(first.with_context(|| format!("cargo knows no {PACKAGE}"))?, "id")];
    let mut built_in = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        let works = |package: &Value| list(&package["targets"]).iter().any(is_for_compiling);
        if packages.get(&id).is_none_or(works) || !built_in.insert(id.clone()) {
            continue;
        }
        let used = nodes.get(&id).map(&list).unwrap_or_default();
        waiting.extend(used.iter().filter(|dep| is_built_in(dep)).map(|dep| word(dep, "pkg")));
    }
    let others =
        built_in.iter().filter_map(|id| packages.get(id)).filter(|package| !package["source"].is_null());
    others.map(work).collect()
}

/// Whether a target of a package runs in the compiler, as its macros do.
fn is_for_compiling(target: &Value) -> bool {
    target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "proc-macro"))
}

/// Whether one package uses the other in what it becomes, and not only in tests or while it is built.
fn is_built_in(dep: &Value) -> bool {
    dep["dep_kinds"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
}

fn work(package: &Value) -> Result<Work> {
    let (name, licence) = (word(package, "name"), word(package, "license"));
    ensure!(!licence.is_empty(), "the package {name} does not say its licence");
    let place =
        ["repository", "homepage"].map(|key| word(package, key)).into_iter().find(|place| !place.is_empty());
    let place = place.unwrap_or_else(|| format!("https://crates.io/crates/{name}"));
    let manifest = word(package, "manifest_path");
    let folder = Path::new(&manifest).parent().context("a manifest lies in no folder")?;
    let mut texts = texts(folder, &licence)?;
    if texts.is_empty() {
        ensure!(licence.contains("MIT"), "the package {name} holds no text of its licence, {licence}");
        let authors: Vec<&str> =
            package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let owners = if authors.is_empty() { format!("the authors of {name}") } else { authors.join(", ") };
        texts.push(mit(&owners));
    }
    Ok(Work { head: format!("{name} {}: {licence}\n{place}", word(package, "version")), texts })
}

/// The texts that stand beside a package. Where MIT is offered as one way, its text is enough.
fn texts(folder: &Path, licence: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && TEXTS.iter().any(|text| name.starts_with(text)) {
            let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            found.push((name, String::from_utf8_lossy(&bytes).replace('\r', "").trim().to_owned()));
        }
    }
    found.sort();
    let is_mit = |name: &str| name.contains("MIT");
    if licence.contains("MIT") && !licence.contains("AND") && found.iter().any(|(name, _)| is_mit(name)) {
        found.retain(|(name, _)| is_mit(name) || name.starts_with("NOTICE"));
    }
    Ok(found.into_iter().map(|(_, text)| text).collect())
}

/// The text of the MIT licence for a work of these people.
fn mit(owners: &str) -> String {
    let line = |line: &str| {
        if line.starts_with("Copyright") { format!("Copyright (c) {owners}") } else { line.to_owned() }
    };
    MIT.trim().lines().map(line).collect::<Vec<_>>().join("\n")
}

fn fonts(folder: &Path) -> Result<Vec<Work>> {
    let work = |file: &str, name: &str| {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Work {
            head: format!("the font {name}: OFL-1.1"),
            texts: vec![text.replace('\r', "").trim().to_owned()],
        })
    };
    [("OFL.txt", "Lato"), ("OFL-Vollkorn.txt", "Vollkorn")]
        .map(|(file, name)| work(file, name))
        .into_iter()
        .collect()
}

/// Each text once, below everybody whom it is for.
fn written(mut works: Vec<Work>) -> String {
    works.sort();
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for Work { head, texts } in works {
        match groups.iter_mut().find(|(_, same)| *same == texts) {
            Some((heads, _)) => heads.push(head),
            None => groups.push((vec![head], texts)),
        }
    }
    let mut all =
        "The page of Aelian is built with the works of others that are named here, each under its licence.\n\
        Aelian itself is offered under MIT OR Apache-2.0.\n"
            .to_owned();
    let line = "=".repeat(80);
    for (heads, texts) in groups {
        all += &format!("\n{line}\n{}\n{line}\n\n{}\n", heads.join("\n"), texts.join("\n\n"));
    }
    all
}

fn word(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_built_in_is_named_and_what_only_builds_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let package = |name: &str, kind: &str, source: Option<&str>, texts: &[(&str, &str)]| {
            let path = folder.path().join(name);
            fs::create_dir_all(&path).unwrap();
            texts.iter().for_each(|(file, text)| fs::write(path.join(file), text).unwrap());
            let manifest = path.join("Cargo.toml");
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT OR Apache-2.0", "source": source,
                "authors": ["A. Nobody"], "targets": [{ "kind": [kind] }], "manifest_path": manifest })
        };
        let uses = |id: &str, kind: Value| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] });
        let (ours, theirs) = (None, Some("registry"));
        let metadata = json!({
            "packages": [
                package(PACKAGE, "lib", ours, &[]),
                package("one", "lib", theirs, &[("LICENSE-MIT", "one's MIT"), ("LICENSE-APACHE", "apache")]),
                package("bare", "lib", theirs, &[]),
                package("macros", "proc-macro", theirs, &[]),
                package("tests", "lib", theirs, &[]),
            ],
            "resolve": { "nodes": [
                { "id": PACKAGE, "deps": [uses("one", Value::Null), uses("macros", Value::Null), uses("tests", json!("dev"))] },
                { "id": "one", "deps": [uses("bare", Value::Null), uses("one", Value::Null)] },
            ] },
        });
        let works = crates(&metadata).unwrap();
        let heads: Vec<&str> = works.iter().map(|work| work.head.lines().next().unwrap()).collect();
        assert_eq!(heads, ["bare 1.0.0: MIT OR Apache-2.0", "one 1.0.0: MIT OR Apache-2.0"]);
        assert!(works[0].texts[0].contains("Copyright (c) A. Nobody"), "{works:?}");
        assert_eq!(works[1].texts, ["one's MIT"]);
        let text = written(works);
        assert!(
            text.contains("one 1.0.0") && !text.contains("macros") && !text.contains("tests 1.0.0"),
            "{text}"
        );
    }

    #[test]
    fn a_text_of_several_stands_there_once() {
        let work = |head: &str, text: &str| Work { head: head.to_owned(), texts: vec![text.to_owned()] };
        let text = written(vec![work("b", "the same"), work("a", "the same"), work("c", "another")]);
        assert_eq!((text.matches("the same").count(), text.matches("\na\nb\n").count()), (1, 1), "{text}");
    }

    #[test]
    fn the_page_of_this_workspace_has_its_notices() {
        let text = of(&crate::workspace().unwrap()).unwrap();
        for work in ["\nleptos ", "\nserde ", "\nlibm ", "the font Lato", "the Rust standard library"] {
            assert!(text.contains(work), "{work}");
        }
        for not_in_it in ["\nsqlx ", "\naxum ", "\nleptos_macro ", "\naelian-web "] {
            assert!(!text.contains(not_in_it), "{not_in_it}");
        }
        let root = crate::workspace().unwrap().display().to_string();
        assert!(!text.contains(&root), "a path of this machine");
    }
}
