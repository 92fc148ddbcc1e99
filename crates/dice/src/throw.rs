//! What is thrown: the kinds of throw, their re-rolls, and how raw faces become a reading.
//!
//! Raw faces are always faces of ordinary six-sided dice. They are written in one order: first every die of
//! the throw, then the second throws of the re-rolled dice, in the order of these dice. No die is thrown
//! more than twice.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::reading::Reading;

/// What is thrown and what the rule that asked may read of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Throw {
    /// One ordinary die; the rule reads its face.
    D6,
    /// One die from 1 to 3, made from a six-sided die by halving, rounded up; the rule reads 1, 2 or 3.
    D3,
    /// One average die (2, 3, 3, 4, 4, 5), made from a six-sided die; the rule reads 2 to 5.
    Average,
    /// Several dice of which only the sum matters.
    Sum { dice: u8 },
    /// Several dice of which only the sum matters, after re-rolls by face (tests of drill or cohesion).
    /// A sum knows neither hit nor miss, so re-rolls of hits or misses re-roll nothing here.
    Total { dice: u8, reroll: Reroll },
    /// Several dice, each told apart: the rule reads every face in the order thrown.
    Faces { dice: u8 },
    /// Several dice not told apart: the rule reads the faces from the highest to the lowest.
    Sorted { dice: u8 },
    /// Several dice of which the successes are counted. `at_least` above 6 can never be met.
    Hits { dice: u8, at_least: u8, reroll: Reroll },
    /// As `Hits`, but the rule also reads how many of the dice, after re-rolls, show a natural 6.
    HitsAndSixes { dice: u8, at_least: u8, reroll: Reroll },
    /// Two opposed dice, one for each side.
    Pair,
}

/// Which dice of a throw are thrown a second time. Each die is re-rolled at most once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reroll {
    #[default]
    None,
    /// Each die showing 1; the higher of both throws counts.
    Ones,
    /// Each die showing 1 or 2; the higher of both throws counts.
    OnesAndTwos,
    /// Each die showing 1, 2 or 3; the higher of both throws counts.
    OnesToThrees,
    /// Each die showing 6; the second throw counts, whatever it is.
    Sixes,
    /// Each die that missed; the second throw counts.
    Misses,
    /// The first so many dice that missed; the second throw counts.
    MissesUpTo(u8),
    /// Each die that hit; the second throw counts.
    Hits,
}

/// Why faces cannot be read as a throw.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadFaces {
    #[error("die {position} shows {face}; a die shows 1 to 6")]
    Face { position: u16, face: u8 },
    /// `needed` counts the re-rolls that the given faces call for.
    #[error("{throw} needs {needed} faces, {given} were given")]
    Count { throw: Throw, needed: u16, given: u16 },
    #[error("the faces recorded for {throw} read otherwise than the record says")]
    Reading { throw: Throw },
}

impl Throw {
    /// How many dice are thrown at first, re-rolls not counted.
    pub fn dice(&self) -> u8 {
        match *self {
            Throw::D6 | Throw::D3 | Throw::Average => 1,
            Throw::Pair => 2,
            Throw::Sum { dice }
            | Throw::Total { dice, .. }
            | Throw::Faces { dice }
            | Throw::Sorted { dice }
            | Throw::Hits { dice, .. }
            | Throw::HitsAndSixes { dice, .. } => dice,
        }
    }

    /// Which dice are thrown a second time.
    pub fn reroll(&self) -> Reroll {
        match *self {
            Throw::Total { reroll, .. } | Throw::Hits { reroll, .. } | Throw::HitsAndSixes { reroll, .. } => {
                reroll
            }
            _ => Reroll::None,
        }
    }

    /// How many further faces must be thrown now. While the first throw is incomplete this is what it lacks;
    /// then it is the number of re-rolls still due; 0 means the throw is complete.
    pub fn faces_needed(&self, so_far: &[u8]) -> usize {
        let dice = usize::from(self.dice());
        let wanted = if so_far.len() < dice { dice } else { self.faces_in_all(so_far) };
        wanted.saturating_sub(so_far.len())
    }

