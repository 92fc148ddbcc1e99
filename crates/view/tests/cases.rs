//! Every written case of every game is judged, and every expectation of it must hold. They are read strictly: a case
//! answers what is asked, or says what it passes over; `aelian judge --rewrite` writes one so that leaves that to its reader.

#![allow(clippy::expect_used)]

use aelian_rulebook::RuleId;
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::Stated;
use aelian_view::case::{
    CaseFile, Expect, ExpectVerdict, Report, game_of, judge, judge_strictly, read, rewritten,
};
use std::path::{Path, PathBuf};

#[test]
fn every_case_is_as_expected() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for game in Game::ALL {
        collect(&crates.join(game.name()).join("cases"), &mut files);
    }
    files.sort();
    assert!(!files.is_empty(), "there are no cases");
    let failures: Vec<String> = files.iter().filter_map(|file| failure(file)).collect();
    assert!(failures.is_empty(), "{} of {} cases fail\n{}", failures.len(), files.len(), failures.join("\n"));
    println!("{} cases are as expected", files.len());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
}

/// What is wrong with a case, if anything.
fn failure(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).expect("a case is a text file");
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let game = game_of(&text).map(|game| game.parse::<Game>());
    let report = match game {
        Ok(Ok(Game::BloodAndBlades)) => judged::<BloodAndBlades>(&text),
        Ok(Ok(Game::FogAncients)) => judged::<FogAncients>(&text),
        Ok(Ok(Game::HailCaesar)) => judged::<HailCaesar>(&text),
        Ok(Err(unknown)) => Err(unknown.to_string()),
        Err(faults) => Err(faults.to_string()),
    };
    match report {
        Ok(report) if report.unmet.is_empty() && says_something(&text) => None,
        Ok(report) if report.unmet.is_empty() => Some(format!("{name}: expects nothing")),
        Ok(report) => Some(format!("{name}: {}", report.unmet.join("; "))),
        Err(error) => Some(format!("{name}: {error}")),
    }
}

/// The umpire judges by the position, the choice and the dice: whatever a case expects of a step, its verdict, the rules by
/// which it is refused and what comes of it are the same.
#[test]
fn no_verdict_depends_on_what_is_expected() {
    let mut files = Vec::new();
    for game in Game::ALL {
        collect(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game.name()).join("cases"),
            &mut files,
        );
    }
    let swayed: Vec<String> = files.iter().filter_map(|file| swayed(file)).collect();
    assert!(swayed.is_empty(), "{} of {} cases\n{}", swayed.len(), files.len(), swayed.join("\n"));
}

/// The name of a case that is judged otherwise if the opposite is expected of it.
fn swayed(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).expect("a case is a text file");
    let same = match game_of(&text).map(|game| game.parse::<Game>()) {
        Ok(Ok(Game::BloodAndBlades)) => is_steady::<BloodAndBlades>(&text),
        Ok(Ok(Game::FogAncients)) => is_steady::<FogAncients>(&text),
        Ok(Ok(Game::HailCaesar)) => is_steady::<HailCaesar>(&text),
        _ => false,
    };
    (!same).then(|| file.display().to_string())
}

fn is_steady<R: Stated>(text: &str) -> bool {
    let Ok(mut case) = read::<R>(text) else { return false };
    let as_written = verdicts(&case);
    let turns: [fn(Option<ExpectVerdict>) -> Option<ExpectVerdict>; 2] = [
        |_| None,
        |wanted| match wanted {
            Some(ExpectVerdict::Refused) => Some(ExpectVerdict::Legal),
            _ => Some(ExpectVerdict::Refused),
        },
    ];
    turns.into_iter().all(|turn| {
        for step in &mut case.steps {
            step.expect = Expect {
                verdict: turn(step.expect.verdict),
                asks: step.expect.asks.take(),
                ..Expect::default()
            };
        }
        verdicts(&case) == as_written
    })
}

/// Of each step the verdict, the rules that it breaks and what came of it; none if the position cannot be.
fn verdicts<R: Stated>(case: &CaseFile<R>) -> Vec<(&'static str, Vec<RuleId>, Option<String>)> {
    let steps = judge_strictly(case).map(|report| report.steps).unwrap_or_default();
    steps
        .into_iter()
        .map(|step| (step.verdict, step.breaches.iter().map(|said| said.rule).collect(), step.hash))
        .collect()
}

