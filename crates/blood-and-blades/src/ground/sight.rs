//! Visibility and line of sight (30.6).

use crate::baseset::BaseId;
use crate::field::{Area, AreaKind};
use crate::rules::Look;
use crate::troop::{Troop, TroopType};
use aelian_geometry::{Corner, Rect, Segment, Vec2, distance, nearest_points, segments_cross, touching};
use serde::Deserialize;

/// BB-VIS-01: Table T-6.2.
#[derive(Clone, Debug, Deserialize)]
pub struct Visibility {
    #[serde(rename = "row")]
    pub rows: Vec<VisibilityRow>,
}

/// One row of the table; limits in MU, none for no limit.
#[derive(Clone, Debug, Deserialize)]
pub struct VisibilityRow {
    pub terrain: Vec<AreaKind>,
    #[serde(default)]
    pub inside: Option<f64>,
    #[serde(default)]
    pub beyond_crest: Option<f64>,
    pub outside: Outside,
    pub conceals: Conceals,
}

/// What is seen of troops in a feature from outside it.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Outside {
    /// Up to so many MU into the feature.
    Within(f64),
    Named(OutsideRule),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutsideRule {
    /// BB-VIS-03: only those who touch the edge of the feature.
    Edge,
    /// BB-VIS-04: nothing beyond the crest.
    Crest,
}

/// BB-VIS-02: whom a feature hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Conceals {
    #[serde(rename = "any")]
    Any,
    Ps,
}

impl Visibility {
    /// The table that comes with the program.
    pub fn standard() -> &'static Visibility {
        const TEXT: &str = include_str!("../../../../data/blood-and-blades/tables/visibility.toml");
        static TABLE: std::sync::OnceLock<Visibility> = std::sync::OnceLock::new();
        TABLE.get_or_init(|| {
            // The file is compiled in and a test reads it: only a broken build could fail here.
            #[allow(clippy::expect_used)]
            toml::from_str(TEXT).expect("the table that comes with the program is well formed")
        })
    }

    /// The row of a kind of terrain; none for what hides nothing.
    pub fn row(&self, kind: AreaKind) -> Option<&VisibilityRow> {
        self.rows.iter().find(|row| row.terrain.contains(&kind))
    }
}

impl VisibilityRow {
    fn hides_type(&self, troop: &Troop) -> bool {
        self.conceals == Conceals::Any || troop.is(TroopType::Ps)
    }
}

impl<'a> Look<'a> {
    /// BB-VIS-07, BB-VIS-08, BB-ALG-22: whether a base sees another.
    pub fn sees(&self, viewer: BaseId, target: BaseId) -> bool {
        let target = self.state.base(target);
        self.sees_from(self.state.rect(viewer), &target.rect, &target.troop)
    }

    /// BB-VIS-07, BB-ALG-22: whether troops that look from the front edge of one rectangle see `troop`
    /// standing as the other. Bases do not block the view.
    pub fn sees_from(&self, viewer: &Rect, target: &Rect, troop: &Troop) -> bool {
        // BB-VIS-05, BB-TIM-04.
        let limit = if self.state.time.dusk {
            self.mu(self.rules.tables.numbers.weather.sight_in_dusk)
        } else {
            f64::INFINITY
        };
        let cover = self.cover_between(viewer, target, troop);
        if cover.is_empty() && limit == f64::INFINITY {
            return true;
        }
        if touching(viewer, target, self.rules.tolerance) {
            return true;
        }
        if cover.iter().any(|(area, row)| self.sunk_in(area, row, viewer, target)) {
            return false;
        }
        if cover.iter().any(|(area, row)| self.deep_in(area, row, viewer, target)) {
            return false;
        }
        let slack = self.rules.tolerance.length;
        sight_lines(viewer, target).any(|line| {
            line.length() <= limit + slack && !cover.iter().any(|(area, row)| self.hides(area, row, line))
        })
    }

    /// BB-VIS-06, BB-BUSH-04: whether woods, a hill or a crest stand between an eye and a point.
    pub fn is_screened(&self, eye: Vec2, point: Vec2) -> bool {
        let table = Visibility::standard();
        let line = Segment::new(eye, point);
        let screens = |area: &&Area| area.kind == AreaKind::Woods || area.kind.is_hill();
        self.state
            .field
            .areas
            .iter()
            .filter(screens)
            .any(|area| table.row(area.kind).is_some_and(|row| self.hides(area, row, line)))
    }

