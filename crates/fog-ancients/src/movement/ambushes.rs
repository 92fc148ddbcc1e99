//! Ambush markers met or opened in the manoeuvre phase (FA-AMB-07, FA-AMB-10, FA-LOS-08, FA-2ND-07).

use super::allowance::Motion;
use super::choice::{Leg, MoveOrder};
use super::order::{When, judge};
use super::way::moved;
use crate::formation::Body;
use crate::rules::{Look, Rules};
use crate::setup::ambush;
use crate::state::Holds;
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

/// FA-AMB-07, FA-LOS-08: the enemy markers that have been seen from these places are revealed, dummies first; the places
/// of the others in the list then hold while they are answered from the last to the first.
pub fn reveal_seen(cx: &mut Cx<'_, Rules>, watched: &[Body]) {
    let side = cx.state().active;
    let seen = |cx: &Cx<'_, Rules>| {
        let look = Look::new(cx.rules, cx.state());
        let eyes: Vec<Rect> = watched.iter().flat_map(|body| body.rects().copied()).collect();
        look.markers_seen(side, &eyes)
    };
    if cx.state().markers.iter().all(|marker| marker.side == side) {
        return;
    }
    let is_group = |cx: &Cx<'_, Rules>, marker: u8| {
        cx.state()
            .markers
            .get(usize::from(marker))
            .is_some_and(|marker| matches!(marker.holds, Holds::Group { .. }))
    };
    for marker in seen(cx).into_iter().rev().filter(|marker| !is_group(cx, *marker)).collect::<Vec<_>>() {
        ambush::reveal(cx, marker);
    }
    for marker in seen(cx) {
        ambush::reveal(cx, marker);
    }
}

/// FA-2ND-07: a second move ends where it sees ambushers within 6 MU. Only straight advances are looked at step by step,
/// wheels at their end.
pub fn cut_short(look: Look<'_>, order: &MoveOrder) -> MoveOrder {
    let side = look.state.active;
    if look.state.markers.iter().all(|marker| marker.side == side) {
        return order.clone();
    }
    let mut walked = MoveOrder { legs: Vec::new(), ..order.clone() };
    for leg in &order.legs {
        let steps = if matches!(leg, Leg::Advance { .. }) { STEPS } else { 1 };
        for step in 1..=steps {
            let mut so_far = walked.clone();
            so_far.legs.push(match *leg {
                Leg::Advance { distance } => {
                    Leg::Advance { distance: distance * f64::from(step) / f64::from(steps) }
                }
                leg => leg,
            });
            let judged = judge(look, &so_far, When::Second);
            if surprised(look, &judged.walk.body) {
                return so_far;
            }
        }
        walked.legs.push(*leg);
    }
    walked
}

/// Ambushers are seen from here, and they are within 6 MU.
fn surprised(look: Look<'_>, body: &Body) -> bool {
    let eyes: Vec<Rect> = body.rects().copied().collect();
    let markers = look.markers_seen(look.state.active, &eyes).into_iter();
    let mut real = markers.filter_map(|at| look.state.markers.get(usize::from(at)));
    real.any(|marker| {
        matches!(marker.holds, Holds::Group { .. })
            && body.rects().any(|rect| look.within(aelian_geometry::distance(rect, &marker.rect), 6.0))
    })
}
