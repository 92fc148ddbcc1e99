//! HC-GEO-06: after no step of a random battle do two units stand on one another.

#![allow(clippy::panic)]

use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Want, step};
use aelian_geometry::{Tolerance, overlaps};
use aelian_hail_caesar::scenario::scenarios;
use aelian_hail_caesar::settings::Settings;
use aelian_hail_caesar::state::{Place, State};
use aelian_hail_caesar::{Choice, INCH, Look, Rules, Setup, UnitId};

/// How many battles of each kind are tried, from which seed: `AELIAN_KIT_GAMES` and `AELIAN_KIT_FIRST`, or one.
fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("AELIAN_KIT_FIRST").unwrap_or(0);
    first..first + number("AELIAN_KIT_GAMES").unwrap_or(1)
}

/// Turns of both players together.
const TURNS: u16 = 12;

/// Two units that stand on one another, by names; a tenth of an inch is nothing.
fn on_one_another(rules: &Rules, state: &State) -> Vec<String> {
    let look = Look::new(rules, state);
    let give = Tolerance { length: 0.1 * INCH, ..rules.tolerance };
    let standing: Vec<UnitId> = state.ids().filter(|id| state.unit(*id).place == Place::Table).collect();
    let mut found = Vec::new();
    for (at, one) in standing.iter().enumerate() {
        for other in &standing[at + 1..] {
            let near = look.distance(*one, *other) <= 0.0;
            if near
                && look
                    .footprint(*one)
                    .any(|part| look.footprint(*other).any(|his| overlaps(&part, &his, give)))
            {
                found.push(format!("{} and {}", rules.card(*one).name, rules.card(*other).name));
            }
        }
    }
    found
}

fn drawn(rules: &Rules, state: &State, sampler: &mut Sampler) -> Choice {
    let mut proposals = Vec::new();
    rules.propose(state, Want::Sample(4, sampler), &mut proposals);
    assert!(!proposals.is_empty(), "somebody is asked who can answer nothing: {:?}", rules.next(state));
    let at = sampler.below(proposals.len() as u32) as usize;
    proposals.swap_remove(at)
}

/// What is wrong in one battle: the step, its choice and who stands on whom.
fn battle(setup: &Setup, seed: u64) -> Option<String> {
    let (rules, mut state) = Rules::start(setup).unwrap_or_else(|faults| panic!("{faults:?}"));
    let (mut dice, mut sampler) = (Generator::stream(seed, 0), Sampler::stream(seed, 1));
    let mut known = on_one_another(&rules, &state);
    let mut told = Vec::new();
    for number in 0..rules.longest() {
        let choice = match rules.next(&state) {
            Next::Over(_) => break,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { .. } => drawn(&rules, &state, &mut sampler),
        };
        let (after, made) =
            step(&rules, &state, &choice, &mut dice).unwrap_or_else(|error| panic!("{choice:?}: {error:?}"));
        let now = on_one_another(&rules, &after);
        let new: Vec<&String> = now.iter().filter(|pair| !known.contains(pair)).collect();
        if !new.is_empty() {
            let rules: Vec<String> = made.reasons.iter().map(|reason| reason.rule.to_string()).collect();
            told.push(format!("step {number}, {choice:?}, by {rules:?}: {new:?}\n    {:?}", made.events));
        }
        (state, known) = (after, now);
    }
    (!told.is_empty()).then(|| told.join("\n  "))
}

fn try_all(setup: &Setup, what: &str) {
    let limited =
        Setup { settings: Settings { most_turns: Some(TURNS), ..setup.settings.clone() }, ..setup.clone() };
    let found: Vec<String> = seeds()
        .filter_map(|seed| Some(format!("{what}, seed {seed}: {}", battle(&limited, seed)?)))
        .collect();
    assert!(found.is_empty(), "{} battles\n{}", found.len(), found.join("\n"));
}

macro_rules! battles {
    ($($name:ident: $slug:literal),* $(,)?) => {
        $(
            /// HC-GEO-06.
            #[test]
            fn $name() {
                match scenarios().iter().find(|scenario| scenario.slug == $slug) {
                    Some(scenario) => try_all(&scenario.setup, $slug),
                    None => panic!("there is no battle {}", $slug),
                }
            }
        )*
    };
}

battles! {
    with_your_shield: "with-your-shield",
    brunanburgh: "brunanburgh",
    barbarians_at_the_gates: "barbarians-at-the-gates",
    go_meek_into_the_desert: "go-meek-into-the-desert",
    border_raid: "border-raid",
    kadesh: "kadesh",
    road_to_damascus: "road-to-damascus",
}
