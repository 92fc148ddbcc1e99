//! Keeping games: on the server step by step; in the browser while the server cannot be reached.
//!
//! What is sent next, and whether the stored game is still the one on this desk, is decided by the `Ledger` of
//! `protocol`. `copies.rs` is what the browser keeps, `games.rs` what is done with games from outside their table,
//! `list.rs` the list of them.

mod copies;
mod games;
mod list;

use crate::browser;
use crate::desk::{Apart, Desk, Elsewhere, Slip};
use crate::net::{self, Answered, NetError};
use aelian_protocol::{
    self as protocol, ChangeGame, Errand, Fault, Ledger, Meeting, NewGame, SavedGame, Summary,
};
use copies::Copy;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

pub use copies::{forget_all, leave_name};
pub use games::{From, Opened, ago, create, open, remove};
pub use list::List;

/// Between two tries to reach the server, in milliseconds: at first, and at most.
const SOON: u32 = 500;
const AGAIN: u32 = 4_000;

const LOST: &str = "The connection was lost";
const UNSAVED: &str = "The game could not be saved";

/// How safe the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safety {
    /// The server has every step.
    Saved,
    Saving,
    /// Only the browser has the last steps.
    HereOnly,
    /// There is nothing that the server did not have when it was last heard; it does not answer now.
    Away,
    /// Nobody could keep them.
    Unsaved,
}

/// Sends the steps of one game to the server, one parcel at a time.
#[derive(Clone, Copy)]
pub struct Keeper {
    pub id: StoredValue<String>,
    pub safety: RwSignal<Safety>,
    ledger: StoredValue<Ledger>,
    /// Name and seats that the server does not have yet.
    change: StoredValue<ChangeGame>,
    busy: StoredValue<bool>,
}

/// What the keeper does next.
enum Task {
    MoveIn,
    Change(ChangeGame),
    Errand(Errand),
}

impl Keeper {
    pub fn new(id: String, from: From, ledger: Ledger, change: ChangeGame) -> Keeper {
        let safety = match from {
            From::Server => Safety::Saved,
            From::LastSeen => Safety::Away,
            From::Here => Safety::HereOnly,
        };
        Keeper {
            id: StoredValue::new(id),
            safety: RwSignal::new(safety),
            ledger: StoredValue::new(ledger),
            change: StoredValue::new(change),
            busy: StoredValue::new(false),
        }
    }

    /// The game has gone on or back to so many steps.
    pub fn changed(self, desk: Desk, steps: usize) {
        self.ledger.update_value(|ledger| ledger.went_to(steps));
        self.set_off(desk);
    }

    /// Somebody else plays, or the game is called otherwise.
    pub fn change(self, desk: Desk, new: ChangeGame) {
        self.change.update_value(|change| {
            change.title = new.title.or(change.title.take());
            change.seats = new.seats.or(change.seats.take());
        });
        self.set_off(desk);
    }

    /// Looks whether the game went on elsewhere.
    pub fn look_again(self, desk: Desk) {
        if self.busy.try_get_value() == Some(false) && !self.is_local() {
            self.ledger.update_value(Ledger::doubt);
            self.set_off(desk);
        }
    }

    /// Begins to send whatever there is to be sent.
    pub fn set_off(self, desk: Desk) {
        let known = self.safety.get_untracked() == Safety::Saved || self.ledger.with_value(Ledger::is_sure);
        if known && self.has_more(desk) {
            self.safety.set(Safety::Saving);
        }
        if self.busy.get_value() {
            return;
        }
        self.busy.set_value(true);
        spawn_local(async move {
            self.send_all(desk).await;
            let _ = self.busy.try_set_value(false);
        });
    }

    /// Whether the game has anything that the server did not have when it was last heard.
    fn has_more(self, desk: Desk) -> bool {
        let steps = desk.steps.get_untracked();
        let wishes = self.change.with_value(|change| *change != ChangeGame::default());
        self.is_local() || wishes || self.ledger.with_value(|ledger| ledger.differs(steps))
    }

    async fn send_all(self, desk: Desk) {
        let mut pause = SOON;
        while let Some(task) = self.task(desk) {
            match self.run(desk, task).await {
                Ok(()) => pause = SOON,
                Err(error) => {
                    if !self.is_open() || !self.failed(desk, &error) {
                        return;
                    }
                    browser::pause(pause).await;
                    pause = (2 * pause).min(AGAIN);
                }
            }
        }
    }

