//! Decisions: what players are asked, and what they answer. One choice is one decision of the book.

use crate::baseset::{BaseId, BaseSet};
use crate::field::{AreaKind, Crossing, RoadKind, Size, TableEdge};
use crate::state::Answer;
use aelian_game::Side;
use aelian_geometry::{Corner, Hand, Pose, Vec2};
use serde::{Deserialize, Serialize};

/// An answer to a prompt, or a step that nobody decides (`Proceed`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The next automatic step: a die of the bound, the end of a phase, the morale check.
    Proceed,

    // 32: the battlefield.
    /// BB-SET-13 to BB-SET-16: the whole pick of one player.
    PickTerrain(Vec<Pick>),
    /// BB-SET-52, BB-SET-34, BB-SET-30: which piece is laid next, and the side named for it: the preferred
    /// side of an area feature, the edge from which a river's band is measured, the edge of WW or La.
    NameSide {
        piece: u8,
        edge: Option<TableEdge>,
    },
    /// The piece named before, with its exact place.
    Lay(Laying),
    /// BB-SET-23: the piece cannot be placed legally.
    Discard,

    // 36: deployment.
    /// BB-DEP-01.
    PlaceBaggage(Vec<Placement>),
    /// BB-DEP-05: the invader deploys first and moves second, or not.
    DeployFirst(bool),
    /// BB-DEP-07, BB-BUSH-08: the ambush as recorded; empty for none.
    Ambush(Vec<Placement>),
    /// BB-DEP-08: all bases that are not in ambush.
    Deploy(Vec<Placement>),

    // 40 to 48: the voluntary moves phase.
    Order(Order),
    /// BB-ZOC-12: two or three moves made together.
    Together(Vec<Order>),
    /// The active player gives no more orders.
    EndMoves,
    /// BB-ENG-03: align the body after contact, or stay.
    Align(bool),
    /// BB-BUSH-09: show the whole ambush, or only what was seen.
    RevealRest(bool),
    /// AMB-94: go on with the order after an ambush was discovered, or stop.
    GoOn(bool),

    // 50: impetuous moves.
    Rush(RushChoice),
    /// BB-IMP-48: to which hand the base is shifted.
    Separate(Hand),

    // 55: shooting.
    /// BB-SHT-22, BB-SHT-23, BB-SHT-25: the owner's word on one shooter; no target: it gives up its shot.
    Target {
        shooter: BaseId,
        target: Option<BaseId>,
    },
    /// BB-SHT-50: the active player has this target shot at next.
    NextShot {
        target: BaseId,
    },
    /// BB-SHT-31: the primary shooter at a target.
    Primary {
        shooter: BaseId,
    },

    // 60, 65: close combat.
    /// BB-CC-22: among equally dangerous enemies, the main opponent of a base.
    MainOpponent {
        of: BaseId,
        enemy: BaseId,
    },
    /// BB-CC-29, AMB-35: the fight that is rolled next.
    NextFight {
        base: BaseId,
        enemy: BaseId,
    },
    /// BB-ALG-20: which of the others recoils next.
    RecoilNext {
        base: BaseId,
    },

    // 70: outcome moves.
    /// BB-REC-10, BB-FLEE-08, BB-FLEE-12.
    Answer(Answer),
    /// BB-PUR-02: how far to pursue in mm; none: not at all.
    Pursue(Option<f64>),

    // 75: ends that players agree on.
    /// AMB-63.
    Concede {
        side: Side,
    },
    /// BB-VIC-04, BB-VIC-07: time is out, nobody has won.
    TimeOut,
}

/// A piece of terrain as picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pick {
    pub what: PickKind,
    /// Area features only; roads are medium, rivers medium or large (BB-TER-09).
    pub size: Size,
}

/// Kinds of terrain that an army list offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PickKind {
    Area(AreaKind),
    River,
    Road(RoadKind),
}

/// The exact place of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Laying {
    /// BB-SET-50 to BB-SET-54, BB-SET-31: outline, and the crest of a hill.
    Area { outline: Vec<Vec2>, crest: Vec<Vec2> },
    /// BB-SET-32 to BB-SET-34, BB-RIV-02: middle line and width at each of its points.
    River { line: Vec<Vec2>, widths: Vec<f64> },
    /// BB-SET-35 to BB-SET-40.
    Road { line: Vec<Vec2>, crossing: Option<Crossing> },
}

/// Where a base is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    pub base: BaseId,
    pub pose: Pose,
}

/// BB-PIG-02: an order to one base, group, sub-group, column or pack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    pub to: BaseSet,
    pub what: Command,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// BB-HALT-01.
    Halt,
    Move {
        reach: Reach,
        how: Manoeuvre,
        /// BB-PASS-08: friends that may be displaced to make room beyond a passed base.
        #[serde(default, skip_serializing_if = "BaseSet::is_empty")]
        displace: BaseSet,
    },
}

impl Eq for Order {}

impl std::hash::Hash for Order {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Orders hold lengths in f64, which have no hash of their own. Their written form is the same on
        // every machine, and orders stand in a state only while one is interrupted.
        format!("{self:?}").hash(state);
    }
}

/// BB-MOVE-38: what kind of move it is declared to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    Tactical,
    Far,
}

