//! Room beyond a passed friend (BB-PASS-07 to BB-PASS-10): longer moves and displaced friends.

use super::march::March;
use super::motion::Motion;
use super::plan::Track;
use super::sweep::{Block, Obstacle};
use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::{Facing, Rect, Vec2, overlaps, sweep};

/// Longer chains than this cannot occur on any table.
const LONGEST_CHAIN: u32 = 64;

impl March<'_> {
    /// BB-PASS-08: how far straight ahead the body goes if friends are displaced, and what stops it there; none if nobody
    /// has to make room or nobody can.
    ///
    /// Reading: friends are displaced only from where the body is to stand beyond a base that it passes: the place that was
    /// ordered or, where one whom it cannot pass stands before that or it lies on a passed base, the nearest place beyond.
    pub(super) fn displacing(&mut self, way: Vec2) -> Option<(f64, Option<Block>)> {
        if self.displace.is_empty() {
            return None;
        }
        let known = self.plan.passed;
        let found = [self.displace, BaseSet::EMPTY].into_iter().find_map(|unmoved| {
            self.plan.passed = known;
            self.displacing_before(way, unmoved)
        });
        if found.is_none() {
            self.plan.passed = known;
        }
        found
    }

    /// As `displacing`, up to the first friend who cannot be passed and is not in `unmoved`.
    fn displacing_before(&mut self, way: Vec2, unmoved: BaseSet) -> Option<(f64, Option<Block>)> {
        let (length, named) = (way.length(), self.displace);
        let along = way / length;
        let stop = self.stop_ahead(way, unmoved);
        let wanted = stop.map_or(length, |block| block.part * length);
        self.forget_unmet(along, wanted);
        let facing = self.facing_of_passed()?;
        let distance = self.beyond(along, wanted, named)?;
        let ends = self.moved(along, distance);
        let room = self.look.make_room(&ends, along, facing, named, self.to)?;
        let displaced: BaseSet = room.iter().map(|(base, _)| *base).collect();
        if displaced.is_empty() || !self.passes_named(along * distance, named.minus(displaced)) {
            return None;
        }
        self.plan.passed = self.plan.passed.minus(displaced);
        let track =
            |(base, rect): &(BaseId, Rect)| Track { base: *base, via: Vec::new(), to: rect.pose.on_grid() };
        self.plan.displaced = room.iter().map(track).collect();
        Some((distance, stop))
    }

    /// Whether those who were named but stay where they are may all be passed where the way meets them.
    fn passes_named(&self, way: Vec2, staying: BaseSet) -> bool {
        let met = |rect: &Rect, friend: BaseId| self.look.meets(rect, Motion::Go(way), friend).is_some();
        self.body.iter().enumerate().all(|(at, (_, rect))| {
            staying.iter().all(|friend| !met(rect, friend) || self.may_be_passed(at, friend))
        })
    }

    /// BB-PASS-07, BB-PASS-10: the distance ahead, as near to `wanted` as possible, at which the body is clear of all it
    /// passes: `wanted` itself, else further if the move suffices. None if there is no room. Who was to be displaced and
    /// cannot be is not passed by a longer move.
    pub(super) fn clear_of_passed(&mut self, along: Vec2, wanted: f64, last: bool) -> Option<f64> {
        if self.plan.passed.is_empty() || !last {
            return Some(wanted);
        }
        self.forget_unmet(along, wanted);
        self.beyond(along, wanted, BaseSet::EMPTY)
    }

    /// The shortest distance, at least `wanted`, at which the body overlaps nobody but bases in `ignored`.
    fn beyond(&mut self, along: Vec2, wanted: f64, ignored: BaseSet) -> Option<f64> {
        let most = self.left().max(wanted);
        let mut distance = wanted;
        for _ in 0..LONGEST_CHAIN {
            let ends = self.moved(along, distance);
            let leave = self.look.leaves_behind(&ends, along, self.to.union(ignored));
            if leave <= 0.0 {
                return (distance <= wanted || self.may_go_on(along, (wanted, distance), ignored))
                    .then_some(distance);
            }
            distance += leave;
            if distance > self.look.at_most(most) {
                return None;
            }
        }
        None
    }

    /// Whether nothing stops the body between two distances ahead, and its allowance reaches so far.
    fn may_go_on(&mut self, along: Vec2, (from, to): (f64, f64), ignored: BaseSet) -> bool {
        let slack = self.look.rules.tolerance.length;
        let longer = Motion::Go(along * to);
        let grounds = self.allowances_of(longer);
        let met = self.look.ground_in_way(&self.body, longer);
        let ground = met.is_none_or(|block| block.part * to >= to);
        let bases = self.look.around(&self.body, longer, self.to.union(ignored));
        let named_under = |obstacle: BaseId| {
            let under = |(_, rect): &(BaseId, Rect)| {
                let there = Motion::Go(along * from).apply(rect);
                overlaps(&there, self.look.state.rect(obstacle), self.look.rules.tolerance)
            };
            self.displace.contains(obstacle) && self.body.iter().any(under)
        };
        let passes = |obstacle: BaseId| {
            !named_under(obstacle)
                && self.body.iter().enumerate().all(|(at, (_, rect))| {
                    let met = self.look.meets(rect, longer, obstacle);
                    let passes = self.may_be_passed_on(at, grounds.get(at), obstacle);
                    // Who is met before that is passed already, if the ground beyond lets him be; who is met there
                    // stops the body.
                    met.is_none_or(|met| match met < from - slack {
                        true => passes || !self.plan.passed.contains(obstacle),
                        false => passes && !self.displace.contains(obstacle),
                    })
                })
        };
        let free = bases.iter().all(passes);
        let met = |obstacle: &BaseId| {
            self.body.iter().any(|(_, rect)| self.look.meets(rect, longer, *obstacle).is_some())
        };
        let passed = bases.iter().filter(met).collect();
        let enough = ground && free && self.allowance_reaches(longer, &grounds);
        if enough {
            self.plan.passed = self.plan.passed.union(passed);
        }
        enough
    }

    /// Who is passed only further on is not passed.
    fn forget_unmet(&mut self, along: Vec2, wanted: f64) {
        let way = Motion::Go(along * wanted);
        let slack = self.look.rules.tolerance.length;
        let met = |obstacle: &BaseId| {
            self.body
                .iter()
                .any(|(_, rect)| self.look.meets(rect, way, *obstacle).is_some_and(|at| at < wanted - slack))
        };
        self.plan.passed = self.plan.passed.iter().filter(met).collect();
    }

    fn facing_of_passed(&self) -> Option<Facing> {
        let passed = self.plan.passed.minus(self.displace).first()?;
        Some(self.look.state.rect(passed).pose.facing)
    }

    fn moved(&self, along: Vec2, distance: f64) -> Vec<(BaseId, Rect)> {
        let way = Motion::Go(along * distance);
        self.body.iter().map(|(base, rect)| (*base, way.apply(rect))).collect()
    }
}

