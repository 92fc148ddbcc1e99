//! The manifests: which crate may use which, by the code map in ARCHITECTURE.md, and what every crate inherits from the
//! workspace.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use crate::Source;

/// The page whose code map says which crate may use which.
const MAP: &str = "ARCHITECTURE.md";
const HEADING: &str = "## Code map";
/// What stands in the last column of a crate that may use every other.
const ANYTHING: &str = "anything";

const PREFIX: &str = "aelian-";
const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
/// Crates with lints of their own: they repeat those of the workspace, and only deny what it forbids.
const OWN_LINTS: [(&str, &str); 2] = [
    ("wasm-check", "a name exported to JavaScript counts as unsafe code"),
    ("web", "a name exported to JavaScript counts as unsafe code"),
];
const INHERITED: [&str; 5] = ["version", "edition", "rust-version", "license", "publish"];

/// Arrows that the code map does not have, crates that it does not know, and crates of it that are not there.
pub fn arrows(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    let map = Map::of(sources);
    let manifests = crates(sources, &mut findings);
    for (name, path, manifest) in &manifests {
        let Some(allowed) = map.allowed(name) else {
            findings.push(format!(
                "{path}: {MAP} has no crate {name}; add it to the code map with what it may use"
            ));
            continue;
        };
        for used in own_crates(manifest) {
            if !allowed.contains(used.as_str()) {
                findings.push(format!("{path}: {name} may not use {used}, by the code map in {MAP}"));
            }
        }
    }
    let there = |name: &str| manifests.iter().any(|(known, ..)| *known == name);
    let gone = map.0.iter().filter(|(name, to)| to.is_some() && !there(name));
    findings.extend(
        gone.map(|(name, _)| format!("{MAP}: the code map names {name}, but there is no such crate")),
    );
    findings
}

/// The code map: each crate with those it may use directly; none for one that may use anything.
struct Map<'a>(BTreeMap<&'a str, Option<Vec<&'a str>>>);

impl<'a> Map<'a> {
    fn of(sources: &'a [Source]) -> Map<'a> {
        let page = sources.iter().find(|source| source.path == MAP).map_or("", |source| source.text.as_str());
        let section = page.split_once(HEADING).map_or("", |(_, rest)| rest);
        let section = section.split("\n## ").next().unwrap_or_default();
        let rows = section.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
        let arrows = rows.flat_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let (first, last) = (cells.first().copied().unwrap_or(""), cells.last().copied().unwrap_or(""));
            let may_use = (last != ANYTHING).then(|| quoted(last));
            quoted(first).into_iter().map(move |name| (name, may_use.clone()))
        });
        Map(arrows.collect())
    }

    /// Everything a crate may use, following the arrows to their ends.
    fn allowed(&self, name: &str) -> Option<BTreeSet<&'a str>> {
        let direct = |name: &str| self.0.get(name).and_then(Option::as_ref);
        let mut open: Vec<&str> = direct(name)?.clone();
        let mut reached = BTreeSet::new();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(direct(next).into_iter().flatten());
            }
        }
        Some(reached)
    }
}

/// The words between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Crates that do not take lints, licence and versions from the workspace.
pub fn inheritance(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    let manifests: Vec<_> = crates(sources, &mut findings).into_iter().chain(xtask(sources)).collect();
    for (name, path, manifest) in manifests {
        for field in INHERITED {
            let value = manifest.get("package").and_then(|package| package.get(field));
            if !is_inherited(value) {
                findings.push(format!("{path}: write {field}.workspace = true"));
            }
        }
        let excepted = OWN_LINTS.iter().any(|(excepted, _)| *excepted == name);
        if excepted && manifest.get("lints") != denied(workspace_lints(sources).as_ref()).as_ref() {
            findings.push(format!("{path}: repeat the lints of the workspace, with deny for forbid"));
        } else if !excepted && !is_inherited(manifest.get("lints")) {
            findings.push(format!("{path}: write workspace = true under [lints]"));
        }
    }
    findings
}

