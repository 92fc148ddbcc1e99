//! The state of a battle: a value that can be cloned, compared and hashed. Only `event.rs` changes it.

use crate::field::Field;
use crate::ids::{BaseId, CommanderId, GroupId, GroupSet};
use crate::impact::Charge;
use crate::memo::Memo;
use crate::pending::Pending;
use crate::setup::SetUp;
use crate::shooting::Aiming;
use crate::stage::{Phase, Stage};
use crate::troop::{Quality, Training, Troop};
use aelian_game::{Ending, Flag, Flags, Seldom, Side};
use aelian_geometry::{Facing, Hand, Pose, Rect};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything that can change in a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct State {
    /// FA-SEQ-02.
    pub phase: Phase,
    /// The step of the phase; `stage.rs` has their order.
    pub stage: Stage,
    /// FA-SEQ-01: turns of both players together, counted from 1.
    pub turn: u16,
    /// FA-SEQ-03.
    pub active: Side,
    /// FA-INIT-01: who won the initiative; he has the second turn (FA-DEP-11).
    pub initiative: Side,
    pub groups: Vec<Group>,
    /// Twelve places for each group (FA-BG-01), so that their number tells nobody how large a hidden group is; the
    /// bases of a group come first in the order of its list line, lost ones stay in their place.
    pub bases: Vec<Base>,
    pub commanders: Vec<Commander>,
    pub field: Arc<Field>,
    pub camps: [Option<Camp>; 2],
    /// 78.3, 78.4: pieces of field fortifications and placed portable defences.
    pub works: Vec<Work>,
    /// 30.5: ambush markers on the table.
    pub markers: Vec<Marker>,
    /// 30.6.
    pub marches: Vec<March>,
    pub armies: [Army; 2],
    /// FA-FORM-05: kinked columns, and the way that their first base took.
    pub kinks: Vec<Kink>,
    /// FA-ALG-07: who is in close combat with whom.
    pub bouts: Vec<Bout>,
    /// 50: the charges of this impact phase, in the order of their declaration.
    pub charges: Vec<Charge>,
    /// FA-COMB-03: the hits of this phase.
    pub hits: Vec<Hits>,
    /// 60: what shooters have been told in this shooting phase (FA-DEC-61, FA-DEC-62).
    pub aims: Vec<Aiming>,
    /// Pursuers and the routers whom they touch (FA-JPUR-01).
    pub pursuits: Vec<Pursuit>,
    /// Groups that broke in this phase and have not yet routed, and who caused it (FA-ROUT-04).
    pub broken: Vec<Broken>,
    /// FA-CT-05, FA-CT-10: the tests that are due for what was seen, gathered during the phase.
    pub seen: Vec<Seen>,
    /// Groups that have been dealt with in this stage; emptied when a stage is entered.
    pub dealt: GroupSet,
    /// What must be settled before the stage goes on; the last one first.
    pub pending: Vec<Pending>,
    /// What set-up still has to do; none once the battle has begun.
    pub set_up: Option<Box<SetUp>>,
    pub ending: Option<Ending>,
    /// Derived from all the above.
    #[serde(skip)]
    pub memo: Memo,
}

/// A battle group (10.4).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    pub side: Side,
    /// FA-LOC-03: 0 for the main army, else the number of an allied contingent.
    pub contingent: u8,
    /// Its first base in `State::bases`; the others follow it.
    pub first: BaseId,
    /// FA-BG-05: the bases it began with.
    pub original: u8,
    /// FA-BG-10: one kind of troops, or two in a mixed group; a base says which it is.
    pub troops: [Troop; 2],
    pub quality: Quality,
    pub training: Training,
    pub place: Place,
    /// Where it faces as a whole. Single bases may face otherwise after a flank charge (FA-FORM-07).
    pub facing: Facing,
    pub shape: Shape,
    pub cohesion: Cohesion,
    pub deeds: Deeds,
    /// 78.4.
    pub defences: Defences,
    /// FA-DISM-06: what its list makes of it on foot; the nearest foot (FA-DISM-03) without.
    #[serde(default, skip_serializing_if = "Seldom::is_usual")]
    pub afoot: Seldom<Option<Troop>>,
}

