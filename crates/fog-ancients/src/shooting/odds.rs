//! Exact odds of the shooting at one target: the hits, the test that they bring, what becomes of the target.

use super::volley::Plan;
use crate::cohesion::{Aftermath, Toll, Why, chances};
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;

/// The odds of all shooting at one group in a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotOdds {
    pub target: GroupId,
    pub shooters: GroupSet,
    /// The chances of 0, 1, 2... hits.
    pub hits: Vec<f64>,
    /// FA-SOUT-01, FA-SOUT-02: the chance that it has to test.
    pub tests: f64,
    pub after: Aftermath,
}

impl Look<'_> {
    /// FA-SHOOT-03: what the shooting at one target may come to, as it is planned.
    pub fn shot_odds(&self, plan: &Plan, target: GroupId) -> ShotOdds {
        let shooters: GroupSet = plan.shots_at(target).map(|shot| shot.by).collect();
        let mut hits = vec![1.0];
        for bundle in plan.bundles_at(target) {
            let at_least = self.rules.tables.shooting.to_hit(bundle.poa);
            let chance = chances::hit(at_least, bundle.quality.reroll());
            for _ in 0..bundle.dice {
                chances::add_die(&mut hits, chance);
            }
        }
        let mut odds = ShotOdds { target, shooters, hits, tests: 0.0, after: Aftermath::default() };
        for (count, chance) in odds.hits.clone().into_iter().enumerate() {
            self.add_volley(&mut odds, count as u32, chance);
        }
        odds
    }

    fn add_volley(&self, odds: &mut ShotOdds, hits: u32, chance: f64) {
        let toll = Toll::of_shots(self.state, odds.shooters, hits);
        let mut levels = [1.0, 0.0, 0.0];
        if self.is_shaken_by(odds.target, &toll) {
            odds.tests += chance;
            levels = self.cohesion_test_after(odds.target, Why::Shot, &toll).chances();
        }
        odds.after.add(*self, odds.target, &toll, levels, chance);
    }
}
