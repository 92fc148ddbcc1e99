//! The common course of evades and routs (FA-ALG-72 to FA-ALG-74, FA-ALG-80): turn, wheel, straight ahead, and what
//! happens where something is in the way, in the order of the book (FA-EV-14 to FA-EV-20).

use super::along;
use super::flight::{AtEdge, FirstTurn, Flight, Heading, Kind};
use super::room::farthest;
use super::way::{Met, Thing, Way};
use crate::event::Moved;
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::formation::{Body, Formed, wheel_angle, wheel_cost};
use crate::ids::{GroupId, GroupSet};
use crate::movement::patch::Ground;
use crate::movement::{Leg, Run, Speed};
use crate::rules::{Look, hundredths};
use crate::state::Shape;
use aelian_geometry::{Facing, Hand, Pose, Rect, distance, penetration, to_degrees};
use aelian_rulebook::{RuleId, rule};

/// What comes of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub body: Body,
    pub shape: Shape,
    pub way: Vec<Leg>,
    /// FA-BURST-06: friends through whom it burst.
    pub burst: GroupSet,
    /// FA-INT-09: some of its ranks have not passed through friends.
    pub partly: bool,
    /// FA-INT-10: friends who made room.
    pub shifted: Vec<Moved>,
    pub end: CourseEnd,
    /// In mm: the wheel and the straight part, and what was allowed.
    pub used: f64,
    pub allowed: f64,
    /// What decided on the way.
    pub reasons: Vec<(RuleId, Fact)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseEnd {
    Stands,
    /// FA-EDGE-01.
    Leaves(TableEdge),
    /// FA-BURST-07: no room beyond the friends it burst through.
    NoRoom,
    /// FA-ROUT-08: unbroken enemy bar its way.
    Trapped(GroupId),
}

/// What the owner has to say before the run can be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// FA-DEC-26.
    Edge(TableEdge),
    /// FA-EV-28.
    Sense,
}

/// Works out a run from where everybody stands now.
pub fn run(look: Look<'_>, flight: &Flight) -> Result<Course, Question> {
    match flight.heading {
        Heading::Along { facing, turn } => {
            let mut runner = Runner::turned(look, flight, facing, turn);
            let free = runner.free_wheel();
            runner.wheel(1.0, free);
            runner.course()
        }
        Heading::RearEdge => home(look, flight),
    }
}

/// FA-ROUT-05, FA-ALG-81: of the turns, and of wheels in quarters of the whole, the one that would end nearest to the
/// rear edge, or beyond it; the smaller wheel if equal. What is in that way is met as in any flight (FA-ROUT-06).
fn home(look: Look<'_>, flight: &Flight) -> Result<Course, Question> {
    let edge = TableEdge::of(look.state.group(flight.group).side);
    let slack = look.rules.tolerance.length;
    let mut best: Option<(f64, f64, Runner<'_>)> = None;
    for turn in FirstTurn::all(look, look.block(flight.group).pose) {
        let turned = Runner::turned(look, flight, edge.outward(), turn);
        let whole = turned.formed.front.facing.angle_to(turned.facing);
        let free = turned.free_wheel();
        for quarters in 0..=4 {
            let part = f64::from(quarters) * 0.25;
            // Who need not wheel runs the same whatever part of it.
            if quarters > 0 && whole * part <= look.rules.tolerance.angle {
                continue;
            }
            let mut runner = turned.clone();
            runner.wheel(part, free);
            let ended = runner.body.advanced(runner.reach(&runner.body).distance);
            let corners = ended.rects().flat_map(|rect| rect.corners());
            let left =
                corners.map(|corner| look.state.field.inside(edge, corner)).fold(f64::INFINITY, f64::min);
            let left = (left / slack).round();
            let nearer = best.as_ref().is_none_or(|(known, used, _)| {
                left.total_cmp(known).then(hundredths(runner.used).cmp(&hundredths(*used))).is_lt()
            });
            if nearer {
                best = Some((left, runner.used, runner));
            }
        }
    }
    match best {
        Some((_, _, runner)) => runner.course(),
        None => Ok(Course::none(look, flight.group)),
    }
}

impl Course {
    /// Nobody moves.
    pub fn none(look: Look<'_>, group: GroupId) -> Course {
        Course {
            body: Body::of(look.state, group),
            shape: look.state.group(group).shape,
            way: Vec::new(),
            burst: GroupSet::EMPTY,
            partly: false,
            shifted: Vec::new(),
            end: CourseEnd::Stands,
            used: 0.0,
            allowed: 0.0,
            reasons: Vec::new(),
        }
    }
}

/// A run after its first turn and its wheel.
#[derive(Clone)]
pub(super) struct Runner<'a> {
    pub way: Way<'a>,
    pub flight: &'a Flight,
    pub formed: Formed,
    pub body: Body,
    pub legs: Vec<Leg>,
    /// By the wheel, in mm.
    pub used: f64,
    pub speed: Speed,
    /// The allowance of the ground touched up to now.
    pub before: f64,
    /// Where it wants to go.
    pub facing: Facing,
}

