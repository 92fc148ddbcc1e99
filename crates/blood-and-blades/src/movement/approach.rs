//! Ways for a single base into close combat with an enemy (BB-ALG-14): straight ahead, by one pivot and
//! straight ahead, or any other; aligned where there is room (BB-ZOC-15, BB-ENG-30).

use super::engage::{attack, may_attack, meets_with_front};
use super::free;
use super::motion::{self, Measure, Motion};
use super::plan::Plan;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{Leg, Reach};
use crate::position::facing::least_displacement;
use crate::rules::Look;
use aelian_geometry::{
    Corner, Edge, Facing, Hand, Pose, Rect, Tolerance, Vec2, contacts, straight_ahead, to_degrees, touching,
};

/// BB-ZOC-11, BB-IMP-25: how straightforward a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Straight,
    PivotAndStraight,
    Other,
}

/// A way into close combat.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    pub way: Way,
    pub target: BaseId,
    pub legs: Vec<Leg>,
    /// In mm, as the move is measured.
    pub used: f64,
    pub end: Rect,
    pub fit: Fit,
}

/// BB-ENG-30: how well the end of a way faces the target: the angle to its exact opposite in radians, then the
/// distance between matching front corners in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    pub askew: f64,
    pub off: f64,
}

/// From where and how far a base looks for ways.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The base stands here as it begins to look.
    pub look: Look<'a>,
    pub base: BaseId,
    pub reach: Reach,
    /// The distance that is left to it, in mm; its allowance may be less.
    pub left: f64,
    /// BB-CC-52: where it stood at the start of the order.
    pub start: Rect,
}

impl Fit {
    /// BB-ENG-02, BB-ENG-30: front flush on front, which still may lie aside.
    pub fn is_flush(&self, tolerance: Tolerance) -> bool {
        self.askew <= tolerance.angle
    }

    /// BB-ENG-02: both front corners matched. A base that is where it should be and looks as it should, each within its
    /// tolerance, may have a corner twice as far off.
    pub fn is_matched(&self, tolerance: Tolerance) -> bool {
        self.is_flush(tolerance) && self.off <= 2.0 * tolerance.length
    }

    pub fn of(end: &Rect, target: &Rect) -> Fit {
        let askew = end.pose.facing.angle_to(target.pose.facing.reversed());
        let left = end.corner(Corner::FrontLeft) - target.corner(Corner::FrontRight);
        let right = end.corner(Corner::FrontRight) - target.corner(Corner::FrontLeft);
        Fit { askew, off: left.length().max(right.length()) }
    }
}

