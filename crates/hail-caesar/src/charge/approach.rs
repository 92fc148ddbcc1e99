//! The moves before the charge move (HC-CHG-03, HC-CHG-04, HC-CHG-28, HC-CHG-32): as quickly and directly as possible
//! towards the target.

use super::reach::Step;
use crate::ids::UnitId;
use crate::movement;
use crate::rules::{INCH, Look};
use aelian_geometry::{Facing, Pose, Rect, Vec2, nearest_points, sweep};

/// AMB-13: how near to an enemy a move that is no charge may come, in mm.
const SHORT: f64 = 0.1 * INCH;

/// One move towards an enemy; none if it gets no nearer.
pub fn approach(look: Look<'_>, unit: UnitId, target: UnitId, _ignore_open: bool) -> Option<Step> {
    let standing = look.state.unit(unit);
    let from = standing.rect;
    let rate = look.rate(unit);
    let ends: Vec<Rect> = if standing.is_open() {
        vec![loose_way(look, unit, target, rate)]
    } else {
        aims(look, unit, target).into_iter().map(|aim| formed_way(look, unit, aim, rate)).collect()
    };
    let left = |rect: &Rect| look.point_distance(rect.pose.at, target);
    let score = |rect: &Rect| (u8::from(!look.faces_from(rect, target)), left(rect));
    let better = |a: &Rect, b: &Rect| {
        let (a, b) = (score(a), score(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    let end = ends.into_iter().min_by(better)?;
    let same = (end.pose.at - from.pose.at).length() < 0.5 && end.pose.facing.angle_to(from.pose.facing) < 0.001;
    (!same).then_some(Step { rect: end.with_pose(end.pose.on_grid()), formation: standing.formation })
}

/// Points at which a formed unit may direct its way.
fn aims(look: Look<'_>, unit: UnitId, target: UnitId) -> Vec<Vec2> {
    let from = look.rect(unit);
    let (_, nearest) = nearest_points(&Rect::new(from.pose, 0.0, 0.0), look.rect(target));
    let mut aims = vec![nearest, look.rect(target).centre()];
    if look.faces_from(from, target) {
        aims.push(from.pose.advanced(10_000.0).at);
    }
    aims
}

/// HC-CHG-04, HC-GEO-04: turned towards a point as far as one move allows, and then on towards it.
fn formed_way(look: Look<'_>, unit: UnitId, aim: Vec2, rate: f64) -> Rect {
    let from = look.rect(unit);
    let centre = from.centre();
    let wanted = Facing::along(aim - centre);
    let turn = from.pose.facing.turn_to(wanted);
    let turned = |part: f64| about(from, from.pose.facing.turned(turn * part));
    let affordable = |rect: &Rect| movement::cost(from, rect) <= rate + look.rules.slack;
    let whole = about(from, wanted);
    if !affordable(&whole) {
        return turned(most(|part| affordable(&turned(part))));
    }
    let reach = (aim - centre).length().min(rate);
    let ahead = |part: f64| whole.with_pose(whole.pose.advanced(reach * part));
    let part = most(|part| affordable(&ahead(part)));
    let free = free_way(look, unit, &whole, reach * part);
    whole.with_pose(whole.pose.advanced(free))
}

/// An open order unit goes straight at it.
fn loose_way(look: Look<'_>, unit: UnitId, target: UnitId, rate: f64) -> Rect {
    let from = look.rect(unit);
    let (mine, theirs) = nearest_points(from, look.rect(target));
    let way = theirs - mine;
    let facing = Facing::along(way);
    let length = way.length().min(rate);
    let turned = Rect { pose: Pose { facing, ..from.pose }, ..*from };
    let free = free_along(look, unit, from, facing, length);
    let _ = turned;
    from.with_pose(from.pose.translated(facing.unit() * free))
}

/// The same ground about its centre, facing so.
fn about(rect: &Rect, facing: Facing) -> Rect {
    let at = rect.centre() + facing.vector() * (rect.depth / 2.0);
    rect.with_pose(Pose { at, facing })
}

/// The largest part, 0 to 1, for which something holds that holds up to a point.
fn most(holds: impl Fn(f64) -> bool) -> f64 {
    if holds(1.0) {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn free_way(look: Look<'_>, unit: UnitId, rect: &Rect, length: f64) -> f64 {
    free_along(look, unit, rect, rect.pose.facing, length)
}

/// HC-GEO-05, HC-GEO-06, AMB-13: how far it can go without coming upon anybody.
fn free_along(look: Look<'_>, unit: UnitId, rect: &Rect, direction: Facing, length: f64) -> f64 {
    let side = look.side(unit);
    let mut free = length;
    for other in look.all_on_table().filter(|other| *other != unit) {
        let gap = if look.side(other) == side { 0.0 } else { SHORT };
        for part in look.footprint(other) {
            if let Some(touch) = sweep(rect, direction.unit(), length, &part, look.rules.tolerance) {
                free = free.min((touch - gap).max(0.0));
            }
        }
    }
    free
}
