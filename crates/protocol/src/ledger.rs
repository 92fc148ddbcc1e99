//! What one window of the page knows of what the server has of its game, and what is to be sent next.
//!
//! The law: a step that is stored is taken away only by a window that has seen exactly this record and has itself
//! taken the step back. So a window that does not know what is stored asks before it sends anything, and every change
//! carries the trace of what was seen. An answer can get lost and a change can arrive late; neither may cost a step.

use serde::{Deserialize, Serialize};

use crate::{AppendSteps, Seen, Trace, Truncate};

/// What one window knows of the stored record.
#[derive(Clone, Debug)]
pub struct Ledger {
    header: String,
    /// The steps that the server had when it last answered, word for word.
    stored: Vec<String>,
    /// After each of them; the first is that of the header alone.
    traces: Vec<Trace>,
    revision: i64,
    /// So many of them are still steps of the game in this window.
    agreed: usize,
    /// The server has said so, and nothing is known that could have changed it since.
    sure: bool,
    /// What was sent and has not been answered.
    under_way: Option<Parcel>,
    /// Steps whose answer got lost: the server may have them, or may yet get them.
    afloat: Option<(usize, Vec<String>)>,
    /// A taking back whose answer got lost: it may still arrive.
    late_cut: bool,
    /// The fewest steps that the game has had since the last parcel left.
    lowest: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Parcel {
    Steps(usize, Vec<String>),
    Cut(usize),
}

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Read the stored game, and let [`Ledger::meets`] judge it.
    Ask,
    Cut(Truncate),
    /// Send the steps of the game from this one on.
    Add(usize),
    /// The server has every step, and no other.
    Nothing,
}

/// How the stored record and the game in this window go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// What is stored is the game or less of it, or this window has itself taken back what is more.
    Ours,
    /// The game went on elsewhere. So many steps are the same.
    Theirs {
        common: usize,
        /// This window has further steps that the server has never had from it.
        unsent: bool,
    },
}

/// What a browser keeps of a ledger beside the record of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    agreed: usize,
    revision: i64,
    /// Stored steps that were taken back.
    beyond: Vec<String>,
    afloat: Option<(usize, Vec<String>)>,
    late_cut: bool,
}

impl Remembered {
    /// Whether steps were taken back here that the server may still have.
    pub fn takes_back(&self) -> bool {
        self.late_cut || !self.beyond.is_empty()
    }
}

impl Ledger {
    /// A record as the server has given it; `now` if it has just done so, else it is an old copy of its answer.
    pub fn stored(record: &str, revision: i64, now: bool) -> Ledger {
        let (header, stored) = apart(record);
        let agreed = stored.len();
        Ledger { agreed, sure: now, ..Ledger::with(header, stored, revision) }
    }

    /// A game that the browser has kept, with what it knew of the server.
    pub fn remembered(record: &str, known: Remembered) -> Ledger {
        let (header, mut stored) = apart(record);
        let agreed = known.agreed.min(stored.len());
        stored.truncate(agreed);
        stored.extend(known.beyond);
        let Remembered { revision, afloat, late_cut, .. } = known;
        Ledger { agreed, afloat, late_cut, ..Ledger::with(header, stored, revision) }
    }

    fn with(header: String, stored: Vec<String>, revision: i64) -> Ledger {
        let traces = Trace::all(&header, &stored);
        let (under_way, afloat) = (None, None);
        Ledger {
            header,
            stored,
            traces,
            revision,
            agreed: 0,
            sure: false,
            under_way,
            afloat,
            late_cut: false,
            lowest: usize::MAX,
        }
    }

    pub fn remember(&self) -> Remembered {
        let in_doubt = self.under_way.clone();
        let (mut afloat, mut late_cut) = (self.afloat.clone(), self.late_cut);
        match in_doubt {
            Some(Parcel::Steps(from, lines)) => afloat = Some((from, lines)),
            Some(Parcel::Cut(_)) => late_cut = true,
            None => {}
        }
        let beyond = self.stored[self.agreed..].to_vec();
        Remembered { agreed: self.agreed, revision: self.revision, beyond, afloat, late_cut }
    }