impl<'a> Search<'a> {
    /// A search for the base from where it stands, with its whole move.
    pub fn new(look: Look<'a>, base: BaseId, reach: Reach) -> Search<'a> {
        Search { look, base, reach, left: f64::INFINITY, start: *look.state.rect(base) }
    }

    /// BB-IMP-25 (1): straight ahead into the first enemy that it meets.
    pub fn straight(&self, targets: BaseSet) -> Option<Approach> {
        let far = self.look.furthest(BaseSet::one(self.base), self.reach);
        self.try_legs(Way::Straight, vec![ahead(far)], targets)
    }

    /// BB-IMP-25 (2): of all ways by one pivot forward about a front corner and then straight ahead the shortest
    /// into this target.
    pub fn pivot_and_straight(&self, target: BaseId) -> Option<Approach> {
        self.pivots(target).min_by(|a, b| a.used.total_cmp(&b.used))
    }

    /// BB-ZOC-15: one pivot until it faces the target exactly, then straight ahead flush on its front.
    pub fn pivot_and_flush(&self, target: BaseId) -> Option<Approach> {
        let (own, enemy) = (self.rect(), self.look.state.rect(target));
        let angle = to_degrees(own.pose.facing.turn_to(enemy.pose.facing.reversed()));
        let approach = self.pivot_by(angle, BaseSet::one(target))?;
        let flush = approach.fit.is_flush(self.look.rules.tolerance);
        (flush && self.may_align(&approach.end, &approach.fit)).then_some(approach)
    }

    /// BB-ENG-03: whether the base is aligned at the end of its way, or may shift so.
    pub fn may_align(&self, end: &Rect, fit: &Fit) -> bool {
        if fit.is_matched(self.look.rules.tolerance) {
            return true;
        }
        let mut there = self.look.state.clone();
        if let Some(base) = there.bases.get_mut(self.base.index()) {
            base.rect = *end;
        }
        !self.look.at(&there).alignments(BaseSet::one(self.base)).is_empty()
    }

    /// BB-ENG-30: the shortest way found that ends front to front with the target, both corners matched; round other
    /// bases only if there is no simpler one.
    pub fn aligned(&self, target: BaseId) -> Option<Approach> {
        let goal = super::conform::flush_pose(self.look.state.rect(target));
        if self.is_beyond(goal) || self.is_taken(goal) {
            return None;
        }
        self.shortest_aligned(target, goal, self.ways_to(goal))
            .or_else(|| self.shortest_aligned(target, goal, self.detours_to(goal)))
    }

    /// The shortest of these ways that is legal and ends in this pose.
    fn shortest_aligned(&self, target: BaseId, goal: Pose, ways: Vec<Vec<Leg>>) -> Option<Approach> {
        let mut best: Option<Approach> = None;
        for legs in ways {
            // A way that ends there is as long as its legs; a longer one than the best need not be tried.
            let most =
                best.as_ref().map_or(f64::INFINITY, |best| best.used + self.look.rules.tolerance.length);
            if self.length_of(&legs).is_none_or(|length| length > most) {
                continue;
            }
            let found = self.try_legs(Way::Other, legs, BaseSet::one(target));
            let found = found.filter(|approach| self.is_at(&approach.end, goal));
            if found.as_ref().is_some_and(|found| best.as_ref().is_none_or(|best| found.used < best.used)) {
                best = found;
            }
        }
        best
    }

    /// The shortest way found into an aligned pose on any edge of the target that may be attacked so.
    pub fn aligned_on_any_edge(&self, target: BaseId) -> Option<Approach> {
        let enemy = self.look.state.rect(target);
        Edge::ALL
            .into_iter()
            .flat_map(|edge| crate::position::facing::aligned_poses(self.rect(), enemy, edge))
            .filter(|goal| !self.is_beyond(*goal) && !self.is_taken(*goal))
            .flat_map(|goal| self.ways_to(goal).into_iter().map(move |legs| (goal, legs)))
            .filter_map(|(goal, legs)| {
                let found = self.try_legs(Way::Other, legs, BaseSet::one(target))?;
                self.is_at(&found.end, goal).then_some(found)
            })
            .min_by(|a, b| a.used.total_cmp(&b.used))
    }

    /// BB-IMP-25 (3): the shortest way found to this very pose, as motions with the distance used; round other bases
    /// only if there is no simpler one. None if no way is legal.
    pub fn shortest_to(&self, goal: Pose) -> Option<(Vec<Motion>, f64)> {
        self.shortest_of(goal, self.ways_to(goal)).or_else(|| self.shortest_of(goal, self.detours_to(goal)))
    }

    /// As `shortest_to`, the shortest by each of the turns that lead to its facing: to a pose that looks the opposite way
    /// by either hand.
    pub fn shortest_by_hand(&self, goal: Pose) -> Vec<Vec<Motion>> {
        let facing = self.rect().pose.facing;
        let turns: Vec<f64> = motion::turns(facing, goal.facing, self.look.rules.tolerance).collect();
        let [_, _] = turns[..] else {
            let simple = self.shortest_of(goal, self.ways_to(goal));
            return simple.map_or_else(|| self.equal_detours(goal), |(motions, _)| vec![motions]);
        };
        let by = |angle: f64| {
            let ways = self.ways_by(goal, angle).into_iter().chain(self.ways_about(goal));
            self.shortest_of(goal, ways.collect())
        };
        let found: Vec<_> = turns.into_iter().filter_map(by).collect();
        if found.is_empty() {
            return self.equal_detours(goal);
        }
        found.into_iter().map(|(motions, _)| motions).collect()
    }

    /// The shortest way round other bases: two where it leads round them as well to either hand.
    fn equal_detours(&self, goal: Pose) -> Vec<Vec<Motion>> {
        let Some((shortest, used)) = self.shortest_of(goal, self.detours_to(goal)) else { return Vec::new() };
        // Only what is as short need be looked for to either hand.
        let most = self.look.at_most(used);
        let by = |hand: Hand| self.shortest_of(goal, self.detours_by(goal, most, Some(hand)));
        let found: Vec<_> =
            Hand::BOTH.into_iter().filter_map(by).filter(|(_, length)| *length <= most).collect();
        match found.is_empty() {
            true => vec![shortest],
            false => found.into_iter().map(|(motions, _)| motions).collect(),
        }
    }

    fn shortest_of(&self, goal: Pose, ways: Vec<Vec<Leg>>) -> Option<(Vec<Motion>, f64)> {
        let measured = |legs: Vec<Leg>| {
            let motions = free::motions(self.rect(), &legs)?;
            let used = self.measured(&motions);
            (used <= self.look.at_most(self.left)).then_some((legs, motions, used))
        };
        let mut ways: Vec<_> = ways.into_iter().filter_map(measured).collect();
        ways.sort_by(|a, b| a.2.total_cmp(&b.2));
        ways.into_iter().find_map(|(legs, motions, used)| {
            let plan = free::plan(self.look.quick(), self.base, self.reach, &legs, BaseSet::EMPTY);
            let end = self.rect().with_pose(plan.end_of(self.base)?);
            (plan.is_legal() && self.is_at(&end, goal)).then_some((motions, used))
        })
    }

    /// BB-MOVE-20: the distance that these legs use if nothing stops them; none for legs without sense.
    fn length_of(&self, legs: &[Leg]) -> Option<f64> {
        free::motions(self.rect(), legs).map(|motions| self.measured(&motions))
    }

    fn measured(&self, motions: &[Motion]) -> f64 {
        let mut measure = Measure::of(self.rect(), self.look.rules.settings.pivot_measure);
        motions.iter().for_each(|motion| measure.walk(*motion));
        measure.used()
    }

    /// BB-ENG-30: of the poses that it can reach in frontal contact with the target, the one that comes closest
    /// to full alignment.
    pub fn closest(&self, target: BaseId) -> Option<Approach> {
        let goal = super::conform::flush_pose(self.look.state.rect(target));
        let towards = self.ways_to(goal).into_iter();
        let others = towards.filter_map(|legs| self.try_legs(Way::Other, legs, BaseSet::one(target)));
        let slack = self.look.rules.tolerance.angle;
        let best = others.chain(self.pivots(target)).min_by(|a, b| a.fit.compare(&b.fit, slack))?;
        Some(self.refined(best))
    }

    /// BB-ENG-30: of the pivots near a good one that which fits best, to a tenth of a degree.
    fn refined(&self, mut best: Approach) -> Approach {
        const FIRST: f64 = 5.0;
        const LAST: f64 = 0.1;
        let slack = self.look.rules.tolerance.angle;
        let Some(Leg::Turn { degrees, .. }) = best.legs.first().copied() else { return best };
        let (mut angle, mut step) = (degrees, FIRST);
        while best.way == Way::PivotAndStraight && step >= LAST {
            let fits_better = |found: &Approach| found.fit.compare(&best.fit, slack).is_lt();
            let near = [angle - step, angle + step].into_iter().filter_map(|angle| {
                let found = self.pivot_by(angle, BaseSet::one(best.target)).filter(fits_better)?;
                Some((angle, found))
            });
            match near.min_by(|(_, a), (_, b)| a.fit.compare(&b.fit, slack)) {
                Some((nearer, found)) => (angle, best) = (nearer, found),
                None => step *= 0.5,
            }
        }
        best
    }

    /// Ways by one pivot and straight ahead, from the smallest pivot on.
    fn pivots(&self, target: BaseId) -> impl Iterator<Item = Approach> + '_ {
        const STEP: u32 = 10;
        let to = self.rect().pose.facing.turn_to(self.towards(target));
        let sense = if to < 0.0 { -1.0 } else { 1.0 };
        let exact =
            to_degrees(self.rect().pose.facing.turn_to(self.look.state.rect(target).pose.facing.reversed()));
        let fan = (1..=180 / STEP).flat_map(move |at| {
            let angle = f64::from(at * STEP);
            [sense * angle, -sense * angle]
        });
        std::iter::once(exact).chain(fan).filter_map(move |angle| self.pivot_by(angle, BaseSet::one(target)))
    }

