//! Where things may be set up (30.5, 30.7): zones measured from the rear edges, and ground that forbids them.

use crate::fact::{Fact, Placed};
use crate::field::{AreaKind, Level, TableEdge};
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::{Edge, Rect, Segment, Vec2, overlaps};

impl Look<'_> {
    /// FA-DEP-12: every part of it lies within so many MU of the rear edge, and on the table.
    pub fn is_within_rear(&self, side: Side, rect: &Rect, limit: f64) -> bool {
        let field = &self.state.field;
        let rear = TableEdge::of(side);
        let deep = rect
            .corners()
            .iter()
            .all(|corner| field.inside(rear, *corner) <= self.mu(limit) + self.rules.slack);
        deep && field.edge_crossed(rect, self.rules.tolerance.length).is_none()
    }

    /// Why it does not lie within so many MU of the rear edge; none if it does, or if that is not what is wrong.
    pub fn too_deep(&self, side: Side, rects: &[Rect], limit: f64, placed: Placed) -> Option<Fact> {
        let field = &self.state.field;
        let inside = |corner: Vec2| field.inside(TableEdge::of(side), corner);
        let depth = rects.iter().flat_map(Rect::corners).map(inside).fold(0.0, f64::max);
        let limit = self.mu(limit);
        if depth > limit + self.rules.slack {
            return Some(Fact::Deep { placed, depth, limit });
        }
        rects
            .iter()
            .find_map(|rect| field.edge_crossed(rect, self.rules.tolerance.length))
            .map(Fact::OffTable)
    }

    /// FA-CAMP-02: every part in the central third of the table's width.
    pub fn is_in_central_third(&self, rect: &Rect) -> bool {
        let width = self.state.field.width;
        let slack = self.rules.slack;
        rect.corners()
            .iter()
            .all(|corner| corner.x >= width / 3.0 - slack && corner.x <= width * 2.0 / 3.0 + slack)
    }

    /// FA-AMB-01: every part in one of the two outer thirds.
    pub fn is_in_outer_third(&self, rect: &Rect) -> bool {
        let width = self.state.field.width;
        let slack = self.rules.slack;
        let corners = rect.corners();
        corners.iter().all(|corner| corner.x <= width / 3.0 + slack)
            || corners.iter().all(|corner| corner.x >= width * 2.0 / 3.0 - slack)
    }

    /// FA-CAMP-03, FA-DEP-05: own field fortifications stand before every part of its width.
    pub fn is_behind_works(&self, side: Side, rect: &Rect) -> bool {
        let field = &self.state.field;
        let rear = TableEdge::of(side);
        let depth = |point: aelian_geometry::Vec2| field.inside(rear, point);
        let front = rect.corners().iter().map(|corner| depth(*corner)).fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = rect.aabb();
        let mut covers: Vec<(f64, f64)> = self
            .state
            .works
            .iter()
            .filter(|work| work.side == side && work.portable_of.is_none())
            .filter(|work| {
                work.rect.corners().iter().all(|corner| depth(*corner) >= front - self.rules.slack)
            })
            .map(|work| (work.rect.aabb().0.x, work.rect.aabb().1.x))
            .collect();
        covers.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut reached = low.x;
        for (from, to) in covers {
            if from <= reached + self.rules.slack {
                reached = reached.max(to);
            }
        }
        reached >= high.x - self.rules.slack
            && field.edge_crossed(rect, self.rules.tolerance.length).is_none()
    }

    /// FA-DEP-06: part of it lies in impassable ground or in a river.
    pub fn is_in_water_or_rocks(&self, rect: &Rect) -> bool {
        self.ground_under(rect) == Level::Impassable || self.is_in_river(rect)
    }

    /// FA-CAMP-04: how many sides of a rectangle are closed by impassable ground.
    pub fn closed_sides(&self, rect: &Rect) -> usize {
        let hard = |area: &&crate::field::Area| matches!(area.kind, AreaKind::Impassable | AreaKind::Coast);
        let areas: Vec<_> = self.state.field.areas.iter().filter(hard).collect();
        let reach = self.rules.tolerance.length;
        let closed = |side: Segment| {
            let at = |part: f64| side.at(part);
            [0.1, 0.5, 0.9]
                .into_iter()
                .all(|part| areas.iter().any(|area| area.outline.distance_to_point(at(part)) <= reach))
        };
        Edge::ALL.into_iter().filter(|edge| closed(rect.edge(*edge))).count()
    }

    /// Something of either side stands there already: groups, camps, works, markers.
    pub fn is_taken(&self, rect: &Rect) -> bool {
        let t = self.rules.tolerance;
        let hits = |other: &Rect| overlaps(rect, other, t);
        self.state.on_table().any(|group| self.state.rects_of(group).any(hits))
            || self.state.camps.iter().flatten().any(|camp| hits(&camp.rect))
            || self.state.works.iter().any(|work| hits(&work.rect))
    }
}
