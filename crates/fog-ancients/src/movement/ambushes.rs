//! Ambush markers met or opened in the manoeuvre phase (FA-AMB-07, FA-AMB-10, FA-LOS-08, FA-2ND-07).

use super::allowance::Motion;
use super::choice::MoveOrder;
use super::order::{When, judge};
use super::way::moved;
use crate::formation::Body;
use crate::rules::{Look, Rules};
use crate::setup::ambush;
use crate::state::{Holds, Marker};
use aelian_game::Cx;
use aelian_geometry::Rect;

/// Into how many steps a part of a move is cut when it is asked what can be seen on the way.
const STEPS: u8 = 8;

/// Where the movers look from on their way: every place in turn.
pub fn watched<'a>(stretches: &'a [(Body, Motion)], end: &'a Body) -> impl Iterator<Item = Body> + 'a {
    let on_way = stretches.iter().flat_map(|(body, motion)| {
        (0..STEPS).map(|step| moved(body, *motion, f64::from(step) / f64::from(STEPS)))
    });
    on_way.chain([end.clone()])
}

/// FA-AMB-07, FA-LOS-08: the enemy markers that have been seen from these places are revealed.
pub fn reveal_seen(cx: &mut Cx<'_, Rules>, watched: &[Body]) {
    let side = cx.state().active;
    if watched.is_empty() || cx.state().markers.iter().all(|marker| marker.side == side) {
        return;
    }
    let eyes: Vec<Rect> = watched.iter().flat_map(|body| body.rects().copied()).collect();
    let seen = Look::new(cx.rules, cx.state()).markers_seen(side, &eyes);
    ambush::reveal_all(cx, seen);
}

/// FA-AMB-07, FA-AMB-09, FA-2ND-07: the part of a move after which it sees ambushers, if something of it is then left.
/// Every kind of move is stopped, but nobody among friends whom he passes, nor who has only partly passed them.
pub fn stopped(look: Look<'_>, order: &MoveOrder, when: When) -> Option<MoveOrder> {
    if order.who.iter().any(|id| look.is_entangled(id)) {
        return None;
    }
    let seen = |so_far: &MoveOrder| {
        let judged = judge(look, so_far, when);
        let free = judged.deeds.is_empty() && judged.made_room.is_empty();
        let room = || look.stands_on(&judged.walk.body, order.who, |_| true).is_none();
        free && surprised(look, &judged.walk.body) && (judged.walk.passed.is_empty() || room())
    };
    let mut walked = MoveOrder { legs: Vec::new(), ..order.clone() };
    for leg in &order.legs {
        let part = |share: f64| {
            let mut so_far = walked.clone();
            so_far.legs.push(leg.part(share));
            so_far
        };
        let whole = leg.part(0.5) == *leg;
        let sees = |share: f64| seen(&part(share));
        let share = if whole { sees(1.0).then_some(1.0) } else { first_seen(&sees) };
        if let Some(share) = share {
            let found = part(share);
            return (found != *order).then_some(found);
        }
        walked.legs.push(*leg);
    }
    None
}

/// FA-AMB-07: the share of a way at which something is first seen, found by steps and then ever more closely.
pub fn first_seen(sees: &dyn Fn(f64) -> bool) -> Option<f64> {
    let share = |step: u8| f64::from(step) / f64::from(STEPS);
    let step = (1..=STEPS).find(|step| sees(share(*step)))?;
    let (mut hidden, mut seen) = (share(step - 1), share(step));
    for _ in 0..12 {
        let middle = 0.5 * (hidden + seen);
        if sees(middle) { seen = middle } else { hidden = middle }
    }
    Some(seen)
}

/// FA-AMB-09, FA-2ND-07: ambushers who are seen from here are within 6 MU: a second move is at its end.
pub fn ends_second(look: Look<'_>, body: &Body) -> bool {
    let limit = look.rules.distances().movement.second_move_ambushed;
    let near = |marker: &&Marker| {
        body.rects().any(|rect| look.within(aelian_geometry::distance(rect, &marker.rect), limit))
    };
    ambushers_seen(look, body).iter().any(near)
}

/// Ambushers are seen from here.
pub fn surprised(look: Look<'_>, body: &Body) -> bool {
    !ambushers_seen(look, body).is_empty()
}

fn ambushers_seen<'a>(look: Look<'a>, body: &Body) -> Vec<&'a Marker> {
    let eyes: Vec<Rect> = body.rects().copied().collect();
    let side = body.bases.first().map_or(look.state.active, |(base, _)| look.state.side_of(*base));
    let markers = look.markers_seen(side, &eyes).into_iter();
    let markers = markers.filter_map(|at| look.state.markers.get(usize::from(at)));
    markers.filter(|marker| matches!(marker.holds, Holds::Group { .. })).collect()
}
