//! What one side may not know of the other (FA-AMB-06, FA-FLANK-01, FA-DEP-09): groups that are not on the table yet.

use super::choice::SetUpChoice;
use super::progress::{Seen, SetUpEvent, Step, blind};
use crate::choice::Choice;
use crate::event::Event;
use crate::ids::{CommanderId, GroupId};
use crate::rules::{Called, Rules};
use crate::stage::Stage;
use crate::state::{
    Base, Cohesion, Commander, CommanderPlace, Deeds, Defences, Grade, Group, MarchProgress, Place, Rank,
    Shape, State,
};
use crate::troop::{Armour, Capabilities, Quality, Training, Troop, TroopType};
use aelian_game::{Seldom, Side, Viewer};
use aelian_geometry::{Pose, Rect, Vec2};

/// Whether a viewer may know everything of a side.
pub(super) fn knows(viewer: Viewer, side: Side) -> bool {
    viewer == Viewer::Side(side)
}

/// A group that only its owner knows of; in a view it is unknown already.
fn is_secret(place: Place) -> bool {
    matches!(place, Place::Waiting | Place::Ambush | Place::March | Place::Unknown)
}

/// FA-FLANK-13: only its owner knows what it is; that a group straggles counts for all to see.
pub(super) fn is_off(place: Place) -> bool {
    is_secret(place) || place == Place::Straggled
}

/// A commander of whom only his own side knows.
fn is_hidden(commander: &Commander) -> bool {
    matches!(
        commander.place,
        CommanderPlace::Waiting | CommanderPlace::Hidden(_) | CommanderPlace::March | CommanderPlace::Unknown
    )
}

/// What stands for troops that are not known.
pub(super) fn nobody() -> Troop {
    Troop { kind: TroopType::HeavyFoot, armour: Armour::Unprotected, capabilities: Capabilities::NONE }
}

/// The state as a viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    for id in state.group_ids() {
        let group = state.group(id);
        if is_off(group.place) && !knows(viewer, group.side) {
            hide(rules, &mut seen, id);
        }
    }
    for commander in &mut seen.commanders {
        if is_hidden(commander) && !knows(viewer, commander.side) {
            commander.place = CommanderPlace::Unknown;
            commander.grade = Grade::Troop;
            commander.rank = Rank::Sub;
            commander.contingent = 0;
            commander.rect = commander.rect.with_pose(nowhere(commander.side));
            commander.stood = nowhere(commander.side);
            commander.with_since = None;
        }
    }
    for marker in &mut seen.markers {
        if !knows(viewer, marker.side) {
            *marker = blind(marker);
        }
    }
    // FA-FLANK-09: a march is known of from its successful roll on.
    seen.marches.retain(|march| knows(viewer, march.side) || march.progress != MarchProgress::Marching);
    if let Some(set_up) = &mut seen.set_up {
        for side in Side::BOTH.into_iter().filter(|side| !knows(viewer, *side)) {
            let own = |id: GroupId| state.group(id).side == side;
            let others = set_up.may_dismount.iter().filter(|id| !own(*id)).collect();
            set_up.may_dismount = others;
        }
    }
    seen
}

fn nowhere(side: Side) -> Pose {
    Pose { at: Vec2::ZERO, facing: super::home_facing(side) }
}

/// Nothing is left of a group but that there is one.
fn hide(rules: &Rules, state: &mut State, id: GroupId) {
    let group = &mut state.groups[id.index()];
    let nobody = nobody();
    let (side, first) = (group.side, group.first);
    *group = Group {
        side,
        contingent: 0,
        first,
        original: 0,
        troops: [nobody; 2],
        quality: Quality::Average,
        training: Training::Undrilled,
        // FA-FLANK-13: that a group straggles counts for all to see; what it was does not show.
        place: if group.place == Place::Straggled { Place::Straggled } else { Place::Unknown },
        facing: super::home_facing(side),
        shape: Shape::Normal,
        cohesion: Cohesion::Steady,
        deeds: Deeds::default(),
        defences: Defences::None,
        afoot: Seldom(None),
    };
    for base in super::slots(state, id) {
        let rect = Rect::new(nowhere(side), rules.width, rules.depth(nobody.kind));
        *base = Base { group: id, troop: 0, lost: true, rect };
    }
}