    /// The table has not been left.
    fn is_open(self) -> bool {
        self.busy.try_get_value().is_some()
    }

    /// What is to be done; none if all is saved, or if the table was left.
    fn task(self, desk: Desk) -> Option<Task> {
        let steps = desk.steps.try_get_untracked()?;
        if self.is_local() {
            return Some(Task::MoveIn);
        }
        let change = self.change.get_value();
        match self.ledger.with_value(|ledger| ledger.next(steps)) {
            Errand::Ask => Some(Task::Errand(Errand::Ask)),
            _ if change != ChangeGame::default() => Some(Task::Change(change)),
            Errand::Nothing => {
                self.safety.set(Safety::Saved);
                copies::forget_own(&self.id.get_value());
                if desk.slip.with_untracked(|slip| slip.as_ref().is_some_and(is_about_saving)) {
                    desk.slip.set(None);
                }
                None
            }
            errand => Some(Task::Errand(errand)),
        }
    }

    fn is_local(self) -> bool {
        self.id.with_value(|id| copies::is_local(id))
    }

    async fn run(self, desk: Desk, task: Task) -> Result<(), NetError> {
        let id = self.id.get_value();
        match task {
            Task::MoveIn => self.move_in(desk).await,
            Task::Change(change) => {
                net::patch::<_, Summary>(&protocol::game(&id), &change).await?;
                // What was wished meanwhile is still to be sent.
                let _ = self.change.try_update_value(|wished| {
                    if wished.title == change.title {
                        wished.title = None;
                    }
                    if wished.seats == change.seats {
                        wished.seats = None;
                    }
                });
                Ok(())
            }
            Task::Errand(Errand::Ask) => self.ask(desk, &id).await,
            Task::Errand(Errand::Cut(cut)) => {
                self.ledger.update_value(|ledger| ledger.cuts(&cut));
                self.hears(net::post(&protocol::truncate(&id), &cut).await).await
            }
            Task::Errand(Errand::Add(from)) => {
                let lines = desk.lines(from);
                let Some(steps) = self.ledger.try_update_value(|ledger| ledger.sends(lines)) else {
                    return Ok(());
                };
                self.hears(net::post(&protocol::steps(&id), &steps).await).await
            }
            Task::Errand(Errand::Nothing) => Ok(()),
        }
    }

    /// What came of a parcel. A conflict is no failure: the server is asked what it has.
    async fn hears(self, answer: Result<Summary, NetError>) -> Result<(), NetError> {
        let _ = self.ledger.try_update_value(|ledger| match &answer {
            Ok(summary) => ledger.done(summary.steps, summary.revision),
            Err(NetError::Refused { status, .. }) if *status < 500 => ledger.refused(),
            Err(_) => ledger.lost(),
        });
        match answer {
            Err(NetError::Refused { status: 409, .. }) => {
                browser::pause(100).await;
                Ok(())
            }
            answer => answer.map(drop),
        }
    }

    /// Asks what the server has. If that is not this game, the desk goes on with it, and says so.
    async fn ask(self, desk: Desk, id: &str) -> Result<(), NetError> {
        let (there, answered) = net::get_dated::<SavedGame>(&protocol::game(id)).await?;
        if answered == Answered::Before {
            return Err(NetError::Unreachable);
        }
        if !self.is_open() {
            return Ok(());
        }
        let own = desk.lines(self.ledger.with_value(Ledger::agreed));
        let revision = there.summary.revision;
        let met = self.ledger.try_update_value(|ledger| ledger.meets(&there.record, revision, &own));
        desk.old_copy_is_over();
        let change = self.change.get_value();
        desk.is_called(there.summary.title.clone(), change.title.is_some());
        if let Some(Meeting::Theirs { common, unsent }) = met {
            self.give_way(desk, &there, common, unsent)?;
        }
        desk.is_played_by(there.summary.seats, change.seats.is_some());
        Ok(())
    }

