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
use aelian_geometry::{Rect, Vec2};

impl<'a> Look<'a> {
    /// Bases open on the table whose circle comes within `reach` of that of `rect`, and perhaps a few more: the
    /// broad phase.
    pub fn near(&self, rect: &Rect, reach: f64) -> impl Iterator<Item = BaseId> + use<'a> {
        let (state, near) = (self.state, self.nearness(rect, reach));
        state.standing(move |base| near(&base.rect))
    }

    /// Friends of `side` near a rectangle.
    pub fn friends_near(
        &self,
        side: Side,
        rect: &Rect,
        reach: f64,
    ) -> impl Iterator<Item = BaseId> + use<'a> {
        let (state, near) = (self.state, self.nearness(rect, reach));
        state.standing(move |base| base.side == side && near(&base.rect))
    }

    /// The circle test. No base is deeper than wide, so its circle is at most that of a square; this spares a root
    /// for every base.
    fn nearness(&self, rect: &Rect, reach: f64) -> impl Fn(&Rect) -> bool + use<> {
        let near = self.nearness_of_centre(rect, reach);
        move |other| near(other.centre())
    }

    /// The same for bases of which only the centre is at hand.
    pub fn nearness_of_centre(&self, rect: &Rect, reach: f64) -> impl Fn(Vec2) -> bool + use<> {
        // Rounded up: half the diagonal of a square of side 1.
        const HALF_DIAGONAL: f64 = core::f64::consts::FRAC_1_SQRT_2 + 1e-6;
        let centre = rect.centre();
        let limit = rect.radius() + reach + self.rules.width * HALF_DIAGONAL;
        move |other| (other - centre).length_squared() <= limit * limit
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
