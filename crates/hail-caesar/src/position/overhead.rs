//! Overhead shooting (HC-OVER-01, HC-OVER-02, HC-OVER-03, HC-OVER-04): what an engine on high ground sees over.

use crate::field::{Area, AreaKind, Strength};
use crate::ids::UnitId;
use crate::numbers::numbers;
use crate::rules::{INCH, Look};
use crate::state::Place;
use aelian_geometry::{Rect, Vec2, distance};

/// HC-OVER-04: how tall troops stand, in inches.
const TROOPS: f64 = 1.0;
/// How high one level of a hill, a wood, a building and the walls of a fortification are, in inches. The book gives no
/// heights.
const LEVEL: f64 = 2.0;

impl Look<'_> {
    /// HC-OVER-01: an engine on high ground or on fortifications.
    pub fn is_above(&self, unit: UnitId) -> bool {
        Overhead::of(*self, unit, unit, self.centre_front(unit)).is_some()
    }
}

/// The line from an engine on high ground to its target.
pub(super) struct Overhead<'a> {
    look: Look<'a>,
    engine: Rect,
    target: Rect,
    eye: Vec2,
    /// Heights of its two ends.
    from: f64,
    to: f64,
}

impl<'a> Overhead<'a> {
    /// HC-OVER-01, HC-OVER-03: only artillery, on a hill or on fortifications.
    pub(super) fn of(look: Look<'a>, unit: UnitId, other: UnitId, eye: Vec2) -> Option<Overhead<'a>> {
        if !look.class(unit).is_artillery() {
            return None;
        }
        let walls = match look.state.unit(unit).place {
            Place::Block(block) => look.state.field.block(block).map(|block| block.strength),
            _ => None,
        };
        let stands =
            look.ground_height(eye) + if walls == Some(Strength::Fortification) { LEVEL } else { 0.0 };
        if stands <= 0.0 {
            return None;
        }
        let target = *look.rect(other);
        let to = look.ground_height(target.centre()) + TROOPS;
        Some(Overhead { look, engine: *look.rect(unit), target, eye, from: stands + TROOPS, to })
    }

    /// HC-OVER-02, HC-OVER-04.
    pub(super) fn clears_unit(&self, part: &Rect) -> bool {
        let far = self.is_far(distance(part, &self.engine)) && self.is_far(distance(part, &self.target));
        far && self.passes_above(&part.corners(), self.look.ground_height(part.centre()) + TROOPS)
    }

    pub(super) fn clears_block(&self, block: &Rect) -> bool {
        let far = self.is_far(distance(block, &self.engine)) && self.is_far(distance(block, &self.target));
        far && self.passes_above(&block.corners(), self.look.ground_height(block.centre()) + LEVEL)
    }

    pub(super) fn clears_area(&self, area: &Area) -> bool {
        let far = |rect: &Rect| self.is_far(area.outline.distance_to_rect(rect));
        let top = match area.kind {
            AreaKind::Hill => f64::from(area.level) * LEVEL,
            _ => self.look.ground_height(area.outline.centroid()) + LEVEL,
        };
        far(&self.engine) && far(&self.target) && self.passes_above(area.outline.points(), top)
    }

    fn is_far(&self, distance: f64) -> bool {
        distance > self.look.inches(numbers().shooting.overhead) + self.look.rules.slack
    }

    /// The line is higher than this over the whole length of a shape.
    fn passes_above(&self, points: &[Vec2], top: f64) -> bool {
        let line = self.target.centre() - self.eye;
        let length = line.length_squared().max(INCH);
        let height = |point: &Vec2| {
            let part = ((*point - self.eye).dot(line) / length).clamp(0.0, 1.0);
            self.from + (self.to - self.from) * part
        };
        points.iter().all(|point| height(point) > top + 1e-9)
    }
}

impl Look<'_> {
    /// HC-HILL-02: the height of the ground at a point, in inches.
    fn ground_height(&self, point: Vec2) -> f64 {
        let hills = self.state.field.areas.iter().filter(|area| area.kind == AreaKind::Hill);
        let levels = hills.filter(|area| area.outline.contains(point)).map(|area| area.level);
        f64::from(levels.max().unwrap_or(0)) * LEVEL
    }
}

#[cfg(test)]
mod tests {
    use crate::field::AreaKind;
    use crate::ids::UnitId;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    /// An engine, its target 24 inches ahead, a friend at this distance between them, on a hill or not.
    fn scene(troop: &str, friend: f64, hill: bool) -> Scene {
        let mut table = Table::new()
            .unit("gun", Side::Red, troop, (30.0, 6.0), 0.0)
            .unit("f", Side::Red, "heavy-infantry", (30.0, 6.0 + friend), 0.0)
            .unit("e", Side::Blue, "heavy-infantry", (30.0, 30.0), 180.0);
        if hill {
            table = table.area(AreaKind::Hill, &[(20.0, 1.0), (40.0, 1.0), (40.0, 8.0), (20.0, 8.0)]);
        }
        table.build()
    }

    fn sees(scene: &Scene) -> bool {
        let (gun, enemy): (UnitId, UnitId) = (scene.unit("gun"), scene.unit("e"));
        let look = scene.look();
        look.seen_by_engine(look.eye(gun, enemy), (gun, enemy)).is_some()
    }

    /// HC-OVER-01, HC-OVER-04, HC-VIS-04: an engine on a hill shoots over units, one on the plain does not.
    #[test]
    fn engines_on_hills_shoot_over_troops() {
        assert!(sees(&scene("medium-artillery", 12.0, true)));
        assert!(!sees(&scene("medium-artillery", 12.0, false)));
    }

    /// HC-OVER-02: whoever is shot over must be more than 6 inches from both.
    #[test]
    fn not_over_those_who_are_near() {
        assert!(!sees(&scene("medium-artillery", 7.0, true)));
        assert!(sees(&scene("medium-artillery", 7.8, true)));
        assert!(!sees(&scene("medium-artillery", 18.5, true)));
    }

    /// HC-OVER-03: nobody else does.
    #[test]
    fn bowmen_do_not_shoot_overhead() {
        assert!(!sees(&scene("heavy-infantry bow", 12.0, true)));
    }
}