impl Look<'_> {
    /// How much further a body would have to go straight ahead to come clear of the bases it overlaps.
    fn leaves_behind(&self, body: &[(BaseId, Rect)], along: Vec2, but: BaseSet) -> f64 {
        let mut furthest: f64 = 0.0;
        for (_, rect) in body {
            for other in self.overlapped(rect, but) {
                furthest = furthest.max(self.clearing(rect, along, self.state.rect(other)));
            }
        }
        furthest
    }

    /// How far a rectangle must go along a unit vector to come clear of another that it overlaps.
    fn clearing(&self, rect: &Rect, along: Vec2, other: &Rect) -> f64 {
        let far = 2.0 * (rect.radius() + other.radius()) + 1.0;
        let beyond = Motion::Go(along * far).apply(rect);
        // Coming back from beyond, it meets the other where it would have left it.
        far - sweep(&beyond, -along, far, other, self.rules.tolerance).unwrap_or(far)
    }

    /// BB-PASS-08, BB-PASS-12: displaces friends straight along by exactly what is needed, each making room
    /// in the same way; none if somebody in the way may not be displaced or has no room.
    pub fn make_room(
        &self,
        body: &[(BaseId, Rect)],
        along: Vec2,
        facing: Facing,
        displace: BaseSet,
        but: BaseSet,
    ) -> Option<Vec<(BaseId, Rect)>> {
        let mut placed = body.to_vec();
        let mut moved = BaseSet::EMPTY;
        let mut at = 0;
        while at < placed.len() && placed.len() < LONGEST_CHAIN as usize {
            let (_, rect) = placed[at];
            at += 1;
            for other in self.overlapped(&rect, but.union(moved)) {
                let pushed = self.pushed_clear(other, &placed, along);
                self.may_be_displaced(other, facing, displace, along, &pushed, but.union(displace))
                    .then_some(())?;
                moved.insert(other);
                placed.push((other, pushed));
            }
        }
        Some(placed.split_off(body.len()))
    }

    /// A base pushed along until it is clear of all that have their place already.
    fn pushed_clear(&self, base: BaseId, placed: &[(BaseId, Rect)], along: Vec2) -> Rect {
        let mut rect = *self.state.rect(base);
        for _ in 0..LONGEST_CHAIN {
            let push = placed
                .iter()
                .filter(|(_, other)| overlaps(&rect, other, self.rules.tolerance))
                .map(|(_, other)| self.clearing(&rect, along, other))
                .fold(0.0, f64::max);
            if push <= 0.0 {
                break;
            }
            rect = Motion::Go(along * push).apply(&rect);
        }
        rect
    }

    /// BB-PASS-08: same facing as the passed base, neither Bg nor El, not fighting, and room to go.
    fn may_be_displaced(
        &self,
        base: BaseId,
        facing: Facing,
        displace: BaseSet,
        along: Vec2,
        pushed: &Rect,
        but: BaseSet,
    ) -> bool {
        let who = self.state.base(base);
        let way = Motion::Go(along * (pushed.pose.at - who.rect.pose.at).length());
        let enemy = |by| matches!(by, Obstacle::Base(met) if self.state.base(met).side != who.side);
        let stops = |block: Block| enemy(block.by) || self.hinders(&block, way);
        let friend = but.first().is_some_and(|own| self.state.base(own).side == who.side);
        displace.contains(base)
            && friend
            && !who.is(TroopType::Bg)
            && !who.is(TroopType::El)
            && who.rect.pose.facing.same(facing, self.rules.tolerance)
            && !self.in_close_combat(base)
            && !self.block(base, &who.rect, way, but).is_some_and(stops)
    }
}
