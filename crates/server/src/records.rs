//! Records as the rules read them: nothing is stored that could not be opened again.

use aelian_store::{Saved, Standing};
use aelian_view::sitting::{Awaits, Sitting};
use aelian_view::story::tell_ending;

use crate::fault::Refused;

/// Names of units stand in the words for a moment; a list has no room for more of them.
const LONGEST_MOMENT: usize = 300;

/// What the server needs to know of a record.
#[derive(Debug)]
pub(crate) struct Read {
    pub(crate) game: &'static str,
    pub(crate) title: String,
    pub(crate) armies: [String; 2],
    pub(crate) header: String,
    pub(crate) lines: Vec<String>,
    pub(crate) standing: Standing,
}

/// Reads a record that was sent.
pub(crate) async fn read(text: String) -> Result<Read, Refused> {
    apart(move || {
        let sitting = open(&text)?;
        let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
        Ok(Read {
            game: sitting.game(),
            title: sitting.title(),
            armies: sitting.standing().losses.map(|side| side.army),
            header: lines.next().unwrap_or_default(),
            lines: lines.collect(),
            standing: standing(&*sitting),
        })
    })
    .await?
}

/// Does something on a thread where it may take its time.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refused> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| broken("reading it failed in a way that should not happen"))
}

pub(crate) fn open(text: &str) -> Result<Box<dyn Sitting>, Refused> {
    aelian_view::start::open(text).map_err(broken)
}

pub(crate) fn standing(sitting: &dyn Sitting) -> Standing {
    let state = if matches!(sitting.awaits(), Awaits::End { .. }) { "over" } else { "playing" };
    let moment = sitting.result().as_ref().map(tell_ending).unwrap_or_else(|| sitting.moment());
    Standing { state: state.to_owned(), moment: moment.chars().take(LONGEST_MOMENT).collect() }
}

/// The whole record of a game.
pub(crate) fn text(saved: &Saved) -> String {
    let mut text = String::new();
    for line in std::iter::once(&saved.header).chain(&saved.lines) {
        text.push_str(line);
        text.push('\n');
    }
    text
}

pub(crate) fn broken(error: impl std::fmt::Display) -> Refused {
    let right = "a record of Aelian: one JSON object on each line, the setup first, as docs/records.md shows";
    Refused::unfit(format!("the record cannot be read: {error}"), "record", right)
}
