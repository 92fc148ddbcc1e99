//! Who shoots and who is shot at (60.1, 60.3, 60.7).

use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::Deed;
use crate::troop::{Capability, Troop};

impl Look<'_> {
    /// FA-SHOOT-01, FA-SHOOT-05, FA-SHOOT-12, FA-SHOOT-13, FA-SHOOT-14, FA-JPUR-25: a group of which some may shoot.
    pub fn may_shoot(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        group.on_table()
            && !group.is_broken()
            && group.has_any(|troop| troop.shoots_with().is_some())
            && ![Deed::MovedInImpact, Deed::PassedFar].iter().any(|deed| group.deeds.has(*deed))
            && !self.is_after_routers(id)
    }

    /// FA-SHOOT-05, FA-SHOOT-34, FA-SHOOT-35, FA-CAMP-12, FA-LOOT-04: a group at which one may shoot.
    pub fn may_be_shot_at(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        group.on_table()
            && !group.is_broken()
            && !group.deeds.has(Deed::Looting)
            && !self.is_after_routers(id)
    }

    /// FA-SHOOT-34: it pursues routers and touches them.
    pub(super) fn is_after_routers(&self, id: GroupId) -> bool {
        let mut pursuits = self.state.pursuits.iter().filter(|pursuit| pursuit.pursuer == id);
        self.state.did(id, Deed::Pursuing) || pursuits.any(|pursuit| self.touch(id, pursuit.quarry))
    }

    /// FA-SHOOT-01, FA-SHOOT-10, FA-SHOOT-11: the weapon with which a base could shoot in this phase.
    pub(super) fn weapon_in_hand(&self, base: BaseId) -> Option<Capability> {
        let weapon = self.state.troop(base).shoots_with()?;
        let group = self.state.base(base).group;
        let unready = weapon == Capability::LightArtillery && self.state.did(group, Deed::MovedInManoeuvre);
        (!unready).then_some(weapon)
    }
}

/// FA-CTM-07, FA-SOUT-02, AMB-58: artillery on its own or on battle wagons.
pub fn is_artillery(troop: &Troop) -> bool {
    troop
        .shoots_with()
        .is_some_and(|weapon| matches!(weapon, Capability::LightArtillery | Capability::HeavyArtillery))
}
