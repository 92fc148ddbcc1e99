//! Linear obstacles (25.4), and rivers that are no more than that (HC-RIVER-01).

use crate::fact::Fact;
use crate::field::Crossing;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{Glide, Mover, Obey};
use crate::rules::{INCH, Look};
use crate::state::Place;
use crate::troop::Class;
use aelian_geometry::{Circle, Pose, Rect};
use aelian_rulebook::{Reason, rule};

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

    /// HC-OBST-05, HC-OBST-08, HC-IMP-01, HC-WOOD-01: why the ground between keeps a charger from the place where it would
    /// meet an enemy: closed ground, or an obstacle that it would have to cross with a move of its own. One at which the
    /// enemy stands is no hindrance: they fight across it.
    pub fn ground_bars_charge(
        &self,
        unit: UnitId,
        from: &Rect,
        to: Pose,
        target: UnitId,
    ) -> Option<Reason<Fact>> {
        let field = &self.state.field;
        let standing = self.state.unit(unit);
        let plain = field.areas.is_empty() && field.obstacles.is_empty();
        if (plain && field.rivers.is_empty() && field.blocks.is_empty()) || standing.is_in_block() {
            return None;
        }
        let mover =
            Mover { unit, formation: standing.formation, obey: Obey::SUPPORT, walled: UnitSet::EMPTY };
        let glide = Glide::new(from, to);
        let held = match self.state.unit(target).place {
            Place::Block(block) => Some(Fact::BlockedByBlock(block)),
            _ => None,
        };
        // Its wings may go round; its centre-front goes straight (HC-CHG-31).
        let middle = Glide::new(&Rect::new(from.pose, 1.0, 1.0), to);
        let closed = self.ground_halt(&mover, &middle, middle.circle());
        if let Some(halt) = closed.filter(|halt| Some(&halt.reason.fact) != held.as_ref()) {
            return Some(halt.reason);
        }
        let defended = |barrier: Barrier| {
            let near = INCH + self.rules.slack;
            self.footprint(target).any(|part| self.barrier_distance(barrier, &part) <= near)
        };
        let barriers = self.barriers(unit, standing.formation, glide.circle());
        let mut open = barriers.into_iter().filter(|barrier| !defended(*barrier));
        open.any(|barrier| self.barrier_entry(&mover, &glide, barrier).is_some())
            .then(|| Reason::new(rule!("HC-OBST-08"), Fact::BlockedByObstacle))
    }

    /// HC-OBST-04: the body has come up to the obstacle.
    pub fn is_up_to(&self, barrier: Barrier, rect: &Rect) -> bool {
        self.barrier_distance(barrier, rect) <= UP_TO
    }

    fn barrier_distance(&self, barrier: Barrier, rect: &Rect) -> f64 {
        match barrier {
            Barrier::Line(at) => self.state.field.obstacles[at].line.distance_to_rect(rect),
            Barrier::Stream(at) => self.state.field.rivers[at].course.distance_to_rect(rect),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charge;
    use crate::field::AreaKind;
    use crate::state::Side4;
    use crate::testing::Table;
    use aelian_game::Side;

    fn meets(table: Table, troop: &str, enemy: f64) -> bool {
        let scene = table
            .unit("u", Side::Red, troop, (30.0, 20.0), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, enemy), 180.0)
            .build();
        let (unit, target) = (scene.unit("u"), scene.unit("e"));
        let look = scene.look();
        charge::contact(look, unit, look.rect(unit), target, Side4::Front).is_some()
    }

    /// HC-OBST-08: a formed unit crosses first, unless the enemy stands at the obstacle.
    #[test]
    fn a_charge_does_not_cross_an_obstacle() {
        let fence = |y: f64| Table::new().obstacle(&[(10.0, y), (50.0, y)], true);
        assert!(!meets(fence(22.0), "heavy-infantry", 25.0));
        assert!(meets(fence(24.9), "heavy-infantry", 25.0));
        assert!(meets(fence(22.0), "skirmishers", 25.0));
        assert!(meets(fence(40.0), "heavy-infantry", 25.0));
    }

    /// HC-IMP-01, HC-WOOD-01: nobody charges through ground that is closed to him.
    #[test]
    fn a_charge_does_not_pass_closed_ground() {
        let ground =
            |kind| Table::new().area(kind, &[(25.0, 22.0), (35.0, 22.0), (35.0, 23.0), (25.0, 23.0)]);
        assert!(!meets(ground(AreaKind::Impassable), "heavy-infantry", 25.0));
        assert!(!meets(ground(AreaKind::Wood), "heavy-infantry", 25.0));
        assert!(meets(ground(AreaKind::Wood), "skirmishers", 25.0));
        assert!(meets(ground(AreaKind::Rough), "heavy-infantry", 25.0));
    }
}
