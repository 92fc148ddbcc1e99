//! What a rule may read of a throw, and the roll as the record keeps it.

use serde::{Deserialize, Serialize};

use crate::source::NeedRoll;
use crate::throw::{BadFaces, Throw};

/// What a rule may look at after a throw.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reading {
    /// Of `Throw::D6`, `Throw::D3` and `Throw::Average`.
    Face(u8),
    /// Of `Throw::Sum` and `Throw::Total`.
    Sum(u16),
    /// Of `Throw::Faces` (in the order thrown) and `Throw::Sorted` (highest first).
    Faces(Vec<u8>),
    /// Of `Throw::Hits`.
    Hits(u8),
    /// Of `Throw::HitsAndSixes`.
    HitsAndSixes { hits: u8, sixes: u8 },
    /// Of `Throw::Pair`.
    Pair(u8, u8),
}

impl Reading {
    pub fn face(&self) -> Option<u8> {
        match *self {
            Reading::Face(face) => Some(face),
            _ => None,
        }
    }

    pub fn sum(&self) -> Option<u16> {
        match *self {
            Reading::Sum(sum) => Some(sum),
            _ => None,
        }
    }

    pub fn faces(&self) -> Option<&[u8]> {
        match self {
            Reading::Faces(faces) => Some(faces),
            _ => None,
        }
    }

    /// The successes, also of a reading that tells the sixes besides.
    pub fn hits(&self) -> Option<u8> {
        match *self {
            Reading::Hits(hits) | Reading::HitsAndSixes { hits, .. } => Some(hits),
            _ => None,
        }
    }

    pub fn sixes(&self) -> Option<u8> {
        match *self {
            Reading::HitsAndSixes { sixes, .. } => Some(sixes),
            _ => None,
        }
    }

    pub fn pair(&self) -> Option<(u8, u8)> {
        match *self {
            Reading::Pair(first, second) => Some((first, second)),
            _ => None,
        }
    }
}

/// A throw as it fell: the record keeps the raw faces, the rule looks at the reading.
///
/// The accessors fail with [`NeedRoll`] when the reading is not of the kind asked for, since then the throw
/// the rule wanted has not been made; rule code passes that up with `?` like any missing roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    pub throw: Throw,
    /// Raw faces: every die in order, then the second throws of the re-rolled dice in order.
    pub faces: Vec<u8>,
    pub reading: Reading,
}

impl Rolled {
    /// Reads these faces as this throw.
    pub fn new(throw: Throw, faces: Vec<u8>) -> Result<Rolled, BadFaces> {
        let reading = throw.read(&faces)?;
        Ok(Rolled { throw, faces, reading })
    }

    /// Reads faces that are known to be good in number and range.
    pub(crate) fn of_good_faces(throw: Throw, faces: Vec<u8>) -> Rolled {
        let reading = throw.reading_of(&faces);
        Rolled { throw, faces, reading }
    }

    /// Whether a stored roll still says what its faces say.
    pub fn check(&self) -> Result<(), BadFaces> {
        if self.throw.read(&self.faces)? == self.reading {
            Ok(())
        } else {
            Err(BadFaces::Reading { throw: self.throw })
        }
    }

    pub fn face(&self) -> Result<u8, NeedRoll> {
        self.reading.face().ok_or(NeedRoll { throw: self.throw })
    }

    pub fn sum(&self) -> Result<u16, NeedRoll> {
        self.reading.sum().ok_or(NeedRoll { throw: self.throw })
    }

    /// The faces the rule may read, not the raw ones.
    pub fn read_faces(&self) -> Result<&[u8], NeedRoll> {
        self.reading.faces().ok_or(NeedRoll { throw: self.throw })
    }

    pub fn hits(&self) -> Result<u8, NeedRoll> {
        self.reading.hits().ok_or(NeedRoll { throw: self.throw })
    }

    pub fn sixes(&self) -> Result<u8, NeedRoll> {
        self.reading.sixes().ok_or(NeedRoll { throw: self.throw })
    }

    pub fn pair(&self) -> Result<(u8, u8), NeedRoll> {
        self.reading.pair().ok_or(NeedRoll { throw: self.throw })
    }
}
