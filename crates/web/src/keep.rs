//! Keeping games: on the server step by step; in the browser while the server cannot be reached.

use crate::browser;
use crate::desk::{Desk, Kept, Slip};
use crate::net::{self, NetError};
use aelian_protocol::{
    self as protocol, AppendSteps, ChangeGame, Games, NewGame, SavedGame, Seat, State, Summary, Truncate,
};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

/// Games that only the browser has begin so.
const LOCAL: &str = "here-";
const PREFIX: &str = "aelian.game.";
/// Between two tries to reach the server, in milliseconds.
const AGAIN: u32 = 4_000;

/// How safe the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// The server has every step.
    Saved,
    Saving,
    /// Only the browser has the last steps.
    HereOnly,
    /// The server had every step when it was last asked; it does not answer now.
    Away,
    /// Nobody could keep them.
    Unsaved,
}

/// Sends the steps of one game to the server, one parcel at a time.
#[derive(Clone, Copy)]
pub struct Keeper {
    pub id: StoredValue<String>,
    pub safety: RwSignal<Safety>,
    /// Steps that the server has, and how many of them are still those of the game.
    stored: StoredValue<usize>,
    agreed: StoredValue<usize>,
    /// The server itself has said so, not a copy of what it once said.
    sure: StoredValue<bool>,
    /// The fewest steps that the game has had since the last parcel left.
    lowest: StoredValue<usize>,
    busy: StoredValue<bool>,
}

/// A game as the browser keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct KeptHere {
    summary: Summary,
    desk: String,
    record: String,
}

impl Keeper {
    /// Keeps a game that was opened from somewhere with so many steps.
    pub fn new(id: String, from: From, saved: usize) -> Keeper {
        let safety = match from {
            From::Server => Safety::Saved,
            From::LastSeen => Safety::Away,
            From::Here => Safety::HereOnly,
        };
        Keeper {
            id: StoredValue::new(id),
            safety: RwSignal::new(safety),
            stored: StoredValue::new(saved),
            agreed: StoredValue::new(saved),
            sure: StoredValue::new(from == From::Server),
            lowest: StoredValue::new(usize::MAX),
            busy: StoredValue::new(false),
        }
    }

    /// The game has gone on or back to so many steps.
    pub fn changed(self, desk: Desk, steps: usize) {
        self.agreed.update_value(|agreed| *agreed = steps.min(*agreed));
        self.lowest.update_value(|lowest| *lowest = steps.min(*lowest));
        if self.busy.get_value() {
            return;
        }
        self.busy.set_value(true);
        if self.sure.get_value() {
            self.safety.set(Safety::Saving);
        }
        spawn_local(async move {
            self.send_all(desk).await;
            let _ = self.busy.try_set_value(false);
        });
    }

    /// Sends what only the browser has of a game that was just opened.
    pub fn catch_up(self, desk: Desk) {
        let steps = desk.steps.get_untracked();
        if self.is_local() || !self.sure.get_value() || self.stored.get_value() < steps {
            self.changed(desk, steps);
        }
    }

    async fn send_all(self, desk: Desk) {
        loop {
            let (Some(stored), Some(agreed)) = (self.stored.try_get_value(), self.agreed.try_get_value())
            else {
                return;
            };
            let Some(steps) = desk.steps.try_get_untracked() else { return };
            if stored == agreed && agreed == steps && !self.is_local() && self.sure.get_value() {
                self.safety.set(Safety::Saved);
                browser::forget(&key(&self.id.get_value()));
                return;
            }
            self.lowest.set_value(usize::MAX);
            match self.send(desk, stored, agreed).await {
                Ok(now) => {
                    let lowest = self.lowest.try_get_value().unwrap_or(now);
                    let _ = self.stored.try_set_value(now);
                    let _ = self.sure.try_set_value(true);
                    let _ = self.agreed.try_set_value(now.min(lowest));
                }
                Err(error) => {
                    if !self.failed(desk, &error).await {
                        return;
                    }
                }
            }
        }
    }

    fn is_local(self) -> bool {
        self.id.with_value(|id| id.starts_with(LOCAL))
    }

