//! The tidy checks. Each gives findings as `path: what is wrong and what to do`; none means tidy.
//!
//! `citations` looks for ids that no book has; `proofs` pairs entries with what cites and tests them; `manifests` watches the arrows between crates; `licences` those
//! of all packages; `sources` watches the files themselves.

pub mod citations;
pub mod licences;
pub mod manifests;
pub mod proofs;
pub mod sources;
pub mod told;

use anyhow::{Result, bail};

use crate::{Repository, codegen};

/// The name of a check and what it found.
pub type Check = (&'static str, Vec<String>);

pub fn command(repository: &Repository) -> Result<()> {
    let mut count = 0;
    for (name, findings) in checks(repository)? {
        for finding in &findings {
            println!("{name}: {finding}");
        }
        count += findings.len();
    }
    if count > 0 {
        bail!("{count} findings");
    }
    Ok(())
}

pub fn checks(repository: &Repository) -> Result<Vec<Check>> {
    let sources = &repository.sources;
    let books = repository.books()?;
    Ok(vec![
        ("ids exist", citations::unknown_ids(&books, sources)),
        ("done rules are proven", proofs::unproven(&books, sources)),
        ("cases are read again", proofs::unread(&books, sources)),
        ("cited rules have words", told::untold(&books, sources)),
        ("arrows", manifests::arrows(sources)),
        ("inherited manifest fields", manifests::inheritance(sources)),
        ("licences", licences::unfit(&licences::packages()?)),
        ("files say what they hold", sources::undocumented(sources)),
        ("file length", sources::too_long(sources)),
        ("banned words", sources::banned(sources)),
        ("games are named only by those who know them", sources::named_games(sources)),
        ("generated sources", stale(repository)),
    ])
}

fn stale(repository: &Repository) -> Vec<String> {
    let generated = match codegen::generated(&repository.sources) {
        Ok(generated) => generated,
        Err(error) => return vec![format!("{error:#}")],
    };
    generated
        .into_iter()
        .filter(|(path, text)| repository.find(path).map(|source| &source.text) != Some(text))
        .map(|(path, _)| format!("{path}: out of date; run cargo xtask codegen"))
        .collect()
}

/// Sources and books that the tests of the checks make up.
#[cfg(test)]
mod made_up {
    use crate::Source;
    use crate::repository::read_book;
    use aelian_rulebook::{Book, games};

    pub fn source(path: &str, text: &str) -> Source {
        Source { path: path.to_owned(), text: text.to_owned() }
    }

    pub fn books(sources: &[Source]) -> Vec<Book> {
        games().iter().map(|game| read_book(game.name, sources).unwrap()).collect()
    }

    pub fn chapter(rules: &str) -> Source {
        source("rulebook/blood-and-blades/40.md", &format!("# Moves\n\n{rules}"))
    }
}
