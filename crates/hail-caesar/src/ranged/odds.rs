//! Exact odds of a volley: hits, casualties, the test that they bring, and what becomes of the target.

use super::aim::Aim;
use super::hit::{Shots, Sight, Volley};
use super::volley;
use crate::breaks::{Outcome, ranged_outcome};
use crate::ids::UnitId;
use crate::morale::{Blow, Cover, needed_save};
use crate::ranged::Barrage;
use crate::rules::Look;
use crate::state::Deed;
use crate::troop::Special;
use aelian_dice::Chance;
use aelian_rulebook::RuleId;

/// What one volley may come to, with what was shot at the target before in this part; in plain numbers or exact weights.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotOdds<S = f64> {
    pub shooter: UnitId,
    pub target: UnitId,
    pub dice: u8,
    pub needed: u8,
    /// HC-TAB-RHIT: the rule of every -1 to hit.
    pub worse: Vec<RuleId>,
    /// What touches the saves.
    pub blow: Blow,
    /// What a save needs where the target is covered as its cover says, and where it is not; 7: none.
    pub saves: [u8; 2],
    /// The chances of 0, 1, 2... hits.
    pub hits: Vec<S>,
    /// The chances of 0, 1, 2... casualties.
    pub casualties: Vec<S>,
    /// HC-CAS-02: the chance that it is shaken afterwards.
    pub shaken: S,
    /// HC-CAS-04.
    pub shattered: S,
    /// HC-RTRIG-01, HC-RTRIG-02, HC-RTRIG-03, HC-RTRIG-04: the chance that it then has to test.
    pub tests: S,
    /// The chance that it has none to take.
    pub untested: S,
    /// The chance of each result of that test.
    pub outcomes: Vec<(Outcome, S)>,
}

impl<S: Chance> ShotOdds<S> {
    /// The chance that the target is destroyed: shattered, or broken by its test.
    pub fn destroyed(&self) -> S {
        self.shattered + self.chance(Outcome::Break)
    }

    pub fn chance(&self, outcome: Outcome) -> S {
        let found = self.outcomes.iter().find(|(one, _)| *one == outcome);
        found.map_or(S::NONE, |(_, chance)| *chance)
    }

    fn add(&mut self, outcome: Outcome, chance: S) {
        match self.outcomes.iter_mut().find(|(one, _)| *one == outcome) {
            Some((_, known)) => *known += chance,
            None => self.outcomes.push((outcome, chance)),
        }
    }
}

impl Look<'_> {
    /// What a unit's shots may come to, for each target by itself.
    pub fn shot_odds<S: Chance>(&self, unit: UnitId, aims: &[Aim]) -> Vec<ShotOdds<S>> {
        let volley = |aim: &Aim| {
            let post = self.post(unit, aim.face)?;
            let mark = self.mark(unit, &post, aim.target)?;
            Some(self.volley(Shots::Ranged, (unit, aim.target), aim.dice, Sight::from(&mark)))
        };
        aims.iter().filter_map(volley).map(|volley| self.volley_odds(&volley)).collect()
    }

    /// HC-CLOS-06: what the closing shots of a unit at a charger may come to.
    pub fn closing_odds<S: Chance>(&self, unit: UnitId, charger: UnitId) -> ShotOdds<S> {
        self.volley_odds(&self.closing_volley(unit, charger))
    }

    /// The exact odds of one volley.
    pub fn volley_odds<S: Chance>(&self, volley: &Volley) -> ShotOdds<S> {
        let open = Blow { cover: Cover::None, ..volley.blow };
        let saves = [&volley.blow, &open].map(|blow| needed_save(*self, volley.target, blow));
        let mut odds = ShotOdds {
            shooter: volley.shooter,
            target: volley.target,
            dice: volley.dice,
            needed: volley.needed,
            worse: self.minuses(volley),
            blow: volley.blow,
            saves,
            hits: vec![S::NONE; usize::from(volley.dice) + 1],
            casualties: vec![S::NONE; usize::from(volley.dice) + 1],
            shaken: S::NONE,
            shattered: S::NONE,
            tests: S::NONE,
            untested: S::NONE,
            outcomes: Vec::new(),
        };
        for (hits, sixes, chance) in throws::<S>(volley) {
            odds.hits[usize::from(hits)] += chance;
            for (casualties, part) in self.unsaved::<S>(volley, hits).into_iter().enumerate() {
                if part != S::NONE {
                    self.add_volley(&mut odds, volley, (sixes, casualties as u8), chance * part);
                }
            }
        }
        odds
    }

    fn minuses(&self, volley: &Volley) -> Vec<RuleId> {
        let mut rules = Vec::new();
        self.each_shot_modifier(volley, |rule| rules.push(rule));
        rules
    }

    /// The chances of 0, 1, 2... casualties from so many hits (HC-SAVE-06, HC-SLING-02, HC-STUB-01).
    fn unsaved<S: Chance>(&self, volley: &Volley, hits: u8) -> Vec<S> {
        let stubborn = self.is_stubborn_still(volley.target);
        let mut all = vec![((0u8, false), S::CERTAIN)];
        for (dice, blow) in volley.batches(hits).into_iter().filter(|(dice, _)| *dice > 0) {
            let needed = needed_save(*self, volley.target, &blow);
            let mut next = Vec::with_capacity(all.len() * 2);
            for ((lost, spent), chance) in all {
                // The re-roll is spent with the first save that fails.
                for ((more, now), part) in failed::<S>(dice, needed, stubborn && !spent) {
                    next.push(((lost + more, spent || now), chance * part));
                }
            }
            all = next;
        }
        let mut chances = vec![S::NONE; usize::from(hits) + 1];
        all.into_iter().for_each(|((lost, _), chance)| chances[usize::from(lost)] += chance);
        chances
    }

    fn add_volley<S: Chance>(
        &self,
        odds: &mut ShotOdds<S>,
        volley: &Volley,
        (sixes, casualties): (u8, u8),
        chance: S,
    ) {
        let target = volley.target;
        odds.casualties[usize::from(casualties)] += chance;
        let (standing, card) = (self.state.unit(target), self.card(target));
        let stamina = card.stats.stamina;
        let to = standing.casualties.saturating_add(casualties).min(stamina.saturating_mul(2));
        if to >= stamina.saturating_mul(2) {
            odds.shattered += chance;
            return;
        }
        let shaken = to >= stamina;
        odds.shaken += if shaken { chance } else { S::NONE };
        let barrage = volley::noted(*self, volley, sixes, casualties);
        let due = barrage.calls(shaken, card.has(Special::Wavering)).is_some();
        if !due || standing.did(Deed::Tested) {
            odds.untested += chance;
            return;
        }
        odds.tests += chance;
        self.add_test(odds, &barrage, to, chance);
    }

    /// HC-BRK-17, HC-VAL-01: the results of the test of a unit with so many casualties.
    fn add_test<S: Chance>(&self, odds: &mut ShotOdds<S>, barrage: &Barrage, casualties: u8, chance: S) {
        let target = barrage.target;
        let stamina = self.card(target).stats.stamina;
        let minus = i32::from(casualties.saturating_sub(stamina)) + i32::from(barrage.napfa);
        let outcome =
            |dice: i32| ranged_outcome(*self, target, dice - minus, casualties >= stamina, casualties > 0);
        let valiant =
            self.card(target).has(Special::Valiant) && !self.state.unit(target).did(Deed::ValiantSpent);
        let breaks = (2..=12).filter(|dice| outcome(*dice) == Outcome::Break).map(two_dice::<S>);
        let breaks = breaks.fold(S::NONE, |sum, chance| sum + chance);
        for dice in 2..=12 {
            let result = outcome(dice);
            let first = if valiant && result == Outcome::Break { S::NONE } else { S::CERTAIN };
            let again = if valiant { breaks } else { S::NONE };
            odds.add(result, chance * two_dice(dice) * (first + again));
        }
    }
}

