//! Linear obstacles (25.4), and rivers that are no more than that (HC-RIVER-01).

use crate::field::Crossing;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use crate::troop::Class;
use aelian_geometry::{Circle, Rect};

/// How near a body stands to an obstacle that it has come up to, in mm.
const UP_TO: f64 = 2.0;

/// What has to be crossed with a move of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    /// By its place in `Field::obstacles`.
    Line(usize),
    /// By its place in `Field::rivers`.
    Stream(usize),
}

impl Look<'_> {
    /// HC-OBST-01, HC-OBST-02, HC-RIVER-01: what a unit in this formation has to cross with a move, near this circle.
    pub fn barriers(&self, unit: UnitId, formation: Formation, near: Circle) -> Vec<Barrier> {
        if self.is_unhindered(unit, formation) {
            return Vec::new();
        }
        let field = &self.state.field;
        let reach = near.radius + UP_TO;
        let lines = field.obstacles.iter().enumerate().filter_map(|(at, obstacle)| {
            (obstacle.line.distance_to_point(near.centre) <= reach).then_some(Barrier::Line(at))
        });
        let streams = field.rivers.iter().enumerate().filter_map(|(at, river)| {
            let narrow = river.crossing == Crossing::Obstacle;
            (narrow && river.course.distance_to_point(near.centre) <= reach).then_some(Barrier::Stream(at))
        });
        lines.chain(streams).collect()
    }

    /// HC-OBST-05: wheels cannot cross this one at all.
    pub fn is_closed_to_wheels(&self, unit: UnitId, barrier: Barrier) -> bool {
        let class = self.class(unit);
        let wheels = class.is_chariots() || class.is_artillery() || class == Class::Baggage;
        match barrier {
            Barrier::Line(at) => wheels && self.state.field.obstacles[at].no_wheels,
            Barrier::Stream(_) => false,
        }
    }

    /// The body lies across the obstacle. Where a ford or road leads over a stream there is nothing to cross.
    pub fn is_across(&self, unit: UnitId, formation: Formation, barrier: Barrier, rect: &Rect) -> bool {
        let tolerance = self.rules.tolerance;
        match barrier {
            Barrier::Line(at) => self.state.field.obstacles[at].line.crosses_rect(rect, tolerance),
            Barrier::Stream(at) => {
                let river = &self.state.field.rivers[at];
                river.course.meets_rect(rect, tolerance)
                    && !self.crosses_at_ford(unit, formation, river, rect)
                    && !self.is_on_road(unit, formation, rect)
            }
        }
    }

    /// HC-OBST-04: the body has come up to the obstacle.
    pub fn is_up_to(&self, barrier: Barrier, rect: &Rect) -> bool {
        self.barrier_distance(barrier, rect) <= UP_TO
    }

    /// Whether any of it may lie on this ground.
    pub fn may_lie_on(&self, barrier: Barrier, ground: &Rect) -> bool {
        self.barrier_distance(barrier, ground) <= 0.0
    }

    /// How far a body is from it at least, in mm: by the circle about the body, and closely where that is near.
    pub fn barrier_gap(&self, barrier: Barrier, rect: &Rect) -> f64 {
        let middle = rect.centre();
        let far = match barrier {
            Barrier::Line(at) => self.state.field.obstacles[at].line.distance_to_point(middle),
            Barrier::Stream(at) => self.state.field.rivers[at].course.distance_to_point(middle),
        };
        let gap = far - rect.radius();
        if gap > 16.0 { gap } else { self.barrier_distance(barrier, rect) }
    }

    fn barrier_distance(&self, barrier: Barrier, rect: &Rect) -> f64 {
        match barrier {
            Barrier::Line(at) => self.state.field.obstacles[at].line.distance_to_rect(rect),
            Barrier::Stream(at) => self.state.field.rivers[at].course.distance_to_rect(rect),
        }
    }
}
