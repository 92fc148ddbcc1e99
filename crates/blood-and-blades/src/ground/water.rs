//! Rivers to those who cross them, lakes and waterways, islands and channels (30.3, 30.4).

use super::{Going, GoingChange, clipped};
use crate::baseset::BaseId;
use crate::field::{Area, Crossing, River};
use crate::rules::Look;
use crate::troop::Troop;
use aelian_geometry::{
    Corner, Edge, Polygon, Rect, Segment, Vec2, degrees, rotate, segment_to_segment, sweep_polygon,
    to_degrees,
};

/// BB-RIV-03: the greatest angle between a facing and the perpendicular to the stream, in degrees.
pub const STEEPEST_CROSSING: f64 = 45.0;

/// BB-WAT-04: the greatest breadth of a channel, in MU.
const CHANNEL: f64 = 3.0;

/// Water under hills has no simple outline; paths over it are followed in steps of this many mm.
const STRIDE: f64 = 1.0;

/// A path over water under hills is measured to this many mm.
const FINE: f64 = 0.05;

/// A crossing that is not allowed: where on its path the base meets the water, and at what angle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RiverAngle {
    /// Distance along the path at which the base touches the river, in mm.
    pub at: f64,
    /// The angle between its facing and the perpendicular to the stream, in degrees.
    pub degrees: f64,
    pub bank: Bank,
}

/// At which bank the angle is too flat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bank {
    /// BB-RIV-03.
    Entry,
    /// BB-RIV-05.
    Exit,
}

impl<'a> Look<'a> {
    /// BB-RIV-08, AMB-123: whether a rectangle is in a river (or channel) and not on a bridge.
    pub fn wades(&self, rect: &Rect) -> bool {
        (self.meets_river(rect) && !self.on_bridge(rect)) || self.in_channel(rect)
    }

    /// BB-RIV-08: whether a base is a wader.
    pub fn is_wader(&self, base: BaseId) -> bool {
        self.wades(self.state.rect(base))
    }

    /// BB-RIV-09, BB-RIV-10: waders and troops on a bridge only go straight and never conform.
    pub fn bound_by_river(&self, rect: &Rect) -> bool {
        self.meets_river(rect) || self.in_channel(rect)
    }

    /// BB-RIV-03 to BB-RIV-07: whether a base may enter the rivers that a straight path along a unit
    /// vector leads into. A base already in the water is not tested again (AMB-123).
    pub fn may_enter_river(&self, rect: &Rect, along: Vec2, length: f64) -> Result<(), RiverAngle> {
        match self.river_forbids(rect, along, length) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    /// BB-RIV-06: the first river on a straight path that a base may not enter, if there is one.
    pub fn river_forbids(&self, rect: &Rect, along: Vec2, length: f64) -> Option<RiverAngle> {
        let field = &self.state.field;
        if field.rivers.is_empty() && !self.has_islands() {
            return None;
        }
        if self.bound_by_river(rect) || self.follows_over_bridge(rect, along, length) {
            return None;
        }
        let streams = field.rivers.iter().filter_map(|river| self.flat_crossing(river, rect, along, length));
        let channel = self.flat_channel(rect, along, length);
        streams.chain(channel).min_by(|a, b| a.at.total_cmp(&b.at))
    }

    /// BB-RIV-04: whether a turn about a point (radians, clockwise positive) would bring a base that is on
    /// dry land into a river, which no base may do.
    pub fn turn_enters_river(&self, rect: &Rect, centre: Vec2, angle: f64) -> bool {
        let tolerance = self.rules.tolerance;
        let enters = |river: &River| river.course.sweep_rotation(rect, centre, angle, tolerance).is_some();
        self.state.field.rivers.iter().any(enters)
            || (self.has_islands()
                && self.steps_of_turn(rect, centre, angle).any(|(_, at)| self.in_channel(&at)))
    }

    /// BB-CC-31: the smallest distance of the front edge to a river bank, in mm; none without a river.
    pub fn distance_to_bank(&self, rect: &Rect) -> Option<f64> {
        let front = rect.edge(Edge::Front);
        let to = |area: &Polygon| {
            let inside = area.contains(front.a) || area.contains(front.b);
            let edges = area.edges().map(|edge| segment_to_segment(edge, front));
            if inside { 0.0 } else { edges.fold(f64::INFINITY, f64::min) }
        };
        let rivers = self.state.field.rivers.iter().flat_map(|river| river.course.pieces()).map(to);
        let shores = self.waters_with_islands().map(|water| {
            self.shore(water).map(|edge| segment_to_segment(edge, front)).fold(f64::INFINITY, f64::min)
        });
        rivers.chain(shores).min_by(f64::total_cmp)
    }

    /// BB-CC-31, BB-CC-32: whether the bank between them favours `defender` against `wader`: the other
    /// wades, not at a road's ford or on a bridge, and the defender's front is nearer to the bank than its
    /// own depth. That the front of the defender makes the contact is for the combat chapter to say.
    pub fn bank_favours(&self, defender: &Rect, wader: &Rect) -> bool {
        self.wades(wader)
            && self.crossing_under(wader).is_none()
            && self.distance_to_bank(defender).is_some_and(|distance| distance < defender.depth)
    }

    /// BB-CC-32: the bridge or ford on which a rectangle stands.
    pub fn crossing_under(&self, rect: &Rect) -> Option<Crossing> {
        if self.on_bridge(rect) {
            return Some(Crossing::Bridge);
        }
        let in_way = |road: &&crate::field::Road| {
            let waters = self.decks_of(road);
            waters.iter().any(|[a, b]| clipped(&self.inset(rect), Segment::new(*a, *b)).is_some())
        };
        self.state.field.roads.iter().find(in_way).map(|road| road.crosses_by())
    }

    /// BB-RIV-15, AMB-124: whether a base is near enough to the bank of a river to follow it.
    pub fn near_bank(&self, rect: &Rect, river: u8) -> bool {
        let river = self.state.field.rivers.get(usize::from(river));
        let limit = self.rules.width / 4.0;
        river.is_some_and(|river| {
            !river.course.meets_rect(rect, self.rules.tolerance)
                && river.course.distance_to_rect(rect) < limit
        })
    }

    /// BB-WAT-02, BB-WAT-03: lakes and waterways under a rectangle, but for the hills on them.
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
        water.kind == crate::field::AreaKind::Waterway
            && self.islands_of(water).next().is_some()
            && grid(&self.inset(rect))
                .filter(|point| self.is_open(water, *point))
                .all(|point| self.channel_at(water, point).is_some())
    }

