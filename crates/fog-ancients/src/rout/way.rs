//! What a body meets on a straight way: friends to pass or not, enemy, camps, the table edge.

use super::flight::Kind;
use crate::field::TableEdge;
use crate::formation::Body;
use crate::ids::GroupId;
use crate::movement::passage::Passage;
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::{Circle, Facing, Rect, Vec2, overlaps, penetration, sweep};

/// Something that a run meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// FA-BURST-01: a friend that it cannot interpenetrate.
    Friend(GroupId),
    /// FA-EV-14: a friend that it may interpenetrate.
    Passed(GroupId),
    Enemy(GroupId),
    Camp(Side),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met {
    pub thing: Thing,
    /// How far it can go before it touches, in mm.
    pub at: f64,
}

/// The eyes of one group that runs.
#[derive(Clone, Copy, Debug)]
pub struct Way<'a> {
    pub look: Look<'a>,
    pub group: GroupId,
    /// None for pursuers: they pass through nobody.
    pub kind: Option<Kind>,
}

impl Way<'_> {
    /// Groups and camps met on a straight way, each once, the nearest first. Those brushed at the start (a wheel swings
    /// a corner out) and left behind on the way are not met.
    pub fn meets(&self, body: &Body, along: Vec2, length: f64) -> Vec<Met> {
        let mut found = Vec::new();
        let side = self.look.state.group(self.group).side;
        let path = Path::new(body, along, length);
        for other in self.look.state.on_table() {
            if other == self.group || !path.near_circle(&self.look.circle(other)) {
                continue;
            }
            let touch = |rect| self.touch(body, &path, rect);
            let at = self.look.state.rects_of(other).filter_map(touch).fold(f64::INFINITY, f64::min);
            if at.is_finite() {
                let thing = match self.look.state.group(other).side == side {
                    true if self.may_pass(other, body.facing) => Thing::Passed(other),
                    true => Thing::Friend(other),
                    false => Thing::Enemy(other),
                };
                found.push(Met { thing, at });
            }
        }
        for camp_side in Side::BOTH {
            let at = self.closed_camp(camp_side).and_then(|camp| self.touch(body, &path, &camp));
            found.extend(at.map(|at| Met { thing: Thing::Camp(camp_side), at }));
        }
        found.sort_by(|one, other| one.at.total_cmp(&other.at));
        found
    }

    /// FA-ROUT-07, AMB-53: the camp of this side if it stands in the way of this group; routers run through their own
    /// unless it is fortified.
    pub fn closed_camp(&self, side: Side) -> Option<Rect> {
        let own = self.look.state.group(self.group).side == side;
        let fortified = self.look.state.camps[side.index()].as_ref().is_some_and(|camp| camp.fortified);
        let open = own && !fortified && self.kind == Some(Kind::Rout);
        self.look.standing_camp(side).filter(|_| !open)
    }

    fn touch(&self, body: &Body, path: &Path, rect: &Rect) -> Option<f64> {
        if !path.near(rect) {
            return None;
        }
        let t = self.look.rules.tolerance;
        let brushed = self.look.rules.width * 0.25;
        let mut least: Option<f64> = None;
        for base in body.rects() {
            let Some(at) = sweep(base, path.along, path.length, rect, t) else { continue };
            if at <= 0.0 {
                let ended = base.with_pose(base.pose.translated(path.along * path.length));
                let lies_in = penetration(base, rect) > t.length && !overlaps(&ended, rect, t);
                if lies_in && path.deepest(base, rect) < brushed {
                    continue;
                }
            }
            least = Some(least.map_or(at, |least| least.min(at)));
        }
        least
    }

    /// FA-INT-03 to FA-INT-05: this group may pass through that friend in this direction.
    pub fn may_pass(&self, friend: GroupId, heading: Facing) -> bool {
        let standing = self.look.state.group(friend).facing;
        let t = self.look.rules.tolerance;
        self.kind.is_some()
            && match self.look.passage(self.group, friend) {
                Passage::Free => true,
                Passage::Square => heading.same(standing, t) || heading.opposite(standing, t),
                Passage::No => false,
            }
    }

    /// FA-EDGE-01: how far a body goes before a part of it crosses an edge of the table, and which.
    pub fn edge_ahead(&self, body: &Body, along: Vec2) -> Option<(f64, TableEdge)> {
        let mut first: Option<(f64, TableEdge)> = None;
        for edge in TableEdge::ALL {
            let rate = along.dot(edge.outward().vector());
            if rate <= 1e-9 {
                continue;
            }
            let corners = body.rects().flat_map(|rect| rect.corners());
            let inside = corners.map(|corner| self.look.state.field.inside(edge, corner));
            let at = inside.fold(f64::INFINITY, f64::min).max(0.0) / rate;
            if first.is_none_or(|(least, _)| at < least) {
                first = Some((at, edge));
            }
        }
        first
    }
}

/// A straight way with a circle about the body, to leave out what is far.
struct Path {
    along: Vec2,
    length: f64,
    centre: Vec2,
    radius: f64,
}

impl Path {
    fn new(body: &Body, along: Vec2, length: f64) -> Path {
        let block = body.block();
        Path { along, length, centre: block.centre(), radius: block.radius() }
    }

    /// How deep a base lies in another where this way leads deepest into it: first the depth grows, then it falls.
    fn deepest(&self, base: &Rect, other: &Rect) -> f64 {
        let depth = |at: f64| penetration(&base.with_pose(base.pose.translated(self.along * at)), other);
        let (mut low, mut high) = (0.0, self.length);
        for _ in 0..24 {
            let third = (high - low) / 3.0;
            if depth(low + third) > depth(high - third) { high -= third } else { low += third }
        }
        depth(low).max(depth(0.0))
    }

    fn near(&self, rect: &Rect) -> bool {
        self.near_circle(&rect.circle())
    }

    fn near_circle(&self, circle: &Circle) -> bool {
        let to = circle.centre - self.centre;
        let walked = to.dot(self.along).clamp(0.0, self.length.max(0.0));
        let reach = self.radius + circle.radius + 1.0;
        (to - self.along * walked).length_squared() <= reach * reach
    }
}
