//! Heights and upper ground (BB-GEO-10, BB-CC-34, BB-CC-35).

use crate::baseset::BaseId;
use crate::field::Area;
use crate::rules::Look;
use aelian_geometry::{Edge, Rect, Segment, Vec2, contains_point, slope_height};

/// Into how many parts an edge is divided to find its highest point.
const PARTS: u32 = 8;

/// Heights closer than this part of a hill's height are equal.
const LEVEL: f64 = 1e-3;

impl<'a> Look<'a> {
    /// BB-GEO-10, AMB-90: the height of a point, 0 off hills and 1 on a crest. Dunes have no height.
    pub fn height_at(&self, point: Vec2) -> f64 {
        let hills = self.hills().filter(|hill| hill.outline.contains(point));
        hills.map(|hill| slope_height(&hill.outline, &hill.crest, point)).fold(0.0, f64::max)
    }

    /// BB-CC-34, AMB-105: whether the highest point of A's rear edge is higher than the highest point of Z.
    /// BB-CC-35: dunes give no upper ground, since they have no height.
    pub fn fights_from_upper_ground(&self, a: BaseId, z: BaseId) -> bool {
        self.is_above(self.state.rect(a), self.state.rect(z))
    }

    /// BB-CC-34 for any two rectangles.
    pub fn is_above(&self, a: &Rect, z: &Rect) -> bool {
        let rear = self.highest_on(a.edge(Edge::Rear));
        rear > LEVEL && rear > self.highest_under(z) + LEVEL
    }

    /// The height of the highest point of a segment.
    pub fn highest_on(&self, segment: Segment) -> f64 {
        let mut best: f64 = 0.0;
        for hill in self.hills().filter(|hill| reaches(hill, segment)) {
            let height = |point: Vec2| slope_height(&hill.outline, &hill.crest, point);
            let steps = (0..=PARTS).map(|step| segment.at(f64::from(step) / f64::from(PARTS)));
            let below_crest = hill.crest.iter().map(|top| segment.nearest(*top));
            best = steps.chain(below_crest).map(height).fold(best, f64::max);
        }
        best
    }

    /// The height of the highest point under a rectangle: on its rim, or a crest within it.
    pub fn highest_under(&self, rect: &Rect) -> f64 {
        let rim = Edge::ALL.into_iter().map(|edge| self.highest_on(rect.edge(edge))).fold(0.0, f64::max);
        let crowned = |hill: &Area| {
            let tops = hill.crest.iter().any(|top| contains_point(rect, *top, self.rules.tolerance));
            tops || crosses_crest(hill, rect)
        };
        if self.hills().any(crowned) { 1.0 } else { rim }
    }

    fn hills(&self) -> impl Iterator<Item = &'a Area> + use<'a> {
        self.state.field.areas.iter().filter(|area| area.kind.is_hill())
    }
}

fn reaches(hill: &Area, segment: Segment) -> bool {
    let (low, high) = hill.outline.aabb();
    let (a, b) = (segment.a.min(segment.b), segment.a.max(segment.b));
    a.x <= high.x && a.y <= high.y && b.x >= low.x && b.y >= low.y
}

fn crosses_crest(hill: &Area, rect: &Rect) -> bool {
    hill.crest.windows(2).any(|pair| match pair {
        [a, b] => super::clipped(rect, Segment::new(*a, *b)).is_some(),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use crate::field::{AreaKind, Size};
    use crate::testing::Table;
    use aelian_game::Side;
    use aelian_geometry::Vec2;

    const SQUARE: [(f64, f64); 4] = [(400.0, 400.0), (640.0, 400.0), (640.0, 640.0), (400.0, 640.0)];

    /// EX-83: BB-CC-34, BB-CC-35, BB-GEO-10: on a slope the rear edge is higher than the enemy; on the
    /// level and in dunes nobody is.
    #[test]
    fn upper_ground() {
        let build = |kind| {
            Table::new()
                .hill(kind, Size::Large, &SQUARE, &[(520.0, 520.0)])
                .base("a", Side::Red, "Reg Bd(O)", 520.0, 600.0, 0.0)
                .base("z", Side::Blue, "Reg Bd(O)", 520.0, 600.0, 180.0)
                .base("flat a", Side::Red, "Reg Bd(O)", 900.0, 600.0, 0.0)
                .base("flat z", Side::Blue, "Reg Bd(O)", 900.0, 600.0, 180.0)
                .build()
        };
        let scene = build(AreaKind::GentleHill);
        let (a, z) = (scene.id("a"), scene.id("z"));
        assert!(scene.look().fights_from_upper_ground(a, z));
        assert!(!scene.look().fights_from_upper_ground(z, a));
        assert!(!scene.look().fights_from_upper_ground(scene.id("flat a"), scene.id("flat z")));
        let dunes = build(AreaKind::Dunes);
        assert!(!dunes.look().fights_from_upper_ground(dunes.id("a"), dunes.id("z")));
    }

    /// EX-83: at equal height on both sides of the crest nobody has the upper ground (BB-CC-34, AMB-105).
    #[test]
    fn equal_heights_give_nothing() {
        let scene = Table::new()
            .hill(AreaKind::GentleHill, Size::Large, &SQUARE, &[(420.0, 520.0), (620.0, 520.0)])
            .base("a", Side::Red, "Reg Bd(O)", 520.0, 520.0, 0.0)
            .base("z", Side::Blue, "Reg Bd(O)", 520.0, 520.0, 180.0)
            .build();
        assert!(!scene.look().fights_from_upper_ground(scene.id("a"), scene.id("z")));
        assert!(!scene.look().fights_from_upper_ground(scene.id("z"), scene.id("a")));
    }

    /// BB-GEO-10: the height grows from the outline to the crest.
    #[test]
    fn heights_rise_to_the_crest() {
        let scene = Table::new().hill(AreaKind::SteepHill, Size::Large, &SQUARE, &[(520.0, 520.0)]).build();
        let height = |y| scene.look().height_at(Vec2::new(520.0, y));
        assert_eq!(height(390.0), 0.0);
        assert!(height(430.0) < height(470.0) && height(470.0) < height(510.0));
        assert!((height(520.0) - 1.0).abs() < 1e-9);
    }
}
