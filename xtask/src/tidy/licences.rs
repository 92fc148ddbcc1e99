//! The licences of everything that is built in: each must be one that Aelian may be shipped with.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::process::Command;

/// Licences that ask for no more than a notice.
const ALLOWED: [&str; 11] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unicode-3.0",
    "0BSD",
    "CC0-1.0",
];
/// Packages that may have another licence, each with the licence and the reason.
const EXCEPTIONS: [(&str, &str, &str); 2] = [
    ("webdriver", "MPL-2.0", "of fantoccini, which drives the browser in tests; it is part of no program"),
    ("xxhash-rust", "BSL-1.0", "of the macros of Leptos, while they compile; it is part of no program"),
];

/// A package and what its manifest says of its licence.
#[derive(Clone, Debug)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub licence: Option<String>,
}

/// All packages of the lock file, for every platform; where they cannot be had, those of this machine.
pub fn packages() -> Result<Vec<Package>> {
    let host = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    metadata(&["--locked"]).or_else(|_| metadata(&["--locked", "--offline", "--filter-platform", &host]))
}

/// Packages without a licence, or with one that is not allowed.
pub fn unfit(packages: &[Package]) -> Vec<String> {
    let fits = |package: &Package| {
        let excepted = |licence: &str| {
            EXCEPTIONS.iter().any(|(name, excepted, _)| *name == package.name && *excepted == licence)
        };
        package.licence.as_deref().is_some_and(|licence| excepted(licence) || is_allowed(licence))
    };
    let told = |package: &Package| {
        let licence = package.licence.as_deref().unwrap_or("no licence at all");
        format!(
            "{} {}: {licence}; use another package, or argue for it in EXCEPTIONS",
            package.name, package.version
        )
    };
    packages.iter().filter(|package| !fits(package)).map(told).collect()
}

fn metadata(arguments: &[&str]) -> Result<Vec<Package>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .args(arguments)
        .output()?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    let word = |package: &Value, key: &str| package[key].as_str().map(str::to_owned);
    let read = |package: &Value| {
        let (name, version) = (word(package, "name"), word(package, "version"));
        Package {
            name: name.unwrap_or_default(),
            version: version.unwrap_or_default(),
            licence: word(package, "license"),
        }
    };
    Ok(packages.iter().map(read).collect())
}

/// Whether an expression such as `(MIT OR GPL-3.0) AND Zlib` leaves a way that is allowed.
fn is_allowed(expression: &str) -> bool {
    // The slash is an old way to write OR.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words: Vec<&str> = spaced.split_whitespace().rev().collect();
    any_of(&mut words) == Some(true) && words.is_empty()
}

/// Words are taken from the end of the list, which holds them in reverse.
fn any_of(words: &mut Vec<&str>) -> Option<bool> {
    let mut allowed = all_of(words)?;
    while words.pop_if(|word| *word == "OR").is_some() {
        allowed |= all_of(words)?;
    }
    Some(allowed)
}

fn all_of(words: &mut Vec<&str>) -> Option<bool> {
    let mut allowed = one(words)?;
    while words.pop_if(|word| *word == "AND").is_some() {
        allowed &= one(words)?;
    }
    Some(allowed)
}

/// None if the expression cannot be read.
fn one(words: &mut Vec<&str>) -> Option<bool> {
    let word = words.pop()?;
    if word == "(" {
        let inner = any_of(words)?;
        return (words.pop()? == ")").then_some(inner);
    }
    if words.pop_if(|word| *word == "WITH").is_some() {
        let exception = words.pop()?;
        return Some(ALLOWED.contains(&format!("{word} WITH {exception}").as_str()));
    }
    Some(ALLOWED.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_allowed_if_one_way_is() {
        for allowed in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0 OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0",
        ] {
            assert!(is_allowed(allowed), "{allowed}");
        }
    }

    #[test]
    fn other_licences_and_what_cannot_be_read_are_refused() {
        for refused in
            ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND AGPL-3.0", "MIT OR", "(MIT", "", "MIT Zlib"]
        {
            assert!(!is_allowed(refused), "{refused}");
        }
    }

    #[test]
    fn a_package_without_a_licence_is_found() {
        let package = |licence: Option<&str>| Package {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.map(str::to_owned),
        };
        let findings = unfit(&[package(None), package(Some("MIT")), package(Some("AGPL-3.0"))]);
        assert_eq!(findings.len(), 2, "{findings:?}");
        assert!(findings[0].starts_with("a 1.0.0: no licence at all"));
    }
}
