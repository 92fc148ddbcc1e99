//! Sweeping a base or a body along a motion (BB-ALG-02, BB-ALG-03, BB-GEO-12): how far it gets and what it
//! meets: other bases, the table's edge, ground or water that it may not enter.

use super::motion::Motion;
use crate::baseset::{BaseId, BaseSet};
use crate::field::TableEdge;
use crate::ground::{Going, GoingChange};
use crate::rules::Look;
use aelian_geometry::{Rect, Vec2, sweep, sweep_rotation};

/// What a moving rectangle meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Distance along the path in mm; for a turn the angle in radians without its sign.
    pub at: f64,
    pub base: BaseId,
}

/// What a motion can run into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    Base(BaseId),
    /// BB-GEO-13, AMB-91.
    Edge(TableEdge),
    /// BB-WAT-02, BB-ROAD-05.
    Impassable,
    /// BB-RIV-03 to BB-RIV-06, BB-RIV-09: a river that may not be entered so, or in which it may not turn.
    River,
}

/// Where a motion is stopped, and by what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The part of the motion, 0 to 1, that is free.
    pub part: f64,
    /// The moving base that is stopped.
    pub mover: BaseId,
    pub by: Obstacle,
}

impl Look<'_> {
    /// BB-ALG-02: the first base, not in `but`, that a rectangle meets going straight `along` (a unit
    /// vector) for `length`; of several at the same distance the one with the lowest id.
    pub fn first_met(&self, rect: &Rect, along: Vec2, length: f64, but: BaseSet) -> Option<Meeting> {
        self.near(rect, length)
            .filter(|id| !but.contains(*id))
            .filter_map(|id| {
                sweep(rect, along, length, self.state.rect(id), self.rules.tolerance)
                    .map(|at| Meeting { at, base: id })
            })
            .min_by(|a, b| a.at.total_cmp(&b.at))
    }

    /// BB-ALG-03: the first base, not in `but`, that a rectangle meets turning about a point.
    pub fn first_met_turning(&self, rect: &Rect, about: Vec2, angle: f64, but: BaseSet) -> Option<Meeting> {
        self.near(rect, Motion::Turn { about, angle }.reach(rect))
            .filter(|id| !but.contains(*id))
            .filter_map(|id| {
                sweep_rotation(rect, about, angle, self.state.rect(id), self.rules.tolerance)
                    .map(|at| Meeting { at: at.abs(), base: id })
            })
            .min_by(|a, b| a.at.total_cmp(&b.at))
    }

    /// BB-GEO-12: what stops one base on a motion, if anything does; bases in `but` are not in its way.
    pub fn block(&self, mover: BaseId, rect: &Rect, motion: Motion, but: BaseSet) -> Option<Block> {
        self.block_of_body(&[(mover, *rect)], motion, but)
    }

    /// BB-GEO-12: what stops a body first, if anything does; bases in `but` are not in its way (the body
    /// itself should be among them).
    pub fn block_of_body(&self, body: &[(BaseId, Rect)], motion: Motion, but: BaseSet) -> Option<Block> {
        let bases = self.base_in_way(body, motion, but);
        first_of(bases, self.ground_in_way(body, motion))
    }

    /// BB-GEO-02: whether a block stops a motion before its end: what is only touched there is not in its way.
    pub fn hinders(&self, block: &Block, motion: Motion) -> bool {
        /// The part of a turn that rounding may take off its end.
        const ENDS_THERE: f64 = 1e-9;
        match motion {
            Motion::Go(way) => (1.0 - block.part) * way.length() > self.rules.tolerance.length,
            _ => block.part < 1.0 - ENDS_THERE,
        }
    }

    /// As `block_of_body`, looking only at other bases.
    pub fn base_in_way(&self, body: &[(BaseId, Rect)], motion: Motion, but: BaseSet) -> Option<Block> {
        let size = motion.size();
        if size <= 0.0 {
            return None;
        }
        let mut first: Option<Block> = None;
        for obstacle in self.around(body, motion, but).iter() {
            for (mover, rect) in body {
                if let Some(at) = self.meets(rect, motion, obstacle) {
                    let block = Block { part: at / size, mover: *mover, by: Obstacle::Base(obstacle) };
                    first = first_of(first, Some(block));
                }
            }
        }
        first
    }

    /// As `block_of_body`, looking only at the table and what lies on it.
    pub fn ground_in_way(&self, body: &[(BaseId, Rect)], motion: Motion) -> Option<Block> {
        if motion.size() <= 0.0 {
            return None;
        }
        let mut first = None;
        for (mover, rect) in body {
            let found = [
                self.edge_in_way(rect, motion).map(|(part, edge)| (part, Obstacle::Edge(edge))),
                self.impassable_in_way(*mover, rect, motion).map(|part| (part, Obstacle::Impassable)),
                self.river_in_way(rect, motion).map(|part| (part, Obstacle::River)),
            ];
            for (part, by) in found.into_iter().flatten() {
                first = first_of(first, Some(Block { part, mover: *mover, by }));
            }
        }
        first
    }

    /// Where a rectangle meets one base on a motion, in the motion's own measure.
    pub fn meets(&self, rect: &Rect, motion: Motion, other: BaseId) -> Option<f64> {
        let (obstacle, tolerance) = (self.state.rect(other), self.rules.tolerance);
        match motion {
            Motion::Go(way) => {
                let length = way.length();
                if length > 0.0 { sweep(rect, way / length, length, obstacle, tolerance) } else { None }
            }
            Motion::Turn { about, angle } => {
                sweep_rotation(rect, about, angle, obstacle, tolerance).map(f64::abs)
            }
            Motion::Turnabout => None,
        }
    }

    /// The broad phase for a whole body: bases near the circle about all of its ways.
    pub fn around(&self, body: &[(BaseId, Rect)], motion: Motion, but: BaseSet) -> BaseSet {
        let (low, high) = swept_box(body, motion);
        let near = |id: &BaseId| {
            let other = self.state.rect(*id);
            let (centre, radius) = (other.centre(), other.radius());
            centre.x + radius >= low.x
                && centre.x - radius <= high.x
                && centre.y + radius >= low.y
                && centre.y - radius <= high.y
        };
        self.state.on_table().filter(|id| !but.contains(*id)).filter(near).collect()
    }

    /// AMB-91: where a base would leave the table.
    fn edge_in_way(&self, rect: &Rect, motion: Motion) -> Option<(f64, TableEdge)> {
        let field = &self.state.field;
        let slack = self.rules.tolerance.length;
        match motion {
            Motion::Go(way) => TableEdge::ALL
                .into_iter()
                .filter_map(|edge| edge_met(field.width, field.depth, rect, way, edge, slack))
                .min_by(|a, b| a.0.total_cmp(&b.0)),
            Motion::Turn { about, .. } => {
                let radius = (rect.centre() - about).length() + rect.radius();
                let inside = about.x >= radius
                    && about.y >= radius
                    && about.x + radius <= field.width
                    && about.y + radius <= field.depth;
                if inside {
                    return None;
                }
                let off = |part: f64| self.edge_crossed(&motion.part(part).apply(rect));
                first_part(steps(rect, motion), |part| off(part).is_some())
                    .map(|part| (part, off(part).unwrap_or(TableEdge::South)))
            }
            Motion::Turnabout => None,
        }
    }

    /// BB-WAT-02, BB-ROAD-05: where a base would enter what is impassable.
    fn impassable_in_way(&self, mover: BaseId, rect: &Rect, motion: Motion) -> Option<f64> {
        let mut changes = Vec::new();
        self.going_on_way(mover, rect, motion, &mut changes);
        let size = motion.size();
        changes.iter().find(|change| change.going == Going::Impassable).map(|change| change.at / size)
    }

    /// BB-MOVE-10: where the going gets worse on a motion, in order, in the motion's own measure.
    pub fn going_on_way(&self, mover: BaseId, rect: &Rect, motion: Motion, out: &mut Vec<GoingChange>) {
        out.clear();
        if !self.ground_is_near(rect, motion) {
            return;
        }
        let troop = &self.state.base(mover).troop;
        match motion {
            Motion::Go(way) => {
                let length = way.length();
                if length > 0.0 {
                    self.going_along(rect, way / length, length, troop, out);
                }
            }
            Motion::Turn { about, angle } => self.going_turning(rect, about, angle, troop, out),
            Motion::Turnabout => {}
        }
    }

    /// BB-RIV-03 to BB-RIV-06, BB-RIV-09: the part of a motion after which a river stops it: entered at too
    /// flat an angle, or turned or shifted in.
    fn river_in_way(&self, rect: &Rect, motion: Motion) -> Option<f64> {
        let size = motion.size();
        if !self.ground_is_near(rect, motion) {
            return None;
        }
        match motion {
            Motion::Go(way) => {
                let along = way / size;
                let sideways = !self.keeps_to_line(rect, way);
                let forbidden = || self.river_forbids(rect, along, size).map(|angle| angle.at / size);
                if sideways { self.first_wading(rect, motion) } else { forbidden() }
            }
            Motion::Turn { about, angle } => {
                let bound = self.bound_by_river(rect) || self.turn_enters_river(rect, about, angle);
                bound.then(|| self.first_wading(rect, motion)).flatten()
            }
            Motion::Turnabout => None,
        }
    }

    /// The broad phase for the ground: whether any feature or river is near the way of a rectangle.
    pub fn ground_is_near(&self, rect: &Rect, motion: Motion) -> bool {
        let field = &self.state.field;
        if field.areas.is_empty() && field.rivers.is_empty() {
            return false;
        }
        let (low, high) = way_box(rect, motion);
        let meets =
            |(from, to): (Vec2, Vec2)| from.x <= high.x && from.y <= high.y && to.x >= low.x && to.y >= low.y;
        let pieces = field.rivers.iter().flat_map(|river| river.course.pieces());
        field.areas.iter().any(|area| meets(area.outline.aabb()))
            || pieces.into_iter().any(|piece| meets(piece.aabb()))
    }

    /// BB-RIV-04, BB-RIV-09: the part of a motion at which a base first is in a river.
    fn first_wading(&self, rect: &Rect, motion: Motion) -> Option<f64> {
        first_part(steps(rect, motion), |part| self.bound_by_river(&motion.part(part).apply(rect)))
    }
}

