//! What a base meets on a straight way (70.1): other bases, the ground, the table edges; and whom it may
//! pass through while it recoils.

use crate::baseset::{BaseId, BaseSet};
use crate::field::TableEdge;
use crate::ground::Going;
use crate::rules::Look;
use crate::troop::{Grade, Troop, TroopType};
use aelian_geometry::{Contacts, Edge, Feature, Pose, Rect, Vec2, contacts, sweep};

/// Something in the way, and how far off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Obstacle {
    pub at: f64,
    pub what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// BB-REC-04 (a) and (e): water or other ground that cannot be entered so.
    Ground,
    /// BB-REC-04 (f), BB-REC-02.
    Edge(TableEdge),
    Base(BaseId),
}

impl<'a> Look<'a> {
    /// BB-REC-05: the first base, not in `but`, that a rectangle of `id` meets going straight back. Of
    /// several at one distance the one with the lowest id.
    pub(super) fn base_behind(&self, id: BaseId, back: Vec2, length: f64, but: BaseSet) -> Option<Obstacle> {
        let (rect, side) = (self.state.rect(id), self.state.base(id).side);
        let mut first: Option<Obstacle> = None;
        for other in self.near(rect, length).filter(|other| *other != id && !but.contains(*other)) {
            let enemy = self.state.base(other).side != side;
            if let Some(at) = self.meets(rect, back, length, other, enemy)
                && first.is_none_or(|found| at < found.at)
            {
                first = Some(Obstacle { at, what: What::Base(other) });
            }
        }
        first
    }

    /// BB-REC-04 (b) and (c): an enemy is met where it is in the way, and also where the base would slide
    /// along the front edge of one that it did not touch before.
    fn meets(&self, rect: &Rect, back: Vec2, length: f64, other: BaseId, enemy: bool) -> Option<f64> {
        let (theirs, tolerance) = (self.state.rect(other), self.rules.tolerance);
        let blocked = sweep(rect, back, length, theirs, tolerance);
        if blocked.is_some() || !enemy {
            return blocked;
        }
        let leaning = theirs.with_pose(theirs.pose.advanced(2.0 * tolerance.length));
        let at = sweep(rect, back, length, &leaning, tolerance)?;
        (!touches_front_of(&contacts(rect, theirs, tolerance))).then_some(at)
    }

    /// BB-REC-04 (a) and (e), BB-REC-08: how far a base gets on a straight way before ground that it cannot
    /// enter; none if nothing stops it, or if it stands in such ground already.
    pub(super) fn ground_ahead(&self, rect: &Rect, along: Vec2, length: f64, troop: &Troop) -> Option<f64> {
        if self.state.field.areas.is_empty() && self.state.field.rivers.is_empty() {
            return None;
        }
        let mut changes = Vec::new();
        self.going_along(rect, along, length, troop, &mut changes);
        changes.iter().find(|change| change.going == Going::Impassable).map(|change| change.at)
    }

    /// The table edge that a rectangle reaches first on a straight way, and how far off it is. A long edge
    /// counts before a short one at the same distance.
    pub(super) fn edge_ahead(&self, rect: &Rect, along: Vec2, length: f64) -> Option<(f64, TableEdge)> {
        let field = &self.state.field;
        let reach = |edge: TableEdge| {
            let (outward, limit) = match edge {
                TableEdge::South => (Vec2::new(0.0, -1.0), 0.0),
                TableEdge::North => (Vec2::new(0.0, 1.0), field.depth),
                TableEdge::West => (Vec2::new(-1.0, 0.0), 0.0),
                TableEdge::East => (Vec2::new(1.0, 0.0), field.width),
            };
            let rate = along.dot(outward);
            if rate <= 1e-12 {
                return None;
            }
            let furthest = rect.corners().iter().map(|corner| corner.dot(outward)).fold(f64::MIN, f64::max);
            let at = ((limit - furthest) / rate).max(0.0);
            // Less than the tolerance beyond the edge is not off the table.
            (at + self.rules.tolerance.length / rate < length).then_some((at, edge))
        };
        [TableEdge::South, TableEdge::North, TableEdge::West, TableEdge::East]
            .into_iter()
            .filter_map(reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// BB-REC-13, BB-PASS-01, BB-PASS-03, BB-PASS-04, BB-PASS-06: whether a recoiling base may by its type
    /// and direction pass through this friend; `clear` is how far it would have to go to be beyond it.
    pub(super) fn may_recoil_through(&self, id: BaseId, friend: BaseId, clear: f64) -> bool {
        let (base, other) = (self.state.base(id), self.state.base(friend));
        let (mover, passed) = (&base.troop, &other.troop);
        if passed.is(TroopType::Bg) {
            return !mover.is(TroopType::El);
        }
        let (mine, theirs) = (base.rect.pose.facing, other.rect.pose.facing);
        let tolerance = self.rules.tolerance;
        if !mine.same(theirs, tolerance) && !mine.opposite(theirs, tolerance) {
            return false;
        }
        if mover.is(TroopType::Ps) {
            return !is_close_pike(passed);
        }
        mover.kind.is_mounted() && passed.is(TroopType::Ps) && {
            let way = Rect::new(base.rect.pose, base.rect.width, base.rect.depth + clear);
            self.going_under(&way, mover) == Going::Good
        }
    }
}

/// BB-PASS-01: Pk(I) and Pk(X) let nobody through.
fn is_close_pike(troop: &Troop) -> bool {
    troop.is(TroopType::Pk) && matches!(troop.grade, Grade::I | Grade::X)
}

fn touches_front_of(touching: &Contacts) -> bool {
    touching.theirs(Feature::Edge(Edge::Front))
}

/// BB-REC-12: how far a rectangle has to go along a unit vector to stand just beyond another that it
/// overlaps on the way.
pub(super) fn clear_of(rect: &Rect, along: Vec2, other: &Rect, look: &Look<'_>) -> f64 {
    let nearest = rect.corners().iter().map(|corner| corner.dot(along)).fold(f64::MAX, f64::min);
    let furthest = other.corners().iter().map(|corner| corner.dot(along)).fold(f64::MIN, f64::max);
    let beyond = (furthest - nearest).max(0.0);
    let there = rect.with_pose(Pose { at: rect.pose.at + along * beyond, ..rect.pose });
    // Where the other stands askew or aside, the rectangle is clear of it earlier than behind all of it.
    let slack = sweep(&there, -along, beyond, other, look.rules.tolerance).unwrap_or(0.0);
    beyond - slack
}
