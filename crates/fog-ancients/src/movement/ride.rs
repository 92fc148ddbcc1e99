//! A commander's own move as it is made (FA-CMOVE-02, FA-CMOVE-13, FA-JCMD-01), and ambushers who stop it (FA-AMB-07,
//! FA-AMB-09).

use super::ambushes::first_seen;
use super::choice::{CommanderMove, MovementChoice, Waiting};
use crate::choice::{Ghost, Prompt};
use crate::command::moves::{Going, Ride};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::CommanderId;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::setup::ambush;
use crate::stage::Phase;
use crate::state::{CommanderPlace, Holds, Marker};
use aelian_game::{Cx, Exact, Next, Verdict};
use aelian_geometry::{Rect, distance};
use aelian_rulebook::rule;

/// FA-CMOVE-02: the two phases in which he moves by himself.
fn going(look: Look<'_>) -> Going {
    if look.state.phase == Phase::Joint { Going::Joint } else { Going::Manoeuvre }
}

pub fn check(look: Look<'_>, order: &CommanderMove, going: Going) -> Verdict<Rules> {
    verdict(look.ride(order, going), order.commander)
}

fn verdict(ride: Ride, commander: CommanderId) -> Verdict<Rules> {
    let Ride { breaches, used, allowed, pose, .. } = ride;
    let commanders = vec![(commander, pose)];
    Verdict { breaches, ..Verdict::legal(Ghost { commanders, used, allowed, ..Ghost::default() }) }
}

/// A commander goes by himself.
pub fn make(cx: &mut Cx<'_, Rules>, order: &CommanderMove) {
    go(cx, order, 0.0);
}

/// FA-CMOVE-13: who flees has not used his move.
pub fn flee(cx: &mut Cx<'_, Rules>, order: &CommanderMove) {
    let Ride { place, pose, .. } = Look::new(cx.rules, cx.state()).ride(order, Going::Fleeing);
    cx.emit(Event::Settled);
    cx.cite(rule!("FA-CMOVE-13"), || Fact::Commander(order.commander));
    cx.emit(Event::CommanderMoves { commander: order.commander, place, pose });
}

/// FA-AMB-09: his owner is asked how he completes his move.
pub fn next_rest(look: Look<'_>, commander: CommanderId) -> Option<Next<Prompt, crate::choice::Choice>> {
    let side = look.state.commander(commander).side;
    Some(Next::Ask { side, prompt: Prompt::Movement(super::MovementPrompt::RideOn { commander }) })
}

/// FA-AMB-09: from where he was stopped, with what is left of his distance.
pub fn check_rest(look: Look<'_>, order: &CommanderMove, waits: (CommanderId, Exact)) -> Verdict<Rules> {
    let (commander, spent) = waits;
    if order.commander != commander {
        return Verdict::refused(rule!("FA-AMB-09"), Fact::Commander(commander));
    }
    verdict(look.ride_on(order, going(look), spent.0), commander)
}

/// FA-AMB-09: he completes his move, or stays where he was stopped.
pub fn go_on(cx: &mut Cx<'_, Rules>, choice: &MovementChoice, (commander, spent): (CommanderId, Exact)) {
    cx.emit(Event::Settled);
    cx.cite(rule!("FA-AMB-09"), || Fact::Commander(commander));
    match choice {
        MovementChoice::Commander(order) => go(cx, order, spent.0),
        _ => cx.emit(Event::CommanderMoved(commander)),
    }
}

/// Along his way until he sees ambushers, if he does.
fn go(cx: &mut Cx<'_, Rules>, order: &CommanderMove, spent: f64) {
    let look = Look::new(cx.rules, cx.state());
    let commander = order.commander;
    let ride = look.ride_on(order, going(look), spent);
    let officer = look.state.commander(commander);
    let (side, from) = (officer.side, officer.rect);
    let way = ride.pose.at - from.pose.at;
    let on_way = |share: f64| from.with_pose(from.pose.translated(way * share));
    let ambushers = |rect: &Rect| {
        let seen = look.markers_seen(side, std::slice::from_ref(rect)).into_iter();
        let seen = seen.filter_map(|at| look.state.markers.get(usize::from(at)));
        seen.filter(|marker| matches!(marker.holds, Holds::Group { .. })).cloned().collect::<Vec<Marker>>()
    };
    let stop = first_seen(&|share| !ambushers(&on_way(share)).is_empty()).filter(|share| *share < 1.0);
    let Some(share) = stop else {
        cx.emit(Event::CommanderMoves { commander, place: ride.place, pose: ride.pose });
        cx.emit(Event::CommanderMoved(commander));
        return;
    };
    let here = on_way(share);
    let walked = spent + way.length() * share;
    // FA-AMB-09: in a second move he goes no further if they are within 6 MU.
    let second = walked > look.ride_allowance(&from, way * share);
    let limit = look.rules.distances().movement.second_move_ambushed;
    let near = |marker: &Marker| look.within(distance(&here, &marker.rect), limit);
    let over = second && ambushers(&here).iter().any(near);
    let seen = look.markers_seen(side, &[here]);
    let pose = here.pose.on_grid();
    cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::Alone, pose });
    if over {
        cx.emit(Event::CommanderMoved(commander));
    } else {
        let waits = Waiting::RideOn { commander, spent: walked.into() };
        cx.emit(Event::Waits(Pending::Movement(waits)));
    }
    ambush::reveal_all(cx, seen);
}
