//! Visibility and line of sight (30.6).

use crate::baseset::BaseId;
use crate::rules::Look;

impl Look<'_> {
    /// BB-VIS-07, BB-ALG-22: whether a base sees another.
    pub fn sees(&self, _viewer: BaseId, _target: BaseId) -> bool {
        true
    }
}
