//! A folder of files in memory: collected, named by their content, written as a whole.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;

use anyhow::{Context, Result};

use crate::megabytes;

/// Files by their path from the root of the page, with forward slashes.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: BTreeMap<String, Vec<u8>>,
}

impl Files {
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(name.into(), bytes.into());
    }

    /// Adds a file under a name that changes with its content: `style.css` as `style-HASH.css`.
    pub fn add_hashed(&mut self, name: &str, bytes: impl Into<Vec<u8>>) -> String {
        let bytes = bytes.into();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
        let hashed = format!("{stem}-{}.{ending}", hash(&bytes));
        self.add(hashed.as_str(), bytes);
        hashed
    }

    /// Adds the files of a folder and of those inside it whose names are wanted; a folder that is not there
    /// has none. Hidden files stay away.
    pub fn add_folder(
        &mut self,
        folder: &Path,
        under: &str,
        wanted: impl Fn(&str) -> bool + Copy,
    ) -> Result<()> {
        if !folder.is_dir() {
            return Ok(());
        }
        for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
            let path = entry?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            let place = if under.is_empty() { name.to_owned() } else { format!("{under}/{name}") };
            if name.starts_with('.') {
                continue;
            } else if path.is_dir() {
                self.add_folder(&path, &place, wanted)?;
            } else if wanted(name) {
                let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                self.add(place, bytes);
            }
        }
        Ok(())
    }

    pub fn join(&mut self, other: Files) {
        self.files.extend(other.files);
    }

    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// In the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// A hash of all names and contents.
    pub fn hash(&self) -> String {
        let parts = self.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
        hash_parts(parts)
    }

    /// Writes all files into a folder, which then holds nothing else. They are first laid beside it, so that
    /// nobody meets half a page.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let beside = folder.with_extension("new");
        empty(&beside)?;
        for (name, bytes) in &self.files {
            let path = beside.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
            }
            fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
        empty(folder)?;
        fs::rename(&beside, folder).with_context(|| format!("cannot write {}", folder.display()))
    }

    /// How many files, and on a line each how large the programs are.
    pub fn summary(&self, folder: &Path) -> String {
        let mut told = format!("{} files in {}", self.files.len(), folder.display());
        for (name, bytes) in self.iter().filter(|(name, _)| name.ends_with(".wasm")) {
            let packed = self.get(&format!("{name}.br"));
            let small = packed.map(|packed| format!(", {:.2} MB compressed", megabytes(packed.len())));
            told += &format!("\n  {name}: {:.2} MB{}", megabytes(bytes.len()), small.unwrap_or_default());
        }
        told
    }
}

/// Sixteen hexadecimal digits. It tells contents apart; it protects nothing.
pub fn hash(bytes: &[u8]) -> String {
    hash_parts([bytes])
}

fn hash_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    format!("{:016x}", hasher.finish())
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    Ok(())
}