type Manifest<'a> = (&'a str, &'a str, Table);

fn crates<'a>(sources: &'a [Source], findings: &mut Vec<String>) -> Vec<Manifest<'a>> {
    let mut manifests = Vec::new();
    for source in sources {
        let inner = source.path.strip_prefix("crates/").and_then(|path| path.strip_suffix("/Cargo.toml"));
        let Some(name) = inner.filter(|name| !name.contains('/')) else { continue };
        match source.text.parse::<Table>() {
            Ok(manifest) => manifests.push((name, source.path.as_str(), manifest)),
            Err(error) => findings.push(format!("{}: {error}", source.path)),
        }
    }
    manifests
}

fn xtask(sources: &[Source]) -> Option<Manifest<'_>> {
    let source = sources.iter().find(|source| source.path == "xtask/Cargo.toml")?;
    Some(("xtask", source.path.as_str(), source.text.parse().ok()?))
}

fn workspace_lints(sources: &[Source]) -> Option<Value> {
    let source = sources.iter().find(|source| source.path == "Cargo.toml")?;
    source.text.parse::<Table>().ok()?.get("workspace")?.get("lints").cloned()
}

/// The lints with `deny` for every `forbid`, which could not be lifted for a single item.
fn denied(lints: Option<&Value>) -> Option<Value> {
    let soften = |value: &Value| match value.as_str() {
        Some("forbid") => Value::from("deny"),
        _ => value.clone(),
    };
    let tools = lints?.as_table()?.iter().map(|(tool, lints)| {
        let lints = lints.as_table().into_iter().flatten();
        let softened: Table = lints.map(|(lint, level)| (lint.clone(), soften(level))).collect();
        (tool.clone(), Value::Table(softened))
    });
    Some(Value::Table(tools.collect()))
}

/// The crates of this workspace that a manifest names, without their prefix, for any target and purpose.
fn own_crates(manifest: &Table) -> Vec<String> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let places = std::iter::once(manifest).chain(targets.filter_map(Value::as_table));
    let tables = places.flat_map(|place| DEPENDENCIES.iter().filter_map(|kind| place.get(*kind)?.as_table()));
    let packages = tables.flatten().map(|(key, value)| {
        let renamed = value.get("package").and_then(Value::as_str);
        renamed.unwrap_or(key).to_owned()
    });
    packages.filter_map(|package| Some(package.strip_prefix(PREFIX)?.to_owned())).collect()
}

