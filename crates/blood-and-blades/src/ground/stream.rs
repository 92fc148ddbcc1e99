//! Going in rivers (BB-RIV-01) and on their bridges (BB-ROAD-05).

use super::going::rough_but_for_camels;
use super::{Going, GoingChange};
use crate::field::River;
use crate::rules::Look;
use crate::troop::Troop;
use aelian_geometry::{Polygon, Rect, Vec2, sweep_polygon, sweep_rotation_polygon};

/// Whether a stretch of a river is at most 1 MU wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breadth {
    Narrow,
    Wide,
}

impl Look<'_> {
    /// BB-RIV-01, BB-ROAD-05, BB-ROAD-06: the worst going of rivers and bridges under a rectangle.
    pub(super) fn stream_under(&self, rect: &Rect, troop: &Troop) -> Going {
        if !self.meets_river(rect) || self.on_bridge(rect) {
            return Going::Good;
        }
        if self.blocked_by_bridge(rect) {
            return Going::Impassable;
        }
        let tolerance = self.rules.tolerance;
        let mut worst = Going::Good;
        self.each_stretch(|area, breadth| {
            if area.meets_rect(rect, tolerance) {
                worst = worst.max(breadth.going(troop));
            }
        });
        worst
    }

    pub(super) fn streams_along(
        &self,
        rect: &Rect,
        along: Vec2,
        length: f64,
        troop: &Troop,
        out: &mut Vec<GoingChange>,
    ) {
        if self.state.field.rivers.is_empty() || self.follows_over_bridge(rect, along, length) {
            return;
        }
        let tolerance = self.rules.tolerance;
        self.each_stretch(|area, breadth| {
            if let Some(at) = sweep_polygon(rect, along, length, area, tolerance) {
                out.push(GoingChange { at, going: breadth.going(troop) });
            }
        });
        for deck in self.bridge_decks() {
            if let Some(at) = self.bridge_along(rect, along, length, &deck) {
                out.push(GoingChange { at, going: Going::Impassable });
            }
        }
    }

    pub(super) fn streams_turning(
        &self,
        rect: &Rect,
        centre: Vec2,
        angle: f64,
        troop: &Troop,
        out: &mut Vec<GoingChange>,
    ) {
        let tolerance = self.rules.tolerance;
        self.each_stretch(|area, breadth| {
            if let Some(at) = sweep_rotation_polygon(rect, centre, angle, area, tolerance) {
                out.push(GoingChange { at: at.abs(), going: breadth.going(troop) });
            }
        });
    }

    /// BB-GEO-11: whether any part of the rectangle is in a river, bridge or not.
    pub(super) fn meets_river(&self, rect: &Rect) -> bool {
        let tolerance = self.rules.tolerance;
        self.state.field.rivers.iter().any(|river| river.course.meets_rect(rect, tolerance))
    }

    pub(super) fn wholly_in_difficult_stream(&self, rect: &Rect, troop: &Troop) -> bool {
        let tolerance = self.rules.tolerance;
        let held = |river: &River| river.course.holds_rect(rect, tolerance);
        let mut all = self.state.field.rivers.iter().any(held);
        if all {
            self.each_stretch(|area, breadth| {
                all &= !area.meets_rect(rect, tolerance) || breadth.going(troop) == Going::Difficult;
            });
        }
        all
    }

    /// All rivers, cut into stretches that are narrow or wide all along.
    fn each_stretch(&self, mut visit: impl FnMut(&Polygon, Breadth)) {
        for river in &self.state.field.rivers {
            for (piece, ends) in river.course.pieces().iter().zip(river.course.widths().windows(2)) {
                let &[from, to] = ends else { continue };
                let limit = self.rules.mu;
                if (from > limit) == (to > limit) {
                    visit(piece, Breadth::of(from, limit));
                } else if let Some([near, far]) = cut(piece, (limit - from) / (to - from)) {
                    visit(&near, Breadth::of(from, limit));
                    visit(&far, Breadth::of(to, limit));
                }
            }
        }
    }
}

impl Breadth {
    fn of(width: f64, limit: f64) -> Breadth {
        if width > limit { Breadth::Wide } else { Breadth::Narrow }
    }

    /// BB-RIV-01, BB-TER-14, BB-TER-35: at most 1 MU wide is rough, wider is difficult.
    fn going(self, troop: &Troop) -> Going {
        match self {
            Breadth::Narrow => rough_but_for_camels(troop),
            Breadth::Wide => Going::Difficult,
        }
    }
}

