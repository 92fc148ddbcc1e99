//! Exact odds of a combat: hits, who wins, what the test, the death roll and the commander's risk come to.
//!
//! The dice of a group and the dice against it are different dice, so that the hits it takes and the hits it gives are
//! independent; everything that follows for the group depends on these two numbers alone, and on the hits it gives only
//! by how they compare with those it takes. What a die means is asked of the rules themselves.

use super::choice::Decided;
use super::fight::{Fight, Part};
use crate::cohesion::{Aftermath, Toll, Why};
use crate::ids::{GroupId, GroupSet};
use crate::rolls;
use crate::rules::Look;
use aelian_dice::{Distribution, Weight};
use aelian_game::Side;

/// The odds of one combat.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatOdds {
    /// The hits scored by Red, and by Blue.
    pub hits: [Distribution<u32>; 2],
    pub groups: Vec<GroupOdds>,
}

/// What a combat may come to for one group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOdds {
    pub group: GroupId,
    /// The hits that it receives, and inflicts.
    pub taken: Distribution<u32>,
    pub given: Distribution<u32>,
    /// FA-COMB-04.
    pub wins: Weight,
    pub draws: Weight,
    pub loses: Weight,
    pub after: Aftermath,
}

/// The odds of the combat of these groups, as it would be fought now.
pub fn odds(look: Look<'_>, groups: GroupSet) -> CombatOdds {
    of_fight(look, &look.fight(groups, &Decided::default()))
}

/// The odds of a planned combat.
pub fn of_fight(look: Look<'_>, fight: &Fight) -> CombatOdds {
    let by_side =
        |side: Side| hits_of(fight.parts.iter().filter(|part| look.state.group(part.by).side == side));
    let groups = fight.groups.iter().map(|group| of_group(look, fight, group)).collect();
    CombatOdds { hits: [by_side(Side::Red), by_side(Side::Blue)], groups }
}

/// The hits of all these dice.
fn hits_of<'a>(parts: impl Iterator<Item = &'a Part>) -> Distribution<u32> {
    parts.fold(Distribution::certain(0), |sum, part| {
        let scored = rolls::hits_odds(part.dice, part.to_hit, part.reroll);
        sum.join(&scored, |before, more| before + more)
    })
}

fn of_group(look: Look<'_>, fight: &Fight, group: GroupId) -> GroupOdds {
    let mounted = |part: &&Part| look.state.group(part.by).is_mounted();
    let against = || fight.parts.iter().filter(|part| part.on == group);
    // FA-V31-51 asks whether any hit came from mounted troops.
    let by_foot = hits_of(against().filter(|part| !mounted(part)));
    let by_mounted = hits_of(against().filter(mounted));
    let given = hits_of(fight.parts_of(group));
    let foes = fight.parts.iter().filter_map(|part| part.enemy_of(group)).collect();
    let taken = by_foot.join(&by_mounted, |foot, horse| (foot + horse, *horse > 0));
    let mut odds = GroupOdds {
        group,
        taken: taken.map(|(hits, _)| *hits),
        given,
        wins: Weight::ZERO,
        draws: Weight::ZERO,
        loses: Weight::ZERO,
        after: Aftermath::default(),
    };
    for ((taken, hit_by_mounted), chance) in &taken.outcomes {
        let toll = Toll { taken: *taken, foes, hit_by_mounted: *hit_by_mounted, ..Toll::default() };
        odds.add(look, &toll, *chance);
    }
    odds
}

impl Part {
    fn enemy_of(&self, group: GroupId) -> Option<GroupId> {
        match (self.by == group, self.on == group) {
            (true, _) => Some(self.on),
            (_, true) => Some(self.by),
            _ => None,
        }
    }
}

impl GroupOdds {
    /// So many hits are taken with this chance, whatever is given.
    fn add(&mut self, look: Look<'_>, taken: &Toll, chance: Weight) {
        let by_hits = look.rules.tables.cohesion.modifiers.by_hits;
        // Won, drawn, lost narrowly, and lost by enough for a modifier: what is given matters no further.
        let mut cases: Vec<(i32, Toll, Weight)> = Vec::new();
        for (given, other) in &self.given.outcomes {
            let toll = Toll { given: *given, ..*taken };
            let kind = toll.margin().signum() + i32::from(toll.margin() >= by_hits);
            match cases.iter_mut().find(|(known, _, _)| *known == kind) {
                Some((_, _, sum)) => *sum += *other,
                None => cases.push((kind, toll, *other)),
            }
        }
        for (_, toll, other) in cases {
            self.add_case(look, &toll, chance * other);
        }
    }

    fn add_case(&mut self, look: Look<'_>, toll: &Toll, chance: Weight) {
        match toll.margin().signum() {
            1 => self.loses += chance,
            0 => self.draws += chance,
            _ => self.wins += chance,
        }
        let levels = match toll.lost() {
            true => look.cohesion_test_after(self.group, Why::Beaten, toll).odds(),
            false => Distribution::certain(0),
        };
        self.after.add(look, self.group, toll, &levels, chance);
    }
}
