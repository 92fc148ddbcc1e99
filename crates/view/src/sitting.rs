//! A match as somebody sits before it: what is shown, what is asked, what is played, whatever the game.
//!
//! A page talks to `dyn Sitting`; choices cross it as JSON text, so that nothing above knows a game's types.

mod eyes;
pub mod secrecy;
mod table;

pub use table::Table;

use crate::story::{ReasonLine, StepStory};
use crate::table::{
    ActionView, BoardView, CardView, FightView, Gesture, HandleView, Manner, PieceId, PieceView, Question,
    Shown, Sketch, StandingView, ZoneKind, ZoneView,
};
use aelian_dice::{BadFaces, Seed};
use aelian_game::{Ending, NotTheirs, RecordError, Side, Viewer};
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, RuleId};
use thiserror::Error;

/// A choice as JSON.
pub type ChoiceText = String;

/// What the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    Player(Side),
    /// A step that nobody decides.
    Forced,
    End {
        winner: Option<Side>,
    },
}

/// Where the faces of the next step come from.
#[derive(Clone, Copy, Debug)]
pub enum DiceFrom<'a> {
    /// The program's dice: each step has a stream of its own, so that a reloaded match throws on as it would have.
    Seed(&'a Seed),
    /// Real dice, typed in so far.
    Typed(&'a [u8]),
}

#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlayError {
    /// With every reason that the side that is asked may know; none: all of them lie hidden from it.
    #[error("the rules do not allow it")]
    Refused(Vec<ReasonLine>),
    /// More real dice must be typed.
    #[error("dice are needed: {throw}")]
    NeedRoll { throw: String, about: String, rule: Option<RuleId>, typed: usize },
    #[error("these faces do not fit: {0}")]
    Faces(#[from] BadFaces),
    /// Somebody else has to say it.
    #[error("{0}")]
    NotTheirs(NotTheirs),
    #[error("this is not a choice of the game: {0}")]
    Unreadable(String),
    #[error("nothing can be done here")]
    Nothing,
    #[error("this is what one viewer has seen of a battle: only where it is played can it go on")]
    Watched,
}

/// One throw of the luck report: what it was, against what could be expected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Luck {
    /// For each side that was asked or moved: dice thrown and the sum of their faces.
    pub dice: [u32; 2],
    pub pips: [u32; 2],
    pub faces: [[u32; 6]; 2],
}

/// The match before one viewer.
pub trait Sitting: Send {
    fn game(&self) -> &'static str;
    fn title(&self) -> String;

    // The match.
    fn steps(&self) -> usize;
    fn awaits(&self) -> Awaits;
    /// How it ended: winner, rule and score.
    fn result(&self) -> Option<Ending>;
    fn moment(&self) -> String;
    /// Hash of the match as it stands.
    fn hash(&self) -> u64;
    fn play(&mut self, choice: &str, dice: DiceFrom<'_>) -> Result<(), PlayError>;
    /// Carries out a step that nobody decides.
    fn play_forced(&mut self, dice: DiceFrom<'_>) -> Result<(), PlayError>;
    /// Whether the last step of a player can be taken back, and how many steps go with it.
    fn can_take_back(&self) -> Result<usize, String>;
    fn take_back(&mut self) -> Result<usize, String>;

    // The record.
    fn header(&self) -> String;
    /// Each step from this one on as a line of the record.
    fn lines(&self, from: usize) -> Vec<String>;
    fn record(&self) -> String;
    /// The same match up to a step, as a record of its own.
    fn branch(&self, at: usize) -> String;
    /// The match as this viewer may know it, as a record that can be opened like any other.
    fn record_for(&self, viewer: Viewer) -> String;
    /// Takes further lines of the record by their events. If one does not fit, nothing has changed.
    fn follow(&mut self, lines: &[String]) -> Result<(), OpenError>;
    /// Forgets every step after the first `keep`.
    fn cut(&mut self, keep: usize);

    // What is shown.
    /// Whether a side sees something now that must not be seen by the other player at the same screen.
    fn hides(&self, side: Side) -> bool;
    /// Whose eyes see the table, and after how many steps; none: as it stands now.
    fn look(&mut self, viewer: Viewer, at: Option<usize>);
    fn board(&self) -> BoardView;
    fn pieces(&self) -> Vec<PieceView>;
    /// Pieces of the side that is asked which wait to be put on the table.
    fn reserve(&self) -> Vec<PieceView>;
    fn card(&self, piece: PieceId) -> Option<CardView>;
    fn standing(&self) -> StandingView;
    fn body(&self, piece: PieceId) -> Vec<PieceId>;
    /// What could move as one with these pieces.
    fn gathered(&self, pieces: &[PieceId]) -> Vec<PieceId>;
    fn manner(&self) -> Manner;
    fn zones(&self, kind: ZoneKind, pieces: &[PieceId]) -> Vec<ZoneView>;
    fn fights(&self) -> Vec<FightView>;
    fn svg(&self) -> String;
    /// One step in words, without what this viewer may not know.
    fn story(&self, viewer: Viewer, step: usize) -> Option<StepStory>;
    /// Every step in words; quicker than one by one.
    fn stories(&self, viewer: Viewer, from: usize) -> Vec<StepStory>;
    fn luck(&self) -> Luck;

    // What is asked, of the side that the match waits for, as that side sees it.
    fn question(&self) -> Option<Question<ChoiceText>>;
    fn actions(&self, pieces: &[PieceId]) -> Vec<ActionView>;
    fn handles(&self, pieces: &[PieceId]) -> Vec<HandleView>;
    /// What the owner of these pieces should look at as they stand.
    fn advice(&self, pieces: &[PieceId]) -> Vec<ReasonLine>;
    /// What is meant, with the umpire's word on it; none if the game knows no such thing, or a choice is none of its own.
    fn sketch(&self, gesture: Gesture<'_, ChoiceText>) -> Option<Sketch<ChoiceText>>;
    fn widened(&self, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)>;
}

#[derive(Debug, Error)]
pub enum OpenError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the setup is refused: {}", .0.join("; "))]
    Setup(Vec<String>),
    #[error("{0}")]
    Replay(String),
}

/// Everything that stands against a setup, in words and with its rule.
pub fn tell_setup_faults<R: Shown>(setup: &R::Setup, reasons: &[Reason<R::Fact>]) -> Vec<String> {
    let told = |r: &Reason<R::Fact>| format!("{} ({})", R::tell_setup_reason(setup, r), r.rule);
    reasons.iter().map(told).collect()
}

/// Rules that a story names, for those who want to read them.
pub fn rules_of(story: &StepStory) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> =
        story.dice.iter().map(|dice| dice.rule).chain(story.reasons.iter().map(|r| r.rule)).collect();
    rules.sort();
    rules.dedup();
    rules
}