/// The piece of a river between two of its points, cut across at this part of its length. The pieces of a
/// course are quadrilaterals: left, right, far right, far left.
fn cut(piece: &Polygon, part: f64) -> Option<[Polygon; 2]> {
    let &[left, right, far_right, far_left] = piece.points() else { return None };
    let (on_left, on_right) = (left + (far_left - left) * part, right + (far_right - right) * part);
    let near = Polygon::new(vec![left, right, on_right, on_left]).ok()?;
    let far = Polygon::new(vec![on_left, on_right, far_right, far_left]).ok()?;
    Some([near, far])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Crossing, Piece, RoadKind};
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::{Course, Polyline};

    fn going(scene: &Scene, name: &str) -> Going {
        let base = scene.named(name);
        scene.look().going_under(&base.rect, &base.troop)
    }

    /// BB-RIV-01, BB-TER-14, BB-TER-35: the width of the river where the base stands decides.
    #[test]
    fn a_river_is_rough_where_narrow_and_difficult_where_wide() {
        let line = Polyline::new(vec![Vec2::new(0.0, 500.0), Vec2::new(1500.0, 500.0)]).unwrap();
        let course = Course::with_widths(line, vec![20.0, 40.0]).unwrap();
        let scene = Table::new()
            .piece(Piece::River(River { course, laid_by: None }))
            .base("narrow", Side::Red, "Reg Bd(O)", 300.0, 505.0, 0.0)
            .base("camel", Side::Red, "Irr Cm(O)", 500.0, 505.0, 0.0)
            .base("wide", Side::Red, "Reg Bd(O)", 1000.0, 505.0, 0.0)
            .base("between", Side::Red, "Reg Bd(O)", 750.0, 505.0, 0.0)
            .base("bank", Side::Red, "Reg Bd(O)", 100.0, 480.0, 0.0)
            .build();
        assert_eq!(going(&scene, "narrow"), Going::Rough);
        assert_eq!(going(&scene, "camel"), Going::Difficult);
        assert_eq!(going(&scene, "wide"), Going::Difficult);
        assert_eq!(going(&scene, "between"), Going::Difficult);
        assert_eq!(going(&scene, "bank"), Going::Good);
    }

    /// BB-ROAD-05, BB-ROAD-06: a bridge is good for those who follow the road and closed to all others; a
    /// ford is as the river.
    #[test]
    fn only_those_who_follow_the_road_use_the_bridge() {
        let build = |crossing| {
            Table::new()
                .river(&[(0.0, 500.0), (1500.0, 500.0)], 40.0)
                .road(RoadKind::Paved, &[(600.0, 0.0), (600.0, 1050.0)], Some(crossing))
                .base("on", Side::Red, "Reg Cv(O)", 600.0, 505.0, 0.0)
                .base("back", Side::Red, "Reg Cv(O)", 600.0, 505.0, 180.0)
                .base("askew", Side::Red, "Reg Cv(O)", 610.0, 505.0, 0.0)
                .base("far", Side::Red, "Reg Cv(O)", 700.0, 505.0, 0.0)
                .build()
        };
        let bridge = build(Crossing::Bridge);
        assert_eq!(going(&bridge, "on"), Going::Good);
        assert_eq!(going(&bridge, "back"), Going::Good);
        assert_eq!(going(&bridge, "askew"), Going::Impassable);
        assert_eq!(going(&bridge, "far"), Going::Difficult);
        let ford = build(Crossing::Ford);
        assert_eq!(going(&ford, "on"), Going::Difficult);
        assert_eq!(going(&ford, "askew"), Going::Difficult);
    }

    /// BB-ROAD-05: on a straight path too.
    #[test]
    fn a_path_over_the_bridge_is_good_along_the_road_and_blocked_beside_it() {
        let scene = Table::new()
            .river(&[(0.0, 500.0), (1500.0, 500.0)], 40.0)
            .road(RoadKind::Paved, &[(600.0, 0.0), (600.0, 1050.0)], Some(Crossing::Bridge))
            .base("on", Side::Red, "Reg Cv(O)", 600.0, 450.0, 0.0)
            .base("beside", Side::Red, "Reg Cv(O)", 615.0, 450.0, 0.0)
            .build();
        let mut changes = Vec::new();
        for (name, expected) in [("on", Going::Good), ("beside", Going::Impassable)] {
            let base = scene.named(name);
            scene.look().going_along(&base.rect, Vec2::Y, 100.0, &base.troop, &mut changes);
            let worst = changes.iter().map(|change| change.going).max().unwrap_or_default();
            assert_eq!(worst, expected, "{name}");
        }
    }
}
