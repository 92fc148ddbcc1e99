//! Zones of control (46.1).

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;

impl Look<'_> {
    /// BB-ZOC-01 to BB-ZOC-04: the enemy bases that zoc this one where it stands.
    pub fn zoccers(&self, _base: BaseId) -> BaseSet {
        BaseSet::EMPTY
    }
}
