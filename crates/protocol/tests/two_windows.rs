//! Two windows play one game through a network that loses answers and brings requests late: no step that a window
//! showed as saved is ever taken away by anybody but a window whose player had seen it and took it back, and no other
//! step is thrown away without a word.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_protocol::{AppendSteps, Errand, Fit, Ledger, Meeting, Remembered, Truncate};
use std::collections::BTreeSet;

const HEADER: &str = "setup";

/// Numbers that look like chance and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }
}

#[derive(Clone, Debug)]
enum Request {
    Ask,
    Add(AppendSteps),
    Cut(Truncate),
}

enum Answer {
    Game { record: String, revision: i64 },
    Done { steps: usize, revision: i64 },
    Refused,
}

#[derive(Default)]
struct Server {
    lines: Vec<String>,
    revision: i64,
    /// What each change took away.
    removed: Vec<Vec<String>>,
}

impl Server {
    fn record(&self) -> String {
        std::iter::once(HEADER).chain(self.lines.iter().map(String::as_str)).collect::<Vec<_>>().join("\n")
    }

    fn answer(&mut self, request: &Request) -> Answer {
        self.removed.clear();
        let fit = match request {
            Request::Ask => return Answer::Game { record: self.record(), revision: self.revision },
            Request::Add(add) => add.fit(HEADER, &self.lines),
            Request::Cut(cut) => cut.fit(HEADER, &self.lines, self.revision),
        };
        match (fit, request) {
            (Fit::Strange, _) => return Answer::Refused,
            (Fit::Fits, Request::Add(add)) => self.lines.extend(add.lines.clone()),
            (Fit::Fits, Request::Cut(cut)) => {
                self.removed = (cut.keep + 1..=self.lines.len()).map(|n| self.lines[..n].to_vec()).collect();
                self.lines.truncate(cut.keep);
            }
            _ => {}
        }
        if fit == Fit::Fits {
            self.revision += 1;
        }
        Answer::Done { steps: self.lines.len(), revision: self.revision }
    }
}

/// A window with its player. What he has played, taken back and been told.
struct Window {
    ledger: Ledger,
    game: Vec<String>,
    flying: Option<Request>,
    /// Records whose last step was taken back here, and not shown as saved since.
    undone: BTreeSet<Vec<String>>,
    /// Steps that were kept apart with a word.
    apart: Vec<Vec<String>>,
}

impl Window {
    fn open(server: &Server) -> Window {
        let ledger = Ledger::stored(&server.record(), server.revision, true);
        Window {
            ledger,
            game: server.lines.clone(),
            flying: None,
            undone: BTreeSet::new(),
            apart: Vec::new(),
        }
    }

    fn own(&self) -> Vec<String> {
        self.game[self.ledger.agreed()..].to_vec()
    }

    /// Two windows play the same step now and then, as two computers do.
    fn play(&mut self, name: usize, chance: &mut Chance) {
        let who = if chance.below(2) == 0 { 9 } else { name };
        self.game.push(format!("{who} in {}", self.game.len()));
        self.ledger.went_to(self.game.len());
    }

    fn take_back(&mut self, steps: usize) {
        for _ in 0..steps.min(self.game.len()) {
            self.undone.insert(self.game.clone());
            self.game.pop();
        }
        self.ledger.went_to(self.game.len());
    }

    fn shows_saved(&self) -> bool {
        self.flying.is_none() && self.ledger.next(self.game.len()) == Errand::Nothing
    }

    /// What is shown as saved now is not taken back any more.
    fn looked_at(&mut self) {
        if self.shows_saved() {
            for n in 1..=self.game.len() {
                self.undone.remove(&self.game[..n]);
            }
        }
    }

    fn send(&mut self) {
        if self.flying.is_some() {
            return;
        }
        self.flying = match self.ledger.next(self.game.len()) {
            Errand::Nothing => None,
            Errand::Ask => Some(Request::Ask),
            Errand::Add(_) => Some(Request::Add(self.ledger.sends(self.own()))),
            Errand::Cut(cut) => {
                self.ledger.cuts(&cut);
                Some(Request::Cut(cut))
            }
        };
    }

    fn hears(&mut self, answer: Answer) {
        self.flying = None;
        match answer {
            Answer::Done { steps, revision } => self.ledger.done(steps, revision),
            Answer::Refused => self.ledger.refused(),
            Answer::Game { record, revision } => {
                let own = self.own();
                if let Meeting::Theirs { common, unsent } = self.ledger.meets(&record, revision, &own) {
                    let lines: Vec<String> = record.lines().skip(1).map(str::to_owned).collect();
                    assert_eq!(self.game[..common], lines[..common]);
                    if unsent {
                        self.apart.push(self.game.clone());
                    }
                    self.ledger.accepts(&record, revision);
                    self.game = lines;
                }
            }
        }
    }

    fn loses_answer(&mut self) {
        if self.flying.take().is_some() {
            self.ledger.lost();
        }
    }

    /// The page is loaded anew: what is not saved is in the browser.
    fn reload(&mut self, server: &Server) {
        let steps = self.game.len();
        if self.shows_saved() {
            self.ledger = Ledger::stored(&server.record(), server.revision, true);
            self.game.clone_from(&server.lines);
        } else {
            let known = serde_json::to_string(&self.ledger.remember()).unwrap();
            let known: Remembered = serde_json::from_str(&known).unwrap();
            let record = self.ledger.record(&self.own());
            assert_eq!(record.lines().count(), steps + 1);
            self.ledger = Ledger::remembered(&record, known);
        }
        self.flying = None;
    }
}