    /// What the rule may read of these raw faces: all dice in order, then the re-rolls in order.
    pub fn read(&self, faces: &[u8]) -> Result<Reading, BadFaces> {
        check_faces(faces)?;
        let needed = self.faces_in_all(faces);
        if needed != faces.len() {
            return Err(BadFaces::Count {
                throw: *self,
                needed: u16::try_from(needed).unwrap_or(u16::MAX),
                given: u16::try_from(faces.len()).unwrap_or(u16::MAX),
            });
        }
        Ok(self.reading_of(faces))
    }

    /// Reads faces that are known to be good in number and range.
    pub(crate) fn reading_of(&self, faces: &[u8]) -> Reading {
        match (*self, faces) {
            (Throw::Pair, &[first, second, ..]) => Reading::Pair(first, second),
            (Throw::Faces { .. }, _) => Reading::Faces(faces.to_vec()),
            _ => self.tally(faces).reading(self),
        }
    }

    fn tally(&self, faces: &[u8]) -> Tally {
        let (first, second) = faces.split_at(faces.len().min(usize::from(self.dice())));
        let mut second = second.iter();
        let mut tally = Tally::default();
        for &face in first {
            let again = if self.rerolls(face, tally.rerolled) { second.next().copied() } else { None };
            tally.add(self, face, again);
        }
        tally
    }

    /// The number of faces the whole throw takes, as far as the faces so far tell.
    fn faces_in_all(&self, so_far: &[u8]) -> usize {
        let dice = usize::from(self.dice());
        let mut rerolled = 0u8;
        for &face in so_far.iter().take(dice) {
            rerolled = rerolled.saturating_add(u8::from(self.rerolls(face, rerolled)));
        }
        dice + usize::from(rerolled)
    }

    /// Whether a die showing this face is thrown again when so many dice of the throw already were.
    pub(crate) fn rerolls(&self, face: u8, rerolled: u8) -> bool {
        match self.reroll() {
            Reroll::None => false,
            Reroll::Ones => face == 1,
            Reroll::OnesAndTwos => face <= 2,
            Reroll::OnesToThrees => face <= 3,
            Reroll::Sixes => face == 6,
            Reroll::Misses => self.hits(face) == Some(false),
            Reroll::MissesUpTo(most) => rerolled < most && self.hits(face) == Some(false),
            Reroll::Hits => self.hits(face) == Some(true),
        }
    }

    /// Whether a face is a success; `None` where the throw counts none.
    fn hits(&self, face: u8) -> Option<bool> {
        match *self {
            Throw::Hits { at_least, .. } | Throw::HitsAndSixes { at_least, .. } => Some(face >= at_least),
            _ => None,
        }
    }
}

impl Reroll {
    /// Which of a die's two throws counts: a re-rolled 1, 2 or 3 is never lowered, every other re-roll takes the new
    /// face.
    fn counting(self, first: u8, second: u8) -> u8 {
        match self {
            Reroll::Ones | Reroll::OnesAndTwos | Reroll::OnesToThrees => first.max(second),
            _ => second,
        }
    }
}

/// Refuses faces outside 1 to 6, naming the first of them by its place counted from 1.
pub(crate) fn check_faces(faces: &[u8]) -> Result<(), BadFaces> {
    match faces.iter().position(|face| !(1..=6).contains(face)) {
        None => Ok(()),
        Some(at) => Err(BadFaces::Face {
            position: u16::try_from(at + 1).unwrap_or(u16::MAX),
            face: faces.get(at).copied().unwrap_or_default(),
        }),
    }
}

/// A six-sided die used as an average die, with faces 2, 3, 3, 4, 4 and 5: 1 counts 3, 6 counts 4.
fn average(face: u8) -> u8 {
    match face {
        1 => 3,
        6 => 4,
        shown => shown,
    }
}

/// What a throw has gathered from some of its dice. Only the fields that its reading needs are used, so that
/// two tallies of one throw are equal exactly when the rest of the throw cannot tell them apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tally {
    sum: u16,
    hits: u8,
    sixes: u8,
    shown: [u8; 6],
    pub(crate) rerolled: u8,
}

