//! Names of bases, battle groups and commanders, and small sets of groups.

use aelian_game::{Few, numbered};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A base of either army: its place in `State::bases`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BaseId(pub u16);

numbered!(
    /// A battle group of either army: its place in `State::groups`. Both armies together have at most 64.
    GroupId,
    "battle group",
    "BG"
);

numbered!(
    /// A commander of either army: his place in `State::commanders`.
    CommanderId,
    "commander",
    "C"
);

/// A set of battle groups, small enough to copy.
pub type GroupSet = Few<GroupId>;

impl BaseId {
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl GroupId {
    /// Both armies together have at most so many groups.
    pub const MOST: usize = GroupSet::MOST;
}

impl fmt::Display for BaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}
