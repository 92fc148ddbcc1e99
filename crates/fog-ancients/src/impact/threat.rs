//! Threatened flanks (FA-THR-03): whether a group could charge the flank or rear of another.

use super::declare::{Search, sample};
use super::pace::Pace;
use crate::ids::GroupId;
use crate::rules::Look;

impl Look<'_> {
    /// FA-THR-03, AMB-67: this enemy, where it stands, has a charge path of its normal move that takes the group in flank
    /// or rear. The paths are those of the fixed sample.
    pub fn could_charge_flank(&self, enemy: GroupId, group: GroupId) -> bool {
        if !self.may_charge(enemy) || !self.is_on_flank(enemy, group) {
            return false;
        }
        let reach = Pace::charge(*self, enemy, 0.0).most() + self.rules.tolerance.length;
        self.is_within(enemy, group, reach)
            && Search::of(*self, enemy).takes_in_flank(&sample(*self, enemy), group)
    }
}