/// Where a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The viewer does not know.
    Unknown,
    /// Not yet deployed.
    Waiting,
    Table,
    /// FA-AMB-06: named by this marker of `State::markers`' owner.
    Ambush,
    /// FA-FLANK-01.
    March,
    /// FA-DEST-01, FA-DEST-02, FA-ROUT-08 and others: off the table for good.
    Destroyed,
    /// FA-EDGE-02.
    RoutedOff,
    EvadedOff,
    /// FA-FLANK-13.
    Straggled,
    /// FA-JSC-01: scythed chariots, counted nowhere.
    Spent,
}

/// 10.5: how the bases of a group stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// FA-FORM-01: files and ranks. A straight column is a normal formation one file wide.
    #[default]
    Normal,
    /// FA-FORM-05: `State::kinks` has its way.
    KinkedColumn,
    /// 78.5.
    Orb,
    /// FA-FORM-07, FA-FORM-08: out of normal formation until it reforms.
    Loose,
}

/// FA-COH-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cohesion {
    Steady,
    Disrupted,
    Fragmented,
    Broken,
}

/// FA-PD-01 to FA-PD-10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Defences {
    #[default]
    None,
    Carried,
    Placed,
}

/// One base.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Base {
    /// FA-BG-02, FA-BG-08: no event changes it.
    pub group: GroupId,
    /// Which of its group's troops it is: 0 or 1.
    pub troop: u8,
    pub lost: bool,
    /// The pose is that of the middle of the front edge.
    pub rect: Rect,
}

/// What a group did or may not do, until the end named by `Deed::lasts`.
pub type Deeds = Flags<Deed>;

/// One of the things that are remembered of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deed {
    /// Of the turn.
    /// FA-CHG-28: it charged in this turn's impact phase (with or without orders).
    Charged,
    /// FA-ZOI-19.
    Intercepted,
    /// It was a target of a charge.
    WasCharged,
    /// It will evade, or has evaded, in this impact phase.
    Evades,
    /// It stands to the charge.
    Stands,
    /// FA-SHOOT-12: it moved in the impact phase.
    MovedInImpact,
    /// FA-MAN-03.
    MovedInManoeuvre,
    /// FA-2ND-01.
    MovedTwice,
    /// FA-JCMD-03: its cohesion dropped in this turn.
    Dropped,
    /// FA-FLK-09: it was contacted in flank or rear in this turn and has dropped for it.
    HitInFlank,
    /// FA-INT-07: it may not shoot.
    PassedFar,
    /// FA-JCMD-12.
    RallyTried,
    /// FA-PUR-01 and others: it made its rout move of this phase.
    Routed,
    /// It pursued in this turn.
    Pursued,
    /// FA-LOS-04: hidden light foot that have shot in this phase.
    ShotFromHiding,
    /// It fought in this turn.
    Fought,
    /// Of the phase.
    /// FA-BURST-08: it was burst through in this phase.
    BurstThrough,
    /// FA-CT-26: it has made its test for what was seen in this phase.
    TestedForSeen,
    /// FA-CMT-10: its complex move test of this phase failed; only simple moves are left.
    FailedTest,
    PassedTest,
    /// FA-SHK-18: it passed the test not to charge, or its charge was cancelled.
    Held,
    /// FA-ROUT-08: unbroken enemy bar its rout; it is destroyed at the end of the phase.
    Trapped,
    /// FA-PUR-05: it was fighting in two directions when an opponent routed.
    FoughtTwoWays,
    /// FA-FEED-03: it has expanded into a melee on this side in this phase.
    ExpandedLeft,
    ExpandedRight,
    /// Lasting.
    /// FA-LOOT-01.
    Looting,
    /// FA-INT-09: it has only partly passed through friends.
    PartlyPassed,
    /// FA-JPUR-01: it pursues and touches the routers.
    Pursuing,
    /// FA-IMP-08: it pursued into fresh enemy and fights as a charger in the next impact phase.
    ContactedInPursuit,
    /// Of the phase again; a new one stands last, for the numbers of the others are hashed.
    /// FA-CHG-32: FRAGMENTED, and uncovered by others, it has tested for being charged.
    TestedForCharge,
    /// Until the next joint action phase begins.
    /// FA-CMOVE-18: it broke while a commander was with it, who runs with it.
    BrokeLed,
}

/// How long a deed is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    Phase,
    Turn,
    /// Until the next joint action phase begins.
    ToJoint,
    /// Until an event ends it.
    Long,
}

