//! Ways around closed ground (HC-ALG-04): way points at the corners of what lies between, far enough off for the unit to
//! pass.

use super::way::{Mover, Obey};
use crate::command::Leg;
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use aelian_geometry::{Facing, Polygon, Pose, Rect, Vec2, overlaps};

/// How much wider than the unit a way must be, in mm.
const MARGIN: f64 = 4.0;
/// No more corners than this are looked at.
const MOST_CORNERS: usize = 32;

/// A body that looks for its way.
struct Walker<'a> {
    look: Look<'a>,
    mover: Mover,
    width: f64,
    depth: f64,
}

impl Look<'_> {
    /// HC-ALG-02, HC-ALG-04, HC-ORD-08: the way points of the shortest way that a unit can take from where it stands to a
    /// point, around buildings and ground that is closed to it; none if the straight way is open, or if there is no way.
    pub fn way_points(&self, unit: UnitId, formation: Formation, from: &Rect, to: Vec2) -> Vec<Vec2> {
        if !self.has_closed_ground() || !to.is_finite() {
            return Vec::new();
        }
        let mover = Mover { unit, formation, obey: Obey::ORDER, walled: UnitSet::EMPTY };
        let walker = Walker { look: *self, mover, width: from.width, depth: from.depth };
        let start = from.pose.at;
        if walker.is_open(start, to) {
            return Vec::new();
        }
        walker.shortest(start, to)
    }

    /// The same as legs of a way: at each point it turns on the spot to the next, and goes there; none if the straight way is
    /// open.
    pub fn way_around(&self, unit: UnitId, formation: Formation, from: &Rect, to: Vec2) -> Option<Vec<Leg>> {
        let points = self.way_points(unit, formation, from, to);
        let mut way = Vec::with_capacity(2 * points.len() + 1);
        let mut at = *from;
        let turn = |at: &Rect, point: Vec2| {
            let facing = Facing::along(point - at.centre());
            Pose { at: at.centre() + facing.vector() * (at.depth / 2.0), facing }.on_grid()
        };
        for point in &points {
            let turned = turn(&at, *point);
            let there = turned.advanced((*point - turned.at).length()).on_grid();
            way.extend([Leg::Go(turned), Leg::Go(there)]);
            at = at.with_pose(there);
        }
        way.push(Leg::Go(turn(&at, to)));
        (!points.is_empty()).then_some(way)
    }

    /// Whether anything on this table could bar a way.
    fn has_closed_ground(&self) -> bool {
        !self.state.field.areas.is_empty() || !self.state.field.blocks.is_empty()
    }
}

impl Walker<'_> {
    /// Outlines that bar its way.
    fn closed(&self) -> impl Iterator<Item = &Polygon> {
        let areas = self.look.state.field.areas.iter();
        areas.filter(|area| self.look.closed_area(&self.mover, area).is_some()).map(|area| &area.outline)
    }

    /// The ground that it covers between two points.
    fn lane(&self, from: Vec2, to: Vec2) -> Rect {
        let way = to - from;
        Rect::new(Pose { at: to, facing: Facing::along(way) }, self.width, way.length() + self.depth)
    }

    /// It can go straight from one point to another.
    fn is_open(&self, from: Vec2, to: Vec2) -> bool {
        let lane = self.lane(from, to);
        let tolerance = self.look.rules.tolerance;
        let blocks = &self.look.state.field.blocks;
        !self.closed().any(|outline| outline.meets_rect(&lane, tolerance))
            && !blocks.iter().any(|block| overlaps(&block.rect, &lane, tolerance))
    }

    /// Corners of what lies on the straight way, moved outwards so far that the unit can pass there.
    fn corners(&self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let lane = self.lane(from, to);
        let tolerance = self.look.rules.tolerance;
        let mut corners = Vec::new();
        let mut add = |middle: Vec2, outline: &[Vec2]| {
            corners.extend(
                outline.iter().map(|corner| *corner + Facing::along(*corner - middle).unit() * self.off()),
            );
        };
        for outline in self.closed().filter(|outline| outline.meets_rect(&lane, tolerance)) {
            add(outline.centroid(), outline.hull().points());
        }
        for block in
            self.look.state.field.blocks.iter().filter(|block| overlaps(&block.rect, &lane, tolerance))
        {
            add(block.rect.centre(), &block.rect.corners());
        }
        corners.retain(|corner| self.look.state.field.holds(*corner));
        corners.truncate(MOST_CORNERS);
        corners
    }

    /// How far from a corner its centre-front passes.
    fn off(&self) -> f64 {
        1.5 * (self.width / 2.0 + MARGIN)
    }

    /// The shortest way by these corners.
    fn shortest(&self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let mut points = vec![from];
        points.extend(self.corners(from, to));
        points.push(to);
        let goal = points.len() - 1;
        let mut best = vec![(f64::INFINITY, 0); points.len()];
        let mut open: Vec<usize> = (0..points.len()).collect();
        best[0].0 = 0.0;
        while let Some(at) = open.iter().copied().min_by(|a, b| best[*a].0.total_cmp(&best[*b].0)) {
            open.retain(|other| *other != at);
            if best[at].0 == f64::INFINITY || at == goal {
                break;
            }
            for next in open.iter().copied() {
                let gone = best[at].0 + (points[next] - points[at]).length();
                if gone < best[next].0 && self.is_open(points[at], points[next]) {
                    best[next] = (gone, at);
                }
            }
        }
        if best[goal].0 == f64::INFINITY {
            return Vec::new();
        }
        let mut way = Vec::new();
        let mut at = best[goal].1;
        while at != 0 {
            way.push(points[at]);
            at = best[at].1;
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::AreaKind;
    use crate::rules::INCH;
    use crate::testing::Table;
    use aelian_game::Side;

    /// HC-ALG-04: around a wood that is closed to a formed unit, on the shorter side; open order goes through it.
    #[test]
    fn a_way_leads_around_closed_ground() {
        let around = |troop: &str, wood: (f64, f64)| {
            let scene = Table::new()
                .unit("u", Side::Red, troop, (30.0, 10.0), 0.0)
                .area(AreaKind::Wood, &[(wood.0, 20.0), (wood.1, 20.0), (wood.1, 26.0), (wood.0, 26.0)])
                .build();
            let (look, unit) = (scene.look(), scene.unit("u"));
            let formation = look.state.unit(unit).formation;
            look.way_points(unit, formation, look.rect(unit), Vec2::new(30.0 * INCH, 40.0 * INCH))
        };
        let way = around("heavy-infantry", (22.0, 34.0));
        assert!(!way.is_empty() && way.iter().all(|point| point.x > 34.0 * INCH), "{way:?}");
        let way = around("heavy-infantry", (26.0, 46.0));
        assert!(!way.is_empty() && way.iter().all(|point| point.x < 26.0 * INCH), "{way:?}");
        assert!(around("heavy-infantry", (40.0, 50.0)).is_empty());
        assert!(around("skirmishers", (22.0, 34.0)).is_empty());
        assert!(around("heavy-infantry", (0.0, 72.0)).is_empty(), "there is no way");
    }
}
