//! Ambush markers met or opened in the manoeuvre phase (FA-AMB-07, FA-AMB-10, FA-LOS-08, FA-2ND-07).

use super::allowance::Motion;
use super::choice::{Leg, MoveOrder};
use super::order::{When, judge};
use super::way::moved;
use crate::formation::Body;
use crate::rules::{Look, Rules};
use crate::setup::ambush;
use crate::state::{Holds, Marker, Shape};
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

/// FA-2ND-07: a second move ends where it sees ambushers within 6 MU.
pub fn cut_short(look: Look<'_>, order: &MoveOrder) -> Option<MoveOrder> {
    stopped_at(look, order, When::Second, &|body| surprised(look, body, Some(6.0)))
}

/// FA-AMB-09: the part of any other move after which it sees ambushers, if something of it is then left. Only advances
/// and wheels in formation are interrupted, and not among friends whom they pass; other moves are made before the
/// ambushers are placed.
pub fn interrupted(look: Look<'_>, order: &MoveOrder, when: When) -> Option<MoveOrder> {
    let steady = |leg: &Leg| matches!(leg, Leg::Advance { .. } | Leg::Wheel { .. });
    let straight = |id| look.state.group(id).shape == Shape::Normal && !look.is_column(id);
    if !order.legs.iter().all(steady) || !order.who.iter().all(straight) {
        return None;
    }
    let found = stopped_at(look, order, when, &|body| surprised(look, body, None))?;
    (found != *order).then_some(found)
}

/// The part of a move after which it first sees what stops it. Only straight advances are looked at step by step,
/// wheels at their end.
fn stopped_at(
    look: Look<'_>,
    order: &MoveOrder,
    when: When,
    stops: &dyn Fn(&Body) -> bool,
) -> Option<MoveOrder> {
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
            let judged = judge(look, &so_far, when);
            let among = when != When::Second && !judged.walk.passed.is_empty();
            if !among && stops(&judged.walk.body) {
                return Some(so_far);
            }
        }
        walked.legs.push(*leg);
    }
    None
}

/// Ambushers are seen from here, and they are within so many MU if that matters.
fn surprised(look: Look<'_>, body: &Body, limit: Option<f64>) -> bool {
    let eyes: Vec<Rect> = body.rects().copied().collect();
    let markers = look.markers_seen(look.state.active, &eyes).into_iter();
    let mut real = markers.filter_map(|at| look.state.markers.get(usize::from(at)));
    let near = |marker: &Marker, limit: f64| {
        body.rects().any(|rect| look.within(aelian_geometry::distance(rect, &marker.rect), limit))
    };
    real.any(|marker| {
        matches!(marker.holds, Holds::Group { .. }) && limit.is_none_or(|limit| near(marker, limit))
    })
}
