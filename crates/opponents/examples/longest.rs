//! How long the rash player of Field of Glory takes for a single decision: the longest, and those that 99 of 100 stay
//! below, over battles of each scenario: `cargo run --release -p aelian-opponents --example longest -- [games]`.

#![allow(clippy::panic)]

use aelian_dice::Generator;
use aelian_fog_ancients::setup::scenario::scenarios;
use aelian_game::{Drawn, Next, Ruleset, Side, Viewer, play_planned};
use aelian_opponents::{Contested, Players, opponent, sampler_for};
use aelian_rules::FogAncients;
use std::time::{Duration, Instant};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(10);
    for scenario in scenarios() {
        let mut taken: Vec<(Duration, String)> = Vec::new();
        for game in 0..games {
            let (rules, state) =
                FogAncients::start(&scenario.setup).unwrap_or_else(|faults| panic!("{faults:?}"));
            battle(&rules, state, game, &mut taken);
        }
        taken.sort();
        let at = |share: usize| taken.get(taken.len() * share / 1000).map_or(Duration::ZERO, |one| one.0);
        let (longest, what) = taken.last().cloned().unwrap_or_default();
        println!(
            "{}: {} battles, {} decisions; median {:.3} ms, 99 of 100 within {:.1} ms, longest {:.1} ms ({what})",
            scenario.slug,
            games,
            taken.len(),
            ms(at(500)),
            ms(at(990)),
            ms(longest),
        );
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// One battle between two rash players, each decision timed.
fn battle(
    rules: &FogAncients,
    mut state: <FogAncients as Ruleset>::State,
    game: u64,
    taken: &mut Vec<(Duration, String)>,
) {
    let player = |side| {
        let found = opponent::<FogAncients>("rash", sampler_for(1, game, side));
        found.unwrap_or_else(|error| panic!("{error}"))
    };
    let mut players: Players<FogAncients> = [player(Side::Red), player(Side::Blue)];
    let mut dice = Generator::stream(1, game);
    for _ in 0..rules.longest() {
        let drawn: Drawn<FogAncients> = match rules.next(&state) {
            Next::Over(_) => break,
            Next::Forced(choice) | Next::Only { choice, .. } => Drawn::plain(choice),
            Next::Ask { .. } if rules.enough(&state).is_some() => break,
            Next::Ask { side, prompt } => {
                let seen = rules.view(&state, Viewer::Side(side));
                let begun = Instant::now();
                let answer = players[side.index()].answer(rules, &seen, side, &prompt);
                let name = serde_json::to_value(&prompt).map(|value| value.to_string()).unwrap_or_default();
                taken.push((begun.elapsed(), name.chars().take(60).collect()));
                let Some(answer) = answer else { break };
                Drawn::plain(answer.choice)
            }
        };
        if play_planned(rules, &mut state, &drawn.choice, drawn.plan, &mut dice).is_err() {
            break;
        }
    }
}
