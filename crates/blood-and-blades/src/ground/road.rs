//! Roads (30.5): standing on them, following them, bridges, fords and mud; and the banks of rivers, which
//! are followed in the same way (BB-RIV-17).

use super::going::rough_but_for_camels;
use super::{Going, clipped};
use crate::field::{Crossing, Road, RoadKind};
use crate::rules::Look;
use crate::troop::Troop;
use aelian_geometry::{Facing, Hand, Polyline, Pose, Rect, Segment, Vec2, point_to_segment};

/// In which direction a road is followed: as its line was drawn, or the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Forth,
    Back,
}

/// BB-ROAD-08: a base that stands on a road as those do that follow it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnRoad {
    pub road: u8,
    /// How far along the road's line the middle of the front edge is, in mm.
    pub distance: f64,
    pub way: Way,
}

impl OnRoad {
    /// So many mm further along the way.
    pub fn advanced(self, by: f64) -> OnRoad {
        let distance = match self.way {
            Way::Forth => self.distance + by,
            Way::Back => self.distance - by,
        };
        OnRoad { distance, ..self }
    }
}

impl<'a> Look<'a> {
    /// BB-ROAD-08: the road on whose middle line a base stands, facing along it.
    pub fn on_road(&self, rect: &Rect) -> Option<OnRoad> {
        let roads = self.state.field.roads.iter().enumerate();
        roads.filter_map(|(at, road)| Some((u8::try_from(at).ok()?, road))).find_map(|(number, road)| {
            let (distance, way) = self.on_line(rect, &road.line)?;
            Some(OnRoad { road: number, distance, way })
        })
    }

    /// BB-ROAD-08: how far along a line the middle of a front edge is, if the base stands on it and faces
    /// along it. Before a bend the front may be past the line's corner while the centre is still on it.
    pub fn on_line(&self, rect: &Rect, line: &Polyline) -> Option<(f64, Way)> {
        let tolerance = self.rules.tolerance;
        let (at, facing) = (rect.pose.at, rect.pose.facing);
        let mut passed = 0.0;
        for segment in line.segments() {
            let along = Facing::along(segment.vector());
            let nearest = point_to_segment(at, segment).min(point_to_segment(rect.centre(), segment));
            let near = nearest <= tolerance.length;
            let distance = passed + (segment.nearest(at) - segment.a).length();
            if near && facing.same(along, tolerance) {
                return Some((distance, Way::Forth));
            }
            if near && facing.opposite(along, tolerance) {
                return Some((distance, Way::Back));
            }
            passed += segment.length();
        }
        None
    }

    /// BB-ROAD-08: the pose of a base that follows a road; none beyond its ends.
    pub fn pose_on_road(&self, place: OnRoad) -> Option<Pose> {
        let road = self.state.field.roads.get(usize::from(place.road))?;
        pose_on_line(&road.line, place.distance, place.way)
    }

    /// BB-ROAD-07, BB-WEA-07: unpaved roads are muddy once it has rained long enough.
    pub fn is_muddy(&self, road: u8) -> bool {
        let road = self.state.field.roads.get(usize::from(road));
        self.state.weather.muddy && road.is_some_and(|road| road.kind == RoadKind::Unpaved)
    }

    /// BB-ROAD-05 to BB-ROAD-07, AMB-75: the going for a base that follows a road where it stands. Mud
    /// makes it rough where the ground is good, and does not touch bridges.
    pub fn going_on_road(&self, road: u8, rect: &Rect, troop: &Troop) -> Going {
        let ground = self.going_under(rect, troop);
        if self.is_muddy(road) && !self.on_bridge(rect) {
            ground.max(rough_but_for_camels(troop))
        } else {
            ground
        }
    }

    /// BB-ROAD-05: whether a base follows a road over a bridge where it stands.
    pub fn on_bridge(&self, rect: &Rect) -> bool {
        self.meets_river(rect)
            && self.on_road(rect).is_some_and(|on| {
                let road = self.state.field.roads.get(usize::from(on.road));
                road.is_some_and(|road| {
                    road.crosses_by() == Crossing::Bridge && !self.decks_of(road).is_empty()
                })
            })
    }

    /// BB-RIV-17: the line along which the front midpoints of bases go that follow the bank of a river on
    /// this hand of its stream, one flank on the bank.
    pub fn bank_line(&self, river: u8, hand: Hand) -> Option<Polyline> {
        self.bank_line_at(river, hand, 0.0)
    }

