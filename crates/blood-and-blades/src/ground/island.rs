//! Lakes and waterways, the hills that stand on them, and the channels behind islands (30.4).

use super::water::{Bank, RiverAngle};
use super::{Going, GoingChange, clipped};
use crate::field::{Area, AreaKind};
use crate::rules::Look;
use crate::troop::Troop;
use aelian_geometry::{Pose, Rect, Segment, Vec2, degrees, rotate, sweep_polygon, to_degrees};

/// Water under hills has no simple outline; paths over it are followed in steps of this many mm.
const STRIDE: f64 = 1.0;

/// A path over water under hills is measured to this many mm.
const FINE: f64 = 0.05;

/// Less than this of an outline within a base is none.
const EDGE: f64 = 1e-6;

impl<'a> Look<'a> {
    /// BB-WAT-01, BB-WAT-02, BB-WAT-03: lakes and waterways under a rectangle, but for the hills on them.
    pub(super) fn water_under(&self, rect: &Rect, _troop: &Troop) -> Going {
        let tolerance = self.rules.tolerance;
        let under = self.waters().filter(|water| water.outline.meets_rect(rect, tolerance));
        under.map(|water| self.going_on(water, rect)).max().unwrap_or_default()
    }

    pub(super) fn water_along(
        &self,
        rect: &Rect,
        along: Vec2,
        length: f64,
        _troop: &Troop,
        out: &mut Vec<GoingChange>,
    ) {
        for water in self.waters() {
            let Some(at) = sweep_polygon(rect, along, length, &water.outline, self.rules.tolerance) else {
                continue;
            };
            if self.hills_on(water).next().is_none() {
                out.push(GoingChange { at, going: Going::Impassable });
                continue;
            }
            let place = |s: f64| rect.with_pose(rect.pose.translated(along * s));
            self.worsening(water, at, length, place, out);
        }
    }

    pub(super) fn water_turning(
        &self,
        rect: &Rect,
        centre: Vec2,
        angle: f64,
        _troop: &Troop,
        out: &mut Vec<GoingChange>,
    ) {
        for water in self.waters() {
            let place = |a: f64| rect.with_pose(rect.pose.rotated_about(centre, a * angle.signum()));
            let reach = rect.corners().map(|corner| (corner - centre).length());
            let radius = reach.into_iter().fold(1.0, f64::max);
            let mut found = Vec::new();
            // Steps of the outermost corner are as long as those of a straight path.
            self.worsening(water, 0.0, angle.abs() * radius, |s| place(s / radius), &mut found);
            out.extend(found.iter().map(|change| GoingChange { at: change.at / radius, ..*change }));
        }
    }

    /// Where the water gets worse along a motion, found by steps and refined.
    fn worsening(
        &self,
        water: &Area,
        from: f64,
        to: f64,
        place: impl Fn(f64) -> Rect,
        out: &mut Vec<GoingChange>,
    ) {
        let mut worst = self.going_on(water, &place(from));
        if worst > Going::Good {
            out.push(GoingChange { at: from, going: worst });
        }
        let mut before = from;
        while before < to && worst < Going::Impassable {
            let after = (before + STRIDE).min(to);
            let going = self.going_on(water, &place(after));
            if going > worst {
                let (mut low, mut high) = (before, after);
                while high - low > FINE {
                    let middle = 0.5 * (low + high);
                    if self.going_on(water, &place(middle)) > worst { high = middle } else { low = middle }
                }
                worst = going;
                out.push(GoingChange { at: low, going });
            }
            before = after;
        }
    }

    fn waters(&self) -> impl Iterator<Item = &'a Area> + use<'a> {
        self.state.field.areas.iter().filter(|area| area.kind.is_impassable())
    }

