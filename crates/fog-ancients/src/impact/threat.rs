//! Threatened flanks (FA-THR-03): whether a group could charge the flank or rear of another.

use super::choice::ChargePath;
use super::declare::{Search, straight};
use super::fan::fan;
use crate::ids::GroupId;
use crate::rules::Look;

impl Look<'_> {
    /// FA-THR-03, AMB-67: this enemy, where it stands, has a charge path of its normal move that takes the group in flank
    /// or rear: straight ahead, with a file dropped back, or by a wheel of the fan.
    pub fn could_charge_flank(&self, enemy: GroupId, group: GroupId) -> bool {
        if !self.may_charge(enemy) || !self.is_on_flank(enemy, group) {
            return false;
        }
        let search = Search::of(*self, enemy);
        if self.distance(enemy, group) > search.pace.most() + self.rules.tolerance.length {
            return false;
        }
        let takes = |path: &ChargePath| {
            let found = search.outlook(path);
            found.is_some_and(|found| found.is_contact() && found.flanks.contains(group))
        };
        straight(*self, enemy).iter().any(takes)
            || fan(*self, enemy, self.block(group)).any(|path| takes(&path))
    }
}