/// The chance of a total of two dice.
fn two_dice<S: Chance>(total: i32) -> S {
    S::ways(6_u32.saturating_sub((total - 7).unsigned_abs()), 2)
}

/// The chances of hits and of natural sixes among them (HC-HIT-01, HC-MARK-01).
fn throws<S: Chance>(volley: &Volley) -> Vec<(u8, u8, S)> {
    let needed = u32::from(volley.needed.clamp(2, 6));
    let die = [(0, 0, S::ways(needed - 1, 1)), (1, 0, S::ways(6 - needed, 1)), (1, 1, S::ways(1, 1))];
    let mut all = vec![(0u8, 0u8, S::CERTAIN)];
    for _ in 0..volley.dice {
        all = joined(&all, &die, |_| true);
    }
    if volley.marksmen { joined(&all, &die, |hits| hits < volley.dice) } else { all }
}

/// Throws with one more die, where it is rolled.
fn joined<S: Chance>(
    all: &[(u8, u8, S)],
    die: &[(u8, u8, S)],
    rolled: impl Fn(u8) -> bool,
) -> Vec<(u8, u8, S)> {
    let mut sums: Vec<(u8, u8, S)> = Vec::with_capacity(all.len() * 2);
    let mut add =
        |hits: u8, sixes: u8, chance: S| match sums.iter_mut().find(|one| (one.0, one.1) == (hits, sixes)) {
            Some(one) => one.2 += chance,
            None => sums.push((hits, sixes, chance)),
        };
    for (hits, sixes, chance) in all {
        if !rolled(*hits) {
            add(*hits, *sixes, *chance);
            continue;
        }
        for (hit, six, part) in die.iter().filter(|one| one.2 != S::NONE) {
            add(hits + hit, sixes + six, *chance * *part);
        }
    }
    sums
}

/// The chances of so many failed saves of one batch, and whether the re-roll of the stubborn was spent on them.
fn failed<S: Chance>(dice: u8, needed: u8, stubborn: bool) -> Vec<((u8, bool), S)> {
    let ways = if needed > 6 { 0 } else { 7 - u32::from(needed.max(2)) };
    let (saved, lost) = (S::ways(ways, 1), S::ways(6 - ways, 1));
    let mut chances = vec![S::CERTAIN];
    for _ in 0..dice {
        let mut next = vec![S::NONE; chances.len() + 1];
        for (count, chance) in chances.iter().enumerate() {
            next[count] += *chance * saved;
            next[count + 1] += *chance * lost;
        }
        chances = next;
    }
    let mut all = Vec::with_capacity(chances.len() + 1);
    for (count, chance) in chances.into_iter().enumerate() {
        let count = count as u8;
        if count > 0 && stubborn && needed <= 6 {
            all.push(((count - 1, true), chance * saved));
            all.push(((count, true), chance * lost));
        } else {
            all.push(((count, false), chance));
        }
    }
    all
}
