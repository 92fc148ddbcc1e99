//! What a base meets on its way back (70.1): other bases, the ground, the table edges; and whom it may pass
//! through.

use super::bent;
use crate::baseset::{BaseId, BaseSet};
use crate::field::TableEdge;
use crate::ground::Going;
use crate::movement::motion::Motion;
use crate::movement::pass::Passing;
use crate::movement::sweep;
use crate::rules::Look;
use aelian_geometry::{Edge, Feature, Pose, Rect, Vec2, contacts};

/// Something in the way of a base, and how far off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Obstacle {
    pub at: f64,
    pub what: What,
    /// The base that meets it.
    pub by: BaseId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// BB-REC-04 (e): ground that cannot be entered.
    Impassable,
    /// BB-REC-04 (a), BB-REC-08: a river that cannot be entered in this direction.
    River,
    /// BB-REC-04 (f), BB-REC-02.
    Edge(TableEdge),
    Base(BaseId),
}

impl Look<'_> {
    /// BB-REC-05: what a base meets first within `length` going straight along `back`; bases in `but` are
    /// not there.
    pub(super) fn met_behind(&self, id: BaseId, back: Vec2, length: f64, but: BaseSet) -> Option<Obstacle> {
        let base = self.base_behind(id, back, length, but);
        let ground = self.ground_behind(id, back, length);
        match (base, ground) {
            (Some(base), Some(ground)) => Some(if ground.at < base.at { ground } else { base }),
            (base, ground) => base.or(ground),
        }
    }

    /// The first base; of several at one distance the one with the lowest id.
    fn base_behind(&self, id: BaseId, back: Vec2, length: f64, but: BaseSet) -> Option<Obstacle> {
        let (rect, side) = (self.state.rect(id), self.state.base(id).side);
        let mut first: Option<Obstacle> = None;
        for other in self.near(rect, length).filter(|other| *other != id && !but.contains(*other)) {
            let enemy = self.state.base(other).side != side;
            if let Some(at) = self.met_going_back(rect, back, length, other, enemy)
                && first.is_none_or(|found| at < found.at)
            {
                first = Some(Obstacle { at, what: What::Base(other), by: id });
            }
        }
        first
    }

    /// BB-REC-04 (b) and (c): an enemy is met where it is in the way, and also where the base would slide
    /// along the front edge of one that it did not touch before.
    fn met_going_back(
        &self,
        rect: &Rect,
        back: Vec2,
        length: f64,
        other: BaseId,
        enemy: bool,
    ) -> Option<f64> {
        let (theirs, tolerance) = (self.state.rect(other), self.rules.tolerance);
        let blocked = aelian_geometry::sweep(rect, back, length, theirs, tolerance);
        if blocked.is_some() || !enemy {
            return blocked;
        }
        let leaning = theirs.with_pose(theirs.pose.advanced(2.0 * tolerance.length));
        let at = aelian_geometry::sweep(rect, back, length, &leaning, tolerance)?;
        let touched = contacts(rect, theirs, tolerance).theirs(Feature::Edge(Edge::Front));
        (!touched).then_some(at)
    }

    /// BB-REC-04 (a), (e) and (f), BB-REC-02: the ground or the table edge met first. An edge also counts
    /// where the base would cross it in the last moment, because it may not cross it at all.
    fn ground_behind(&self, id: BaseId, back: Vec2, length: f64) -> Option<Obstacle> {
        let whole = length + self.rules.tolerance.length;
        let block = self.ground_in_way(&[(id, *self.state.rect(id))], Motion::Go(back * whole))?;
        let what = match block.by {
            sweep::Obstacle::Base(base) => What::Base(base),
            sweep::Obstacle::Edge(edge) => What::Edge(edge),
            sweep::Obstacle::Impassable => What::Impassable,
            sweep::Obstacle::River => What::River,
        };
        let at = block.part * whole;
        (at < length || matches!(what, What::Edge(_))).then_some(Obstacle { at, what, by: id })
    }

    /// BB-REC-13: whether a recoiling base may by its type and direction pass through this friend; `clear`
    /// is how far it would have to go to be beyond it.
    pub(super) fn may_recoil_through(&self, id: BaseId, friend: BaseId, clear: f64) -> bool {
        let base = self.state.base(id);
        let facing = base.rect.pose.facing;
        let allowed = |good| self.may_pass(id, facing, friend, Passing::Recoiling, good).is_some();
        allowed(false) || (allowed(true) && self.good_way_back(id, clear))
    }

    /// BB-PASS-03: whether the whole move is in GGo.
    fn good_way_back(&self, id: BaseId, length: f64) -> bool {
        let base = self.state.base(id);
        let way = Rect::new(base.rect.pose, base.rect.width, base.rect.depth + length);
        self.going_under(&way, &base.troop) == Going::Good
    }

    /// BB-COL-12, BB-GEO-09: whether two bases have the same direction for a recoil. All bases of a bent
    /// column count as having the same.
    pub(super) fn same_way(&self, a: BaseId, b: BaseId) -> bool {
        let facing = |id: BaseId| self.state.rect(id).pose.facing;
        facing(a).same(facing(b), self.rules.tolerance) || bent::in_one_column(*self, a, b)
    }
}

/// The direction in which a base goes back.
pub(super) fn back_of(look: Look<'_>, base: BaseId) -> Vec2 {
    look.state.rect(base).pose.facing.reversed().vector()
}

/// BB-REC-12, BB-PASS-11: how far a rectangle has to go along a unit vector to stand just beyond another that it
/// overlaps on the way.
pub(super) fn clear_of(look: Look<'_>, rect: &Rect, along: Vec2, other: &Rect) -> f64 {
    let nearest = rect.corners().iter().map(|corner| corner.dot(along)).fold(f64::MAX, f64::min);
    let furthest = other.corners().iter().map(|corner| corner.dot(along)).fold(f64::MIN, f64::max);
    let beyond = (furthest - nearest).max(0.0);
    let there = rect.with_pose(Pose { at: rect.pose.at + along * beyond, ..rect.pose });
    // Where the other stands askew or aside, the rectangle is clear of it earlier than behind all of it.
    let slack = aelian_geometry::sweep(&there, -along, beyond, other, look.rules.tolerance).unwrap_or(0.0);
    beyond - slack
}
