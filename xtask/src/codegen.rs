//! Generated sources: the list of rulebook files that the crate `rulebook` builds into the program, the sentences of
//! their rules, and the list of rules that owe a proof, from which what is paid is taken out.

use std::fmt::Write;

use aelian_rulebook::{Book, Entry, games};
use anyhow::{Context, Result};

use crate::repository::read_book;
use crate::tidy::proofs::{self, OWED};
use crate::{Repository, Source};

pub const EMBEDDED: &str = "crates/rulebook/src/embedded.rs";
pub const SENTENCES: &str = "crates/rulebook/src/sentences.rs";

const HEAD: &str = "\
//! The Markdown files of every game. Written by `cargo xtask codegen`; do not edit.

/// (file name, text)
type Files = &'static [(&'static str, &'static str)];

/// (game, files)
#[rustfmt::skip]
pub(crate) const FILES: &[(&str, Files)] = &[
";

const SENTENCES_HEAD: &str = "\
//! The sentences of the rules, from the entries of the rulebooks. Written by `cargo xtask codegen`; do not edit.

/// (rule, sentence)
pub(crate) type Sentences = &'static [(&'static str, &'static str)];
";

const SAYS_HEAD: &str = "
/// (what ids begin with, sentences sorted by rule, those of one rule in the order of its entry)
#[rustfmt::skip]
pub(crate) const SENTENCES: &[(&str, Sentences)] = &[
";

const COUNTS_HEAD: &str = "
/// (what ids begin with, words for lines of sums sorted by rule)
#[rustfmt::skip]
pub(crate) const COUNTS: &[(&str, Sentences)] = &[
";

pub fn write(repository: &Repository) -> Result<()> {
    for (path, text) in generated(&repository.sources)? {
        repository.write(path, &text)?;
    }
    Ok(())
}

/// Every generated file: its path and what it must hold.
pub fn generated(sources: &[Source]) -> Result<[(&'static str, String); 3]> {
    let books = games().iter().map(|game| read_book(game.name, sources)).collect::<Result<Vec<_>>>()?;
    Ok([
        (EMBEDDED, embedded(sources)),
        (SENTENCES, sentences(sources)?),
        (OWED, proofs::owed(&books, sources)),
    ])
}

/// The text of `sentences.rs` for the rulebook files among the sources.
fn sentences(sources: &[Source]) -> Result<String> {
    let (mut says, mut counts) = (SAYS_HEAD.to_owned(), COUNTS_HEAD.to_owned());
    for game in games() {
        let folder = format!("rulebook/{}/", game.name);
        let files =
            sources.iter().filter_map(|source| Some((source.path.strip_prefix(&folder)?, &*source.text)));
        let files: Vec<_> = files.filter(|(name, _)| name.ends_with(".md")).collect();
        let book = Book::parse(game.name, &files).with_context(|| folder.clone())?;
        let mut entries: Vec<_> = book.entries.iter().collect();
        entries.sort_by(|one, other| one.id.as_str().cmp(other.id.as_str()));
        for (text, of) in [(&mut says, said as fn(&Entry) -> &[String]), (&mut counts, counted)] {
            let _ = writeln!(text, "    (\"{}\", &[", game.prefix);
            for (id, sentence) in entries.iter().flat_map(|entry| of(entry).iter().map(|one| (entry.id, one)))
            {
                let _ = writeln!(text, "        (\"{id}\", {sentence:?}),");
            }
            text.push_str("    ]),\n");
        }
    }
    Ok(format!("{SENTENCES_HEAD}{says}];\n{counts}];\n"))
}

fn said(entry: &Entry) -> &[String] {
    &entry.says
}

fn counted(entry: &Entry) -> &[String] {
    entry.counts.as_slice()
}

/// The text of `embedded.rs` for the rulebook files among the sources.
pub fn embedded(sources: &[Source]) -> String {
    let mut text = HEAD.to_owned();
    for game in games() {
        let folder = format!("rulebook/{}/", game.name);
        let _ = writeln!(text, "    (\"{}\", &[", game.name);
        for name in sources.iter().filter_map(|source| source.path.strip_prefix(&folder)) {
            if name.ends_with(".md") {
                let _ = writeln!(text, "        (\"{name}\", include_str!(\"../../../{folder}{name}\")),");
            }
        }
        text.push_str("    ]),\n");
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_files_of_known_games_are_listed() {
        let paths =
            ["rulebook/README.md", "rulebook/hail-caesar/00-index.md", "rulebook/hail-caesar/notes.txt"];
        let sources = paths.map(|path| Source { path: path.to_owned(), text: String::new() });
        let text = embedded(&sources);
        let line =
            "        (\"00-index.md\", include_str!(\"../../../rulebook/hail-caesar/00-index.md\")),\n";
        assert!(text.contains(line), "{text}");
        assert_eq!(text.matches("include_str!").count(), 1);
        assert!(text.contains("(\"blood-and-blades\", &[\n    ]),"));
    }
}
