//! Exact odds of a volley: hits, casualties, the test that they bring, and what becomes of the target: the dice are counted
//! with all their readings, and what a reading means is asked of the code that throws them in play.

use super::aim::Aim;
use super::hit::{Shots, Sight, Volley};
use super::volley;
use crate::breaks::{Outcome, ranged_outcome};
use crate::counted::{Chances, Saving, certain, each_pair};
use crate::ids::UnitId;
use crate::morale::{self, Blow, Cover, needed_save};
use crate::ranged::Barrage;
use crate::rules::Look;
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
        for (hits, sixes, chance) in throws::<S>(*self, volley) {
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
    fn unsaved<S: Chance>(&self, volley: &Volley, hits: u8) -> Chances<S> {
        let mut saving = Saving::new(*self, volley.target);
        for (hits, blow) in volley.batches(hits) {
            saving.against(&certain(hits), &blow, 1.0);
        }
        saving.casualties()
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
        let to = morale::marked(*self, target, casualties);
        if self.is_spent_by(target, to) {
            odds.shattered += chance;
            return;
        }
        let shaken = self.is_shaken_by(target, to);
        odds.shaken += if shaken { chance } else { S::NONE };
        let barrage = volley::noted(*self, volley, sixes, casualties);
        if self.must_test_if(&barrage, shaken).is_none() {
            odds.untested += chance;
            return;
        }
        odds.tests += chance;
        self.add_test(odds, &barrage, to, chance);
    }

    /// HC-BRK-17, HC-VAL-01: the results of the test of a unit with so many casualties.
    fn add_test<S: Chance>(&self, odds: &mut ShotOdds<S>, barrage: &Barrage, casualties: u8, chance: S) {
        let target = barrage.target;
        let minus = barrage.minus(self.excess_of(target, casualties));
        let shaken = self.is_shaken_by(target, casualties);
        let outcome = |dice: u8| {
            ranged_outcome(*self, target, i32::from(dice) - i32::from(minus), shaken, casualties > 0)
        };
        let heart = self.would_take_heart(target);
        each_pair(|[one, other], part: S| match outcome(one + other) {
            Outcome::Break if heart => each_pair(|[one, other], again: S| {
                odds.add(outcome(one + other), chance * part * again);
            }),
            result => odds.add(result, chance * part),
        });
    }
}

/// The chances of hits and of natural sixes among them (HC-HIT-01, HC-MARK-01).
fn throws<S: Chance>(look: Look<'_>, volley: &Volley) -> Vec<(u8, u8, S)> {
    let needed = u32::from(volley.needed.clamp(2, 6));
    let die = [(0, 0, S::ways(needed - 1, 1)), (1, 0, S::ways(6 - needed, 1)), (1, 1, S::ways(1, 1))];
    let mut all = vec![(0u8, 0u8, S::CERTAIN)];
    for _ in 0..volley.dice {
        all = joined(&all, &die, |_| true);
    }
    joined(&all, &die, |hits| volley.again(look, hits))
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
