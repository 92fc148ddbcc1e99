//! The questions of recorded battles and of written cases as a page would put them: all that is offered is legal,
//! and what was answered in a battle is among it.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_dice::{Generator, Tape};
use aelian_game::{Match, Next, Record, Ruleset as _, Side, Viewer};
use aelian_rules::{BloodAndBlades, FogAncients, Game, HailCaesar};
use aelian_view::case::{Stated, read};
use aelian_view::table::{Mode, Question, Shown, Sight};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The kinds of prompts that were met.
type Met = BTreeSet<String>;

/// The kinds of questions of Blood and Blades that these battles and cases come upon.
const BLOOD_AND_BLADES: [&str; 19] = [
    "align",
    "ambush",
    "avoid-difficult",
    "deploy",
    "go-on",
    "lay",
    "name-side",
    "next-fight",
    "next-shot",
    "orders",
    "pass-or-push",
    "pick-terrain",
    "place-baggage",
    "primary",
    "pursue",
    "reveal-rest",
    "rush",
    "separate",
    "target",
];

/// The kinds of questions of Field of Glory Ancients that they come upon, with their chapter.
const FOG_ANCIENTS: [&str; 19] = [
    "align feed",
    "align reform",
    "cohesion lose",
    "cohesion test-next",
    "impact declare",
    "impact evade",
    "impact evade-or-stand",
    "impact intercept",
    "impact move-charges",
    "joint after-rally",
    "joint commanders",
    "joint rally",
    "joint stop",
    "movement corner-answer",
    "movement moves",
    "movement second-move",
    "movement simple-or-stay",
    "rout pursue",
    "shooting shoot",
];

/// The kinds of questions of Hail Caesar that they come upon, with their chapter.
const HAIL_CAESAR: [&str; 16] = [
    "breaks hold-or-retreat",
    "charge respond",
    "command ends",
    "command initiative",
    "command next-unit",
    "command orders",
    "command reroll",
    "command step",
    "commander move",
    "fight declare",
    "fight demand",
    "fight excess",
    "fight share",
    "fight test",
    "fight victors",
    "ranged shoot",
];

#[test]
fn questions_are_put_with_legal_answers() {
    for game in Game::ALL {
        match game {
            Game::BloodAndBlades => {
                let mut met = Met::new();
                records::<BloodAndBlades>(&folder(game, "playthroughs"), &mut met);
                cases::<BloodAndBlades>(&folder(game, "cases"), &mut met);
                let missing: Vec<_> = BLOOD_AND_BLADES.iter().filter(|kind| !met.contains(**kind)).collect();
                assert!(missing.is_empty(), "never asked: {missing:?}");
            }
            Game::FogAncients => {
                let mut met = Met::new();
                records::<FogAncients>(&folder(game, "playthroughs"), &mut met);
                cases::<FogAncients>(&folder(game, "cases"), &mut met);
                let missing: Vec<_> = FOG_ANCIENTS.iter().filter(|kind| !met.contains(**kind)).collect();
                assert!(missing.is_empty(), "never asked: {missing:?}; asked: {met:?}");
            }
            Game::HailCaesar => {
                let mut met = Met::new();
                records::<HailCaesar>(&folder(game, "playthroughs"), &mut met);
                cases::<HailCaesar>(&folder(game, "cases"), &mut met);
                let missing: Vec<_> = HAIL_CAESAR.iter().filter(|kind| !met.contains(**kind)).collect();
                assert!(missing.is_empty(), "never asked: {missing:?}; asked: {met:?}");
            }
        }
    }
}

fn folder(game: Game, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game.name()).join(name)
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
    found.sort();
}

/// Replays every record: what was answered then is offered now.
fn records<R: Shown>(folder: &Path, met: &mut Met) {
    let mut paths = Vec::new();
    files(folder, "jsonl", &mut paths);
    for path in paths {
        let record = Record::<R>::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let whole = Match::<R>::open(record).unwrap();
        let mut state = whole.first().clone();
        for step in &whole.record.steps {
            if let Next::Ask { side, prompt } = whole.rules.next(&state) {
                let question = put(&whole, &state, (side, &prompt), met);
                // Answers that are told by the same words are offered once.
                let choice = step.choice.as_ref().unwrap();
                let words = whole.rules.tell_choice(&state, &R::names(&whole.record.setup), choice);
                let alike = |label: &str| label.eq_ignore_ascii_case(&words);
                let offered =
                    question.answers.iter().any(|answer| answer.choice == *choice || alike(&answer.label));
                let closed = question.mode == Mode::Answers;
                assert!(offered || !closed, "{}: {choice:?} is not offered", question.text);
            }
            step.events.iter().for_each(|event| R::apply(&mut state, event));
        }
    }
}

