//! Hills (HC-HILL-01, HC-HILL-02): who stands uphill of whom. They slow nobody (AMB-58).

use crate::field::AreaKind;
use crate::ids::UnitId;
use crate::rules::Look;
use aelian_geometry::{Rect, Vec2};

/// As many points of a front are looked at.
const POINTS: usize = 15;

impl Look<'_> {
    /// HC-HILL-02: more than half of the unit's frontage stands on a higher level than the enemy's does.
    pub fn is_uphill(&self, unit: UnitId, enemy: UnitId) -> bool {
        self.level_of(self.rect(unit)) > self.level_of(self.rect(enemy))
    }

    /// HC-HILL-02: the highest level on which more than half of a frontage stands; 0: the plain. It is looked at along the
    /// middle of the depth: fronts that fight each other share one line.
    pub fn level_of(&self, rect: &Rect) -> u8 {
        let areas = &self.state.field.areas;
        let hills = || areas.iter().filter(|area| area.kind == AreaKind::Hill);
        if hills().next().is_none() {
            return 0;
        }
        let mut levels: [u8; POINTS] = std::array::from_fn(|at| {
            let part = (at as f64 + 0.5) / POINTS as f64 - 0.5;
            let point = rect.centre() + rect.pose.facing.right() * (rect.width * part);
            self.level_at(point)
        });
        levels.sort_unstable();
        // More than half of the points stand at least as high as the one in the middle.
        levels[POINTS / 2]
    }

    /// The level of the highest hill on which a point lies; 0: the plain.
    pub fn level_at(&self, point: Vec2) -> u8 {
        let hills = self.state.field.areas.iter().filter(|area| area.kind == AreaKind::Hill);
        hills.filter(|hill| hill.outline.contains(point)).map(|hill| hill.level).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use crate::field::AreaKind;
    use crate::testing::Table;
    use aelian_game::Side;

    /// HC-HILL-01, HC-HILL-02: uphill is he who has more than half of his front on a hill where the other has not.
    #[test]
    fn more_than_half_on_the_hill_is_uphill() {
        let uphill = |x: f64| {
            let scene = Table::new()
                .unit("u", Side::Red, "heavy-infantry", (x, 20.0), 0.0)
                .unit("e", Side::Blue, "heavy-infantry", (x, 26.0), 180.0)
                .area(AreaKind::Hill, &[(20.0, 10.0), (40.0, 10.0), (40.0, 23.0), (20.0, 23.0)])
                .build();
            let look = scene.look();
            (
                look.is_uphill(scene.unit("u"), scene.unit("e")),
                look.is_uphill(scene.unit("e"), scene.unit("u")),
            )
        };
        assert_eq!(uphill(30.0), (true, false));
        assert_eq!(uphill(39.0), (true, false));
        assert_eq!(uphill(41.0), (false, false));
    }
}