/// A case without an expectation proves nothing.
fn says_something(text: &str) -> bool {
    text.contains("expect") || text.lines().any(|line| line.starts_with("faults"))
}

fn judged<R: Stated>(text: &str) -> Result<Report, String> {
    let case = read::<R>(text).map_err(|faults| faults.to_string())?;
    judge_strictly(&case).map_err(|faults| faults.to_string())
}

/// HC-TGT-01, HC-HIT-12: asked for its targets, the umpire says with how many dice a unit shoots, what they need, and by
/// which modifiers.
#[test]
fn targets_of_hail_caesar_are_told_with_their_score() {
    let text = r#"
        title = "Disordered archers before heavy infantry"
        game = "hail-caesar"
        ask = ["targets A"]
        [turn]
        part = "ranged"
        [[unit]]
        name = "A"
        side = "red"
        troop = "medium-infantry 5/5/3/3/6+/6 bow unshielded"
        at = [36, 20]
        disordered = true
        [[unit]]
        name = "X"
        side = "blue"
        troop = "heavy-infantry 7/7/3/0/4+/6"
        at = [36, 30]
    "#;
    let report = judged::<HailCaesar>(text).expect("a case");
    let lines: Vec<&str> =
        report.answers.iter().flat_map(|answer| answer.lines.iter().map(String::as_str)).collect();
    assert_eq!(lines, ["X with 3 dice at 6+ (-1 HC-HIT-03, -1 HC-HIT-06)"]);
}

const UNSAID: &str = r#"
title = "A line beaten by two, whose order is not said"
game = "hail-caesar"
[turn]
part = "command"
[[commander]]
name = "Caesar"
side = "red"
at = [36, 12]
# He stands in the open.
[[unit]]
name = "A"
side = "red"
troop = "light-infantry 3/3/3/2/6+/6 javelin"
at = [36, 20]
[[unit]]
name = "X"
side = "blue"
troop = "medium-infantry 6/6/3/0/5+/6"
at = [60, 44]
[[step]]   # he orders it on
choice.command.order = { commander = "Caesar", unit = "A", verb.advance = { at = [36, 26], facing = "north" } }
dice = [3, 3]
[[step]]
choice.ranged.shoot = "A"
expect.verdict = "refused"
"#;

/// A strict reader answers nothing by himself: he tells what is asked. What a lenient one assumed is written into the case,
/// and then he finds the same; what the file says besides stays as it is.
#[test]
fn what_was_assumed_is_written_down() {
    let case = read::<HailCaesar>(UNSAID).expect("a case");
    let lenient = judge(&case).expect("a position");
    assert!(lenient.unmet.is_empty(), "{:?}", lenient.unmet);
    let strict = judge_strictly(&case).expect("a position");
    assert!(
        strict.unmet.iter().any(|unmet| unmet.contains("nobody asks for this choice")),
        "{:?}",
        strict.unmet
    );
    let text = rewritten::<HailCaesar>(UNSAID).expect("it can be written").expect("something was left out");
    let kept = UNSAID.lines().all(|line| text.lines().any(|other| other == line));
    assert!(kept, "{text}");
    let anew = read::<HailCaesar>(&text).expect("a case");
    let strict = judge_strictly(&anew).expect("a position");
    assert!(strict.unmet.is_empty(), "{:?}", strict.unmet);
    let verdicts = |report: &Report| report.steps.iter().map(|step| step.verdict).collect::<Vec<_>>();
    assert_eq!(verdicts(&strict), verdicts(&lenient));
    assert_eq!(rewritten::<HailCaesar>(&text), Ok(None), "written once, nothing is left");
}

/// An answer that nobody asks for is told.
#[test]
fn needless_answers_are_told() {
    let with = |key: &str| UNSAID.replacen("dice = [3, 3]", &format!("dice = [3, 3]\n{key}"), 1);
    for (key, told) in [
        (r#"before = [{ ranged = "done" }]"#, "step 1: before:"),
        (r#"then = [{ fight = "nobody-joins" }]"#, "step 1: then: nobody asks for this"),
    ] {
        let report = judged::<HailCaesar>(&with(key)).expect("a case");
        assert!(report.unmet.iter().any(|unmet| unmet.contains(told)), "{:?}", report.unmet);
    }
    assert!(judged::<HailCaesar>(&with("then = 3")).is_err());
}
