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
use aelian_rulebook::RuleId;

/// What one volley may come to, with what was shot at the target before in this part.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotOdds {
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
    pub hits: Vec<f64>,
    /// The chances of 0, 1, 2... casualties.
    pub casualties: Vec<f64>,
    /// HC-CAS-02: the chance that it is shaken afterwards.
    pub shaken: f64,
    /// HC-CAS-04.
    pub shattered: f64,
    /// HC-RTRIG-01, HC-RTRIG-02, HC-RTRIG-03, HC-RTRIG-04: the chance that it then has to test.
    pub tests: f64,
    /// The chance of each result of that test.
    pub outcomes: Vec<(Outcome, f64)>,
}

impl ShotOdds {
    /// The chance that the target is destroyed: shattered, or broken by its test.
    pub fn destroyed(&self) -> f64 {
        self.shattered + self.chance(Outcome::Break)
    }

    pub fn chance(&self, outcome: Outcome) -> f64 {
        self.outcomes.iter().filter(|(one, _)| *one == outcome).map(|(_, chance)| chance).sum()
    }

    fn add(&mut self, outcome: Outcome, chance: f64) {
        match self.outcomes.iter_mut().find(|(one, _)| *one == outcome) {
            Some((_, known)) => *known += chance,
            None => self.outcomes.push((outcome, chance)),
        }
    }
}

