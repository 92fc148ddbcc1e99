//! Odds: the walker against plain enumeration of faces, dependent throws, budgets, distributions.

#![allow(clippy::unwrap_used)]

use std::cmp::Ordering;
use std::collections::BTreeMap;

use aelian_dice::{Dice, Distribution, NeedRoll, Odds, Reading, Reroll, Tape, Throw, Weight, odds};
use proptest::prelude::*;

/// The odds of a throw's readings by trying every face of every die, one face after the other.
fn by_faces(throw: &Throw) -> BTreeMap<Reading, Weight> {
    fn fall(throw: &Throw, faces: &mut Vec<u8>, sums: &mut BTreeMap<Reading, Weight>) {
        if throw.faces_needed(faces) == 0 {
            let weight = Weight::ways(1, faces.len() as u8);
            *sums.entry(throw.read(faces).unwrap()).or_insert(Weight::ZERO) += weight;
            return;
        }
        for face in 1..=6 {
            faces.push(face);
            fall(throw, faces, sums);
            faces.pop();
        }
    }
    let mut sums = BTreeMap::new();
    fall(throw, &mut Vec::new(), &mut sums);
    sums
}

fn whole<T>(distribution: &Distribution<T>) -> Weight {
    distribution.outcomes.iter().map(|(_, weight)| *weight).sum::<Weight>() + distribution.unfinished
}

fn rerolls() -> Vec<Reroll> {
    use Reroll::{Hits, Misses, MissesUpTo, None, Ones, OnesAndTwos, OnesToThrees, Sixes};
    vec![
        None,
        Ones,
        OnesAndTwos,
        OnesToThrees,
        Sixes,
        Misses,
        MissesUpTo(0),
        MissesUpTo(1),
        MissesUpTo(2),
        Hits,
    ]
}

/// Every kind of throw, with dice few enough for their faces to be tried.
fn small_throws() -> Vec<Throw> {
    let mut throws = vec![Throw::D6, Throw::D3, Throw::Average, Throw::Pair];
    for dice in 0..=4 {
        throws.extend([Throw::Sum { dice }, Throw::Faces { dice }, Throw::Sorted { dice }]);
    }
    for reroll in rerolls() {
        for dice in 0..=3 {
            throws.push(Throw::Total { dice, reroll });
            for at_least in [1, 3, 4, 6, 7] {
                throws.push(Throw::Hits { dice, at_least, reroll });
                throws.push(Throw::HitsAndSixes { dice, at_least, reroll });
            }
        }
    }
    throws
}

#[test]
fn walked_readings_equal_tried_faces() {
    for throw in small_throws() {
        let walked = throw.odds(10_000);
        let tried: Vec<_> = by_faces(&throw).into_iter().collect();
        assert_eq!(walked.outcomes, tried, "{throw}");
        assert!(walked.exact && walked.error == 0.0);
        assert_eq!(whole(&walked), Weight::ONE, "{throw}");
        assert_eq!(walked.leaves, tried.len() as u64, "one case for each reading of {throw}");
    }
}

/// The faces a walk hands out are faces that give the reading, so a record of a walk can be read.
#[test]
fn walked_rolls_have_faces_that_read_so() {
    for throw in small_throws() {
        odds(10_000, |dice| {
            let rolled = dice.roll(&throw)?;
            assert_eq!(rolled.check(), Ok(()), "{rolled:?}");
            Ok(rolled.reading)
        });
    }
}

#[test]
fn ten_dice_have_eleven_cases() {
    let throw = Throw::Hits { dice: 10, at_least: 4, reroll: Reroll::None };
    let hits = odds(11, |dice| dice.roll(&throw)?.hits());
    assert!(hits.exact);
    assert_eq!(hits.leaves, 11);
    assert_eq!(hits.weight(&5).fraction(), Some((63, 256)));
    assert!((hits.mean() - 5.0).abs() < 1e-12);
    assert_eq!(Throw::Sum { dice: 2 }.odds(11).leaves, 11);
}

/// The second throw has as many dice as the first one hit, and is not made at all without a hit.
fn hits_and_saves(dice: &mut dyn Dice) -> Result<(u8, u8), NeedRoll> {
    let hits = dice.roll(&Throw::Hits { dice: 3, at_least: 4, reroll: Reroll::MissesUpTo(1) })?.hits()?;
    if hits == 0 {
        return Ok((0, 0));
    }
    let saves = dice.roll(&Throw::Hits { dice: hits, at_least: 5, reroll: Reroll::None })?.hits()?;
    Ok((hits, hits - saves))
}

