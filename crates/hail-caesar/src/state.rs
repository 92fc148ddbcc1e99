//! The state of a battle: a value that can be cloned, compared and hashed. Only `event.rs` changes it.

use crate::again::Word;
use crate::field::{Field, TableEdge};
use crate::fight::Kept;
use crate::formation::Formation;
use crate::ids::{BlockId, CommanderId, DivisionId, UnitId, UnitSet};
use crate::memo::Memo;
use crate::pending::Pending;
use crate::ranged::Barrage;
use crate::scenario::Script;
use crate::stage::{Part, Stage};
use aelian_game::{Ending, Flag, Flags, Seldom, Side};
use aelian_geometry::{Edge, Pose, Rect, Vec2};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Everything that can change in a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    pub part: Part,
    /// The step of the part; `stage.rs` has their order.
    pub stage: Stage,
    /// HC-TURN-01: turns of both players together, counted from 1.
    pub turn: u16,
    /// Whose turn it is.
    pub active: Side,
    /// By `UnitId`; what a unit is stands in `Rules::cards`.
    pub units: Vec<Unit>,
    /// By `CommanderId`.
    pub commanders: Vec<Commander>,
    /// By `DivisionId`.
    pub divisions: Vec<Division>,
    pub field: Arc<Field>,
    /// HC-COL-03: columns that bend.
    pub bends: Vec<Bend>,
    /// HC-ENG-01: who fights whom.
    pub bouts: Vec<Bout>,
    /// HC-ENG-12: dice that supports of two engagements keep for the later one.
    #[serde(skip_serializing_if = "Seldom::is_usual")]
    pub kept: Seldom<Vec<Kept>>,
    /// 40: what was shot at whom in this part of the turn.
    pub barrages: Vec<Barrage>,
    /// HC-ORD-14: the commander who is giving his orders.
    pub speaking: Option<CommanderId>,
    /// HC-GEN-02, AMB-24: the general's re-roll is spent.
    pub rerolled: [bool; 2],
    /// Units that have been dealt with in this stage; emptied when a stage is entered.
    pub dealt: UnitSet,
    /// What must be settled before the stage goes on; the last one first.
    pub pending: Vec<Pending>,
    /// What owners said of re-rolls of the dice that come next.
    #[serde(skip_serializing_if = "Seldom::is_usual")]
    pub words: Seldom<Vec<Word>>,
    /// What a scenario remembers.
    pub script: Script,
    pub ending: Option<Ending>,
    /// Derived from all the above.
    #[serde(skip)]
    pub memo: Memo,
}

/// A unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    pub formation: Formation,
    /// Its footprint; the pose is its centre-front (HC-LEADER-02). Of a bent column: its head (HC-LEADER-04).
    pub rect: Rect,
    /// HC-CAS-01, HC-CMARK-01, HC-CMARK-02; above the stamina only until tests are done (HC-CAS-03).
    pub casualties: u8,
    pub disordered: bool,
    pub deeds: Deeds,
    /// Moves made in this turn's Command part (HC-AMOVE-02).
    pub moves: u8,
    pub combat: Combat,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The viewer does not know.
    Unknown,
    /// Not yet deployed.
    Waiting,
    Table,
    /// HC-BLDG-06: in this building; its rectangle is that of the building.
    Block(BlockId),
    /// HC-WEDGE-12: inside this wedge, without a footprint of its own; its rectangle is that of the wedge.
    Enclosed(UnitId),
    /// On the table and unseen until the scenario shows it (HC-WOOD-05); its rectangle says where.
    Hidden,
    /// HC-OFF-01, HC-EXIT-02: off the table; it may come on at this edge, this far along it (in mm from its west or
    /// south end).
    Off {
        edge: TableEdge,
        along: Along,
    },
    /// HC-OFF-08: behind the leading unit of its division, at this edge.
    Following {
        edge: TableEdge,
        along: Along,
    },
    /// Not yet allowed to arrive (HS-COMMON-08).
    Absent,
    Destroyed,
    /// HC-OFF-03: it left for good; `shaken`: counted as lost (HC-EXIT-03).
    Gone {
        shaken: bool,
    },
}

/// A length along an edge, whole millimetres.
pub type Along = u16;

/// HC-ENG-10: what a unit remembers of its engagement; all of it ends with the engagement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Combat {
    /// HC-HTH-03: rounds it has fought as a fighting unit.
    pub rounds: u8,
    /// HC-HIT-H03: it charged or countercharged and has not fought since.
    pub charged: bool,
    /// HC-HIT-H04.
    pub won: bool,
    /// HC-HIT-H06, HC-UPH-02: it moved after the last round, or charged into it.
    pub moved: bool,
    /// HC-BLDG-16: it stood still when it was charged, and has not lost a round since.
    pub covered: bool,
    /// HC-HIT-H15, HC-CCH-09: its charge brings it no bonus.
    pub no_bonus: bool,
    /// HC-CLR-02: it has closed ranks in this round.
    pub closed: bool,
    /// HC-HTH-05: casualties of this round.
    pub suffered: u8,
    /// HC-BRK-22: it has tested as a support in this turn.
    pub tested: bool,
}