impl Look<'_> {
    /// What a unit's shots may come to, for each target by itself.
    pub fn shot_odds(&self, unit: UnitId, aims: &[Aim]) -> Vec<ShotOdds> {
        let volley = |aim: &Aim| {
            let post = self.post(unit, aim.face)?;
            let mark = self.mark(unit, &post, aim.target)?;
            Some(self.volley(Shots::Ranged, (unit, aim.target), aim.dice, Sight::from(&mark)))
        };
        aims.iter().filter_map(volley).map(|volley| self.volley_odds(&volley)).collect()
    }

    /// HC-CLOS-06: what the closing shots of a unit at a charger may come to.
    pub fn closing_odds(&self, unit: UnitId, charger: UnitId) -> ShotOdds {
        self.volley_odds(&self.closing_volley(unit, charger))
    }

    /// The exact odds of one volley.
    pub fn volley_odds(&self, volley: &Volley) -> ShotOdds {
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
            hits: vec![0.0; usize::from(volley.dice) + 1],
            casualties: vec![0.0; usize::from(volley.dice) + 1],
            shaken: 0.0,
            shattered: 0.0,
            tests: 0.0,
            outcomes: Vec::new(),
        };
        for (hits, sixes, chance) in throws(volley) {
            odds.hits[usize::from(hits)] += chance;
            for (casualties, part) in self.unsaved(volley, hits).into_iter().enumerate() {
                if part > 0.0 {
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
    fn unsaved(&self, volley: &Volley, hits: u8) -> Vec<f64> {
        let stubborn = self.is_stubborn_still(volley.target);
        let mut all = vec![((0u8, false), 1.0)];
        for (dice, blow) in volley.batches(hits).into_iter().filter(|(dice, _)| *dice > 0) {
            let needed = needed_save(*self, volley.target, &blow);
            let mut next = Vec::with_capacity(all.len() * 2);
            for ((lost, spent), chance) in all {
                // The re-roll is spent with the first save that fails.
                for ((more, now), part) in failed(dice, needed, stubborn && !spent) {
                    next.push(((lost + more, spent || now), chance * part));
                }
            }
            all = next;
        }
        let mut chances = vec![0.0; usize::from(hits) + 1];
        all.into_iter().for_each(|((lost, _), chance)| chances[usize::from(lost)] += chance);
        chances
    }

    fn add_volley(&self, odds: &mut ShotOdds, volley: &Volley, (sixes, casualties): (u8, u8), chance: f64) {
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
        odds.shaken += if shaken { chance } else { 0.0 };
        let barrage = volley::noted(*self, volley, sixes, casualties);
        let due = barrage.calls(shaken, card.has(Special::Wavering)).is_some();
        if !due || standing.did(Deed::Tested) {
            return;
        }
        odds.tests += chance;
        self.add_test(odds, &barrage, to, chance);
    }

    /// HC-BRK-17, HC-VAL-01: the results of the test of a unit with so many casualties.
    fn add_test(&self, odds: &mut ShotOdds, barrage: &Barrage, casualties: u8, chance: f64) {
        let target = barrage.target;
        let stamina = self.card(target).stats.stamina;
        let minus = i32::from(casualties.saturating_sub(stamina)) + i32::from(barrage.napfa);
        let outcome =
            |dice: i32| ranged_outcome(*self, target, dice - minus, casualties >= stamina, casualties > 0);
        let valiant =
            self.card(target).has(Special::Valiant) && !self.state.unit(target).did(Deed::ValiantSpent);
        let breaks: f64 = (2..=12).filter(|dice| outcome(*dice) == Outcome::Break).map(two_dice).sum();
        for dice in 2..=12 {
            let result = outcome(dice);
            let first = if valiant && result == Outcome::Break { 0.0 } else { 1.0 };
            let again = if valiant { breaks } else { 0.0 };
            odds.add(result, chance * two_dice(dice) * (first + again));
        }
    }
}

/// The chance of a total of two dice.
fn two_dice(total: i32) -> f64 {
    f64::from(6 - (total - 7).abs()) / 36.0
}

/// The chances of hits and of natural sixes among them (HC-HIT-01, HC-MARK-01).
fn throws(volley: &Volley) -> Vec<(u8, u8, f64)> {
    let needed = f64::from(volley.needed.clamp(2, 6));
    let (miss, six) = ((needed - 1.0) / 6.0, 1.0 / 6.0);
    let die = [(0, 0, miss), (1, 0, 1.0 - miss - six), (1, 1, six)];
    let mut all = vec![(0u8, 0u8, 1.0)];
    for _ in 0..volley.dice {
        all = joined(&all, &die, |_| true);
    }
    if volley.marksmen { joined(&all, &die, |hits| hits < volley.dice) } else { all }
}

/// Throws with one more die, where it is rolled.
fn joined(all: &[(u8, u8, f64)], die: &[(u8, u8, f64)], rolled: impl Fn(u8) -> bool) -> Vec<(u8, u8, f64)> {
    let mut sums: Vec<(u8, u8, f64)> = Vec::with_capacity(all.len() * 2);
    let mut add = |hits: u8, sixes: u8, chance: f64| match sums
        .iter_mut()
        .find(|one| (one.0, one.1) == (hits, sixes))
    {
        Some(one) => one.2 += chance,
        None => sums.push((hits, sixes, chance)),
    };
    for (hits, sixes, chance) in all {
        if !rolled(*hits) {
            add(*hits, *sixes, *chance);
            continue;
        }
        for (hit, six, part) in die.iter().filter(|one| one.2 > 0.0) {
            add(hits + hit, sixes + six, chance * part);
        }
    }
    sums
}

/// The chances of so many failed saves of one batch, and whether the re-roll of the stubborn was spent on them.
fn failed(dice: u8, needed: u8, stubborn: bool) -> Vec<((u8, bool), f64)> {
    let saved = if needed > 6 { 0.0 } else { f64::from(7 - needed.max(2)) / 6.0 };
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 1];
        for (lost, chance) in chances.iter().enumerate() {
            next[lost] += chance * saved;
            next[lost + 1] += chance * (1.0 - saved);
        }
        chances = next;
    }
    let mut all = Vec::with_capacity(chances.len() + 1);
    for (lost, chance) in chances.into_iter().enumerate() {
        let lost = lost as u8;
        if lost > 0 && stubborn && needed <= 6 {
            all.push(((lost - 1, true), chance * saved));
            all.push(((lost, true), chance * (1.0 - saved)));
        } else {
            all.push(((lost, false), chance));
        }
    }
    all
}
