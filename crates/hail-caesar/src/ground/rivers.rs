//! Rivers (25.5): fords and bridges.

use crate::fact::Fact;
use crate::field::{Crossing, River};
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use aelian_geometry::{Edge, Rect, Vec2};
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// HC-RIVER-02, HC-RIVER-03, HC-RIVER-04: a river that cannot be crossed, but where a ford or bridge lies under
    /// its centre-front
    /// and, behind that, under its whole middle; in column where that is asked.
    pub fn water_bars(&self, unit: UnitId, formation: Formation, rect: &Rect) -> Option<Reason<Fact>> {
        let tolerance = self.rules.tolerance;
        let rivers = self.state.field.rivers.iter();
        let mut deep = rivers
            .filter(|river| river.crossing == Crossing::Impassable)
            .filter(|river| river.course.meets_rect(rect, tolerance));
        let barred = deep.find(|river| !self.crosses_at_ford(unit, formation, river, rect))?;
        let rule = if barred.fords.is_empty() { rule!("HC-RIVER-02") } else { rule!("HC-RIVER-04") };
        Some(Reason::new(rule, Fact::BlockedByWater))
    }

    /// HC-RIVER-03, HC-RIVER-04.
    pub fn crosses_at_ford(&self, unit: UnitId, formation: Formation, river: &River, rect: &Rect) -> bool {
        self.is_dry_along(unit, formation, river, rect, 4)
    }

    /// The same of all the ground that a unit goes over.
    pub fn leads_over_ford(&self, unit: UnitId, formation: Formation, river: &River, lane: &Rect) -> bool {
        let steps = (lane.depth / 6.0).ceil().clamp(4.0, 1000.0) as u32;
        self.is_dry_along(unit, formation, river, lane, steps)
    }

    fn is_dry_along(
        &self,
        unit: UnitId,
        formation: Formation,
        river: &River,
        rect: &Rect,
        steps: u32,
    ) -> bool {
        let files = formation == Formation::Column || self.class(unit) == crate::troop::Class::Elephant;
        if river.column_only && !files {
            return false;
        }
        let at_ford = river.fords.iter().any(|ford| ford.meets_rect(rect, self.rules.tolerance));
        let dry = |point: Vec2| {
            !river.course.contains(point)
                || river.fords.iter().any(|ford| ford.distance_to_point(point) <= self.rules.slack)
        };
        let (front, rear) = (rect.pose.at, rect.edge_middle(Edge::Rear));
        let at = |step: u32| front + (rear - front) * (f64::from(step) / f64::from(steps));
        at_ford && (0..=steps).all(|step| dry(at(step)))
    }

    /// AMB-56: in a river that is forded along its whole length, and at no better ford.
    pub fn is_fording(&self, rect: &Rect) -> bool {
        let tolerance = self.rules.tolerance;
        let rivers = self.state.field.rivers.iter();
        let forded = rivers.filter(|river| river.crossing == Crossing::Fordable);
        let mut wet = forded.filter(|river| river.course.meets_rect(rect, tolerance));
        wet.any(|river| {
            !river.fords.iter().any(|ford| ford.distance_to_point(rect.pose.at) <= self.rules.slack)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Piece;
    use crate::rules::INCH;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::{Course, Polygon, Polyline};

    fn river(crossing: Crossing, ford: bool, column_only: bool, x: f64, formation: Formation) -> Scene {
        let at = |x: f64, y: f64| Vec2::new(x * INCH, y * INCH);
        let line = Polyline::new(vec![at(0.0, 20.0), at(72.0, 20.0)]).unwrap();
        let course = Course::new(line, 8.0 * INCH).unwrap();
        let bridge = Polygon::from_box(at(28.0, 15.0), at(32.0, 25.0));
        let fords = if ford { vec![bridge] } else { Vec::new() };
        Table::new()
            .formed("u", Side::Red, "heavy-infantry", formation, (x, 20.0), 0.0)
            .piece(Piece::River(River { course, crossing, fords, column_only, name: String::new() }))
            .build()
    }

    fn bars(scene: &Scene) -> Option<aelian_rulebook::RuleId> {
        let unit = scene.unit("u");
        let formation = scene.state.unit(unit).formation;
        scene.look().ground_bars(unit, formation, scene.look().rect(unit)).map(|reason| reason.rule)
    }

    /// HC-RIVER-02, HC-RIVER-04: deep water bars; over a bridge the centre-front must pass, in any formation.
    #[test]
    fn bridges_carry_the_centre_front() {
        let deep = |ford, x| bars(&river(Crossing::Impassable, ford, false, x, Formation::Line));
        assert_eq!(deep(false, 30.0), Some(rule!("HC-RIVER-02")));
        assert_eq!(deep(true, 30.0), None);
        assert_eq!(deep(true, 34.0), Some(rule!("HC-RIVER-04")));
    }

    /// HC-RIVER-03, HC-RIVER-04: where it is asked for, only in column.
    #[test]
    fn some_fords_are_for_columns() {
        let ford = |formation| bars(&river(Crossing::Impassable, true, true, 30.0, formation));
        assert_eq!(ford(Formation::Line), Some(rule!("HC-RIVER-04")));
        assert_eq!(ford(Formation::Column), None);
    }

    /// AMB-56, HC-RIVER-02: a river that is forded anywhere is rough ground, but not at a bridge.
    #[test]
    fn a_fordable_river_is_rough_ground() {
        let rough = |ford| {
            let scene = river(Crossing::Fordable, ford, false, 30.0, Formation::Line);
            let unit = scene.unit("u");
            (bars(&scene), scene.look().is_in_rough(unit, Formation::Line, scene.look().rect(unit)))
        };
        assert_eq!(rough(false), (None, true));
        assert_eq!(rough(true), (None, false));
    }
}