/// The block that comes first; of two at one place the one found first.
pub fn first_of(a: Option<Block>, b: Option<Block>) -> Option<Block> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.part < a.part { b } else { a }),
        (a, b) => a.or(b),
    }
}

/// Parts of a motion such that no corner goes further than 2 mm between two of them.
pub fn steps(rect: &Rect, motion: Motion) -> impl Iterator<Item = f64> + use<> {
    const STEP: f64 = 2.0;
    let length = match motion {
        Motion::Go(way) => way.length(),
        Motion::Turn { about, angle } => ((rect.centre() - about).length() + rect.radius()) * angle.abs(),
        Motion::Turnabout => 0.0,
    };
    let count = (length / STEP).ceil().clamp(1.0, 1000.0) as u32;
    (1..=count).map(move |at| f64::from(at) / f64::from(count))
}

/// The first part of a motion at which `holds` is true, searched step by step and then halved; what is true
/// at the very start gives 0.
pub fn first_part(steps: impl Iterator<Item = f64>, holds: impl Fn(f64) -> bool) -> Option<f64> {
    const HALVINGS: u32 = 24;
    if holds(0.0) {
        return Some(0.0);
    }
    let mut free = 0.0;
    for step in steps {
        if holds(step) {
            let mut met = step;
            for _ in 0..HALVINGS {
                let middle = 0.5 * (free + met);
                if holds(middle) { met = middle } else { free = middle }
            }
            return Some(free);
        }
        free = step;
    }
    None
}