    fn pivot_by(&self, degrees: f64, targets: BaseSet) -> Option<Approach> {
        let far = self.look.furthest(BaseSet::one(self.base), self.reach);
        let about = if degrees < 0.0 { Corner::FrontLeft } else { Corner::FrontRight };
        let turn =
            Motion::Turn { about: self.rect().corner(about), angle: aelian_geometry::degrees(degrees) };
        let turned = turn.apply(self.rect());
        let tolerance = self.look.rules.tolerance;
        let ahead_of = |target: BaseId| straight_ahead(&turned, self.look.state.rect(target), tolerance);
        if !targets.iter().any(ahead_of) {
            return None;
        }
        let legs = vec![Leg::Turn { about, degrees }, ahead(far)];
        self.try_legs(Way::PivotAndStraight, legs, targets)
    }

    /// Legs that lead from where the base stands to a pose.
    fn ways_to(&self, goal: Pose) -> Vec<Vec<Leg>> {
        let facing = self.rect().pose.facing;
        let turns = motion::turns(facing, goal.facing, self.look.rules.tolerance);
        let mut ways: Vec<_> = turns.flat_map(|angle| self.ways_by(goal, angle)).collect();
        ways.extend(self.ways_about(goal));
        ways
    }

    /// As `ways_to`, without a turnabout, by one of the turns that lead to its facing.
    fn ways_by(&self, goal: Pose, angle: f64) -> Vec<Vec<Leg>> {
        let rect = self.rect();
        let tolerance = self.look.rules.tolerance;
        let mut ways = Vec::new();
        match Motion::between_by(rect, goal, angle, tolerance) {
            Motion::Go(way) => ways.push(vec![go(rect.pose.facing, way)]),
            Motion::Turn { about, angle } => ways.push(vec![turn_about(rect, about, angle)]),
            Motion::Turnabout => ways.push(vec![Leg::Turnabout]),
        }
        if angle.abs() > tolerance.angle {
            let forward = if angle < 0.0 { Corner::FrontLeft } else { Corner::FrontRight };
            ways.push(turn_then_go(rect, forward, angle, goal));
            ways.push(spin_then_go(rect, Vec2::ZERO, angle, goal));
            // A base pressed against its enemy needs room to turn: a little back, or aside, first.
            for aside in self.steps_clear() {
                ways.push(spin_then_go(rect, aside, angle, goal));
            }
            ways.push(go_then_spin(rect, angle, goal));
        }
        ways.extend(self.elbows_to(goal, angle));
        ways
    }

