//! The end of a charge or an interception: everything that a group takes along or leaves behind when it moves.

use super::choice::ChargePath;
use super::trace::{Trace, goes_by_track};
use crate::command::escorts;
use crate::event::{Event, MoveWhy, Moved};
use crate::formation::Body;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::movement::{self, Leg, Waiting, Walk};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Deed, Defences, Shape};
use aelian_game::Cx;
use aelian_geometry::{Pose, distance};

/// Where a group comes to stand.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub body: Body,
    pub way: Vec<Leg>,
    pub shape: Shape,
    /// FA-FORM-05: of a kinked column.
    pub track: Vec<Pose>,
}

impl Arrival {
    /// A group at the end of its way. The bases of a column that wheels follow the first one (FA-WHEEL-07).
    pub fn of(look: Look<'_>, group: GroupId, path: &ChargePath, on: &Trace) -> Arrival {
        if goes_by_track(look, group, path) {
            return Arrival::by_track(look, group, on.way.clone());
        }
        let shape = if path.drop.is_some() { Shape::Normal } else { look.shape_to_move(group) };
        Arrival { body: on.body.clone(), way: on.way.clone(), shape, track: Vec::new() }
    }

    fn by_track(look: Look<'_>, group: GroupId, way: Vec<Leg>) -> Arrival {
        let who = GroupSet::one(group);
        let mut walk = Walk::new(look, who, look.speed(who, 0.0), None);
        way.iter().for_each(|leg| walk.go(*leg));
        Arrival { body: walk.body, way, shape: walk.shape, track: walk.track }
    }

    /// An interceptor whose first base, or all of whom as one, has gone this way to stand so.
    pub fn of_interceptor(look: Look<'_>, group: GroupId, body: Body, way: Vec<Leg>) -> Arrival {
        let shape = look.state.group(group).shape;
        let wheels = way.iter().any(|leg| matches!(leg, Leg::Wheel { .. }));
        if shape == Shape::KinkedColumn || wheels && look.is_column(group) {
            return Arrival::by_track(look, group, way);
        }
        Arrival { body, way, shape, track: Vec::new() }
    }
}

/// The group moves: its overlaps end (FA-OVL-00), its commanders go along (FA-CMOVE-10), its portable defences are left
/// behind (FA-PD-09), it shoots no more in this turn (FA-CHG-27), and lone enemy commanders whom it reaches must look for shelter (FA-CMOVE-13).
pub fn arrive(cx: &mut Cx<'_, Rules>, group: GroupId, to: Arrival, why: MoveWhy) {
    let look = Look::new(cx.rules, cx.state());
    let mut events: Vec<Event> =
        look.state.bouts_of(group).map(|bout| Event::BoutOver(bout.groups)).collect();
    let left = look.abandoned_defences(group, &to.body);
    let caught = caught(look, group, &to.body);
    let (places, facing) = (to.body.places(), to.body.facing);
    let moved = Moved { group, why, way: to.way, places, facing, shape: to.shape };
    let along = escorts(look, &moved);
    events.push(Event::Moved(moved));
    if to.shape == Shape::KinkedColumn {
        let track = to.track.iter().map(|pose| pose.on_grid()).collect();
        events.push(Event::Kinked { group, track });
    }
    events.extend(along);
    if !left.is_empty() {
        events.extend(left.into_iter().map(Event::WorkGone));
        events.push(Event::Defences { group, to: Defences::None });
    }
    events.push(Event::Did { group, deed: Deed::MovedInImpact });
    let waits = |commander| Event::Waits(Pending::Movement(Waiting::Caught { commander, by: group }));
    events.extend(caught.into_iter().map(waits));
    movement::emit_all(cx, events);
}

/// FA-CMOVE-13, AMB-39: lone enemy commanders whom the group was not near and now touches or has in range.
fn caught(look: Look<'_>, group: GroupId, end: &Body) -> Vec<CommanderId> {
    let side = look.state.group(group).side;
    let reach = look.alarming_reach(group);
    let alone = |id: &CommanderId| {
        let officer = look.state.commander(*id);
        officer.side != side
            && officer.place == CommanderPlace::Alone
            && look.distance_to(group, &officer.rect) > reach
            && end.rects().any(|rect| distance(rect, &officer.rect) <= reach)
    };
    look.state.commander_ids().filter(alone).collect()
}
