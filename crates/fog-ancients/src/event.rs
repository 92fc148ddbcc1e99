//! Events: the only way a state changes. Small enough to animate, large enough to name.

use crate::choice::Placement;
use crate::field::Piece;
use crate::ids::{BaseId, CommanderId, GroupId};
use crate::impact::Charge;
use crate::movement::Leg;
use crate::pending::Pending;
use crate::setup::{self, SetUpEvent};
use crate::shooting::Aiming;
use crate::stage::{Phase, Stage};
use crate::state::{
    Base, Bout, Broken, Camp, Cohesion, CommanderPlace, Deed, Defences, Group, Hits, Lasts, Place, Pursuit,
    Seen, Shape, State, Work,
};
use crate::troop::Troop;
use aelian_game::{Ending, Side};
use aelian_geometry::{Facing, Pose, Vec2};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// 30: what happens before the battle, and ambushes and marches during it.
    SetUp(SetUpEvent),
    /// A piece of terrain lies on the table.
    Laid(Piece),
    /// FA-SEQ-01.
    TurnBegins {
        turn: u16,
        active: Side,
    },
    Enters {
        phase: Phase,
        stage: Stage,
    },
    Ends(Ending),

    /// A group moves, turns or changes its formation. The way is what the page animates; the places decide.
    Moved(Moved),
    /// FA-FORM-05: the way on which a kinked column stands; after `Moved`.
    Kinked {
        group: GroupId,
        track: Vec<Pose>,
    },
    /// A group comes upon the table: deployed, revealed, arrived, dismounted.
    Appears(Moved),
    /// It leaves the table, or the game.
    Leaves {
        group: GroupId,
        to: Place,
    },
    /// 30.8, FA-DISM-07: what it now is, and the depth of its bases in mm.
    Dismounts {
        group: GroupId,
        troops: [Troop; 2],
        depths: [f64; 2],
    },
    Cohesion {
        group: GroupId,
        to: Cohesion,
    },
    Did {
        group: GroupId,
        deed: Deed,
    },
    /// A lasting deed is over.
    Undone {
        group: GroupId,
        deed: Deed,
    },
    BaseLost(BaseId),
    Defences {
        group: GroupId,
        to: Defences,
    },

    CommanderMoves {
        commander: CommanderId,
        place: CommanderPlace,
        pose: Pose,
    },
    /// He has used his move of this phase.
    CommanderMoved(CommanderId),
    /// FA-JCMD-06.
    CommanderTried(CommanderId),
    /// FA-CMT-14.
    CommanderBound(CommanderId),

    /// Two groups are in close combat so; replaces what was known of the two.
    Bout(Bout),
    BoutOver([GroupId; 2]),
    Charge(Charge),
    /// The charge of the same group is now so.
    ChargeIs(Charge),
    Hit(Hits),
    /// The shooters of a group have been told this; replaces what they were told before.
    Aims(Aiming),
    Broke(Broken),
    /// It has made its rout move for having broken.
    RoutMade(GroupId),
    Saw(Seen),
    /// It has tested for what it saw.
    SeenSettled(GroupId),
    Pursues(Pursuit),
    PursuitOver(Pursuit),

    CampIs {
        side: Side,
        camp: Camp,
    },
    WorkPlaced(Work),
    /// By its place in the list; those after it move up.
    WorkGone(u8),

    /// The group has been dealt with in this stage.
    Dealt(GroupId),
    /// A step now waits on top of the stack.
    Waits(Pending),
    /// The topmost waiting step is done.
    Settled,
}

/// A change of place or formation of one group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    pub group: GroupId,
    pub why: MoveWhy,
    /// The way as parts of a move, where it is one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Leg>,
    /// Where each of its bases now stands.
    pub places: Vec<Placement>,
    /// Where the group as a whole now faces.
    pub facing: Facing,
    pub shape: Shape,
}

/// Why a group moved; the page animates by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveWhy {
    Deployed,
    Revealed,
    Arrived,
    Manoeuvred,
    Charged,
    SteppedForward,
    Intercepted,
    Evaded,
    /// FA-FLK-10.
    TurnedToFace,
    Conformed,
    Reformed,
    Fed,
    /// FA-REM-08.
    ClosedRanks,
    BrokeOff,
    FacedAbout,
    Routed,
    Pursued,
    /// Shifted to make room for others (FA-CONF-06, FA-BURST-03, FA-INT-10).
    MadeRoom,
}

