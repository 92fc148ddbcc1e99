//! The named settings (95): what stands for lost or open text, with the ledger's defaults; and the edition.
//!
//! Every value is kept in the record. Values that the book does not give are house values and are shown to the
//! players as such; which ones they are stands in `rulebook/fog-ancients/00-index.md`.

use crate::troop::TroopType;
use aelian_game::Side;
use serde::{Deserialize, Serialize};

/// FA-ED-01: the book, or the book with the differences of the version 3.1 sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Edition {
    #[default]
    #[serde(rename = "1")]
    First,
    #[serde(rename = "3.1")]
    V31,
}

/// FA-BASE-02: figure scale; one for both armies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scale {
    #[default]
    #[serde(rename = "15mm")]
    Fifteen,
    #[serde(rename = "25mm")]
    TwentyFive,
}

/// FA-MEAS-01: what one MU is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MoveUnit {
    #[default]
    #[serde(rename = "25mm")]
    Millimetres25,
    #[serde(rename = "inch")]
    Inch,
}

impl MoveUnit {
    pub fn mm(self) -> f64 {
        match self {
            MoveUnit::Millimetres25 => 25.0,
            MoveUnit::Inch => 25.4,
        }
    }
}

/// All named settings of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// AMB-23: two things closer than this many MU touch.
    pub contact_mu: f64,
    /// AMB-23: directions closer than this many degrees agree.
    pub angle_deg: f64,
    /// AMB-23: slack in MU when distances are compared, in favour of the mover.
    pub range_mu: f64,
    /// AMB-07: a flank is threatened less than so many MU from a table edge.
    pub threatened_edge_mu: f64,
    /// AMB-42: what an inspired leader adds to the arrival of an outflanking march.
    pub inspired_march: i32,
    /// AMB-63: shock troops that could pass light foot in an ordinary move do them no harm.
    pub shock_spares_passable_light_foot: bool,
    /// AMB-93: only the front rank bases in contact of scythed chariots are removed, not the whole group.
    pub scythed_front_only: bool,
    /// FA-V31-60: heavy foot, and medium foot with bows, of edition 3.1 move 4 MU in the open far from enemy.
    pub v31_four_in_the_open: bool,
    /// FA-V31-62: what is close to enemy in edition 3.1, in MU.
    pub v31_close_mu: f64,
    /// FA-VIC-08: turns of both players together after which time is out; none: only when the players say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_turns: Option<u16>,
    /// FA-INT-06: what the army lists of the two sides allow beyond the rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special_passages: Vec<SpecialPassage>,
}

/// FA-INT-06: these troops of a side may pass through those friends, straight from front to back or back to front.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialPassage {
    pub side: Side,
    pub mover: Listed,
    pub through: Listed,
}

/// FA-INT-06: of whom an army list speaks: the groups of one of its lines, or all troops of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Listed {
    Type(TroopType),
    Line { line: String },
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            contact_mu: 0.02,
            angle_deg: 0.5,
            range_mu: 0.01,
            threatened_edge_mu: 6.0,
            inspired_march: 0,
            shock_spares_passable_light_foot: false,
            scythed_front_only: false,
            v31_four_in_the_open: false,
            v31_close_mu: 6.0,
            most_turns: None,
            special_passages: Vec::new(),
        }
    }
}
