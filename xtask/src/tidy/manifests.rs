//! The manifests: which crate may use which, and what every crate inherits from the workspace.

use std::collections::BTreeSet;

use toml::{Table, Value};

use crate::Source;

/// The arrows of the design: a crate may use those named and whatever they may use in turn.
const ARROWS: [(&str, &[&str]); 23] = [
    ("geometry", &[]),
    ("dice", &[]),
    ("rulebook", &[]),
    ("game", &["dice", "rulebook", "geometry"]),
    ("battlegroups", &["geometry", "game"]),
    ("blood-and-blades", &["battlegroups", "game"]),
    ("fog-ancients", &["battlegroups", "game"]),
    ("fog-renaissance", &["battlegroups", "game"]),
    ("hail-caesar", &["battlegroups", "game"]),
    ("rules", &["blood-and-blades", "fog-ancients", "fog-renaissance", "hail-caesar"]),
    ("muster", &["rules"]),
    ("opponents", &["rules"]),
    ("view", &["rules"]),
    ("protocol", &["view"]),
    ("store", &["view"]),
    ("server", &["protocol", "store", "opponents"]),
    ("web", &["protocol", "view", "opponents"]),
    ("cli", &["view", "muster", "opponents", "server"]),
    ("python", &["view", "muster", "opponents"]),
    ("wasm-check", &["view"]),
    ("outside", &["view"]),
    ("pagebuilder", &[]),
    ("browser-tests", &["pagebuilder", "protocol"]),
];
/// `play` stands alone: it starts the others as programs. `xtask` may use anything.
const ALONE: &str = "play";

const PREFIX: &str = "aelian-";
const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
/// Crates with lints of their own: they repeat those of the workspace, and only deny what it forbids.
const OWN_LINTS: [(&str, &str); 2] = [
    ("wasm-check", "a name exported to JavaScript counts as unsafe code"),
    ("web", "a name exported to JavaScript counts as unsafe code"),
];
const INHERITED: [&str; 5] = ["version", "edition", "rust-version", "license", "publish"];

/// Arrows that the design does not have, and crates that it does not know.
pub fn arrows(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for (name, path, manifest) in crates(sources, &mut findings) {
        let Some(allowed) = allowed(name) else {
            findings.push(format!(
                "{path}: the design has no crate {name}; add it to the arrows with what it may use"
            ));
            continue;
        };
        for used in own_crates(&manifest) {
            if !allowed.contains(used.as_str()) {
                findings.push(format!("{path}: {name} may not use {used}"));
            }
        }
    }
    findings
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

/// Everything a crate may use, following the arrows to their ends.
fn allowed(name: &str) -> Option<BTreeSet<&'static str>> {
    if name == ALONE {
        return Some(BTreeSet::new());
    }
    let direct = |name: &str| ARROWS.iter().find(|(from, _)| *from == name).map(|(_, to)| *to);
    let mut open: Vec<&str> = direct(name)?.to_vec();
    let mut reached = BTreeSet::new();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(direct(next).unwrap_or_default());
        }
    }
    Some(reached)
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

    fn using(name: &str, used: &str) -> Vec<String> {
        arrows(&[manifest(name, &format!("[dependencies]\naelian-{used}.workspace = true\n"))])
    }

    #[test]
    fn arrows_of_the_design_hold_and_reach_through() {
        assert!(using("game", "dice").is_empty());
        assert!(using("cli", "geometry").is_empty(), "through opponents, rules and the games");
    }

    #[test]
    fn no_arrow_back_none_between_games_and_no_unknown_crate() {
        assert_eq!(using("dice", "game"), ["crates/dice/Cargo.toml: dice may not use game"]);
        assert_eq!(using("fog-ancients", "hail-caesar").len(), 1);
        assert_eq!(using("play", "cli").len(), 1);
        assert!(using("helpers", "dice")[0].contains("the design has no crate helpers"));
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
            assert_eq!(arrows(&[manifest("dice", place)]).len(), 1, "{place}");
        }
        assert!(arrows(&[manifest("dice", "[dependencies]\nserde.workspace = true\n")]).is_empty());
    }

    #[test]
    fn the_design_has_no_circle() {
        for (name, _) in ARROWS {
            assert!(allowed(name).is_some_and(|reached| !reached.contains(name)), "{name} reaches itself");
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
        assert_eq!(arrows(&[broken]).len(), 1);
    }
}
