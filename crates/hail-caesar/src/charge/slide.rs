//! Sliding a rectangle along a line to the place where it touches most (HC-CHG-29, HC-OOC-06).

use crate::ids::UnitSet;
use crate::rules::{INCH, Look};
use aelian_geometry::{Rect, Vec2, overlaps};

/// HC-CHG-29 step 5: lengths of contact that count as equal, in mm.
const EQUAL: f64 = 0.1 * INCH;

/// A rectangle that may stand anywhere along a line.
pub struct Slide<'a> {
    pub look: Look<'a>,
    /// Where it stands at 0.
    pub rect: Rect,
    pub along: Vec2,
    /// How far it may go to either side.
    pub range: (f64, f64),
    /// Edges that it can touch with its front.
    pub spans: Vec<(f64, f64)>,
    /// Where it would like to stand.
    pub prefer: f64,
    /// Units that are not in its way.
    pub apart_from: UnitSet,
    /// What else is in its way.
    pub others: &'a [Rect],
    /// HC-ONE-05: stretches before which it stops so much earlier.
    pub back: Vec<((f64, f64), f64)>,
}

impl Slide<'_> {
    /// The free place of the greatest contact that fits; among equals the one nearest to where it would like to stand.
    pub fn best(&self, fits: impl Fn(f64, &Rect) -> bool) -> Option<(f64, Rect, f64)> {
        let blocked = self.blocked();
        let slack = self.look.rules.slack;
        let free = |s: &f64| {
            let inside = *s >= self.range.0 - 1e-6 && *s <= self.range.1 + 1e-6;
            inside && !blocked.iter().any(|(low, high)| *s > low + slack && *s < high - slack)
        };
        let place = |s: f64| (s, self.at(s), self.length(s));
        let fits = |s: f64, rect: &Rect| self.is_clear(rect) && fits(s, rect);
        let stops: Vec<_> = self.stops(&blocked).into_iter().filter(free).map(place).collect();
        let all = stops.len();
        let mut places: Vec<_> = stops.into_iter().filter(|(s, rect, _)| fits(*s, rect)).collect();
        if places.len() < all {
            // Ground or enemies leave only odd places: every quarter of an inch is tried.
            let odd = self.every_quarter_inch().into_iter().filter(free).map(place);
            places.extend(odd.filter(|(s, rect, _)| fits(*s, rect)));
        }
        let most = places.iter().map(|place| place.2).fold(f64::NEG_INFINITY, f64::max);
        let near = |a: &(f64, Rect, f64), b: &(f64, Rect, f64)| {
            (a.0 - self.prefer).abs().total_cmp(&(b.0 - self.prefer).abs())
        };
        places.into_iter().filter(|place| place.2 >= most - EQUAL - 0.01).min_by(near)
    }

    /// HC-GEO-06: where it stops before the line others may stand in its way than on the line.
    fn is_clear(&self, rect: &Rect) -> bool {
        let tolerance = self.look.rules.tolerance;
        let near = |other: &Rect| (other.centre() - rect.centre()).length() < other.radius() + rect.radius();
        let units = || self.look.all_on_table().filter(|unit| !self.apart_from.contains(*unit));
        let parts = || units().flat_map(|unit| self.look.footprint(unit)).chain(self.others.iter().copied());
        self.back.is_empty() || !parts().any(|other| near(&other) && overlaps(&other, rect, tolerance))
    }

    fn at(&self, s: f64) -> Rect {
        let pose = self.rect.pose.translated(self.along * s).advanced(-self.stops_at(s)).on_grid();
        self.rect.with_pose(pose)
    }

    /// How far before the line it stops there.
    fn stops_at(&self, s: f64) -> f64 {
        let half = self.rect.width / 2.0;
        let slack = self.look.rules.slack;
        let met = |span: &(f64, f64)| span.1.min(s + half) - span.0.max(s - half) > slack;
        self.back.iter().filter(|(span, _)| met(span)).map(|(_, back)| *back).fold(0.0, f64::max)
    }

    /// How much of its front touches there.
    fn length(&self, s: f64) -> f64 {
        let half = self.rect.width / 2.0;
        let shared = |span: &(f64, f64)| (span.1.min(s + half) - span.0.max(s - half)).max(0.0);
        self.spans.iter().map(shared).sum()
    }

    /// Where the contact or the freedom of the place changes, and where it would like to stand.
    fn stops(&self, blocked: &[(f64, f64)]) -> Vec<f64> {
        let half = self.rect.width / 2.0;
        let mut stops = vec![self.prefer.clamp(self.range.0, self.range.1), self.range.0, self.range.1];
        for (low, high) in &self.spans {
            stops.extend([low - half, low + half, high - half, high + half]);
        }
        for (low, high) in blocked {
            stops.extend([*low, *high]);
        }
        stops
    }

    fn every_quarter_inch(&self) -> Vec<f64> {
        let step = 0.25 * INCH;
        let count = ((self.range.1 - self.range.0) / step).clamp(0.0, 400.0) as usize;
        (0..=count).map(|at| self.range.0 + at as f64 * step).collect()
    }

    /// Stretches in which it would lie on another unit.
    fn blocked(&self) -> Vec<(f64, f64)> {
        let middle = self.rect.centre();
        let reach = self.rect.radius() + self.range.0.abs().max(self.range.1.abs());
        let mut blocked = Vec::new();
        let mut add = |other: &Rect| {
            if (other.centre() - middle).length() <= reach + other.radius() {
                let deep = overlap(&self.rect, self.along, other, self.look.rules.slack);
                blocked.extend(deep.and_then(|_| overlap(&self.rect, self.along, other, 0.0)));
            }
        };
        for unit in self.look.all_on_table().filter(|unit| !self.apart_from.contains(*unit)) {
            self.look.footprint(unit).for_each(|part| add(&part));
        }
        self.others.iter().for_each(&mut add);
        blocked
    }
}

/// How far along a rectangle overlaps another deeper than `slack`.
fn overlap(rect: &Rect, along: Vec2, other: &Rect, slack: f64) -> Option<(f64, f64)> {
    let between = other.centre() - rect.centre();
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for facing in [rect.pose.facing, other.pose.facing] {
        for axis in [facing.unit(), facing.right()] {
            let reach = extent(rect, axis) + extent(other, axis) - slack;
            let (gap, speed) = (between.dot(axis), along.dot(axis));
            if speed.abs() < 1e-9 {
                if gap.abs() >= reach {
                    return None;
                }
                continue;
            }
            let ends = [(gap - reach) / speed, (gap + reach) / speed];
            low = low.max(ends[0].min(ends[1]));
            high = high.min(ends[0].max(ends[1]));
        }
    }
    (high > low).then_some((low, high))
}

/// Half of what a rectangle covers along an axis.
fn extent(rect: &Rect, axis: Vec2) -> f64 {
    let facing = rect.pose.facing;
    (rect.width * facing.right().dot(axis).abs() + rect.depth * facing.unit().dot(axis).abs()) / 2.0
}
