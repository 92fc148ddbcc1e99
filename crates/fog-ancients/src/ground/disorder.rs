//! Disorder (10.8, 78.1): held base by base, and gone as soon as its cause is.

use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::{Cohesion, Deed};
use crate::tables::Disorder;
use crate::troop::{Troop, TroopType};
use aelian_geometry::distance;

impl Look<'_> {
    /// FA-ALG-08, FA-DIS-01, FA-DIS-02, FA-DIS-03, FA-DIS-07, FA-DIS-16: the worst disorder of a base as it
    /// stands now: by terrain, by elephants and camels, by a passage through friends that is not complete.
    pub fn disorder(&self, base: BaseId) -> Disorder {
        let troop = self.state.troop(base);
        let terrain = self.rules.tables.disorder(troop, self.level_under(troop, self.state.rect(base)));
        let upset = || self.is_partly_through(base) || self.is_upset_by_beasts(base);
        if terrain == Disorder::None && upset() { Disorder::Disordered } else { terrain }
    }

    /// FA-DIS-05, FA-DIS-06, AMB-22: the worst disorder of any base of a group, for its tests.
    pub fn worst_disorder(&self, group: GroupId) -> Disorder {
        self.state.bases_of(group).map(|base| self.disorder(base)).max().unwrap_or_default()
    }

    /// FA-IPOA-21, FA-DIS-08, FA-DIS-09: its group is STEADY and the base itself in no disorder.
    pub fn is_steady(&self, base: BaseId) -> bool {
        self.state.group(self.state.base(base).group).cohesion == Cohesion::Steady
            && self.disorder(base) == Disorder::None
    }

    /// FA-DIS-13: all of a group that has only partly passed through friends.
    fn is_partly_through(&self, base: BaseId) -> bool {
        self.state.did(self.state.base(base).group, Deed::PartlyPassed)
    }

    /// FA-ELC-01, FA-ELC-02, FA-ELC-08, FA-ELC-09, AMB-33, AMB-66: horses less than a base width from elephants or
    /// camelry of either side; camelry only from elephants. Commanders' own mounts frighten nobody (FA-ELC-07, FA-CMD-15).
    fn is_upset_by_beasts(&self, base: BaseId) -> bool {
        let Some(frightens) = frightens(self.state.troop(base)) else { return false };
        let (own, rect) = (self.state.base(base).group, self.state.rect(base));
        let reach = self.rules.width - self.rules.slack;
        let beasts = |id: &GroupId| *id != own && self.state.group(*id).has_any(frightens);
        self.state.on_table().filter(beasts).any(|id| {
            self.state.bases_of(id).any(|beast| {
                let other = self.state.rect(beast);
                frightens(self.state.troop(beast))
                    && rect.circle().near(&other.circle(), reach)
                    && distance(rect, other) < reach
            })
        })
    }
}

/// FA-ELC-01, FA-ELC-02: of which beasts these troops are afraid.
fn frightens(troop: &Troop) -> Option<fn(&Troop) -> bool> {
    use TroopType::*;
    match troop.kind {
        Camelry | LightCamelry => Some(|beast| beast.kind == Elephants),
        Knights | Cataphracts | Cavalry | LightHorse | HeavyChariots | LightChariots | ScythedChariots => {
            Some(|beast| beast.kind == Elephants || beast.kind.is_camelry())
        }
        _ => None,
    }
}