impl<'a> Runner<'a> {
    /// After its first turn.
    fn turned(look: Look<'a>, flight: &'a Flight, facing: Facing, turn: FirstTurn) -> Runner<'a> {
        let formed = look.after_first_turn(flight, turn);
        let body = formed.body(look);
        let extra = look.mu(f64::from(flight.change));
        let speed = look.speed(GroupSet::one(flight.group), extra);
        let before = look.allowed_at(&body, &speed);
        let way = Way { look, group: flight.group, kind: Some(flight.kind) };
        let legs = turn.turn().map(Leg::Turn).into_iter().collect();
        let facing = look.across_rivers(&body, facing);
        Runner { way, flight, formed, body, legs, used: 0.0, speed, before, facing }
    }

    pub(super) fn look(&self) -> Look<'a> {
        self.way.look
    }

    /// FA-EV-11, FA-EV-13, AMB-46: wheels by this part of what is missing to its direction, about the corner of that
    /// hand, as far as the distance and enemy, camps and closed ground (`free`) allow.
    fn wheel(&mut self, part: f64, free: f64) {
        let (hand, whole) = self.whole_wheel();
        let wanted = whole * part;
        if wanted <= self.look().rules.tolerance.angle {
            return;
        }
        let frontage = self.body.block().width;
        let angle = wanted.min(wheel_angle(frontage, self.before)).min(free);
        if angle <= 0.0 {
            return;
        }
        let corner = self.body.front_corner(hand);
        self.formed.front = self.formed.front.rotated_about(corner, angle * hand.sign());
        if (angle - whole).abs() < 1e-9 {
            self.formed.front = Pose { facing: self.facing, ..self.formed.front };
        }
        self.body = self.formed.body(self.look());
        self.used = wheel_cost(frontage, angle);
        self.legs.push(Leg::Wheel { hand, degrees: to_degrees(angle) });
    }

    /// The hand and the angle of the wheel that would bring it into its direction.
    fn whole_wheel(&self) -> (Hand, f64) {
        let whole = self.formed.front.facing.turn_to(self.facing);
        (if whole >= 0.0 { Hand::Right } else { Hand::Left }, whole.abs())
    }

    /// How far nothing but friends is in the way of its wheel. Who touches at the start is left behind.
    fn free_wheel(&self) -> f64 {
        use crate::movement::way::Obstacle;
        let look = self.look();
        let (hand, whole) = self.whole_wheel();
        let angle = whole.min(wheel_angle(self.body.block().width, self.before));
        if angle <= look.rules.tolerance.angle {
            return angle;
        }
        let side = look.state.group(self.flight.group).side;
        let heed = |by: Obstacle| match by {
            Obstacle::Edge(_) => false,
            Obstacle::Ground(_) => true,
            Obstacle::Camp(camp) => self.way.closed_camp(camp).is_some(),
            Obstacle::Group(other) => {
                look.state.group(other).side != side
                    && body_distance(look, &self.body, other) > look.rules.tolerance.length
            }
        };
        let stop = look.way_round(&self.body, GroupSet::one(self.flight.group), (hand, angle), heed);
        let angle = stop.map_or(angle, |stop| stop.at);
        if self.flight.kind == Kind::Rout { angle } else { self.wheel_past(&self.body, hand, angle) }
    }

    /// Evaders leave those whom they touch behind, but do not wheel into them: how far this body may wheel so.
    pub(super) fn wheel_past(&self, body: &Body, hand: Hand, angle: f64) -> f64 {
        let look = self.look();
        let side = look.state.group(self.flight.group).side;
        let ring = body.block().circle();
        let near = look.enemies(side).filter(|enemy| look.circle(*enemy).near(&ring, 2.0 * ring.radius));
        let enemies: Vec<Rect> = near.flat_map(|enemy| look.state.rects_of(enemy)).copied().collect();
        let deepest = |body: &Body| {
            let deep = enemies.iter().flat_map(|rect| body.rects().map(|own| penetration(own, rect)));
            deep.fold(0.0, f64::max)
        };
        // A corner may swing out as far as one may brush past somebody.
        let most = deepest(body).max(look.rules.width * 0.25);
        let parts = (to_degrees(angle) / 2.0).ceil().max(1.0) as u32;
        let at = |part: u32| angle * f64::from(part) / f64::from(parts);
        let free = (1..=parts).take_while(|part| deepest(&body.wheeled(hand, at(*part))) <= most).count();
        at(free as u32)
    }

    /// FA-TER-21: a river that it would enter farther from straight across than 45 degrees is closed to it.
    pub(super) fn reach(&self, body: &Body) -> Run {
        let run = self.look().run_on(body, &self.speed, self.before, self.used);
        match self.look().slanting_river(body, body.facing.vector(), run.distance) {
            Some(at) => Run { distance: at, halted: Some(Ground::River), ..run },
            None => run,
        }
    }

    /// FA-EV-14 to FA-EV-20: the run by the first means that lets it be completed, or what is left to it.
    fn course(&self) -> Result<Course, Question> {
        if let Some(course) = self.unhindered(&self.body, Shape::Normal, 0.0) {
            return Ok(course);
        }
        let shifts = self.shifts();
        let shifted = shifts.iter().find_map(|shift| self.unhindered(&self.body, Shape::Normal, *shift));
        if let Some(course) = shifted.or_else(|| self.narrower(&shifts)) {
            return Ok(course);
        }
        self.forced()
    }

    pub(super) fn plain(&self, body: Body, shape: Shape, reach: Run) -> Course {
        let mut way = self.legs.clone();
        way.push(Leg::Advance { distance: reach.distance });
        Course {
            body,
            shape,
            way,
            burst: GroupSet::EMPTY,
            partly: false,
            shifted: Vec::new(),
            end: CourseEnd::Stands,
            used: self.used + reach.distance,
            allowed: reach.allowed,
            reasons: Vec::new(),
        }
    }

    /// FA-EV-17 to FA-EV-21: what is left to a group that cannot complete its run: on its normal way it bursts through
    /// friends, halts before enemy, runs along camps, ground and table edges, leaves the table, or goes as far as it can.
    fn forced(&self) -> Result<Course, Question> {
        let ahead = self.body.facing.vector();
        let reach = self.reach(&self.body);
        let met = self.way.meets(&self.body, ahead, reach.distance);
        let of = |wanted: fn(&Thing) -> bool| met.iter().find(|met| wanted(&met.thing)).copied();
        let enemy = of(|thing| matches!(thing, Thing::Enemy(_)));
        let camp = of(|thing| matches!(thing, Thing::Camp(_))).map(|met| met.at);
        let edge = self.way.edge_ahead(&self.body, ahead).filter(|(at, _)| self.crosses(*at, reach.distance));
        let ground = reach.halted.map(|_| reach.distance);
        let at_enemy = enemy.map_or(f64::INFINITY, |met| met.at);
        let at_wall = camp.into_iter().chain(ground).fold(f64::INFINITY, f64::min);
        let at_edge = edge.map_or(f64::INFINITY, |(at, _)| at);
        if let Some(enemy) = enemy.filter(|_| at_enemy <= at_wall && at_enemy <= at_edge) {
            return Ok(self.halted(enemy, &met, reach));
        }
        if let Some((at, edge)) = edge.filter(|_| at_edge <= at_wall) {
            return self.at_table_edge(at, edge, &met, reach);
        }
        if at_wall.is_finite() {
            return along::wall(self, at_wall, &met, reach);
        }
        let burst = bursts(&met, reach.distance);
        let course = self.plain(self.body.advanced(reach.distance), Shape::Normal, reach);
        Ok(self.ended(course, burst))
    }

    /// FA-EV-18, FA-ROUT-08: halts 1 MU before enemy in its way, or does not move if they are nearer already.
    fn halted(&self, enemy: Met, met: &[Met], reach: Run) -> Course {
        let look = self.look();
        let Thing::Enemy(group) = enemy.thing else { return Course::none(look, self.flight.group) };
        let at = short_of(look, &self.body, group, enemy.at);
        let halted = Run { distance: at, ..reach };
        let course = self.plain(self.body.advanced(at), Shape::Normal, halted);
        let mut course = self.ended(course, bursts(met, at));
        course.reasons.push((rule!("FA-EV-18"), Fact::BlockedBy(group)));
        let trapped = self.flight.kind == Kind::Rout && !look.state.group(group).is_broken();
        if trapped && course.end == CourseEnd::Stands {
            course.end = CourseEnd::Trapped(group);
        }
        course
    }

    /// FA-EV-21, FA-EV-22, FA-EV-23, FA-ROUT-06: routers leave, and so do evaders at their own rear edge; elsewhere their owner
    /// chooses.
    fn at_table_edge(&self, at: f64, edge: TableEdge, met: &[Met], reach: Run) -> Result<Course, Question> {
        let own = edge == TableEdge::of(self.look().state.group(self.flight.group).side);
        let choice = match (self.flight.kind, own) {
            (Kind::Rout, _) | (Kind::Evade, true) => Some(AtEdge::Leave),
            (Kind::Evade, false) => self.flight.at_edge,
        };
        match choice {
            None => Err(Question::Edge(edge)),
            Some(AtEdge::RunAlong) => along::table_edge(self, at, edge, met, reach),
            Some(AtEdge::Leave) => {
                // What stands beyond the place where it leaves is no longer in its way.
                let there = Run { distance: at, ..reach };
                let mut course = self.plain(self.body.advanced(at), Shape::Normal, there);
                course.burst = bursts(met, at);
                course.end = CourseEnd::Leaves(edge);
                course.reasons.push((rule!("FA-EDGE-01"), Fact::OffTable(edge)));
                Ok(course)
            }
        }
    }

    /// FA-BURST-07: who ends among friends is put beyond those through whom it is bursting, or is destroyed if there is
    /// no room; who ends among others goes only as far as it can (FA-EV-20).
    pub(super) fn ended(&self, mut course: Course, burst: GroupSet) -> Course {
        let look = self.look();
        let who = GroupSet::one(self.flight.group);
        let closed = |side| self.way.closed_camp(side).is_some();
        course.burst = burst;
        if !burst.is_empty() {
            course.reasons.push((rule!("FA-EV-17"), Fact::Group(self.flight.group)));
        }
        if look.has_room(&course.body, who, closed) {
            return course;
        }
        let among = look.overlapped(&course.body, who);
        if !among.common(burst).is_empty() {
            let facing = course.body.facing.vector();
            let further = look.beyond(&course.body, facing, among);
            let beyond = course.body.advanced(further);
            let side = look.state.group(self.flight.group).side;
            let friends = |other: GroupId| look.state.group(other).side == side;
            let clear = look.is_clear_between(&course.body, &beyond, self.flight.group, friends);
            if clear && look.has_room(&beyond, who, closed) {
                let past = among.common(burst).first().unwrap_or(self.flight.group);
                let fact = Fact::Pair { group: self.flight.group, other: past };
                course.reasons.push((rule!("FA-BURST-07"), fact));
                course.body = beyond;
                course.way.push(Leg::Advance { distance: further });
            } else {
                course.end = CourseEnd::NoRoom;
            }
            return course;
        }
        self.as_far_as_it_can(course)
    }

    /// FA-EV-20: the greatest part of its straight way that ends on free ground; else where it stands.
    pub(super) fn as_far_as_it_can(&self, mut course: Course) -> Course {
        let look = self.look();
        let who = GroupSet::one(self.flight.group);
        let closed = |side| self.way.closed_camp(side).is_some();
        let whole = course.used - self.used;
        let first = self.bars_any(&self.body, whole);
        let fits = |at: f64| look.has_room(&self.body.advanced(at), who, closed);
        if let Some(at) = Some(first).filter(|at| *at <= whole && fits(*at)).or_else(|| farthest(whole, fits))
        {
            course.reasons.push((rule!("FA-EV-20"), Fact::TooShort { used: at, least: whole }));
            course.burst = bursts(&self.way.meets(&self.body, self.body.facing.vector(), at), at);
            let run = Run { distance: at, allowed: course.allowed, halted: None };
            return Course {
                burst: course.burst,
                reasons: course.reasons,
                ..self.plain(self.body.advanced(at), Shape::Normal, run)
            };
        }
        let mut none = Course::none(look, self.flight.group);
        none.reasons = course.reasons;
        none.reasons.push((rule!("FA-EV-20"), Fact::Group(self.flight.group)));
        none
    }

    /// Where the first thing of any kind is.
    fn bars_any(&self, body: &Body, length: f64) -> f64 {
        let met = self.way.meets(body, body.facing.vector(), length.max(0.0));
        met.first().map_or(length, |met| met.at)
    }
}

