//! Going (30.1, 30.2): good, rough, difficult or impassable, as each troop type sees it.

use crate::rules::Look;
use crate::troop::Troop;
use aelian_geometry::{Rect, Vec2};
use serde::{Deserialize, Serialize};

/// BB-TER-03: from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Going {
    #[default]
    Good,
    Rough,
    Difficult,
    Impassable,
}

/// A place on a straight path where the ground under a base gets worse than it was so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoingChange {
    /// Distance along the path, in mm.
    pub at: f64,
    pub going: Going,
}

impl Look<'_> {
    /// BB-GEO-11, BB-TER-13, BB-TER-14, BB-TER-35: the worst going under a rectangle, even partially.
    pub fn going_under(&self, _rect: &Rect, _troop: &Troop) -> Going {
        Going::Good
    }

    /// BB-MOVE-10, BB-ALG-05: where the going gets worse on a straight path, in order of distance.
    pub fn going_along(
        &self,
        _rect: &Rect,
        _along: Vec2,
        _length: f64,
        _troop: &Troop,
        _out: &mut Vec<GoingChange>,
    ) {
    }
}
