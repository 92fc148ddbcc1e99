//! Records as the rules read them: nothing is stored that could not be opened again.

use aelian_game::{Match, Next, Record, game_of};
use aelian_rules::{BloodAndBlades, Game};
use aelian_store::Standing;
use aelian_view::story::tell_ending;
use aelian_view::told::Told;
use serde_json::Value;

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
    let game = game_of(text).map_err(broken)?;
    match game.parse::<Game>().map_err(broken)? {
        Game::BloodAndBlades => open_as::<BloodAndBlades>(text),
    }
}

fn open_as<R: Told>(text: &str) -> Result<Read, Refused> {
    let record = Record::<R>::read(text).map_err(broken)?;
    let battle = Match::open(record).map_err(broken)?;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    let header = lines.next().unwrap_or_default();
    let armies = armies(&header);
    let title = format!("{} against {}", armies[0], armies[1]);
    Ok(Read { game: R::GAME, title, armies, header, lines: lines.collect(), standing: standing(&battle) })
}

fn standing<R: Told>(battle: &Match<R>) -> Standing {
    let (state, moment) = match battle.next() {
        Next::Over(ending) => ("over", tell_ending(&ending)),
        _ => ("playing", battle.rules.tell_moment(&battle.state)),
    };
    Standing { state: state.to_owned(), moment }
}

/// The names of the armies; an army without one goes by its colour.
fn armies(header: &str) -> [String; 2] {
    let header: Value = serde_json::from_str(header).unwrap_or_default();
    [("Red", 0), ("Blue", 1)].map(|(colour, at)| {
        let name = header.pointer(&format!("/setup/armies/{at}/name")).and_then(Value::as_str);
        name.filter(|name| !name.is_empty()).unwrap_or(colour).to_owned()
    })
}

fn broken(error: impl std::fmt::Display) -> Refused {
    let right = "a record of Aelian: one JSON object on each line, the setup first, as docs/records.md shows";
    Refused::unfit(format!("the record cannot be read: {error}"), "record", right)
}
