//! Saved games from outside their table: begun, opened, deleted.

use super::copies::{self, Copy, Found};
use crate::browser;
use crate::desk::Kept;
use crate::net::{self, Answered, NetError};
use aelian_protocol::{self as protocol, ChangeGame, Ledger, NewGame, SavedGame, Seat, Summary};

/// Begins a game: on the server, or here if it cannot be reached. The id under which it is kept. The server is told
/// the id, so that a game whose answer got lost is not begun twice.
pub async fn create(
    title: Option<String>,
    game: &str,
    record: String,
    seats: [Seat; 2],
    kept: &Kept,
) -> Result<String, NetError> {
    let id = copies::new_id();
    let desk = serde_json::to_string(kept).unwrap_or_default();
    let new = NewGame { id: Some(copies::id_there(&id).to_owned()), title, record, seats, desk };
    match net::post::<_, Summary>(protocol::GAMES, &new).await {
        Ok(summary) => Ok(summary.id),
        Err(NetError::Unreachable) if Copy::of_new(&id, game, new).keep() => Ok(id),
        Err(error) => Err(error),
    }
}

/// Where an opened game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    Server,
    /// The server's last answer, which the browser has kept; the server itself does not answer.
    LastSeen,
    /// The browser's own copy.
    Here,
}

/// A game with what is known of the server's.
#[derive(Clone, Debug)]
pub struct Opened {
    pub saved: SavedGame,
    pub from: From,
    pub ledger: Ledger,
    pub change: ChangeGame,
}

impl Opened {
    fn here(found: Found) -> Opened {
        let copy = found.take_over();
        let (ledger, change) = (copy.ledger(), copy.change.clone());
        Opened { saved: copy.saved(), from: From::Here, ledger, change }
    }

    fn there(saved: SavedGame, answered: Answered) -> Opened {
        let now = answered == Answered::Now;
        let ledger = Ledger::stored(&saved.record, saved.summary.revision, now);
        let from = if now { From::Server } else { From::LastSeen };
        Opened { saved, from, ledger, change: ChangeGame::default() }
    }
}

/// A game as this browser has to go on with it: its own copy as long as that has anything that the server has not, else
/// what the server says. What does not fit together is found out when the table asks the server again.
pub async fn open(id: &str) -> Result<Opened, NetError> {
    let mut copies = copies::of(id);
    if copies::is_local(id) && !copies.is_empty() {
        return Ok(Opened::here(copies.swap_remove(0)));
    }
    let there = net::get_dated::<SavedGame>(&protocol::game(copies::id_there(id))).await;
    if let Ok((there, answered)) = &there {
        let (safe, rest): (Vec<Found>, Vec<Found>) =
            copies.into_iter().partition(|found| found.is_in(&there.record));
        copies = rest;
        if *answered == Answered::Now {
            safe.iter().for_each(Found::forget);
        }
    }
    match (there, copies.into_iter().next()) {
        // It was deleted, but the browser has steps of it: they can be a game of their own.
        (Err(error), Some(here)) if error.status() == Some(404) => {
            let apart = here.copy.clone().set_apart().and_then(|id| copies::of(&id).into_iter().next());
            if apart.is_some() {
                here.forget();
            }
            Ok(Opened::here(apart.unwrap_or(here)))
        }
        (_, Some(here)) => Ok(Opened::here(here)),
        (Ok((there, answered)), None) => Ok(Opened::there(there, answered)),
        (Err(error), None) => Err(error),
    }
}

/// Deletes a game on the server, then here: what cannot be deleted there is not forgotten here.
pub async fn remove(id: &str) -> Result<(), NetError> {
    if !copies::is_local(id) {
        match net::delete(&protocol::game(id)).await {
            Err(error) if error.status() != Some(404) => return Err(error),
            _ => {}
        }
    }
    copies::forget_all(id);
    Ok(())
}

/// How long ago that was, in words.
pub fn ago(time: i64) -> String {
    let minutes = ((browser::time() - time as f64) / 60_000.0).max(0.0) as i64;
    match minutes {
        0 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..=59 => format!("{minutes} minutes ago"),
        60..=119 => "an hour ago".to_owned(),
        120..=1439 => format!("{} hours ago", minutes / 60),
        1440..=2879 => "yesterday".to_owned(),
        _ => format!("{} days ago", minutes / 1440),
    }
}
