//! Carrying out a run: the events of its course, and what ends with it.

use super::choice::{RunQuestion, Waiting};
use super::flight::{Flight, Kind};
use super::run::{Course, CourseEnd, run};
use crate::cohesion;
use crate::command::{follow, moves};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{CommanderId, GroupId, GroupSet};
use crate::movement;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Phase;
use crate::state::{BrokenWhy, CommanderPlace, Deed, Defences, Place};
use aelian_game::Cx;
use aelian_geometry::distance;
use aelian_rulebook::{RuleId, rule};

/// Makes a run, or leaves it waiting for what its owner has to choose.
pub fn fly(cx: &mut Cx<'_, Rules>, flight: Flight) {
    match run(Look::new(cx.rules, cx.state()), &flight) {
        Ok(course) => land(cx, &flight, course),
        Err(question) => {
            let question = RunQuestion::from(question);
            cx.emit(Event::Waits(Pending::Rout(Waiting::Run { flight, question })));
        }
    }
}

fn land(cx: &mut Cx<'_, Rules>, flight: &Flight, course: Course) {
    let group = flight.group;
    for (rule, fact) in &course.reasons {
        cx.cite(*rule, || fact.clone());
    }
    let why = match flight.kind {
        Kind::Evade => MoveWhy::Evaded,
        Kind::Rout => MoveWhy::Routed,
    };
    for moved in course.shifted {
        moves(cx, moved);
    }
    if !course.way.is_empty() {
        drop_defences(cx, group);
    }
    let from = Body::of(cx.state(), group);
    let places = course.body.places();
    let facing = course.body.facing;
    cx.emit(Event::Moved(Moved { group, why, way: course.way, places, facing, shape: course.shape }));
    follow(cx, group);
    pass_friends(cx, group, course.partly);
    if flight.kind == Kind::Evade && course.end == CourseEnd::Stands {
        alert_commanders(cx, group, &from);
    }
    if let Some(deed) = moved_deed(cx.state().phase) {
        cx.emit(Event::Did { group, deed });
    }
    burst(cx, course.burst, rule!("FA-BURST-06"));
    match (course.end, flight.kind) {
        (CourseEnd::Stands, _) => {}
        (CourseEnd::Leaves(edge), kind) => {
            cx.cite(rule!("FA-EDGE-02"), || Fact::OffTable(edge));
            let to = if kind == Kind::Evade { Place::EvadedOff } else { Place::RoutedOff };
            cx.emit(Event::Leaves { group, to });
        }
        // FA-CT-13: nobody tests for it.
        (CourseEnd::NoRoom, _) => {
            // FA-TER-05: be it for impassable ground.
            cx.cite(rule!("FA-BURST-07"), || Fact::Group(group));
            cx.emit(Event::Leaves { group, to: Place::Destroyed });
        }
        (CourseEnd::Trapped(by), _) => {
            cx.cite(rule!("FA-ROUT-08"), || Fact::Pair { group, other: by });
            cx.emit(Event::Did { group, deed: Deed::Trapped });
        }
    }
    if flight.kind == Kind::Rout {
        cx.emit(Event::RoutMade(group));
        cx.emit(Event::Did { group, deed: Deed::Routed });
    }
    cx.emit(Event::Dealt(group));
}

/// FA-INT-09: it is disordered while it has only partly passed through friends; any other run has brought it clear.
fn pass_friends(cx: &mut Cx<'_, Rules>, group: GroupId, partly: bool) {
    let deed = Deed::PartlyPassed;
    match (cx.state().did(group, deed), partly) {
        (false, true) => cx.emit(Event::Did { group, deed }),
        (true, false) => cx.emit(Event::Undone { group, deed }),
        _ => {}
    }
}

/// FA-EV-26, FA-SHOOT-12: who moves in the impact phase does not shoot.
pub(super) fn moved_deed(phase: Phase) -> Option<Deed> {
    (phase == Phase::Impact).then_some(Deed::MovedInImpact)
}

/// FA-BURST-02, FA-BURST-06, FA-BURST-08: groups burst through drop one level, once in a phase.
pub(super) fn burst(cx: &mut Cx<'_, Rules>, groups: GroupSet, rule: RuleId) {
    for friend in groups.iter() {
        if cx.state().did(friend, Deed::BurstThrough) {
            cx.cite(rule!("FA-BURST-08"), || Fact::Group(friend));
            continue;
        }
        cx.emit(Event::Did { group: friend, deed: Deed::BurstThrough });
        cohesion::lower(cx, friend, 1, rule, BrokenWhy::Otherwise, GroupSet::EMPTY);
    }
}

/// FA-PD-09: portable defences left behind are removed.
pub(super) fn drop_defences(cx: &mut Cx<'_, Rules>, group: GroupId) {
    if cx.state().group(group).defences != Defences::Placed {
        return;
    }
    while let Some(at) = cx.state().works.iter().position(|work| work.portable_of == Some(group)) {
        cx.emit(Event::WorkGone(at as u8));
    }
    cx.cite(rule!("FA-PD-09"), || Fact::Group(group));
    cx.emit(Event::Defences { group, to: Defences::None });
}

/// FA-CMOVE-13, AMB-39: enemy commanders with no group whom this move of an unbroken group has brought into contact or
/// shooting range must look for a group to join.
pub fn alert_commanders(cx: &mut Cx<'_, Rules>, group: GroupId, from: &Body) {
    let look = Look::new(cx.rules, cx.state());
    let side = look.state.group(group).side;
    let reach = look.alarming_reach(group);
    let near = |id: &CommanderId| {
        let commander = look.state.commander(*id);
        let before = from.rects().map(|rect| distance(rect, &commander.rect)).fold(f64::INFINITY, f64::min);
        commander.side != side
            && commander.place == CommanderPlace::Alone
            && before > reach
            && look.distance_to(group, &commander.rect) <= reach
    };
    let caught: Vec<CommanderId> = look.state.commander_ids().filter(near).collect();
    for commander in caught {
        cx.emit(Event::Waits(Pending::Movement(movement::Waiting::Caught { commander, by: group })));
    }
}
