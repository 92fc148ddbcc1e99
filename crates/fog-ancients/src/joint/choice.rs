//! Decisions of the joint action phase.

use crate::ids::{CommanderId, GroupId};
use crate::movement::CommanderMove;
use serde::{Deserialize, Serialize};

/// 70.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JointChoice {
    /// FA-DEC-70: the group tries to stop pursuing, or looting.
    TryToStop { group: GroupId },
    /// It goes on.
    GoOn { group: GroupId },
    /// FA-DEC-71.
    Commander(CommanderMove),
    /// No commander of the side moves any more.
    EndCommanders,
    /// FA-DEC-72: this commander tries to bolster or rally the group that he is with.
    Rally { commander: CommanderId },
    /// No commander of the side tries any more.
    EndRallies,
    /// FA-JCMD-09: after a failed rally he lets the group rout without him.
    StayBehind { commander: CommanderId },
    /// Or goes with it.
    RoutAlong { commander: CommanderId },
}

/// 70: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JointPrompt {
    /// FA-DEC-70.
    Stop { group: GroupId, what: Stopping },
    /// FA-DEC-71.
    Commanders,
    /// FA-DEC-72.
    Rally,
    /// FA-JCMD-09.
    AfterRally { commander: CommanderId, group: GroupId },
}

/// What a group would stop doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stopping {
    Pursuing,
    Looting,
}

/// 70: what waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    AfterRally { commander: CommanderId, group: GroupId },
}