/// A commander (25.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commander {
    pub side: Side,
    pub grade: Grade,
    pub rank: Rank,
    /// FA-LOC-02: the contingent he commands; 0 is the main army.
    pub contingent: u8,
    pub place: CommanderPlace,
    /// His marker (FA-BASE-05).
    pub rect: Rect,
    /// FA-CMOVE-16: the group he was with when the phase began, and where he stood.
    pub with_since: Option<GroupId>,
    pub stood: Pose,
    /// He has moved by himself in this phase, or may not any more.
    pub moved: bool,
    /// FA-JCMD-06: he has tried to bolster or rally in this joint action phase.
    pub tried: bool,
    /// FA-CMT-14: he must stay with this group for the rest of the phase.
    pub bound: bool,
}

/// FA-CMD-02 to FA-CMD-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    Troop,
    Field,
    Inspired,
}

impl Grade {
    /// As army files write it.
    pub fn name(self) -> &'static str {
        match self {
            Grade::Troop => "troop",
            Grade::Field => "field",
            Grade::Inspired => "inspired",
        }
    }
}

/// FA-CMD-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    CommanderInChief,
    Sub,
    Ally,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommanderPlace {
    Unknown,
    Waiting,
    Alone,
    /// FA-CMD-07.
    With(GroupId),
    /// FA-CMOVE-11: in the front rank, in the place of this base of the group.
    Front {
        group: GroupId,
        displaced: BaseId,
    },
    /// With a group in ambush or on an outflanking march.
    Hidden(GroupId),
    March,
    Lost,
    /// FA-CMOVE-20: off the table with his group; no test.
    Gone,
}

/// FA-CAMP-05.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Camp {
    pub rect: Rect,
    pub fortified: bool,
    pub sacked: bool,
    /// FA-LOOT-03: nobody loots it any more, it is off the table.
    pub gone: bool,
}

/// A piece of field fortifications, or portable defences as placed by their group.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Work {
    pub side: Side,
    /// FA-PD-05: none for field fortifications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portable_of: Option<GroupId>,
    pub rect: Rect,
}

/// FA-AMB-05, FA-AMB-06.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Marker {
    pub side: Side,
    pub rect: Rect,
    pub holds: Holds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    Unknown,
    Dummy,
    Group {
        group: GroupId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commander: Option<CommanderId>,
        /// FA-AMB-12.
        #[serde(default)]
        dismounted: bool,
    },
}

/// FA-FLANK-01 to FA-FLANK-22.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct March {
    pub side: Side,
    /// As its own army sees it.
    pub flank: Hand,
    pub groups: GroupSet,
    pub commander: CommanderId,
    pub progress: MarchProgress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarchProgress {
    /// Nothing is heard of it yet.
    Marching,
    /// FA-FLANK-10: it comes in the manoeuvre phase of this turn of its side.
    Arrives { turn: u16 },
    /// FA-FLANK-15: driven back, it comes near its own rear edge.
    DrivenBack { turn: u16 },
    /// FA-FLANK-16: it drove an enemy back and must use the same stretch of the edge.
    DroveBack { turn: u16 },
    /// All of it has arrived or straggled.
    Done,
}

/// What an army has besides its groups.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Army {
    /// FA-VIC-01, FA-VIC-06: groups at the beginning, scythed chariots left out.
    pub initial: u8,
}

/// FA-FORM-05: a kinked column. The track is the way that its first base took, as poses of the middle of its
/// front edge, newest first; each base stands on it behind the one before.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kink {
    pub group: GroupId,
    pub track: Vec<Pose>,
}

/// FA-ALG-07: two enemy groups in close combat. Kept until they part, not worked out from where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bout {
    /// Red's group, then Blue's.
    pub groups: [GroupId; 2],
    /// How each of them meets the other, Red's first.
    pub ties: [Tie; 2],
    /// The contact is new: it is to be fought as an impact.
    pub fresh: bool,
}

/// How a group meets an enemy in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tie {
    /// It fights the enemy with its front.
    Front,
    /// FA-FLK-05: the enemy came into its flank or rear by a flank or rear charge.
    HitInFlank,
    /// It only overlaps the enemy, or is only overlapped by him (FA-OVL-00).
    Overlap,
}

/// FA-COMB-03: hits of one group on another in this phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hits {
    pub by: GroupId,
    pub on: GroupId,
    pub hits: u8,
    /// From shooting; support shooting counts as close combat (FA-SUPP-10).
    pub shooting: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pursuit {
    pub pursuer: GroupId,
    pub quarry: GroupId,
}