    /// One parcel. The number of steps that the server has then.
    async fn send(self, desk: Desk, stored: usize, agreed: usize) -> Result<usize, NetError> {
        if self.is_local() {
            return self.move_in(desk).await;
        }
        let id = self.id.get_value();
        if agreed < stored {
            return cut(&id, agreed).await;
        }
        let lines = desk.lines(agreed);
        let count = agreed + lines.len();
        let sent: Result<Summary, NetError> =
            net::post(&protocol::steps(&id), &AppendSteps { from: agreed, lines }).await;
        match sent {
            Ok(_) => Ok(count),
            // Another window has played on: begin again a little before the place where both agreed.
            Err(NetError::Refused { status: 409, fault }) if fault.stored.is_some() => {
                let there = fault.stored.map_or(0, |stored| stored.steps);
                cut(&id, there.min(agreed.saturating_sub(1))).await
            }
            Err(error) => Err(error),
        }
    }

    /// A game that was begun without the server is given to it.
    async fn move_in(self, desk: Desk) -> Result<usize, NetError> {
        let copy = read(&self.id.get_value()).ok_or(NetError::Unreachable)?;
        let record = desk.record();
        let steps = desk.steps.get_untracked();
        let new = NewGame {
            title: Some(copy.summary.title),
            record,
            seats: desk.seats.get_untracked(),
            desk: copy.desk,
        };
        let summary: Summary = net::post(protocol::GAMES, &new).await?;
        browser::forget(&key(&self.id.get_value()));
        self.id.set_value(summary.id.clone());
        if let Some(history) = browser::window().and_then(|window| window.history().ok()) {
            let path = format!("/play/{}", summary.id);
            let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path));
        }
        Ok(steps)
    }

    /// Keeps the game in the browser and waits. False if it is of no use to try again.
    async fn failed(self, desk: Desk, error: &NetError) -> bool {
        if self.stored.try_get_value().is_none() {
            // The table has been left; what was not sent is kept since then.
            return false;
        }
        let nothing_new = self.stored.get_value() == desk.steps.get_untracked() && !self.is_local();
        if self.safety.get_untracked() == Safety::Away && nothing_new && *error == NetError::Unreachable {
            browser::pause(AGAIN).await;
            return self.stored.try_get_value().is_some();
        }
        let here = self.keep_here(desk);
        self.safety.set(if here { Safety::HereOnly } else { Safety::Unsaved });
        if error.status().is_some_and(|status| (400..500).contains(&status)) {
            desk.say("The server did not take the last step", &error.told(), true);
            return false;
        }
        let text = match (error, here) {
            (NetError::Unreachable, true) => "This browser keeps the game meanwhile. You can play on; it is sent as soon as the server answers.".to_owned(),
            (_, true) => format!("{} This browser keeps the game meanwhile.", error.told()),
            (_, false) => format!("{} The browser has no room either: download the record before you close the page.", error.told()),
        };
        let title = if *error == NetError::Unreachable {
            "The connection was lost"
        } else {
            "The game could not be saved"
        };
        desk.slip.set(Some(Slip { title: title.to_owned(), text, grave: !here }));
        browser::pause(AGAIN).await;
        self.stored.try_get_value().is_some()
    }

    /// The table is left: the browser keeps what the server does not have yet.
    pub fn leaving(self, desk: Desk) {
        let safe = |safety| matches!(safety, Safety::Saved | Safety::Away);
        if self.safety.try_get_untracked().is_some_and(|safety| !safe(safety)) {
            self.keep_here(desk);
        }
    }

    fn keep_here(self, desk: Desk) -> bool {
        let id = self.id.get_value();
        let copy = KeptHere { summary: summary(desk, &id), desk: desk.kept(), record: desk.record() };
        browser::store(&key(&id), &serde_json::to_string(&copy).unwrap_or_default())
    }
}

async fn cut(id: &str, keep: usize) -> Result<usize, NetError> {
    net::post::<_, Summary>(&protocol::truncate(id), &Truncate { keep }).await.map(|kept| kept.steps)
}

fn key(id: &str) -> String {
    format!("{PREFIX}{id}")
}

fn read(id: &str) -> Option<KeptHere> {
    serde_json::from_str(&browser::stored(&key(id))?).ok()
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
    }
}