/// What a unit did or may not do, until the end named by `Deed::lasts`.
pub type Deeds = Flags<Deed>;

/// One of the things that are remembered of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    // Of the player turn.
    /// HC-INIT-11: within 12 inches of an enemy when the Command part began.
    Entitled,
    /// HC-ORD-10: it has been given its order, passed or failed.
    Ordered,
    /// HC-ORD-17.
    Initiative,
    /// HC-DIVO-13: it has moved in this Command part.
    Moved,
    /// HC-FCH-07.
    Reformed,
    /// HC-RET-04: it has made its retire move.
    Retired,
    /// HC-EVADE-03.
    Evaded,
    /// HC-SWEEP-08: it has made a sweeping advance in this round.
    Swept,
    /// HC-RTRIG-05: it has taken its ranged test of this part.
    Tested,
    /// HC-STEADY-02.
    SteadySpent,
    /// HC-STUB-01: the re-roll of this part is spent.
    StubbornSpent,
    /// HC-STUB-01: its re-roll was spent on shots at its charge; the combat that follows has none.
    StubbornInCharge,
    /// HC-OBST-03: it crossed an obstacle with its last move.
    Crossed,
    /// HC-RNG-01: it has shot in this part.
    Shot,
    /// HC-ROUGH-03, HC-BLDG-08, HC-SQ-04: it moves no further in this turn.
    Stopped,
    // Of the game.
    /// HC-WILD-03, HC-FRESH-01: it has fought its first round.
    Blooded,
    /// HC-VAL-01.
    ValiantSpent,
    /// HC-FAN-02.
    BeenShaken,
}

/// How long a deed is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// Until the next part of the turn begins.
    Part,
    /// Until the next player turn begins.
    Turn,
    Game,
}

/// A commander (65.1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commander {
    pub place: CommanderPlace,
    /// HC-MEAS-04: the point from which he is measured.
    pub at: Vec2,
    pub leadership: u8,
    /// HC-CFV-01.
    pub attacks: u8,
    pub wounded: bool,
    /// HC-GEN-01: he is the general and has the re-roll (HC-RES-06).
    pub general: bool,
    /// HC-ORD-13, HC-ORD-14: he gives no more orders in this turn.
    pub finished: bool,
    /// HC-CMOV-02: he has made his move of this turn.
    pub moved: bool,
    /// HC-CRISK-08: attacks that he used in this round.
    pub used: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderPlace {
    Unknown,
    Waiting,
    Alone,
    /// HC-CMOV-05, HC-COM-06.
    With(UnitId),
    /// HC-OFF-06: off the table with his troops.
    Off,
    /// HC-OFF-13: he left the table.
    Left,
    /// HC-RES-09: fallen, and nobody follows him.
    Fallen,
}

/// HC-ARMY-01.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Division {
    /// HC-BDIV-07.
    pub broken: bool,
}

/// HC-COL-03: a bent column. The track is the way that its head took, as poses of the middle of its front edge,
/// newest first; each rank stands on it behind the one before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bend {
    pub unit: UnitId,
    pub track: Vec<Pose>,
}

/// HC-ENG-01: two enemy units that fight each other. Kept until they part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    /// Red's unit, then Blue's.
    pub units: [UnitId; 2],
    /// HC-ALLOC-09: the edge on which each of them fights the other, Red's first; of a building: its face.
    pub edges: [Side4; 2],
    /// HC-ENG-05: it has been fought in this Hand-to-Hand part.
    pub fought: bool,
}

/// An edge of a unit or a building, as a saved word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side4 {
    Front,
    Left,
    Right,
    Rear,
}

impl State {
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[id.index()]
    }

    pub fn division(&self, id: DivisionId) -> &Division {
        &self.divisions[id.index()]
    }

    pub fn has_unit(&self, id: UnitId) -> bool {
        id.index() < self.units.len()
    }

    pub fn has_commander(&self, id: CommanderId) -> bool {
        id.index() < self.commanders.len()
    }

    /// All units, in order.
    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + use<> {
        (0..self.commanders.len() as u8).map(CommanderId)
    }

    /// HC-CMOV-05: the commander who is with this unit (HC-COM-05: one at most).
    pub fn commander_with(&self, unit: UnitId) -> Option<CommanderId> {
        self.commander_ids().find(|id| self.commander(*id).place == CommanderPlace::With(unit))
    }

    /// The bout between two units.
    pub fn bout(&self, one: UnitId, other: UnitId) -> Option<&Bout> {
        self.bouts.iter().find(|bout| bout.units == [one, other] || bout.units == [other, one])
    }

    /// HC-ENG-01: the enemies whom it fights.
    pub fn foes(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.bouts.iter().filter_map(move |bout| bout.foe(unit))
    }

    pub fn is_fighting(&self, unit: UnitId) -> bool {
        self.bouts.iter().any(|bout| bout.units.contains(&unit))
    }
}

