//! Records as the rules read them: nothing is stored that could not be opened again.

use aelian_store::Standing;
use aelian_view::sitting::{Awaits, Sitting};

use crate::fault::Refused;

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

/// Reads a record on a thread where it may take its time.
pub(crate) async fn read(text: String) -> Result<Read, Refused> {
    match tokio::task::spawn_blocking(move || open(&text)).await {
        Ok(read) => read,
        Err(_) => Err(broken("reading it failed in a way that should not happen")),
    }
}

fn open(text: &str) -> Result<Read, Refused> {
    let sitting = aelian_view::start::open(text).map_err(broken)?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    Ok(Read {
        game: sitting.game(),
        title: sitting.title(),
        armies: sitting.standing().losses.map(|side| side.army),
        header: lines.next().unwrap_or_default(),
        lines: lines.collect(),
        standing: standing(&*sitting),
    })
}

fn standing(sitting: &dyn Sitting) -> Standing {
    let state = if matches!(sitting.awaits(), Awaits::End { .. }) { "over" } else { "playing" };
    Standing { state: state.to_owned(), moment: sitting.ending().unwrap_or_else(|| sitting.moment()) }
}

fn broken(error: impl std::fmt::Display) -> Refused {
    let right = "a record of Aelian: one JSON object on each line, the setup first, as docs/records.md shows";
    Refused::unfit(format!("the record cannot be read: {error}"), "record", right)
}