    /// The record of the game whose further steps are these: what is stored of it stands as the server has it.
    pub fn record(&self, own: &[String]) -> String {
        let lines = self.stored[..self.agreed].iter().chain(own);
        std::iter::once(&self.header).chain(lines).flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// So many steps of the game are known to be stored.
    pub fn agreed(&self) -> usize {
        self.agreed
    }

    pub fn is_sure(&self) -> bool {
        self.sure
    }

    /// Whether a game of so many steps has anything that the server did not have when it last answered, or less.
    pub fn differs(&self, steps: usize) -> bool {
        self.agreed < self.stored.len() || self.agreed < steps || self.late_cut || self.afloat.is_some()
    }

    /// The game has gone on or back to so many steps.
    pub fn went_to(&mut self, steps: usize) {
        self.agreed = self.agreed.min(steps);
        self.lowest = self.lowest.min(steps);
    }

    /// Somebody else may have changed the game.
    pub fn doubt(&mut self) {
        self.sure = false;
    }

    pub fn next(&self, steps: usize) -> Errand {
        if !self.sure {
            Errand::Ask
        } else if self.agreed < self.stored.len() {
            Errand::Cut(self.cut(self.agreed))
        } else if self.agreed < steps {
            Errand::Add(self.agreed)
        } else if self.late_cut {
            // A taking back that arrives late finds another revision than it has seen.
            Errand::Cut(self.cut(self.agreed))
        } else {
            Errand::Nothing
        }
    }

    fn cut(&self, keep: usize) -> Truncate {
        let seen = Seen { revision: self.revision, trace: self.traces[self.stored.len()] };
        Truncate { keep, kept: self.traces[keep], seen }
    }

    /// Steps leave now: the message to send.
    pub fn sends(&mut self, lines: Vec<String>) -> AppendSteps {
        let from = self.agreed;
        self.lowest = usize::MAX;
        self.under_way = Some(Parcel::Steps(from, lines.clone()));
        AppendSteps { from, after: self.traces[from], lines }
    }

    /// A taking back leaves now.
    pub fn cuts(&mut self, cut: &Truncate) {
        self.lowest = usize::MAX;
        self.under_way = Some(Parcel::Cut(cut.keep));
    }

    /// What was sent has been done: the server has so many steps under this revision.
    pub fn done(&mut self, steps: usize, revision: i64) {
        let Some(parcel) = self.under_way.take() else { return };
        let (keep, lines) = match parcel {
            Parcel::Cut(keep) => (keep, Vec::new()),
            Parcel::Steps(from, lines) => (from, lines),
        };
        self.stored.truncate(keep);
        self.traces.truncate(keep + 1);
        // What was taken back meanwhile is not agreed.
        self.agreed = (keep + lines.len()).min(self.lowest);
        for line in lines {
            self.traces.extend(self.traces.last().map(|trace| trace.then(&line)));
            self.stored.push(line);
        }
        self.revision = revision;
        // Whatever is still on its way has seen another revision or another end of the record.
        (self.afloat, self.late_cut) = (None, false);
        self.sure = self.stored.len() == steps;
    }

    /// The server has refused what was sent: it has something else.
    pub fn refused(&mut self) {
        self.under_way = None;
        self.sure = false;
    }

    /// No answer has come: what was sent may have been done, or may yet be.
    pub fn lost(&mut self) {
        match self.under_way.take() {
            Some(Parcel::Steps(from, lines)) => self.afloat = Some((from, lines)),
            Some(Parcel::Cut(_)) => self.late_cut = true,
            None => {}
        }
        self.sure = false;
    }

    /// Judges the stored record against the game, whose steps after the agreed ones are `own`. If it is ours, the
    /// ledger goes on from it.
    pub fn meets(&mut self, record: &str, revision: i64, own: &[String]) -> Meeting {
        let (_, there) = apart(record);
        let mine = self.stored[..self.agreed].iter().chain(own);
        let common = mine.zip(&there).take_while(|(mine, there)| mine == there).count();
        if common >= self.agreed && (common == there.len() || self.knows(&there)) {
            self.goes_on(there, revision);
            self.agreed = common;
            return Meeting::Ours;
        }
        Meeting::Theirs { common, unsent: self.agreed + own.len() > self.agreed.max(common) }
    }

    /// Whether this window has had the whole of this record, and what it does not have of it now it took back.
    fn knows(&self, there: &[String]) -> bool {
        let was_sent = self.afloat.as_ref().is_some_and(|(from, lines)| {
            let before = self.stored.get(..*from).unwrap_or_default();
            there.iter().eq(before.iter().chain(lines))
        });
        self.stored.starts_with(there) || was_sent
    }

    /// The game in this window has become the stored one.
    pub fn accepts(&mut self, record: &str, revision: i64) {
        let (_, there) = apart(record);
        self.agreed = there.len();
        (self.afloat, self.late_cut) = (None, false);
        self.goes_on(there, revision);
    }

    fn goes_on(&mut self, there: Vec<String>, revision: i64) {
        self.traces = Trace::all(&self.header, &there);
        self.stored = there;
        self.revision = revision;
        self.sure = true;
    }
}

/// The first line of a record, and its steps.
fn apart(record: &str) -> (String, Vec<String>) {
    let mut lines = record.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned);
    (lines.next().unwrap_or_default(), lines.collect())
}