fn is_inherited(value: Option<&Value>) -> bool {
    value.and_then(|value| value.get("workspace")).and_then(Value::as_bool) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(name: &str, rest: &str) -> Source {
        let head = "[package]\nversion.workspace = true\nedition.workspace = true\nrust-version.workspace = true\n\
            license.workspace = true\npublish.workspace = true\n[lints]\nworkspace = true\n";
        Source { path: format!("crates/{name}/Cargo.toml"), text: format!("{head}{rest}") }
    }

    /// What is found in these manifests, by a map of a few crates; the crates that it lacks are not looked for.
    fn found(manifests: &[Source]) -> Vec<String> {
        let rows = "| crate | what | may use |\n|---|---|---|\n| `dice` | throws | |\n| `game` | the contract | `dice` |\n\
            | `chess`, `draughts` | one game each | `game` |\n| `cli` | commands | `chess`, `draughts` |\n\
            | `play` | stands alone | |\n| `xtask` | chores | anything |\n";
        let text = format!("# A\n\n{HEADING}\n\n{rows}\n## Next\n\n| `dice` | | `cli` |\n");
        let map = Source { path: MAP.to_owned(), text };
        let all: Vec<Source> = std::iter::once(map).chain(manifests.iter().cloned()).collect();
        arrows(&all).into_iter().filter(|finding| !finding.ends_with("there is no such crate")).collect()
    }

    fn using(name: &str, used: &str) -> Vec<String> {
        found(&[manifest(name, &format!("[dependencies]\naelian-{used}.workspace = true\n"))])
    }

    #[test]
    fn arrows_of_the_map_hold_and_reach_through() {
        assert!(using("game", "dice").is_empty());
        assert!(using("cli", "dice").is_empty(), "through the games and their contract");
    }

    #[test]
    fn no_arrow_back_none_between_games_and_no_unknown_crate() {
        let back = "crates/dice/Cargo.toml: dice may not use game, by the code map in ARCHITECTURE.md";
        assert_eq!(using("dice", "game"), [back]);
        assert_eq!(using("chess", "draughts").len(), 1);
        assert_eq!(using("play", "cli").len(), 1);
        assert!(using("helpers", "dice")[0].contains("ARCHITECTURE.md has no crate helpers"));
    }

    #[test]
    fn a_crate_of_the_map_that_is_gone_is_told() {
        let text = format!("{HEADING}\n| `dice` | throws | |\n| `xtask` | chores | anything |\n");
        let findings = arrows(&[Source { path: MAP.to_owned(), text }]);
        assert_eq!(findings, ["ARCHITECTURE.md: the code map names dice, but there is no such crate"]);
    }

    #[test]
    fn every_kind_of_dependency_counts() {
        let places = [
            "[dev-dependencies]\naelian-game.workspace = true\n",
            "[build-dependencies]\naelian-game.workspace = true\n",
            "[dependencies]\nother = { package = \"aelian-game\", path = \"../game\" }\n",
            "[target.'cfg(unix)'.dependencies]\naelian-game.workspace = true\n",
        ];
        for place in places {
            assert_eq!(found(&[manifest("dice", place)]).len(), 1, "{place}");
        }
        assert!(found(&[manifest("dice", "[dependencies]\nserde.workspace = true\n")]).is_empty());
    }

    #[test]
    fn the_map_has_no_circle() {
        let sources = crate::Repository::here().unwrap().sources;
        let map = Map::of(&sources);
        assert!(map.0.len() > 20);
        for name in map.0.keys() {
            assert!(map.allowed(name).is_none_or(|reached| !reached.contains(name)), "{name} reaches itself");
        }
    }

    #[test]
    fn lints_and_licence_come_from_the_workspace() {
        assert!(inheritance(&[manifest("dice", "")]).is_empty());
        let own = Source {
            path: "crates/dice/Cargo.toml".to_owned(),
            text: manifest("dice", "").text.replace("license.workspace = true", "license = \"MIT\""),
        };
        assert_eq!(inheritance(&[own]), ["crates/dice/Cargo.toml: write license.workspace = true"]);
        let bare =
            Source { path: "xtask/Cargo.toml".to_owned(), text: "[package]\nname = \"xtask\"\n".to_owned() };
        assert_eq!(inheritance(&[bare]).len(), 6);
    }

    #[test]
    fn a_crate_with_lints_of_its_own_repeats_those_of_the_workspace() {
        let workspace = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\nunused = \"warn\"\n";
        let findings = |own: &str| {
            let text = manifest("wasm-check", "").text.replace("[lints]\nworkspace = true\n", own);
            inheritance(&[
                Source { path: "Cargo.toml".to_owned(), text: workspace.to_owned() },
                Source { path: "crates/wasm-check/Cargo.toml".to_owned(), text },
            ])
        };
        assert!(findings("[lints.rust]\nunsafe_code = \"deny\"\nunused = \"warn\"\n").is_empty());
        assert_eq!(findings("[lints.rust]\nunsafe_code = \"deny\"\n").len(), 1);
        assert_eq!(findings("[lints.rust]\nunsafe_code = \"allow\"\nunused = \"warn\"\n").len(), 1);
    }

    #[test]
    fn a_broken_manifest_is_a_finding() {
        let broken = Source { path: "crates/dice/Cargo.toml".to_owned(), text: "[package".to_owned() };
        assert_eq!(found(&[broken]).len(), 1);
    }
}