    /// The direction across the channel at a point of it.
    fn channel_at(&self, water: &Area, point: Vec2) -> Option<Vec2> {
        let limit = self.rules.mu * CHANNEL + self.rules.tolerance.length;
        let coast = nearest(self.shore(water), point)?;
        let island = self.islands_of(water).filter_map(|island| nearest(island.outline.edges(), point));
        let island = island.min_by(|a, b| (*a - point).length().total_cmp(&(*b - point).length()))?;
        let breadth = (coast - point).length() + (island - point).length();
        (breadth <= limit).then(|| coast - island)
    }

    /// BB-WAT-04: whether part of the rectangle is in a channel and none in impassable water.
    fn in_channel(&self, rect: &Rect) -> bool {
        self.waters_with_islands().any(|water| self.going_on(water, rect) == Going::Difficult)
    }

    fn is_open(&self, water: &Area, point: Vec2) -> bool {
        water.outline.contains(point) && !self.hills_on(water).any(|hill| hill.outline.contains(point))
    }

    /// BB-WAT-03: hills that lie wholly in the water.
    fn islands_of<'b>(&self, water: &'b Area) -> impl Iterator<Item = &'a Area> + use<'a, 'b> {
        self.hills_on(water)
            .filter(|hill| hill.outline.points().iter().all(|point| water.outline.contains(*point)))
    }

    fn waters_with_islands(&self) -> impl Iterator<Item = &'a Area> + use<'a> {
        let look = *self;
        self.waters()
            .filter(|water| water.kind == crate::field::AreaKind::Waterway)
            .filter(move |water| look.islands_of(water).next().is_some())
    }

    fn has_islands(&self) -> bool {
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

    /// BB-RIV-03, BB-RIV-05: the crossing of one river, if it is too flat at either bank.
    fn flat_crossing(&self, river: &River, rect: &Rect, along: Vec2, length: f64) -> Option<RiverAngle> {
        let at = river.course.sweep(rect, along, length, self.rules.tolerance)?;
        let reach = length + rect.radius() * 2.0 + self.state.field.width + self.state.field.depth;
        let (entry, exit) = first_corner_across(river, rect, along, reach)
            .unwrap_or_else(|| (rect.with_pose(rect.pose.translated(along * at)).pose.at, None));
        let angle_at = |point: Vec2| self.angle_to_stream(rect, river.course.tangent_near(point));
        let limit = STEEPEST_CROSSING + to_degrees(self.rules.tolerance.angle);
        let flat = |point: Vec2, bank: Bank| {
            let degrees = angle_at(point);
            (degrees > limit).then_some(RiverAngle { at, degrees, bank })
        };
        flat(entry, Bank::Entry).or_else(|| exit.and_then(|point| flat(point, Bank::Exit)))
    }

    /// BB-WAT-04: the same for channels, which run along the coast.
    fn flat_channel(&self, rect: &Rect, along: Vec2, length: f64) -> Option<RiverAngle> {
        let limit = STEEPEST_CROSSING + to_degrees(self.rules.tolerance.angle);
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

    /// The angle between a facing and the perpendicular to the stream, in degrees, 0 to 90.
    fn angle_to_stream(&self, rect: &Rect, stream: Vec2) -> f64 {
        let facing = rect.pose.facing.vector();
        let (across, length) = (facing.perp_dot(stream).abs(), stream.length());
        to_degrees(libm::atan2(facing.dot(stream).abs(), across.min(length)))
    }

    fn steps_of_turn(&self, rect: &Rect, centre: Vec2, angle: f64) -> impl Iterator<Item = (f64, Rect)> {
        let rect = *rect;
        let steps = (angle.abs() / degrees(1.0)).ceil().clamp(1.0, 360.0) as u32;
        (1..=steps).map(move |step| {
            let turned = angle * f64::from(step) / f64::from(steps);
            let at = centre + rotate(rect.pose.at - centre, turned);
            let pose = aelian_geometry::Pose { at, facing: rect.pose.facing.turned(turned) };
            (turned, rect.with_pose(pose))
        })
    }

    /// A rectangle drawn in by the tolerance on all sides.
    pub(super) fn inset(&self, rect: &Rect) -> Rect {
        let by = self.rules.tolerance.length;
        Rect::new(rect.pose.advanced(-by), rect.width - 2.0 * by, rect.depth - 2.0 * by)
    }
}

/// Less than this of an outline within a base is none.
const EDGE: f64 = 1e-6;

/// BB-RIV-05: where the corner that touches the river first enters it, and where it will leave it.
fn first_corner_across(river: &River, rect: &Rect, along: Vec2, reach: f64) -> Option<(Vec2, Option<Vec2>)> {
    let paths =
        Corner::ALL.map(|corner| Segment::new(rect.corner(corner), rect.corner(corner) + along * reach));
    let across = |path: Segment| {
        let mut parts: Vec<f64> =
            river.course.outline().iter().flat_map(|area| area.crossings(path)).collect();
        parts.sort_by(f64::total_cmp);
        let entry = parts.first().copied()?;
        Some((entry, path.at(entry), parts.get(1).map(|exit| path.at(*exit))))
    };
    let first = paths.into_iter().filter_map(across).min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((first.1, first.2))
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
    use crate::field::{AreaKind, RoadKind, Size};
    use crate::testing::{Scene, Table, parse_troop};
    use aelian_game::Side;

    const STRAIGHT: [(f64, f64); 2] = [(0.0, 500.0), (1500.0, 500.0)];

    fn angled(river: &[(f64, f64)], degrees: f64) -> Result<(), RiverAngle> {
        let scene =
            Table::new().river(river, 30.0).base("e", Side::Red, "Reg Bw(O)", 750.0, 440.0, degrees).build();
        let rect = scene.named("e").rect;
        scene.look().may_enter_river(&rect, rect.pose.facing.vector(), 100.0)
    }

    /// EX-07: BB-RIV-03, BB-RIV-04: a straight river is crossed at 45 degrees at most, to either side.
    #[test]
    fn a_straight_river_is_crossed_at_45_degrees_at_most() {
        for degrees in [0.0, 40.0, 45.0, -40.0, 320.0] {
            assert_eq!(angled(&STRAIGHT, degrees), Ok(()), "{degrees}");
        }
        for degrees in [50.0, -50.0, 60.0] {
            let refused = angled(&STRAIGHT, degrees).unwrap_err();
            assert_eq!(refused.bank, Bank::Entry);
            assert!((refused.degrees - degrees.abs()).abs() < 0.01);
        }
    }

    /// EX-07: BB-RIV-05: a curved river may be entered at 40 degrees but not left at 55; entered at 25 it
    /// may be left at 40.
    #[test]
    fn a_curved_river_is_tested_at_the_far_bank_too() {
        // The stream bends by 15 degrees where the base would leave it.
        let rise = libm::tan(degrees(15.0)) * 740.0;
        let crossing = |angle: f64| angled(&[(0.0, 485.0), (760.0, 485.0), (1500.0, 485.0 + rise)], angle);
        let refused = crossing(40.0).unwrap_err();
        assert_eq!(refused.bank, Bank::Exit);
        assert!((refused.degrees - 55.0).abs() < 0.1, "{refused:?}");
        assert_eq!(crossing(25.0), Ok(()));
    }

    /// EX-81: BB-RIV-06, BB-RIV-07: neither a charge nor a recoil may cross at 60 degrees.
    #[test]
    fn charges_and_recoils_obey_the_angle() {
        let scene = Table::new()
            .river(&STRAIGHT, 30.0)
            .base("south", Side::Red, "Reg Bw(O)", 750.0, 450.0, 60.0)
            .base("north", Side::Red, "Reg Bw(O)", 750.0, 560.0, 60.0)
            .build();
        let look = scene.look();
        let south = scene.named("south").rect;
        assert!(look.river_forbids(&south, south.pose.facing.vector(), 100.0).is_some());
        let north = scene.named("north").rect;
        assert!(look.river_forbids(&north, -north.pose.facing.vector(), 100.0).is_some());
        assert!(look.river_forbids(&north, north.pose.facing.vector(), 100.0).is_none());
        assert!(look.river_forbids(&south, south.pose.facing.vector(), 10.0).is_none());
    }

    /// BB-RIV-04, BB-RIV-08, BB-RIV-09, BB-RIV-10: no turn leads into the water, and who is in it is bound.
    #[test]
    fn nobody_turns_into_a_river() {
        let scene = Table::new()
            .river(&STRAIGHT, 30.0)
            .base("bank", Side::Red, "Reg Bw(O)", 750.0, 480.0, 0.0)
            .base("wet", Side::Red, "Reg Bw(O)", 900.0, 490.0, 0.0)
            .base("dry", Side::Red, "Reg Bw(O)", 900.0, 400.0, 0.0)
            .build();
        let look = scene.look();
        let (bank, dry) = (scene.named("bank").rect, scene.named("dry").rect);
        assert!(look.turn_enters_river(&bank, bank.corner(Corner::FrontLeft), degrees(-40.0)));
        assert!(!look.turn_enters_river(&dry, dry.corner(Corner::FrontLeft), degrees(-40.0)));
        assert!(look.is_wader(scene.id("wet")) && !look.is_wader(scene.id("bank")));
        assert!(look.bound_by_river(&scene.named("wet").rect) && !look.bound_by_river(&dry));
    }

    /// EX-11: BB-CC-31, BB-CC-32, BB-RIV-18: who defends a river edge and who does not.
    #[test]
    fn the_bank_favours_those_who_stand_at_it() {
        let scene = Table::new()
            .river(&STRAIGHT, 30.0)
            .road(RoadKind::Unpaved, &[(1100.0, 0.0), (1100.0, 1050.0)], Some(Crossing::Ford))
            .base("b", Side::Red, "Reg Bd(O)", 300.0, 480.0, 0.0)
            .base("w", Side::Blue, "Reg Bd(O)", 300.0, 480.0, 180.0)
            .base("c", Side::Red, "Reg Bd(O)", 600.0, 480.0, 0.0)
            .base("x", Side::Blue, "Reg Bd(O)", 600.0, 490.0, 180.0)
            .base("d", Side::Red, "Reg Bd(O)", 1100.0, 480.0, 0.0)
            .base("y", Side::Blue, "Reg Bd(O)", 1100.0, 490.0, 180.0)
            .base("e", Side::Red, "Reg Bd(O)", 1300.0, 469.0, 0.0)
            .base("z", Side::Blue, "Reg Cv(O)", 1300.0, 469.0, 180.0)
            .build();
        let favours =
            |a: &str, z: &str| scene.look().bank_favours(&scene.named(a).rect, &scene.named(z).rect);
        let on_land = Rect::new(scene.named("w").rect.pose.advanced(-40.0), 40.0, 15.0);
        assert!(!scene.look().bank_favours(&scene.named("b").rect, &on_land), "W does not wade");
        assert!(favours("c", "x"));
        assert!(!favours("d", "y"), "a road's ford");
        assert!(!favours("e", "z"), "further from the bank than its own depth");
        assert_eq!(scene.look().crossing_under(&scene.named("y").rect), Some(Crossing::Ford));
    }

    fn going_at(scene: &Scene, x: f64, y: f64) -> Going {
        let rect = Rect::new(aelian_geometry::Pose::new(x, y, aelian_geometry::Facing::UP), 40.0, 20.0);
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
            let pose = aelian_geometry::Pose::new(340.0, 500.0, aelian_geometry::Facing::compass(degrees));
            let rect = Rect::new(pose, 40.0, 20.0);
            channel.look().may_enter_river(&rect, rect.pose.facing.vector(), 60.0)
        };
        assert_eq!(across(270.0), Ok(()));
        assert!(across(325.0).is_err());
        let wet =
            Rect::new(aelian_geometry::Pose::new(260.0, 510.0, aelian_geometry::Facing::UP), 40.0, 20.0);
        assert!(channel.look().wades(&wet));
    }
}
