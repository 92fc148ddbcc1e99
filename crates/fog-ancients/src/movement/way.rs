//! What stands in the way of a body that goes straight ahead or wheels (FA-ALG-10, FA-ALG-12, FA-WHEEL-06).

use super::allowance::{Motion, Speed};
use super::patch::Ground;
use crate::field::TableEdge;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::{Circle, Facing, Hand, Pose, Rect, Tolerance, Vec2, sweep, sweep_rotation};

/// Something that a mover meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    Edge(TableEdge),
    /// FA-TER-05, FA-MOVE-08: ground that the mover may not enter.
    Ground(Ground),
    /// A battle group of either side, broken or not.
    Group(GroupId),
    Camp(Side),
}

/// Where a mover meets something: after so many mm straight ahead, or so many radians of a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    pub at: f64,
    pub by: Obstacle,
}

impl Look<'_> {
    /// The first obstacle on the way straight ahead, of those that are to be heeded.
    pub fn way_ahead(
        &self,
        body: &Body,
        who: GroupSet,
        length: f64,
        heed: impl Fn(Obstacle) -> bool,
    ) -> Option<Stop> {
        self.first_stop(body, who, Motion::Straight { along: body.facing.vector(), length }, heed)
    }

    /// The first obstacle in a wheel about the front corner of this hand, by so many radians; `at` is the angle.
    pub fn way_round(
        &self,
        body: &Body,
        who: GroupSet,
        (hand, angle): (Hand, f64),
        heed: impl Fn(Obstacle) -> bool,
    ) -> Option<Stop> {
        let turn = Motion::Turn { centre: body.front_corner(hand), angle: angle * hand.sign() };
        self.first_stop(body, who, turn, heed)
    }

    /// The first obstacle in any part of a move.
    pub fn first_stop(
        &self,
        body: &Body,
        who: GroupSet,
        motion: Motion,
        heed: impl Fn(Obstacle) -> bool,
    ) -> Option<Stop> {
        let mut first: Option<Stop> = None;
        self.each_stop(body, who, motion, &heed, |stop| {
            if first.is_none_or(|known| stop.at < known.at) {
                first = Some(stop);
            }
        });
        first
    }

    /// Everything that is to be heeded and that a body meets in a part of its move, each with where it meets it first,
    /// in no order.
    pub fn each_stop(
        &self,
        body: &Body,
        who: GroupSet,
        motion: Motion,
        heed: impl Fn(Obstacle) -> bool,
        mut found: impl FnMut(Stop),
    ) {
        let block = body.block();
        let swept = swept_circle(&block, motion);
        self.each_thing(body, who, motion, (&block, &swept), &heed, &mut found);
        let mut heeded = |stop: Stop| {
            if heed(stop.by) {
                found(stop);
            }
        };
        self.each_ground(body, who, motion, &mut heeded);
        self.each_edge(body, motion, &swept, &mut heeded);
    }

    /// All that a body meets in a part of its move but for ground.
    pub fn each_stop_but_ground(
        &self,
        body: &Body,
        who: GroupSet,
        motion: Motion,
        mut found: impl FnMut(Stop),
    ) {
        let block = body.block();
        let swept = swept_circle(&block, motion);
        self.each_thing(body, who, motion, (&block, &swept), |_| true, &mut found);
        self.each_edge(body, motion, &swept, &mut found);
    }

    /// Groups and camps.
    fn each_thing(
        &self,
        body: &Body,
        who: GroupSet,
        motion: Motion,
        (block, swept): (&Rect, &Circle),
        heed: impl Fn(Obstacle) -> bool,
        found: &mut impl FnMut(Stop),
    ) {
        let t = self.rules.tolerance;
        let others = self.state.on_table().filter(|group| !who.contains(*group));
        let others = others.filter(|group| swept.near(&self.circle(*group), 0.0));
        for group in others.filter(|group| heed(Obstacle::Group(*group))) {
            let near = |rect: &&Rect| swept.near(&rect.circle(), 0.0) && passes(block, motion, rect, t);
            let met = self.state.rects_of(group).filter(near);
            if let Some(at) = met.filter_map(|rect| meets(body, motion, rect, t)).reduce(f64::min) {
                found(Stop { at, by: Obstacle::Group(group) });
            }
        }
        for side in Side::BOTH {
            let camp = self.standing_camp(side).filter(|camp| swept.near(&camp.circle(), 0.0));
            let camp = camp.filter(|_| heed(Obstacle::Camp(side)));
            if let Some(at) = camp.and_then(|camp| meets(body, motion, &camp, t)) {
                found(Stop { at, by: Obstacle::Camp(side) });
            }
        }
    }

    /// FA-TER-05, FA-MOVE-08.
    fn each_ground(&self, body: &Body, who: GroupSet, motion: Motion, found: &mut impl FnMut(Stop)) {
        if self.state.field.areas.is_empty() && self.state.field.rivers.is_empty() {
            return;
        }
        let speed: Speed = self.speed(who, 0.0);
        let closed = self.entries(body, motion, &speed).into_iter().filter(|entry| entry.pace.is_none());
        for entry in closed {
            if !self.stays_on_road(body, motion) {
                found(Stop { at: entry.at, by: Obstacle::Ground(entry.ground) });
            }
        }
    }

    /// AMB-97: a column may follow a road through anything.
    fn stays_on_road(&self, body: &Body, motion: Motion) -> bool {
        let one_wide = body.block().width < self.rules.width * 1.5;
        !self.state.field.roads.is_empty()
            && one_wide
            && (0..=4).all(|part| self.is_on_road(&moved(body, motion, f64::from(part) * 0.25)))
    }

    /// FA-EDGE-01: the edges as far as the move could reach them.
    fn each_edge(&self, body: &Body, motion: Motion, swept: &Circle, found: &mut impl FnMut(Stop)) {
        let field = &self.state.field;
        for edge in TableEdge::ALL {
            if field.inside(edge, swept.centre) > swept.radius {
                continue;
            }
            let beyond = beyond(field.width, field.depth, edge);
            if let Some(at) = meets(body, motion, &beyond, self.rules.tolerance) {
                found(Stop { at, by: Obstacle::Edge(edge) });
            }
        }
    }

    /// FA-TURN-05, FA-EXP-03: what a body overlaps where it stands in thought, of those that are to be heeded.
    pub fn stands_on(&self, body: &Body, who: GroupSet, heed: impl Fn(Obstacle) -> bool) -> Option<Obstacle> {
        let still = Motion::Straight { along: Vec2::Y, length: 0.0 };
        let t = self.rules.tolerance;
        let mut found = None;
        let around = body.block().circle();
        let overlaps = |rect: &Rect| {
            around.near(&rect.circle(), 0.0)
                && body.rects().any(|mine| aelian_geometry::overlaps(mine, rect, t))
        };
        for group in self.state.on_table().filter(|group| !who.contains(*group)) {
            if around.near(&self.circle(group), 0.0)
                && heed(Obstacle::Group(group))
                && self.state.rects_of(group).any(overlaps)
            {
                return Some(Obstacle::Group(group));
            }
        }
        for side in Side::BOTH {
            if heed(Obstacle::Camp(side)) && self.standing_camp(side).is_some_and(|camp| overlaps(&camp)) {
                return Some(Obstacle::Camp(side));
            }
        }
        let speed = self.speed(who, 0.0);
        let closed = |patch: &super::patch::Patch<'_>| {
            speed.pace(patch).is_none() && body.rects().any(|rect| patch.meets(rect, t))
        };
        if let Some(patch) = self.state.field.patches().find(closed)
            && !self.stays_on_road(body, still)
        {
            found = Some(Obstacle::Ground(patch.ground)).filter(|by| heed(*by));
        }
        let edge = body.rects().find_map(|rect| self.state.field.edge_crossed(rect, t.length));
        found.or(edge.map(Obstacle::Edge).filter(|by| heed(*by)))
    }
}

