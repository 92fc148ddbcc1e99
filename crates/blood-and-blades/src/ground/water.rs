//! Rivers to those who cross them (30.3).

use super::clipped;
use crate::baseset::BaseId;
use crate::field::{Crossing, River};
use crate::rules::Look;
use aelian_geometry::{Corner, Edge, Polygon, Rect, Segment, Vec2, segment_to_segment, to_degrees};

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

    /// BB-CC-31, BB-CC-32, BB-RIV-18: whether the bank between them favours `defender` against `wader`: the other
    /// wades, not at a road's ford or on a bridge, and the defender's front is nearer to the bank than its
    /// own depth. That the front of the defender makes the contact is for the combat chapter to say.
    pub fn bank_favours(&self, defender: &Rect, wader: &Rect) -> bool {
        self.wades(wader)
            && self.crossing_under(wader).is_none()
            && self
                .distance_to_bank(defender)
                .is_some_and(|distance| distance < self.at_least(defender.depth))
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
        let limit = self.at_least(self.near_to_bank());
        river.is_some_and(|river| {
            !river.course.meets_rect(rect, self.rules.tolerance)
                && river.course.distance_to_rect(rect) < limit
        })
    }

    /// BB-RIV-03: the greatest angle between a facing and the perpendicular to the stream, in degrees.
    pub fn steepest_crossing(&self) -> f64 {
        self.rules.tables.numbers.moving.crossing_degrees
    }

    /// BB-RIV-15: who follows a bank is nearer to it than this, in mm.
    pub fn near_to_bank(&self) -> f64 {
        self.rules.width * self.rules.tables.numbers.moving.near_bank_widths
    }

    /// BB-RIV-15: how far a base is from a river, in mm.
    pub fn distance_to_river(&self, rect: &Rect, river: u8) -> f64 {
        let river = self.state.field.rivers.get(usize::from(river));
        river.map_or(0.0, |river| river.course.distance_to_rect(rect))
    }

    /// BB-RIV-03, BB-RIV-05: the crossing of one river, if it is too flat at either bank.
    fn flat_crossing(&self, river: &River, rect: &Rect, along: Vec2, length: f64) -> Option<RiverAngle> {
        let at = river.course.sweep(rect, along, length, self.rules.tolerance)?;
        let reach = length + rect.radius() * 2.0 + self.state.field.width + self.state.field.depth;
        let (entry, exit) = first_corner_across(river, rect, along, reach)
            .unwrap_or_else(|| (rect.with_pose(rect.pose.translated(along * at)).pose.at, None));
        let angle_at = |point: Vec2| self.angle_to_stream(rect, river.course.tangent_near(point));
        let limit = self.steepest_crossing() + to_degrees(self.rules.tolerance.angle);
        let flat = |point: Vec2, bank: Bank| {
            let degrees = angle_at(point);
            (degrees > limit).then_some(RiverAngle { at, degrees, bank })
        };
        flat(entry, Bank::Entry).or_else(|| exit.and_then(|point| flat(point, Bank::Exit)))
    }

    /// The angle between a facing and the perpendicular to the stream, in degrees, 0 to 90.
    pub(super) fn angle_to_stream(&self, rect: &Rect, stream: Vec2) -> f64 {
        let facing = rect.pose.facing.vector();
        let (across, length) = (facing.perp_dot(stream).abs(), stream.length());
        to_degrees(libm::atan2(facing.dot(stream).abs(), across.min(length)))
    }

    /// A rectangle drawn in by the tolerance on all sides.
    pub(super) fn inset(&self, rect: &Rect) -> Rect {
        let by = self.rules.tolerance.length;
        Rect::new(rect.pose.advanced(-by), rect.width - 2.0 * by, rect.depth - 2.0 * by)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::RoadKind;
    use crate::testing::Table;
    use aelian_game::Side;
    use aelian_geometry::degrees;

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
}
