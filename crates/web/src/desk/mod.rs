//! An open game: the sitting, what is shown of it and what is being answered.
//!
//! `show.rs` brings the sitting to the screen, `run.rs` carries the match on, `play.rs` plays choices and takes them
//! back, `sketch.rs` is for what is not yet played, `hint.rs` asks the computer what it would do, `elsewhere.rs` is for
//! what happened to the game in another window.

mod elsewhere;
mod hint;
mod play;
mod run;
mod seal;
mod show;
mod sketch;

use crate::keep::Keeper;
use crate::opponent::Computer;
use crate::settings::Habits;
use aelian_game::{Ending, Side, Viewer};
use aelian_geometry::Rect;
use aelian_protocol::Seat;
use aelian_rulebook::RuleId;
use aelian_view::sitting::Sitting;
use aelian_view::story::{ReasonLine, StepStory, tell_ending};
use aelian_view::table::{
    BoardView, FightView, LayShape, Manner, Mode, OddsView, PieceId, PieceView, Question, Sketch,
    StandingView, ZoneKind,
};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

pub use elsewhere::{Apart, Elsewhere};
pub use hint::{Hint, can_be_hinted};

pub type Sketched = Sketch<String>;

/// What a page keeps with a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The seed of the program's dice and of the computer's thoughts, sealed: who looks through what is kept does not
    /// read by accident how the dice will fall.
    #[serde(rename = "sealed", alias = "seed", with = "seal")]
    pub seed: u32,
    /// It is the guided battle.
    pub guided: bool,
}

/// A word to the player that is no part of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Slip {
    pub title: String,
    pub text: String,
    pub grave: bool,
}

/// Real dice that are waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The choice that needs them; none for a step that nobody decides.
    pub choice: Option<String>,
    /// What they are for, in words, and the rule that asks for them.
    pub about: String,
    pub rule: Option<RuleId>,
    pub throw: String,
    pub faces: Vec<u8>,
}

/// An open game. It is a handful of names: copies are the same desk.
#[derive(Clone, Copy)]
pub struct Desk {
    sitting: StoredValue<Box<dyn Sitting>, LocalStorage>,
    pub keeper: Keeper,
    computer: Computer,
    habits: RwSignal<Habits>,
    kept: StoredValue<Kept>,
    /// Raised whenever the loop must stop: it belongs to the past then.
    run: StoredValue<u32>,
    pub title: RwSignal<String>,
    pub seats: RwSignal<[Seat; 2]>,
    // What is shown.
    pub board: RwSignal<Arc<BoardView>>,
    pub pieces: RwSignal<Vec<PieceView>>,
    /// What waits to be put on the table.
    pub reserve: RwSignal<Vec<PieceView>>,
    pub standing: RwSignal<StandingView>,
    pub fights: RwSignal<Vec<FightView>>,
    pub stories: RwSignal<Vec<StepStory>>,
    /// Raised whenever steps that were told are told otherwise: for another viewer, or after taking back.
    pub telling: RwSignal<u32>,
    pub steps: RwSignal<usize>,
    pub at: RwSignal<Option<usize>>,
    pub viewer: RwSignal<Viewer>,
    pub ending: RwSignal<Option<String>>,
    pub zones: RwSignal<Vec<ZoneKind>>,
    /// The step whose dice lie in the tray.
    pub tray: RwSignal<Option<usize>>,
    /// Odds that were shown before a step.
    pub forecasts: RwSignal<BTreeMap<usize, OddsView>>,
    // What is asked, and the answer so far.
    pub question: RwSignal<Option<Arc<Question<String>>>>,
    pub curtain: RwSignal<Option<Side>>,
    /// The side that sat down behind the curtain: the other player does not look.
    alone: StoredValue<Option<Side>>,
    pub thinking: RwSignal<Option<Side>>,
    pub halted: RwSignal<bool>,
    pub selected: RwSignal<Vec<PieceId>>,
    pub hovered: RwSignal<Option<PieceId>>,
    /// The fight that is looked at, by its place among them.
    pub fight: RwSignal<Option<usize>>,
    pub sketch: RwSignal<Option<Sketched>>,
    /// A hand is moving pieces: what only helps to decide can wait until it lets go.
    pub moving: RwSignal<bool>,
    pub held: RwSignal<Vec<Sketched>>,
    pub placed: RwSignal<Vec<(PieceId, Rect)>>,
    pub left_out: RwSignal<Vec<PieceId>>,
    pub laid: RwSignal<Option<LayShape>>,
    pub counts: RwSignal<Vec<u8>>,
    pub length: RwSignal<f64>,
    pub wanted: RwSignal<Option<Wanted>>,
    pub hint: RwSignal<Option<Hint>>,
    pub slip: RwSignal<Option<Slip>>,
    pub elsewhere: RwSignal<Option<Elsewhere>>,
}

/// The desk of this page.
pub fn use_desk() -> Desk {
    expect_context()
}

