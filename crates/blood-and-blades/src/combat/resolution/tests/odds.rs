//! Odds are those of the 36 throws, by the code that plays them.

use super::{engaged, fight, in_bound_of_second};
use crate::combat::resolution::Outcomes;
use crate::fact::OutcomeKind;

/// BB-RES-01: the distribution counts every throw once.
#[test]
fn odds_count_the_throws() {
    let engagement = engaged(&in_bound_of_second(fight("Reg Sp(O)", "Irr HCh(O)")));
    let odds = engagement.odds();
    assert!(odds.exact);
    let throws = (1..=6u8).flat_map(|one| (1..=6u8).map(move |two| (one, two)));
    let mut destroyed = 0u128;
    for (one, two) in throws {
        destroyed += u128::from(engagement.result(one, two).outcomes().first == OutcomeKind::Destroyed);
    }
    // Sp 5 against HCh 3: they lose only if their die is 3 or more points lower.
    assert_eq!(destroyed, 6);
    let first_destroyed = Outcomes { first: OutcomeKind::Destroyed, second: OutcomeKind::NoEffect };
    assert_eq!(odds.weight(&first_destroyed).fraction(), Some((1, 6)));
    let all: f64 = odds.iter().map(|(_, probability)| probability).sum();
    assert!((all - 1.0).abs() < 1e-12);
}
