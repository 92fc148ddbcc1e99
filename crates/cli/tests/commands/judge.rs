//! `aelian judge`.

use super::{Written, aelian, repository};

pub const CASE: &str = r#"title = "Ahead in good going"
game = "blood-and-blades"
rules = ["BB-MOVE-01"]

[bound]
stage = "moves"
pigs = 4

[[base]]
name = "A"
side = "red"
troop = "Reg Sp(O)"
at = [300, 200]

[choice.order]
to = ["A"]
what.move = { reach = "tactical", how.advance.distance = 60 }

[expect]
verdict = "legal"
bases.A = { at = [300, 260] }
"#;

#[test]
fn a_good_case_is_met() {
    let case = Written::new("case.toml", CASE);
    let ran = aelian(&["judge", &case.path()]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.says("LEGAL");
    ran.says("All expectations are met.");
    let report = aelian(&["judge", "--json", &case.path()]).json();
    assert_eq!(report["steps"][0]["verdict"], "legal");
    assert_eq!(report["unmet"], serde_json::json!([]));
}

#[test]
fn a_case_of_the_repository_is_met() {
    let path = repository("crates/blood-and-blades/cases/32-set-up/half-laid.toml");
    let ran = aelian(&["judge", &path]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.says("blue lays a medium rocky next");
}

#[test]
fn an_expectation_that_is_not_met_is_told() {
    let case = Written::new("case.toml", &CASE.replace("at = [300, 260]", "at = [300, 240]"));
    let ran = aelian(&["judge", &case.path()]);
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("NOT MET:");
    ran.says("A is at (300.00, 260.00), expected (300, 240)");
}

#[test]
fn a_bad_case_is_told_with_file_and_line() {
    let wrong_troop = Written::new("wrong.toml", &CASE.replace("Reg Sp(O)", "Reg Spears"));
    aelian(&["judge", &wrong_troop.path()]).fails(2, &["wrong.toml", "line 12", "`Spears` is no troop type"]);
    let unknown_key = Written::new("keys.toml", &CASE.replace("[[base]]", "colour = 3\n\n[[base]]"));
    aelian(&["judge", &unknown_key.path()]).fails(2, &["keys.toml", "line", "colour"]);
    let no_toml = Written::new("broken.toml", "title \"x\"\n");
    aelian(&["judge", &no_toml.path()]).fails(2, &["broken.toml", "line 1"]);
}

#[test]
fn a_file_that_is_not_there() {
    aelian(&["judge", "no-such-case.toml"]).fails(2, &["no-such-case.toml"]);
}
