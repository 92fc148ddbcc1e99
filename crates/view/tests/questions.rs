//! The questions of recorded battles as a page would put them: what was answered then is among what is offered now.

#![allow(clippy::unwrap_used, clippy::panic)]

use aelian_game::{Match, Next, Record, Viewer};
use aelian_rules::{BloodAndBlades, Game};
use aelian_view::table::{Mode, Shown};
use aelian_view::told::Told;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn what_was_answered_is_offered() {
    for game in Game::ALL {
        match game {
            Game::BloodAndBlades => {
                let met = answers_of::<BloodAndBlades>(game.name());
                let wanted =
                    ["orders", "next-fight", "pursue", "rush", "deploy", "pick-terrain", "lay", "name-side"];
                for prompt in wanted {
                    assert!(met.contains(prompt), "{prompt} was never asked: {met:?}");
                }
            }
        }
    }
}

/// Replays every record of a game; the kinds of prompts that were met.
fn answers_of<R: Shown>(game: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game).join("playthroughs");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let records = paths.filter(|path| path.extension().is_some_and(|ending| ending == "jsonl"));
    let mut met = BTreeSet::new();
    for path in records {
        let record = Record::<R>::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let whole = Match::<R>::open(record).unwrap();
        let mut state = whole.first().clone();
        for step in &whole.record.steps {
            if let Next::Ask { side, prompt } = whole.rules.next(&state) {
                let written = serde_json::to_value(&prompt).unwrap();
                let kind = written.as_str().map(str::to_owned);
                met.insert(
                    kind.unwrap_or_else(|| written.as_object().unwrap().keys().next().unwrap().clone()),
                );
                put(&whole, &state, side, &prompt, &step.choice);
            }
            step.events.iter().for_each(|event| R::apply(&mut state, event));
        }
    }
    met
}

/// The question has the answer that was given, and all its answers are legal.
fn put<R: Shown>(
    whole: &Match<R>,
    state: &R::State,
    side: aelian_game::Side,
    prompt: &R::Prompt,
    given: &R::Choice,
) {
    let names = <R as Told>::names(&whole.record.setup);
    let seen = whole.rules.view(state, Viewer::Side(side));
    let question = whole.rules.question(&seen, &names, side, prompt);
    assert!(!question.text.is_empty() && question.rule.is_some(), "{question:?}");
    for answer in question.answers.iter().chain(&question.aside) {
        let verdict = whole.rules.check(state, &answer.choice);
        assert!(verdict.is_legal(), "{}: {}: {:?}", question.text, answer.label, verdict.breaches);
        let chances =
            answer.odds.as_ref().map(|odds| odds.outcomes.iter().map(|one| one.chance).sum::<f64>());
        assert!(chances.is_none_or(|sum| (sum - 1.0).abs() < 1e-9));
    }
    if question.mode == Mode::Answers {
        let offered = question.answers.iter().any(|answer| answer.choice == *given);
        assert!(offered, "{}: {given:?} is not among {:?}", question.text, question.answers);
        assert!(question.answers.iter().filter(|answer| answer.primary).count() <= 1);
    }
}
