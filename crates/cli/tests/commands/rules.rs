//! `aelian rules`.

use super::aelian;

#[test]
fn one_rule_by_its_id() {
    let ran = aelian(&["rules", "blood-and-blades", "BB-MOVE-12"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("BB-MOVE-12  [done]  book: "), "{ran:?}");
}

#[test]
fn rules_by_words() {
    let found = aelian(&["rules", "blood-and-blades", "recoil", "elephant", "--json"]).json();
    let found = found.as_array().unwrap();
    assert!(found.len() > 1);
    let words = |entry: &serde_json::Value| entry.to_string().to_lowercase();
    assert!(words(&found[0]).contains("recoil"), "{}", found[0]);
    aelian(&["rules", "blood-and-blades", "zeppelin"])
        .fails(2, &["nothing in blood-and-blades matches `zeppelin`"]);
    aelian(&["rules", "chess"]).fails(2, &["no rulebook is named `chess`", "blood-and-blades"]);
}

#[test]
fn the_chapters_of_a_book() {
    let ran = aelian(&["rules", "blood-and-blades"]);
    ran.says("32 - Setting up the battlefield");
    ran.says("entries");
}

#[test]
fn nothing_of_blood_and_blades_is_left_to_do() {
    let status = aelian(&["rules", "status", "--game", "blood-and-blades", "--json"]).json();
    let [book] = &status.as_array().unwrap()[..] else { panic!("one game was asked for: {status}") };
    let chapters = book["chapters"].as_array().unwrap();
    let sum = |key: &str| chapters.iter().map(|chapter| chapter[key].as_u64().unwrap()).sum::<u64>();
    assert!(chapters.len() > 15 && sum("done") > 500, "{book}");
    assert_eq!((sum("todo"), sum("partial")), (0, 0));
    assert_eq!(sum("rules"), sum("done") + sum("text"));
    let placed = sum("cited") + sum("defined");
    assert!(
        placed * 3 >= sum("done") * 2,
        "most rules that are done are cited by a case or say where they live"
    );
}

#[test]
fn the_status_of_every_game() {
    let status = aelian(&["rules", "status", "--json"]).json();
    assert!(status.as_array().unwrap().iter().any(|book| book["game"] == "blood-and-blades"));
    aelian(&["rules", "status", "--game", "chess"]).fails(2, &["no rulebook is named `chess`"]);
}

#[test]
fn options_that_do_not_apply_are_refused() {
    aelian(&["rules", "blood-and-blades", "recoil", "--game", "hail-caesar"]).fails(2, &["--game", "status"]);
    aelian(&["rules", "status", "recoil"]).fails(2, &["`status`", "recoil"]);
}