    /// Round a corner: sideways and then straight ahead, or the other way round, with the turn before or after it.
    fn elbows_to(&self, goal: Pose, angle: f64) -> Vec<Vec<Leg>> {
        let rect = self.rect();
        let end = rect.with_pose(goal);
        let way = end.centre() - rect.centre();
        let elbows = |facing: Facing| {
            let Leg::Go { ahead, right } = go(facing, way) else { return Vec::new() };
            let (on, aside) = (Leg::Go { ahead, right: 0.0 }, Leg::Go { ahead: 0.0, right });
            vec![vec![aside, on], vec![on, aside]]
        };
        if angle.abs() <= self.look.rules.tolerance.angle {
            return elbows(rect.pose.facing);
        }
        let spin = vec![Leg::Spin { degrees: to_degrees(angle) }];
        let before = elbows(goal.facing).into_iter().map(|elbow| [spin.clone(), elbow].concat());
        let after = elbows(rect.pose.facing).into_iter().map(|elbow| [elbow, spin.clone()].concat());
        before.chain(after).collect()
    }

    /// BB-MOVE-36, BB-MOVE-50: to a pose that looks the other way a turnabout, which costs nothing, comes first.
    fn ways_about(&self, goal: Pose) -> Vec<Vec<Leg>> {
        let (rect, tolerance) = (self.rect(), self.look.rules.tolerance);
        let about = Motion::Turnabout.apply(rect);
        let angle = about.pose.facing.turn_to(goal.facing);
        if angle.abs() + tolerance.angle >= rect.pose.facing.angle_to(goal.facing) {
            return Vec::new();
        }
        let ways = if angle.abs() <= tolerance.angle {
            vec![vec![go(about.pose.facing, goal.at - about.pose.at)]]
        } else {
            let forward = if angle < 0.0 { Corner::FrontLeft } else { Corner::FrontRight };
            vec![turn_then_go(&about, forward, angle, goal), spin_then_go(&about, Vec2::ZERO, angle, goal)]
        };
        ways.into_iter().map(|way| [vec![Leg::Turnabout], way].concat()).collect()
    }

