//! `aelian simulate`.

use super::{Written, aelian, repository};
use serde_json::Value;

const HITTITES: &str = "data/blood-and-blades/armies/hittite-empire.toml";
const SWISS: &str = "data/fog-ancients/armies/swiss.toml";
const LEGION: &str = "data/hail-caesar/armies/roman-legion.toml";

fn simulated(jobs: &str, seed: &str) -> Value {
    let args = ["simulate", "blood-and-blades", "--games", "4", "--jobs", jobs, "--seed", seed, "--json"];
    aelian(&args).json()
}

#[test]
fn the_hash_does_not_depend_on_the_number_of_threads() {
    let (one, two) = (simulated("1", "1"), simulated("2", "1"));
    assert_eq!(
        (&one["played"], &one["stalls"], &one["refused"]),
        (&Value::from(4), &Value::from(0), &Value::from(0))
    );
    assert_eq!(one["hash"].as_str().unwrap().len(), 16);
    for key in ["hash", "wins", "rounds", "decisions", "measures"] {
        assert_eq!(one[key], two[key], "{key}");
    }
    assert_ne!(one["hash"], simulated("2", "2")["hash"], "another seed gives other battles");
}

#[test]
fn records_are_written_and_can_be_verified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let ran = aelian(&["simulate", "blood-and-blades", "--games", "1", "--records", &path]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.says("1 battles of blood-and-blades");
    let record = folder.path().join("battle-00000.jsonl").display().to_string();
    aelian(&["replay", "verify", &record]).says("every step is the same");
}

#[test]
fn who_or_what_is_not_there_is_told() {
    aelian(&["simulate", "blood-and-blades", "--red", "martians"])
        .fails(2, &["`martians`", "hittite-empire"]);
    aelian(&["simulate", "blood-and-blades", "--games", "1", "--red-opponent", "napoleon"])
        .fails(2, &["napoleon", "rash", "random"]);
    aelian(&["simulate", "blood-and-blades", "--games", "1", "--table", "5", "5"])
        .fails(2, &["the battle cannot be set up", "BB-TBL-05"]);
}

#[test]
fn a_huge_number_of_threads_begins_none_that_has_nothing_to_do() {
    let args = ["simulate", "blood-and-blades", "--games", "2", "--jobs", "1000000000", "--json"];
    assert_eq!(aelian(&args).json()["jobs"], 2);
}

#[test]
fn options_of_another_game_are_refused_by_name() {
    let refused = |game: &str, option: &[&str], owner: &str| {
        let args = [&["simulate", game, "--games", "1"], option].concat();
        aelian(&args).fails(2, &[&format!("{game} has no option {}", option[0]), owner]);
    };
    refused("blood-and-blades", &["--edition", "3.1"], "fog-ancients");
    refused("hail-caesar", &["--edition", "1"], "fog-ancients");
    refused("hail-caesar", &["--budget", "500"], "blood-and-blades and fog-ancients");
    for option in [&["--table", "40", "60"][..], &["--weather"], &["--time-of-day"]] {
        refused("fog-ancients", option, "blood-and-blades");
        refused("hail-caesar", option, "blood-and-blades");
    }
    aelian(&["simulate", "fog-ancients", "--scenario", "trebia", "--red", "swiss"])
        .fails(2, &["--scenario", "--red"]);
}

/// The file of a ready army with something replaced.
fn spoilt(name: &'static str, path: &str, from: &str, to: &str) -> Written {
    let text = std::fs::read_to_string(repository(path)).unwrap();
    assert!(text.contains(from), "{path}");
    Written::new(name, &text.replace(from, to))
}

#[test]
fn armies_that_may_not_be_fielded_are_refused_with_their_rules() {
    let headless = spoilt("a.toml", HITTITES, "commander = true\n", "");
    aelian(&["simulate", "blood-and-blades", "--games", "1", "--blue", &headless.path()])
        .fails(2, &["the battle cannot be set up", "BB-CIC-01"]);
    let landless = spoilt("b.toml", SWISS, "territories = [", "territories = []\n#");
    aelian(&["simulate", "fog-ancients", "--games", "1", "--red", &landless.path()])
        .fails(2, &["the battle cannot be set up", "FA-INIT-06"]);
    let mob = spoilt("c.toml", LEGION, "general = true", "general = false");
    aelian(&["simulate", "hail-caesar", "--games", "1", "--red", &mob.path()]).fails(2, &["c.toml", "HC-"]);
}

#[test]
fn armies_are_fielded_anyway_when_that_is_said() {
    let strange = spoilt("b.toml", SWISS, "period = ", "list = \"no-such\"\nperiod = ");
    let dear = spoilt("a.toml", HITTITES, "count = 8", "count = 18");
    let lawless = spoilt("c.toml", LEGION, "\"Praefectus\"", "\"Praefectus\"\nleadership = 7");
    let rivals = [
        ("blood-and-blades", "--blue", dear.path(), "BB-AP-01"),
        ("fog-ancients", "--red", strange.path(), "FA-ARMY-15"),
        ("hail-caesar", "--red", lawless.path(), "HC-"),
    ];
    for (game, side, army, rule) in &rivals {
        let args = ["simulate", game, "--games", "1", "--red-opponent", "random", side, army];
        aelian(&args).fails(2, &[rule]);
        let ran = aelian(&[&args[..], &["--field-anyway"]].concat());
        ran.says("1 battles of");
    }
}

#[test]
fn another_budget_is_told() {
    let args = ["simulate", "blood-and-blades", "--games", "1", "--budget"];
    aelian(&[&args[..], &["100"]].concat()).fails(2, &["the battle cannot be set up", "BB-AP-01"]);
    let args = ["simulate", "fog-ancients", "--games", "1", "--budget"];
    aelian(&[&args[..], &["100"]].concat()).fails(2, &["the battle cannot be set up", "FA-SET-01"]);
    aelian(&[&args[..], &["0.5"]].concat()).fails(2, &["whole number of points"]);
}