impl Tally {
    /// Adds one die that showed `first` and, if it was re-rolled, then `again`.
    pub(crate) fn add(&mut self, throw: &Throw, first: u8, again: Option<u8>) {
        let face = again.map_or(first, |second| throw.reroll().counting(first, second));
        match throw {
            Throw::D3 => self.sum += u16::from(face.div_ceil(2)),
            Throw::Average => self.sum += u16::from(average(face)),
            Throw::D6 | Throw::Sum { .. } | Throw::Total { .. } => self.sum += u16::from(face),
            Throw::Sorted { .. } => {
                if let Some(count) = self.shown.get_mut(usize::from(face).wrapping_sub(1)) {
                    *count += 1;
                }
            }
            Throw::Hits { .. } => self.hits += u8::from(throw.hits(face) == Some(true)),
            Throw::HitsAndSixes { .. } => {
                self.hits += u8::from(throw.hits(face) == Some(true));
                self.sixes += u8::from(face == 6);
            }
            Throw::Faces { .. } | Throw::Pair => {}
        }
        // Only a limited re-roll makes the number of re-rolled dice matter to the dice still to come.
        if matches!(throw.reroll(), Reroll::MissesUpTo(_)) {
            self.rerolled += u8::from(again.is_some());
        }
    }

    /// Joins what two groups of dice of one throw gathered.
    pub(crate) fn with(mut self, other: &Tally) -> Tally {
        self.sum += other.sum;
        self.hits += other.hits;
        self.sixes += other.sixes;
        self.rerolled += other.rerolled;
        for (count, more) in self.shown.iter_mut().zip(other.shown) {
            *count += more;
        }
        self
    }

    pub(crate) fn reading(&self, throw: &Throw) -> Reading {
        match throw {
            // One die shows 6 at most, so the sum of one die is a face.
            Throw::D6 | Throw::D3 | Throw::Average => Reading::Face(self.sum.min(6) as u8),
            Throw::Sum { .. } | Throw::Total { .. } => Reading::Sum(self.sum),
            Throw::Hits { .. } => Reading::Hits(self.hits),
            Throw::HitsAndSixes { .. } => Reading::HitsAndSixes { hits: self.hits, sixes: self.sixes },
            Throw::Sorted { .. } | Throw::Faces { .. } | Throw::Pair => Reading::Faces(self.falling()),
        }
    }

    fn falling(&self) -> Vec<u8> {
        let faces = (1u8..=6).zip(self.shown).rev();
        faces.flat_map(|(face, count)| std::iter::repeat_n(face, usize::from(count))).collect()
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Throw::D6 => write!(f, "a die"),
            Throw::D3 => write!(f, "a die from 1 to 3"),
            Throw::Average => write!(f, "an average die"),
            Throw::Pair => write!(f, "a die for each side"),
            Throw::Sum { dice } => write!(f, "the sum of {}", Count(dice)),
            Throw::Total { dice, reroll } => write!(f, "the sum of {}{reroll}", Count(dice)),
            Throw::Faces { dice } => write!(f, "{}, each read", Count(dice)),
            Throw::Sorted { dice } => write!(f, "{}, highest first", Count(dice)),
            Throw::Hits { dice, at_least, reroll } => {
                write!(f, "{} needing {at_least}{reroll}", Count(dice))
            }
            Throw::HitsAndSixes { dice, at_least, reroll } => {
                write!(f, "{} needing {at_least}, sixes counted{reroll}", Count(dice))
            }
        }
    }
}

impl fmt::Display for Reroll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reroll::None => Ok(()),
            Reroll::Ones => write!(f, ", ones re-rolled"),
            Reroll::OnesAndTwos => write!(f, ", ones and twos re-rolled"),
            Reroll::OnesToThrees => write!(f, ", ones to threes re-rolled"),
            Reroll::Sixes => write!(f, ", sixes re-rolled"),
            Reroll::Misses => write!(f, ", misses re-rolled"),
            Reroll::MissesUpTo(1) => write!(f, ", one miss re-rolled"),
            Reroll::MissesUpTo(most) => write!(f, ", up to {most} misses re-rolled"),
            Reroll::Hits => write!(f, ", hits re-rolled"),
        }
    }
}

struct Count(u8);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => write!(f, "1 die"),
            dice => write!(f, "{dice} dice"),
        }
    }
}
