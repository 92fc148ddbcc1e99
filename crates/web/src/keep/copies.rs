//! Games as the browser keeps them: begun without the server, or with steps that it has not taken yet.
//!
//! Each window keeps a copy of its own, so that two windows never write over each other's steps. A copy goes only when
//! the server has everything that is in it, or when the player says so.

use crate::browser;
use crate::desk::Desk;
use aelian_protocol::{ChangeGame, LONGEST_TITLE, Ledger, NewGame, Remembered, SavedGame, State, Summary};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

/// Games that only the browser has begin so. What follows is the id that the server shall give them.
const LOCAL: &str = "here-";
const PREFIX: &str = "aelian.game.";
/// Stands between the id of a game and the window that keeps this copy.
const WINDOW: char = '~';
/// Where a window keeps its name through a reload.
const NAME: &str = "aelian.window";

/// A game as the browser keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Copy {
    pub summary: Summary,
    pub desk: String,
    pub record: String,
    /// What was known of the server.
    #[serde(default)]
    pub known: Remembered,
    /// What is to be changed beside the record.
    #[serde(default)]
    pub change: ChangeGame,
}

/// A copy and where it lies.
#[derive(Clone, Debug)]
pub struct Found {
    key: String,
    pub copy: Copy,
}

pub fn is_local(id: &str) -> bool {
    id.starts_with(LOCAL)
}

/// The id that a game has, or shall have, on the server.
pub fn id_there(id: &str) -> &str {
    id.strip_prefix(LOCAL).unwrap_or(id)
}

/// The id of a new game that only the browser has so far.
pub fn new_id() -> String {
    format!("{LOCAL}{:08x}{:08x}", browser::random(), browser::random())
}

thread_local! {
    static WINDOW_NAME: OnceCell<String> = const { OnceCell::new() };
}

/// This window, the same after a reload. While the page lives the name lies with it alone: a browser gives whatever it
/// keeps for a window to the window's double as well.
fn window_name() -> String {
    let found = || {
        let kept = browser::stored_for_window(NAME);
        browser::forget_for_window(NAME);
        kept.unwrap_or_else(|| format!("{:08x}", browser::random()))
    };
    WINDOW_NAME.with(|name| name.get_or_init(found).clone())
}

/// The page is left: whatever is loaded next in this window finds its copies.
pub fn leave_name() {
    browser::store_for_window(NAME, &window_name());
}

fn key(id: &str) -> String {
    format!("{PREFIX}{id}{WINDOW}{}", window_name())
}

/// Every copy of a game, that of this window first, then the newest.
pub fn of(id: &str) -> Vec<Found> {
    let own = key(id);
    let mut found: Vec<Found> = all().into_iter().filter(|found| found.copy.summary.id == id).collect();
    found.sort_by_key(|found| (found.key != own, -found.copy.summary.changed));
    found
}

pub fn all() -> Vec<Found> {
    let read = |key: String| {
        let copy = serde_json::from_str(&browser::stored(&key)?).ok()?;
        Some(Found { key, copy })
    };
    browser::stored_keys(PREFIX).into_iter().filter_map(read).collect()
}

impl Found {
    /// Whether a stored record has everything that is in this copy.
    pub fn is_in(&self, record: &str) -> bool {
        let wishes = self.copy.known.takes_back() || self.copy.change != ChangeGame::default();
        let lines = |record: &str| -> Vec<String> {
            record.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
        };
        !wishes && lines(record).starts_with(&lines(&self.copy.record))
    }

    /// This window goes on with the copy, which may have been another's.
    pub fn take_over(self) -> Copy {
        if self.key != key(&self.copy.summary.id) && self.copy.keep() {
            self.forget();
        }
        self.copy
    }

    pub fn forget(&self) {
        browser::forget(&self.key);
    }
}

impl Copy {
    pub fn ledger(&self) -> Ledger {
        Ledger::remembered(&self.record, self.known.clone())
    }

    pub fn saved(self) -> SavedGame {
        SavedGame { summary: self.summary, desk: self.desk, record: self.record }
    }

    /// The game on an open desk.
    pub fn of(desk: Desk, id: &str, ledger: &Ledger, change: ChangeGame) -> Copy {
        let record = ledger.record(&desk.lines(ledger.agreed()));
        Copy { summary: summary(desk, id), desk: desk.kept(), record, known: ledger.remember(), change }
    }

    /// A game that is still to be given to the server.
    pub fn of_new(id: &str, game: &str, new: NewGame) -> Copy {
        let now = browser::time() as i64;
        let summary = Summary {
            id: id.to_owned(),
            title: new.title.unwrap_or_else(|| "A game".to_owned()),
            game: game.to_owned(),
            armies: Default::default(),
            seats: new.seats,
            steps: new.record.lines().count().saturating_sub(1),
            state: State::Playing,
            moment: String::new(),
            created: now,
            changed: now,
            revision: 0,
        };
        let (known, change) = Default::default();
        Copy { summary, desk: new.desk, record: new.record, known, change }
    }

    /// Keeps it as the copy of this window; false if the browser has no room or does not want to.
    pub fn keep(&self) -> bool {
        browser::store(&key(&self.summary.id), &serde_json::to_string(self).unwrap_or_default())
    }

    /// The same game under a name of its own, as if it had been begun here. Its id, if the browser has room for it.
    pub fn set_apart(mut self) -> Option<String> {
        const MINE: &str = ", kept apart";
        let id = new_id();
        let title: String = self.summary.title.chars().take(LONGEST_TITLE - MINE.len()).collect();
        self.summary.title = title + MINE;
        self.summary.id.clone_from(&id);
        (self.known, self.change) = Default::default();
        self.keep().then_some(id)
    }
}

/// The copy of this window is needed no more.
pub fn forget_own(id: &str) {
    browser::forget(&key(id));
}

/// The player wants nothing of this game any more.
pub fn forget_all(id: &str) {
    of(id).iter().for_each(Found::forget);
}

fn summary(desk: Desk, id: &str) -> Summary {
    let standing = desk.standing.get_untracked();
    Summary {
        id: id.to_owned(),
        title: desk.title.get_untracked(),
        game: desk.game().to_owned(),
        armies: standing.losses.map(|loss| loss.army),
        seats: desk.seats.get_untracked(),
        steps: desk.steps.get_untracked(),
        state: if desk.ending.get_untracked().is_some() { State::Over } else { State::Playing },
        moment: desk.moment(),
        created: browser::time() as i64,
        changed: browser::time() as i64,
        revision: 0,
    }
}
