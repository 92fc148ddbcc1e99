//! The way of a pursuer (FA-ALG-82, FA-ALG-83): after the routers, as far as it can or wants to go.

use crate::formation::{Array, Body, Formed, wheel_angle, wheel_cost};
use crate::ids::{GroupId, GroupSet};
use crate::movement::way::Obstacle;
use crate::movement::{Leg, Run};
use crate::rout::choice::Chaser;
use crate::rout::run::body_distance;
use crate::rout::short_of;
use crate::rout::way::{Met, Thing, Way};
use crate::rules::Look;
use crate::state::Shape;
use crate::tables::Disorder;
use aelian_geometry::{Facing, Hand, to_degrees};

/// Where a pursuer goes with what has been decided up to now, and what it meets first.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub body: Body,
    pub shape: Shape,
    pub legs: Vec<Leg>,
    /// In mm, the straight part.
    pub length: f64,
    pub used: f64,
    pub allowed: f64,
    pub meets: Meets,
}

/// What decides the end of a pursuit move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meets {
    /// Its distance is spent, or friends, a camp, closed ground or the table edge stop it.
    Nothing,
    /// Routers.
    Routers(GroupId),
    /// FA-JPUR-10: the edge of ground that would disorder it severely.
    BadGround,
    /// FA-JPUR-11: fresh enemy.
    Fresh(GroupId),
}

/// FA-JPUR-06 to FA-JPUR-11: the way from where everybody stands now.
pub fn path(look: Look<'_>, chaser: &Chaser) -> Path {
    let way = Way { look, group: chaser.group, kind: None };
    let formed = [look.state.group(chaser.group).shape]
        .into_iter()
        .find(|shape| matches!(shape, Shape::KinkedColumn))
        .map(|_| look.gathered(chaser.group));
    let body = formed.map_or(Body::of(look.state, chaser.group), |formed| formed.body(look));
    let headings = headings(look, &body, chaser.group);
    let tried: Vec<Path> = headings.iter().map(|to| heading_path(way, chaser, &body, *to)).collect();
    let reaches = |path: &&Path| matches!(path.meets, Meets::Routers(_));
    let best = tried.iter().find(reaches).or(tried.last()).cloned();
    best.unwrap_or_else(|| heading_path(way, chaser, &body, body.facing))
}

/// Straight ahead, at the nearest routers, and last as the routers ran.
fn headings(look: Look<'_>, body: &Body, group: GroupId) -> Vec<Facing> {
    let mut headings = vec![body.facing];
    let block = body.block();
    for quarry in look.quarries(group).iter() {
        let theirs = look.block(quarry);
        let (from, to) = aelian_geometry::nearest_points(&block, &theirs);
        if look.state.group(quarry).on_table() && (to - from).length() > look.rules.tolerance.length {
            headings.push(Facing::along(to - from));
        }
        headings.push(look.state.group(quarry).facing);
    }
    headings
        .retain(|to| body.facing.angle_to(*to) <= core::f64::consts::FRAC_PI_2 + look.rules.tolerance.angle);
    headings
}

fn heading_path(way: Way<'_>, chaser: &Chaser, body: &Body, to: Facing) -> Path {
    let look = way.look;
    let extra = look.mu(f64::from(chaser.change));
    let speed = look.speed(GroupSet::one(chaser.group), extra);
    let before = look.allowed_at(body, &speed);
    let (body, legs, used) = wheeled(look, body, chaser.group, to, before);
    let run = across(look, &body, look.run_on(&body, &speed, before, used));
    let whole = straight(way, chaser, body.clone(), run);
    let shape = match look.state.group(chaser.group).shape {
        Shape::Orb => Shape::Orb,
        _ if look.is_in_formation(&body) => Shape::Normal,
        _ => Shape::Loose,
    };
    let mut path = Path { shape, legs, used, allowed: run.allowed, ..whole.0 };
    if whole.1
        && shape == Shape::Normal
        && let Some(narrow) = narrower(way, chaser, &body, run, path.length)
    {
        path = Path { legs: path.legs, used, allowed: run.allowed, ..narrow };
    }
    path
}

/// FA-TER-21: pursuers too go through a river only within 45 degrees of straight across.
fn across(look: Look<'_>, body: &Body, run: Run) -> Run {
    if look.state.field.rivers.is_empty() {
        return run;
    }
    let rects: Vec<_> = body.rects().copied().collect();
    let distance = match look.may_cross(&rects, body.facing.vector()) {
        true => look.slanting_river(body, body.facing.vector(), run.distance).unwrap_or(run.distance),
        false => 0.0,
    };
    Run { distance, ..run }
}

/// FA-JPUR-06: a wheel towards where it goes, as far as its distance reaches.
fn wheeled(look: Look<'_>, body: &Body, group: GroupId, to: Facing, allowed: f64) -> (Body, Vec<Leg>, f64) {
    let off = body.facing.turn_to(to);
    if off.abs() <= look.rules.tolerance.angle {
        return (body.clone(), Vec::new(), 0.0);
    }
    let hand = if off > 0.0 { Hand::Right } else { Hand::Left };
    let frontage = body.block().width;
    let angle = free_wheel(look, body, group, (hand, off.abs().min(wheel_angle(frontage, allowed))));
    let leg = Leg::Wheel { hand, degrees: to_degrees(angle) };
    (body.wheeled(hand, angle), vec![leg], wheel_cost(frontage, angle))
}