    /// Features with a row in the table that can matter between two rectangles.
    fn cover_between(
        &self,
        viewer: &Rect,
        target: &Rect,
        troop: &Troop,
    ) -> Vec<(&'a Area, &'static VisibilityRow)> {
        let table = Visibility::standard();
        let (low, high) = boxed(viewer, target);
        let mut cover = Vec::new();
        for area in &self.state.field.areas {
            let (from, to) = area.outline.aabb();
            let meets = from.x <= high.x && from.y <= high.y && to.x >= low.x && to.y >= low.y;
            if meets && let Some(row) = table.row(area.kind).filter(|row| row.hides_type(troop)) {
                cover.push((area, row));
            }
        }
        cover
    }

    /// BB-VIS-03, BB-BUSH-06: wholly within a gully, off its edge, and looked for from outside it.
    fn sunk_in(&self, area: &Area, row: &VisibilityRow, viewer: &Rect, target: &Rect) -> bool {
        let tolerance = self.rules.tolerance;
        row.outside == Outside::Named(OutsideRule::Edge)
            && !area.outline.meets_rect(viewer, tolerance)
            && area.outline.holds_rect(target, tolerance)
            && target.corners().iter().all(|corner| area.outline.outline_distance(*corner) > tolerance.length)
    }

    /// BB-VIS-02: so far off and so deep in a feature that every line of sight runs too far within it: any line ends
    /// with at least that much of it inside. This spares following them all.
    fn deep_in(&self, area: &Area, row: &VisibilityRow, viewer: &Rect, target: &Rect) -> bool {
        /// Above rounding.
        const MORE: f64 = 1e-6;
        let (Outside::Within(outside), Some(inside)) = (row.outside, row.inside) else { return false };
        let limit = self.mu(outside.max(inside)) + self.rules.tolerance.length + MORE;
        area.outline.holds_deeper(target, limit) && distance(viewer, target) > limit
    }

    /// BB-VIS-02, BB-VIS-04, BB-VIS-06: whether a feature hides the far end of a line of sight.
    fn hides(&self, area: &Area, row: &VisibilityRow, line: Segment) -> bool {
        let slack = self.rules.tolerance.length;
        match row.outside {
            Outside::Named(OutsideRule::Edge) => false,
            Outside::Named(OutsideRule::Crest) => self.hill_hides(area, row, line),
            Outside::Within(outside) => {
                let inside = area.outline.contains(line.a);
                let limit = if inside { row.inside.unwrap_or(f64::INFINITY) } else { outside };
                area.outline.holds_more_of(line, self.mu(limit) + slack)
            }
        }
    }

    /// BB-VIS-04: from off the hill nothing beyond the crest is seen, nor what stands behind the hill
    /// (BB-VIS-06); from on the hill, a little beyond the crest.
    fn hill_hides(&self, hill: &Area, row: &VisibilityRow, line: Segment) -> bool {
        let slack = self.rules.tolerance.length;
        let more_than = |length: f64| hill.outline.holds_more_of(line, length);
        let beyond = |limit: Option<f64>| limit.is_some_and(|limit| more_than(self.mu(limit) + slack));
        if hill.outline.contains(line.a) {
            let far = |limit: f64| line.length() > self.mu(limit) + slack;
            return beyond(row.inside)
                || row.beyond_crest.is_some_and(far) && crosses_crest(hill, line) && more_than(slack);
        }
        more_than(slack) && (!hill.outline.contains(line.b) || crosses_crest(hill, line))
    }
}

/// BB-ALG-22: from the front corners and the front midpoint to the corners and the centre of the target,
/// and the shortest of all lines (BB-VIS-07 asks for any).
fn sight_lines(viewer: &Rect, target: &Rect) -> impl Iterator<Item = Segment> {
    let eyes = [viewer.pose.at, viewer.corner(Corner::FrontLeft), viewer.corner(Corner::FrontRight)];
    let [a, b, c, d] = target.corners();
    let seen = [target.centre(), a, b, c, d];
    let front = Rect::new(viewer.pose, viewer.width, 0.0);
    let (from, to) = nearest_points(&front, target);
    let shortest = std::iter::once(Segment::new(from, to));
    shortest.chain(eyes.into_iter().flat_map(move |eye| seen.into_iter().map(move |p| Segment::new(eye, p))))
}