/// The only mutation. Ids of events from outside have passed `foreign::fits`.
pub fn apply(state: &mut State, event: &Event) {
    state.forget(event);
    match event {
        Event::SetUp(event) => setup::apply(state, event),
        Event::Laid(piece) => state.field = Arc::new(state.field.with(piece.clone())),
        Event::TurnBegins { turn, active } => turn_begins(state, *turn, *active),
        Event::Enters { phase, stage } => enters(state, *phase, *stage),
        Event::Ends(ending) => state.ending = Some(*ending),
        Event::Moved(moved) => put(state, moved),
        Event::Kinked { group, track } => {
            state.kinks.retain(|kink| kink.group != *group);
            state.kinks.push(crate::state::Kink { group: *group, track: track.clone() });
        }
        Event::Appears(moved) => {
            group(state, moved.group).place = Place::Table;
            put(state, moved);
        }
        Event::Leaves { group: id, to } => leaves(state, *id, *to),
        Event::Dismounts { group: id, troops, depths } => dismounts(state, *id, troops, depths),
        Event::Cohesion { group: id, to } => group(state, *id).cohesion = *to,
        Event::Did { group: id, deed } => group(state, *id).deeds = group(state, *id).deeds.with(*deed),
        Event::Undone { group: id, deed } => group(state, *id).deeds = group(state, *id).deeds.without(*deed),
        Event::BaseLost(base) => base_of(state, *base).lost = true,
        Event::Defences { group: id, to } => group(state, *id).defences = *to,
        Event::CommanderMoves { commander, place, pose } => {
            let commander = &mut state.commanders[commander.index()];
            commander.place = *place;
            commander.rect = commander.rect.with_pose(*pose);
        }
        Event::CommanderMoved(commander) => state.commanders[commander.index()].moved = true,
        Event::CommanderTried(commander) => state.commanders[commander.index()].tried = true,
        Event::CommanderBound(commander) => state.commanders[commander.index()].bound = true,
        Event::Bout(bout) => {
            state.bouts.retain(|other| other.groups != bout.groups);
            state.bouts.push(*bout);
        }
        Event::BoutOver(groups) => state.bouts.retain(|bout| bout.groups != *groups),
        Event::Charge(charge) => state.charges.push(charge.clone()),
        Event::ChargeIs(charge) => {
            for old in state.charges.iter_mut().filter(|old| old.group == charge.group) {
                *old = charge.clone();
            }
        }
        Event::Hit(hits) => state.hits.push(*hits),
        Event::Aims(aiming) => {
            state.aims.retain(|other| other.group != aiming.group);
            state.aims.push(aiming.clone());
        }
        Event::Broke(broken) => state.broken.push(*broken),
        Event::RoutMade(group) => state.broken.retain(|broken| broken.group != *group),
        Event::Saw(seen) => saw(state, *seen),
        Event::SeenSettled(group) => state.seen.retain(|seen| seen.group != *group),
        Event::Pursues(pursuit) => {
            state.pursuits.retain(|other| other != pursuit);
            state.pursuits.push(*pursuit);
        }
        Event::PursuitOver(pursuit) => state.pursuits.retain(|other| other != pursuit),
        Event::CampIs { side, camp } => state.camps[side.index()] = Some(camp.clone()),
        Event::WorkPlaced(work) => state.works.push(work.clone()),
        Event::WorkGone(at) => {
            if usize::from(*at) < state.works.len() {
                state.works.remove(usize::from(*at));
            }
        }
        Event::Dealt(group) => {
            state.dealt.insert(*group);
        }
        Event::Waits(pending) => state.pending.push(pending.clone()),
        Event::Settled => {
            state.pending.pop();
        }
    }
}

fn group(state: &mut State, id: GroupId) -> &mut Group {
    &mut state.groups[id.index()]
}

fn base_of(state: &mut State, id: BaseId) -> &mut Base {
    &mut state.bases[id.index()]
}

fn turn_begins(state: &mut State, turn: u16, active: Side) {
    state.turn = turn;
    state.active = active;
    for group in &mut state.groups {
        group.deeds = Deed::left(group.deeds, Lasts::Turn);
    }
}

