//! Decisions of the set-up, and of ambushes and outflanking marches during the battle.

use crate::army::Territory;
use crate::field::{AreaKind, Size};
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::impact::evade::EvadeOrder;
use aelian_geometry::{Hand, Pose, Vec2};
use serde::{Deserialize, Serialize};

/// 30.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpChoice {
    /// FA-INIT-06.
    Territory(Territory),
    /// FA-TERR-06.
    Compulsory(Pick),
    /// FA-TERR-08, FA-TERR-09: all further pieces of one player.
    Further(Vec<Pick>),
    /// FA-PLACE-07: the piece whose turn it is.
    Lay(Laying),
    /// FA-PLACE-16: there is no legal place for it.
    CannotLay,
    /// FA-PLACE-09.
    Adjust(Adjustment),
    /// FA-CAMP-02: where the pieces of field fortifications stand: middle of the front edge of each.
    Fortify(Vec<Pose>),
    /// FA-CAMP-03: middle of the front edge of the camp.
    Camp(Pose),
    /// FA-AMB-05, FA-AMB-06.
    Markers(Vec<MarkerAt>),
    /// FA-FLANK-01.
    Marches(Vec<Outflank>),
    /// FA-DEP-03: one batch.
    Deploy(Vec<Deployed>),
    /// FA-DISM-02: after all groups stand; those that dismount.
    Dismount(GroupSet),
    /// FA-DEP-10.
    Commanders(Vec<CommanderAt>),
    /// FA-AMB-08: a marker that is seen, or that its owner reveals, gives up its group.
    Reveal(Deployed),
    /// FA-AMB-10: the owner reveals the marker with this number.
    RevealOwn { marker: u8 },
    /// FA-FLANK-10, FA-FLANK-11, FA-DEC-13: groups of a march come upon the table at the side edge; the commander is with
    /// the first of them.
    Arrive(Vec<Deployed>),
    /// FA-FLANK-20: a group near the place where enemy arrive evades so.
    Evade(EvadeOrder),
}

/// A piece of terrain as it is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    Area {
        kind: AreaKind,
        #[serde(default)]
        size: Size,
        /// FA-TERR-04: what covers a hill.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        covering: Option<AreaKind>,
    },
    River,
    Coast,
    Road,
}

/// The exact place of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Laying {
    Area {
        outline: Vec<Vec2>,
        /// FA-HILL-01: peaks and crests of a hill; empty: one peak in the middle.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        crests: Vec<Vec<Vec2>>,
        /// FA-TERR-04: the part of the hill that is covered; none: all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        covered: Option<Vec<Vec2>>,
        /// AMB-74: impassable ground that hides what lies behind it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        high: bool,
    },
    /// FA-TER-20: middle line and width in mm.
    River { line: Vec<Vec2>, width: f64 },
    /// FA-TER-18.
    Road { line: Vec<Vec2> },
}

/// FA-PLACE-09: what the other player does with a piece.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjustment {
    Leave,
    Slide {
        by: Vec2,
    },
    /// About a point on its outline, degrees clockwise.
    Pivot {
        about: Vec2,
        degrees: f64,
    },
    Remove,
}

/// FA-AMB-05: an ambush marker and what it holds; nothing: a dummy.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MarkerAt {
    /// Middle of the front edge of the square.
    pub at: Pose,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commander: Option<CommanderId>,
    /// FA-AMB-12.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dismounted: bool,
}

/// FA-FLANK-01, FA-FLANK-02.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outflank {
    pub flank: Hand,
    pub groups: GroupSet,
    pub commander: CommanderId,
}

/// A group as it is put on the table, in normal formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deployed {
    pub group: GroupId,
    /// Middle of the front edge of the group.
    pub front: Pose,
    pub files: u8,
    /// AMB-21: the file from which a short last rank begins; in the middle unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<u8>,
    /// FA-DISM-02.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dismounted: bool,
}

/// FA-DEP-10: where a commander is placed, and with whom.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommanderAt {
    pub commander: CommanderId,
    pub at: Pose,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<GroupId>,
}

/// 30: what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpPrompt {
    Territory {
        of: Vec<Territory>,
    },
    Compulsory {
        kinds: Vec<AreaKind>,
    },
    Further {
        territory: Territory,
    },
    Lay {
        pick: Pick,
        area: Option<LayArea>,
    },
    Adjust {
        piece: u8,
        die: i32,
    },
    Fortify {
        pieces: u8,
    },
    Camp,
    Markers,
    Marches,
    Deploy {
        groups: GroupSet,
    },
    Dismount {
        groups: GroupSet,
    },
    Commanders {
        commanders: Vec<CommanderId>,
    },
    Reveal {
        group: GroupId,
        marker: Pose,
    },
    Arrive {
        groups: GroupSet,
        flank: Hand,
    },
    /// FA-FLANK-20: which of these evades next, and how.
    Surprised {
        groups: GroupSet,
    },
    /// FA-FLANK-21: how far these come.
    Enter {
        groups: GroupSet,
    },
}

/// FA-PLACE-07: where the die allows a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LayArea {
    pub own_half: bool,
    pub touching: Touching,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Touching {
    /// The long edge of that half.
    RearEdge,
    /// A side edge, or the coast.
    SideEdge,
    /// Nothing: more than 8 MU from every edge.
    Centre,
}
