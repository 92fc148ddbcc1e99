//! Ways around closed ground (HC-ALG-04): way points at the corners of what lies between, far enough off for the unit to
//! pass.

use super::way::{Mover, Obey};
use crate::command::Leg;
use crate::field::{Crossing, River, TableEdge};
use crate::formation::Formation;
use crate::ids::{UnitId, UnitSet};
use crate::rules::Look;
use crate::state::Place;
use aelian_geometry::{Facing, Polygon, Pose, Rect, Vec2, overlaps};

/// How much wider than the unit a way must be, in mm.
const MARGIN: f64 = 4.0;
/// No more corners than this are looked at.
const MOST_CORNERS: usize = 32;

/// A body that looks for its way.
#[derive(Debug)]
struct Walker<'a> {
    look: Look<'a>,
    mover: Mover,
    width: f64,
    depth: f64,
    /// Enemies whom it does not pass.
    enemies: Vec<Polygon>,
}

/// HC-RET-11: the ways of a unit to an edge of the table, around closed ground and without passing enemies.
#[derive(Debug)]
pub struct Exit<'a> {
    walker: Walker<'a>,
    edge: TableEdge,
    /// As it stands; a way must be as wide as that is across it.
    body: Rect,
    /// Corners by which it can go, with the way that is then left.
    corners: Vec<(Vec2, f64)>,
}

impl<'a> Exit<'a> {
    pub fn new(look: Look<'a>, unit: UnitId, edge: TableEdge) -> Exit<'a> {
        let standing = look.state.unit(unit);
        Exit::formed(look, unit, edge, (standing.formation, standing.rect))
    }

    /// HC-WOOD-01: the same in open order.
    pub fn in_open_order(look: Look<'a>, unit: UnitId, edge: TableEdge) -> Exit<'a> {
        let (width, depth) = look.card(unit).extent(Formation::Open);
        let centre = look.rect(unit).centre();
        let pose = Pose { at: centre, facing: look.rect(unit).pose.facing }.advanced(depth / 2.0);
        Exit::formed(look, unit, edge, (Formation::Open, Rect::new(pose, width, depth)))
    }

    fn formed(
        look: Look<'a>,
        unit: UnitId,
        edge: TableEdge,
        (formation, body): (Formation, Rect),
    ) -> Exit<'a> {
        let mover = Mover { unit, formation, obey: Obey::ORDER, walled: UnitSet::EMPTY };
        let near = 6.0 * look.rate(unit).max(look.inches(6.0));
        let enemies = look
            .on_table(look.side(unit).other())
            .filter(|enemy| {
                look.state.unit(*enemy).place == Place::Table && look.distance(unit, *enemy) <= near
            })
            .flat_map(|enemy| look.footprint(enemy))
            .map(|part| Polygon::from_rect(&part))
            .collect();
        let walker = Walker { look, mover, width: 0.0, depth: 0.0, enemies };
        let mut exit = Exit { walker, edge, body, corners: Vec::new() };
        if !exit.is_straight(body.centre()) {
            exit.survey();
            if exit.left(body.centre()).is_none() {
                // No way for it as it stands: as narrow as it can make itself, whichever way it goes.
                let narrow = body.width.min(body.depth);
                exit.body = Rect::new(body.pose, narrow, narrow);
                exit.survey();
            }
        }
        exit
    }

    /// How wide it is across a way.
    fn across(&self, way: Facing) -> f64 {
        let facing = self.body.pose.facing;
        self.body.width * facing.unit().dot(way.unit()).abs()
            + self.body.depth * facing.right().dot(way.unit()).abs()
    }

    /// It can go straight from one place to another, keeping its facing.
    fn is_open(&self, from: Vec2, to: Vec2) -> bool {
        let lane = self.walker.lane(from, to, self.across(Facing::along(to - from)));
        self.walker.is_free(&lane)
    }

    /// How far it has to go from there, in mm; none if there is no way.
    pub fn left(&self, from: Vec2) -> Option<f64> {
        let straight = self.walker.look.state.field.inside(self.edge, from);
        if self.is_straight(from) {
            return Some(straight);
        }
        let open = self.corners.iter().filter(|(corner, _)| self.is_open(from, *corner));
        open.map(|(corner, left)| (*corner - from).length() + left).min_by(f64::total_cmp)
    }

    /// The corners to which it can go straight from there, the best first.
    pub fn next_corners(&self, from: Vec2) -> Vec<Vec2> {
        if self.is_straight(from) {
            return Vec::new();
        }
        let mut open: Vec<(Vec2, f64)> =
            self.corners.iter().filter(|(corner, _)| self.is_open(from, *corner)).copied().collect();
        open.sort_by(|a, b| ((a.0 - from).length() + a.1).total_cmp(&((b.0 - from).length() + b.1)));
        open.into_iter().map(|(corner, _)| corner).take(3).collect()
    }

    /// Nothing lies between that place and the edge.
    fn is_straight(&self, from: Vec2) -> bool {
        let out = self.walker.look.state.field.inside(self.edge, from);
        let edge = from + self.edge.outward().vector() * out;
        out <= 0.0 || self.is_open(from, edge)
    }

    /// What is left from each corner by which it can get away.
    fn survey(&mut self) {
        let corners = self.walker.all_corners(self.body.radius() + MARGIN);
        let out = |corner: Vec2| self.walker.look.state.field.inside(self.edge, corner).max(0.0);
        let start = |corner: &Vec2| if self.is_straight(*corner) { out(*corner) } else { f64::INFINITY };
        let mut left: Vec<(Vec2, f64)> = corners.iter().map(|corner| (*corner, start(corner))).collect();
        let mut open: Vec<usize> = (0..left.len()).collect();
        while let Some(at) = open.iter().copied().min_by(|a, b| left[*a].1.total_cmp(&left[*b].1)) {
            open.retain(|other| *other != at);
            let (here, gone) = left[at];
            if gone == f64::INFINITY {
                break;
            }
            for other in open.iter().copied() {
                let way = gone + (left[other].0 - here).length();
                if way < left[other].1 && self.is_open(left[other].0, here) {
                    left[other].1 = way;
                }
            }
        }
        left.retain(|(_, left)| left.is_finite());
        self.corners = left;
    }
}

impl Look<'_> {
    /// HC-ALG-02, HC-ALG-04, HC-ORD-08: the way points of the shortest way that a unit can take from where it stands to a
    /// point, around buildings and ground that is closed to it; none if the straight way is open, or if there is no way.
    pub fn way_points(&self, unit: UnitId, formation: Formation, from: &Rect, to: Vec2) -> Vec<Vec2> {
        if !self.has_closed_ground() || !to.is_finite() {
            return Vec::new();
        }
        let mover = Mover { unit, formation, obey: Obey::ORDER, walled: UnitSet::EMPTY };
        let (width, depth) = (from.width, from.depth);
        let walker = Walker { look: *self, mover, width, depth, enemies: Vec::new() };
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
        let field = &self.state.field;
        let deep = |river: &River| river.crossing == Crossing::Impassable;
        !field.areas.is_empty() || !field.blocks.is_empty() || field.rivers.iter().any(deep)
    }
}