#[test]
fn later_throws_may_depend_on_earlier_ones() {
    let walked = odds(1_000, hits_and_saves);
    let mut tried = BTreeMap::new();
    tried_on_tapes(&mut Vec::new(), &mut tried);
    assert_eq!(walked.outcomes, tried.into_iter().collect::<Vec<_>>());
    assert_eq!(walked.leaves, 1 + 2 + 3 + 4);
    assert_eq!(whole(&walked), Weight::ONE);
}

/// Runs the same rule on tapes of every face, each tape grown as the rule asks.
fn tried_on_tapes(faces: &mut Vec<u8>, sums: &mut BTreeMap<(u8, u8), Weight>) {
    match hits_and_saves(&mut Tape::new(faces.clone()).unwrap()) {
        Ok(outcome) => *sums.entry(outcome).or_insert(Weight::ZERO) += Weight::ways(1, faces.len() as u8),
        Err(_) => {
            for face in 1..=6 {
                faces.push(face);
                tried_on_tapes(faces, sums);
                faces.pop();
            }
        }
    }
}

#[test]
fn an_opposed_roll_has_known_odds() {
    let won = odds(36, |dice| {
        let (own, other) = dice.roll(&Throw::Pair)?.pair()?;
        Ok(own.cmp(&other))
    });
    assert_eq!(won.weight(&Ordering::Greater).fraction(), Some((5, 12)));
    assert_eq!(won.weight(&Ordering::Equal).fraction(), Some((1, 6)));
    assert_eq!(won.probability(&Ordering::Less), 5.0 / 12.0);
    assert_eq!(won.certainty(), "exact, 36 cases");
}

#[test]
fn no_throw_is_one_case() {
    let nothing = odds(0, |_| Ok(7u8));
    assert_eq!(nothing, Distribution::certain(7));
    assert_eq!(nothing.certainty(), "exact, 1 case");
}

#[test]
fn over_the_budget_it_samples_and_says_so() {
    let throw = Throw::Hits { dice: 3, at_least: 4, reroll: Reroll::None };
    let three_times = |dice: &mut dyn Dice| {
        Ok(dice.roll(&throw)?.hits()? + dice.roll(&throw)?.hits()? + dice.roll(&throw)?.hits()?)
    };
    let exact = odds(64, three_times);
    assert!(exact.exact);
    assert_eq!(exact.leaves, 64);
    assert!(!odds(63, three_times).exact);

    // Not enough for the 6^6 ways of six dice told apart, enough for a fair sample of them.
    let six = |dice: &mut dyn Dice| {
        let rolled = dice.roll(&Throw::Faces { dice: 6 })?;
        Ok(rolled.read_faces()?.iter().filter(|face| **face >= 4).count() as u8)
    };
    let sampled = odds(20_000, six);
    let exact =
        odds(7, |dice| dice.roll(&Throw::Hits { dice: 6, at_least: 4, reroll: Reroll::None })?.hits());
    assert!(!sampled.exact && exact.exact);
    assert_eq!(sampled.leaves, 20_000);
    assert!(sampled.error > 0.003 && sampled.error < 0.004);
    for (outcome, probability) in exact.iter() {
        // Four standard errors; the sampler's seed is fixed.
        assert!((sampled.probability(outcome) - probability).abs() < 4.0 * sampled.error);
    }
    assert!((sampled.iter().map(|(_, probability)| probability).sum::<f64>() - 1.0).abs() < 1e-12);
    assert_eq!(sampled, odds(20_000, six), "the same question gets the same answer");
    assert_eq!(
        sampled.certainty(),
        format!("sampled 20000 times, plus or minus {:.2}%", sampled.error * 100.0)
    );
}

/// The walk sees at its first case that a throw has too many readings, and does not walk the budget first.
#[test]
fn a_hopeless_walk_is_given_up_at_once() {
    let mut runs = 0;
    odds(1_000, |dice| {
        runs += 1;
        dice.roll(&Throw::Faces { dice: 200 })?;
        Ok(())
    });
    assert_eq!(runs, 1_001);
    let many = Throw::Sorted { dice: 255 }.odds(10);
    assert!(!many.exact && many.outcomes.len() <= 10);
}

