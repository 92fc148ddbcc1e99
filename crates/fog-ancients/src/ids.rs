//! Names of bases, battle groups and commanders, and small sets of groups.

use aelian_game::{Few, Numbered};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A base of either army: its place in `State::bases`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BaseId(pub u16);

/// A battle group of either army: its place in `State::groups`. Both armies together have at most 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(pub u8);

/// A commander of either army: his place in `State::commanders`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommanderId(pub u8);

/// A set of battle groups, small enough to copy.
pub type GroupSet = Few<GroupId>;

impl Numbered for GroupId {
    const NAME: &'static str = "battle group";

    fn number(self) -> u8 {
        self.0
    }

    fn with_number(number: u8) -> GroupId {
        GroupId(number)
    }
}

impl BaseId {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl GroupId {
    /// Both armies together have at most so many groups.
    pub const MOST: usize = GroupSet::MOST;

    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl CommanderId {
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

impl fmt::Display for GroupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BG{}", self.0)
    }
}

impl fmt::Display for CommanderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C{}", self.0)
    }
}
