//! Ambushers seen in the course of a charge (FA-AMB-07, FA-AMB-09): it stops while they are placed, and then goes on.

use super::arrive::{Arrival, arrive};
use super::choice::{Charge, ChargePath, Waiting};
use super::trace::{End, Trace, goes_by_track, start};
use crate::event::{Event, MoveWhy};
use crate::formation::{Body, wheel_cost};
use crate::ids::GroupId;
use crate::movement::{Leg, first_seen, surprised};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::setup::ambush;
use crate::state::Shape;
use aelian_game::Cx;
use aelian_geometry::{Rect, degrees};

/// Where a charge stands while ambushers are placed, and what is left of it.
pub struct Stop {
    group: GroupId,
    at: Body,
    way: Vec<Leg>,
    shape: Shape,
    rest: ChargePath,
    /// In mm.
    left: f64,
}

/// FA-AMB-09: where a charge on its way first sees ambushers; none if it sees none before its end. A column that goes by
/// its track, and shock troops who burst through friends, are not stopped: they are seen by what they pass.
pub fn ambushed(look: Look<'_>, charge: &Charge, path: &ChargePath, on: &Trace) -> Option<Stop> {
    let hidden = look.state.markers.iter().any(|marker| marker.side != look.state.group(charge.group).side);
    if !hidden || !charge.bursts.is_empty() || goes_by_track(look, charge.group, path) {
        return None;
    }
    let mut body = start(look, charge.group, path)?;
    let mut way: Vec<Leg> = Vec::new();
    let mut used = 0.0;
    for (at, leg) in on.way.iter().enumerate() {
        let last = at + 1 == on.way.len();
        let seen = first_seen(&|share| surprised(look, &made(&body, &leg.part(share))));
        if let Some(share) = seen.filter(|share| !last || *share < 1.0) {
            way.push(leg.part(share));
            let at = made(&body, &leg.part(share));
            used += cost(&body, &leg.part(share));
            // A little more, so that what it was about to touch is touched.
            let more = if on.end == End::Contact { 2.0 * look.rules.tolerance.length } else { 0.0 };
            let shape = if path.drop.is_some() { Shape::Normal } else { look.shape_to_move(charge.group) };
            let left = (on.used - used).max(0.0) + more;
            return Some(Stop { group: charge.group, at, shape, rest: rest(path, &way), way, left });
        }
        used += cost(&body, leg);
        body = made(&body, leg);
        way.push(*leg);
    }
    None
}

/// The body after a part of the way; a file that drops back has done so at the start.
fn made(body: &Body, leg: &Leg) -> Body {
    match *leg {
        Leg::Advance { distance } => body.advanced(distance),
        Leg::Wheel { hand, degrees: angle } => {
            let corner = body.block().corner(hand.front_corner());
            body.rotated(corner, degrees(angle) * hand.sign())
        }
        _ => body.clone(),
    }
}

/// What a part of the way takes of the move, in mm.
fn cost(body: &Body, leg: &Leg) -> f64 {
    match *leg {
        Leg::Advance { distance } => distance,
        Leg::Wheel { degrees: angle, .. } => wheel_cost(body.block().width, degrees(angle)),
        _ => 0.0,
    }
}

/// What is left of a path after these parts of the way.
fn rest(path: &ChargePath, way: &[Leg]) -> ChargePath {
    let Some((hand, angle)) = path.wheel else { return ChargePath::default() };
    let wheeled = way.iter().find_map(|leg| match leg {
        Leg::Wheel { degrees, .. } => Some(*degrees),
        _ => None,
    });
    let ahead: f64 =
        way.iter().map(|leg| if let Leg::Advance { distance } = leg { *distance } else { 0.0 }).sum();
    let still = |by: f64| ((angle.0 - by).max(0.0)).into();
    match wheeled {
        None => ChargePath {
            ahead: (path.ahead.0 - ahead).max(0.0).into(),
            wheel: Some((hand, angle)),
            drop: None,
        },
        Some(by) if matches!(way.last(), Some(Leg::Wheel { .. })) && by < angle.0 => {
            ChargePath { wheel: Some((hand, still(by))), ..ChargePath::default() }
        }
        Some(_) => ChargePath::default(),
    }
}

impl Stop {
    /// The charger goes so far, and waits. What it sees there is revealed at once: rounded to the grid, it may come to
    /// stand where it would just not be seen, and would stop for it for ever.
    pub fn make(self, cx: &mut Cx<'_, Rules>) {
        let Stop { group, at, way, shape, rest, left } = self;
        let eyes: Vec<Rect> = at.rects().copied().collect();
        let waits = Waiting::ChargeOn { group, path: rest, left: left.into() };
        cx.emit(Event::Waits(Pending::Impact(waits)));
        arrive(cx, group, Arrival { body: at, way, shape, track: Vec::new() }, MoveWhy::Charged);
        let look = Look::new(cx.rules, cx.state());
        let seen = look.markers_seen(look.state.group(group).side, &eyes);
        ambush::reveal_all(cx, seen);
    }
}
