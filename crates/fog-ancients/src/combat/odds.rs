//! Exact odds of a combat: hits, who wins, what the test, the death roll and the commander's risk come to.
//!
//! The dice of a group and the dice against it are different dice, so that the hits it takes and the hits it gives are
//! independent; everything that follows for the group depends on these two numbers alone.

use super::choice::Decided;
use super::fight::{Fight, Part};
use crate::cohesion::{CohesionTest, Toll, Why, chances};
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::state::Cohesion;
use aelian_dice::Reroll;
use aelian_game::Side;

/// The odds of one combat.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatOdds {
    /// The chances of 0, 1, 2... hits scored by Red, and by Blue.
    pub hits: [Vec<f64>; 2],
    pub groups: Vec<GroupOdds>,
}

/// What a combat may come to for one group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOdds {
    pub group: GroupId,
    /// The chances to receive and to inflict 0, 1, 2... hits.
    pub taken: Vec<f64>,
    pub given: Vec<f64>,
    /// FA-COMB-04.
    pub wins: f64,
    pub draws: f64,
    pub loses: f64,
    /// The chances to be STEADY, DISRUPTED, FRAGMENTED and BROKEN after test and losses.
    pub cohesion: [f64; 4],
    /// The chances to lose 0, 1, 2... bases.
    pub bases: Vec<f64>,
    /// FA-CLOSS-03: the chance that a commander in its front rank is lost.
    pub commander: f64,
}

/// The odds of the combat of these groups, as it would be fought now.
pub fn odds(look: Look<'_>, groups: GroupSet) -> CombatOdds {
    of_fight(look, &look.fight(groups, &Decided::default()))
}

/// The odds of a planned combat.
pub fn of_fight(look: Look<'_>, fight: &Fight) -> CombatOdds {
    let by_side = |side: Side| {
        let mine = fight.parts.iter().filter(|part| look.state.group(part.by).side == side);
        hits_of(mine)
    };
    let groups = fight.groups.iter().map(|group| of_group(look, fight, group)).collect();
    CombatOdds { hits: [by_side(Side::Red), by_side(Side::Blue)], groups }
}

/// The chances of 0, 1, 2... hits with all these dice.
fn hits_of<'a>(parts: impl Iterator<Item = &'a Part>) -> Vec<f64> {
    let mut sum = vec![1.0];
    for part in parts {
        let chance = chances::hit(part.to_hit, part.reroll);
        for _ in 0..part.dice {
            add_die(&mut sum, chance);
        }
    }
    sum
}

/// One die more that hits with this chance.
fn add_die(sum: &mut Vec<f64>, chance: f64) {
    sum.push(0.0);
    for at in (0..sum.len()).rev() {
        let below = if at == 0 { 0.0 } else { sum[at - 1] };
        sum[at] = sum[at] * (1.0 - chance) + below * chance;
    }
}

fn of_group(look: Look<'_>, fight: &Fight, group: GroupId) -> GroupOdds {
    let mounted = |part: &&Part| look.state.group(part.by).is_mounted();
    let against = || fight.parts.iter().filter(|part| part.on == group);
    // FA-V31-51 asks whether any hit came from mounted troops.
    let by_foot = hits_of(against().filter(|part| !mounted(part)));
    let by_mounted = hits_of(against().filter(mounted));
    let given = hits_of(fight.parts_of(group));
    let foes = fight.parts.iter().filter_map(|part| part.enemy_of(group)).collect();
    let mut tally = Tallying::new(look, group, foes);
    for (foot, one) in by_foot.iter().enumerate() {
        for (horse, other) in by_mounted.iter().enumerate() {
            tally.add(foot + horse, horse > 0, one * other, &given);
        }
    }
    tally.odds(given)
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

/// The odds of one group as they are added up.
struct Tallying<'a> {
    look: Look<'a>,
    foes: GroupSet,
    /// Tests with and without many hits, lost narrowly and by more: the modifiers cost time to find.
    tests: [Option<CohesionTest>; 4],
    counted: u32,
    strength: usize,
    odds: GroupOdds,
}

impl<'a> Tallying<'a> {
    fn new(look: Look<'a>, group: GroupId, foes: GroupSet) -> Tallying<'a> {
        let odds = GroupOdds {
            group,
            taken: Vec::new(),
            given: Vec::new(),
            wins: 0.0,
            draws: 0.0,
            loses: 0.0,
            cohesion: [0.0; 4],
            bases: Vec::new(),
            commander: 0.0,
        };
        let (counted, strength) = (look.counted_bases(group), look.state.strength(group));
        Tallying { look, foes, tests: [const { None }; 4], counted, strength, odds }
    }

    /// So many hits are taken with this chance, whatever is given.
    fn add(&mut self, taken: usize, hit_by_mounted: bool, chance: f64, given: &[f64]) {
        add_at(&mut self.odds.taken, taken, chance);
        for (gives, other) in given.iter().enumerate() {
            let toll = Toll {
                taken: taken as u32,
                given: gives as u32,
                foes: self.foes,
                hit_by_mounted,
                ..Toll::default()
            };
            self.add_case(&toll, chance * other);
        }
    }

    fn add_case(&mut self, toll: &Toll, chance: f64) {
        match toll.margin().signum() {
            1 => self.odds.loses += chance,
            0 => self.odds.draws += chance,
            _ => self.odds.wins += chance,
        }
        let group = self.odds.group;
        let levels = if toll.lost() { self.levels(toll) } else { [1.0, 0.0, 0.0] };
        let bases = self.look.death_roll_after(group, toll).map_or(vec![1.0], |roll| roll.chances());
        for (lost, one) in bases.iter().enumerate() {
            let lost = lost.min(self.strength);
            add_at(&mut self.odds.bases, lost, chance * one);
            let now = self.look.state.group(group).cohesion;
            let breaks = lost > 0 && (lost == self.strength || self.look.would_autobreak(group, lost));
            for (down, other) in levels.iter().enumerate() {
                let after = if breaks { Cohesion::Broken } else { now.down(down as u8) };
                self.odds.cohesion[after as usize] += chance * one * other;
            }
        }
        self.odds.commander += chance * self.commander_risk(toll);
    }

    /// The chances to lose no level, one, two.
    fn levels(&mut self, toll: &Toll) -> [f64; 3] {
        let table = &self.look.rules.tables.cohesion.modifiers;
        let per = if self.look.rules.v31() { table.combat_per_v31 } else { table.combat_per };
        let many = toll.taken * per >= self.counted;
        let badly = toll.margin() >= table.by_hits;
        let at = usize::from(many) * 2 + usize::from(badly);
        let (look, group) = (self.look, self.odds.group);
        self.tests[at].get_or_insert_with(|| look.cohesion_test_after(group, Why::Beaten, toll)).chances()
    }

    fn commander_risk(&self, toll: &Toll) -> f64 {
        let state = self.look.state;
        let Some(risk) =
            state.commanders_with(self.odds.group).find_map(|id| self.look.commander_risk(id, toll))
        else {
            return 0.0;
        };
        let lost = chances::two_dice(Reroll::None).into_iter().filter(|(sum, _)| *sum >= risk.lost_on);
        lost.map(|(_, chance)| chance).sum()
    }

    fn odds(mut self, given: Vec<f64>) -> GroupOdds {
        self.odds.given = given;
        self.odds
    }
}

fn add_at(list: &mut Vec<f64>, at: usize, chance: f64) {
    if list.len() <= at {
        list.resize(at + 1, 0.0);
    }
    list[at] += chance;
}
