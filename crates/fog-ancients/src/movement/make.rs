//! Carrying out an order of the manoeuvre phase, and what it leaves to be answered.

use super::ambushes::{ends_second, reveal_seen, stopped, watched};
use super::choice::{Interrupted, MoveOrder, Waiting};
use super::order::{Contact, Judged, When, judge};
use super::section::Section;
use crate::choice::{Ghost, Placement};
use crate::command::{Tester, complex_move_test, escorts};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{CommanderId, GroupId};
use crate::pending::Pending;
use crate::plan::Plan;
use crate::rules::{Look, Rules};
use crate::state::{Bout, CommanderPlace, Deed, Defences, Kink, Shape, State, Tie};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Side, Verdict};
use aelian_rulebook::{RuleId, rule};

/// An order that was found legal, ready to be carried out.
#[derive(Clone, Debug)]
pub struct MovePlan {
    test: Option<(RuleId, Tester)>,
    events: Vec<Event>,
    /// Where the movers look from on their way, while enemy ambushes may be about.
    watched: Vec<Body>,
}

/// The plan of an order as it was judged; none where ambushers may stop it.
pub fn plan(judged: &Judged<'_>, order: &MoveOrder, when: When) -> Option<Box<Plan>> {
    let test = || judged.test.zip(judged.tester());
    let plan = || MovePlan { test: test(), events: events(judged, order, when), watched: Vec::new() };
    (!may_be_ambushed(judged.walk.look)).then(|| Box::new(Plan::Move(plan())))
}

/// Enemy markers lie on the table.
fn may_be_ambushed(look: Look<'_>) -> bool {
    look.state.markers.iter().any(|marker| marker.side != look.state.active)
}

fn planned(look: Look<'_>, order: &MoveOrder, when: When) -> MovePlan {
    let whole = judge(look, order, when);
    // FA-AMB-09, FA-2ND-07: the part of the move that is made before ambushers stop it, if any do.
    let stopped = if may_be_ambushed(look) { stopped(look, order, when) } else { None };
    let walked = stopped.as_ref().unwrap_or(order);
    let judged = stopped.as_ref().map(|walked| judge(look, walked, when));
    let judged = judged.as_ref().unwrap_or(&whole);
    let over = when == When::Second && ends_second(look, &judged.walk.body);
    let interrupted = stopped.is_some() && !over;
    let mut events = events(judged, walked, if interrupted { When::Resumed } else { when });
    if interrupted {
        let stopped = Box::new(interruption(look, walked, when));
        events.push(Event::Waits(Pending::Movement(Waiting::GoOn(stopped))));
    }
    // FA-CMT-10: the test is that of the whole move.
    MovePlan { test: whole.test.zip(whole.tester()), events, watched: watched_by(judged) }
}

/// FA-MOVE-10, FA-CMT-10, FA-CMT-11: the test comes first, and its failure leaves a simple move or none.
pub fn make(
    cx: &mut Cx<'_, Rules>,
    order: &MoveOrder,
    when: When,
    plan: Option<Box<Plan>>,
) -> Result<(), NeedRoll> {
    let MovePlan { test, events, watched } = match plan.map(|plan| *plan) {
        Some(Plan::Move(plan)) => plan,
        _ => planned(Look::new(cx.rules, cx.state()), order, when),
    };
    if let Some((why, tester)) = test {
        let passed = complex_move_test(cx, why, &tester)?;
        let deed = if passed { Deed::PassedTest } else { Deed::FailedTest };
        for group in order.who.iter() {
            cx.emit(Event::Did { group, deed });
        }
        if !passed {
            cx.cite(rule!("FA-CMT-10"), || Fact::Groups(order.who));
            return fail(cx, order, when);
        }
    }
    emit_all(cx, events);
    reveal_seen(cx, &watched);
    Ok(())
}

/// Where enemy markers might be seen from.
fn watched_by(judged: &Judged<'_>) -> Vec<Body> {
    let hidden = may_be_ambushed(judged.walk.look);
    if hidden { watched(&judged.walk.stretches, &judged.walk.body).collect() } else { Vec::new() }
}

/// FA-AMB-09: what is kept of a move while ambushers are placed.
fn interruption(look: Look<'_>, walked: &MoveOrder, when: When) -> Interrupted {
    let bases = walked.who.iter().flat_map(|group| look.state.bases_of(group));
    let with =
        |id: &CommanderId| look.state.commander(*id).with().is_some_and(|group| walked.who.contains(group));
    let first = walked.who.first().unwrap_or(GroupId(0));
    Interrupted {
        who: walked.who,
        walked: walked.legs.clone(),
        began: bases.map(|base| Placement { base, pose: look.state.rect(base).pose }).collect(),
        facing: look.state.group(first).facing,
        commanders: look
            .state
            .commander_ids()
            .filter(with)
            .map(|id| (id, look.state.commander(id).rect.pose))
            .collect(),
        shape: look.state.group(first).shape,
        track: look.state.kink_of(first).map_or(Vec::new(), |kink| kink.track.clone()),
        second: when == When::Second,
    }
}

