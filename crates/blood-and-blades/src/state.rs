//! The state of a battle: a value that can be cloned, compared and hashed. Only `event.rs` changes it.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::Order;
use crate::field::{Field, TableEdge};
use crate::pairing::Pairing;
use crate::setup::SetUp;
use crate::troop::{Troop, TroopType};
use aelian_game::{Ending, Seldom, Side};
use aelian_geometry::{Facing, Hand, Pose, Rect};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Everything that can change in a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    pub stage: Stage,
    /// BB-TURN-02: counted from 1.
    pub round: u16,
    /// BB-TURN-03: whose bound it is.
    pub active: Side,
    /// BB-DEP-06: who has the first bound of each round.
    pub moves_first: Side,
    pub invader: Side,
    pub bases: Vec<Base>,
    pub field: Arc<Field>,
    pub weather: Weather,
    pub time: Time,
    pub armies: [Army; 2],
    /// What must be settled before the stage goes on; the last one first.
    pub pending: Vec<Pending>,
    /// BB-COL-09: columns with bends, and the track they stand on.
    pub bent_columns: Vec<BentColumn>,
    /// Pairs in close combat when the close combat phase began (BB-CC-30: later contacts wait).
    pub fights: Vec<(BaseId, BaseId)>,
    /// What has been declared about shots in this shooting phase.
    pub shots: Vec<ShotDeclared>,
    /// BB-CC-22: main opponents named among equals, as (base, its main opponent), in this phase.
    pub named_opponents: Vec<(BaseId, BaseId)>,
    /// What set-up still has to do; none once the battle has begun.
    pub set_up: Option<Box<SetUp>>,
}

/// Where the game stands. Set-up first, then the eight steps of a bound (BB-TURN-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    SetUp,
    Weather,
    TimeOfDay,
    Pigs,
    Moves,
    Impetuous,
    Shooting,
    CloseCombat,
    Morale,
    Over(Ending),
}

/// One base. What it is never changes; where it is and what it did does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Base {
    pub side: Side,
    pub troop: Troop,
    /// BB-CIC-01.
    pub commander: bool,
    /// BB-TRP-09, BB-MTD-06, BB-MTD-07: mounted infantry that still has its vehicles. Shown to all; the troop
    /// stays what it is.
    pub vehicles: bool,
    /// BB-LST-13.
    #[serde(skip_serializing_if = "Pairing::is_free")]
    pub pairing: Pairing,
    pub place: Place,
    pub rect: Rect,
    pub deeds: Deeds,
}

/// Where a base is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// No base is here, or none that the viewer knows of (BB-DEP-09).
    Unknown,
    /// Not yet deployed.
    Waiting,
    Table,
    /// BB-BUSH-08: hidden, with its full pose.
    Ambush,
    /// BB-MOR-01, BB-MOR-02, BB-MOR-04: off the table for good.
    Destroyed,
    /// BB-MOR-03, BB-MOR-04: off the table, and told apart from the destroyed.
    Spent,
}

/// What a base did in this bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Deeds {
    pub moved: Moved,
    /// Voluntary and impetuous movement in mm, for BB-SHT-02.
    pub distance: f64,
    pub halted: bool,
    pub impetuous: bool,
    pub pack: bool,
    pub fled: bool,
    pub shot: bool,
    pub shot_at: bool,
    pub fought: bool,
}

/// BB-MOVE-71 to BB-MOVE-74: one tactical move, or any number of far moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Moved {
    #[default]
    No,
    Tactical,
    Far(u8),
}

/// 34: the weather.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Weather {
    pub rain_risk: bool,
    pub raining: bool,
    pub rain_over: bool,
    /// Bounds begun in rain so far (BB-WEA-07, AMB-50).
    pub rain_bounds: u16,
    /// BB-ROAD-07.
    pub muddy: bool,
    /// The direction towards which the wind blows.
    pub wind: Option<Facing>,
}

/// 34: the time of day; without the optional rules it is always day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Time {
    /// BB-TIM-01: rounds before dusk; none when the rules of the time of day are not used.
    pub day_rounds: Option<u16>,
    pub dusk: bool,
    /// BB-DAZ-02.
    pub sun: Option<TableEdge>,
    /// BB-DAZ-03: in this bound.
    pub dazzle: bool,
}

/// What an army has besides its bases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Army {
    /// BB-PIG-01: left in this bound.
    pub pigs: u8,
    /// BB-PIG-03, BB-PIG-55.
    pub rebate_used: bool,
    /// BB-MOR-06: reference moral level.
    pub reference: u32,
    pub aggression: u8,
}

/// BB-COL-09 to BB-COL-13: a column with bends. The track is the way that its head took, as poses, newest
/// first: between two of one facing it went straight, between two others it pivoted. Each base stands on it
/// behind the one before; the track may be longer than the column.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct BentColumn {
    /// Head first.
    pub bases: Vec<BaseId>,
    pub track: Vec<Pose>,
}

/// What a shooter's owner has said in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ShotDeclared {
    pub shooter: BaseId,
    /// None: it gives up its shot (BB-SHT-25).
    pub target: Option<BaseId>,
}

