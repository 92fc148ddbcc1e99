//! Where a friend may go who makes room (HC-GIVE-16), on the table as it is when he goes.

use crate::fact::Fact;
use crate::ids::UnitId;
use crate::ids::UnitSet;
use crate::movement::{self, Glide, Halt, Mover, Obey};
use crate::rules::Look;
use aelian_geometry::{
    Circle, Pose, Rect, Segment, Vec2, convex_overlap, degrees, overlaps, point_to_segment, rotate,
};
use aelian_rulebook::{Reason, rule};
use std::cell::{Cell, OnceCell, RefCell};

/// No friend looks for his place behind more others than this.
const MOST_STEPS: usize = 24;
/// HC-GIVE-16: the angle between two directions in which a friend looks for room, in degrees.
const APART: f64 = 5.0;
/// In mm: rounding puts nobody further from where he was reckoned to be.
const ROUNDING: f64 = 1.0;

/// The table as it is when a friend makes room.
#[derive(Clone, Copy)]
pub(super) struct Floor<'a> {
    /// Those who give ground still stand where they stood.
    pub look: Look<'a>,
    /// Ground that must be free, and for whom.
    pub barred: &'a [(UnitId, Vec<Vec2>)],
    pub along: Vec2,
}

/// How a friend slides in one direction, from where he would stand on something to where he is clear of it.
struct Slide {
    /// How far he has come each time, and whether it is ground that must be free on which he would stand there.
    steps: Vec<(f64, bool)>,
    /// The first place at which he stands on nothing, if it lies within his reach.
    end: Option<(f64, Rect)>,
}

/// A friend who looks for room. What lies further away than he may go is left out of all that he is asked, and what he has
/// looked at once is not looked at again.
pub(super) struct Seeker<'a> {
    floor: Floor<'a>,
    pub friend: UnitId,
    stands: Rect,
    /// HC-GIVE-16: one move.
    rate: f64,
    ways: Vec<Vec2>,
    barred: Vec<(UnitId, &'a [Vec2])>,
    /// Others who stand near enough to be come upon, in the order in which they are counted.
    bodies: Vec<(UnitId, Rect)>,
    /// How he goes in each direction if nobody else makes room.
    alone: OnceCell<Vec<Slide>>,
    /// Whether he may go to these places.
    judged: RefCell<Vec<(Pose, bool)>>,
}