/// More dice than fractions have room for.
#[test]
fn many_dice_are_weighed_in_rounded_numbers() {
    let throw = Throw::Hits { dice: 60, at_least: 6, reroll: Reroll::OnesAndTwos };
    let hits = odds(100, |dice| dice.roll(&throw)?.hits());
    assert!(hits.exact && hits.error > 0.0 && hits.error < 1e-12);
    assert!((whole(&hits).to_f64() - 1.0).abs() < 1e-12);
    assert!((hits.mean() - 60.0 * (1.0 / 6.0 + 1.0 / 18.0)).abs() < 1e-9);
}

#[test]
fn a_roll_from_elsewhere_is_left_unfinished() {
    let half = odds(100, |dice| {
        let face = dice.roll(&Throw::D6)?.face()?;
        if face > 4 { Tape::default().roll(&Throw::D6)?.face() } else { Ok(face) }
    });
    assert_eq!(half.unfinished.fraction(), Some((1, 3)));
    assert_eq!(whole(&half), Weight::ONE);
    assert!((half.mean() - 2.5).abs() < 1e-12);
}

/// A run that does not do the same with the same dice cannot be walked; it is not called exact.
#[test]
fn a_fickle_run_is_sampled() {
    let mut runs = 0u32;
    let fickle = odds(1_000, |dice| {
        runs += 1;
        let throw = if runs.is_multiple_of(2) { Throw::D6 } else { Throw::Average };
        dice.roll(&throw)?.face()
    });
    assert!(!fickle.exact);
    let mut runs = 0u32;
    let shorter = odds(1_000, |dice| {
        runs += 1;
        if runs == 2 { Ok(0) } else { dice.roll(&Throw::D6)?.face() }
    });
    assert!(!shorter.exact);
}

#[test]
fn distributions_are_mapped_merged_and_joined() {
    let die = odds(6, |dice| dice.roll(&Throw::D6)?.face());
    assert!((die.mean() - 3.5).abs() < 1e-12);
    assert_eq!(die.at_least(&5), 1.0 / 3.0);
    assert_eq!(die.chance(|face| face % 2 == 0), 0.5);
    assert_eq!(die.probability(&7), 0.0);

    let even = die.map(|face| face % 2 == 0);
    assert_eq!(even.outcomes, [(false, Weight::ways(3, 1)), (true, Weight::ways(3, 1))]);

    let two = die.join(&die, |first, second| u16::from(first + second));
    let sum = Throw::Sum { dice: 2 }.odds(11).map(|reading| reading.sum().unwrap());
    assert_eq!(two.outcomes, sum.outcomes);
    assert_eq!(two.most_likely(), Some(&7));

    let average = odds(6, |dice| dice.roll(&Throw::Average)?.face());
    let merged = die.merge(Weight::ways(2, 1), &average, Weight::ways(4, 1));
    assert_eq!(merged.weight(&3).fraction(), Some((5, 18)));
    assert_eq!(whole(&merged), Weight::ONE);
}

fn any_throw() -> impl Strategy<Value = Throw> {
    let reroll = prop::sample::select(rerolls());
    prop_oneof![
        prop::sample::select(small_throws()),
        (5u8..12, 2u8..=6, reroll).prop_map(|(dice, at_least, reroll)| Throw::Hits {
            dice,
            at_least,
            reroll
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Two throws in a row: the weights sum to one exactly, and the odds of both are the product.
    #[test]
    fn throws_in_a_row_are_independent(first in any_throw(), second in any_throw()) {
        let mut walk = Odds::new(200_000);
        let both = walk.of(|dice| Ok((dice.reading(&first)?, dice.reading(&second)?)));
        prop_assume!(both.exact);
        prop_assert_eq!(whole(&both), Weight::ONE);
        let joined = first.odds(10_000).join(&second.odds(10_000), |a, b| (a.clone(), b.clone()));
        prop_assert_eq!(both.outcomes, joined.outcomes);
    }

    /// The sampler and the walker answer the same question alike.
    #[test]
    fn sampled_and_walked_agree(throw in any_throw()) {
        let walked = throw.odds(10_000);
        let padded = odds(4_000, |dice| {
            let reading = dice.reading(&throw)?;
            dice.roll(&Throw::Faces { dice: 30 })?;
            Ok(reading)
        });
        prop_assert!(walked.exact && !padded.exact);
        for (reading, probability) in walked.iter() {
            // Five standard errors of an even chance in 4000 runs; the sampler's seed is fixed.
            prop_assert!((padded.probability(reading) - probability).abs() < 5.0 * 0.0079);
        }
    }
}