    /// Small steps away from what the base touches, far enough to turn about its centre.
    fn steps_clear(&self) -> Vec<Vec2> {
        let rect = self.rect();
        let room = rect.radius();
        let (forward, right) = (rect.pose.facing.vector(), rect.pose.facing.right());
        let (deep, wide) = (room - rect.depth * 0.5 + 0.2, room - rect.width * 0.5 + 0.2);
        vec![right * wide, right * -wide, forward * -deep, forward * deep]
    }

    /// Plans the legs; a way only if it is legal and ends with the base's own front on one of the targets.
    fn try_legs(&self, way: Way, legs: Vec<Leg>, targets: BaseSet) -> Option<Approach> {
        let plan = free::plan(self.look.quick(), self.base, self.reach, &legs, BaseSet::EMPTY);
        if !plan.is_legal() || plan.used > self.look.at_most(self.left) {
            return None;
        }
        let end = self.rect().with_pose(plan.end_of(self.base)?);
        let target = self.hit(&end, targets)?;
        let legs = made(legs, &plan, self.rect(), way);
        let fit = Fit::of(&end, self.look.state.rect(target));
        Some(Approach { way, target, legs, used: plan.used, end, fit })
    }

    /// The target that the front of the base touches at its end, if no contact there is forbidden.
    fn hit(&self, end: &Rect, targets: BaseSet) -> Option<BaseId> {
        let (look, tolerance) = (self.look, self.look.rules.tolerance);
        let side = look.state.base(self.base).side;
        let mut hit = None;
        for enemy in look.enemies_near(side, end, tolerance.length) {
            let there = look.state.rect(enemy);
            if !touching(end, there, tolerance) {
                continue;
            }
            let found = contacts(end, there, tolerance);
            let baggage = look.state.base(enemy).is(crate::troop::TroopType::Bg);
            if !baggage && attack(&found).is_some_and(|attack| !may_attack(look, there, &self.start, attack))
            {
                return None;
            }
            let front = meets_with_front(&found);
            if front && hit.is_none() && targets.contains(enemy) {
                hit = Some(enemy);
            }
        }
        hit
    }

