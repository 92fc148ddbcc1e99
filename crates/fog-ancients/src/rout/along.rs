//! Running along the edge of a camp, of ground or of the table (FA-EV-19, FA-EV-21).

use super::room::farthest;
use super::run::{Course, Question, Runner, bursts, short_of};
use super::way::{Met, Thing};
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::{Body, Formed, wheel_angle, wheel_cost};
use crate::ids::GroupSet;
use crate::movement::{Leg, Run, Turn};
use crate::state::Shape;
use aelian_game::Side;
use aelian_geometry::{Edge, Facing, Hand, Rect, Segment, Vec2, segment_to_rect, to_degrees};
use aelian_rulebook::{RuleId, rule};

/// FA-EV-19: a camp, or ground that it cannot enter: along the edge that it meets, in the sense nearer to where it runs.
pub fn wall(run: &Runner<'_>, at: f64, met: &[Met], reach: Run) -> Result<Course, Question> {
    let here = run.body.advanced(at);
    let Some(edge) = edge_met(run, &here) else {
        let course = run.straight(at, reach);
        return Ok(run.ended(course, bursts(met, at)));
    };
    let along = Facing::along(edge.vector());
    let sense = sense(run, along, run.facing)?;
    // The side of the edge on which the body stands.
    let normal = Vec2::new(-along.vector().y, along.vector().x);
    let inward = if (here.block().centre() - edge.a).dot(normal) >= 0.0 { normal } else { -normal };
    Ok(follow(run, &here, at, (sense, edge.a, inward), (met, rule!("FA-EV-19")), reach))
}

/// FA-EV-21: along the table edge, in the sense that leads more nearly away from the chargers.
pub fn table_edge(
    run: &Runner<'_>,
    at: f64,
    edge: TableEdge,
    met: &[Met],
    reach: Run,
) -> Result<Course, Question> {
    let here = run.body.advanced(at);
    let along = Facing::along(edge.outward().right());
    let sense = sense(run, along, run.flight.away)?;
    let field = &run.way.look.state.field;
    let corner = match edge {
        TableEdge::South | TableEdge::West => Vec2::ZERO,
        TableEdge::North | TableEdge::East => Vec2::new(field.width, field.depth),
    };
    let inward = -edge.outward().vector();
    Ok(follow(run, &here, at, (sense, corner, inward), (met, rule!("FA-EV-21")), reach))
}

/// FA-EV-19, FA-EV-21, FA-EV-28: which of the two senses of an edge is nearer to this direction; asked if neither is.
fn sense(run: &Runner<'_>, along: Facing, wanted: Facing) -> Result<Facing, Question> {
    let (one, other) = (along.angle_to(wanted), along.reversed().angle_to(wanted));
    if (one - other).abs() > run.way.look.rules.tolerance.angle {
        return Ok(if one < other { along } else { along.reversed() });
    }
    let hand = run.flight.sense.ok_or(Question::Sense)?;
    let is_right = run.facing.turn_to(along) > 0.0;
    Ok(if is_right == (hand == Hand::Right) { along } else { along.reversed() })
}

/// Turns 90 degrees unless it already faces nearer to the edge, wheels until it is parallel, and runs on with what is
/// left of its distance.
fn follow(
    run: &Runner<'_>,
    here: &Body,
    at: f64,
    (sense, point, inward): (Facing, Vec2, Vec2),
    (met, rule): (&[Met], RuleId),
    reach: Run,
) -> Course {
    let look = run.way.look;
    let mut legs = run.legs.clone();
    legs.push(Leg::Advance { distance: at });
    let mut formed = Formed { front: run.formed.front.advanced(at), ..run.formed };
    let off = here.facing.turn_to(sense);
    if off.abs() > core::f64::consts::FRAC_PI_4 {
        let turn = if off > 0.0 { Turn::Right } else { Turn::Left };
        formed = look.turned_from(&formed.array, &here.block(), turn, None);
        legs.push(Leg::Turn(turn));
    }
    let left = (reach.allowed - run.used - at).max(0.0);
    let off = formed.front.facing.turn_to(sense);
    let hand = if off >= 0.0 { Hand::Right } else { Hand::Left };
    let body = formed.body(look);
    let frontage = body.block().width;
    let angle = run.wheel_past(&body, hand, off.abs().min(wheel_angle(frontage, left)));
    let mut used = run.used + at;
    if angle > look.rules.tolerance.angle {
        formed.front = formed.front.rotated_about(body.front_corner(hand), angle * hand.sign());
        used += wheel_cost(frontage, angle);
        legs.push(Leg::Wheel { hand, degrees: to_degrees(angle) });
    }
    let body = formed.body(look);
    // Clear of the line along which it runs.
    let over = body.rects().flat_map(|rect| rect.corners()).map(|corner| (point - corner).dot(inward));
    let over = over.fold(0.0, f64::max);
    let aside = inward * over;
    if over > look.rules.tolerance.length {
        let (right, on) = (aside.dot(body.facing.right()), aside.dot(body.facing.vector()));
        legs.push(Leg::Shift { right });
        legs.extend((on.abs() > look.rules.tolerance.length).then_some(Leg::Advance { distance: on }));
    }
    let body = body.translated(aside);
    ahead(run, body, legs, used, (met, at), reach, rule)
}

