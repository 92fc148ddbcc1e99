//! The laws of the conformance kit on random battles: the scenarios, and battles set up by the book.

#![allow(clippy::panic, clippy::unwrap_used)]

use aelian_dice::{Generator, Sampler};
use aelian_fog_ancients::army::ready;
use aelian_fog_ancients::impact::ImpactChoice;
use aelian_fog_ancients::movement::MovementChoice;
use aelian_fog_ancients::settings::{Edition, Settings};
use aelian_fog_ancients::setup::{Setup, Start, TableSize, scenario};
use aelian_fog_ancients::{Choice, Prompt, Rules};
use aelian_game::kit::{Thoroughness, try_game};
use aelian_game::{Match, Next, Ruleset, UndoError, Want};

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together after which time is out: long enough for contact.
const TURNS: u16 = 10;

/// Choices of other moments, with ids and numbers that do not exist: written as text, so that they come as from outside.
fn absurd(sampler: &mut Sampler) -> Choice {
    const TEXTS: [&str; 12] = [
        r#""proceed""#,
        r#"{"movement":{"move":{"who":[63],"legs":[{"advance":{"distance":1e300}}]}}}"#,
        r#"{"movement":{"move":{"who":[0,1,2],"legs":[{"wheel":{"hand":"left","degrees":-1e9}},{"expand":{"left":255,"right":255}}]}}}"#,
        r#"{"movement":{"move":{"who":[],"legs":[]}}}"#,
        r#"{"movement":"end-moves"}"#,
        r#"{"movement":"stay"}"#,
        r#"{"impact":{"declare":{"group":200,"path":{"ahead":-5e8,"wheel":["right",1e12],"drop":"left"}}}}"#,
        r#"{"impact":{"declare":{"group":1,"path":{}}}}"#,
        r#"{"impact":"end-declarations"}"#,
        r#"{"set-up":{"territory":"steppes"}}"#,
        r#"{"set-up":{"deploy":[{"group":250,"front":{"at":[1e308,0.0],"facing":[0.0,1.0]},"files":0}]}}"#,
        r#"{"set-up":{"camp":{"at":[-1e9,3.0],"facing":[0.0,1.0]}}}"#,
    ];
    let text = TEXTS[sampler.below(TEXTS.len() as u32) as usize];
    serde_json::from_str(text).unwrap_or(Choice::TimeOut)
}

fn try_all(setup: &Setup, what: &str) {
    for seed in 0..games() {
        let limited = Setup {
            settings: Settings { most_turns: Some(TURNS), ..setup.settings.clone() },
            ..setup.clone()
        };
        if let Err(violation) = try_game::<Rules>(&limited, seed, Thoroughness::default(), absurd) {
            panic!("{what}, seed {seed}: {violation:#?}");
        }
    }
}

#[test]
fn scenarios_keep_the_laws() {
    for scenario in scenario::scenarios() {
        try_all(&scenario.setup, scenario.slug);
        let newer = Setup { edition: Edition::V31, ..scenario.setup.clone() };
        try_all(&newer, scenario.slug);
    }
}

#[test]
fn battles_by_the_book_keep_the_laws() {
    let army = |at: u64| ready()[at as usize % ready().len()].order_of_battle.clone();
    for seed in 0..games() {
        let setup = Setup {
            edition: if seed % 2 == 0 { Edition::First } else { Edition::V31 },
            scale: Default::default(),
            unit: Default::default(),
            table: TableSize::default(),
            points: Some(625),
            initiative: None,
            initial: None,
            settings: Settings::default(),
            armies: [army(seed * 5 + 3), army(seed * 7 + 8)],
            start: Start::Book,
        };
        try_all(&setup, "by the book");
    }
}

/// FA-MEAS-11, FA-MEAS-12: the last move may be taken back; the one before it became final when that was made.
#[test]
fn a_move_is_final_once_another_is_made() {
    let setup = scenario::scenarios()[0].setup.clone();
    let mut battle = Match::<Rules>::new(setup).unwrap();
    let mut dice = Generator::stream(7, 0);
    let moves = loop {
        let choice = match battle.next() {
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { prompt: Prompt::Movement(_), .. } => {
                let mut all = Vec::new();
                battle.rules.propose(&battle.state, Want::All, &mut all);
                break all;
            }
            Next::Ask { .. } => Choice::Impact(ImpactChoice::EndDeclarations),
            Next::Over(_) => panic!("nobody has moved yet"),
        };
        battle.play(&choice, &mut dice).unwrap();
    };
    // Two groups that wheel a little: no dice, and no second move to be asked for.
    let quiet = |choice: &&Choice| {
        let mut trial = battle.clone();
        let played = trial.play(choice, &mut Generator::stream(7, 1)).is_ok();
        played
            && matches!(choice, Choice::Movement(MovementChoice::Move(_)))
            && trial.state.pending.is_empty()
            && trial.record.steps.last().is_some_and(|step| step.rolls.is_empty())
    };
    let who = |choice: &Choice| match choice {
        Choice::Movement(MovementChoice::Move(order)) => order.who,
        _ => panic!("a move"),
    };
    let first = moves.iter().find(quiet).unwrap();
    let second = moves.iter().filter(quiet).find(|choice| who(choice).common(who(first)).is_empty()).unwrap();
    battle.play(first, &mut dice).unwrap();
    battle.play(second, &mut dice).unwrap();
    battle.undo().unwrap();
    assert_eq!(battle.undo(), Err(UndoError::Final));
    battle.play(second, &mut dice).unwrap();
    battle.undo().unwrap();
    assert_eq!(battle.record.steps.last().and_then(|step| step.choice.as_ref()), Some(first));
}