/// Where the first corner crosses an edge of the table by more than the slack.
fn edge_met(
    width: f64,
    depth: f64,
    rect: &Rect,
    way: Vec2,
    edge: TableEdge,
    slack: f64,
) -> Option<(f64, TableEdge)> {
    let rate = way.dot(edge.outward().vector());
    if rate <= 0.0 {
        return None;
    }
    let room = rect
        .corners()
        .iter()
        .map(|corner| match edge {
            TableEdge::South => corner.y,
            TableEdge::West => corner.x,
            TableEdge::North => depth - corner.y,
            TableEdge::East => width - corner.x,
        })
        .fold(f64::INFINITY, f64::min);
    // A base may touch the edge; within the slack it touches.
    (room + slack < rate).then(|| ((room.max(0.0) / rate), edge))
}

/// Lowest and highest point that a body can come to on a motion.
pub(super) fn swept_box(body: &[(BaseId, Rect)], motion: Motion) -> (Vec2, Vec2) {
    let mut low = Vec2::splat(f64::INFINITY);
    let mut high = Vec2::splat(f64::NEG_INFINITY);
    for (_, rect) in body {
        let (from, to) = way_box(rect, motion);
        low = low.min(from);
        high = high.max(to);
    }
    (low, high)
}

/// Lowest and highest point that a rectangle can come to on a motion.
fn way_box(rect: &Rect, motion: Motion) -> (Vec2, Vec2) {
    let (radius, start) = (rect.radius(), rect.centre());
    let (centre, reach) = match motion {
        Motion::Turn { about, angle } => {
            let arm = (start - about).length();
            let arc = arm * angle.abs();
            // A short arc stays near its start; a long one anywhere within its circle.
            if arc < arm { (start, radius + arc) } else { (about, radius + arm) }
        }
        Motion::Go(_) | Motion::Turnabout => (start, radius),
    };
    let end = if let Motion::Go(way) = motion { centre + way } else { centre };
    (centre.min(end) - Vec2::splat(reach), centre.max(end) + Vec2::splat(reach))
}
