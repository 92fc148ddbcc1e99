//! What a unit stands behind (HC-SAVE-10, HC-SAVE-12, HC-SAVE-13, HC-SAVE-17): woods, hedges and walls, buildings,
//! fortifications.

use crate::field::{AreaKind, Strength};
use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::Place;
use aelian_geometry::{Rect, Segment, Vec2};

/// HC-SAVE-17: one of these; the better comes later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cover {
    #[default]
    None,
    Light,
    Building,
    Fortification,
}

/// Along each side of a grid of points that stands for a footprint.
const POINTS: usize = 8;

/// HC-OBST-06: a barrier covers those who stand no further behind it than this, in inches.
const BEHIND: f64 = 1.0;

impl Look<'_> {
    /// HC-SAVE-06, HC-SAVE-17: the best cover of a unit against attackers there, and the share of it that is covered.
    pub fn cover(&self, unit: UnitId, from: Vec2) -> (Cover, f64) {
        if let Place::Block(block) = self.state.unit(unit).place {
            // HC-BLDG-14, HC-BLDG-15.
            let strength = self.state.field.block(block).map(|block| block.strength);
            return match strength {
                Some(Strength::Fortification) => (Cover::Fortification, 1.0),
                Some(Strength::Substantial) => (Cover::Building, 1.0),
                _ => (Cover::Light, 1.0),
            };
        }
        let rect = self.rect(unit);
        let grown = self.grown_share(rect);
        let barrier = self.barrier_share(rect, from, |fortified| !fortified);
        let works = self.barrier_share(rect, from, |fortified| fortified);
        if works > 0.0 {
            (Cover::Fortification, works)
        } else if grown > 0.0 || barrier > 0.0 {
            (Cover::Light, grown.max(barrier))
        } else {
            (Cover::None, 1.0)
        }
    }

    /// HC-WOOD-04, HC-SAVE-10: how much of a footprint lies in woods or other ground that covers.
    fn grown_share(&self, rect: &Rect) -> f64 {
        let covers = |kind: AreaKind| matches!(kind, AreaKind::Wood | AreaKind::Cover);
        let t = self.rules.tolerance;
        let mut areas = self
            .state
            .field
            .areas
            .iter()
            .filter(|area| covers(area.kind) && area.outline.meets_rect(rect, t))
            .peekable();
        if areas.peek().is_none() {
            return 0.0;
        }
        let areas: Vec<_> = areas.collect();
        let (mut inside, corner) = (0, rect.corners()[3]);
        let (right, ahead) = (rect.pose.facing.right() * rect.width, rect.pose.facing.vector() * rect.depth);
        let at = |step: usize| (step as f64 + 0.5) / POINTS as f64;
        for across in 0..POINTS {
            for along in 0..POINTS {
                let point = corner + right * at(across) + ahead * at(along);
                inside += usize::from(areas.iter().any(|area| area.outline.contains(point)));
            }
        }
        inside as f64 / (POINTS * POINTS) as f64
    }

    /// HC-OBST-06, HC-SAVE-13: how much of the edge towards the attackers stands behind a barrier.
    fn barrier_share(&self, rect: &Rect, from: Vec2, wanted: impl Fn(bool) -> bool) -> f64 {
        let reach = self.inches(BEHIND) + self.rules.slack;
        let near = |line: &aelian_geometry::Polyline| line.distance_to_rect(rect) <= reach;
        let barriers = self.state.field.obstacles.iter();
        let barriers = barriers.filter(|one| (one.cover || one.fortified) && wanted(one.fortified));
        let mut barriers = barriers.filter(|one| near(&one.line)).peekable();
        if barriers.peek().is_none() {
            return 0.0;
        }
        let barriers: Vec<_> = barriers.collect();
        let edge = rect.edge(super::super::position::quarter_of(rect, from, self.rules.slack).edge());
        let covered = |step: usize| {
            let point = edge.at((step as f64 + 0.5) / POINTS as f64);
            let line = Segment::new(point, from);
            // A barrier on its very edge covers it too.
            barriers.iter().any(|one| {
                let behind = one.line.distance_to_point(point);
                behind <= self.rules.slack
                    || (behind <= reach && aelian_geometry::sight::crosses_line(line, &one.line))
            })
        };
        (0..POINTS).filter(|step| covered(*step)).count() as f64 / POINTS as f64
    }
}
