//! Exact odds of a combat: hits, who wins, what the test, the death roll and the commander's risk come to.
//!
//! The dice of a group and the dice against it are different dice, so that the hits it takes and the hits it gives are
//! independent; everything that follows for the group depends on these two numbers alone.

use super::choice::Decided;
use super::fight::{Fight, Part};
use crate::cohesion::{Aftermath, CohesionTest, Toll, Why, chances};
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
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
    pub after: Aftermath,
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
            chances::add_die(&mut sum, chance);
        }
    }
    sum
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
            after: Aftermath::default(),
        };
        Tallying { look, foes, tests: [const { None }; 4], counted: look.counted_bases(group), odds }
    }

    /// So many hits are taken with this chance, whatever is given.
    fn add(&mut self, taken: usize, hit_by_mounted: bool, chance: f64, given: &[f64]) {
        chances::add_at(&mut self.odds.taken, taken, chance);
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
        let levels = if toll.lost() { self.levels(toll) } else { [1.0, 0.0, 0.0] };
        self.odds.after.add(self.look, self.odds.group, toll, levels, chance);
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

    fn odds(mut self, given: Vec<f64>) -> GroupOdds {
        self.odds.given = given;
        self.odds
    }
}
