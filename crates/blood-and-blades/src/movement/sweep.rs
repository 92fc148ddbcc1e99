//! Sweeping a body along a motion (BB-ALG-02, BB-ALG-03): how far it gets and what it meets.

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Rect, Vec2, sweep};

/// What a moving rectangle meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Distance along the path in mm.
    pub at: f64,
    pub base: BaseId,
}

impl Look<'_> {
    /// BB-ALG-02: the first base, not in `but`, that a rectangle meets going straight `along` (a unit
    /// vector) for `length`; of several at the same distance the one with the lowest id.
    pub fn first_met(&self, rect: &Rect, along: Vec2, length: f64, but: BaseSet) -> Option<Meeting> {
        self.near(rect, length)
            .filter(|id| !but.contains(*id))
            .filter_map(|id| {
                sweep(rect, along, length, self.state.rect(id), self.rules.tolerance)
                    .map(|at| Meeting { at, base: id })
            })
            .min_by(|a, b| a.at.total_cmp(&b.at))
    }
}