impl Unit {
    /// It stands on the table where others can meet it.
    pub fn is_on_table(&self) -> bool {
        matches!(self.place, Place::Table | Place::Block(_))
    }

    pub fn is_in_block(&self) -> bool {
        matches!(self.place, Place::Block(_))
    }

    /// It is in a building, or within a wedge.
    pub fn is_within(&self) -> bool {
        matches!(self.place, Place::Block(_) | Place::Enclosed(_))
    }

    /// It stands on the table, or within a wedge that does (HC-WEDGE-12).
    pub fn is_here(&self) -> bool {
        self.is_on_table() || matches!(self.place, Place::Enclosed(_))
    }

    /// It is gone for good.
    pub fn is_lost(&self) -> bool {
        matches!(self.place, Place::Destroyed | Place::Gone { .. })
    }

    pub fn is_open(&self) -> bool {
        self.formation == Formation::Open && !self.is_in_block()
    }

    /// HC-TYPE-08; those in a building have no formation (HC-BLDG-06).
    pub fn is_formed(&self) -> bool {
        self.formation.is_formed() || self.is_in_block()
    }

    pub fn did(&self, deed: Deed) -> bool {
        self.deeds.has(deed)
    }
}

impl Bout {
    /// Two enemies, whatever their order; `edges` in the order of the arguments.
    pub fn between(
        (one, other): (UnitId, UnitId),
        side_of_one: Side,
        edges: [Side4; 2],
        fought: bool,
    ) -> Bout {
        match side_of_one {
            Side::Red => Bout { units: [one, other], edges, fought },
            Side::Blue => Bout { units: [other, one], edges: [edges[1], edges[0]], fought },
        }
    }

    /// Whom it fights in this bout.
    pub fn foe(&self, unit: UnitId) -> Option<UnitId> {
        match self.units {
            [one, other] if one == unit => Some(other),
            [one, other] if other == unit => Some(one),
            _ => None,
        }
    }

    /// The edge on which a unit fights in this bout.
    pub fn edge_of(&self, unit: UnitId) -> Option<Side4> {
        match self.units {
            [one, _] if one == unit => Some(self.edges[0]),
            [_, other] if other == unit => Some(self.edges[1]),
            _ => None,
        }
    }
}

impl Side4 {
    pub const ALL: [Side4; 4] = [Side4::Front, Side4::Left, Side4::Right, Side4::Rear];

    pub fn edge(self) -> Edge {
        match self {
            Side4::Front => Edge::Front,
            Side4::Left => Edge::Left,
            Side4::Right => Edge::Right,
            Side4::Rear => Edge::Rear,
        }
    }

    pub fn of_edge(edge: Edge) -> Side4 {
        match edge {
            Edge::Front => Side4::Front,
            Edge::Left => Side4::Left,
            Edge::Right => Side4::Right,
            Edge::Rear => Side4::Rear,
        }
    }
}

impl Flag for Deed {
    const ALL: &'static [Deed] = &[
        Deed::Entitled,
        Deed::Ordered,
        Deed::Initiative,
        Deed::Moved,
        Deed::Reformed,
        Deed::Retired,
        Deed::Evaded,
        Deed::Swept,
        Deed::Tested,
        Deed::SteadySpent,
        Deed::StubbornSpent,
        Deed::StubbornInCharge,
        Deed::Crossed,
        Deed::Shot,
        Deed::Stopped,
        Deed::Blooded,
        Deed::ValiantSpent,
        Deed::BeenShaken,
    ];

    fn bit(self) -> u32 {
        self as u32
    }
}

impl Deed {
    pub fn lasts(self) -> Lasts {
        use Deed::*;
        match self {
            Tested | Swept | Shot | StubbornSpent => Lasts::Part,
            Blooded | ValiantSpent | BeenShaken => Lasts::Game,
            _ => Lasts::Turn,
        }
    }

    /// What is still remembered when this end has come: of the part, or of the turn and all its parts.
    pub fn left(deeds: Deeds, end: Lasts) -> Deeds {
        deeds.only(|deed| match end {
            Lasts::Part => deed.lasts() != Lasts::Part,
            Lasts::Turn => deed.lasts() == Lasts::Game,
            Lasts::Game => false,
        })
    }
}

impl Eq for Commander {}

impl Hash for Commander {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.place, self.leadership, self.attacks, self.wounded, self.general).hash(state);
        (self.finished, self.moved, self.used).hash(state);
        (self.at.x.to_bits(), self.at.y.to_bits()).hash(state);
    }
}
