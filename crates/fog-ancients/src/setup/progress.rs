//! What set-up still has to do (30.1), and the events by which it goes on.

use super::choice::Pick;
use crate::army::Territory;
use crate::event::{Event, Moved};
use crate::field::Piece;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::state::{
    Base, Commander, CommanderPlace, Group, Holds, March, MarchProgress, Marker, Place, State,
};
use aelian_game::Side;
use aelian_geometry::{Polygon, Pose};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where set-up stands. All of it lies open but for what the groups' places hide.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct SetUp {
    pub step: Step,
    /// FA-INIT-06: the territories that either army lists, and the one chosen.
    pub territories: Vec<Territory>,
    pub territory: Option<Territory>,
    /// Everything picked, in the order of picking.
    pub picks: Vec<Picked>,
    /// FA-PLACE-01: picks that wait to be laid, the next one first.
    pub to_lay: Vec<u8>,
    /// FA-PLACE-07: the die for the next one, once it is thrown.
    pub die: Option<u8>,
    /// FA-PLACE-09: the die for the piece just laid, and what it is.
    pub adjusting: Option<Adjusting>,
    /// FA-FF-01: pieces of field fortifications that each side has paid for.
    pub works: [u8; 2],
    pub fortified_camps: [bool; 2],
    /// FA-DISM-01: groups that their list lets dismount.
    pub may_dismount: GroupSet,
    /// The battlefield was given: nobody picks or lays terrain.
    pub given: bool,
    /// FA-DEP-01: sizes of the batches still to be deployed, red's then blue's.
    pub batches: [Vec<u8>; 2],
}

/// FA-SET-04: the steps in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    Initiative,
    Territory,
    Compulsory(Side),
    Further(Side),
    Terrain,
    Works(Side),
    Camp(Side),
    Markers(Side),
    Marches(Side),
    Deploy(Side),
    Dismount(Side),
    Commanders(Side),
    Done,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Picked {
    pub by: Side,
    pub pick: Pick,
    /// FA-TERR-06.
    pub compulsory: bool,
}

/// FA-PLACE-09.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Adjusting {
    pub pick: u8,
    /// The die after its modifiers, once it is thrown.
    pub die: Option<i32>,
}

/// 30: what happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetUpEvent {
    /// FA-INIT-01.
    Initiative(Side),
    Goes(Step),
    Territory(Territory),
    Picked(Vec<Picked>),
    /// FA-PLACE-01: what will be laid, in this order.
    Order(Vec<u8>),
    Die(u8),
    /// The piece whose turn it is lies on the table, or nowhere; the next one's turn comes after its adjustment.
    Laid(u8),
    AdjustDie(i32),
    /// The adjustment is over.
    Adjusted,
    /// FA-PLACE-13: the last piece laid has moved there.
    Moved(Piece),
    /// FA-PLACE-09: the last piece laid of this kind is gone.
    Removed(Pick),
    /// FA-PLACE-06: open areas are taken away.
    OpenGone,
    WorksDone(Side),
    Marker(Marker),
    /// The marker with this number is taken away; those after it move up.
    MarkerGone(u8),
    /// FA-AMB-06: the group is in ambush.
    Hides {
        group: GroupId,
        commander: Option<CommanderId>,
    },
    Marches(March),
    /// The march of this commander now stands so.
    MarchIs {
        commander: CommanderId,
        progress: MarchProgress,
    },
    /// FA-FLANK-09: in the view of one who did not know of it. Never part of a record.
    MarchKnown(March),
    /// Groups that have left the march.
    LeftMarch {
        commander: CommanderId,
        groups: GroupSet,
    },
    BatchDone(Side),
    /// A group's place, without its coming upon the table.
    PlaceIs {
        group: GroupId,
        place: Place,
    },
    Commander {
        commander: CommanderId,
        place: CommanderPlace,
        pose: Pose,
    },
    /// Set-up is over.
    Over,
    /// FA-DEP-09, FA-AMB-08: in the view of one who did not know it, a group comes upon the table. Never part of a
    /// record: it stands there for `Appears`.
    Seen(Box<Seen>),
    /// The same for a commander.
    CommanderSeen {
        commander: CommanderId,
        seen: Box<Commander>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
    },
    /// FA-CMOVE-16: he has been with the group with which he came upon the table.
    CameWith(CommanderId),
}

/// A group as it is seen for the first time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    pub moved: Moved,
    pub group: Group,
    /// All twelve places.
    pub bases: Vec<Base>,
    /// What it is called in a stated position; in an army groups are numbered.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What its army calls it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
}

