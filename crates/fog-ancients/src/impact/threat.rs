//! Threatened flanks (FA-THR-03): whether a group could charge the flank or rear of another.

use super::fan::fan;
use super::pace::Pace;
use super::paths::straight;
use super::search::Search;
use crate::ids::GroupId;
use crate::rules::Look;

impl Look<'_> {
    /// FA-THR-03, AMB-67: this enemy, where it stands, has a charge path of its normal move that takes the group in flank
    /// or rear: straight ahead, with a file dropped back, or by a wheel of the fan.
    pub fn could_charge_flank(&self, enemy: GroupId, group: GroupId) -> bool {
        if !self.may_charge(enemy) || !self.is_on_flank(enemy, group) {
            return false;
        }
        let reach = Pace::charge(*self, enemy, 0.0).most() + self.rules.tolerance.length;
        if !self.is_within(enemy, group, reach) {
            return false;
        }
        let search = Search::of(*self, enemy);
        search.takes_in_flank(straight(*self, enemy), group)
            || search.takes_in_flank(fan(*self, enemy, self.block(group)), group)
    }
}
