//! Dice that are given: a tape of faces, a tape that a human extends, and a script of whole throws.

use crate::reading::Rolled;
use crate::source::{Dice, NeedRoll};
use crate::throw::{BadFaces, Throw, check_faces};

/// Raw faces in the order they fell. It answers [`NeedRoll`] when it ends, and then has used up nothing of
/// the throw that did not fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    faces: Vec<u8>,
    next: usize,
}

impl Tape {
    /// Takes faces, each of them 1 to 6.
    pub fn new(faces: impl Into<Vec<u8>>) -> Result<Tape, BadFaces> {
        let faces = faces.into();
        check_faces(&faces)?;
        Ok(Tape { faces, next: 0 })
    }

    /// How many faces are not used up. Dice given to a case must be used up exactly.
    pub fn left(&self) -> usize {
        self.rest().len()
    }

    /// The faces not used up. After a [`NeedRoll`] they are the part of its throw already made, so that
    /// `throw.faces_needed(tape.rest())` more are to be asked for.
    pub fn rest(&self) -> &[u8] {
        self.faces.get(self.next..).unwrap_or_default()
    }
}

impl Dice for Tape {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        let rest = self.rest();
        let first = rest.len().min(usize::from(throw.dice()));
        let in_all = rest.get(..first).map_or(0, |faces| first + throw.faces_needed(faces));
        let faces = rest.get(..in_all).ok_or(NeedRoll { throw: *throw })?.to_vec();
        self.next += in_all;
        Ok(Rolled::of_good_faces(*throw, faces))
    }
}

/// Real dice: a tape that grows as a human types what lies on his table.
///
/// A step is run; when it answers [`NeedRoll`] the human is asked, his faces are pushed, the tape is rewound
/// and the step is run again. When the step is done, `settle` forgets its faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    tape: Tape,
}

impl Typed {
    pub fn new() -> Typed {
        Typed::default()
    }

    /// Adds one face.
    pub fn push(&mut self, face: u8) -> Result<(), BadFaces> {
        self.extend(&[face])
    }

    /// Adds faces, or none of them if one is not 1 to 6.
    pub fn extend(&mut self, faces: &[u8]) -> Result<(), BadFaces> {
        check_faces(faces)?;
        self.tape.faces.extend_from_slice(faces);
        Ok(())
    }

    /// Goes back to the first face of the step, to run it again.
    pub fn rewind(&mut self) {
        self.tape.next = 0;
    }

    /// The step is done: forgets the faces it used up.
    pub fn settle(&mut self) {
        self.tape.faces.drain(..self.tape.next.min(self.tape.faces.len()));
        self.tape.next = 0;
    }

    /// How many faces are typed and not used up.
    pub fn left(&self) -> usize {
        self.tape.left()
    }

    /// The faces typed and not used up.
    pub fn rest(&self) -> &[u8] {
        self.tape.rest()
    }

    /// How many faces the human has to type for this throw now, given what he typed already.
    pub fn wanted(&self, need: &NeedRoll) -> usize {
        need.throw.faces_needed(self.rest())
    }
}

impl Dice for Typed {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        self.tape.roll(throw)
    }
}

/// Whole throws in order, as a record has them. Where a tape would read the faces of one throw as another,
/// a script notices that the rules asked for something else than was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scripted {
    rolls: Vec<Rolled>,
    next: usize,
    strayed: Option<Strayed>,
}

/// The first throw asked for that is not the one written: `written` is `None` at the script's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strayed {
    pub asked: Throw,
    pub written: Option<Throw>,
}

impl Scripted {
    /// Takes throws with their raw faces and reads them anew.
    pub fn new(rolls: impl IntoIterator<Item = (Throw, Vec<u8>)>) -> Result<Scripted, BadFaces> {
        let rolls: Result<_, _> = rolls.into_iter().map(|(throw, faces)| Rolled::new(throw, faces)).collect();
        Ok(Scripted { rolls: rolls?, next: 0, strayed: None })
    }

    /// How many throws are not used up.
    pub fn left(&self) -> usize {
        self.rolls.len().saturating_sub(self.next)
    }

    /// Where the rules first asked for another throw than the one written.
    pub fn strayed(&self) -> Option<Strayed> {
        self.strayed
    }
}

impl Dice for Scripted {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        match self.rolls.get(self.next) {
            Some(rolled) if rolled.throw == *throw => {
                self.next += 1;
                Ok(rolled.clone())
            }
            other => {
                let written = other.map(|rolled| rolled.throw);
                self.strayed.get_or_insert(Strayed { asked: *throw, written });
                Err(NeedRoll { throw: *throw })
            }
        }
    }
}
