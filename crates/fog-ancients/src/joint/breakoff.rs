//! Mounted troops that break off (70.2).

use super::in_turn;
use crate::align::{directions, regular, virtual_contacts};
use crate::choice::{Choice, Ghost};
use crate::cohesion;
use crate::combat;
use crate::command::{moves, out_of_the_front};
use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::formation::{Array, Body, Formed, bounds};
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::movement::Motion;
use crate::movement::way::Obstacle;
use crate::rout::{short_of, short_of_bases};
use crate::rules::{Look, Rules};
use crate::state::{BrokenWhy, Shape};
use crate::troop::TroopType;
use aelian_game::{Cx, Verdict};
use aelian_geometry::{Rect, distance, overlaps, penetration, sweep};
use aelian_rulebook::rule;

/// FA-BRK-15: nobody is asked; each that must break off does.
pub(super) fn next_group(look: Look<'_>) -> Option<GroupId> {
    in_turn(look).find(|group| must_break_off(look, *group))
}

/// FA-ELC-11, FA-TWO-04, FA-BRK-01, FA-BRK-02, FA-BRK-03, FA-BRK-12, FA-BRK-14: mounted, but no elephants, who do not fight in two directions and
/// have steady foot as half or more of the front bases before them.
pub(super) fn must_break_off(look: Look<'_>, id: GroupId) -> bool {
    let group = look.state.group(id);
    let mounted = group.is_wholly(|troop| troop.is_mounted() && troop.kind != TroopType::Elephants);
    if !mounted || group.is_broken() || !look.state.committed(id) {
        return false;
    }
    let fresh = look.state.bouts_of(id).any(|bout| bout.fresh);
    if fresh || look.fights_two_ways(id) {
        return false;
    }
    let mut before: Vec<BaseId> = virtual_contacts(look, id).into_iter().map(|pair| pair.enemy).collect();
    before.sort_unstable();
    before.dedup();
    let steady = |base: &&BaseId| look.state.troop(**base).is_foot() && look.is_steady(**base);
    !before.is_empty() && 2 * before.iter().filter(steady).count() >= before.len()
}

/// What a break-off comes to.
struct BreakOff {
    body: Body,
    /// How far back it goes, in mm.
    back: f64,
    allowed: f64,
}

/// FA-INT-15, FA-BRK-04, FA-BRK-05, FA-BRK-06, FA-BRK-07, FA-BRK-08, FA-BRK-09, FA-BRK-11, FA-BRK-13: straight back, level, until a
/// full move lies between it and its opponents, or something stops it.
fn plan(look: Look<'_>, group: GroupId) -> BreakOff {
    let who = GroupSet::one(group);
    let level = in_line(look, group).body(look);
    let rear = Body { facing: level.facing.reversed(), bases: level.bases.clone() };
    let allowed = look.run(&rear, who, 0.0, 0.0).distance;
    let opponents: GroupSet = look.state.bouts_of(group).map(|bout| bout.enemy_of(group)).collect();
    let wanted = away(look, &level, opponents, allowed);
    let gap = look.mu(look.rules.distances().joint.halt_before_enemy);
    let motion = Motion::Straight { along: rear.facing.vector(), length: wanted + gap };
    let side = look.state.group(group).side;
    let mut back = wanted;
    look.each_stop(
        &rear,
        who,
        motion,
        |_| true,
        |stop| {
            let at = match stop.by {
                Obstacle::Group(other) if opponents.contains(other) => {
                    match behind(look, &rear, motion, other) {
                        Some(at) => at,
                        None => return,
                    }
                }
                Obstacle::Group(other) if look.state.group(other).side != side => {
                    short_of(look, &rear, other, stop.at)
                }
                Obstacle::Camp(owner) if owner != side => stop.at - gap,
                _ => stop.at,
            };
            back = back.min(at.max(0.0));
        },
    );
    let back = in_water(look, &rear, back);
    BreakOff { body: level.advanced(-back), back, allowed }
}

/// FA-BRK-04, FA-BRK-07: how far it goes before bases of an opponent that stand in its way back. Those from whom it parts
/// are left behind, also where coming level has put it into them (FA-BRK-13): who parts lies less deep at every step.
fn behind(look: Look<'_>, rear: &Body, motion: Motion, opponent: GroupId) -> Option<f64> {
    let Motion::Straight { along, length } = motion else { return None };
    let t = look.rules.tolerance;
    let met = |foe: &Rect| {
        let first = |own: &Rect| {
            let on = own.with_pose(own.pose.translated(along * t.length));
            let parts = overlaps(own, foe, t) && penetration(&on, foe) < penetration(own, foe);
            sweep(own, along, length, foe, t).filter(|_| !parts)
        };
        rear.rects().filter_map(first).reduce(f64::min)
    };
    let foes = look.state.rects_of(opponent).filter_map(|foe| Some((*foe, met(foe)?)));
    let (foes, ways): (Vec<Rect>, Vec<f64>) = foes.unzip();
    let at = ways.into_iter().reduce(f64::min)?;
    Some(short_of_bases(look, rear, &foes, at))
}

