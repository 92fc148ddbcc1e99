//! Facts: what a reason is about, as data. Text is made from them at the edge.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::PickKind;
use crate::field::{AreaKind, TableEdge};
use crate::ground::Going;
use crate::state::RetreatKind;
use crate::troop::{Grade, Troop, TroopType};
use aelian_game::Side;
use serde::{Deserialize, Serialize};

/// A fact beside a rule id. Lengths in mm, angles in degrees.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The rule speaks for itself.
    Rule,
    /// The choice does not answer the question that is asked.
    NotAsked,
    NoSuchBase(BaseId),
    NotYours(BaseId),
    NotOnTable(BaseId),
    /// The rule is about this base.
    Base(BaseId),
    Bases(BaseSet),
    Pair {
        base: BaseId,
        other: BaseId,
    },
    /// This base was named; it has to be one of these.
    Instead {
        of: BaseSet,
        base: BaseId,
    },
    Side(Side),
    TroopIs {
        base: BaseId,
        troop: Troop,
    },
    /// More than is allowed.
    TooFar {
        used: f64,
        allowed: f64,
    },
    /// Less than is demanded.
    TooShort {
        used: f64,
        least: f64,
    },
    /// So far the base would stand out of the zone in which it may.
    Beyond {
        base: BaseId,
        by: f64,
    },
    Allowance {
        base: BaseId,
        going: Going,
        distance: f64,
    },
    Distance {
        from: BaseId,
        to: BaseId,
        distance: f64,
    },
    Angle {
        degrees: f64,
        most: f64,
    },
    Cost {
        cost: u8,
        left: u8,
    },
    CostItem {
        pigs: i8,
    },
    BlockedBy(BaseId),
    OffTable {
        base: BaseId,
        edge: TableEdge,
    },
    /// The rule is about this edge of the table.
    Edge(TableEdge),
    /// The rule is about this kind of terrain.
    Pick(PickKind),
    Terrain {
        base: BaseId,
        kind: AreaKind,
    },
    GoingIs {
        base: BaseId,
        going: Going,
    },
    /// The base goes no further than the border of this going.
    StopsBefore {
        base: BaseId,
        going: Going,
    },
    /// BB-MOVE-12: the base goes no further than the border of this going, so far away, because it may not go further
    /// in it than that.
    Halts {
        base: BaseId,
        going: Going,
        after: f64,
        allowed: f64,
    },
    /// So far the base is from what it has to keep near to, and how near that is.
    Strays {
        base: BaseId,
        distance: f64,
        most: f64,
    },
    /// So far the base stands beside a line, and by so many degrees it looks off it.
    OffLine {
        base: BaseId,
        aside: f64,
        degrees: f64,
    },
    /// So far on the wrong side of a line of another it began its move.
    Began {
        base: BaseId,
        other: BaseId,
        by: f64,
    },
    /// These could have made room, and need not.
    Unmoved(BaseSet),
    /// 70.6: how far a pursuit goes, and between which lengths its owner may choose.
    Pursues {
        base: BaseId,
        distance: f64,
        least: f64,
        most: f64,
    },
    InZone {
        base: BaseId,
        of: BaseId,
    },
    InGap {
        base: BaseId,
        between: (BaseId, BaseId),
    },
    Count {
        found: u32,
        least: u32,
        most: u32,
    },
    /// 55: how many of the four corners of a target lie in the zone of a shooter.
    Corners {
        shooter: BaseId,
        target: BaseId,
        corners: u32,
    },
    /// Combat: a line of the tally of a base.
    Factor {
        base: BaseId,
        value: i32,
    },
    Advantage {
        base: BaseId,
        value: i32,
    },
    /// BB-TAC-10: how many more shooters count, and how many may.
    MoreShooters {
        base: BaseId,
        count: u32,
        most: u32,
    },
    GradeAdjustment {
        base: BaseId,
        grade: Grade,
        value: i32,
    },
    Cohesion {
        base: BaseId,
        value: i32,
    },
    Totals {
        base: BaseId,
        other: BaseId,
        base_total: i32,
        other_total: i32,
        stage: TotalStage,
    },
    /// Dice with what is added to them, of both sides.
    BothTotals {
        red: u16,
        blue: u16,
    },
    Die {
        base: BaseId,
        face: u8,
    },
    /// The row of the outcome table that applied, and what it gave.
    OutcomeRow {
        loser: BaseId,
        winner: TroopType,
        difference: Difference,
        outcome: OutcomeKind,
    },
    Losses {
        side: Side,
        halves: u32,
        reference: u32,
    },
    Recoil {
        base: BaseId,
        wanted: f64,
        made: f64,
    },
    Makes {
        base: BaseId,
        kind: RetreatKind,
    },
    /// A number without a shorter name.
    Number {
        value: f64,
    },
    /// A house value stands for lost text.
    HouseValue {
        setting: String,
    },
    /// A word that the reader needs, for faults of files.
    Word(String),
    /// Armies: the base at this place of the order of battle, counted from 1.
    Enlisted {
        at: u32,
        troop: Troop,
    },
    /// Armies: the price and the budget, in half points.
    Points {
        halves: u64,
        most: u64,
    },
    /// Armies: a kind of terrain of the homeland.
    Homeland(PickKind),
    /// Armies: a covered hill whose cover is not offered.
    CoverMissing {
        hill: PickKind,
        cover: PickKind,
    },
    /// Armies: the years of the army, BC.
    Years {
        from: u16,
        to: u16,
    },
    /// Not a rule of the book: the program holds no more bases than this on a side.
    ProgramLimit {
        found: u32,
        most: u32,
    },
    /// Army lists: how many bases stand under a line of the list, and how many may.
    ListLine {
        line: String,
        found: u32,
        least: u32,
        most: u32,
    },
    /// Army lists: a base that stands under a line which does not offer it; an empty line is none at all.
    NotOffered {
        line: String,
        at: u32,
        troop: Troop,
    },
    /// Army lists: how many bases fight in front and how many support them.
    Halves {
        line: String,
        front: u32,
        support: u32,
    },
}

/// BB-RES-02 to BB-RES-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TotalStage {
    First,
    Second,
    Final,
}

/// BB-OUT-01 to BB-OUT-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difference {
    None,
    Small,
    Big,
    VeryBig,
}

/// What an outcome table gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeKind {
    NoEffect,
    Recoil,
    Flee,
    Spent,
    Destroyed,
}
