//! What ground does to troops (20.3 to 20.6): levels, disorder, hills, rivers, sight.

use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Cohesion;
use crate::tables::Disorder;

impl Look<'_> {
    /// FA-ALG-08, FA-DIS-01 to FA-DIS-03: the worst disorder of a base: terrain, elephants and camels, partial
    /// interpenetration.
    pub fn disorder(&self, _base: BaseId) -> Disorder {
        Disorder::None
    }

    /// FA-DIS-05: the worst disorder of any base of a group.
    pub fn worst_disorder(&self, group: GroupId) -> Disorder {
        self.state.bases_of(group).map(|base| self.disorder(base)).max().unwrap_or_default()
    }

    /// FA-IPOA-21: its group is STEADY and the base itself in no disorder.
    pub fn is_steady(&self, base: BaseId) -> bool {
        self.state.group(self.state.base(base).group).cohesion == Cohesion::Steady
            && self.disorder(base) == Disorder::None
    }
}
