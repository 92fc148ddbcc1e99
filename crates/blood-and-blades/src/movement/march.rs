//! Planning the way of a body that keeps its shape (44.3 to 44.5, BB-ALG-07, BB-ALG-08, BB-ALG-11): legs as
//! they are wanted, how far the ground allows them, what stops them, whom they pass through.

use super::allowance::Allowance;
use super::motion::{Measure, Motion, cut, front_corners};
use super::pass::Passing;
use super::plan::{Plan, Shape, Track};
use super::sweep::{Block, Obstacle, first_of};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::ground::Going;
use crate::rules::Look;
use aelian_geometry::{Pose, Rect, Vec2};
use aelian_rulebook::{Reason, rule};

/// A body that goes as one.
#[derive(Clone, Debug)]
pub struct March<'a> {
    pub(super) look: Look<'a>,
    pub(super) to: BaseSet,
    pub(super) reach: Reach,
    /// BB-PASS-08: who may be displaced.
    pub(super) displace: BaseSet,
    /// The bases where they are now.
    pub(super) body: Vec<(BaseId, Rect)>,
    /// The allowance of each base, in the order of the body.
    allowances: Vec<Allowance>,
    measure: Measure,
    /// The poses of each base at the end of each leg.
    poses: Vec<Vec<Pose>>,
    pub(super) plan: Plan,
}

/// What ended the way of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It went as far as was wanted.
    Wanted,
    /// BB-MOVE-17: at the border of slower going.
    Terrain,
    /// BB-MOVE-47.
    Met(Obstacle),
}