impl<'a> Seeker<'a> {
    pub fn new(floor: Floor<'a>, friend: UnitId) -> Seeker<'a> {
        let look = floor.look;
        let stands = *look.rect(friend);
        let (here, rate) = (stands.circle(), look.rate(friend));
        let gap = rate + look.rules.slack + ROUNDING;
        let is_near = |circle: Circle| circle.near(&here, gap);
        let others = look.standing_near(friend, here, gap);
        let bodies = others.flat_map(|unit| look.footprint(unit).map(move |part| (unit, part)));
        Seeker {
            floor,
            friend,
            stands,
            rate,
            ways: ways(floor.along, &stands),
            barred: floor
                .barred
                .iter()
                .filter(|(_, swath)| is_near(circle_around(swath)))
                .map(|(unit, swath)| (*unit, swath.as_slice()))
                .collect(),
            bodies: bodies.filter(|(_, part)| is_near(part.circle())).collect(),
            alone: OnceCell::new(),
            judged: RefCell::new(Vec::new()),
        }
    }

    /// Places aside, back, and between the two where he may stand, the nearest first.
    pub fn quarters(&self) -> Vec<Rect> {
        let found = quarters(self.floor.along).map(|way| self.slide(way, |_| ()).end);
        let mut places = nearest_first(found.into_iter().flatten());
        places.retain(|place| self.may_go(place));
        places
    }

    /// The nearest place in any direction where he may stand.
    pub fn nearest(&self) -> Option<Rect> {
        self.slides(&[]).into_iter().find(|place| self.may_go(place))
    }

    /// HC-GIVE-16: the nearest place in each direction that clears the ground and these others who make room, the nearest of
    /// them first.
    pub fn slides(&self, taken: &[Rect]) -> Vec<Rect> {
        let slides = || self.ways.iter().map(|way| self.slide(*way, |_| ())).collect();
        let alone = self.alone.get_or_init(slides);
        let past = |(way, alone): (&Vec2, &Slide)| {
            let gone = alone.end.map_or(self.rate + self.floor.look.rules.slack, |(distance, _)| distance);
            if self.comes_near(*way, gone, taken) { self.past(*way, alone, taken) } else { alone.end }
        };
        nearest_first(self.ways.iter().zip(alone).filter_map(past))
    }

    /// By circles: whether he may come upon one of these as far as he goes in this direction.
    fn comes_near(&self, way: Vec2, distance: f64, others: &[Rect]) -> bool {
        let centre = self.stands.centre();
        let lane = Segment::new(centre, centre + way * distance);
        let reach = self.stands.radius() + ROUNDING;
        others.iter().any(|other| point_to_segment(other.centre(), lane) <= reach + other.radius())
    }

    /// Those on whom he would stand on his way in any direction, and who stop him.
    pub fn stoppers(&self) -> UnitSet {
        let found = Cell::new(UnitSet::EMPTY);
        let note = |unit: UnitId| found.set(found.get().union(UnitSet::one(unit)));
        for way in &self.ways {
            let halt = self.slide(*way, note).end.and_then(|(_, place)| self.halt(&place));
            if let Some(Fact::BlockedBy(unit)) = halt.map(|halt| halt.reason.fact) {
                note(unit);
            }
        }
        found.get()
    }

    /// The least way in this direction at whose end he stands on nobody and on no ground that must be free.
    fn slide(&self, way: Vec2, meets: impl Fn(UnitId)) -> Slide {
        self.slide_on(way, Vec::new(), 0.0, &[], &meets)
    }

    /// The same past others who make room: as he goes alone until he would stand on one of them.
    fn past(&self, way: Vec2, alone: &Slide, taken: &[Rect]) -> Option<(f64, Rect)> {
        let on_others = |distance: f64| self.on_one_of(taken, &self.at(way, distance)).is_some();
        let met = alone.steps.iter().position(|(distance, barred)| !barred && on_others(*distance));
        match (met, alone.end) {
            (Some(met), _) => {
                let steps = alone.steps.iter().take(met).copied().collect();
                let (distance, _) = *alone.steps.get(met)?;
                self.slide_on(way, steps, distance, taken, &|_| ()).end
            }
            (None, Some((distance, _))) if on_others(distance) => {
                self.slide_on(way, alone.steps.clone(), distance, taken, &|_| ()).end
            }
            (None, end) => end,
        }
    }

    /// From so far on, after these steps.
    fn slide_on(
        &self,
        way: Vec2,
        mut steps: Vec<(f64, bool)>,
        mut distance: f64,
        taken: &[Rect],
        meets: &impl Fn(UnitId),
    ) -> Slide {
        let slack = self.floor.look.rules.slack;
        while steps.len() < MOST_STEPS && distance <= self.rate + slack {
            let to = self.at(way, distance);
            let Some((clear, barred)) = self.clear_of_under(way, &to, taken, meets) else {
                return Slide { steps, end: Some((distance, to)) };
            };
            steps.push((distance, barred));
            distance = if clear > distance { clear } else { distance + slack };
        }
        Slide { steps, end: None }
    }

    /// Where he stands when he has gone so far.
    fn at(&self, way: Vec2, distance: f64) -> Rect {
        self.stands.with_pose(self.stands.pose.translated(way * distance).on_grid())
    }

    fn on_one_of<'r>(&self, others: &'r [Rect], place: &Rect) -> Option<&'r Rect> {
        others.iter().find(|other| overlaps(other, place, self.floor.look.rules.tolerance))
    }

    /// How far he must go in this direction to be clear of what he would stand on there, and whether that is ground that
    /// must be free; none if he would stand on nothing.
    fn clear_of_under(
        &self,
        way: Vec2,
        to: &Rect,
        taken: &[Rect],
        meets: &impl Fn(UnitId),
    ) -> Option<(f64, bool)> {
        let tolerance = self.floor.look.rules.tolerance;
        let clear = |ground: &[Vec2]| clear_of(&self.stands, way, ground);
        if let Some((_, swath)) = self.barred.iter().find(|(_, swath)| convex_overlap(swath, to, tolerance)) {
            return Some((clear(swath), true));
        }
        if let Some(other) = self.on_one_of(taken, to) {
            return Some((clear(&other.corners()), false));
        }
        let (unit, rect) = self.bodies.iter().find(|(_, rect)| overlaps(rect, to, tolerance))?;
        meets(*unit);
        Some((clear(&rect.corners()), false))
    }

    /// He may go there while nobody else makes room.
    pub fn may_go(&self, place: &Rect) -> bool {
        let known = self.judged.borrow().iter().find(|(pose, _)| *pose == place.pose).map(|(_, may)| *may);
        known.unwrap_or_else(|| {
            let may = self.faults(place).is_empty();
            self.judged.borrow_mut().push((place.pose, may));
            may
        })
    }

    /// HC-GIVE-10, HC-GIVE-16: why he may not go there: further than one move, in another formation or facing, onto ground
    /// that must be free or that he may not enter, against enemies, through what he cannot pass.
    pub fn faults(&self, to: &Rect) -> Vec<Reason<Fact>> {
        let (look, friend, from) = (self.floor.look, self.friend, &self.stands);
        let mut found = Vec::new();
        let mut no = |fact| found.push(Reason::new(rule!("HC-GIVE-16"), fact));
        if !movement::is_sound(to) || to.pose.facing != from.pose.facing {
            no(Fact::Unit(friend));
            return found;
        }
        let (used, allowed) = ((to.pose.at - from.pose.at).length(), self.rate);
        if used > allowed + look.rules.slack {
            no(Fact::TooFar { used, allowed });
        }
        let lies_on = |swath: &[Vec2]| convex_overlap(swath, to, look.rules.tolerance);
        for (unit, _) in self.floor.barred.iter().filter(|(_, swath)| lies_on(swath)) {
            no(Fact::BlockedBy(*unit));
        }
        let rest = look.may_stand(friend, look.state.unit(friend).formation, to);
        let told: Vec<Fact> = found.iter().map(|reason| reason.fact.clone()).collect();
        found.extend(rest.into_iter().filter(|reason| !told.contains(&reason.fact)));
        if found.is_empty() {
            found.extend(self.halt(to).map(|halt| halt.reason));
        }
        found
    }

    /// HC-PASS-13: what stops him on his way there.
    fn halt(&self, to: &Rect) -> Option<Halt> {
        let look = self.floor.look;
        let obey = Obey { touches: false, ..Obey::GIVE_GROUND };
        let formation = look.state.unit(self.friend).formation;
        let mover = Mover { unit: self.friend, formation, obey, walled: UnitSet::EMPTY };
        let glide = Glide::new(&self.stands, to.pose);
        let far = glide.length() - look.rules.slack;
        look.halt(&mover, &glide).filter(|halt| halt.part * glide.length() < far)
    }
}