/// A stage is entered with nobody dealt with; a phase with the deeds, hits and charges of the last one forgotten.
fn enters(state: &mut State, phase: Phase, stage: Stage) {
    let new_phase = state.phase != phase || Some(&stage) == phase.stages().first();
    state.phase = phase;
    state.stage = stage;
    state.dealt = crate::ids::GroupSet::EMPTY;
    if stage == Stage::FrontRank {
        // FA-IMP-08: a second round of impacts in one phase is counted for itself.
        state.hits.clear();
    }
    if !new_phase {
        return;
    }
    state.hits.clear();
    state.aims.clear();
    state.charges.clear();
    for group in &mut state.groups {
        group.deeds = Deed::left(group.deeds, Lasts::Phase);
        if phase == Phase::Joint {
            group.deeds = Deed::left(group.deeds, Lasts::ToJoint);
        }
    }
    for commander in &mut state.commanders {
        commander.with_since = commander.with();
        commander.stood = commander.rect.pose;
        commander.moved = false;
        commander.tried = false;
        commander.bound = false;
    }
}

fn put(state: &mut State, moved: &Moved) {
    if moved.why == MoveWhy::MadeRoom {
        // FA-FORM-05: a kinked column that makes room takes its way along.
        let way = moved.places.first().map(|place| place.pose.at - state.rect(place.base).pose.at);
        for kink in state.kinks.iter_mut().filter(|kink| kink.group == moved.group) {
            let along = |pose: &mut Pose| *pose = pose.translated(way.unwrap_or(Vec2::ZERO)).on_grid();
            kink.track.iter_mut().for_each(along);
        }
    }
    for place in &moved.places {
        let base = base_of(state, place.base);
        base.rect = base.rect.with_pose(place.pose);
    }
    let group = group(state, moved.group);
    group.facing = moved.facing;
    group.shape = moved.shape;
    if moved.shape != Shape::KinkedColumn {
        state.kinks.retain(|kink| kink.group != moved.group);
    }
}

/// FA-DISM-07: each base dismounts as one base, with the depth of its new type.
fn dismounts(state: &mut State, id: GroupId, troops: &[Troop; 2], depths: &[f64; 2]) {
    let group = group(state, id);
    group.troops = *troops;
    let bases = group.first.index()..group.first.index() + usize::from(group.original);
    for base in state.bases.get_mut(bases).unwrap_or_default() {
        base.rect.depth = depths[usize::from(base.troop.min(1))];
    }
}

/// Who leaves the table leaves every fight and every list behind.
fn leaves(state: &mut State, id: GroupId, to: Place) {
    group(state, id).place = to;
    state.kinks.retain(|kink| kink.group != id);
    state.bouts.retain(|bout| !bout.has(id));
    // FA-JPUR-09: who has fled over the edge is pursued up to it.
    state
        .pursuits
        .retain(|pursuit| pursuit.pursuer != id && (pursuit.quarry != id || to == Place::RoutedOff));
    pursuits_left(state);
    commanders_left(state, id, to);
    state.broken.retain(|broken| broken.group != id);
    state.seen.retain(|seen| seen.group != id);
}

/// FA-JPUR-08: nobody pursues whose routers are all gone.
fn pursuits_left(state: &mut State) {
    for index in 0..state.groups.len() {
        let id = GroupId(index as u8);
        if !state.pursuits.iter().any(|pursuit| pursuit.pursuer == id) {
            let group = &mut state.groups[index];
            group.deeds = group.deeds.without(Deed::Pursuing);
        }
    }
}

/// FA-CMOVE-20, FA-EDGE-06, FA-CT-13: commanders go off the table with a group that flees over its edge; else they stay where
/// they stand, alone.
fn commanders_left(state: &mut State, id: GroupId, to: Place) {
    for commander in state.commanders.iter_mut().filter(|commander| commander.with() == Some(id)) {
        commander.place = match to {
            Place::RoutedOff | Place::EvadedOff => CommanderPlace::Gone,
            _ => CommanderPlace::Alone,
        };
    }
}

/// FA-CTM-06: what a group sees in one phase is one test with all its reasons.
fn saw(state: &mut State, seen: Seen) {
    match state.seen.iter_mut().find(|old| old.group == seen.group) {
        Some(old) => {
            old.reasons += seen.reasons;
            old.chief |= seen.chief;
        }
        None => state.seen.push(seen),
    }
}