/// FA-AMB-09: the movers where they began, everything else as it is now.
fn as_begun(look: Look<'_>, stopped: &Interrupted) -> State {
    let mut state = look.state.clone();
    for place in &stopped.began {
        let rect = &mut state.bases[place.base.index()].rect;
        *rect = rect.with_pose(place.pose);
    }
    for group in stopped.who.iter() {
        state.groups[group.index()].facing = stopped.facing;
        state.groups[group.index()].shape = stopped.shape;
        state.kinks.retain(|kink| kink.group != group);
        if !stopped.track.is_empty() {
            state.kinks.push(Kink { group, track: stopped.track.clone() });
        }
    }
    for (commander, pose) in &stopped.commanders {
        let rect = &mut state.commanders[commander.index()].rect;
        *rect = rect.with_pose(*pose);
    }
    state
}

/// FA-AMB-09: the same movers complete the move that they began, as far as its distance and the ambushers allow.
pub fn check_rest(look: Look<'_>, order: &MoveOrder, stopped: &Interrupted) -> Verdict<Rules> {
    if order.who != stopped.who || !stopped.begins(order) {
        return Verdict::refused(rule!("FA-AMB-09"), Fact::Groups(stopped.who));
    }
    let begun = as_begun(look, stopped);
    let when = if stopped.second { When::Second } else { When::Resumed };
    let mut judged = judge(look.at(&begun), order, when);
    let breaches = std::mem::take(&mut judged.walk.breaches);
    Verdict { breaches, ..Verdict::legal(Ghost { test: None, ..judged.ghost() }) }
}

/// FA-AMB-09: the rest of an interrupted move.
pub fn go_on(cx: &mut Cx<'_, Rules>, order: &MoveOrder, stopped: &Interrupted) {
    let begun = as_begun(Look::new(cx.rules, cx.state()), stopped);
    let when = if stopped.second { When::Second } else { When::Resumed };
    let (events, watched) = {
        let judged = judge(Look::new(cx.rules, &begun), order, when);
        (events(&judged, order, when), watched_by(&judged))
    };
    cx.cite(rule!("FA-AMB-09"), || Fact::Groups(order.who));
    emit_all(cx, events);
    reveal_seen(cx, &watched);
}

/// After a failure a simple move is left, unless any move at all needs the test (FA-MOVE-12, FA-2ND-06).
fn fail(cx: &mut Cx<'_, Rules>, order: &MoveOrder, when: When) -> Result<(), NeedRoll> {
    let slow = |id: GroupId| cx.state().group(id).is_train();
    if when == When::Second || order.who.iter().any(slow) {
        for group in order.who.iter() {
            cx.emit(Event::Dealt(group));
        }
    } else {
        cx.emit(Event::Waits(Pending::Movement(Waiting::SimpleOrStay { who: order.who })));
    }
    Ok(())
}

/// Everything that happens when the order is carried out, in its order.
fn events(judged: &Judged<'_>, order: &MoveOrder, when: When) -> Vec<Event> {
    // FA-INT-10: whoever is in the way is shifted before they come.
    let mut events: Vec<Event> =
        judged.made_room.iter().flat_map(|moved| make_room(judged.walk.look, moved)).collect();
    for group in order.who.iter() {
        leave_overlaps(judged, group, &mut events);
        place(judged, order, group, &mut events);
        note(judged, group, when, &mut events);
    }
    commanders(judged, &mut events);
    works(judged, order, &mut events);
    questions(judged, order, when, &mut events);
    events
}

/// FA-INT-10, FA-CMOVE-10: a group is shifted, and its commanders with it.
fn make_room(look: Look<'_>, moved: &Moved) -> Vec<Event> {
    let along = escorts(look, moved);
    std::iter::once(Event::Moved(moved.clone())).chain(along).collect()
}

/// FA-OVL-00: who fought only as an overlap and moves away fights no longer.
fn leave_overlaps(judged: &Judged<'_>, group: GroupId, events: &mut Vec<Event>) {
    let bouts = judged.walk.look.state.bouts_of(group);
    events.extend(bouts.map(|bout| Event::BoutOver(bout.groups)));
}

fn place(judged: &Judged<'_>, order: &MoveOrder, group: GroupId, events: &mut Vec<Event>) {
    let walk = &judged.walk;
    events.push(Event::Moved(Moved {
        group,
        why: MoveWhy::Manoeuvred,
        way: order.legs.clone(),
        places: walk.part_of(group).places(),
        facing: walk.body.facing,
        shape: walk.shape,
    }));
    if walk.shape == Shape::KinkedColumn {
        let track = walk.track.iter().map(|pose| pose.on_grid()).collect();
        events.push(Event::Kinked { group, track });
    }
}

fn note(judged: &Judged<'_>, group: GroupId, when: When, events: &mut Vec<Event>) {
    let mut did = |deed| events.push(Event::Did { group, deed });
    did(Deed::MovedInManoeuvre);
    if when == When::Second {
        did(Deed::MovedTwice);
    }
    for deed in &judged.deeds {
        did(*deed);
    }
    if judged.walk.look.state.did(group, Deed::PartlyPassed) && !judged.deeds.contains(&Deed::PartlyPassed) {
        events.push(Event::Undone { group, deed: Deed::PartlyPassed });
    }
    events.push(Event::Dealt(group));
}

