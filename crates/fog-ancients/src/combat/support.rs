//! Support shooting at impact (68.5).

use super::strike::Strike;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::shooting::poa::Hard;
use crate::state::{Deed, Tie};
use crate::troop::{Capability, TroopType};

/// One base that shoots over those before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Support {
    pub by: BaseId,
    /// FA-SUPP-12: the enemy base that fights the supported file.
    pub on: BaseId,
    pub to_hit: u8,
}

impl Look<'_> {
    /// FA-SUPP-01 to FA-SUPP-12: the support shooters of all strikes of one group.
    pub(super) fn supports(&self, group: GroupId, strikes: &[Strike]) -> Vec<Support> {
        let moved = self.is_charging(group) || self.state.did(group, Deed::MovedInImpact);
        if moved {
            return Vec::new();
        }
        let mine =
            || strikes.iter().filter(|strike| strike.by_group == group && self.may_be_supported(strike));
        // FA-SUPP-03: one rank only; the second if it can.
        for rank in [1, 2] {
            let found: Vec<Support> = mine().filter_map(|strike| self.support(strike, rank)).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// FA-SUPP-02, FA-SUPP-04, FA-SUPP-09: medium or heavy foot that a charger meets, not in flank or rear.
    fn may_be_supported(&self, strike: &Strike) -> bool {
        let kind = self.state.troop(strike.by).kind;
        let bout = self.state.bouts_of(strike.by_group).find(|bout| bout.has(strike.on_group));
        (kind.is_medium_foot() || kind == TroopType::HeavyFoot)
            && self.is_charging(strike.on_group)
            && bout.is_none_or(|bout| bout.tie_of(strike.by_group) != Tie::HitInFlank)
    }

    /// FA-SUPP-01, FA-SUPP-03 to FA-SUPP-05, FA-SUPP-07, FA-SUPP-08.
    fn support(&self, strike: &Strike, rank: u8) -> Option<Support> {
        let by = (0..rank).try_fold(strike.by, |base, _| self.behind(base))?;
        let troop = self.state.troop(by);
        let weapons = [Capability::Longbow, Capability::Crossbow, Capability::Bow, Capability::Firearm];
        let weapon = weapons
            .into_iter()
            .find(|weapon| troop.can(*weapon) && (rank == 1 || *weapon == Capability::Bow))?;
        let allowed = match troop.kind {
            TroopType::LightFoot => self.state.troop(strike.on).is_mounted(),
            kind => kind.is_medium_foot(),
        };
        if !allowed {
            return None;
        }
        let hard = Hard { in_impact_phase: true, ..Hard::default() };
        let poa = self.shooting_poas(by, weapon, strike.on, hard).total();
        Some(Support { by, on: strike.on, to_hit: self.rules.tables.shooting.to_hit(poa) })
    }
}
