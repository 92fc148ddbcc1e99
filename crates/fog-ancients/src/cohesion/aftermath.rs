//! What hits may lead to, added up exactly: cohesion, bases, the commander.

use super::chances;
use super::fought::Toll;
use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::Cohesion;
use aelian_dice::Reroll;

/// What may become of a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aftermath {
    /// The chances to be STEADY, DISRUPTED, FRAGMENTED and BROKEN after test and losses.
    pub cohesion: [f64; 4],
    /// The chances to lose 0, 1, 2... bases.
    pub bases: Vec<f64>,
    /// FA-CLOSS-03: the chance that a commander in its front rank is lost.
    pub commander: f64,
}

impl Aftermath {
    /// This toll comes with this chance; the test that it brings costs no level, one or two with these.
    pub fn add(&mut self, look: Look<'_>, group: GroupId, toll: &Toll, levels: [f64; 3], chance: f64) {
        let strength = look.state.strength(group);
        let now = look.state.group(group).cohesion;
        let bases = look.death_roll_after(group, toll).map_or(vec![1.0], |roll| roll.chances());
        for (lost, one) in bases.iter().enumerate() {
            let lost = lost.min(strength);
            chances::add_at(&mut self.bases, lost, chance * one);
            let breaks = lost > 0 && (lost == strength || look.would_autobreak(group, lost));
            for (down, other) in levels.iter().enumerate() {
                let after = if breaks { Cohesion::Broken } else { now.down(down as u8) };
                self.cohesion[after as usize] += chance * one * other;
            }
        }
        self.commander += chance * commander_risk(look, group, toll);
    }

    /// The chance to lose a base or more.
    pub fn any_base(&self) -> f64 {
        self.bases.iter().skip(1).sum()
    }
}

fn commander_risk(look: Look<'_>, group: GroupId, toll: &Toll) -> f64 {
    let risk = look.state.commanders_with(group).find_map(|id| look.commander_risk(id, toll));
    let Some(risk) = risk else { return 0.0 };
    let lost = chances::two_dice(Reroll::None).into_iter().filter(|(sum, _)| *sum >= risk.lost_on);
    lost.map(|(_, chance)| chance).sum()
}
