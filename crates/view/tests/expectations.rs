//! What a case expects is met or not: an expectation that nothing could meet or break is a fault of the file.

#![allow(clippy::unwrap_used)]

use aelian_rules::{BloodAndBlades, HailCaesar};
use aelian_view::case::{CaseFile, judge, read};

const CASE: &str = r#"title = "A halt"
game = "blood-and-blades"
bound = { stage = "moves", active = "red", pigs = 4 }
base = [
  { name = "A", side = "red", troop = "Reg Sp(O)", at = [500, 500] },
  { name = "Z", side = "blue", troop = "Reg Sp(O)", at = [500, 900] },
]
choice.order = { to = ["A"], what = "halt" }
expect.verdict = "legal"
"#;

fn with(expect: &str) -> Result<CaseFile<BloodAndBlades>, String> {
    read::<BloodAndBlades>(&format!("{CASE}{expect}\n")).map_err(|faults| faults.to_string())
}

/// What nothing could ever meet or break is a fault of the file, with its line.
#[test]
fn an_expectation_that_cannot_be_is_a_fault() {
    let fault = |expect: &str| with(expect).map(|_| ()).unwrap_err();
    assert!(fault(r#"expect.events_not = [{ destroid = "A" }]"#).contains("unknown variant `destroid`"));
    assert!(fault(r#"expect.events_not = [{ destroyed = "Q" }]"#).contains("nobody is named `Q`"));
    assert!(fault(r#"expect.events_not = [{ moved = { bose = "A" } }]"#).contains("`bose` is not a key"));
    assert!(fault(r#"expect.facts = [{ total = {} }]"#).contains("unknown variant `total`"));
    let none = format!("BB-MOVE-{}", 999);
    let cites_not = fault(&format!("expect.cites_not = [\"{none}\"]"));
    assert!(cites_not.starts_with("line 10") && cites_not.contains("is no rule of the book"), "{cites_not}");
    assert!(fault(r#"expect.cites_not = ["HC-EVADE-08"]"#).contains("no rule of the book of this game"));
    assert!(fault(r#"expect.events_not = [{ halted = "A", moved = { base = "A" } }]"#).contains("one of"));
    assert!(
        fault("expect.cost = 99999999999999999999").starts_with("line 10: expect.cost: this is no number")
    );
    assert!(fault("expect.bases.A.facing = nan").contains("this is no number"));
    let sound = r#"expect.events_not = [{ destroyed = "A" }, "moved", { moved = { why = "recoiled" } }]"#;
    let report = judge(&with(sound).unwrap()).unwrap();
    assert!(report.unmet.is_empty(), "{:?}", report.unmet);
}

/// What is written beside what can be read is a fault, and not passed over.
#[test]
fn nothing_is_passed_over() {
    let fault = |text: &str| with(text).map(|_| ()).unwrap_err();
    assert!(fault("[step]\nchoice = \"proceed\"").contains("write [[step]]"));
    assert!(fault("step = [1, \"x\"]").contains("step[1]: a step is a table"));
    assert!(fault("faults = [\"BB-GEO-02\"]").contains("a position that cannot be has no steps"));
    for beside in
        [r#"says = ["zzz"]"#, r#"xpect = ["zzz"]"#, r#"would.order = { to = ["A"], what = "halt" }"#]
    {
        let told = fault(&format!("ask = [{{ question = \"may A\", {beside} }}]"));
        assert!(told.contains("is one too many"), "{told}");
    }
}

/// Small letters and capitals are the same, whether a line is expected or only these are.
#[test]
fn only_these_lines() {
    let unmet = |expect: &str| {
        let asked = with(&format!(r#"ask = [{{ question = "may A", expect = ["{expect}"], only = true }}]"#));
        judge(&asked.unwrap()).unwrap().unmet
    };
    assert!(unmet("NOTHING: RED").is_empty());
    assert_eq!(unmet("halt").len(), 2);
}

/// Only what is listed: one more event or rule is told.
#[test]
fn only_these() {
    let unmet = |expect: &str| judge(&with(expect).unwrap()).unwrap().unmet;
    let both = r#"expect.events = ["pigs-spent", "halted"]"#;
    assert!(unmet(&format!("{both}\nexpect.only = [\"events\"]")).is_empty());
    let one = unmet("expect.events = [\"halted\"]\nexpect.only = [\"events\"]");
    assert!(one.iter().any(|line| line.contains("pigs-spent")), "{one:?}");
    assert!(!unmet(r#"expect.events_not = ["halted"]"#).is_empty());
}

/// Nothing has been shown as long as the dice are missing.
#[test]
fn missing_dice_meet_no_verdict() {
    let text = r#"title = "A shot without dice"
game = "hail-caesar"
turn = { part = "ranged", active = "red" }
[[commander]]
name = "C"
side = "red"
at = [4, 4]
[[commander]]
name = "Z"
side = "blue"
at = [4, 44]
[[unit]]
name = "A"
side = "red"
troop = "medium-infantry bow"
at = [36, 10]
[[unit]]
name = "X"
side = "blue"
troop = "medium-infantry"
at = [36, 20]
[[step]]
choice.ranged.shoot = { unit = "A" }
expect.verdict = "legal"
"#;
    for expect in
        ["verdict = \"legal\"", "events_not = [\"casualties\"]", "bases.X.losses = 0", "only = [\"events\"]"]
    {
        let text = text.replace("expect.verdict = \"legal\"", &format!("expect.{expect}"));
        let report = judge(&read::<HailCaesar>(&text).unwrap()).unwrap();
        let told = report.unmet.iter().any(|line| line.contains("the dice end too soon"));
        assert!(told, "{expect}: {:?}", report.unmet);
    }
}
