//! `aelian odds`.

use super::aelian;

/// The chances of all outcomes, and the ways in which two dice fall for them.
fn sums(args: &[&str]) -> (f64, u64) {
    let report = aelian(&[&["odds", "blood-and-blades"], args, &["--json"]].concat()).json();
    assert_eq!(report["exact"], true);
    let outcomes = report["outcomes"].as_array().unwrap();
    let chance = outcomes.iter().map(|outcome| outcome["probability"].as_f64().unwrap()).sum();
    (chance, outcomes.iter().map(|outcome| outcome["ways"].as_u64().unwrap()).sum())
}

#[test]
fn chances_sum_to_one() {
    let combats: [&[&str]; 3] = [
        &["Reg Sp(O)", "Irr HCh(O)", "--bound", "second", "--first", "second-rank=Reg Sp(O)"],
        &["Irr Wb(O)", "Reg Bd(O)", "--second", "overlapped=both"],
        &["Reg Bw(O)", "Reg Cv(O)", "--shot", "--first", "more-shooters=1"],
    ];
    for combat in combats {
        let (chance, ways) = sums(combat);
        assert!((chance - 1.0).abs() < 1e-12, "{combat:?}: {chance}");
        assert_eq!(ways, 36, "{combat:?}");
    }
}

#[test]
fn what_cannot_be_is_told() {
    aelian(&["odds", "blood-and-blades", "Reg Sp(O)", "Reg Cv(O)", "--shot"])
        .fails(2, &["only Bw shoot at a distance (BB-SHT-01)"]);
    aelian(&["odds", "blood-and-blades", "Reg Sp(O)", "Reg Cv(O)", "--first", "tired"])
        .fails(2, &["`tired` is not a circumstance"]);
    aelian(&["odds", "blood-and-blades", "Reg Tank(O)", "Reg Cv(O)"]).fails(2, &["Tank"]);
}
