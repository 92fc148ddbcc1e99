//! Where a unit may stand (HC-GEO-05, HC-GEO-06, HC-MOVE-12): not on others, not on ground closed to it, not over the
//! edge, and without a charge not against an enemy.

use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use crate::scenario;
use crate::state::Place;
use aelian_geometry::{Circle, Rect, overlaps};
use aelian_rulebook::{Reason, rule};

/// No table is so large, in mm.
const FAR: f64 = 100_000.0;

/// A place that can be reasoned about at all.
pub fn is_sound(rect: &Rect) -> bool {
    let at = rect.pose.at;
    at.is_finite() && at.x.abs() < FAR && at.y.abs() < FAR
}

impl Look<'_> {
    /// HC-GEO-05, HC-GEO-06, HC-MOVE-12, HC-EXIT-01: everything that speaks against a unit standing so at the end of a move
    /// that is no charge.
    pub fn may_stand(&self, unit: UnitId, formation: Formation, rect: &Rect) -> Vec<Reason<Fact>> {
        let mut broken = self.may_rest(unit, formation, rect);
        if broken.is_empty()
            && let Some(enemy) = self.enemy_touched(unit, rect)
        {
            broken.push(Reason::new(rule!("HC-MOVE-12"), Fact::BlockedBy(enemy)));
        }
        broken
    }

    /// The same for those who may touch enemies: in a charge, a follow up, a move into support.
    pub fn may_rest(&self, unit: UnitId, formation: Formation, rect: &Rect) -> Vec<Reason<Fact>> {
        if !is_sound(rect) {
            return vec![Reason::new(rule!("HC-GEO-01"), Fact::Unit(unit))];
        }
        let mut broken = Vec::new();
        if let Some(other) = self.overlapped(unit, rect, UnitSet::EMPTY) {
            broken.push(Reason::new(rule!("HC-GEO-06"), Fact::BlockedBy(other)));
        }
        broken.extend(self.ground_bars(unit, formation, rect));
        let barriers = self.barriers(unit, formation, rect.circle());
        if barriers.into_iter().any(|barrier| self.is_across(unit, formation, barrier, rect)) {
            broken.push(Reason::new(rule!("HC-OBST-03"), Fact::BlockedByObstacle));
        }
        if let Some(edge) = self.state.field.edge_crossed(rect, self.rules.slack) {
            broken.push(Reason::new(rule!("HC-EXIT-01"), Fact::OffTable(edge)));
        }
        broken
    }

    /// HC-GEO-06: a unit of either side, but for these, on which it would stand.
    pub fn overlapped(&self, unit: UnitId, rect: &Rect, except: UnitSet) -> Option<UnitId> {
        let mut others =
            self.standing_near(unit, rect.circle(), 0.0).filter(|other| !except.contains(*other));
        others.find(|other| self.footprint(*other).any(|part| overlaps(&part, rect, self.rules.tolerance)))
    }

    /// HC-MOVE-12: an enemy whom it would touch.
    pub fn enemy_touched(&self, unit: UnitId, rect: &Rect) -> Option<UnitId> {
        let slack = self.rules.slack;
        let near = self.standing_near(unit, rect.circle(), slack);
        let mut enemies = near.filter(|other| self.side(*other) != self.side(unit));
        enemies.find(|enemy| self.distance_to(rect, *enemy) <= slack)
    }

    /// Other units that stand in the open within this gap of a circle and are in the way of this one; columns that bend
    /// always.
    pub fn standing_near(&self, unit: UnitId, circle: Circle, gap: f64) -> impl Iterator<Item = UnitId> + '_ {
        let bent = !self.state.bends.is_empty();
        self.state.ids().filter(move |id| {
            let other = self.state.unit(*id);
            *id != unit
                && other.place == Place::Table
                && (bent || other.rect.circle().near(&circle, gap))
                && !scenario::is_ridden_over(*self, *id, unit)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{AreaKind, TableEdge};
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::{Facing, Pose};

    fn scene() -> Scene {
        Table::new()
            .unit("u", Side::Red, "heavy-infantry", (10.0, 10.0), 0.0)
            .unit("friend", Side::Red, "heavy-infantry", (30.0, 20.0), 0.0)
            .unit("enemy", Side::Blue, "heavy-infantry", (50.0, 20.0), 180.0)
            .area(AreaKind::Wood, &[(5.0, 30.0), (20.0, 30.0), (20.0, 40.0), (5.0, 40.0)])
            .obstacle(&[(40.0, 38.0), (60.0, 38.0)], false)
            .build()
    }

    fn broken(x: f64, y: f64) -> Vec<aelian_rulebook::RuleId> {
        let scene = scene();
        let unit = scene.unit("u");
        let pose = Pose::new(x * 25.4, y * 25.4, Facing::UP);
        let rect = scene.look().rect(unit).with_pose(pose);
        scene.look().may_stand(unit, Formation::Line, &rect).iter().map(|reason| reason.rule).collect()
    }

    /// HC-GEO-05, HC-GEO-06: nobody stands on another; friends may touch.
    #[test]
    fn nobody_stands_on_another() {
        assert_eq!(broken(30.0, 20.5), [rule!("HC-GEO-06")]);
        assert_eq!(broken(50.0, 20.5), [rule!("HC-GEO-06")]);
        assert!(broken(30.0 + 180.0 / 25.4, 20.0).is_empty());
    }

    /// HC-MOVE-12, AMB-13: an enemy is not touched without a charge.
    #[test]
    fn an_enemy_is_not_touched() {
        assert_eq!(broken(50.0, 20.0), [rule!("HC-MOVE-12")]);
        assert!(broken(50.0, 19.8).is_empty());
    }

    /// HC-WOOD-01, HC-OBST-03, HC-EXIT-01: ground, obstacles and the edge.
    #[test]
    fn ground_and_edge_count() {
        assert_eq!(broken(12.0, 35.0), [rule!("HC-WOOD-01")]);
        assert_eq!(broken(50.0, 38.5), [rule!("HC-OBST-03")]);
        assert_eq!(broken(30.0, 1.0), [rule!("HC-EXIT-01")]);
        let scene = scene();
        let unit = scene.unit("u");
        let rect = scene.look().rect(unit).with_pose(Pose::new(762.0, 25.4, Facing::UP));
        let reasons = scene.look().may_stand(unit, Formation::Line, &rect);
        assert_eq!(reasons[0].fact, Fact::OffTable(TableEdge::South));
    }

    /// HC-GEO-01: absurd places are refused.
    #[test]
    fn absurd_places_are_refused() {
        assert_eq!(broken(f64::NAN, 0.0), [rule!("HC-GEO-01")]);
        assert_eq!(broken(1e200, 0.0), [rule!("HC-GEO-01")]);
    }
}