/// A step that waits for an answer, or for its turn. The chapter named owns it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    /// 48, BB-ENG-03: the mover may shift the body to align; BB-ZOC-15: it must, if it was forced to contact.
    Align { body: BaseSet, shift: Grid, must: bool },
    /// 48, BB-ENG-32: after the mover's alignment the contacted side conforms to the body. Enemies that were in
    /// close combat before the move do not.
    Conform { body: BaseSet, grouped: bool, fighting: BaseSet },
    /// 36, BB-BUSH-09: an ambush was seen; its owner may show the rest of it, if there is one.
    RevealRest { side: Side },
    /// 36, AMB-94: a tactical move has discovered an ambush after this part of its way; the mover may stop there
    /// or go on with the order. `seen` are the enemies who have come out of hiding since it was given; records from
    /// before BB-BUSH-13 was kept name those who stay hidden too.
    GoOn {
        order: Box<Order>,
        at: Grid,
        #[serde(rename = "hidden")]
        seen: BaseSet,
    },
    /// 50, BB-IMP-43: this base goes on with its impetuous move when those above it are done.
    Rush(Rush),
    /// 50, BB-IMP-48: the base must be separated from a group, to the left or to the right.
    Separate { base: BaseId },
    /// 55, BB-SHT-31: the primary shooter of the shot at this target is still to be named.
    Shot { target: BaseId },
    /// 70: a recoil, flight or withdrawal, with the answers given so far.
    Retreat(Retreat),
    /// 60, BB-CC-27: other enemies in front of the winner still have to recoil.
    OthersRecoil { winner: BaseId, left: BaseSet },
    /// 70.6: the winner of a close combat may or must pursue.
    Pursuit { winner: BaseId, must: bool },
}

/// A length in 1/1024 mm, so that pending steps can be compared and hashed.
pub type Grid = i32;

/// 50: an impetuous move under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rush {
    pub base: BaseId,
    /// Where it stood when the move began (BB-CC-52).
    pub start: Pose,
    /// BB-IMP-43: none as long as a base that must move first has not been told its target.
    pub told: Option<Told>,
    /// Distance already used, in 1/1024 mm.
    pub used: Grid,
    /// Bases that rushed or made way in this chain (BB-ALG-15: they count as moved).
    pub chain: BaseSet,
}

/// 50: what was chosen for an impetuous move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Told {
    /// BB-IMP-51: kept for the whole move.
    pub target: Option<BaseId>,
    /// BB-IMP-47.
    pub straight_first: bool,
    /// BB-IMP-30: the turn, in 1/1024 degrees, that is still to be made.
    pub deviate: Grid,
    /// BB-IMP-31: which of two equally short ways.
    #[serde(default, skip_serializing_if = "Seldom::is_usual")]
    pub hand: Seldom<Option<Hand>>,
}

/// 70: what kind of outcome move a loser makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RetreatKind {
    Recoil,
    Flee,
    Withdraw,
}

/// 70: an outcome move whose plan may need answers of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Retreat {
    pub base: BaseId,
    pub kind: RetreatKind,
    /// The answers so far, in the order in which they were asked for; the plan is worked out anew with them.
    pub answers: Vec<Answer>,
    /// BB-IMP-45: the impetuous friend for whom it makes way; none after a combat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub makes_way_for: Option<BaseId>,
}

/// An answer given inside an outcome move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// BB-REC-10.
    PassThrough,
    PushBack,
    /// BB-FLEE-12.
    Left,
    Right,
    /// BB-FLEE-08.
    AvoidDifficult,
    RunIntoDifficult,
}

impl State {
    pub fn base(&self, id: BaseId) -> &Base {
        &self.bases[id.index()]
    }

    pub fn rect(&self, id: BaseId) -> &Rect {
        &self.base(id).rect
    }

    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }

    pub fn ids(&self) -> impl Iterator<Item = BaseId> + use<> {
        (0..self.bases.len()).map(BaseId::at)
    }

    /// Bases that stand open on the table.
    pub fn on_table(&self) -> impl Iterator<Item = BaseId> + '_ {
        self.standing(|_| true)
    }

    pub fn on_table_of(&self, side: Side) -> impl Iterator<Item = BaseId> + '_ {
        self.standing(move |base| base.side == side)
    }

    /// Bases that stand open on the table and of which this is true.
    pub fn standing<'a>(&'a self, wanted: impl Fn(&Base) -> bool + 'a) -> impl Iterator<Item = BaseId> + 'a {
        let named = self.bases.iter().enumerate();
        named.filter_map(move |(at, base)| (base.on_table() && wanted(base)).then_some(BaseId::at(at)))
    }

    /// BB-CIC-01: the general, if he is still there (on the table or in ambush).
    pub fn commander(&self, side: Side) -> Option<BaseId> {
        self.ids().find(|id| {
            let base = self.base(*id);
            base.side == side && base.commander && matches!(base.place, Place::Table | Place::Ambush)
        })
    }

    pub fn bent_column_of(&self, base: BaseId) -> Option<&BentColumn> {
        self.bent_columns.iter().find(|column| column.bases.contains(&base))
    }
}

impl Base {
    pub fn is(&self, kind: TroopType) -> bool {
        self.troop.kind == kind
    }

    pub fn on_table(&self) -> bool {
        self.place == Place::Table
    }
}

impl Eq for Base {}

impl Hash for Base {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.side, self.troop, self.commander, self.vehicles, self.place).hash(state);
        self.rect.pose.hash(state);
        self.rect.depth.to_bits().hash(state);
        self.deeds.hash(state);
        // Left out where it says nothing, so that the hashes of older records stay what they are.
        if !self.pairing.is_free() {
            self.pairing.hash(state);
        }
    }
}

impl Eq for Deeds {}

impl Hash for Deeds {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.moved.hash(state);
        self.distance.to_bits().hash(state);
        let flags = [self.halted, self.impetuous, self.pack, self.fled, self.shot, self.shot_at, self.fought];
        let bits = flags.iter().enumerate().fold(0u8, |bits, (at, flag)| bits | (u8::from(*flag) << at));
        state.write_u8(bits);
    }
}