/// The event as a viewer may see it; none if he may not know that it happened.
pub fn event_for(rules: &Rules, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
    let unknown = |id: GroupId| {
        let group = before.group(id);
        is_secret(group.place) && !knows(viewer, group.side)
    };
    match event {
        Event::Appears(moved) if unknown(moved.group) => {
            let first = before.group(moved.group).first.index();
            let bases = before.bases.iter().skip(first).take(crate::formation::MOST_BASES).cloned().collect();
            let Called { name, label } = rules.called.group(moved.group);
            let group = before.group(moved.group).clone();
            let seen = Seen { moved: moved.clone(), group, bases, name, label };
            Some(Event::SetUp(SetUpEvent::Seen(Box::new(seen))))
        }
        Event::Dismounts { group, .. } if unknown(*group) => None,
        Event::Leaves { group, to } if unknown(*group) => {
            Some(Event::SetUp(SetUpEvent::PlaceIs { group: *group, place: *to }))
        }
        Event::SetUp(event) => set_up_event(rules, before, event, viewer).map(Event::SetUp),
        _ => Some(event.clone()),
    }
}

fn set_up_event(rules: &Rules, before: &State, event: &SetUpEvent, viewer: Viewer) -> Option<SetUpEvent> {
    match event {
        SetUpEvent::Marker(marker) if !knows(viewer, marker.side) => Some(SetUpEvent::Marker(blind(marker))),
        SetUpEvent::Hides { group, .. } if !knows(viewer, before.group(*group).side) => None,
        SetUpEvent::Marches(march) if !knows(viewer, march.side) => None,
        SetUpEvent::MarchIs { commander, progress } => {
            let march = before.marches.iter().find(|march| march.commander == *commander)?;
            let unknown = march.progress == MarchProgress::Marching && !knows(viewer, march.side);
            Some(if unknown {
                SetUpEvent::MarchKnown(crate::state::March { progress: *progress, ..march.clone() })
            } else {
                event.clone()
            })
        }
        SetUpEvent::Commander { commander, place, pose } if is_unknown(before, *commander, viewer) => {
            let mut seen = before.commander(*commander).clone();
            seen.place = *place;
            seen.rect = seen.rect.with_pose(*pose);
            let name = rules.called.commander(*commander);
            Some(SetUpEvent::CommanderSeen { commander: *commander, seen: Box::new(seen), name })
        }
        _ => Some(event.clone()),
    }
}

fn is_unknown(state: &State, commander: CommanderId, viewer: Viewer) -> bool {
    let commander = state.commander(commander);
    is_hidden(commander) && !knows(viewer, commander.side)
}

/// FA-AMB-06, FA-FLANK-01: what markers hold and who marches only their owner knows; nor does a roll for a march tell who
/// is on it.
pub fn may_know(before: &State, choice: &Choice, viewer: Viewer) -> bool {
    let step = before.set_up.as_ref().map(|set_up| set_up.step);
    match (choice, step) {
        (Choice::SetUp(SetUpChoice::Markers(_)), Some(Step::Markers(side)))
        | (Choice::SetUp(SetUpChoice::Marches(_)), Some(Step::Marches(side))) => knows(viewer, side),
        (Choice::Proceed, _) if before.stage == Stage::Marches => knows(viewer, before.active),
        _ => true,
    }
}

/// Whether the event told somebody what he did not know.
pub fn reveals(event: &Event) -> bool {
    matches!(
        event,
        Event::Appears(_)
            | Event::SetUp(
                SetUpEvent::Marker(_)
                    | SetUpEvent::MarkerGone(_)
                    | SetUpEvent::Commander { .. }
                    | SetUpEvent::MarchIs { .. }
            )
    )
}