pub fn apply(state: &mut State, event: &SetUpEvent) {
    match event {
        SetUpEvent::Initiative(side) => state.initiative = *side,
        SetUpEvent::Marker(marker) => state.markers.push(marker.clone()),
        SetUpEvent::MarkerGone(at) => {
            if usize::from(*at) < state.markers.len() {
                state.markers.remove(usize::from(*at));
            }
        }
        SetUpEvent::Hides { group, commander } => {
            state.groups[group.index()].place = Place::Ambush;
            if let Some(commander) = commander {
                state.commanders[commander.index()].place = CommanderPlace::Hidden(*group);
            }
        }
        SetUpEvent::Marches(march) => {
            for group in march.groups.iter() {
                state.groups[group.index()].place = Place::March;
            }
            state.commanders[march.commander.index()].place = CommanderPlace::March;
            add_march(state, march);
        }
        SetUpEvent::MarchKnown(march) => add_march(state, march),
        SetUpEvent::MarchIs { commander, progress } => {
            for march in state.marches.iter_mut().filter(|march| march.commander == *commander) {
                march.progress = *progress;
            }
        }
        SetUpEvent::LeftMarch { commander, groups } => {
            for march in state.marches.iter_mut().filter(|march| march.commander == *commander) {
                march.groups = march.groups.minus(*groups);
            }
        }
        SetUpEvent::PlaceIs { group, place } => state.groups[group.index()].place = *place,
        SetUpEvent::Commander { commander, place, pose } => {
            let commander = &mut state.commanders[commander.index()];
            commander.place = *place;
            commander.rect = commander.rect.with_pose(*pose);
        }
        SetUpEvent::CameWith(commander) => {
            let commander = &mut state.commanders[commander.index()];
            commander.with_since = commander.with();
            commander.stood = commander.rect.pose;
        }
        SetUpEvent::Moved(piece) => replace_last(state, piece),
        SetUpEvent::Removed(pick) => remove_last(state, pick),
        SetUpEvent::OpenGone => {
            let open = crate::field::AreaKind::Open;
            state.field = Arc::new(state.field.changed(|field| field.areas.retain(|area| area.kind != open)));
        }
        SetUpEvent::Over => state.set_up = None,
        SetUpEvent::Seen(seen) => {
            let first = seen.group.first.index();
            state.groups[seen.moved.group.index()] = seen.group.clone();
            for (slot, base) in state.bases.iter_mut().skip(first).zip(&seen.bases) {
                *slot = base.clone();
            }
            crate::event::apply(state, &Event::Appears(seen.moved.clone()));
        }
        SetUpEvent::CommanderSeen { commander, seen, .. } => {
            state.commanders[commander.index()] = Commander::clone(seen);
        }
        SetUpEvent::Goes(_)
        | SetUpEvent::Territory(_)
        | SetUpEvent::Picked(_)
        | SetUpEvent::Order(_)
        | SetUpEvent::Die(_)
        | SetUpEvent::Laid(_)
        | SetUpEvent::AdjustDie(_)
        | SetUpEvent::Adjusted
        | SetUpEvent::WorksDone(_)
        | SetUpEvent::BatchDone(_) => {
            if let Some(set_up) = &mut state.set_up {
                set_up.goes_on(event);
            }
        }
    }
}

/// Marches stand in the order of their commanders, so that it tells nothing.
fn add_march(state: &mut State, march: &March) {
    state.marches.push(march.clone());
    state.marches.sort_by_key(|march| march.commander);
}

impl SetUp {
    fn goes_on(&mut self, event: &SetUpEvent) {
        match event {
            SetUpEvent::Goes(step) => self.step = *step,
            SetUpEvent::Territory(territory) => self.territory = Some(*territory),
            SetUpEvent::Picked(picked) => self.picks.extend(picked),
            SetUpEvent::Order(order) => self.to_lay = order.clone(),
            SetUpEvent::Die(die) => self.die = Some(*die),
            SetUpEvent::Laid(pick) => {
                self.to_lay.retain(|waiting| waiting != pick);
                self.die = None;
                self.adjusting = Some(Adjusting { pick: *pick, die: None });
            }
            SetUpEvent::AdjustDie(die) => {
                if let Some(adjusting) = &mut self.adjusting {
                    adjusting.die = Some(*die);
                }
            }
            SetUpEvent::Adjusted => self.adjusting = None,
            SetUpEvent::WorksDone(side) => self.works[side.index()] = 0,
            SetUpEvent::BatchDone(side) => {
                let batches = &mut self.batches[side.index()];
                batches.drain(..batches.len().min(1));
            }
            _ => {}
        }
    }

    pub fn picked(&self, pick: u8) -> Option<&Picked> {
        self.picks.get(usize::from(pick))
    }
}

fn replace_last(state: &mut State, piece: &Piece) {
    state.field = Arc::new(state.field.changed(|field| match piece {
        Piece::Area(area) => {
            field.areas.pop();
            field.areas.push(area.clone());
        }
        Piece::River(river) => {
            field.rivers.pop();
            field.rivers.push(river.clone());
        }
        Piece::Road(road) => {
            field.roads.pop();
            field.roads.push(road.clone());
        }
    }));
}

fn remove_last(state: &mut State, pick: &Pick) {
    state.field = Arc::new(state.field.changed(|field| {
        match pick {
            Pick::Area { .. } | Pick::Coast => drop(field.areas.pop()),
            Pick::River => drop(field.rivers.pop()),
            Pick::Road => drop(field.roads.pop()),
        };
    }));
}

/// What a marker of the enemy shows.
pub fn blind(marker: &Marker) -> Marker {
    Marker { holds: Holds::Unknown, ..marker.clone() }
}

/// The outline of a piece, where it has one.
pub fn outline(points: &[aelian_geometry::Vec2]) -> Option<Polygon> {
    let sound = points.len() <= 64 && points.iter().all(|point| point.x.is_finite() && point.y.is_finite());
    if sound { Polygon::new(points.to_vec()).ok() } else { None }
}
