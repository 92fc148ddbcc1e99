//! Overlap, support, flank and rear attack (60.4 to 60.8).

use crate::baseset::BaseId;
use crate::rules::Look;

impl Look<'_> {
    /// BB-CC-48, BB-CC-49, BB-CC-56.
    pub fn is_flank_attacked(&self, _base: BaseId) -> bool {
        false
    }

    /// BB-CC-53, BB-CC-54, BB-CC-56.
    pub fn is_rear_attacked(&self, _base: BaseId) -> bool {
        false
    }

    /// BB-CC-40, BB-CC-41: whether the base overlaps an enemy that is in close combat.
    pub fn is_overlap(&self, _base: BaseId) -> bool {
        false
    }

    /// BB-CC-36: whether the base supports, from the rear, a friend in close combat.
    pub fn is_support(&self, _base: BaseId) -> bool {
        false
    }
}