/// FA-BURST-06, FA-BURST-09: the friends met before this point that it may not interpenetrate.
pub(super) fn bursts(met: &[Met], before: f64) -> GroupSet {
    let friend = |met: &Met| match met.thing {
        Thing::Friend(group) if met.at < before => Some(group),
        _ => None,
    };
    met.iter().filter_map(friend).collect()
}

/// FA-EV-18, FA-JPUR-12: the greatest distance straight ahead, up to contact, at which 1 MU is left to this enemy; none
/// if he is nearer already.
pub fn short_of(look: Look<'_>, body: &Body, enemy: GroupId, contact: f64) -> f64 {
    let bases: Vec<Rect> = look.state.rects_of(enemy).copied().collect();
    short_of_bases(look, body, &bases, contact)
}

/// The same for some bases of an enemy.
pub fn short_of_bases(look: Look<'_>, body: &Body, bases: &[Rect], contact: f64) -> f64 {
    let gap = |at: f64| nearest(&body.advanced(at), bases.iter());
    let least = look.mu(look.rules.distances().joint.halt_before_enemy);
    if gap(0.0) < least {
        return 0.0;
    }
    let (mut low, mut high) = (0.0, contact);
    for _ in 0..24 {
        let middle = 0.5 * (low + high);
        if gap(middle) >= least { low = middle } else { high = middle }
    }
    low
}

/// FA-MEAS-05: between a body in thought and a group.
pub(super) fn body_distance(look: Look<'_>, body: &Body, group: GroupId) -> f64 {
    nearest(body, look.state.rects_of(group))
}

fn nearest<'a>(body: &Body, others: impl Iterator<Item = &'a Rect>) -> f64 {
    let mut best = f64::INFINITY;
    for rect in others {
        let circle = rect.circle();
        for own in body.rects() {
            // What cannot be nearer than the nearest so far is not measured.
            if circle.near(&own.circle(), best) {
                best = best.min(distance(own, rect));
            }
        }
    }
    best
}