/// How far nobody but enemy who rout, or those whom it touches, stands in the way of its wheel.
fn free_wheel(look: Look<'_>, body: &Body, group: GroupId, (hand, angle): (Hand, f64)) -> f64 {
    let side = look.state.group(group).side;
    let heed = |by: Obstacle| match by {
        Obstacle::Group(other) => {
            let enemy = look.state.group(other);
            !(enemy.side != side && enemy.is_broken())
                && body_distance(look, body, other) > look.rules.tolerance.length
        }
        _ => false,
    };
    let stop = look.way_round(body, GroupSet::one(group), (hand, angle), heed);
    stop.map_or(angle, |stop| stop.at)
}

/// How far a body goes straight on, what it meets, and whether friends stop it. The table edge stops it always
/// (FA-JPUR-09, FA-EDGE-04, FA-ALG-84).
fn straight(way: Way<'_>, chaser: &Chaser, body: Body, run: Run) -> (Path, bool) {
    let look = way.look;
    let ahead = body.facing.vector();
    let mut length = run.distance;
    let mut meets = Meets::Nothing;
    let mut friends = false;
    if let Some((at, _)) = way.edge_ahead(&body, ahead) {
        length = length.min(at);
    }
    for met in way.meets(&body, ahead, length) {
        if met.at > length {
            break;
        }
        (length, meets) = end(look, chaser, &body, met, meets);
        friends |= matches!(met.thing, Thing::Friend(_));
        if !matches!(met.thing, Thing::Enemy(_)) || meets != Meets::Nothing || length < met.at {
            break;
        }
    }
    if let Some(at) = bad_ground(look, chaser.group, &body, length)
        && chaser.stop != Some(false)
    {
        length = at;
        meets = if chaser.stop.is_none() { Meets::BadGround } else { Meets::Nothing };
        friends = false;
    }
    let path =
        Path { body, shape: Shape::Normal, legs: Vec::new(), length, used: 0.0, allowed: run.allowed, meets };
    (path, friends)
}

/// What the first thing on its way does to it.
fn end(look: Look<'_>, chaser: &Chaser, body: &Body, met: Met, meets: Meets) -> (f64, Meets) {
    let Thing::Enemy(enemy) = met.thing else { return (met.at, meets) };
    if look.state.group(enemy).is_broken() {
        return (met.at, Meets::Routers(enemy));
    }
    if chaser.halts.contains(enemy) {
        return (short_of(look, body, enemy, met.at), meets);
    }
    (met.at, Meets::Fresh(enemy))
}

/// FA-JPUR-10: where it would enter ground that disorders any of its bases severely.
fn bad_ground(look: Look<'_>, group: GroupId, body: &Body, length: f64) -> Option<f64> {
    let t = look.rules.tolerance;
    let ahead = body.facing.vector();
    let kinds = look.state.group(group).kinds();
    let field = &look.state.field;
    let severe = field.patches().filter(|patch| {
        kinds
            .iter()
            .any(|troop| look.rules.tables.disorder(troop, patch.level_for(troop)) == Disorder::Severe)
    });
    let fresh = severe.filter(|patch| !body.rects().any(|rect| patch.meets(rect, t)));
    let entries = fresh.flat_map(|patch| {
        body.rects().filter_map(move |rect| patch.sweep(rect, ahead, length, t)).collect::<Vec<_>>()
    });
    entries.filter(|at| *at < length).reduce(f64::min)
}

/// FA-JPUR-06: with as few files as possible fallen back, if that leads further past friends.
fn narrower(way: Way<'_>, chaser: &Chaser, body: &Body, run: Run, length: f64) -> Option<Path> {
    let look = way.look;
    let array = look.array(chaser.group);
    let block = body.block();
    let width = look.rules.width;
    let files = array.files();
    if !array.is_normal() || array.len() != look.state.strength(chaser.group) {
        return None;
    }
    for dropped in 1..files {
        for left in 0..=dropped {
            let keep = left..files - (dropped - left);
            let kept = array.slots().iter().filter(|slot| keep.contains(&slot.file)).map(|slot| slot.base);
            let others = array.slots().iter().filter(|slot| !keep.contains(&slot.file)).map(|slot| slot.base);
            let narrow = files - dropped;
            let tail = Array::usual_tail(array.len(), narrow);
            let shift = (f64::from(left) - f64::from(dropped) * 0.5) * width;
            let formed = Formed {
                array: Array::arranged(kept.chain(others), narrow, tail),
                front: block.pose.shifted(shift),
            };
            let (path, friends) = straight(way, chaser, formed.body(look), run);
            if !friends && path.length > length + look.rules.tolerance.length {
                return Some(path);
            }
        }
    }
    None
}