/// The body after so much of a part of its move, from 0 to 1.
pub fn moved(body: &Body, motion: Motion, part: f64) -> Body {
    match motion {
        Motion::Straight { along, length } => body.translated(along * (length * part)),
        Motion::Turn { centre, angle } => body.rotated(centre, angle * part),
    }
}

/// Whether the rectangle about a body could meet another: what it passes no base of the body meets.
fn passes(block: &Rect, motion: Motion, rect: &Rect, t: Tolerance) -> bool {
    let more = 2.0 * t.length;
    match motion {
        Motion::Straight { along, length } => sweep(block, along, length + more, rect, t).is_some(),
        Motion::Turn { centre, angle } => {
            let wider = angle + more / block.width.max(t.length) * angle.signum();
            sweep_rotation(block, centre, wider, rect, t).is_some()
        }
    }
}

/// Where a body first meets a rectangle; an angle is given without its sign.
fn meets(body: &Body, motion: Motion, rect: &Rect, t: Tolerance) -> Option<f64> {
    let first = |mine: &Rect| match motion {
        Motion::Straight { along, length } => sweep(mine, along, length, rect, t),
        Motion::Turn { centre, angle } => sweep_rotation(mine, centre, angle, rect, t).map(f64::abs),
    };
    body.rects().filter_map(first).reduce(f64::min)
}

