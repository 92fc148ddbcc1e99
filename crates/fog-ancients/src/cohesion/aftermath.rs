//! What hits may lead to, added up exactly: cohesion, bases, the commander.

use super::fought::Toll;
use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::Cohesion;
use aelian_dice::{Distribution, Weight};

/// What may become of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Aftermath {
    /// The chances to be STEADY, DISRUPTED, FRAGMENTED and BROKEN after test and losses.
    pub cohesion: [Weight; 4],
    /// The chances to lose 0, 1, 2... bases.
    pub bases: Vec<Weight>,
    /// FA-CLOSS-03: the chance that a commander in its front rank is lost.
    pub commander: Weight,
}

impl Default for Aftermath {
    fn default() -> Self {
        Aftermath { cohesion: [Weight::ZERO; 4], bases: Vec::new(), commander: Weight::ZERO }
    }
}

impl Aftermath {
    /// This toll comes with this chance; the test that it brings, if any, costs levels with these.
    pub fn add(
        &mut self,
        look: Look<'_>,
        group: GroupId,
        toll: &Toll,
        levels: &Distribution<u8>,
        chance: Weight,
    ) {
        let strength = look.state.strength(group);
        let now = look.state.group(group).cohesion;
        let bases =
            look.death_roll_after(group, toll).map_or_else(|| Distribution::certain(0), |roll| roll.odds());
        for (lost, one) in &bases.outcomes {
            let lost = (*lost).min(strength);
            add_at(&mut self.bases, lost, chance * *one);
            let breaks = lost > 0 && (lost == strength || look.would_autobreak(group, lost));
            for (down, other) in &levels.outcomes {
                let after = if breaks { Cohesion::Broken } else { now.down(*down) };
                self.cohesion[after as usize] += chance * *one * *other;
            }
        }
        let risk = look.state.commanders_with(group).find_map(|id| look.commander_risk(id, toll));
        if let Some(risk) = risk {
            self.commander += chance * risk.odds().weight(&true);
        }
    }

    /// The chance to lose a base or more.
    pub fn any_base(&self) -> f64 {
        self.bases.iter().skip(1).copied().sum::<Weight>().to_f64()
    }
}

/// So much more chance of this number.
fn add_at(list: &mut Vec<Weight>, at: usize, chance: Weight) {
    if list.len() <= at {
        list.resize(at + 1, Weight::ZERO);
    }
    list[at] += chance;
}