/// Straight on beside the edge: to the first thing in the way, or short of enemy.
fn ahead(
    run: &Runner<'_>,
    body: Body,
    mut legs: Vec<Leg>,
    used: f64,
    (met, at): (&[Met], f64),
    reach: Run,
    rule: RuleId,
) -> Course {
    let look = run.way.look;
    let who = GroupSet::one(run.flight.group);
    let further = look.run_on(&body, &run.speed, reach.allowed, used);
    let facing = body.facing.vector();
    let mut length = further.distance;
    for met in run.way.meets(&body, facing, length) {
        let stop = match met.thing {
            Thing::Passed(_) => continue,
            Thing::Enemy(enemy) => short_of(look, &body, enemy, met.at),
            Thing::Friend(_) | Thing::Camp(_) => met.at,
        };
        length = length.min(stop);
    }
    if let Some((edge, _)) = run.way.edge_ahead(&body, facing) {
        length = length.min(edge);
    }
    let closed = |side: Side| run.way.closed_camp(side).is_some();
    let mut course = run.straight(at, reach);
    let Some(length) = farthest(length, |length| look.has_room(&body.advanced(length), who, closed)) else {
        return run.ended(course, bursts(met, at));
    };
    legs.push(Leg::Advance { distance: length });
    course.body = body.advanced(length);
    course.way = legs;
    course.used = used + length;
    course.burst = bursts(met, at);
    course.reasons.push((rule, Fact::Group(run.flight.group)));
    course
}

impl Runner<'_> {
    /// Straight ahead by so much.
    fn straight(&self, at: f64, reach: Run) -> Course {
        let mut way = self.legs.clone();
        way.push(Leg::Advance { distance: at });
        Course {
            body: self.body.advanced(at),
            shape: Shape::Normal,
            way,
            used: self.used + at,
            allowed: reach.allowed,
            ..Course::none(self.way.look, self.flight.group)
        }
    }
}

/// The edge of a camp or of ground that a body touches and that lies most across its way.
fn edge_met(run: &Runner<'_>, body: &Body) -> Option<Segment> {
    let look = run.way.look;
    let near = look.rules.tolerance.length * 4.0;
    let ahead = body.facing.vector();
    let mut best: Option<(f64, Segment)> = None;
    let mut offer = |edge: Segment| {
        let gap = body.rects().map(|rect| segment_to_rect(edge, rect)).fold(f64::INFINITY, f64::min);
        let length = edge.length();
        if gap > near || length <= 0.0 {
            return;
        }
        let across = (edge.vector().perp_dot(ahead) / length).abs();
        if best.is_none_or(|(most, _)| across > most + 1e-9) {
            best = Some((across, edge));
        }
    };
    for side in Side::BOTH {
        if let Some(camp) = run.way.closed_camp(side) {
            Edge::ALL.iter().for_each(|edge| offer(camp.edge(*edge)));
        }
    }
    let field = &look.state.field;
    let bounds = body.block();
    let close = |outline: &aelian_geometry::Polygon| near_box(outline, &bounds, near);
    for area in field.areas.iter().filter(|area| close(&area.outline)) {
        area.outline.edges().for_each(&mut offer);
    }
    for river in &field.rivers {
        river.course.outline().iter().flat_map(|outline| outline.edges()).for_each(&mut offer);
    }
    best.map(|(_, edge)| edge)
}

fn near_box(outline: &aelian_geometry::Polygon, block: &Rect, gap: f64) -> bool {
    outline.distance_to_rect(block) <= gap
}