/// A circle about all that a body in this block covers in a part of its move.
pub fn swept_circle(block: &Rect, motion: Motion) -> Circle {
    match motion {
        Motion::Straight { along, length } => Circle {
            centre: block.centre() + along * (length * 0.5),
            radius: block.radius() + length.abs() * 0.5,
        },
        Motion::Turn { centre, .. } => {
            Circle { centre, radius: (block.centre() - centre).length() + block.radius() }
        }
    }
}

/// The corners of a box about all that a body covers in a part of its move.
pub fn swept_box(body: &Body, motion: Motion) -> (Vec2, Vec2) {
    let (low, high) = body.rough_box();
    match motion {
        Motion::Straight { along, length } => {
            let way = along * length;
            (low + way.min(Vec2::ZERO), high + way.max(Vec2::ZERO))
        }
        Motion::Turn { centre, .. } => {
            let far = Vec2::splat((low - centre).abs().max((high - centre).abs()).length());
            (centre - far, centre + far)
        }
    }
}

/// The ground beyond an edge of the table, as one rectangle.
fn beyond(width: f64, depth: f64, edge: TableEdge) -> Rect {
    let middle = Vec2::new(width * 0.5, depth * 0.5);
    let outward: Facing = edge.outward();
    let half = if edge.is_long() { depth * 0.5 } else { width * 0.5 };
    let reach = width + depth;
    let at = middle + outward.vector() * (half + reach);
    Rect::new(Pose { at, facing: outward }, reach * 3.0, reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::AreaKind;
    use crate::testing::Table;
    use aelian_geometry::degrees;

    fn all(_: Obstacle) -> bool {
        true
    }

    /// FA-ALG-10: the nearest thing ahead, whatever it is; what stands aside does not matter.
    #[test]
    fn the_first_thing_ahead_stops_a_body() {
        let scene = Table::new()
            .area(AreaKind::Impassable, &[(28.0, 26.0), (32.0, 26.0), (32.0, 30.0), (28.0, 30.0)])
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("beside", Side::Red, "HF armoured", (8, 4), (36.4, 20.0), 0.0)
            .group("enemy", Side::Blue, "HF armoured", (8, 4), (31.0, 23.0), 180.0)
            .build();
        let group = scene.group("a");
        let body = Body::of(&scene.state, group);
        let stop = scene.look().way_ahead(&body, GroupSet::one(group), 500.0, all).unwrap();
        assert_eq!((stop.at, stop.by), (75.0, Obstacle::Group(scene.group("enemy"))));
        let not_groups = |by: Obstacle| !matches!(by, Obstacle::Group(_));
        let stop = scene.look().way_ahead(&body, GroupSet::one(group), 500.0, not_groups).unwrap();
        assert_eq!((stop.at, stop.by), (150.0, Obstacle::Ground(Ground::Area(AreaKind::Impassable))));
        let edges = |by: Obstacle| matches!(by, Obstacle::Edge(_));
        let stop = scene.look().way_ahead(&body, GroupSet::one(group), 5000.0, edges).unwrap();
        assert_eq!((stop.at, stop.by), (700.0, Obstacle::Edge(TableEdge::North)));
    }

    /// FA-WHEEL-06: a wheel stops at the angle of first touch: the rear corner swings out on the side that goes forward.
    #[test]
    fn a_wheel_meets_its_neighbour() {
        let scene = Table::new()
            .group("a", Side::Red, "HF armoured", (8, 4), (30.0, 20.0), 0.0)
            .group("beside", Side::Red, "HF armoured", (8, 4), (36.4, 20.0), 0.0)
            .build();
        let group = scene.group("a");
        let body = Body::of(&scene.state, group);
        let who = GroupSet::one(group);
        let left = scene.look().way_round(&body, who, (Hand::Left, degrees(10.0)), all).unwrap();
        assert_eq!(left.by, Obstacle::Group(scene.group("beside")));
        assert!(left.at < degrees(0.1), "{}", left.at);
        let right = scene.look().way_round(&body, who, (Hand::Right, degrees(40.0)), all);
        assert_eq!(right, None);
    }

    /// FA-TURN-05, FA-EDGE-01.
    #[test]
    fn a_formation_needs_room() {
        let scene = Table::new()
            .group("a", Side::Red, "HF armoured", (8, 4), (3.3, 20.0), 0.0)
            .group("behind", Side::Red, "HF armoured", (8, 4), (3.3, 18.7), 0.0)
            .build();
        let who = GroupSet::one(scene.group("a"));
        let body = Body::of(&scene.state, scene.group("a"));
        assert_eq!(scene.look().stands_on(&body, who, all), None);
        let back = scene.look().stands_on(&body.advanced(-10.0), who, all);
        assert_eq!(back, Some(Obstacle::Group(scene.group("behind"))));
        let aside = scene.look().stands_on(&body.shifted(-20.0).advanced(40.0), who, all);
        assert_eq!(aside, Some(Obstacle::Edge(TableEdge::West)));
    }
}
