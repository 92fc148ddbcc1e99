//! The files of the repository as texts with their paths from its root.

use std::fs;
use std::path::{Path, PathBuf};

use aelian_rulebook::{Book, games};
use anyhow::{Context, Result};

/// Folders that hold nothing we wrote.
const SKIPPED: [&str; 5] = ["target", "node_modules", "dist", ".git", "corpus"];
/// Files above this size are recordings or pictures, not sources.
const LARGEST_SOURCE: u64 = 4_000_000;

/// A text file of the repository.
#[derive(Clone, Debug)]
pub struct Source {
    /// From the root, with forward slashes.
    pub path: String,
    pub text: String,
}

/// The repository that this program was built from.
#[derive(Clone, Debug)]
pub struct Repository {
    root: PathBuf,
    pub sources: Vec<Source>,
}

impl Repository {
    pub fn here() -> Result<Repository> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask has no parent folder")?;
        Repository::at(root)
    }

    pub fn at(root: &Path) -> Result<Repository> {
        let mut sources = Vec::new();
        collect(root, "", &mut sources)?;
        sources.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Repository { root: root.to_owned(), sources })
    }

    /// The files under a folder, such as `rulebook/`.
    pub fn under<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a Source> {
        self.sources.iter().filter(move |source| source.path.starts_with(folder))
    }

    pub fn find(&self, path: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.path == path)
    }

    pub fn write(&self, path: &str, text: &str) -> Result<()> {
        fs::write(self.root.join(path), text).with_context(|| format!("cannot write {path}"))
    }

    /// The rulebooks as they stand on disk, which may be newer than the ones built into this program.
    pub fn books(&self) -> Result<Vec<Book>> {
        games().iter().map(|game| read_book(game.name, &self.sources)).collect()
    }
}

/// Reads the book of a game from its files among the sources.
pub(crate) fn read_book(game: &str, sources: &[Source]) -> Result<Book> {
    let folder = format!("rulebook/{game}/");
    let files =
        sources.iter().filter_map(|source| Some((source.path.strip_prefix(&folder)?, source.text.as_str())));
    let files: Vec<(&str, &str)> = files.filter(|(name, _)| name.ends_with(".md")).collect();
    Book::parse(game, &files).with_context(|| format!("in {folder}"))
}

fn collect(folder: &Path, path: &str, sources: &mut Vec<Source>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if SKIPPED.contains(&name.as_str()) {
            continue;
        }
        let path = if path.is_empty() { name } else { format!("{path}/{name}") };
        let kind = entry.file_type()?;
        if kind.is_dir() {
            collect(&entry.path(), &path, sources)?;
        } else if kind.is_file() && entry.metadata()?.len() <= LARGEST_SOURCE {
            // What is not text, such as a picture, is no source.
            if let Ok(text) = fs::read_to_string(entry.path()) {
                sources.push(Source { path, text });
            }
        }
    }
    Ok(())
}
