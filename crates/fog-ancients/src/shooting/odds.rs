//! Exact odds of the shooting at one target: the hits, the test that they bring, what becomes of the target.

use super::volley::Plan;
use crate::cohesion::{Aftermath, Toll, Why};
use crate::ids::{GroupId, GroupSet};
use crate::rolls;
use crate::rules::Look;
use aelian_dice::{Distribution, Weight};

/// The odds of all shooting at one group in a phase.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotOdds {
    pub target: GroupId,
    pub shooters: GroupSet,
    pub hits: Distribution<u32>,
    /// FA-SOUT-01, FA-SOUT-02: the chance that it has to test.
    pub tests: Weight,
    pub after: Aftermath,
}

impl Look<'_> {
    /// FA-SHOOT-03: what the shooting at one target may come to, as it is planned.
    pub fn shot_odds(&self, plan: &Plan, target: GroupId) -> ShotOdds {
        let shooters: GroupSet = plan.shots_at(target).map(|shot| shot.by).collect();
        let hits = plan.bundles_at(target).fold(Distribution::certain(0), |sum, bundle| {
            let at_least = self.rules.tables.shooting.to_hit(bundle.poa);
            let scored = rolls::hits_odds(bundle.dice as u8, at_least, bundle.quality.reroll());
            sum.join(&scored, |before, more| before + more)
        });
        let (mut tests, mut after) = (Weight::ZERO, Aftermath::default());
        for (count, chance) in &hits.outcomes {
            let toll = Toll::of_shots(self.state, shooters, *count);
            let mut levels = Distribution::certain(0);
            if self.is_shaken_by(target, &toll) {
                tests += *chance;
                levels = self.cohesion_test_after(target, Why::Shot, &toll).odds();
            }
            after.add(*self, target, &toll, &levels, *chance);
        }
        ShotOdds { target, shooters, hits, tests, after }
    }
}
