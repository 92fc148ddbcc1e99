//! Reading files with messages that say what is wrong.

use anyhow::{Context, Result};
use std::io::Read;
use std::path::Path;

/// The text of a file, or of standard input for `-`.
pub fn text(path: &Path) -> Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).context("standard input is not text")?;
        return Ok(text);
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not a text file (UTF-8)", path.display()))
}

/// Prints a line and ends quietly when the reader has gone away, as `head` does.
pub fn say(text: &str) -> Result<()> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => Ok(other?),
    }
}