/// 44.2: the catalogue of voluntary moves. Distances in mm; for pivots that of the outer front corner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// BB-MOVE-45.
    Advance { distance: f64 },
    /// BB-MOVE-60: about the front corner of this hand.
    Pivot { hand: Hand, distance: f64 },
    /// BB-MOVE-34: light troops: pivot, straight ahead, pivot.
    Light { first: Option<Turn>, distance: f64, last: Option<Turn> },
    /// BB-MOVE-50, BB-MOVE-51.
    Turnabout,
    /// BB-MOVE-35: skirmishers.
    TurnaboutAdvance { distance: f64 },
    /// BB-MOVE-36: a single base, any motion.
    Free { legs: Vec<Leg> },
    /// BB-MOVE-37, BB-COL-03: a column's head goes ahead and pivots at will.
    Column { legs: Vec<ColumnLeg> },
    /// BB-COL-20: form a column; the followers in this order.
    FormColumn { head: BaseId, followers: Vec<BaseId>, form: ColumnForm },
    /// BB-EXT-01: make a line from a column.
    Extend { method: ExtendMethod, places: Vec<ExtendPlace> },
    /// BB-ROAD-08: along the road, by its whole length so far as asked for.
    FollowRoad { road: u8, distance: f64 },
    /// BB-RIV-14: along the bank of a river.
    FollowRiver { river: u8, distance: f64 },
    /// BB-PACK-20.
    FullSpeedAhead,
    /// BB-PACK-30.
    PackIntoGroup { leader: BaseId },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    pub hand: Hand,
    pub distance: f64,
}

/// BB-ALG-11: a leg of a free move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leg {
    /// Ahead (negative: back) and to the right (negative: to the left), in mm, in a straight line.
    Go {
        ahead: f64,
        right: f64,
    },
    /// About one of its own corners, in degrees, clockwise positive.
    Turn {
        about: Corner,
        degrees: f64,
    },
    /// About its own centre, in degrees, clockwise positive.
    Spin {
        degrees: f64,
    },
    /// About the point so far ahead and to the right of the middle of its front edge: any change of place
    /// and facing at once.
    About {
        ahead: f64,
        right: f64,
        degrees: f64,
    },
    Turnabout,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnLeg {
    Advance {
        distance: f64,
    },
    /// BB-COL-03: the head about the front corner of this hand, in degrees.
    Pivot {
        hand: Hand,
        degrees: f64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnForm {
    /// BB-COL-20b to BB-COL-23: same facing; the head may go ahead first.
    SameFacing { advance: f64 },
    /// BB-COL-24 to BB-COL-26: at right angles; the head pivots to this hand and may then go ahead.
    RightAngle { hand: Hand, advance: f64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtendMethod {
    /// BB-EXT-02: the head stays.
    HeadStays,
    /// BB-EXT-06: the head pivots 90 degrees to this hand.
    HeadPivots(Hand),
}

/// BB-EXT-04, BB-EXT-07: where one base of the column goes, in the order from the head to the rear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ExtendPlace {
    pub base: BaseId,
    pub at: ExtendAt,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExtendAt {
    /// In line, beside the outermost base of this hand.
    Line(Hand),
    /// In column behind this base.
    Behind(BaseId),
}

/// BB-IMP-01: one impetuous move and the choices that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RushChoice {
    pub base: BaseId,
    /// BB-IMP-27: the target; none if no base is eligible.
    pub target: Option<BaseId>,
    /// BB-IMP-30: mounted turn first by so many degrees (clockwise positive) to avoid DGo.
    #[serde(default)]
    pub deviate: f64,
    /// BB-IMP-47: begin straight ahead although the target is not reached that way.
    #[serde(default)]
    pub straight_first: bool,
    /// BB-IMP-31: which of two equally short ways it goes, the one further to the left or to the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
}

/// What a side is asked. The page shows it as one question; `propose` lists the answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prompt {
    PickTerrain { invaded: bool },
    NameSide { pieces: Vec<(u8, Pick)> },
    Lay { pick: Pick, nearest: Option<TableEdge>, band: Option<(f64, f64)> },
    PlaceBaggage { bases: BaseSet },
    DeployFirst,
    Ambush,
    Deploy { bases: BaseSet },
    Orders { pigs: u8 },
    Align { body: BaseSet, shift: f64 },
    RevealRest,
    GoOn { order: Order },
    Rush { bases: BaseSet },
    Separate { base: BaseId },
    Target { shooter: BaseId, options: BaseSet, may_give_up: bool },
    NextShot { targets: BaseSet },
    Primary { target: BaseId, shooters: BaseSet },
    MainOpponent { of: BaseId, options: BaseSet },
    NextFight { fights: Vec<(BaseId, BaseId)> },
    RecoilNext { bases: BaseSet },
    PassOrPush { base: BaseId, friend: BaseId },
    FleeSide { base: BaseId, degrees: f64 },
    AvoidDifficult { base: BaseId },
    Pursue { base: BaseId, least: f64, most: f64, must: bool },
}

/// What a legal choice leads to, as far as no die decides it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ghost {
    /// End poses of the bases that move.
    pub moves: Vec<Placement>,
    /// BB-ALG-21: what the order costs in PIGs.
    pub cost: Option<u8>,
    /// Distance used and allowed, in mm.
    pub used: f64,
    pub allowed: f64,
    /// Enemies that the body ends in close combat with.
    pub engages: BaseSet,
}