    /// As `bank_line`, for bases that keep so many mm between their flank and the bank.
    pub fn bank_line_at(&self, river: u8, hand: Hand, off: f64) -> Option<Polyline> {
        let course = &self.state.field.rivers.get(usize::from(river))?.course;
        let points = course.line().points();
        let apart =
            |at: usize| course.widths().get(at).copied().unwrap_or(0.0) * 0.5 + self.rules.width * 0.5 + off;
        let directions: Vec<Vec2> = course.line().segments().map(|s| s.vector() / s.length()).collect();
        let moved = points.iter().enumerate().map(|(at, point)| {
            let after = directions.get(at).or(directions.last()).copied().unwrap_or_default();
            let before = at.checked_sub(1).and_then(|at| directions.get(at)).copied().unwrap_or(after);
            let sum = before + after;
            // Half the length of the sum of two unit vectors is the cosine of half the bend.
            let cosine = 0.5 * sum.length();
            let right = Vec2::new(sum.y, -sum.x) * (0.5 / (cosine * cosine));
            *point + right * (hand.sign() * apart(at))
        });
        Polyline::new(moved.collect()).ok()
    }

    /// BB-ROAD-05: whether a base keeps to a road with a bridge all along a straight path.
    pub(super) fn follows_over_bridge(&self, rect: &Rect, along: Vec2, length: f64) -> bool {
        let Some(on) = self.on_road(rect) else { return false };
        let road = self.state.field.roads.get(usize::from(on.road));
        let end = rect.with_pose(rect.pose.translated(along * length));
        road.is_some_and(|road| road.crosses_by() == Crossing::Bridge)
            && self.keeps_to_line(rect, along * length)
            && self.on_road(&end).is_some_and(|there| there.road == on.road)
    }

    /// BB-ROAD-05: whether the middle line of a bridge runs through a base that does not follow it.
    pub(crate) fn blocked_by_bridge(&self, rect: &Rect) -> bool {
        let inner = self.inset(rect);
        self.bridge_decks().any(|[a, b]| clipped(&inner, Segment::new(a, b)).is_some())
    }

    /// The middle lines of all bridges.
    pub(super) fn bridge_decks(&self) -> impl Iterator<Item = [Vec2; 2]> + use<'a> {
        let look = *self;
        let bridges = self.state.field.roads.iter().filter(|road| road.crosses_by() == Crossing::Bridge);
        bridges.flat_map(move |road| look.decks_of(road))
    }

    /// The parts of a road's middle line that lie over a river.
    pub(crate) fn decks_of(&self, road: &Road) -> Vec<[Vec2; 2]> {
        let mut decks = Vec::new();
        for segment in road.line.segments() {
            for area in self.state.field.rivers.iter().flat_map(|river| river.course.outline()) {
                let mut cuts = vec![0.0];
                cuts.extend(area.crossings(segment));
                cuts.push(1.0);
                for ends in cuts.windows(2) {
                    let &[from, to] = ends else { continue };
                    if to > from && area.contains(segment.at(0.5 * (from + to))) {
                        decks.push([segment.at(from), segment.at(to)]);
                    }
                }
            }
        }
        decks
    }
}

/// The pose at a distance along a line; none beyond its ends.
pub fn pose_on_line(line: &Polyline, distance: f64, way: Way) -> Option<Pose> {
    if !(0.0..=line.length()).contains(&distance) {
        return None;
    }
    let (at, direction) = line.at(distance);
    let along = Facing::along(direction);
    Some(match way {
        Way::Forth => Pose { at, facing: along },
        Way::Back => Pose { at, facing: along.reversed() },
    })
}