/// HC-GIVE-16: aside, back, and between the two.
fn quarters(along: Vec2) -> [Vec2; 5] {
    let beside = Vec2::new(along.y, -along.x);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    [beside, beside * -1.0, along, (along + beside) * half, (along - beside) * half]
}

/// HC-GIVE-16: all directions in which a friend looks for room: these, his own, and all around.
fn ways(along: Vec2, stands: &Rect) -> Vec<Vec2> {
    let (ahead, right) = (stands.pose.facing.unit(), stands.pose.facing.right());
    let mut ways = quarters(along).to_vec();
    ways.extend([ahead, right, ahead * -1.0, right * -1.0]);
    let turns = (360.0 / APART) as u32;
    ways.extend((1..turns).map(|turn| rotate(along, degrees(APART * f64::from(turn)))));
    ways
}

fn nearest_first(found: impl Iterator<Item = (f64, Rect)>) -> Vec<Rect> {
    let mut found: Vec<(f64, Rect)> = found.collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, place)| place).collect()
}

fn circle_around(points: &[Vec2]) -> Circle {
    let centre =
        points.iter().fold(Vec2::new(0.0, 0.0), |sum, point| sum + *point) / points.len().max(1) as f64;
    let radius = points.iter().map(|point| (*point - centre).length()).fold(0.0, f64::max);
    Circle { centre, radius }
}

/// How far a rectangle must go in this direction until it is clear of a convex piece of ground: until one line parts them.
fn clear_of(rect: &Rect, way: Vec2, ground: &[Vec2]) -> f64 {
    let ends = ground.iter().cycle().skip(1);
    let normals = ground.iter().zip(ends).map(|(a, b)| Vec2::new(b.y - a.y, a.x - b.x));
    let facing = rect.pose.facing;
    let axes = normals.filter(|normal| normal.length() > 1e-6).chain([facing.unit(), facing.right()]);
    let corners = rect.corners();
    let parts = |axis: Vec2| {
        let axis = if axis.dot(way) < 0.0 { axis * -1.0 } else { axis };
        let least = corners.iter().map(|corner| corner.dot(axis)).fold(f64::INFINITY, f64::min);
        let most = ground.iter().map(|point| point.dot(axis)).fold(f64::NEG_INFINITY, f64::max);
        let speed = axis.dot(way);
        if speed > 1e-9 * axis.length() { (most - least) / speed } else { f64::INFINITY }
    };
    axes.map(parts).fold(f64::INFINITY, f64::min)
}
