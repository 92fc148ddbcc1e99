//! What a match starts from: the table, the orders of battle and who stands where (20.1, 10.1); deployment.

pub mod deploy;
mod first;
mod muster;
pub mod position;
#[cfg(test)]
mod tests;
mod zone;

pub use muster::{empty_state, start};

use crate::choice::{Asked, Choice};
use crate::field::{Piece, TableEdge};
use crate::flow;
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::scenario::{Battle, Plan};
use crate::settings::Settings;
use crate::stage::Stage;
use crate::state::Along;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Side, Verdict, Want};
use aelian_geometry::{Pose, Vec2};
use serde::{Deserialize, Serialize};

/// Everything a match starts from; the first line of its record. Lengths in mm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(default)]
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Battle>,
    #[serde(default)]
    pub settings: Settings,
    pub width: f64,
    pub depth: f64,
    #[serde(default)]
    pub terrain: Vec<Piece>,
    /// Red's, then Blue's.
    pub armies: [ArmyEntry; 2],
    /// HC-SETUP-05: who has the first turn; none: a die decides who chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Side>,
    /// The armies stand as written; otherwise both sides draw up first.
    #[serde(default)]
    pub deployed: bool,
    /// HC-SETUP-04: who draws up first; Red where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws_up_first: Option<Side>,
    /// HC-SETUP-04: the edges behind Red and Blue; south and north where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub homes: Option<[TableEdge; 2]>,
    /// HC-OFF-02: stretches of the edges where troops come on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<Entry>,
    /// The battle is in progress: where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<position::Position>>,
}

/// HC-ARMY-01.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmyEntry {
    pub name: String,
    pub divisions: Vec<DivisionEntry>,
    /// HC-CINC-01.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chief: Option<LeaderEntry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DivisionEntry {
    pub name: String,
    pub commander: LeaderEntry,
    pub units: Vec<UnitEntry>,
    /// HC-SETUP-04: where it is drawn up; none: in the zone of its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// HC-OFF-01: how it comes to the battle; none: it is there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrival: Option<Arrival>,
    /// HC-VIC-02: no division when those of its army are counted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub minor: bool,
}

/// A part of the table, its sides along the edges. Corners in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    pub low: Vec2,
    pub high: Vec2,
}

/// HC-OFF-02: a stretch of a table edge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub name: String,
    pub edge: TableEdge,
    pub from: Along,
    pub to: Along,
}

/// HS-COMMON-07, HS-COMMON-08: when and where a division may come on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Where it may come on, by the place in `Setup::entries`; its side chooses among several. Empty: it is placed in
    /// its zone.
    pub entries: Vec<u8>,
    /// The first turn of its side in which it may come.
    pub from: u8,
    /// The score that a die needs in that turn, in the next and so on, the last one for good; 1: it comes by itself.
    /// Empty: its side says when, or the rules of the battle do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<u8>,
    /// Divisions with the same word here share one die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

/// HC-LEAD-01, HC-CFV-01.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaderEntry {
    pub name: String,
    #[serde(default = "eight")]
    pub leadership: u8,
    /// None: 3 for a general, 2 for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacks: Option<u8>,
    #[serde(default)]
    pub general: bool,
    /// None: off the table with his troops, or not yet placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec2>,
}

fn eight() -> u8 {
    8
}

/// A unit of an order of battle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    pub name: String,
    /// In words (`troop::Written`).
    pub troop: String,
    /// HC-SCN-02: class and values once it is shaken, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worn: Option<String>,
    /// HS-GATES-14, HA-RAID-02: what it is instead by an option of its battle, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// HC-SIZE-14 where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u8>,
    /// HC-BASE-02: width and depth of one base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<(f64, f64)>,
    /// HC-BDIV-04: none: by HC-BDIV-03.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counts: Option<bool>,
    /// HC-SUB-01: the name of the unit it belongs to, in the same division.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    #[serde(default)]
    pub stands: Stands,
}

/// Where a unit is when the match starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// Not yet placed.
    #[default]
    Waiting,
    /// With its centre-front there; its normal formation where none is named.
    At {
        pose: Pose,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        formation: Option<Formation>,
    },
    /// There, unseen.
    Hidden {
        pose: Pose,
    },
    In(BlockId),
    /// HC-OFF-01.
    Off {
        edge: TableEdge,
        along: Along,
        /// HC-OFF-11: as it waits; its normal formation where none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        formation: Option<Formation>,
    },
    /// Not yet allowed to arrive.
    Absent,
    /// HC-WOOD-05: nothing is known of where it is, in a setup as it is sent to a viewer.
    Unknown,
}

/// What a player may answer while armies draw up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpChoice {
    /// HC-SETUP-04: a unit of his stands there, with its centre-front at the pose.
    Place {
        unit: UnitId,
        pose: Pose,
        formation: Formation,
    },
    Commander {
        commander: CommanderId,
        at: Vec2,
    },
    /// HC-SETUP-04: several units of his stand so at once, each in the formation it has, and commanders with them.
    Body {
        units: Vec<(UnitId, Pose)>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        commanders: Vec<(CommanderId, Vec2)>,
    },
    /// HC-OFF-02: where a division off the table will come on.
    Enter(Plan),
    /// All stands as it shall.
    DrawnUp,
    /// HC-SETUP-05: he takes the first turn, or leaves it to the other.
    GoFirst(bool),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpPrompt {
    /// Draw up; these units must still be placed.
    DrawUp { waiting: UnitSet },
    /// HC-SETUP-05.
    FirstTurn,
}

pub fn next(look: Look<'_>) -> Asked {
    match look.state.stage {
        Stage::Deploy => deploy::next(look),
        _ => first::next(look),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (look.state.stage, choice) {
        (Stage::Deploy, Choice::SetUp(choice)) => deploy::check(look, choice),
        (Stage::FirstTurn, _) => first::check(look, choice),
        _ => flow::not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match (cx.state().stage, choice) {
        (Stage::Deploy, Choice::SetUp(choice)) => deploy::resolve(cx, choice),
        _ => first::resolve(cx, choice)?,
    }
    Ok(())
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    match look.state.stage {
        Stage::Deploy => deploy::propose(look, want, out),
        _ => first::propose(out),
    }
}