/// Plays every written case, and on from there as a page would by the usual answers.
fn cases<R: Shown + Stated>(folder: &Path, met: &mut Met) {
    const ON: usize = 12;
    let mut paths = Vec::new();
    files(folder, "toml", &mut paths);
    for path in paths {
        let case = read::<R>(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if !case.faults.is_empty() {
            // A position that must be refused asks nothing.
            continue;
        }
        let mut game = Match::<R>::new(case.setup.clone()).unwrap();
        for step in &case.steps {
            if R::CASES_RUN_ON {
                forced(&mut game, &mut Tape::default(), &step.choice, !step.dice.is_empty());
            }
            if let Next::Ask { side, prompt } = game.next() {
                put(&game, &game.state, (side, &prompt), met);
            }
            let mut tape = Tape::new(step.dice.clone()).unwrap();
            // What a case expects to be refused changes nothing.
            let _ = game.play(&step.choice, &mut tape);
            if R::CASES_RUN_ON && tape.left() > 0 {
                forced(&mut game, &mut tape, &step.choice, true);
            }
        }
        let mut dice = Generator::new(1);
        for _ in 0..ON {
            let choice = match game.next() {
                Next::Over(_) => break,
                Next::Forced(choice) | Next::Only { choice, .. } => choice,
                Next::Ask { side, prompt } => {
                    let question = put(&game, &game.state, (side, &prompt), met);
                    let usual = question.answers.iter().find(|answer| answer.primary);
                    let Some(answer) = usual.or(question.answers.first()) else { break };
                    answer.choice.clone()
                }
            };
            game.play(&choice, &mut dice).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// Carries out what nobody decides with these dice, as `judge` does; up to this choice, or also through it.
fn forced<R: Shown>(game: &mut Match<R>, tape: &mut Tape, wanted: &R::Choice, through: bool) {
    while let Next::Forced(choice) | Next::Only { choice, .. } = game.next() {
        let stops = choice == *wanted && !through;
        if stops || game.play(&choice, tape).is_err() {
            return;
        }
    }
}

/// The question as its side sees it; all its answers are legal and have words.
fn put<R: Shown>(
    game: &Match<R>,
    state: &R::State,
    (side, prompt): (Side, &R::Prompt),
    met: &mut Met,
) -> Question<R::Choice> {
    met.insert(kind(R::GAME, &serde_json::to_value(prompt).unwrap()));
    let seen = game.rules.view(state, Viewer::Side(side));
    let names = R::names(&game.record.setup);
    let question = R::question(Sight::new(&game.rules, &seen, &names), side, prompt);
    assert!(!question.text.is_empty() && question.rule.is_some(), "{question:?}");
    assert!(question.mode != Mode::Answers || !question.answers.is_empty(), "{question:?}");
    assert!(question.answers.iter().filter(|answer| answer.primary).count() <= 1);
    for answer in question.answers.iter().chain(&question.aside) {
        let verdict = game.rules.check(state, &answer.choice);
        assert!(verdict.is_legal(), "{}: {}: {:?}", question.text, answer.label, verdict.breaches);
        assert!(!answer.label.is_empty());
        let chances =
            answer.odds.as_ref().map(|odds| odds.outcomes.iter().map(|one| one.chance).sum::<f64>());
        assert!(chances.is_none_or(|sum| (sum - 1.0).abs() < 1e-9));
    }
    question
}

/// The name of a prompt; in games whose prompts belong to chapters, both names.
fn kind(game: &str, prompt: &Value) -> String {
    let one = |value: &Value| match value {
        Value::String(word) => word.clone(),
        other => other.as_object().unwrap().keys().next().unwrap().clone(),
    };
    let name = one(prompt);
    match prompt.get(&name) {
        Some(inner) if game != BloodAndBlades::GAME => format!("{name} {}", one(inner)),
        _ => name,
    }
}
