//! Decisions of the beginning of the manoeuvre phase.

use crate::ids::{BaseId, GroupId};
use aelian_geometry::Hand;
use serde::{Deserialize, Serialize};

/// 55.1 to 55.3.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlignChoice {
    /// FA-DEC-50, FA-REF-02: the group reforms and faces as this base of it does.
    Reform { group: GroupId, like: BaseId },
    /// FA-REF-01: it stays out of formation.
    Leave { group: GroupId },
    /// AMB-47: of several equally short ways to conform, the one of this number.
    Conform { group: GroupId, way: u8 },
    /// FA-DEC-51.
    Feed { group: GroupId, change: Feeding },
    /// FA-FEED-01: no more bases are fed.
    EndFeeding,
}

/// FA-FEED-02, FA-FEED-07, FA-FEED-08.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feeding {
    /// One file more on this side.
    Expand { hand: Hand, from: FeedFrom },
    /// The end file of this side goes behind the others.
    Contract { hand: Hand },
}

/// FA-FEED-07: where the bases of a new file come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedFrom {
    /// Ranks that do not fight.
    Rear,
    /// The unengaged file at the other end of the line.
    OtherEnd,
}

/// 55.1 to 55.3: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlignPrompt {
    /// FA-DEC-50.
    Reform { group: GroupId },
    /// AMB-47: which of so many equally short ways.
    Conform { group: GroupId, ways: u8 },
    /// FA-DEC-51.
    Feed,
}

/// 55.1 to 55.3: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {}