    /// The stored game takes the place of the one on this desk, whose own steps are kept apart.
    fn give_way(self, desk: Desk, there: &SavedGame, common: usize, unsent: bool) -> Result<(), NetError> {
        let lines: Vec<String> = steps_of(&there.record);
        let (mine, id) = (desk.steps.get_untracked(), self.id.get_value());
        let copy = self.ledger.with_value(|ledger| Copy::of(desk, &id, ledger, ChangeGame::default()));
        desk.adopt(common, lines.get(common..).unwrap_or_default()).map_err(unreadable)?;
        self.ledger.update_value(|ledger| ledger.accepts(&there.record, there.summary.revision));
        let apart = unsent.then(|| {
            let record = copy.record.clone();
            copy.set_apart().map_or(Apart::Loose(record), Apart::InBrowser)
        });
        desk.elsewhere.set(Some(Elsewhere::went_on(common, mine, lines.len(), apart)));
        Ok(())
    }

    /// A game that was begun without the server is given to it. Another window may have done so before.
    async fn move_in(self, desk: Desk) -> Result<(), NetError> {
        let here = self.id.get_value();
        let new = NewGame {
            id: Some(copies::id_there(&here).to_owned()),
            title: Some(desk.title.get_untracked()),
            record: self.ledger.with_value(|ledger| ledger.record(&desk.lines(ledger.agreed()))),
            seats: desk.seats.get_untracked(),
            desk: desk.kept(),
        };
        let moved: Result<Summary, NetError> = net::post(protocol::GAMES, &new).await;
        if !self.is_open() {
            return Ok(());
        }
        match moved {
            Ok(summary) => self.is_now(desk, &here, summary.id),
            Err(NetError::Refused { status: 409, .. }) => self.is_now(desk, &here, copies::new_id()),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The game has another id from now on.
    fn is_now(self, desk: Desk, old: &str, id: String) {
        let path = format!("/play/{id}");
        self.id.set_value(id);
        self.ledger.update_value(Ledger::doubt);
        if self.keep_here(desk) {
            copies::forget_own(old);
        }
        if let Some(history) = browser::window().and_then(|window| window.history().ok()) {
            let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path));
        }
    }

    /// Keeps the game in the browser. False if it is of no use to try again.
    fn failed(self, desk: Desk, error: &NetError) -> bool {
        if error.status() == Some(404) {
            self.was_deleted(desk);
            return false;
        }
        if *error == NetError::Unreachable && !self.has_more(desk) {
            self.safety.set(Safety::Away);
            return true;
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
        let title = if *error == NetError::Unreachable { LOST } else { UNSAVED };
        desk.slip.set(Some(Slip { title: title.to_owned(), text, grave: !here }));
        true
    }

    /// The server has no such game any more. What stands on the desk is kept here, and moves in again if it goes on.
    fn was_deleted(self, desk: Desk) {
        let old = self.id.get_value();
        let record = self.ledger.with_value(|ledger| ledger.record(&desk.lines(ledger.agreed())));
        self.ledger.set_value(Ledger::remembered(&record, Default::default()));
        self.change.set_value(ChangeGame::default());
        self.is_now(desk, &old, copies::new_id());
        self.safety.set(Safety::HereOnly);
        desk.elsewhere.set(Some(Elsewhere::deleted()));
    }

    /// The table is left: the browser keeps what the server does not have yet.
    pub fn leaving(self, desk: Desk) {
        if self.is_open() && self.has_more(desk) {
            self.keep_here(desk);
        }
    }

    fn keep_here(self, desk: Desk) -> bool {
        let (id, change) = (self.id.get_value(), self.change.get_value());
        self.ledger.with_value(|ledger| Copy::of(desk, &id, ledger, change).keep())
    }
}

/// Whether it is over once everything is saved.
fn is_about_saving(slip: &Slip) -> bool {
    slip.title == LOST || slip.title == UNSAVED
}

fn steps_of(record: &str) -> Vec<String> {
    record.lines().filter(|line| !line.trim().is_empty()).skip(1).map(str::to_owned).collect()
}

/// The stored game cannot be shown by this page.
fn unreadable(what: String) -> NetError {
    let fault = Fault {
        what: format!("the stored game went on elsewhere and cannot be shown here: {what}"),
        place: "record".to_owned(),
        right: "load the page anew".to_owned(),
        stored: None,
    };
    NetError::Refused { status: 422, fault }
}
