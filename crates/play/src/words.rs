//! Words for the person at the terminal. If nobody reads there any more, the build goes on without them.

use std::io::Write;

pub fn line(text: &str) {
    part(&format!("{text}\n"));
}

/// A line that is written over later.
pub fn part(text: &str) {
    let mut errors = std::io::stderr().lock();
    let _ = errors.write_all(text.as_bytes()).and_then(|()| errors.flush());
}
