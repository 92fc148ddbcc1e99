//! What the umpire tells of a written case beside its verdicts.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_rules::{BloodAndBlades, FogAncients, HailCaesar};
use aelian_view::case::{Report, Stated, judge, read};

fn judged<R: Stated>(text: &str) -> Result<Report, String> {
    let case = read::<R>(text).unwrap_or_else(|faults| panic!("{faults}"));
    judge(&case).map_err(|faults| faults.to_string())
}

/// That a position cannot be, with these words; with `good` in place of `bad` it can.
fn is_refused<R: Stated>(good: &str, bad: &str, words: &str) {
    assert_eq!(judged::<R>(good).map(|_| ()), Ok(()));
    let refused = judged::<R>(bad).map(|_| ()).unwrap_err();
    assert!(refused.contains(words), "{refused}");
}

fn bases(places: [[f64; 2]; 2]) -> String {
    let base = |name: &str, at: [f64; 2]| {
        format!(
            "[[base]]\nname = \"{name}\"\nside = \"red\"\ntroop = \"Reg Sp(O)\"\nat = [{}, {}]\n",
            at[0], at[1]
        )
    };
    let [a, b] = places;
    format!("title = \"Two\"\ngame = \"blood-and-blades\"\n{}{}", base("A", a), base("B", b))
}

#[test]
fn an_overlap_of_bases_is_told_and_contact_is_none() {
    let [good, bad] = [340.0, 330.0].map(|x| bases([[300.0, 200.0], [x, 200.0]]));
    is_refused::<BloodAndBlades>(&good, &bad, "`A` and `B` stand on one another");
}

#[test]
fn an_overlap_of_groups_is_told() {
    let group = |name: &str, x: f64| {
        format!(
            "[[group]]\nname = \"{name}\"\nside = \"red\"\ntroop = \"HF armoured superior drilled impact-foot\"\n\
             bases = 8\nfiles = 4\nat = [\"{x} W\", \"10 W\"]\n"
        )
    };
    let text = |gap: f64| {
        let head = "title = \"Two\"\ngame = \"fog-ancients\"\n[turn]\nphase = \"movement\"\n";
        format!("{head}{}{}", group("Hastati", 20.0), group("Triarii", 20.0 + gap))
    };
    let words = "FA-BASE-01: bases of Triarii stand on bases of Hastati";
    is_refused::<FogAncients>(&text(4.0), &text(2.0), words);
}

#[test]
fn an_overlap_of_units_is_told() {
    let unit = |name: &str, y: f64| {
        format!(
            "[[unit]]\nname = \"{name}\"\nside = \"red\"\ntroop = \"heavy-infantry\"\nat = [36, {y}]\nfacing = 0\n\
             size = [7, 1.6]\n"
        )
    };
    let text = |gap: f64| {
        let head = "title = \"Two\"\ngame = \"hail-caesar\"\n[turn]\npart = \"ranged\"\n";
        format!("{head}{}{}", unit("first", 20.0), unit("second", 20.0 - gap))
    };
    is_refused::<HailCaesar>(&text(1.6), &text(1.0), "HC-GEO-06: first and second stand on one another");
}

/// Two dice: 36 ways, which fall together in lowest terms.
#[test]
fn exact_odds_are_told_as_fractions() {
    let text = "title = \"Odds\"\ngame = \"blood-and-blades\"\nask = [{ odds = \"proceed\" }]\n\
        [set_up]\nred = \"hittite-empire\"\nblue = \"egyptian-new-kingdom\"\n";
    let report = judged::<BloodAndBlades>(text).unwrap();
    let [answer] = &report.answers[..] else { panic!("{:?}", report.answers) };
    let fraction = |line: &String| -> (u64, u64) {
        let inner = line.rsplit_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap();
        let (over, under) = inner.split_once('/').unwrap();
        (over.parse().unwrap(), under.parse().unwrap())
    };
    let ways: u64 = answer.lines.iter().map(fraction).map(|(over, under)| over * 36 / under).sum();
    assert_eq!(ways, 36, "{:?}", answer.lines);
    assert!(answer.lines.len() > 1);
}
