//! `aelian replay`.

use super::{Written, aelian, repository};
use serde_json::Value;

const GOLDEN: &str = "crates/blood-and-blades/playthroughs/elephants-and-horse.jsonl";

fn golden() -> String {
    std::fs::read_to_string(repository(GOLDEN)).unwrap()
}

/// The golden record with one line changed.
fn changed(line: usize, change: impl Fn(&mut Value)) -> Written {
    let mut lines: Vec<String> = golden().lines().map(str::to_owned).collect();
    let mut step: Value = serde_json::from_str(&lines[line - 1]).unwrap();
    change(&mut step);
    lines[line - 1] = step.to_string();
    Written::new("changed.jsonl", &(lines.join("\n") + "\n"))
}

/// The first line after the tenth whose step threw dice.
fn dice_line() -> usize {
    let threw = |line: &str| serde_json::from_str::<Value>(line).unwrap().get("rolls").is_some();
    golden().lines().enumerate().skip(10).find(|(_, line)| threw(line)).unwrap().0 + 1
}

#[test]
fn a_golden_record_is_verified() {
    let ran = aelian(&["replay", "verify", &repository(GOLDEN)]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.says(&format!("{} steps, every step is the same", golden().lines().count() - 1));
}

#[test]
fn another_hash_is_told_with_its_line() {
    let spoilt = changed(9, |step| step["hash"] = "0000000000000000".into());
    let told = ["changed.jsonl", "line 9", "step 8", "0000000000000000"];
    aelian(&["replay", "verify", &spoilt.path()]).fails(2, &told);
    aelian(&["replay", "show", &spoilt.path()]).fails(2, &told);
}

#[test]
fn other_events_dice_and_reasons_are_told_although_the_hash_is_the_same() {
    let has = |key: &'static str| {
        let is_there = move |line: &str| serde_json::from_str::<Value>(line).unwrap()[key].is_array();
        golden().lines().position(is_there).unwrap() + 1
    };
    let fewer =
        |key: &'static str| changed(has(key), move |step| drop(step[key].as_array_mut().unwrap().pop()));
    aelian(&["replay", "verify", &fewer("reasons").path()])
        .fails(2, &["reason", "the record has no such reason", "replaying gives {\"rule\":\"BB-"]);
    let twice = changed(dice_line(), |step| step["rolls"][0]["rule"] = "BB-MOVE-01".into());
    aelian(&["replay", "verify", &twice.path()]).fails(2, &["roll 1 is not the same", "BB-MOVE-01"]);
    let moves = golden().lines().position(|line| line.matches("\"moved\"").count() > 3).unwrap() + 1;
    let crossed = changed(moves, |step| step["events"].as_array_mut().unwrap().swap(1, 2));
    aelian(&["replay", "verify", &crossed.path()])
        .fails(2, &["changed.jsonl", &format!("line {moves}"), "event 2 is not the same", "\"moved\""]);
}

#[test]
fn a_choice_that_the_rules_refuse_is_told_with_each_rule() {
    let line = golden().lines().position(|line| line.contains("\"distance\":")).unwrap() + 1;
    let too_far = changed(line, |step| {
        let text = step["choice"].to_string();
        let (before, after) = text.split_once("\"distance\":").unwrap();
        let rest = after.find([',', '}']).unwrap();
        step["choice"] =
            serde_json::from_str(&format!("{before}\"distance\":5000.0{}", &after[rest..])).unwrap();
    });
    let ran = aelian(&["replay", "verify", &too_far.path()]);
    ran.fails(2, &["the choice breaks BB-", "\n  BB-"]);
}

#[test]
fn verify_wants_a_file() {
    aelian(&["replay", "verify"]).fails(2, &["FILES"]);
}

#[test]
fn other_dice_are_told_with_their_line() {
    let line = dice_line();
    let spoilt = changed(line, |step| step["rolls"][0]["faces"] = serde_json::json!([9]));
    aelian(&["replay", "verify", &spoilt.path()]).fails(2, &["changed.jsonl", &format!("line {line}"), "9"]);
}

#[test]
fn a_base_that_is_not_there_is_told_with_its_line() {
    let spoilt = changed(2, |step| step["events"] = serde_json::json!([{ "destroyed": 400 }]));
    aelian(&["replay", "show", &spoilt.path()])
        .fails(2, &["line 2", "an event speaks of what is not on the table"]);
    let beyond = changed(2, |step| step["events"] = serde_json::json!([{ "destroyed": 4000 }]));
    aelian(&["replay", "show", &beyond.path()]).fails(2, &["line 2", "4000 is not the number of a base"]);
}

#[test]
fn half_a_line_is_told_with_its_number() {
    let text = golden();
    let cut = Written::new("cut.jsonl", &text[..text.lines().next().unwrap().len() + 40]);
    aelian(&["replay", "verify", &cut.path()]).fails(2, &["cut.jsonl", "line 2"]);
    let empty = Written::new("empty.jsonl", "");
    aelian(&["replay", "verify", &empty.path()]).fails(2, &["empty.jsonl", "the record is empty"]);
}

#[test]
fn a_record_is_told_and_drawn() {
    let brief = aelian(&["replay", "show", "--brief", &repository(GOLDEN)]);
    let whole = aelian(&["replay", "show", &repository(GOLDEN)]);
    assert_eq!((brief.code, whole.code), (0, 0));
    brief.says("the battle begins");
    assert!(whole.out.len() > brief.out.len() && whole.out.contains("BB-") && brief.out.len() > 5_000);
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("table.svg").display().to_string();
    let export =
        |to: &str, step: &str| aelian(&["replay", "export", &repository(GOLDEN), "--step", step, "-o", to]);
    assert_eq!(export(&svg, "40").code, 0);
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    export(&svg, "100000").fails(2, &["step 100000 is not among them"]);
    export("table.bmp", "1").fails(2, &["must end in .svg or .png"]);
}
