//! What lies in the way of a glide (35.4, HC-GEO-05): where it must stop, whom it passes, where it leaves the table.

use super::glide::Glide;
use crate::fact::Fact;
use crate::field::{Area, AreaKind, Crossing, TableEdge};
use crate::formation::Formation;
use crate::ground::Barrier;
use crate::ids::{BlockId, UnitId, UnitSet};
use crate::rules::{INCH, Look};
use crate::scenario;
use crate::state::Along;
use aelian_geometry::{Circle, Polygon, Rect, distance, overlaps, point_to_rect, sweep, sweep_polygon};
use aelian_rulebook::{Reason, rule};

/// AMB-13, HC-GEO-06: a move that is no charge ends so far from an enemy, in inches.
pub const SHORT_OF_CONTACT: f64 = 0.1;

/// What a moving unit takes notice of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obey {
    /// 35.2, 35.3.
    pub proximity: bool,
    pub friends: Friends,
    /// It may touch enemies: in a move into support or a follow up (HC-MOVE-12).
    pub touches: bool,
    /// HC-PASS-02: it goes to join an engagement, by charging or supporting.
    pub joins: bool,
    /// HC-PASS-02: friends who fight in the engagement that it joins, whom it may pass.
    pub comrades: UnitSet,
    /// HC-OBST-03: obstacles hold it up.
    pub obstacles: bool,
    /// Units that are not in its way: its own supports that go with it (HC-GIVE-15).
    pub ignored: UnitSet,
}

/// HC-PASS-03: what a unit does about friends in its way who are not engaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Friends {
    /// They are in its way (HC-PASS-13).
    Block,
    /// It passes through if it ends clear of them.
    Pass,
    /// It passes, and goes on until it is clear of them, up to so many times its way (HC-BLUN-15, HC-RETR-04).
    Clear(u8),
}

impl Obey {
    /// An order, initiative or free move.
    pub const ORDER: Obey = Obey {
        proximity: true,
        friends: Friends::Pass,
        touches: false,
        joins: false,
        comrades: UnitSet::EMPTY,
        obstacles: true,
        ignored: UnitSet::EMPTY,
    };
    /// HC-PROX-14, HC-BLUN-21.
    pub const BLUNDER: Obey = Obey { proximity: false, ..Obey::ORDER };
    /// HC-RETR-01, HC-RETR-04: up to three moves to clear friends.
    pub const RETREAT: Obey = Obey { proximity: false, friends: Friends::Clear(3), ..Obey::ORDER };
    /// HC-SUPP-11, HC-PASS-02.
    pub const SUPPORT: Obey = Obey { touches: true, joins: true, ..Obey::ORDER };
    /// HC-PASS-13, HC-GIVE-08: no friends are passed, no fence stops it.
    pub const GIVE_GROUND: Obey = Obey {
        proximity: false,
        friends: Friends::Block,
        touches: true,
        joins: false,
        comrades: UnitSet::EMPTY,
        obstacles: false,
        ignored: UnitSet::EMPTY,
    };
}

/// A unit on its way.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub unit: UnitId,
    pub formation: Formation,
    pub obey: Obey,
    /// HC-PASS-03: friends whom it cannot clear, and so does not enter.
    pub walled: UnitSet,
}

/// Where something stops a glide.
#[derive(Clone, Debug)]
pub struct Halt {
    /// The part of the glide that is free.
    pub part: f64,
    pub reason: Reason<Fact>,
}

/// HC-PASS-03, HC-PASS-06: friends passed through on a glide.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passage {
    pub passed: UnitSet,
    /// Of these, those of whom a centre-front was crossed by the other.
    pub crossed: UnitSet,
}

impl Passage {
    /// With those of another part of the way.
    pub fn add(&mut self, other: Passage) {
        self.passed = self.passed.union(other.passed);
        self.crossed = self.crossed.union(other.crossed);
    }
}

/// A rectangle that is larger by this on all sides.
pub fn grown(rect: &Rect, by: f64) -> Rect {
    Rect::new(rect.pose.advanced(by), rect.width + 2.0 * by, rect.depth + 2.0 * by)
}

