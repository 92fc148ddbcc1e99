//! The keys of a position of Hail Caesar as they are written.

use aelian_game::Side;
use aelian_geometry::{Facing, Pose, Vec2};
use aelian_hail_caesar::field::{Strength, TableEdge};
use aelian_hail_caesar::formation::Formation;
use aelian_hail_caesar::setup::position::Happened;
use aelian_hail_caesar::state::{Combat, Deed};
use serde::Deserialize;
use serde_json::Value;

/// The `[table]` of a case, in inches.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TableKeys {
    pub(super) width: f64,
    pub(super) depth: f64,
}

impl Default for TableKeys {
    fn default() -> Self {
        TableKeys { width: 72.0, depth: 48.0 }
    }
}

/// The `[set_up]` of a case that begins with a battle of the book.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetUpKeys {
    pub(super) scenario: String,
}

/// `[turn]`: where the game stands.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TurnKeys {
    pub(super) part: Option<Value>,
    pub(super) stage: Option<Value>,
    pub(super) number: Option<u16>,
    pub(super) active: Option<Value>,
    pub(super) broken: Vec<String>,
    pub(super) rerolled: Vec<Side>,
    pub(super) happened: Vec<Happened>,
}

/// A `[[unit]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnitKeys {
    pub(super) name: String,
    pub(super) side: Side,
    pub(super) troop: String,
    #[serde(default)]
    pub(super) worn: Option<String>,
    /// The division; one for each side unless said.
    #[serde(default)]
    pub(super) division: Option<String>,
    /// The centre-front.
    #[serde(default)]
    pub(super) at: Option<Vec2>,
    /// The middle of the unit instead.
    #[serde(default)]
    pub(super) centre: Option<Vec2>,
    #[serde(default)]
    pub(super) facing: Option<Facing>,
    #[serde(default)]
    pub(super) formation: Option<Formation>,
    #[serde(default)]
    pub(super) files: Option<u8>,
    #[serde(default)]
    pub(super) ranks: Option<u8>,
    #[serde(default)]
    pub(super) base: Option<(f64, f64)>,
    /// Width and depth of the whole unit in its normal formation.
    #[serde(default)]
    pub(super) size: Option<(f64, f64)>,
    #[serde(default)]
    pub(super) counts: Option<bool>,
    #[serde(default)]
    pub(super) parent: Option<String>,
    #[serde(default)]
    pub(super) casualties: u8,
    /// As many casualties as its stamina, unless more are said.
    #[serde(default)]
    pub(super) shaken: bool,
    #[serde(default)]
    pub(super) disordered: bool,
    #[serde(default)]
    pub(super) did: Vec<Deed>,
    #[serde(default)]
    pub(super) moves: u8,
    #[serde(default)]
    pub(super) combat: Combat,
    #[serde(default)]
    pub(super) track: Vec<Pose>,
    #[serde(default)]
    pub(super) place: PlaceKey,
}

/// Where a unit is.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PlaceKey {
    #[default]
    Table,
    Hidden,
    Destroyed,
    Absent,
    /// In the building of this number, counted from 0.
    Building(u8),
    /// HC-WEDGE-12: within the wedge of this name.
    Wedge(String),
    Off {
        edge: TableEdge,
        along: f64,
    },
}

/// A `[[commander]]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommanderKeys {
    pub(super) name: String,
    pub(super) side: Side,
    #[serde(default)]
    pub(super) division: Option<String>,
    #[serde(default = "eight")]
    pub(super) leadership: u8,
    #[serde(default)]
    pub(super) attacks: Option<u8>,
    #[serde(default)]
    pub(super) general: Option<bool>,
    /// HC-CINC-01: he leads no division.
    #[serde(default)]
    pub(super) chief: bool,
    #[serde(default)]
    pub(super) at: Option<Vec2>,
    #[serde(default)]
    pub(super) with: Option<String>,
    #[serde(default)]
    pub(super) off: bool,
    #[serde(default)]
    pub(super) wounded: bool,
    #[serde(default)]
    pub(super) finished: bool,
    #[serde(default)]
    pub(super) moved: bool,
}

fn eight() -> u8 {
    8
}

/// A `[[block]]`: the middle of its south side, width and depth.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockKeys {
    pub(super) at: Vec2,
    pub(super) size: (f64, f64),
    #[serde(default)]
    pub(super) facing: Option<Facing>,
    pub(super) strength: Strength,
    #[serde(default)]
    pub(super) room: Option<u8>,
    #[serde(default)]
    pub(super) small_only: bool,
    #[serde(default)]
    pub(super) gates: Vec<Vec2>,
    #[serde(default)]
    pub(super) name: String,
}