/// FA-ROUT-04, FA-ROUT-05.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Broken {
    pub group: GroupId,
    pub why: BrokenWhy,
    /// The enemies responsible: chargers, shooters or opponents; empty where there are none.
    pub by: GroupSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrokenWhy {
    /// FA-CHG-33.
    ChargedFragmented,
    Shooting,
    CloseCombat,
    /// Tests for what was seen, bursts, autobreak without close combat, break-offs that fail.
    Otherwise,
}

/// FA-CT-05, FA-CT-10, FA-CTM-06: a group that must test for what it saw, and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seen {
    pub group: GroupId,
    /// Friends that broke and commanders lost, together.
    pub reasons: u8,
    /// FA-V31-28: the commander-in-chief is among the lost.
    pub chief: bool,
}

impl State {
    #[inline]
    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.index()]
    }

    #[inline]
    pub fn base(&self, id: BaseId) -> &Base {
        &self.bases[id.index()]
    }

    pub fn commander(&self, id: CommanderId) -> &Commander {
        &self.commanders[id.index()]
    }

    #[inline]
    pub fn rect(&self, id: BaseId) -> &Rect {
        &self.base(id).rect
    }

    #[inline]
    pub fn group_ids(&self) -> impl Iterator<Item = GroupId> + use<> {
        (0..self.groups.len()).map(|index| GroupId(index as u8))
    }

    pub fn commander_ids(&self) -> impl DoubleEndedIterator<Item = CommanderId> + use<> {
        (0..self.commanders.len()).map(|index| CommanderId(index as u8))
    }

    /// Groups on the table, of both sides.
    #[inline]
    pub fn on_table(&self) -> impl Iterator<Item = GroupId> + '_ {
        self.group_ids().filter(|id| self.group(*id).place == Place::Table)
    }

    #[inline]
    pub fn on_table_of(&self, side: Side) -> impl Iterator<Item = GroupId> + '_ {
        self.on_table().filter(move |id| self.group(*id).side == side)
    }

    /// The bases that a group still has.
    #[inline]
    pub fn bases_of(&self, group: GroupId) -> impl Iterator<Item = BaseId> + '_ {
        let group = self.group(group);
        let all = (group.first.0..group.first.0 + u16::from(group.original)).map(BaseId);
        all.filter(|base| !self.base(*base).lost)
    }

    /// The outlines of the bases that a group still has.
    #[inline]
    pub fn rects_of(&self, group: GroupId) -> impl Iterator<Item = &Rect> + '_ {
        self.bases_of(group).map(|base| self.rect(base))
    }

    /// FA-BASE-06: how many bases a group still has; a commander is none of them.
    pub fn strength(&self, group: GroupId) -> usize {
        self.bases_of(group).count()
    }

    /// What a base is.
    pub fn troop(&self, base: BaseId) -> &Troop {
        let base = self.base(base);
        &self.group(base.group).troops[usize::from(base.troop.min(1))]
    }

    pub fn side_of(&self, base: BaseId) -> Side {
        self.group(self.base(base).group).side
    }

    pub fn kink_of(&self, group: GroupId) -> Option<&Kink> {
        self.kinks.iter().find(|kink| kink.group == group)
    }

    /// The close combats of a group.
    #[inline]
    pub fn bouts_of(&self, group: GroupId) -> impl Iterator<Item = &Bout> + '_ {
        self.bouts.iter().filter(move |bout| bout.has(group))
    }

    /// In close combat, be it only as an overlap.
    pub fn in_close_combat(&self, group: GroupId) -> bool {
        self.bouts_of(group).next().is_some()
    }

    /// FA-OVL-00: in close combat other than only as an overlap.
    pub fn committed(&self, group: GroupId) -> bool {
        self.bouts_of(group).any(|bout| bout.is_committed())
    }

    #[inline]
    pub fn did(&self, group: GroupId, deed: Deed) -> bool {
        self.group(group).deeds.has(deed)
    }

    /// Commanders who are with this group, in its front rank or not.
    pub fn commanders_with(&self, group: GroupId) -> impl Iterator<Item = CommanderId> + '_ {
        self.commander_ids().filter(move |id| self.commander(*id).with() == Some(group))
    }
}

