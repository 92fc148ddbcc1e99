//! Exact odds of shooting against many rolls of the real rules.

use super::*;
use crate::cohesion::Toll;
use aelian_dice::{Generator, Weight};

const ROUNDS: u32 = 2000;

/// How often so many hits, a test, each cohesion and each loss came of the shooting at Blue.
fn compare(scene: &Scene) {
    let (plan, blue) = (scene.look().shooting_plan(), scene.group("blue"));
    let exact = scene.look().shot_odds(&plan, blue);
    let (mut hits, mut tests, mut cohesion, mut bases) = (vec![0.0; 40], 0.0, [0.0; 4], vec![0.0; 13]);
    let mut dice = Generator::new(3u64);
    let share = 1.0 / f64::from(ROUNDS);
    for _ in 0..ROUNDS {
        let mut state = scene.state.clone();
        scene.run_stage(&mut state, Stage::Shoot, &mut dice);
        let toll = Toll::of(&state, blue);
        hits[toll.shot as usize] += share;
        tests += if scene.look().is_shaken_by(blue, &toll) { share } else { 0.0 };
        for stage in [Stage::Tests, Stage::DeathRolls] {
            scene.run_stage(&mut state, stage, &mut dice);
        }
        cohesion[state.group(blue).cohesion as usize] += share;
        bases[scene.state.strength(blue) - state.strength(blue)] += share;
    }
    let near = |what: &str, exact: f64, found: f64| {
        let spread = 4.5 * (exact * (1.0 - exact) / f64::from(ROUNDS)).max(1e-7).sqrt();
        assert!((exact - found).abs() <= spread + 1e-9, "{what}: exact {exact}, found {found}");
    };
    exact.hits.iter().for_each(|(count, chance)| near("hits", chance, hits[*count as usize]));
    near("tests", exact.tests.to_f64(), tests);
    let after = &exact.after;
    after.cohesion.iter().zip(&cohesion).for_each(|(one, other)| near("cohesion", one.to_f64(), *other));
    after.bases.iter().zip(&bases).for_each(|(one, other)| near("bases", one.to_f64(), *other));
    let hits: Weight = exact.hits.outcomes.iter().map(|(_, chance)| *chance).sum();
    let whole = [hits, after.cohesion.into_iter().sum(), after.bases.iter().copied().sum()];
    assert_eq!(whole, [Weight::ONE; 3]);
}

/// FA-SHOOT-02, FA-SHOOT-03, FA-SOUT-01, FA-CT-02, FA-DEATH-03, FA-QUAL-03: superior longbowmen at foot.
#[test]
fn exact_odds_of_shooting_are_what_the_rules_do() {
    compare(&at("MF unprotected superior longbow", (8, 4), "HF protected poor", 3.0));
}

/// FA-CT-03, FA-SOUT-02, FA-CTM-07: guns make them test with two hits; DISRUPTED foot may fall to FRAGMENTED.
#[test]
fn exact_odds_of_artillery_are_what_the_rules_do() {
    let scene = shooting()
        .group("red", Side::Red, "HArt", (4, 4), (30.0, 20.0), 0.0)
        .group("bows", Side::Red, "MF unprotected crossbow", (6, 3), (38.0, 20.0), 0.0)
        .group("blue", Side::Blue, "MF protected", (6, 3), (34.0, 23.0), 180.0)
        .build();
    compare(&scene.cohesion("blue", crate::state::Cohesion::Disrupted));
}