/// FA-BRK-04, FA-BRK-13: level, with the frontage that faces its opponents; bases that face otherwise fall in behind.
fn in_line(look: Look<'_>, group: GroupId) -> Formed {
    let engaged = directions(look, group).into_iter().find(|direction| !direction.enemies.is_empty());
    let facing = engaged.map_or(look.state.group(group).facing, |direction| direction.facing);
    let poses = look.state.bases_of(group).map(|base| (base, look.state.rect(base).pose));
    let array = match look.state.group(group).shape {
        Shape::KinkedColumn => look.array(group),
        _ => Array::read(look, facing, poses),
    };
    let of = look.state.group(group);
    let kept = of.shape == Shape::KinkedColumn || facing.same(of.facing, look.rules.tolerance);
    if kept && array.len() == look.state.strength(group) || array.is_empty() {
        return Formed { array: regular(&look.array(group)), front: look.block(group).pose };
    }
    // FA-FORM-07: also when all that are left of the group have turned, and none faces as it did.
    let front = bounds(facing, array.bases().map(|base| look.state.rect(base))).pose;
    Formed { array: look.with_those_aside(group, &regular(&array)), front }
}

/// FA-TER-21: who stands in a river goes back only within 45 degrees of straight across, and nobody enters one
/// otherwise.
fn in_water(look: Look<'_>, rear: &Body, back: f64) -> f64 {
    if look.state.field.rivers.is_empty() {
        return back;
    }
    let rects: Vec<Rect> = rear.rects().copied().collect();
    let along = rear.facing.vector();
    if look.may_cross(&rects, along) { look.slanting_river(rear, along, back).unwrap_or(back) } else { 0.0 }
}

/// How far the body goes back so that so much lies between it and those enemies.
fn away(look: Look<'_>, body: &Body, enemies: GroupSet, gap: f64) -> f64 {
    let mut back = gap;
    for _ in 0..4 {
        let moved = body.advanced(-back);
        let foes = enemies.iter().flat_map(|enemy| look.state.rects_of(enemy));
        let now = foes
            .flat_map(|foe| moved.rects().map(move |rect| distance(rect, foe)))
            .fold(f64::INFINITY, f64::min);
        if !now.is_finite() || (gap - now).abs() < look.rules.slack {
            break;
        }
        back = (back + gap - now).clamp(0.0, gap * 2.0);
    }
    back
}

pub(super) fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Some(group) = next_group(look) else { return not_asked(choice) };
    if *choice != Choice::Proceed {
        return not_asked(choice);
    }
    let BreakOff { body, back, allowed } = plan(look, group);
    let moves = if is_too_little(look, back) { Vec::new() } else { body.places() };
    Verdict::legal(Ghost { moves, used: back, allowed, ..Ghost::default() })
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(group) = next_group(look) else { return };
    let BreakOff { body, back, .. } = plan(look, group);
    cx.emit(Event::Dealt(group));
    if is_too_little(Look::new(cx.rules, cx.state()), back) {
        fail(cx, group, back);
        return;
    }
    cx.cite(rule!("FA-BRK-01"), || Fact::Group(group));
    out_of_the_front(cx, group);
    let (places, facing) = (body.places(), body.facing);
    moves(cx, Moved { group, why: MoveWhy::BrokeOff, way: Vec::new(), places, facing, shape: Shape::Normal });
    combat::part(cx, group);
}

/// FA-BRK-10.
fn is_too_little(look: Look<'_>, back: f64) -> bool {
    look.closer(back, look.rules.distances().joint.least_break_off)
}

/// FA-BRK-10, AMB-79: it cannot get away: it drops a level, and the melee goes on.
fn fail(cx: &mut Cx<'_, Rules>, group: GroupId, back: f64) {
    let least = cx.rules.mu * cx.rules.distances().joint.least_break_off;
    cx.cite(rule!("FA-BRK-10"), || Fact::TooShort { used: back, least });
    let by = cx.state().bouts_of(group).map(|bout| bout.enemy_of(group)).collect();
    cohesion::lower(cx, group, 1, rule!("FA-BRK-10"), BrokenWhy::Otherwise, by);
}
