//! BB-GRD-01 to BB-GRD-11.

use super::{engaged, fight, in_bound_of_second, shot};
use crate::combat::resolution::{Circumstances, Party};

fn more(circumstances: &Circumstances, party: Party) -> Vec<String> {
    engaged(circumstances).fighter(party).scoring_more.iter().map(ToString::to_string).collect()
}

fn less(circumstances: &Circumstances, party: Party) -> Vec<String> {
    engaged(circumstances).fighter(party).scoring_less.iter().map(ToString::to_string).collect()
}

/// BB-GRD-01, BB-TRP-30, BB-TRP-31: against (I); LH(X) counts as (I), but not against LH(X) and Cm.
#[test]
fn against_inferior_troops() {
    for (enemy, given) in
        [("Reg Bd(I)", true), ("Reg Bd(O)", false), ("Irr LH(X)", true), ("Reg Pk(X)", false)]
    {
        let rules = more(&fight("Reg Cv(O)", enemy), Party::First);
        assert_eq!(rules == ["BB-GRD-01"], given, "{enemy}");
    }
    for camels in ["Irr LH(X)", "Irr Cm(O)"] {
        assert!(more(&fight(camels, "Irr LH(X)"), Party::First).is_empty(), "{camels}");
    }
    assert_eq!(more(&in_bound_of_second(fight("Reg Cv(O)", "Irr LH(I)")), Party::First), ["BB-GRD-01"]);
}

/// BB-GRD-02: against (F) in the own bound only.
#[test]
fn against_fast_troops() {
    let case = fight("Reg Bd(O)", "Irr Wb(F)");
    assert_eq!(more(&case, Party::First), ["BB-GRD-02"]);
    assert!(more(&in_bound_of_second(case), Party::First).is_empty());
}

/// BB-GRD-03, BB-GRD-04, BB-GRD-05: (S) gain by scoring more in the own bound, by scoring less in the other's.
#[test]
fn superior_troops() {
    let own = fight("Reg Cv(S)", "Reg Cv(O)");
    assert_eq!(more(&own, Party::First), ["BB-GRD-03"]);
    assert!(less(&own, Party::First).is_empty());
    let other = in_bound_of_second(own);
    assert!(more(&other, Party::First).is_empty());
    assert_eq!(less(&other, Party::First), ["BB-GRD-05"]);
    assert_eq!(more(&fight("Reg Cv(S)", "Reg Cv(I)"), Party::First), ["BB-GRD-01", "BB-GRD-03"]);
}

/// BB-GRD-06, BB-GRD-07, BB-GRD-08: shooters gain by their own (S) and by (I) and (F) targets, LH(X) included.
#[test]
fn shooters() {
    assert_eq!(more(&shot("Reg Bw(S)", "Reg Cv(O)"), Party::First), ["BB-GRD-06"]);
    for target in ["Reg Cv(I)", "Irr Wb(F)", "Irr LH(X)"] {
        assert_eq!(more(&shot("Reg Bw(O)", target), Party::First), ["BB-GRD-07"], "{target}");
    }
    assert!(more(&shot("Reg Bw(O)", "Reg Pk(X)"), Party::First).is_empty());
    let both = in_bound_of_second(shot("Reg Bw(S)", "Reg Cv(I)"));
    assert_eq!(more(&both, Party::First), ["BB-GRD-06", "BB-GRD-07"]);
}

/// BB-GRD-09, BB-GRD-10, BB-GRD-11: an (S) target gains by scoring less in either bound; a shooter that is not
/// shot at does not.
#[test]
fn targets() {
    for case in [shot("Reg Bw(O)", "Reg Cv(S)"), in_bound_of_second(shot("Reg Bw(O)", "Reg Cv(S)"))] {
        assert_eq!(less(&case, Party::Second), ["BB-GRD-09"]);
        assert!(more(&case, Party::Second).is_empty());
    }
    assert!(less(&shot("Reg Bw(O)", "Reg Pk(X)"), Party::Second).is_empty());
    assert!(less(&shot("Reg Bw(S)", "Reg Cv(O)"), Party::First).is_empty());
    let mutual = shot("Reg Bw(S)", "Reg Bw(I)").shot_back();
    assert_eq!(less(&mutual, Party::First), ["BB-GRD-09"]);
    assert_eq!(more(&mutual, Party::First), ["BB-GRD-06", "BB-GRD-07"]);
    assert!(more(&mutual, Party::Second).is_empty());
}
