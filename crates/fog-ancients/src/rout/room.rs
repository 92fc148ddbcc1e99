//! Room to stand: what a body overlaps, how far it must go to be clear of others, friends who make room.

use crate::event::{MoveWhy, Moved};
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::movement::Passage;
use crate::movement::way::Obstacle;
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::{Facing, Rect, Vec2, overlaps, sweep};

impl Look<'_> {
    /// Nothing lies under the body: no group but these, no camp that is closed to it, no forbidden ground, all of it
    /// on the table.
    pub fn has_room(&self, body: &Body, who: GroupSet, closed: impl Fn(Side) -> bool) -> bool {
        let heed = |by: Obstacle| match by {
            Obstacle::Camp(side) => closed(side),
            _ => true,
        };
        self.stands_on(body, who, heed).is_none()
    }

    /// The groups that a body overlaps, but for these.
    pub fn overlapped(&self, body: &Body, but: GroupSet) -> GroupSet {
        let t = self.rules.tolerance;
        let around = body.block().circle();
        let covers = |group: &GroupId| {
            let near = self.state.rects_of(*group).filter(|rect| around.near(&rect.circle(), 0.0));
            let mut near = near;
            near.any(|rect| body.rects().any(|own| overlaps(own, rect, t)))
        };
        self.state.on_table().filter(|group| !but.contains(*group)).filter(covers).collect()
    }

    /// FA-INT-11: whoever stands between where the bases of a body are and where they are put, beyond friends, is one whom
    /// it may pass.
    pub fn is_clear_between(
        &self,
        from: &Body,
        to: &Body,
        mover: GroupId,
        passes: impl Fn(GroupId) -> bool,
    ) -> bool {
        let t = self.rules.tolerance;
        let others: Vec<GroupId> =
            self.state.on_table().filter(|other| *other != mover && !passes(*other)).collect();
        let free = |base: &(BaseId, Rect)| {
            let Some((_, end)) = to.bases.iter().find(|(other, _)| *other == base.0) else { return true };
            let way = end.pose.at - base.1.pose.at;
            let length = way.length();
            let meets =
                |rect: &Rect| sweep(&base.1, way / length, length - 2.0 * t.length, rect, t).is_some();
            length <= 4.0 * t.length || !others.iter().any(|other| self.state.rects_of(*other).any(meets))
        };
        from.bases.iter().all(free)
    }

    /// FA-INT-03 to FA-INT-05: friends whom this group may pass, whichever way.
    pub fn lets_pass(&self, mover: GroupId, friend: GroupId) -> bool {
        self.state.group(mover).side == self.state.group(friend).side
            && !matches!(self.passage(mover, friend), Passage::No)
    }

    /// How much further along this direction a body must go so that all of it lies beyond these groups.
    pub fn beyond(&self, body: &Body, along: Vec2, groups: GroupSet) -> f64 {
        let rear = extent(body.rects(), along).0;
        let far = groups.iter().map(|group| extent(self.state.rects_of(group), along).1);
        (far.fold(rear, f64::max) - rear).max(0.0)
    }

    /// FA-INT-10, FA-BURST-03, FA-BURST-04: friends who stand where this body now is are shifted in this direction as
    /// far as needed, and others behind them. None if enemy, other groups that cannot move, closed ground or the table
    /// edge leave no room (FA-INT-11, FA-BURST-05, FA-EDGE-05).
    pub fn make_room(&self, placed: &Body, mover: GroupId, along: Facing) -> Option<Vec<Moved>> {
        let side = self.state.group(mover).side;
        let mut settled = vec![(mover, placed.clone())];
        let mut at = 0;
        while at < settled.len() {
            let known: GroupSet = settled.iter().map(|one| one.0).collect();
            let pusher = settled[at].1.clone();
            for pushed in self.overlapped(&pusher, known).iter() {
                let group = self.state.group(pushed);
                if group.side != side || self.state.committed(pushed) {
                    return None;
                }
                let body = Body::of(self.state, pushed);
                let by = clear_by(self, &body, &settled, along.vector());
                let body = body.translated(along.vector() * by);
                let known = known.union(GroupSet::one(pushed));
                if !self.has_room(&body, self.all_of(side).union(known), |_| true) {
                    return None;
                }
                settled.push((pushed, body));
            }
            at += 1;
        }
        let shifted = settled.into_iter().skip(1).map(|(group, body)| self.made_room(group, &body));
        Some(shifted.collect())
    }

    fn all_of(&self, side: Side) -> GroupSet {
        self.state.on_table_of(side).collect()
    }

    fn made_room(&self, group: GroupId, body: &Body) -> Moved {
        let shape = self.state.group(group).shape;
        let places = body.places();
        let facing = self.state.group(group).facing;
        Moved { group, why: MoveWhy::MadeRoom, way: Vec::new(), places, facing, shape }
    }
}

/// How far a body must go along a direction to be clear of all of these.
fn clear_by(look: &Look<'_>, body: &Body, settled: &[(GroupId, Body)], along: Vec2) -> f64 {
    let t = look.rules.tolerance;
    let rear = extent(body.rects(), along).0;
    let mut by: f64 = 0.0;
    // Clear of one it may stand on another whom it was clear of before.
    loop {
        let now = body.translated(along * by);
        let meets = |other: &&(GroupId, Body)| {
            other.1.rects().any(|rect| now.rects().any(|own| overlaps(own, rect, t)))
        };
        let met = settled.iter().filter(meets);
        let far = met.map(|other| extent(other.1.rects(), along).1 - rear).fold(by, f64::max);
        if far <= by {
            return by;
        }
        by = far;
    }
}

/// FA-EV-20: the greatest way up to `whole` mm at whose end it `fits`: found by sixteenths, then ever more closely. None
/// if it fits nowhere.
pub fn farthest(whole: f64, fits: impl Fn(f64) -> bool) -> Option<f64> {
    if fits(whole) {
        return Some(whole);
    }
    let at = |part: u8| whole * f64::from(part) / 16.0;
    let part = (0..16).rev().find(|part| fits(at(*part)))?;
    let (mut free, mut taken) = (at(part), at(part + 1));
    for _ in 0..12 {
        let middle = 0.5 * (free + taken);
        if fits(middle) { free = middle } else { taken = middle }
    }
    Some(free)
}

/// The nearest and the farthest point of some rectangles in a direction.
pub fn extent<'a>(rects: impl Iterator<Item = &'a Rect>, along: Vec2) -> (f64, f64) {
    let corners = rects.flat_map(|rect| rect.corners()).map(|corner| corner.dot(along));
    corners.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
}
