//! Recoil, push back and elephants (70.1 to 70.3).

use crate::baseset::BaseId;
use crate::rules::Look;

/// What a recoil would come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoilTest {
    Complete,
    /// BB-REC-04, BB-REC-06: something stops it.
    Incomplete,
    /// BB-TAC-35: only a table edge hinders it.
    TableEdge,
}

impl Look<'_> {
    /// BB-TAC-34: the full recoil of a base, simulated.
    pub fn test_recoil(&self, _base: BaseId) -> RecoilTest {
        RecoilTest::Complete
    }
}