impl Desk {
    pub fn new(
        sitting: Box<dyn Sitting>,
        keeper: Keeper,
        title: String,
        seats: [Seat; 2],
        kept: Kept,
        habits: RwSignal<Habits>,
    ) -> Desk {
        let viewer = first_viewer(&seats);
        let desk = Desk {
            board: RwSignal::new(Arc::new(sitting.board())),
            pieces: RwSignal::new(Vec::new()),
            reserve: RwSignal::new(Vec::new()),
            standing: RwSignal::new(sitting.standing()),
            fights: RwSignal::new(Vec::new()),
            telling: RwSignal::new(0),
            stories: RwSignal::new(sitting.stories(viewer, 0)),
            steps: RwSignal::new(sitting.steps()),
            ending: RwSignal::new(sitting.result().as_ref().map(tell_ending)),
            computer: Computer::new(),
            sitting: StoredValue::new_local(sitting),
            keeper,
            habits,
            kept: StoredValue::new(kept),
            run: StoredValue::new(0),
            title: RwSignal::new(title),
            seats: RwSignal::new(seats),
            at: RwSignal::new(None),
            viewer: RwSignal::new(viewer),
            zones: RwSignal::new(Vec::new()),
            tray: RwSignal::new(None),
            forecasts: RwSignal::new(BTreeMap::new()),
            question: RwSignal::new(None),
            curtain: RwSignal::new(None),
            alone: StoredValue::new(None),
            thinking: RwSignal::new(None),
            halted: RwSignal::new(false),
            selected: RwSignal::new(Vec::new()),
            hovered: RwSignal::new(None),
            fight: RwSignal::new(None),
            sketch: RwSignal::new(None),
            moving: RwSignal::new(false),
            held: RwSignal::new(Vec::new()),
            placed: RwSignal::new(Vec::new()),
            left_out: RwSignal::new(Vec::new()),
            laid: RwSignal::new(None),
            counts: RwSignal::new(Vec::new()),
            length: RwSignal::new(0.0),
            wanted: RwSignal::new(None),
            hint: RwSignal::new(None),
            slip: RwSignal::new(None),
            elsewhere: RwSignal::new(None),
        };
        desk.show();
        desk.tray.set(desk.last_dice(desk.steps.get_untracked()));
        desk
    }

    fn with<T>(self, look: impl FnOnce(&dyn Sitting) -> T) -> T {
        self.sitting.with_value(|sitting| look(sitting.as_ref()))
    }

    /// The name of the game.
    pub fn game(self) -> &'static str {
        self.with(|sitting| sitting.game())
    }

    /// How the game is handled at the table.
    pub fn manner(self) -> Manner {
        self.with(|sitting| sitting.manner())
    }

    pub fn guided(self) -> bool {
        self.kept.with_value(|kept| kept.guided)
    }

    /// What is kept with the game, as text.
    pub fn kept(self) -> String {
        self.kept.with_value(|kept| serde_json::to_string(kept).unwrap_or_default())
    }

    fn seed(self) -> u32 {
        self.kept.with_value(|kept| kept.seed)
    }

    pub fn svg(self) -> String {
        self.with(|sitting| sitting.svg())
    }

    pub fn record(self) -> String {
        self.with(|sitting| sitting.record())
    }

    pub fn branch(self, at: usize) -> String {
        self.with(|sitting| sitting.branch(at))
    }

    /// Whether the battle goes on and one of the players keeps something from the other: the record tells it all.
    pub fn keeps_secrets(self) -> bool {
        self.with(|sitting| {
            sitting.result().is_none() && Side::BOTH.into_iter().any(|side| sitting.hides(side))
        })
    }

    /// The log as whoever sees the table now may read it.
    pub fn log(self) -> String {
        let viewer = self.viewer.get_untracked();
        let stories = self.with(|sitting| sitting.stories(viewer, 0));
        let told = stories.iter().filter(|story| !story.is_silent());
        told.map(|story| {
            let dice = story.dice.iter().map(|line| format!("   dice {:?} ({})", line.faces, line.rule));
            let events = story.events.iter().map(|event| format!("   {event}"));
            let lines: Vec<String> = dice.chain(events).collect();
            format!("{}: {}\n{}\n", story.moment, story.choice, lines.join("\n"))
        })
        .collect()
    }

    pub fn hash(self) -> u64 {
        self.with(|sitting| sitting.hash())
    }

    pub fn result(self) -> Option<Ending> {
        self.with(|sitting| sitting.result())
    }

    pub fn moment(self) -> String {
        self.with(|sitting| sitting.moment())
    }

    pub fn lines(self, from: usize) -> Vec<String> {
        self.with(|sitting| sitting.lines(from))
    }

    /// The side that sits at this screen and is asked.
    pub fn my_side(self) -> Option<Side> {
        let question = self.question.get()?;
        (self.seats.get()[question.side.index()] == Seat::Human).then_some(question.side)
    }

    pub fn my_side_untracked(self) -> Option<Side> {
        let side =
            self.question.with_untracked(|question| question.as_ref().map(|question| question.side))?;
        self.seats.with_untracked(|seats| seats[side.index()] == Seat::Human).then_some(side)
    }

    pub fn mode(self) -> Option<Mode> {
        self.question.with(|question| question.as_ref().map(|question| question.mode.clone()))
    }

    pub fn mode_untracked(self) -> Option<Mode> {
        self.question.with_untracked(|question| question.as_ref().map(|question| question.mode.clone()))
    }

    pub fn say(self, title: &str, text: &str, grave: bool) {
        self.slip.set(Some(Slip { title: title.to_owned(), text: text.to_owned(), grave }));
    }
}

fn first_viewer(seats: &[Seat; 2]) -> Viewer {
    match (&seats[0], &seats[1]) {
        (Seat::Human, Seat::Computer(_)) => Viewer::Side(Side::Red),
        (Seat::Computer(_), Seat::Human) => Viewer::Side(Side::Blue),
        _ => Viewer::Public,
    }
}

/// Reasons as lines.
pub fn told(reasons: &[ReasonLine]) -> String {
    reasons.iter().map(|reason| format!("{} ({})", reason.text, reason.rule)).collect::<Vec<_>>().join("\n")
}