impl Road {
    /// BB-ROAD-04: how the road gets over a river. Where nothing is said, because the river was laid after
    /// the road, a paved road has a bridge and an unpaved one a ford.
    pub fn crosses_by(&self) -> Crossing {
        self.crossing.unwrap_or(match self.kind {
            RoadKind::Paved => Crossing::Bridge,
            RoadKind::Unpaved => Crossing::Ford,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Weather;
    use crate::testing::{Table, close};
    use aelian_game::Side;

    const BENT: [(f64, f64); 3] = [(600.0, 0.0), (600.0, 500.0), (1500.0, 500.0)];

    /// EX-09: BB-ROAD-08: bases stand with their middle on the road's line and turn where it turns.
    #[test]
    fn bases_follow_the_middle_line() {
        let scene = Table::new()
            .road(RoadKind::Unpaved, &BENT, None)
            .base("on", Side::Red, "Reg Cv(O)", 600.0, 300.0, 0.0)
            .base("turned", Side::Red, "Reg Cv(O)", 700.0, 500.0, 270.0)
            .base("across", Side::Red, "Reg Cv(O)", 600.0, 200.0, 90.0)
            .base("beside", Side::Red, "Reg Cv(O)", 601.0, 100.0, 0.0)
            .build();
        let look = scene.look();
        let on = look.on_road(&scene.named("on").rect).unwrap();
        assert_eq!((on.road, on.way), (0, Way::Forth));
        assert!(close(look.pose_on_road(on.advanced(260.0)).unwrap(), 660.0, 500.0, 90.0));
        let back = look.on_road(&scene.named("turned").rect).unwrap();
        assert_eq!(back.way, Way::Back);
        assert!(close(look.pose_on_road(back.advanced(150.0)).unwrap(), 600.0, 450.0, 180.0));
        assert_eq!(look.on_road(&scene.named("across").rect), None);
        assert_eq!(look.on_road(&scene.named("beside").rect), None);
        assert_eq!(look.pose_on_road(on.advanced(5000.0)), None);
    }

    /// BB-ROAD-06, BB-ROAD-07, BB-ROAD-09, BB-WEA-07: mud on unpaved roads only, and not on bridges.
    #[test]
    fn mud_makes_unpaved_roads_rough() {
        let weather = Weather { muddy: true, ..Weather::default() };
        let build = |kind| {
            Table::new()
                .weather(weather)
                .river(&[(0.0, 600.0), (1500.0, 600.0)], 20.0)
                .road(kind, &[(600.0, 0.0), (600.0, 1050.0)], Some(Crossing::Bridge))
                .base("a", Side::Red, "Reg Cv(O)", 600.0, 300.0, 0.0)
                .base("camel", Side::Red, "Irr Cm(O)", 600.0, 200.0, 0.0)
                .base("bridge", Side::Red, "Reg Cv(O)", 600.0, 605.0, 0.0)
                .build()
        };
        let going = |kind, name: &str| {
            let scene = build(kind);
            let base = scene.named(name);
            scene.look().going_on_road(0, &base.rect, &base.troop)
        };
        assert_eq!(going(RoadKind::Unpaved, "a"), Going::Rough);
        assert_eq!(going(RoadKind::Unpaved, "camel"), Going::Difficult);
        assert_eq!(going(RoadKind::Unpaved, "bridge"), Going::Good);
        assert_eq!(going(RoadKind::Paved, "a"), Going::Good);
        assert!(build(RoadKind::Unpaved).look().is_muddy(0));
        assert!(!build(RoadKind::Paved).look().is_muddy(0));
    }

    /// EX-10: BB-RIV-14, BB-RIV-15, BB-RIV-17: bases on the bank line touch the bank with one flank, and
    /// near enough means less than W/4.
    #[test]
    fn banks_are_followed_like_roads() {
        let scene = Table::new().river(&[(0.0, 500.0), (700.0, 500.0), (1500.0, 700.0)], 40.0).build();
        let look = scene.look();
        for hand in Hand::BOTH {
            let line = look.bank_line(0, hand).unwrap();
            let pose = pose_on_line(&line, 300.0, Way::Forth).unwrap();
            assert!(close(pose, 300.0, 500.0 - hand.sign() * 40.0, 90.0));
            let rect = Rect::new(pose, 40.0, 15.0);
            assert!(look.near_bank(&rect, 0));
            assert!(!look.near_bank(&rect.with_pose(pose.shifted(hand.sign() * 10.0)), 0));
            assert!(look.near_bank(&rect.with_pose(pose.shifted(hand.sign() * 9.9)), 0));
            let beyond = pose_on_line(&line, 1000.0, Way::Forth).unwrap();
            assert!(look.near_bank(&Rect::new(beyond, 40.0, 15.0), 0));
        }
        assert!(look.bank_line(9, Hand::Left).is_none());
    }
}