/// Whether a line over a hill crosses its crest. A crest line runs on, in the directions of its ends, to
/// the outline; of a crest that is a point, all beyond it counts as beyond the crest.
fn crosses_crest(hill: &Area, line: Segment) -> bool {
    match hill.crest[..] {
        [] => beyond_point(hill.outline.centroid(), line),
        [top] => beyond_point(top, line),
        [first, second, ..] => {
            let (low, high) = hill.outline.aabb();
            let reach = (high - low).length();
            let on = |from: Vec2, to: Vec2| to + (to - from).normalize_or_zero() * reach;
            let crosses = |a: Vec2, b: Vec2| {
                segments_cross(Segment::new(a, b), line)
                    .is_some_and(|point| hill.outline.contains(point) && point != line.a)
            };
            let last = match hill.crest[..] {
                [.., before, last] => crosses(last, on(before, last)),
                _ => false,
            };
            hill.crest.windows(2).any(|pair| matches!(pair, [a, b] if crosses(*a, *b)))
                || crosses(on(second, first), first)
                || last
        }
    }
}

fn beyond_point(top: Vec2, line: Segment) -> bool {
    (line.b - top).dot(line.a - top) < 0.0
}

fn boxed(a: &Rect, b: &Rect) -> (Vec2, Vec2) {
    let start = (Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY));
    let corners = a.corners().into_iter().chain(b.corners());
    corners.fold(start, |(low, high), corner| (low.min(corner), high.max(corner)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Size;
    use crate::state::Time;
    use crate::testing::Table;
    use aelian_game::Side;

    const BLOCK: [(f64, f64); 4] = [(400.0, 400.0), (800.0, 400.0), (800.0, 700.0), (400.0, 700.0)];

    /// Whether a Bd looking north from (600, y) sees the troops whose front is at (600, 500), facing it.
    fn sees_in(kind: AreaKind, troop: &str, y: f64) -> bool {
        let scene = Table::new()
            .area(kind, Size::Large, &BLOCK)
            .base("v", Side::Red, "Reg Bd(O)", 600.0, y, 0.0)
            .base("t", Side::Blue, troop, 600.0, 500.0, 180.0)
            .build();
        scene.look().sees(scene.id("v"), scene.id("t"))
    }

    /// BB-VIS-01, BB-VIS-02: the limits of the table, looked at from inside along the same ground.
    #[test]
    fn limits_of_the_table() {
        for (kind, limit) in [
            (AreaKind::BuiltUpArea, 30.0),
            (AreaKind::Woods, 30.0),
            (AreaKind::Orchard, 90.0),
            (AreaKind::Dunes, 60.0),
        ] {
            assert!(sees_in(kind, "Reg Bd(O)", 500.0 - limit), "{kind:?}");
            assert!(!sees_in(kind, "Reg Bd(O)", 499.0 - limit), "{kind:?}");
        }
        for kind in [AreaKind::Marsh, AreaKind::Rocky, AreaKind::Fields] {
            assert!(sees_in(kind, "Irr Ps(O)", 50.0), "{kind:?}");
        }
    }

    /// BB-VIS-02: brush and vines hide Ps only.
    #[test]
    fn brush_hides_only_psiloi() {
        for kind in [AreaKind::Brush, AreaKind::Vines] {
            assert!(sees_in(kind, "Irr Ps(O)", 410.0));
            assert!(!sees_in(kind, "Irr Ps(O)", 409.0));
            assert!(sees_in(kind, "Irr Ax(O)", 50.0));
        }
    }

    /// EX-20: BB-VIS-03, BB-BUSH-06: from outside a gully only those who touch its edge are seen.
    #[test]
    fn a_gully_hides_all_but_those_at_its_edge() {
        let scene = Table::new()
            .area(AreaKind::Gully, Size::Large, &BLOCK)
            .base("outside", Side::Red, "Reg Bd(O)", 600.0, 300.0, 0.0)
            .base("within", Side::Red, "Reg Bd(O)", 700.0, 600.0, 0.0)
            .base("touching", Side::Blue, "Irr Ax(O)", 600.0, 400.0, 180.0)
            .base("deep", Side::Blue, "Irr Ax(O)", 640.0, 420.0, 180.0)
            .build();
        let sees = |a: &str, b: &str| scene.look().sees(scene.id(a), scene.id(b));
        assert!(sees("outside", "touching"));
        assert!(!sees("outside", "deep"));
        assert!(sees("within", "deep"));
    }

    /// EX-21: BB-ALG-22, BB-VIS-06, BB-BUSH-07: a hill and a wood hide what stands behind them, not what
    /// stands beside.
    #[test]
    fn woods_and_hills_hide_what_stands_behind_them() {
        for kind in [AreaKind::Woods, AreaKind::GentleHill, AreaKind::SteepHill, AreaKind::BuiltUpArea] {
            let scene = Table::new()
                .hill(kind, Size::Large, &BLOCK, &[(600.0, 550.0)])
                .base("v", Side::Red, "Reg Bd(O)", 600.0, 300.0, 0.0)
                .base("behind", Side::Blue, "Reg Bd(O)", 600.0, 750.0, 180.0)
                .base("beside", Side::Blue, "Reg Bd(O)", 900.0, 380.0, 180.0)
                .build();
            assert!(!scene.look().sees(scene.id("v"), scene.id("behind")), "{kind:?}");
            assert!(scene.look().sees(scene.id("v"), scene.id("beside")), "{kind:?}");
        }
    }

    /// EX-22: BB-VIS-04, BB-BUSH-05: what is beyond the crest is seen only from the hill, and only near.
    #[test]
    fn crests_hide_what_is_beyond_them() {
        for crest in [vec![(450.0, 550.0), (750.0, 550.0)], vec![(600.0, 550.0)]] {
            let scene = Table::new()
                .hill(AreaKind::GentleHill, Size::Large, &BLOCK, &crest)
                .base("ambush", Side::Blue, "Reg Bd(O)", 600.0, 590.0, 180.0)
                .base("near crest", Side::Blue, "Reg Bd(O)", 600.0, 560.0, 180.0)
                .base("same slope", Side::Red, "Reg Bd(O)", 600.0, 450.0, 0.0)
                .base("at crest", Side::Red, "Reg Bd(O)", 600.0, 535.0, 0.0)
                .base("off", Side::Red, "Reg Bd(O)", 600.0, 390.0, 0.0)
                .base("on slope", Side::Blue, "Reg Bd(O)", 640.0, 520.0, 180.0)
                .build();
            let sees = |a: &str, b: &str| scene.look().sees(scene.id(a), scene.id(b));
            assert!(!sees("same slope", "ambush"));
            assert!(sees("at crest", "near crest"));
            assert!(!sees("at crest", "ambush"));
            assert!(!sees("off", "near crest"));
            assert!(sees("off", "on slope"));
            assert!(sees("same slope", "on slope"));
        }
    }

    /// BB-VIS-04: from off the hill nothing beyond the crest is seen, however near it is.
    #[test]
    fn nearness_does_not_help_from_off_the_hill() {
        let scene = Table::new()
            .hill(
                AreaKind::GentleHill,
                Size::Small,
                &[(500.0, 400.0), (700.0, 400.0), (700.0, 440.0), (500.0, 440.0)],
                &[(510.0, 405.0), (690.0, 405.0)],
            )
            .base("ambush", Side::Blue, "Reg Bd(O)", 600.0, 410.0, 180.0)
            .base("off", Side::Red, "Reg Bd(O)", 600.0, 395.0, 0.0)
            .build();
        assert!(!scene.look().sees(scene.id("off"), scene.id("ambush")));
    }

    /// BB-VIS-04: on a steep hill one sees 2 MU only.
    #[test]
    fn steep_slopes_shorten_the_view() {
        for (y, seen) in [(440.0, true), (439.0, false)] {
            let scene = Table::new()
                .hill(AreaKind::SteepHill, Size::Large, &BLOCK, &[(450.0, 650.0), (750.0, 650.0)])
                .base("v", Side::Red, "Reg Bd(O)", 600.0, y, 0.0)
                .base("t", Side::Blue, "Reg Bd(O)", 600.0, 500.0, 180.0)
                .build();
            assert_eq!(scene.look().sees(scene.id("v"), scene.id("t")), seen);
        }
    }

    /// BB-VIS-05, BB-TIM-04: 8 MU in dusk; BB-VIS-07: bases do not block the view.
    #[test]
    fn dusk_caps_the_view() {
        for (dusk, y, seen) in [(true, 340.0, true), (true, 341.0, false), (false, 900.0, true)] {
            let time = Time { day_rounds: Some(1), dusk, ..Time::default() };
            let scene = Table::new()
                .time(time)
                .base("v", Side::Red, "Reg Bd(O)", 600.0, 100.0, 0.0)
                .base("between", Side::Blue, "Irr El(O)", 600.0, 200.0, 0.0)
                .base("t", Side::Blue, "Reg Bd(O)", 600.0, y, 180.0)
                .build();
            assert_eq!(scene.look().sees(scene.id("v"), scene.id("t")), seen, "{y}");
        }
    }
}