/// One step of the world. What a window showed as saved before it is never gone after it, unless by its own law.
fn tick(
    chance: &mut Chance,
    server: &mut Server,
    windows: &mut [Window; 2],
    late: &mut Vec<(usize, Request)>,
) {
    let at = chance.below(2);
    match chance.below(12) {
        0..=2 => windows[at].play(at, chance),
        3 => {
            let steps = 1 + chance.below(3);
            windows[at].take_back(steps);
        }
        4 | 5 => windows[at].send(),
        6 | 7 => {
            if let Some(request) = windows[at].flying.clone() {
                let answer = server.answer(&request);
                check(server, &windows[at]);
                windows[at].hears(answer);
            }
        }
        8 => {
            if let Some(request) = windows[at].flying.clone() {
                let _ = server.answer(&request);
                check(server, &windows[at]);
            }
            windows[at].loses_answer();
        }
        9 => {
            late.extend(windows[at].flying.clone().map(|request| (at, request)));
            windows[at].loses_answer();
        }
        10 => {
            if !late.is_empty() {
                let (from, request) = late.remove(chance.below(late.len()));
                let _ = server.answer(&request);
                check(server, &windows[from]);
            }
        }
        _ if chance.below(2) == 0 => windows[at].reload(server),
        _ => windows[at].ledger.doubt(),
    }
}

/// What the server has just removed this window had taken back itself.
fn check(server: &Server, window: &Window) {
    for removed in &server.removed {
        assert!(window.undone.contains(removed), "{removed:?} was taken away unasked");
    }
}

/// All that was sent arrives: both windows come to what the server has.
fn settle(server: &mut Server, windows: &mut [Window; 2]) {
    windows.iter_mut().for_each(|window| window.ledger.doubt());
    for _ in 0..40 {
        for window in windows.iter_mut() {
            window.send();
            if let Some(request) = window.flying.clone() {
                let answer = server.answer(&request);
                check(server, window);
                window.hears(answer);
            } else {
                window.ledger.doubt();
            }
        }
    }
    for window in windows.iter_mut() {
        while !window.shows_saved() {
            window.send();
            let answer = server.answer(&window.flying.clone().unwrap());
            window.hears(answer);
        }
        assert_eq!(window.game, server.lines);
    }
}

#[test]
fn no_step_that_was_shown_as_saved_is_lost() {
    for seed in 0..4_000 {
        let mut chance = Chance(seed);
        let mut server = Server::default();
        let mut windows = [Window::open(&server), Window::open(&server)];
        let mut late = Vec::new();
        for _ in 0..100 {
            tick(&mut chance, &mut server, &mut windows, &mut late);
            windows.iter_mut().for_each(Window::looked_at);
        }
        settle(&mut server, &mut windows);
    }
}

/// Where nobody takes anything back, what a player did is on the server, or was kept apart with a word.
#[test]
fn what_was_played_is_stored_or_kept_apart() {
    for seed in 0..1_000 {
        let mut chance = Chance(seed ^ 0x5eed);
        let mut server = Server::default();
        let mut windows = [Window::open(&server), Window::open(&server)];
        let mut played: Vec<Vec<String>> = Vec::new();
        for _ in 0..60 {
            let at = chance.below(2);
            if chance.below(3) == 0 {
                windows[at].play(at, &mut chance);
                played.push(windows[at].game.clone());
            } else {
                carry(at, &mut chance, &mut server, &mut windows);
            }
        }
        settle(&mut server, &mut windows);
        for record in played {
            let apart = windows.iter().flat_map(|window| &window.apart);
            let found =
                server.lines.starts_with(&record) || apart.clone().any(|one| one.starts_with(&record));
            assert!(found, "seed {seed}: {record:?} is nowhere");
        }
    }
}

/// Sending, answers that arrive or get lost, reloads.
fn carry(at: usize, chance: &mut Chance, server: &mut Server, windows: &mut [Window; 2]) {
    match chance.below(6) {
        0 | 1 => windows[at].send(),
        2 | 3 => {
            if let Some(request) = windows[at].flying.clone() {
                let answer = server.answer(&request);
                windows[at].hears(answer);
            }
        }
        4 => windows[at].loses_answer(),
        _ => windows[at].reload(server),
    }
}

/// The answer of a taking back got lost, the step was played again and shown as saved; then the taking back arrives.
#[test]
fn a_taking_back_that_arrives_late_takes_nothing() {
    let mut server = Server { lines: vec!["one".to_owned(), "two".to_owned()], ..Server::default() };
    let mut window = Window::open(&server);
    window.take_back(1);
    window.send();
    let late = window.flying.clone().unwrap();
    window.loses_answer();
    window.game.push("two".to_owned());
    window.ledger.went_to(2);
    while !window.shows_saved() {
        window.send();
        let answer = server.answer(&window.flying.clone().unwrap());
        window.hears(answer);
    }
    assert!(matches!(server.answer(&late), Answer::Refused));
    assert_eq!(server.lines, window.game);
}
