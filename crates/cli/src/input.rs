//! Reading files with messages that say what is wrong; printing to readers who may go away; options that must fit.

use aelian_rules::Game;
use anyhow::{Context, Result, bail};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Nobody reads what is printed any more.
static UNREAD: AtomicBool = AtomicBool::new(false);

/// Prints a line. When the reader has gone away, as `head` does, the work goes on in silence to its end, so that the
/// exit code says how it ended.
pub fn say(text: &str) -> Result<()> {
    if UNREAD.load(Ordering::Relaxed) {
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    // What is printed by half is not known to have failed before it leaves the program.
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => UNREAD.store(true, Ordering::Relaxed),
        other => other?,
    }
    Ok(())
}

/// Prints a line for the person at the terminal. If nobody reads there, nothing is lost by it.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// An option as it is written, whether it was given, and the games that have it.
pub type Given<'a> = (&'a str, bool, &'a [Game]);

/// Refuses the first option that means nothing in this game, by its name.
pub fn only_own(game: Game, options: &[Given<'_>]) -> Result<()> {
    let foreign = options.iter().find(|(_, given, games)| *given && !games.contains(&game));
    let Some((option, _, games)) = foreign else { return Ok(()) };
    let owners: Vec<&str> = games.iter().map(|game| game.name()).collect();
    bail!("{game} has no option {option}; it belongs to {}", owners.join(" and "))
}