impl Walker<'_> {
    /// Outlines that bar its way.
    fn closed(&self) -> impl Iterator<Item = &Polygon> {
        let areas = self.look.state.field.areas.iter();
        let areas = areas.filter(|area| self.look.closed_area(&self.mover, area).is_some());
        areas.map(|area| &area.outline).chain(&self.enemies)
    }

    /// HC-RIVER-02: rivers that bar its way, but for their fords and bridges.
    fn rivers(&self) -> impl Iterator<Item = &River> {
        let rivers = self.look.state.field.rivers.iter();
        rivers.filter(|river| river.crossing == Crossing::Impassable)
    }

    /// HC-RIVER-04: the river does not bar this way: it keeps clear of it, or leads over a ford.
    fn is_passed(&self, river: &River, lane: &Rect) -> bool {
        let clear = !river.course.meets_rect(lane, self.look.rules.tolerance);
        clear || self.look.leads_over_ford(self.mover.unit, self.mover.formation, river, lane)
    }

    /// Before and behind each ford, at its middle and near its ends.
    fn approaches(&self, river: &River, off: f64) -> Vec<Vec2> {
        let mut found = Vec::new();
        for ford in &river.fords {
            let middle = ford.centroid();
            let along = river.course.tangent_near(middle);
            let across = Vec2::new(-along.y, along.x);
            let reach = |way: Vec2| {
                let points = ford.points().iter().map(|point| (*point - middle).dot(way).abs());
                points.fold(0.0, f64::max)
            };
            let (ends, banks) = ((reach(along) - MARGIN).max(0.0), reach(across) + off);
            for side in [-1.0, 1.0] {
                let aside = [0.0, -ends, ends].into_iter();
                found.extend(aside.map(|aside| middle + across * (side * banks) + along * aside));
            }
        }
        found
    }

    /// Corners of all that bars its way, moved outwards so far that the unit can pass there.
    fn all_corners(&self, off: f64) -> Vec<Vec2> {
        let mut corners: Vec<Vec2> = self.rivers().flat_map(|river| self.approaches(river, off)).collect();
        let mut add = |middle: Vec2, outline: &[Vec2]| {
            // Near by, and so far off that it clears the corner whichever way it goes.
            for off in [off, 1.45 * off] {
                let out = |corner: &Vec2| *corner + Facing::along(*corner - middle).unit() * off;
                corners.extend(outline.iter().map(out));
            }
        };
        self.closed().for_each(|outline| add(outline.centroid(), outline.hull().points()));
        for block in &self.look.state.field.blocks {
            add(block.rect.centre(), &block.rect.corners());
        }
        corners.retain(|corner| self.look.state.field.holds(*corner));
        corners.truncate(3 * MOST_CORNERS);
        corners
    }

    /// The ground that it covers between two points.
    fn lane(&self, from: Vec2, to: Vec2, width: f64) -> Rect {
        let way = to - from;
        Rect::new(Pose { at: to, facing: Facing::along(way) }, width, way.length() + self.depth)
    }

    /// It can go straight from one point to another.
    fn is_open(&self, from: Vec2, to: Vec2) -> bool {
        self.is_free(&self.lane(from, to, self.width))
    }

    /// Nothing that bars it lies on this ground.
    fn is_free(&self, lane: &Rect) -> bool {
        let tolerance = self.look.rules.tolerance;
        let blocks = &self.look.state.field.blocks;
        !self.closed().any(|outline| outline.meets_rect(lane, tolerance))
            && !blocks.iter().any(|block| overlaps(&block.rect, lane, tolerance))
            && self.rivers().all(|river| self.is_passed(river, lane))
    }

    /// Corners of what lies on the straight way, moved outwards so far that the unit can pass there.
    fn corners(&self, from: Vec2, to: Vec2) -> Vec<Vec2> {
        let lane = self.lane(from, to, self.width);
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
        for river in self.rivers().filter(|river| !self.is_passed(river, &lane)) {
            corners.extend(self.approaches(river, self.off()));
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
