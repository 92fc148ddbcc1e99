//! `aelian army`.

use super::{Written, aelian, repository};

const HITTITES: &str = "data/blood-and-blades/armies/hittite-empire.toml";

#[test]
fn a_good_army_may_be_fielded() {
    let path = repository(HITTITES);
    let ran = aelian(&["army", "check", &path]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.says("The army may be fielded.");
    let checked = aelian(&["army", "check", "--json", &path]).json();
    assert_eq!((checked["legal"].as_bool(), checked["points"].as_f64()), (Some(true), Some(248.0)));
}

#[test]
fn a_bad_army_is_told_with_its_rules() {
    let ran = aelian(&["army", "check", "--budget", "200", &repository(HITTITES)]);
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("BB-AP-01");
    ran.says("The army may not be fielded.");
    let text = std::fs::read_to_string(repository(HITTITES)).unwrap();
    let headless = Written::new("headless.toml", &text.replace("commander = true\n", ""));
    let ran = aelian(&["army", "check", &headless.path()]);
    assert_eq!(ran.code, 1, "{ran:?}");
    ran.says("BB-CIC-01");
}

#[test]
fn an_army_file_that_cannot_be_read_is_told_with_file_and_line() {
    let text = std::fs::read_to_string(repository(HITTITES)).unwrap();
    let wrong = Written::new("wrong.toml", &text.replacen("Reg HCh(O)", "Reg Tank(O)", 1));
    let line = text.lines().position(|line| line.contains("Reg HCh(O)")).unwrap() + 1;
    aelian(&["army", "check", &wrong.path()])
        .fails(2, &["wrong.toml", &format!("line {line}"), "`Tank` is no troop type"]);
}

#[test]
fn ready_armies_are_listed_and_shown() {
    let armies = aelian(&["army", "list", "blood-and-blades", "--json"]).json();
    assert!(armies.as_array().unwrap().len() >= 10);
    let ran = aelian(&["army", "show", "hittite-empire"]);
    ran.says("C-in-C");
    ran.says("248 AP");
    aelian(&["army", "show", "no-such-army"])
        .fails(2, &["neither a ready army nor a file", "hittite-empire"]);
}

#[test]
fn a_budget_that_a_game_does_not_have_or_cannot_be_is_refused() {
    let legion = repository("data/hail-caesar/armies/roman-legion.toml");
    aelian(&["army", "check", "--budget", "800", &legion]).fails(2, &["hail-caesar has no option --budget"]);
    let swiss = repository("data/fog-ancients/armies/swiss.toml");
    for budget in ["800.5", "0", "inf"] {
        aelian(&["army", "check", "--budget", budget, &swiss]).fails(2, &[budget, "whole number of points"]);
    }
}
