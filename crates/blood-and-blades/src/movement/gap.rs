//! Gaps (46.2).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::Rect;

impl Look<'_> {
    /// BB-GAP-01, BB-GAP-04, BB-GAP-09: the two bases, neither in `but`, that form a gap in which the
    /// rectangle stands, if there are such.
    pub fn gap_at(&self, _rect: &Rect, _but: BaseSet) -> Option<(BaseId, BaseId)> {
        None
    }
}