/// FA-CMOVE-01, FA-CMOVE-10: those who were with the group when the phase began go with it; who joined it since is
/// left behind. FA-MOVE-17 (b): he for whom the move was simple stays.
fn commanders(judged: &Judged<'_>, events: &mut Vec<Event>) {
    let look = judged.walk.look;
    let followers: Vec<_> = judged.followers().collect();
    let new = |id: &CommanderId| {
        let with = look.state.commander(*id).with();
        with.is_some_and(|group| judged.walk.who.contains(group))
            && !followers.iter().any(|(follower, _)| follower == id)
    };
    for commander in look.state.commander_ids().filter(new) {
        let pose = look.state.commander(commander).rect.pose;
        events.push(Event::CommanderMoves { commander, place: CommanderPlace::Alone, pose });
    }
    for (commander, pose) in &followers {
        let place = look.state.commander(*commander).place;
        events.push(Event::CommanderMoves { commander: *commander, place, pose: *pose });
    }
    events.extend(judged.binds.map(Event::CommanderBound));
}

/// The events of a move; FA-PD-09 is named where stakes are left behind, FA-CORN-03 where a fight without an impact begins.
pub fn emit_all(cx: &mut Cx<'_, Rules>, events: Vec<Event>) {
    for event in events {
        match &event {
            Event::Defences { group, to: Defences::None } => {
                cx.cite(rule!("FA-PD-09"), || Fact::Group(*group));
            }
            Event::Bout(bout) => {
                let [group, other] = bout.groups;
                cx.cite(rule!("FA-CORN-03"), || Fact::Pair { group, other });
            }
            _ => {}
        }
        cx.emit(event);
    }
}

/// FA-PD-03, FA-PD-04, FA-PD-09.
fn works(judged: &Judged<'_>, order: &MoveOrder, events: &mut Vec<Event>) {
    let look = judged.walk.look;
    let Some(group) = order.who.first() else { return };
    let mine = |at: &usize| look.state.works[*at].portable_of == Some(group);
    match judged.section {
        Some(Section::PlaceDefences) => {
            events.extend(look.portable_defences(group).into_iter().map(Event::WorkPlaced));
            events.push(Event::Defences { group, to: Defences::Placed });
        }
        Some(Section::LiftDefences) => {
            let places = (0..look.state.works.len()).rev().filter(mine);
            events.extend(places.map(|at| Event::WorkGone(at as u8)));
            events.push(Event::Defences { group, to: Defences::Carried });
        }
        _ => {
            for group in order.who.iter() {
                let gone = look.abandoned_defences(group, &judged.walk.part_of(group));
                if !gone.is_empty() {
                    events.extend(gone.into_iter().map(Event::WorkGone));
                    events.push(Event::Defences { group, to: Defences::None });
                }
            }
        }
    }
}

/// What has to be answered before anybody else moves, the last one first: lone commanders in danger, those in whose way
/// a group has turned or shifted, a second move.
fn questions(judged: &Judged<'_>, order: &MoveOrder, when: When, events: &mut Vec<Event>) {
    let look = judged.walk.look;
    let mut waits = |waiting| events.push(Event::Waits(Pending::Movement(waiting)));
    if !matches!(when, When::Second | When::Resumed) && judged.may_move_again() {
        waits(Waiting::SecondMove { who: order.who });
    }
    let by = order.who.first().unwrap_or(GroupId(0));
    let mut bout = None;
    match judged.contact {
        Contact::Corner(group) if look.may_evade_contact(group) => waits(Waiting::CornerAnswer { group, by }),
        Contact::Corner(group) => bout = Some(meets(look, by, group, Tie::Front)),
        Contact::Side(group) => waits(Waiting::SideAnswer { group, by }),
        Contact::None | Contact::Overlap(_) => {}
    }
    for (commander, by) in judged.caught() {
        waits(Waiting::Caught { commander, by });
    }
    events.extend(bout);
}

/// Two groups are in close combat without an impact (FA-CORN-03, FA-SIDE-03); how the second meets the first.
pub fn meets(look: Look<'_>, by: GroupId, group: GroupId, tie: Tie) -> Event {
    let red = look.state.group(by).side == Side::Red;
    let bout = if red {
        Bout::between(by, group, [Tie::Front, tie], false)
    } else {
        Bout::between(group, by, [tie, Tie::Front], false)
    };
    Event::Bout(bout)
}

impl Judged<'_> {
    /// FA-2ND-01 to FA-2ND-03, FA-V31-19, FA-V31-55: a commander has been with it all the time, all of the first move
    /// was far from enemy, and nothing else came of it.
    fn may_move_again(&self) -> bool {
        let look = self.walk.look;
        self.contact == Contact::None
            && self.walk.shape != Shape::Orb
            && self.walk.who.iter().all(|id| look.base_move(id) > 0.0)
            && look.commander_since(self.walk.who).is_some()
            && !self.walk.comes_within(look.second_move_gap())
    }
}