impl<'a> March<'a> {
    /// Measured at the two ends of the front.
    pub fn new(look: Look<'a>, to: BaseSet, reach: Reach, displace: BaseSet) -> March<'a> {
        let ends = look.front_ends(to);
        March::measured(look, to, reach, displace, ends)
    }

    /// A body that only goes straight: any of its corners can be measured.
    pub fn straight(look: Look<'a>, to: BaseSet, reach: Reach, displace: BaseSet) -> March<'a> {
        let first = to.first().map(|base| front_corners(look.state.rect(base)));
        March::measured(look, to, reach, displace, first.unwrap_or_default())
    }

    fn measured(look: Look<'a>, to: BaseSet, reach: Reach, displace: BaseSet, ends: [Vec2; 2]) -> March<'a> {
        let body: Vec<_> = to.iter().map(|id| (id, *look.state.rect(id))).collect();
        let poses = vec![Vec::new(); body.len()];
        let measure = Measure::new(ends, look.rules.settings.pivot_measure);
        March {
            look,
            to,
            reach,
            displace,
            body,
            allowances: Vec::new(),
            measure,
            poses,
            plan: Plan::default(),
        }
    }

    /// BB-MOVE-67: measures the sum of the ways of the outer corners.
    pub fn by_leg(mut self) -> March<'a> {
        self.measure = Measure::by_leg(self.look.front_ends(self.to), self.look.rules.settings.pivot_measure);
        self
    }

    /// Plans these legs for the whole body.
    pub fn plan(mut self, legs: &[Motion]) -> Plan {
        let end = self.go(legs);
        self.plan.used = self.measure.used();
        if let End::Met(Obstacle::Base(base)) = end {
            self.plan.stopped_by = Some(base);
        }
        self.judge_distance();
        self.plan.shape = self.shape(legs, end);
        self.finish()
    }

    /// Carries the body along the legs as far as it gets.
    fn go(&mut self, legs: &[Motion]) -> End {
        let legs = self.within_ground(legs);
        let cut_short = self.plan.stopped_by_ground;
        let last = legs.len().saturating_sub(1);
        for (at, leg) in legs.iter().enumerate() {
            if let Some(met) = self.leg(*leg, at == last) {
                return End::Met(met);
            }
            if self.look.settled(&self.plan) {
                return End::Wanted;
            }
        }
        if cut_short { End::Terrain } else { End::Wanted }
    }

    /// BB-MOVE-12, BB-MOVE-17: the legs as far as the ground lets them go.
    fn within_ground(&mut self, legs: &[Motion]) -> Vec<Motion> {
        let (look, reach, measure) = (self.look, self.reach, self.measure);
        let allowance =
            |(base, rect): &(BaseId, Rect)| look.allowance_from(*base, rect, legs, measure, reach);
        self.allowances = self.body.iter().map(allowance).collect();
        let least = self.allowances.iter().min_by(|a, b| a.distance.total_cmp(&b.distance));
        let Some(least) = least.copied() else { return legs.to_vec() };
        self.plan.allowed = least.distance;
        let wanted = legs.iter().fold(measure, |mut so_far, leg| {
            so_far.walk(*leg);
            so_far
        });
        if least.stopped.is_none() || wanted.used() <= least.distance {
            return legs.to_vec();
        }
        self.plan.stopped_by_ground = true;
        let going = least.stopped.unwrap_or_default();
        match going {
            Going::Impassable => {
                self.plan.note(rule!("BB-WAT-02"), Fact::StopsBefore { base: least.base, going });
            }
            _ => self.plan.note(rule!("BB-MOVE-12"), least.halts(going)),
        }
        cut(legs, measure, least.distance)
    }

    /// Carries out one leg; what it meets, if that ends the way.
    fn leg(&mut self, leg: Motion, last: bool) -> Option<Obstacle> {
        match leg {
            Motion::Turnabout => {
                self.turn_about();
                None
            }
            Motion::Go(way) if self.is_ahead(way) => self.ahead(way, last),
            _ => self.aside(leg),
        }
    }

    /// BB-MOVE-50, BB-MOVE-51, BB-RIV-09.
    fn turn_about(&mut self) {
        let bound = self.body.iter().find(|(_, rect)| self.look.bound_by_river(rect));
        if let Some((base, _)) = bound {
            self.plan.refuse(rule!("BB-RIV-09"), Fact::Base(*base));
        }
        self.step(Motion::Turnabout);
        let ends = self.look.front_ends_of(&self.body);
        self.measure.faced_about(ends);
    }

    /// A turn, or a straight leg that is not straight ahead: it stops at the first enemy and may meet no
    /// other obstacle; only Bg can be passed through.
    fn aside(&mut self, leg: Motion) -> Option<Obstacle> {
        let baggage = match leg {
            Motion::Go(_) => self.baggage_to_pass(),
            _ => BaseSet::EMPTY,
        };
        let Some(block) = self.look.block_of_body(&self.body, leg, self.to.union(baggage)) else {
            self.judge_gap(leg);
            self.step(leg);
            return None;
        };
        // What ends against a friend or an edge is not blocked by it.
        if !self.is_enemy(block.by) && self.look.hinders(&block, leg) {
            let rect = self.body.iter().find(|(base, _)| *base == block.mover).map(|(_, rect)| *rect);
            let reason = rect.map(|rect| self.look.reason_of(&block, &rect, leg));
            self.plan.breaches.extend(reason);
        }
        if self.look.settled(&self.plan) {
            return Some(block.by);
        }
        let free = leg.part(block.part);
        self.judge_gap(free);
        self.step(free);
        Some(block.by)
    }

    /// BB-GAP-03, BB-GAP-08: no turn or shift within a gap.
    fn judge_gap(&mut self, leg: Motion) {
        if let Some((base, between)) = self.look.gap_in_way(&self.body, leg, self.to) {
            self.plan.refuse(rule!("BB-GAP-03"), Fact::InGap { base, between });
        }
    }

    /// BB-MOVE-47, BB-PASS-10: straight ahead, through those friends that let it pass.
    fn ahead(&mut self, way: Vec2, last: bool) -> Option<Obstacle> {
        let length = way.length();
        let along = way / length;
        if last && let Some((distance, stop)) = self.displacing(way) {
            self.tell_stop(stop, way);
            self.tell_longer(stop.map_or(length, |block| block.part * length), distance);
            self.step(Motion::Go(along * distance));
            return stop.map(|block| block.by);
        }
        let stop = self.stop_ahead(way, BaseSet::EMPTY);
        let wanted = stop.map_or(length, |block| block.part * length);
        if let Some(distance) = self.clear_of_passed(along, wanted, last) {
            self.tell_stop(stop, way);
            self.tell_longer(wanted, distance);
            self.step(Motion::Go(along * distance));
            return stop.map(|block| block.by);
        }
        // BB-PASS-09: no room beyond, so the body stops at the first friend it would have passed.
        let first = self.look.base_in_way(&self.body, Motion::Go(way), self.to);
        let friend = first.map_or(Obstacle::Impassable, |block| block.by);
        if let Obstacle::Base(friend) = friend {
            let beyond = stop.and_then(|block| match block.by {
                Obstacle::Base(other) if other != friend => Some(other),
                _ => None,
            });
            let fact = beyond.map_or(Fact::BlockedBy(friend), |other| Fact::Pair { base: friend, other });
            self.plan.note(rule!("BB-PASS-09"), fact);
        }
        self.plan.displaced.clear();
        self.plan.passed = BaseSet::EMPTY;
        self.step(Motion::Go(way * first.map_or(0.0, |block| block.part)));
        Some(friend)
    }

    /// BB-PASS-07, BB-PASS-10: says that the way is longer than was ordered.
    fn tell_longer(&mut self, used: f64, least: f64) {
        if least > self.look.at_most(used) {
            self.plan.note(rule!("BB-PASS-07"), Fact::TooShort { used, least });
        }
    }

    /// BB-MOVE-47: says what ends the way; an enemy who is only touched where it ends does not.
    fn tell_stop(&mut self, stop: Option<Block>, way: Vec2) {
        let ends = |block: &Block| !self.is_enemy(block.by) || self.look.hinders(block, Motion::Go(way));
        let Some(block) = stop.filter(ends) else { return };
        let Some((_, rect)) = self.body.iter().find(|(base, _)| *base == block.mover) else { return };
        let reason = match block.by {
            Obstacle::Base(friend) => Reason::new(rule!("BB-MOVE-47"), Fact::BlockedBy(friend)),
            _ => self.look.reason_of(&block, rect, Motion::Go(way)),
        };
        if block.by == Obstacle::Impassable {
            // The allowance has stopped it there already; the obstacle itself says it better.
            self.plan.consequences.retain(|known| known.rule != rule!("BB-WAT-02"));
        }
        self.plan.consequences.push(reason);
    }

    /// BB-MOVE-47, BB-PASS-13: the first thing straight ahead that cannot be passed; `but` are not in the way.
    pub(super) fn stop_ahead(&mut self, way: Vec2, but: BaseSet) -> Option<Block> {
        let motion = Motion::Go(way);
        let length = way.length();
        let mut first = self.look.ground_in_way(&self.body, motion);
        for obstacle in self.look.around(&self.body, motion, self.to).iter() {
            for at in 0..self.body.len() {
                let Some(&(mover, rect)) = self.body.get(at) else { continue };
                let Some(met) = self.look.meets(&rect, motion, obstacle) else { continue };
                if self.may_be_passed(at, obstacle) {
                    self.plan.passed.insert(obstacle);
                    continue;
                }
                if but.contains(obstacle) && self.is_friend(obstacle) {
                    continue;
                }
                let block = Block { part: met / length, mover, by: Obstacle::Base(obstacle) };
                first = first_of(first, Some(block));
            }
        }
        first
    }

    /// BB-PASS-13: whether the base at this place of the body may pass through another.
    pub(super) fn may_be_passed(&self, at: usize, obstacle: BaseId) -> bool {
        self.may_be_passed_on(at, self.allowances.get(at), obstacle)
    }

    /// BB-PASS-03: the same, with the ground of the whole way as it is told here.
    pub(super) fn may_be_passed_on(&self, at: usize, ground: Option<&Allowance>, obstacle: BaseId) -> bool {
        let Some((mover, rect)) = self.body.get(at) else { return false };
        let good = ground.is_some_and(|allowance| allowance.going == Going::Good);
        self.look.may_pass(*mover, rect.pose.facing, obstacle, Passing::Advancing, good).is_some()
    }

    /// The allowance of each base if the body goes on like this, with the ground that it has crossed before.
    pub(super) fn allowances_of(&self, longer: Motion) -> Vec<Allowance> {
        let (look, reach, measure) = (self.look, self.reach, self.measure);
        let allowance = |((base, rect), known): (&(BaseId, Rect), &Allowance)| {
            let found = look.allowance_from(*base, rect, &[longer], measure, reach);
            Allowance { going: found.going.max(known.going), ..found }
        };
        self.body.iter().zip(&self.allowances).map(allowance).collect()
    }

    /// Whether the body may go this much further; if so, the allowance is that of the longer way.
    pub(super) fn allowance_reaches(&mut self, longer: Motion, allowances: &[Allowance]) -> bool {
        let least = allowances.iter().map(|found| found.distance).fold(self.plan.allowed, f64::min);
        let reaches = self.measure.after(longer) <= self.look.at_most(least);
        if reaches {
            self.plan.allowed = least;
        }
        reaches
    }

    /// The poses after a motion.
    pub(super) fn step(&mut self, motion: Motion) {
        for piece in motion.pieces() {
            for ((_, rect), poses) in self.body.iter_mut().zip(&mut self.poses) {
                *rect = piece.apply(rect);
                poses.push(rect.pose);
            }
        }
        if motion != Motion::Turnabout {
            self.measure.walk(motion);
        }
    }

    /// How much further the body may go.
    pub(super) fn left(&self) -> f64 {
        (self.plan.allowed - self.measure.used()).max(0.0)
    }

    /// BB-GRP-08, BB-MOVE-01, BB-MOVE-11: not further than the slowest base may go.
    fn judge_distance(&mut self) {
        if self.plan.used > self.look.at_most(self.plan.allowed) {
            let fact = Fact::TooFar { used: self.plan.used, allowed: self.plan.allowed };
            let single = self.to.len() == 1;
            self.plan.refuse(if single { rule!("BB-MOVE-01") } else { rule!("BB-GRP-08") }, fact);
        }
    }

    /// BB-PIG-14, BB-PIG-47, AMB-58b: straight forward by all that the ground allows.
    fn shape(&self, legs: &[Motion], end: End) -> Shape {
        let straight = match legs {
            [Motion::Go(way)] => self.starts_ahead(*way),
            _ => false,
        };
        let full = self.plan.used >= self.look.at_least(self.plan.allowed)
            || matches!(end, End::Terrain)
            || matches!(end, End::Met(Obstacle::Edge(_) | Obstacle::Impassable | Obstacle::River));
        if straight && full { Shape::StraightFull } else { Shape::Other }
    }

    fn finish(mut self) -> Plan {
        for ((base, rect), mut poses) in self.body.iter().zip(self.poses) {
            poses.pop();
            self.plan.tracks.push(Track { base: *base, via: poses, to: rect.pose.on_grid() });
        }
        self.plan
    }

    fn is_enemy(&self, obstacle: Obstacle) -> bool {
        matches!(obstacle, Obstacle::Base(base) if !self.is_friend(base))
    }

    fn is_friend(&self, base: BaseId) -> bool {
        let side = self.to.first().map(|own| self.look.state.base(own).side);
        side == Some(self.look.state.base(base).side)
    }

    /// BB-PASS-04: Bg that single bases may pass through in any direction.
    fn baggage_to_pass(&self) -> BaseSet {
        let [(mover, rect)] = self.body[..] else { return BaseSet::EMPTY };
        let facing = rect.pose.facing;
        let passable = |id: &BaseId| {
            self.look.state.base(*id).is(crate::troop::TroopType::Bg)
                && self.look.may_pass(mover, facing, *id, Passing::Advancing, false).is_some()
        };
        self.look.state.on_table().filter(passable).collect()
    }

    fn is_ahead(&self, way: Vec2) -> bool {
        let tolerance = self.look.rules.tolerance;
        self.body.first().is_some_and(|(_, rect)| rect.pose.facing.leads(way, tolerance))
    }

    fn starts_ahead(&self, way: Vec2) -> bool {
        let first = self.to.first().map(|base| self.look.state.rect(base).pose.facing);
        first.is_some_and(|facing| facing.leads(way, self.look.rules.tolerance))
    }
}

impl Look<'_> {
    /// BB-GRP-06: the left and the right end of the front of a body.
    pub fn front_ends(&self, body: BaseSet) -> [Vec2; 2] {
        if let Some(only) = body.first().filter(|_| body.len() == 1) {
            return front_corners(self.state.rect(only));
        }
        let body: Vec<_> = self.front_of(body).iter().map(|id| (id, *self.state.rect(id))).collect();
        ends_of_row(&body)
    }

    /// As `front_ends`, for bases that stand elsewhere: the ends of the most forward front line.
    pub fn front_ends_of(&self, body: &[(BaseId, Rect)]) -> [Vec2; 2] {
        let Some((_, first)) = body.first() else { return [Vec2::ZERO; 2] };
        let facing = first.pose.facing.vector();
        let ahead = |rect: &Rect| rect.pose.at.dot(facing);
        let front = body.iter().map(|(_, rect)| ahead(rect)).fold(f64::NEG_INFINITY, f64::max);
        let slack = self.rules.tolerance.length;
        let row: Vec<_> = body.iter().copied().filter(|(_, rect)| ahead(rect) >= front - slack).collect();
        ends_of_row(&row)
    }
}

/// The left end of the leftmost and the right end of the rightmost base of a row.
fn ends_of_row(row: &[(BaseId, Rect)]) -> [Vec2; 2] {
    let Some((_, first)) = row.first() else { return [Vec2::ZERO; 2] };
    let right = first.pose.facing.right();
    let aside = |(_, rect): &&(BaseId, Rect)| rect.pose.at.dot(right);
    let leftmost = row.iter().min_by(|a, b| aside(a).total_cmp(&aside(b)));
    let rightmost = row.iter().max_by(|a, b| aside(a).total_cmp(&aside(b)));
    let corner =
        |end: Option<&(BaseId, Rect)>, at: usize| end.map_or(Vec2::ZERO, |(_, rect)| front_corners(rect)[at]);
    [corner(leftmost, 0), corner(rightmost, 1)]
}
