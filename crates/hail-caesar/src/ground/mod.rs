//! Terrain (25): what the ground is to troops who stand on it or go over it. What lies where is in `field.rs`.

mod blocks;
mod hills;
mod obstacles;
mod rivers;
#[cfg(test)]
mod tests;
mod woods;

pub use blocks::{outline_point, perimeter_point};
pub use obstacles::Barrier;

use crate::fact::Fact;
use crate::field::{Area, AreaKind, Crossing, River};
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use crate::scenario;
use crate::troop::Class;
use aelian_geometry::{Rect, Segment};
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// HC-WOOD-01, HC-ROUGH-02, HC-OBST-02, HC-WOOD-06, AMB-14: infantry and cavalry in open order; light chariots are
    /// neither.
    pub fn is_unhindered(&self, unit: UnitId, formation: Formation) -> bool {
        let class = self.class(unit);
        formation == Formation::Open && (class.is_infantry() || class.is_cavalry())
    }

    /// HC-TERR-03: it goes along a road: in column (elephants and baggage always do), with its centre-front on it.
    pub fn is_on_road(&self, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
        let roads = &self.state.field.roads;
        if roads.is_empty() {
            return false;
        }
        let files =
            formation == Formation::Column || matches!(self.class(unit), Class::Elephant | Class::Baggage);
        let at = rect.pose.at;
        files
            && roads.iter().any(|road| road.line.distance_to_point(at) <= road.width * 0.5 + self.rules.slack)
    }

    /// HC-TERR-03: a road leads it through woods and rough ground as if they were open, if that was agreed.
    pub fn is_led_through(&self, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
        self.rules.settings.road_free && self.is_on_road(unit, formation, rect)
    }

    /// Any part of it lies on ground of this kind.
    pub fn is_on(&self, kind: AreaKind, rect: &Rect) -> bool {
        let tolerance = self.rules.tolerance;
        let areas = &self.state.field.areas;
        areas.iter().any(|area| area.kind == kind && area.outline.meets_rect(rect, tolerance))
    }

    /// HC-ROUGH-01, HC-ROUGH-03, AMB-56: part of it stands on rough ground, or in a river that is forded anywhere, and
    /// no road leads it through (HC-TERR-03).
    pub fn is_in_rough(&self, unit: UnitId, formation: Formation, rect: &Rect) -> bool {
        (self.is_on(AreaKind::Rough, rect) && !self.is_led_through(unit, formation, rect))
            || (self.is_fording(rect) && !self.is_on_road(unit, formation, rect))
    }

    /// Why a unit in this formation cannot be there, whatever stands around it: impassable ground (HC-IMP-01), woods
    /// (HC-WOOD-01), water (HC-RIVER-02), buildings (HC-BLDG-02).
    pub fn ground_bars(&self, unit: UnitId, formation: Formation, rect: &Rect) -> Option<Reason<Fact>> {
        let field = &self.state.field;
        if field.areas.is_empty() && field.rivers.is_empty() && field.blocks.is_empty() {
            return None;
        }
        if self.is_on(AreaKind::Impassable, rect) {
            return Some(Reason::new(rule!("HC-IMP-01"), Fact::BlockedByTerrain(AreaKind::Impassable)));
        }
        if !self.may_enter_woods(unit, formation) && self.is_in_wood(unit, formation, rect) {
            return Some(Reason::new(rule!("HC-WOOD-01"), Fact::BlockedByTerrain(AreaKind::Wood)));
        }
        // HS-RAID-24.
        let things = || scenario::obstructs(*self, rect);
        self.water_bars(unit, formation, rect).or_else(|| self.block_bars(rect)).or_else(things)
    }

    /// HC-OPEN-04: ground on which other troops may open their order: woods, rough ground, rivers, obstacles.
    pub fn is_difficult(&self, unit: UnitId, rect: &Rect) -> bool {
        let field = &self.state.field;
        let road = self.is_led_through(unit, Formation::Column, rect);
        let wild = self.is_on(AreaKind::Wood, rect) || self.is_on(AreaKind::Rough, rect);
        let tolerance = self.rules.tolerance;
        let wet = field.rivers.iter().any(|river| river.course.meets_rect(rect, tolerance));
        let fenced = field.obstacles.iter().any(|obstacle| obstacle.line.crosses_rect(rect, tolerance));
        (wild && !road) || wet || fenced
    }

    /// HC-TERR-04, HC-CMOV-08: a commander rides over all ground but what nobody can pass.
    pub fn rider_bars(&self, line: Segment) -> Option<Reason<Fact>> {
        let field = &self.state.field;
        let rock = |area: &&Area| {
            area.kind == AreaKind::Impassable && area.outline.length_inside(line) > self.rules.slack
        };
        if field.areas.iter().any(|area| rock(&area)) {
            return Some(Reason::new(rule!("HC-TERR-04"), Fact::BlockedByTerrain(AreaKind::Impassable)));
        }
        // Who would ride further than the table is wide is refused for that; the water need not be searched.
        let length = line.length();
        if length.is_nan() || length > field.width + field.depth {
            return None;
        }
        let steps = (length / 6.0).ceil().max(1.0) as usize;
        let deep = |river: &River| {
            let wet = |step: usize| {
                let point = line.at(step as f64 / steps as f64);
                river.course.contains(point)
                    && !river.fords.iter().any(|ford| ford.distance_to_point(point) <= self.rules.slack)
            };
            river.crossing == Crossing::Impassable && (0..=steps).any(wet)
        };
        let drowned = field.rivers.iter().any(deep);
        drowned.then(|| Reason::new(rule!("HC-TERR-04"), Fact::BlockedByWater))
    }
}
