//! `aelian simulate`.

use super::aelian;
use serde_json::Value;

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
    aelian(&["replay", "verify", &record]).says("every hash is the same");
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
