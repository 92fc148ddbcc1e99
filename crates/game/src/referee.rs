//! The referee: a second look at what was played, so simple that it can be read beside the book.
//!
//! Rules of movement are long, and their faults hide well; but most of them end in a breach of a plain sentence: nobody
//! walks through another, nobody comes to stand on another or beyond the table, nobody goes further than he may, who
//! is lost is gone and counted. The referee knows poses and a few sentences of each game as data, and shares no code
//! with the movement of the games: he samples the ways that events tell, against the places before them.
//!
//! A game tells him what lies on the table (`Piece`), what an event moves and how (`Course`), and the few things that
//! its book allows besides. He finds breaches, and corrects nothing.

mod laws;
mod look;

pub use look::{Turning, beyond, farthest, farthest_front, middle};

use crate::contract::{Ruleset, Side};
use crate::record::Record;
use crate::step::Step;
use aelian_geometry::Rect;
use aelian_rulebook::Reason;
use std::fmt;

/// Something that takes up room on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Which of the game's things it is, for ever.
    pub id: u16,
    pub side: Side,
    /// Pieces of one body move as one; they are never told to be in each other's way.
    pub body: u16,
    /// The ground that it covers, as one rectangle or several.
    pub outline: Vec<Rect>,
}

/// How a piece went: where it stood, where it turned or stopped, where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    pub piece: u16,
    pub body: u16,
    /// At least two places for somebody who went; fewer for one who was put somewhere. A piece that is put somewhere
    /// else on its way (where its body changes its formation) has a walk before that and another after it.
    pub path: Vec<Rect>,
    /// How far it went, in the measure of this manner, and how far it may ever go so.
    pub measure: Option<Measure>,
}

/// How far a piece went and may have gone at most, in mm, by a sentence of the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    pub gone: f64,
    pub most: f64,
    pub sentence: &'static str,
}

/// What one event moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The game's word for this kind of move.
    pub manner: String,
    /// Courses told one after the other, with nothing between them but what goes with them, are one move of all of them
    /// together.
    pub joint: bool,
    pub turning: Turning,
    pub walks: Vec<Walk>,
}

/// Who meets whom, and how.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    pub manner: &'a str,
    pub mover: &'a Piece,
    pub other: &'a Piece,
    /// Where the mover is when it lies deepest in the other.
    pub at: &'a Rect,
    /// The way begins in him: a change of formation has put the mover there.
    pub begins_there: bool,
    /// The mover ends at him.
    pub ends_there: bool,
}

/// A sentence that does not hold, and all that is needed to see it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Breach {
    pub sentence: &'static str,
    /// The step in which it was found, counted from 1.
    pub step: usize,
    pub detail: String,
}

/// Lengths that the referee does not tell apart, in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slack {
    /// How deep two pieces may lie in one another, and a piece beyond the table.
    pub overlap: f64,
    /// How deep a way may lead into somebody: more, because ways are told in words and walked in samples.
    pub way: f64,
    /// How much further than allowed a piece may have gone.
    pub distance: f64,
}

/// A game that the referee can watch.
pub trait Refereed: Ruleset {
    const SLACK: Slack = Slack { overlap: 1.0, way: 3.0, distance: 1.0 };

    /// Width and depth of the table; its south-west corner is the origin.
    fn table(state: &Self::State) -> [f64; 2];

    /// All that takes up room on the table.
    fn pieces(&self, state: &Self::State) -> Vec<Piece>;

    /// What a piece is called, with what it is.
    fn name(&self, state: &Self::State, piece: u16) -> String;

    /// What an event moves, as it is seen before it happens, with what happens after it in the same step and the
    /// reasons that the step gives.
    fn course(
        &self,
        before: &Self::State,
        event: &Self::Event,
        rest: &[Self::Event],
        reasons: &[Reason<Self::Fact>],
    ) -> Option<Course>;

    /// Whether a move of several together goes on after this event, which moves none of them: what each has done is told
    /// between their courses.
    fn goes_with(&self, _event: &Self::Event) -> bool {
        false
    }

    /// Whether the book lets somebody go through somebody else.
    fn may_pass(&self, before: &Self::State, meeting: Meeting<'_>) -> bool;

    /// Whether the book lets a piece hang over the edge of the table.
    fn may_hang_over(&self, _before: &Self::State, _after: &Self::State, _piece: &Piece) -> bool {
        false
    }

    /// Whether the book lets these two lie in one another.
    fn may_overlap(&self, _after: &Self::State, _one: &Piece, _other: &Piece) -> bool {
        false
    }

    /// Sentences of this game alone: about formations, losses, points, and those who must move. Each that does not
    /// hold, with what is wrong.
    fn own_sentences(
        &self,
        _before: &Self::State,
        _step: &Step<Self>,
        _after: &Self::State,
    ) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Every breach in a match, in the order in which they happened.
pub fn review<R: Refereed>(record: &Record<R>) -> Vec<Breach> {
    let Ok((rules, mut state)) = R::start(&record.setup) else { return Vec::new() };
    let mut found = Vec::new();
    for (at, step) in record.steps.iter().enumerate() {
        found.extend(watch(&rules, &mut state, step, at + 1));
    }
    found
}

/// Every breach in one step; the state is carried along.
pub fn watch<R: Refereed>(rules: &R, state: &mut R::State, step: &Step<R>, number: usize) -> Vec<Breach> {
    let mut found = Vec::new();
    laws::judge(rules, state, step, number, &mut found);
    found
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}: {}", self.step, self.sentence, self.detail)
    }
}