    /// BB-WAT-03: hills that lie on a water as islands or promontories.
    pub(crate) fn hills_on<'b>(&self, water: &'b Area) -> impl Iterator<Item = &'a Area> + use<'a, 'b> {
        let hills = self.state.field.areas.iter().filter(|area| area.kind.is_hill());
        hills.filter(|hill| hill.outline.overlaps_polygon(&water.outline))
    }

    fn going_on(&self, water: &Area, rect: &Rect) -> Going {
        if !self.open_water(water, rect) {
            Going::Good
        } else if self.is_channel(water, rect) {
            Going::Difficult
        } else {
            Going::Impassable
        }
    }

    /// Whether the rectangle lies, deeper than the tolerance, in water that no hill covers.
    ///
    /// What is open water in the rectangle is bounded by shore outside the hills, or by hillside in the
    /// water, or fills the rectangle.
    fn open_water(&self, water: &Area, rect: &Rect) -> bool {
        if !water.outline.meets_rect(rect, self.rules.tolerance) {
            return false;
        }
        let inner = self.inset(rect);
        let hills = || self.hills_on(water);
        let shore_outside = |edge: Segment| {
            let part = clipped(&inner, edge);
            part.is_some_and(|part| {
                part.length() - hills().map(|hill| hill.outline.length_inside(part)).sum::<f64>() > EDGE
            })
        };
        let hillside = |edge: Segment| {
            clipped(&inner, edge).is_some_and(|part| water.outline.length_inside(part) > EDGE)
        };
        let centre = inner.centre();
        water.outline.edges().any(shore_outside)
            || hills().any(|hill| hill.outline.edges().any(hillside))
            || (water.outline.contains(centre) && !hills().any(|hill| hill.outline.contains(centre)))
    }

    /// BB-WAT-04, AMB-122: whether all the water under a rectangle lies in channels between an island and
    /// the coast, at most 3 MU wide.
    fn is_channel(&self, water: &Area, rect: &Rect) -> bool {
        water.kind == AreaKind::Waterway
            && self.islands_of(water).next().is_some()
            && grid(&self.inset(rect))
                .filter(|point| self.is_open(water, *point))
                .all(|point| self.channel_at(water, point).is_some())
    }

    /// The direction across the channel at a point of it.
    fn channel_at(&self, water: &Area, point: Vec2) -> Option<Vec2> {
        let limit = self.rules.mu * self.rules.tables.numbers.terrain.channel + self.rules.tolerance.length;
        let coast = nearest(self.shore(water), point)?;
        let island = self.islands_of(water).filter_map(|island| nearest(island.outline.edges(), point));
        let island = island.min_by(|a, b| (*a - point).length().total_cmp(&(*b - point).length()))?;
        let breadth = (coast - point).length() + (island - point).length();
        (breadth <= limit).then(|| coast - island)
    }

    /// BB-WAT-04: whether part of the rectangle is in a channel and none in impassable water.
    pub(super) fn in_channel(&self, rect: &Rect) -> bool {
        self.waters_with_islands().any(|water| self.going_on(water, rect) == Going::Difficult)
    }

    pub(crate) fn is_open(&self, water: &Area, point: Vec2) -> bool {
        water.outline.contains(point) && !self.hills_on(water).any(|hill| hill.outline.contains(point))
    }

    /// BB-WAT-03: hills that lie wholly in the water.
    pub(crate) fn islands_of<'b>(&self, water: &'b Area) -> impl Iterator<Item = &'a Area> + use<'a, 'b> {
        self.hills_on(water)
            .filter(|hill| hill.outline.points().iter().all(|point| water.outline.contains(*point)))
    }

    pub(super) fn waters_with_islands(&self) -> impl Iterator<Item = &'a Area> + use<'a> {
        let look = *self;
        self.waters()
            .filter(|water| water.kind == AreaKind::Waterway)
            .filter(move |water| look.islands_of(water).next().is_some())
    }

    pub(super) fn has_islands(&self) -> bool {
        self.waters_with_islands().next().is_some()
    }

    /// The outline of a water but for what lies along the table's edges.
    pub(crate) fn shore<'b>(&self, water: &'b Area) -> impl Iterator<Item = Segment> + use<'a, 'b> {
        let (width, depth) = (self.state.field.width, self.state.field.depth);
        let slack = self.rules.tolerance.length;
        let on = move |p: Vec2, q: Vec2, side: fn(Vec2) -> f64, line: f64| {
            (side(p) - line).abs() <= slack && (side(q) - line).abs() <= slack
        };
        water.outline.edges().filter(move |edge| {
            let along = |side: fn(Vec2) -> f64, line: f64| on(edge.a, edge.b, side, line);
            !(along(|p| p.x, 0.0) || along(|p| p.x, width) || along(|p| p.y, 0.0) || along(|p| p.y, depth))
        })
    }

    /// BB-WAT-04: the same for channels, which run along the coast.
    pub(super) fn flat_channel(&self, rect: &Rect, along: Vec2, length: f64) -> Option<RiverAngle> {
        let limit = self.steepest_crossing() + to_degrees(self.rules.tolerance.angle);
        for water in self.waters_with_islands() {
            let mut changes = Vec::new();
            let place = |s: f64| rect.with_pose(rect.pose.translated(along * s));
            self.worsening(water, 0.0, length, place, &mut changes);
            let Some(entry) = changes.first().filter(|change| change.going == Going::Difficult) else {
                continue;
            };
            let wet = place(entry.at + 2.0 * FINE + self.rules.tolerance.length);
            let across =
                grid(&wet).filter(|p| self.is_open(water, *p)).find_map(|p| self.channel_at(water, p));
            let degrees = across.map_or(0.0, |across| self.angle_to_stream(rect, across.perp()));
            if degrees > limit {
                return Some(RiverAngle { at: entry.at, degrees, bank: Bank::Entry });
            }
        }
        None
    }

    pub(super) fn steps_of_turn(
        &self,
        rect: &Rect,
        centre: Vec2,
        angle: f64,
    ) -> impl Iterator<Item = (f64, Rect)> {
        let rect = *rect;
        let steps = (angle.abs() / degrees(1.0)).ceil().clamp(1.0, 360.0) as u32;
        (1..=steps).map(move |step| {
            let turned = angle * f64::from(step) / f64::from(steps);
            let at = centre + rotate(rect.pose.at - centre, turned);
            let pose = Pose { at, facing: rect.pose.facing.turned(turned) };
            (turned, rect.with_pose(pose))
        })
    }
}

