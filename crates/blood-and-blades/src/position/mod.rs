//! Where bases stand to each other: nearness, contact, groups, packs and columns (20.3, 42, 60.1).
//!
//! All of it is derived from poses whenever it is asked for; nothing is stored.

mod contact;
pub mod facing;
mod group;

pub use contact::{Frontal, frontal_in};

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_game::Side;
use aelian_geometry::Rect;

impl<'a> Look<'a> {
    /// Bases open on the table whose circle comes within `reach` of that of `rect`: the broad phase.
    pub fn near(&self, rect: &Rect, reach: f64) -> impl Iterator<Item = BaseId> + use<'a> {
        // BB-BASE-12: no base is deeper than it is wide, so that one circle serves for all of them.
        let largest = self.rules.width * core::f64::consts::FRAC_1_SQRT_2;
        let (centre, limit) = (rect.centre(), rect.radius() + reach + largest);
        let limit = limit * limit;
        let state = self.state;
        state.on_table().filter(move |id| (state.rect(*id).centre() - centre).length_squared() <= limit)
    }

    /// Friends of `side` near a rectangle.
    pub fn friends_near(
        &self,
        side: Side,
        rect: &Rect,
        reach: f64,
    ) -> impl Iterator<Item = BaseId> + use<'a> {
        let state = self.state;
        self.near(rect, reach).filter(move |id| state.base(*id).side == side)
    }

    /// Enemies of `side` near a rectangle.
    pub fn enemies_near(
        &self,
        side: Side,
        rect: &Rect,
        reach: f64,
    ) -> impl Iterator<Item = BaseId> + use<'a> {
        self.friends_near(side.other(), rect, reach)
    }

    /// Bases, other than those in `but`, that a rectangle would overlap if it stood there (BB-GEO-02).
    pub fn overlapped(&self, rect: &Rect, but: BaseSet) -> impl Iterator<Item = BaseId> + use<'a> {
        let (state, tolerance, rect) = (self.state, self.rules.tolerance, *rect);
        self.near(&rect, 0.0)
            .filter(move |id| !but.contains(*id))
            .filter(move |id| aelian_geometry::overlaps(&rect, state.rect(*id), tolerance))
    }

    /// BB-GEO-08: smallest distance between two bases.
    pub fn distance(&self, a: BaseId, b: BaseId) -> f64 {
        aelian_geometry::distance(self.state.rect(a), self.state.rect(b))
    }
}
