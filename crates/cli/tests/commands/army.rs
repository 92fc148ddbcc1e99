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

const LIST: &str = r#"
name = "Hill tribes"
system = "DBM"
period = "1200 BC to 900 BC"
aggression = 1

[[lines]]
id = "C"
role = "commander"
numbers = "1"
troops = ["Irr Cv(O)"]

[[lines]]
id = "A"
role = "ally"
numbers = "1"
troops = ["Irr Wb(O)"]

[[lines]]
id = "W"
label = "clansmen"
numbers = "10-41"
troops = ["Irr Wb(O)"]

[[lines]]
id = "U"
numbers = "0-1/2"
upgrades = "W"
troops = ["Irr Wb(S)"]

[[lines]]
id = "S"
numbers = "0-2"
scouts = true
troops = ["Irr Cv(O)"]
"#;

/// An army of this list: so many clansmen, and so many of them better.
fn hill_tribes(clansmen: u8, better: u8, scouts: &str) -> String {
    format!(
        r#"
name = "Hill tribes"
period = "1100 BC to 1000 BC"
aggression = 1
[terrain]
mandatory = ["H(S)"]
optional = ["Wd"]
[[troops]]
troop = "Irr Cv(O)"
commander = true
[[troops]]
troop = "Irr Wb(O)"
count = {clansmen}
[[troops]]
troop = "Irr Wb(S)"
count = {better}
[[troops]]
troop = "{scouts}"
[[troops]]
troop = "Irr Bg(O)"
"#
    )
}

/// BB-LST-00b: a list is entered, translated and told, with the rules of what was changed.
#[test]
fn a_list_is_translated_and_told() {
    let list = Written::new("hills.toml", LIST);
    let ran = aelian(&["army", "check", &list.path()]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for told in ["BB-ARM-13: line A is left out", "BB-ARM-15: line W: 5-21 bases", "BB-ARM-11", "Irr LH(I)"] {
        ran.says(told);
    }
    let told = aelian(&["army", "check", "--json", &list.path()]).json();
    assert_eq!(told["lines"].as_u64(), Some(4));
    aelian(&["army", "show", &list.path()]).says("clansmen");
    let wrong = Written::new("hills.toml", &LIST.replace("upgrades = \"W\"", "upgrades = \"X\""));
    aelian(&["army", "check", &wrong.path()]).fails(2, &["BB-ARM-16", "hills.toml", "`X`"]);
    let siege = Written::new("hills.toml", &LIST.replace("Irr Wb(S)", "Irr Art(O)"));
    aelian(&["army", "check", &siege.path()]).fails(2, &["BB-ARM-18", "Art"]);
}

/// BB-LST-00b: an army is checked by its list, with prices and every rule that it breaks.
#[test]
fn an_army_is_checked_by_its_list() {
    let list = Written::new("hills.toml", LIST);
    let check = |clansmen, better, scouts| {
        let army = Written::new("army.toml", &hill_tribes(clansmen, better, scouts));
        aelian(&["army", "check", "--list", &list.path(), &army.path()])
    };
    let good = check(10, 5, "Irr LH(I)");
    assert_eq!(good.code, 0, "{good:?}");
    good.says("The army may be fielded.");
    for (clansmen, better, scouts, rule) in [
        (1, 1, "Irr LH(I)", "BB-ARM-15"),
        (5, 7, "Irr LH(I)", "BB-LST-01"),
        (10, 5, "Irr LH(O)", "BB-ARM-16"),
    ] {
        let bad = check(clansmen, better, scouts);
        assert_eq!(bad.code, 1, "{bad:?}");
        bad.says(rule);
    }
    let swiss = repository("data/fog-ancients/armies/swiss.toml");
    aelian(&["army", "check", "--list", &list.path(), &swiss])
        .fails(2, &["fog-ancients has no option --list"]);
}