fn nearest(edges: impl Iterator<Item = Segment>, point: Vec2) -> Option<Vec2> {
    edges
        .map(|edge| edge.nearest(point))
        .min_by(|a, b| (*a - point).length_squared().total_cmp(&(*b - point).length_squared()))
}

/// Points of a rectangle, at most 5 mm apart, its corners among them.
fn grid(rect: &Rect) -> impl Iterator<Item = Vec2> + use<> {
    let [left, right, _, rear] = rect.corners();
    let (across, back) = (right - left, rear - left);
    let count = |length: f64| (length / 5.0).ceil().clamp(1.0, 64.0) as u32;
    let (columns, rows) = (count(rect.width), count(rect.depth));
    (0..=rows).flat_map(move |row| {
        (0..=columns).map(move |column| {
            left + across * (f64::from(column) / f64::from(columns))
                + back * (f64::from(row) / f64::from(rows))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Size;
    use crate::testing::{Scene, Table, parse_troop};
    use aelian_game::Side;

    fn going_at(scene: &Scene, x: f64, y: f64) -> Going {
        let rect = Rect::new(Pose::new(x, y, aelian_geometry::Facing::UP), 40.0, 20.0);
        scene.look().going_under(&rect, &parse_troop("Reg Ax(O)"))
    }

    /// BB-WAT-01, BB-WAT-02, BB-WAT-03: open water is closed to all; a promontory carries troops over it.
    #[test]
    fn hills_stand_on_water() {
        let scene = Table::new()
            .area(AreaKind::Lake, Size::Large, &[(0.0, 0.0), (90.0, 0.0), (90.0, 1050.0), (0.0, 1050.0)])
            .hill(
                AreaKind::GentleHill,
                Size::Medium,
                &[(45.0, 400.0), (220.0, 400.0), (220.0, 550.0), (45.0, 550.0)],
                &[(130.0, 470.0)],
            )
            .build();
        assert_eq!(going_at(&scene, 50.0, 200.0), Going::Impassable);
        assert_eq!(going_at(&scene, 80.0, 480.0), Going::Good, "on the promontory");
        assert_eq!(going_at(&scene, 95.0, 480.0), Going::Good, "over the shore under the hill");
        assert_eq!(going_at(&scene, 50.0, 480.0), Going::Impassable, "over its tip");
        assert_eq!(going_at(&scene, 80.0, 555.0), Going::Impassable, "over its side");
        assert_eq!(going_at(&scene, 111.0, 200.0), Going::Good, "on the shore");
    }

    /// BB-WAT-02: a path ends at the shore, or at the end of the hill.
    #[test]
    fn paths_end_at_open_water() {
        let scene = Table::new()
            .area(AreaKind::Waterway, Size::Large, &[(0.0, 0.0), (90.0, 0.0), (90.0, 1050.0), (0.0, 1050.0)])
            .hill(
                AreaKind::GentleHill,
                Size::Medium,
                &[(45.0, 400.0), (220.0, 400.0), (220.0, 550.0), (45.0, 550.0)],
                &[(130.0, 470.0)],
            )
            .base("shore", Side::Red, "Reg Ax(O)", 140.0, 800.0, 270.0)
            .base("hill", Side::Red, "Reg Ax(O)", 140.0, 475.0, 270.0)
            .build();
        let mut changes = Vec::new();
        for (name, end) in [("shore", 50.0), ("hill", 95.0)] {
            let base = scene.named(name);
            scene.look().going_along(&base.rect, -Vec2::X, 130.0, &base.troop, &mut changes);
            let stop = changes.iter().find(|change| change.going == Going::Impassable).unwrap();
            assert!((stop.at - end).abs() < 0.3, "{name}: {stop:?}");
        }
    }

    /// BB-WAT-04, AMB-122: a channel at most 3 MU wide between an island and the coast is as a river.
    #[test]
    fn channels_are_rivers() {
        let build = |coast: f64| {
            Table::new()
                .area(
                    AreaKind::Waterway,
                    Size::Large,
                    &[(0.0, 0.0), (coast, 0.0), (coast, 1050.0), (0.0, 1050.0)],
                )
                .hill(
                    AreaKind::GentleHill,
                    Size::Medium,
                    &[(60.0, 400.0), (220.0, 400.0), (220.0, 600.0), (60.0, 600.0)],
                    &[(130.0, 500.0)],
                )
                .build()
        };
        let channel = build(300.0);
        assert_eq!(going_at(&channel, 260.0, 510.0), Going::Difficult);
        assert_eq!(going_at(&channel, 260.0, 900.0), Going::Impassable);
        assert_eq!(going_at(&build(320.0), 270.0, 510.0), Going::Impassable, "wider than 3 MU");
        let across = |degrees: f64| {
            let pose = Pose::new(340.0, 500.0, aelian_geometry::Facing::compass(degrees));
            let rect = Rect::new(pose, 40.0, 20.0);
            channel.look().may_enter_river(&rect, rect.pose.facing.vector(), 60.0)
        };
        assert_eq!(across(270.0), Ok(()));
        assert!(across(325.0).is_err());
        let wet = Rect::new(Pose::new(260.0, 510.0, aelian_geometry::Facing::UP), 40.0, 20.0);
        assert!(channel.look().wades(&wet));
    }
}