impl Look<'_> {
    /// HC-GEO-05, HC-PASS-01, HC-PASS-02, HC-PASS-03, HC-IMP-01, HC-WOOD-01: what first stops a mover on a glide.
    pub fn halt(&self, mover: &Mover, glide: &Glide) -> Option<Halt> {
        if glide.length() <= 0.0 {
            return None;
        }
        let circle = glide.circle();
        let units = self.unit_halt(mover, glide, circle);
        let ground = self.ground_halt(mover, glide, circle);
        match (units, ground) {
            (Some(a), Some(b)) => Some(if a.part <= b.part { a } else { b }),
            (a, b) => a.or(b),
        }
    }

    fn unit_halt(&self, mover: &Mover, glide: &Glide, circle: Circle) -> Option<Halt> {
        let gap = SHORT_OF_CONTACT * INCH;
        let mut first: Option<Halt> = None;
        for other in self.standing_near(mover.unit, circle, gap) {
            if mover.obey.ignored.contains(other) {
                continue;
            }
            let Some(rule) = self.stops(mover, other) else { continue };
            let enemy = self.side(other) != self.side(mover.unit);
            for part in self.footprint(other).filter(|part| glide.may_come_near(part, 2.0 * gap)) {
                // AMB-13: enemies are kept off; one who is nearer already is not entered.
                let wide = grown(&part, gap);
                let keeps_off =
                    enemy && !mover.obey.touches && !overlaps(&wide, glide.start(), self.rules.tolerance);
                let body = if keeps_off { wide } else { part };
                if let Some(at) = self.entry(glide, &body)
                    && first.as_ref().is_none_or(|halt| at < halt.part)
                {
                    first = Some(Halt { part: at, reason: Reason::new(rule, Fact::BlockedBy(other)) });
                }
            }
        }
        first
    }

    /// The rule by which a unit stands in the way of another; none where it may be passed.
    fn stops(&self, mover: &Mover, other: UnitId) -> Option<aelian_rulebook::RuleId> {
        if self.side(other) != self.side(mover.unit) {
            return Some(rule!("HC-PASS-01"));
        }
        if self.is_engaged(other) && !mover.obey.comrades.contains(other) {
            return Some(rule!("HC-PASS-02"));
        }
        let walled = mover.obey.friends == Friends::Block || mover.walled.contains(other);
        walled.then_some(rule!("HC-PASS-03"))
    }

    /// The part of a glide after which it would overlap a rectangle.
    fn entry(&self, glide: &Glide, body: &Rect) -> Option<f64> {
        let tolerance = self.rules.tolerance;
        if glide.is_straight() && glide.length() > 0.0 {
            let length = glide.length();
            let touch = sweep(glide.start(), glide.vector() / length, length, body, tolerance)?;
            return Some(touch / length);
        }
        if overlaps(body, glide.start(), tolerance) {
            return Some(0.0);
        }
        glide.first_near(1.0, |rect| overlaps(body, rect, tolerance), |rect| distance(body, rect))
    }

    /// HC-IMP-01, HC-WOOD-01, HC-RIVER-02, HC-BLDG-02, HC-OBST-05: what ground first stops a mover on a glide.
    pub fn ground_halt(&self, mover: &Mover, glide: &Glide, circle: Circle) -> Option<Halt> {
        let field = &self.state.field;
        let low = circle.centre - circle.radius;
        let high = circle.centre + circle.radius;
        let near = |outline: &Polygon| outline.box_meets((low, high));
        let mut first: Option<Halt> = None;
        let mut take = |part: Option<f64>, reason: Reason<Fact>| {
            if let Some(part) = part
                && first.as_ref().is_none_or(|halt| part < halt.part)
            {
                first = Some(Halt { part, reason });
            }
        };
        for area in field.areas.iter().filter(|area| near(&area.outline)) {
            if let Some(rule) = self.closed_area(mover, area) {
                let part = self.area_entry(mover, glide, area);
                take(part, Reason::new(rule, Fact::BlockedByTerrain(area.kind)));
            }
        }
        let water = field
            .rivers
            .iter()
            .any(|river| river.crossing == Crossing::Impassable && river.course.box_meets((low, high)));
        if water {
            let wet = |rect: &Rect| self.water_bars(mover.unit, mover.formation, rect).is_some();
            let part = if wet(glide.start()) { None } else { glide.first(1.0, wet) };
            take(part, Reason::new(rule!("HC-RIVER-02"), Fact::BlockedByWater));
        }
        for (at, block) in field.blocks.iter().enumerate() {
            if block.rect.circle().near(&circle, 0.0)
                && !overlaps(&block.rect, glide.start(), self.rules.tolerance)
            {
                let part = self.entry(glide, &block.rect);
                take(part, Reason::new(rule!("HC-BLDG-02"), Fact::BlockedByBlock(BlockId(at as u8))));
            }
        }
        // HS-RAID-24.
        if let Some((thing, reason)) = scenario::in_the_way(*self)
            && thing.circle().near(&circle, 0.0)
            && !overlaps(&thing, glide.start(), self.rules.tolerance)
        {
            take(self.entry(glide, &thing), reason);
        }
        for barrier in self.barriers(mover.unit, mover.formation, circle) {
            if self.is_closed_to_wheels(mover.unit, barrier) {
                let part = self.barrier_entry(mover, glide, barrier);
                take(part, Reason::new(rule!("HC-OBST-05"), Fact::BlockedByObstacle));
            }
        }
        first
    }

    /// HC-IMP-01, HC-WOOD-01: the rule that closes an area to a mover.
    pub(super) fn closed_area(&self, mover: &Mover, area: &Area) -> Option<aelian_rulebook::RuleId> {
        match area.kind {
            AreaKind::Impassable => Some(rule!("HC-IMP-01")),
            AreaKind::Wood if !self.may_enter_woods(mover.unit, mover.formation) => Some(rule!("HC-WOOD-01")),
            _ => None,
        }
    }

    /// Whoever is in it already may leave it; who is there by a road stays on it (HC-TERR-03).
    fn area_entry(&self, mover: &Mover, glide: &Glide, area: &Area) -> Option<f64> {
        let tolerance = self.rules.tolerance;
        let by_road = area.kind == AreaKind::Wood && !self.state.field.roads.is_empty();
        let on_road = |rect: &Rect| by_road && self.is_led_through(mover.unit, mover.formation, rect);
        if area.outline.meets_rect(glide.start(), tolerance) && !on_road(glide.start()) {
            return None;
        }
        if glide.is_straight() && !by_road {
            let length = glide.length();
            let touch =
                sweep_polygon(glide.start(), glide.vector() / length, length, &area.outline, tolerance)?;
            return Some(touch / length);
        }
        glide.first(1.0, |rect| area.outline.meets_rect(rect, tolerance) && !on_road(rect))
    }

    /// HC-OBST-03: the part of a glide after which the mover would lie across an obstacle.
    pub fn barrier_entry(&self, mover: &Mover, glide: &Glide, barrier: Barrier) -> Option<f64> {
        let across = |rect: &Rect| self.is_across(mover.unit, mover.formation, barrier, rect);
        if across(glide.start()) {
            return Some(0.0);
        }
        if glide.ground().is_some_and(|ground| !self.may_lie_on(barrier, &ground)) {
            return None;
        }
        glide.first_near(1.0, across, |rect| self.barrier_gap(barrier, rect))
    }

    /// HC-ROUGH-03: the mover comes upon rough ground on this part of the glide.
    pub fn meets_rough(&self, mover: &Mover, glide: &Glide, until: f64) -> bool {
        let field = &self.state.field;
        let rough = field.areas.iter().any(|area| area.kind == AreaKind::Rough)
            || field.rivers.iter().any(|river| river.crossing == Crossing::Fordable);
        let rough_at = |rect: &Rect| self.is_in_rough(mover.unit, mover.formation, rect);
        rough && (rough_at(&glide.at(until)) || glide.first(until, rough_at).is_some())
    }

    /// HC-EXIT-01, HC-EXIT-04, HC-EXIT-06: the part of a glide at which a model crosses the edge, which edge, and where along it. Who
    /// hangs over it with his rear from the start (HC-OFF-12) has left only when he hangs over further, or turns his front to
    /// it.
    pub fn exit(&self, glide: &Glide, until: f64) -> Option<(f64, TableEdge, Along)> {
        let field = &self.state.field;
        let circle = glide.circle();
        let inside = |edge: &TableEdge| field.inside(*edge, circle.centre) >= circle.radius;
        if TableEdge::ALL.iter().all(inside) {
            return None;
        }
        let lowest = |rect: &Rect, edge: TableEdge| {
            rect.corners().into_iter().map(|corner| field.inside(edge, corner)).fold(f64::INFINITY, f64::min)
        };
        let over = |rect: &Rect, edge: TableEdge| {
            let depth = lowest(rect, edge);
            let [left, right, ..] = rect.corners();
            let front = field.inside(edge, left).min(field.inside(edge, right));
            depth < -self.rules.slack
                && (front < -self.rules.slack || depth < lowest(glide.start(), edge) - self.rules.slack)
        };
        // No corner crosses an edge before it has gone as far as it lies from it.
        let room = |rect: &Rect| {
            TableEdge::ALL.into_iter().map(|edge| lowest(rect, edge)).fold(f64::INFINITY, f64::min)
        };
        let crossed = |rect: &Rect| TableEdge::ALL.into_iter().find(|edge| over(rect, *edge));
        let part = glide.first_after(until, |rect| crossed(rect).is_some(), room)?;
        let edge = crossed(&glide.at(glide.just_after(part, until)))?;
        let corners = glide.at(part).corners();
        let nearest = |a: &&aelian_geometry::Vec2, b: &&aelian_geometry::Vec2| {
            field.inside(edge, **a).total_cmp(&field.inside(edge, **b))
        };
        let corner = corners.iter().min_by(nearest).copied().unwrap_or_default();
        let (along, length) = match edge {
            TableEdge::South | TableEdge::North => (corner.x, field.width),
            TableEdge::West | TableEdge::East => (corner.y, field.depth),
        };
        Some((part, edge, along.clamp(0.0, length).round() as Along))
    }

    /// HC-PASS-06, HC-PASS-07: friends passed through on this part of a glide.
    pub fn passage(&self, mover: &Mover, glide: &Glide, until: f64) -> Passage {
        self.passage_of(mover, glide, until, |_| true)
    }

    /// The same of those friends only with whom passing may cost a test.
    pub fn tested_passage(&self, mover: &Mover, glide: &Glide, until: f64) -> Passage {
        self.passage_of(mover, glide, until, |friend| {
            !self.passes_freely(mover.unit, mover.formation, friend)
        })
    }

    fn passage_of(
        &self,
        mover: &Mover,
        glide: &Glide,
        until: f64,
        counts: impl Fn(UnitId) -> bool,
    ) -> Passage {
        let mut passage = Passage::default();
        let tolerance = self.rules.tolerance;
        for other in self.standing_near(mover.unit, glide.circle(), 0.0) {
            if self.side(other) != self.side(mover.unit) || mover.obey.ignored.contains(other) {
                continue;
            }
            if !self.footprint(other).any(|part| glide.may_come_near(&part, 0.0)) || !counts(other) {
                continue;
            }
            if glide.is_straight() && !self.footprint(other).any(|part| self.entry(glide, &part).is_some()) {
                continue;
            }
            let steps = glide.steps(4.0);
            let mut next = 0;
            while next <= steps {
                let rect = glide.at(until * next as f64 / steps as f64);
                if !self.footprint(other).any(|part| overlaps(&part, &rect, tolerance)) {
                    next += glide.idle_steps(self.distance_to(&rect, other), until / steps as f64);
                    continue;
                }
                passage.passed.insert(other);
                let slack = self.rules.slack;
                let inside = |point, body: &Rect| point_to_rect(point, &grown(body, -slack)) <= 0.0;
                let mine = self.footprint(other).any(|part| inside(rect.pose.at, &part));
                if mine || inside(self.centre_front(other), &rect) {
                    passage.crossed.insert(other);
                    break;
                }
                // Neither centre-front is crossed before it has been reached.
                let left = self
                    .point_distance(rect.pose.at, other)
                    .min(point_to_rect(self.centre_front(other), &rect));
                next += glide.idle_steps(left, until / steps as f64);
            }
        }
        passage
    }
}