    /// BB-MOVE-20: no way to a pose is shorter than the straight way of its front corners.
    fn is_beyond(&self, goal: Pose) -> bool {
        let least = least_displacement(self.rect(), &self.rect().with_pose(goal));
        let pace = self.look.furthest(BaseSet::one(self.base), self.reach) - self.look.mu(1.0);
        least > self.look.at_most(pace.min(self.left))
    }

    /// BB-GEO-02: whether another base stands in a pose.
    fn is_taken(&self, goal: Pose) -> bool {
        let there = self.rect().with_pose(goal);
        self.look.overlapped(&there, BaseSet::one(self.base)).next().is_some()
    }

    fn is_at(&self, end: &Rect, goal: Pose) -> bool {
        let tolerance = self.look.rules.tolerance;
        (end.pose.at - goal.at).length() <= tolerance.length && end.pose.facing.same(goal.facing, tolerance)
    }

    fn towards(&self, target: BaseId) -> Facing {
        Facing::along(self.look.state.rect(target).centre() - self.rect().centre())
    }

    pub(super) fn rect(&self) -> &'a Rect {
        self.look.state.rect(self.base)
    }
}

impl Fit {
    /// First by the angle, then by the distance; angles that differ by less than the slack are equal.
    pub fn compare(&self, other: &Fit, slack: f64) -> std::cmp::Ordering {
        if (self.askew - other.askew).abs() > slack {
            return self.askew.total_cmp(&other.askew);
        }
        self.off.total_cmp(&other.off)
    }
}

fn ahead(distance: f64) -> Leg {
    Leg::Go { ahead: distance, right: 0.0 }
}

pub(super) fn go(facing: Facing, way: Vec2) -> Leg {
    Leg::Go { ahead: way.dot(facing.vector()), right: way.dot(facing.right()) }
}

fn turn_about(rect: &Rect, about: Vec2, angle: f64) -> Leg {
    let (ahead, right) = rect.local(about);
    Leg::About { ahead, right, degrees: to_degrees(angle) }
}

fn turn_then_go(rect: &Rect, about: Corner, angle: f64, goal: Pose) -> Vec<Leg> {
    let turned = Motion::Turn { about: rect.corner(about), angle }.apply(rect);
    let way = goal.at - turned.pose.at;
    vec![Leg::Turn { about, degrees: to_degrees(angle) }, go(turned.pose.facing, way)]
}

fn spin_then_go(rect: &Rect, aside: Vec2, angle: f64, goal: Pose) -> Vec<Leg> {
    let mut legs = Vec::with_capacity(3);
    if aside != Vec2::ZERO {
        legs.push(go(rect.pose.facing, aside));
    }
    let moved = Motion::Go(aside).apply(rect);
    let turned = Motion::Turn { about: moved.centre(), angle }.apply(&moved);
    legs.push(Leg::Spin { degrees: to_degrees(angle) });
    legs.push(go(turned.pose.facing, goal.at - turned.pose.at));
    legs
}

fn go_then_spin(rect: &Rect, angle: f64, goal: Pose) -> Vec<Leg> {
    let end = rect.with_pose(goal);
    vec![go(rect.pose.facing, end.centre() - rect.centre()), Leg::Spin { degrees: to_degrees(angle) }]
}

/// The legs as far as they were made: a last straight leg is as long as it got.
fn made(mut legs: Vec<Leg>, plan: &Plan, from: &Rect, way: Way) -> Vec<Leg> {
    if way == Way::Other {
        return legs;
    }
    let Some(track) = plan.tracks.first() else { return legs };
    let last = track.via.last().copied().unwrap_or(from.pose);
    if let Some(Leg::Go { ahead, .. }) = legs.last_mut() {
        *ahead = (track.to.at - last.at).length();
    }
    legs
}