impl Group {
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.cohesion == Cohesion::Broken
    }

    pub fn on_table(&self) -> bool {
        self.place == Place::Table
    }
}

impl Commander {
    /// FA-CMD-07: the group he is with, in its front rank or not.
    pub fn with(&self) -> Option<GroupId> {
        match self.place {
            CommanderPlace::With(group) | CommanderPlace::Front { group, .. } => Some(group),
            _ => None,
        }
    }

    pub fn on_table(&self) -> bool {
        matches!(self.place, CommanderPlace::Alone | CommanderPlace::With(_) | CommanderPlace::Front { .. })
    }
}

impl Bout {
    /// Two groups of different sides, the first of them Red's.
    pub fn between(red: GroupId, blue: GroupId, ties: [Tie; 2], fresh: bool) -> Bout {
        Bout { groups: [red, blue], ties, fresh }
    }

    pub fn has(&self, group: GroupId) -> bool {
        self.groups.contains(&group)
    }

    /// The other group.
    pub fn enemy_of(&self, group: GroupId) -> GroupId {
        if self.groups[0] == group { self.groups[1] } else { self.groups[0] }
    }

    /// How this group meets the other.
    pub fn tie_of(&self, group: GroupId) -> Tie {
        if self.groups[0] == group { self.ties[0] } else { self.ties[1] }
    }

    /// More than an overlap.
    pub fn is_committed(&self) -> bool {
        self.ties.iter().any(|tie| *tie != Tie::Overlap)
    }
}

impl Cohesion {
    /// FA-COH-19: so many levels down; the ladder ends at BROKEN.
    pub fn down(self, levels: u8) -> Cohesion {
        match self as u8 + levels {
            0 => Cohesion::Steady,
            1 => Cohesion::Disrupted,
            2 => Cohesion::Fragmented,
            _ => Cohesion::Broken,
        }
    }

    /// FA-JCMD-05: one level up.
    pub fn up(self) -> Cohesion {
        match self {
            Cohesion::Broken => Cohesion::Fragmented,
            Cohesion::Fragmented => Cohesion::Disrupted,
            Cohesion::Disrupted | Cohesion::Steady => Cohesion::Steady,
        }
    }
}

impl Flag for Deed {
    const ALL: &'static [Deed] = &[
        Deed::Charged,
        Deed::Intercepted,
        Deed::WasCharged,
        Deed::Evades,
        Deed::Stands,
        Deed::MovedInImpact,
        Deed::MovedInManoeuvre,
        Deed::MovedTwice,
        Deed::Dropped,
        Deed::HitInFlank,
        Deed::PassedFar,
        Deed::RallyTried,
        Deed::Routed,
        Deed::Pursued,
        Deed::ShotFromHiding,
        Deed::Fought,
        Deed::BurstThrough,
        Deed::TestedForSeen,
        Deed::FailedTest,
        Deed::PassedTest,
        Deed::Held,
        Deed::Trapped,
        Deed::FoughtTwoWays,
        Deed::ExpandedLeft,
        Deed::ExpandedRight,
        Deed::Looting,
        Deed::PartlyPassed,
        Deed::Pursuing,
        Deed::ContactedInPursuit,
        Deed::TestedForCharge,
        Deed::BrokeLed,
    ];

    fn bit(self) -> u32 {
        self as u32
    }
}

impl Deed {
    pub fn lasts(self) -> Lasts {
        use Deed::*;
        match self {
            BurstThrough | TestedForSeen | FailedTest | PassedTest | Held | ShotFromHiding | Routed
            | Trapped | FoughtTwoWays | ExpandedLeft | ExpandedRight | TestedForCharge => Lasts::Phase,
            Looting | PartlyPassed | Pursuing | ContactedInPursuit => Lasts::Long,
            BrokeLed => Lasts::ToJoint,
            _ => Lasts::Turn,
        }
    }

    /// What is left of what a group did when a phase, a whole turn, or the time to the joint action phase has ended.
    pub fn left(deeds: Deeds, ended: Lasts) -> Deeds {
        deeds.only(|deed| match ended {
            Lasts::Phase => deed.lasts() != Lasts::Phase,
            Lasts::Turn => matches!(deed.lasts(), Lasts::ToJoint | Lasts::Long),
            Lasts::ToJoint => deed.lasts() != Lasts::ToJoint,
            Lasts::Long => false,
        })
    }
}