/// Every saved game; those of the browser first. An error says that the server is not there.
pub async fn games() -> (Vec<Summary>, Option<NetError>) {
    let mut all: Vec<Summary> = browser::stored_keys(PREFIX)
        .iter()
        .filter_map(|key| read(key.trim_start_matches(PREFIX)))
        .map(|copy| copy.summary)
        .collect();
    let (listed, error) = match net::get::<Games>(protocol::GAMES).await {
        Ok(games) => (games.games, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    all.retain(|here| {
        let known = listed.iter().any(|listed| listed.id == here.id && listed.steps >= here.steps);
        if known {
            browser::forget(&key(&here.id));
        }
        !known
    });
    let listed = listed.into_iter().filter(|listed| !all.iter().any(|here| here.id == listed.id));
    let listed: Vec<Summary> = listed.collect();
    all.extend(listed);
    (all, error)
}

/// Begins a game: on the server, or here if it cannot be reached. The id under which it is kept.
pub async fn create(
    title: Option<String>,
    game: &str,
    record: String,
    seats: [Seat; 2],
    kept: &Kept,
) -> Result<String, NetError> {
    let desk = serde_json::to_string(kept).unwrap_or_default();
    let new =
        NewGame { title: title.clone(), record: record.clone(), seats: seats.clone(), desk: desk.clone() };
    match net::post::<_, Summary>(protocol::GAMES, &new).await {
        Ok(summary) => Ok(summary.id),
        Err(NetError::Unreachable) => {
            let id = format!("{LOCAL}{:08x}", browser::random());
            let now = browser::time() as i64;
            let summary = Summary {
                id: id.clone(),
                title: title.unwrap_or_else(|| "A game".to_owned()),
                game: game.to_owned(),
                armies: Default::default(),
                seats,
                steps: record.lines().count().saturating_sub(1),
                state: State::Playing,
                moment: String::new(),
                created: now,
                changed: now,
            };
            let copy = KeptHere { summary, desk, record };
            if browser::store(&key(&id), &serde_json::to_string(&copy).unwrap_or_default()) {
                Ok(id)
            } else {
                Err(NetError::Unreachable)
            }
        }
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

/// A game with what was saved of it, the longer of the server's and the browser's.
pub async fn open(id: &str) -> Result<(SavedGame, From), NetError> {
    let here = read(id).map(|copy| SavedGame { summary: copy.summary, desk: copy.desk, record: copy.record });
    if id.starts_with(LOCAL) {
        return here.map(|here| (here, From::Here)).ok_or(NetError::Unreachable);
    }
    let there = net::get_dated::<SavedGame>(&protocol::game(id)).await;
    match (there, here) {
        (Ok((mut there, now)), Some(here)) if here.record.starts_with(there.record.trim_end()) => {
            let longer = here.record.trim_end().len() > there.record.trim_end().len();
            there.record = here.record;
            let from = if longer { From::Here } else { From::of(now) };
            Ok((there, from))
        }
        (Ok((there, now)), _) => Ok((there, From::of(now))),
        (Err(NetError::Unreachable), Some(here)) => Ok((here, From::Here)),
        (Err(error), _) => Err(error),
    }
}

impl From {
    fn of(answer: net::Answered) -> From {
        match answer {
            net::Answered::Now => From::Server,
            net::Answered::Before => From::LastSeen,
        }
    }
}

pub async fn rename(id: &str, title: &str) -> Result<(), NetError> {
    let change = ChangeGame { title: Some(title.to_owned()), ..ChangeGame::default() };
    net::patch::<_, Summary>(&protocol::game(id), &change).await.map(|_| ())
}

/// Changes who plays.
pub async fn reseat(id: &str, seats: &[Seat; 2]) -> Result<(), NetError> {
    let change = ChangeGame { seats: Some(seats.clone()), ..ChangeGame::default() };
    net::patch::<_, Summary>(&protocol::game(id), &change).await.map(|_| ())
}

pub async fn remove(id: &str) -> Result<(), NetError> {
    browser::forget(&key(id));
    if id.starts_with(LOCAL) { Ok(()) } else { net::delete(&protocol::game(id)).await }
}
