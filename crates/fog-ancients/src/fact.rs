//! Facts: what a reason is about, as data. Text is made from them at the edge.

use crate::field::{AreaKind, Level, TableEdge};
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::state::Cohesion;
use crate::tables::Disorder;
use crate::troop::{Troop, TroopType};
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
    NoSuchGroup(GroupId),
    NoSuchBase(BaseId),
    NoSuchCommander(CommanderId),
    NotYours(GroupId),
    NotOnTable(GroupId),
    /// The rule is about this group, base, commander or side.
    Group(GroupId),
    Groups(GroupSet),
    Base(BaseId),
    Commander(CommanderId),
    Side(Side),
    Pair {
        group: GroupId,
        other: GroupId,
    },
    BasePair {
        base: BaseId,
        other: BaseId,
    },
    GroupIs {
        group: GroupId,
        cohesion: Cohesion,
    },
    BaseIs {
        base: BaseId,
        disorder: Disorder,
    },
    TroopIs {
        group: GroupId,
        troop: Troop,
    },
    TypeIs(TroopType),
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
    Angle {
        degrees: f64,
        most: f64,
    },
    Distance {
        from: GroupId,
        to: GroupId,
        distance: f64,
    },
    /// One group is so far from another, where it may be, or must be, so far at most.
    Apart {
        group: GroupId,
        other: GroupId,
        distance: f64,
        limit: f64,
    },
    BlockedBy(GroupId),
    BlockedByTerrain(AreaKind),
    OffTable(TableEdge),
    Edge(TableEdge),
    Ground {
        base: BaseId,
        level: Level,
    },
    /// One line of a sum: a modifier of a test, a point of advantage (positive: plus), a number of dice.
    Modifier {
        group: GroupId,
        value: i32,
    },
    Poa {
        base: BaseId,
        against: BaseId,
        value: i32,
    },
    Dice {
        group: GroupId,
        against: GroupId,
        dice: i32,
    },
    /// A test: what the dice and the modifiers came to, and what was needed.
    Score {
        group: GroupId,
        score: i32,
        needed: i32,
    },
    Hits {
        by: GroupId,
        on: GroupId,
        hits: u8,
    },
    /// FA-INIT-01: what both sides came to.
    Totals {
        red: i32,
        blue: i32,
    },
    Count {
        found: i32,
        allowed: i32,
    },
    /// Fewer or more than there may be.
    Between {
        found: i32,
        least: i32,
        most: i32,
    },
    /// FA-VIC-01: what an army has suffered, and at how many points it routs.
    Attrition {
        side: Side,
        points: i32,
        routs_at: i32,
    },
    /// FA-CLOSS-03, FA-CLOSS-06: two dice for a commander, and from which sum he is lost.
    Fate {
        commander: CommanderId,
        score: i32,
        lost_on: i32,
    },
    /// FA-SACK-03: one die to sack a camp, and what it needed.
    Sacking {
        group: GroupId,
        needed: i32,
        sacked: bool,
    },
    // Set-up and armies.
    /// So far from its own edge of the table something would reach, where it may reach so far.
    Deep {
        placed: Placed,
        depth: f64,
        limit: f64,
    },
    /// A line or an entry by its name.
    Line(String),
    LineCount {
        line: String,
        found: i32,
        allowed: i32,
    },
    Word(String),
    /// A group of an army, by its place in the order of march.
    Enlisted {
        at: u8,
        label: String,
    },
    Table {
        width: f64,
        depth: f64,
    },
    Points {
        found: i32,
        most: u32,
    },
}

/// What is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placed {
    Group(GroupId),
    Commander(CommanderId),
    Camp(Side),
    /// The ambush marker at this place of the list.
    Marker(u8),
}
