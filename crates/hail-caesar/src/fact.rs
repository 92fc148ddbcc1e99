//! Facts: what a reason is about, as data. Text is made from them at the edge.

use crate::field::{AreaKind, TableEdge};
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, DivisionId, UnitId, UnitSet};
use crate::state::Side4;
use aelian_game::Side;
use serde::{Deserialize, Serialize};

/// A fact beside a rule id. Lengths in mm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The rule speaks for itself.
    Rule,
    /// The choice does not answer the question that is asked.
    NotAsked,
    NoSuchUnit(UnitId),
    NoSuchCommander(CommanderId),
    NoSuchBlock(BlockId),
    NotYours(UnitId),
    NotOnTable(UnitId),
    /// It is of the same side.
    NoEnemy(UnitId),
    /// The rule is about this unit, commander, division or side.
    Unit(UnitId),
    Units(UnitSet),
    Commander(CommanderId),
    Division(DivisionId),
    Side(Side),
    Block(BlockId),
    Pair {
        unit: UnitId,
        other: UnitId,
    },
    FormationIs {
        unit: UnitId,
        formation: Formation,
    },
    /// More than is allowed.
    TooFar {
        used: f64,
        allowed: f64,
    },
    Distance {
        from: UnitId,
        to: UnitId,
        distance: f64,
    },
    /// HC-TGT-01, HC-TGT-02, HC-TGT-19: another target is closer.
    Closer {
        unit: UnitId,
        target: UnitId,
        distance: f64,
        closest: UnitId,
        nearest: f64,
    },
    /// HC-TGT-15: what it sees through a gap so wide.
    Gap {
        unit: UnitId,
        other: UnitId,
        gap: f64,
    },
    /// HC-CLOS-01: on which side it is charged.
    ChargedOn {
        unit: UnitId,
        side: Side4,
    },
    /// HC-RET-11: how far from its exit it is, and would be.
    Exit {
        unit: UnitId,
        now: f64,
        then: f64,
    },
    /// HC-DIST-01: from a commander to a unit, and what it takes from his leadership.
    CommandDistance {
        commander: CommanderId,
        unit: UnitId,
        distance: f64,
        penalty: u8,
    },
    BlockedBy(UnitId),
    BlockedByTerrain(AreaKind),
    BlockedByBlock(BlockId),
    /// HC-RIVER-02.
    BlockedByWater,
    /// HC-OBST-03: a fence, ditch, wall or stream.
    BlockedByObstacle,
    OffTable(TableEdge),
    /// One line of a sum.
    Modifier {
        unit: UnitId,
        value: i32,
    },
    /// HC-TEST-C1: what the dice came to against the leadership, and the moves that gives.
    Order {
        commander: CommanderId,
        total: u8,
        leadership: u8,
        moves: u8,
    },
    /// HC-TEST-C1: the same of an order that gives no moves, and is obeyed.
    Obeyed {
        commander: CommanderId,
        total: u8,
        leadership: u8,
    },
    /// A roll of one die for a unit: its face, and from which face on it succeeds.
    Roll {
        unit: UnitId,
        face: u8,
        needed: u8,
    },
    /// HC-BRK-17, HC-BRK-19: two dice, what was taken from them, and the score.
    Score {
        unit: UnitId,
        dice: u8,
        minus: u8,
        score: i32,
    },
    /// Dice of one unit against another, and what each needs.
    Dice {
        unit: UnitId,
        against: UnitId,
        dice: u8,
        needed: u8,
    },
    /// HC-HTH-03: the clash value of its first round, or the sustained one of later rounds.
    Attacks {
        unit: UnitId,
        value: u8,
        first: bool,
    },
    /// HC-SAVE-01: hits, what a save needs (7: none possible), and casualties that came of them.
    Saves {
        unit: UnitId,
        hits: u8,
        needed: u8,
        casualties: u8,
    },
    Casualties {
        unit: UnitId,
        casualties: u8,
        stamina: u8,
    },
    /// HC-CRES-05: what both sides inflicted in an engagement.
    Result {
        red: u8,
        blue: u8,
    },
    /// HC-CRISK-08: the roll at a commander, and from which total he is hit; or his fate by one die.
    Fate {
        commander: CommanderId,
        score: i32,
        from: i32,
    },
    Count {
        found: i32,
        allowed: i32,
    },
    /// HC-BDIV-01: lost and counted units of a division.
    Losses {
        division: DivisionId,
        lost: u8,
        counted: u8,
    },
    /// HC-VIC-02: broken divisions of an army.
    Broken {
        side: Side,
        broken: u8,
        divisions: u8,
    },
    /// 80.3 to 80.5: so many of an army where at least or at most so many are.
    Tally(Box<Tally>),
    /// HC-ARMY-03: those who are said to be general.
    Generals(Vec<String>),
    /// HC-LIST-03: a commander of a list and his leadership.
    Leads {
        commander: String,
        leadership: u8,
    },
    /// Set-up: a thing by its name.
    Named(String),
    Word(String),
}

/// So many of a kind in an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub what: String,
    pub found: usize,
    /// All among which they are counted, where a share is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<(String, usize)>,
    pub bound: Bound,
}

/// How many there should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    Least(usize),
    Most(usize),
}
