//! Where troops stand in battles of random choices: nobody on another, nobody on ground that is closed to him.

#![allow(clippy::panic)]

use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Want, step};
use aelian_geometry::{Rect, penetration};
use aelian_hail_caesar::scenario::scenarios;
use aelian_hail_caesar::state::Place;
use aelian_hail_caesar::{Choice, Event, Look, Rules, Setup, State, UnitId};

/// How many battles of each kind are tried: `AELIAN_KIT_GAMES`, or 1.
fn games() -> u64 {
    std::env::var("AELIAN_KIT_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Turns of both players together.
const TURNS: u16 = 8;

/// A little more than the tolerance: units that fought may be pressed into each other by rounding.
const DEEP: f64 = 1.0;

fn footprint(look: Look<'_>, unit: UnitId) -> Vec<Rect> {
    look.footprint(unit).collect()
}

/// HC-GEO-05, HC-GEO-06, HC-IMP-01, HC-WOOD-01: what is wrong with where a unit stands.
fn fault(rules: &Rules, state: &State, unit: UnitId) -> Option<String> {
    let look = Look::new(rules, state);
    let standing = state.unit(unit);
    if standing.place != Place::Table {
        return None;
    }
    let mine = footprint(look, unit);
    for other in state.ids().filter(|other| *other != unit && state.unit(*other).place == Place::Table) {
        let theirs = footprint(look, other);
        let deep = mine.iter().any(|one| theirs.iter().any(|other| penetration(one, other) > DEEP));
        if deep {
            return Some(format!("{unit} stands on {other}"));
        }
    }
    let inner = |rect: &Rect| {
        let at = rect.pose.advanced(-DEEP);
        Rect::new(at, rect.width - 2.0 * DEEP, rect.depth - 2.0 * DEEP)
    };
    let bars = |rect: &Rect| look.ground_bars(unit, standing.formation, rect);
    let barred = mine.iter().find_map(|part| bars(part).and_then(|_| bars(&inner(part))));
    barred.map(|reason| format!("{unit} stands where it may not: {reason:?}"))
}

/// Plays a battle and gives how many moves were made; ends in a panic where somebody stands wrongly after he moved.
fn battle(setup: &Setup, slug: &str, seed: u64) -> usize {
    let setup = {
        let mut setup = setup.clone();
        setup.settings.most_turns = Some(TURNS);
        setup
    };
    let (rules, mut state) = Rules::start(&setup).unwrap_or_else(|faults| panic!("{slug}: {faults:?}"));
    let (mut dice, mut sampler) = (Generator::stream(seed, 0), Sampler::stream(seed, 1));
    let mut moves = 0;
    for number in 0..20_000 {
        let choice: Choice = match rules.next(&state) {
            Next::Over(_) => return moves,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { .. } => {
                let mut drawn = Vec::new();
                rules.propose(&state, Want::Sample(3, &mut sampler), &mut drawn);
                let at = sampler.below(drawn.len().max(1) as u32) as usize;
                drawn.into_iter().nth(at).unwrap_or_else(|| panic!("{slug} {seed}: nothing is proposed"))
            }
        };
        let (after, made) = match step(&rules, &state, &choice, &mut dice) {
            Ok(made) => made,
            Err(_) => panic!("{slug} {seed} step {number}: {choice:?} is refused"),
        };
        for event in &made.events {
            let Event::Moved(moved) = event else { continue };
            moves += 1;
            if !after.pending.is_empty() {
                continue;
            }
            if let Some(fault) = fault(&rules, &after, moved.unit)
                && self::fault(&rules, &state, moved.unit).is_none()
            {
                panic!("{slug} {seed} step {number}: {fault} after {:?} of {choice:?}", moved.why);
            }
        }
        state = after;
    }
    moves
}

/// HC-GEO-05, HC-GEO-06: in every battle of the book.
#[test]
fn nobody_stands_on_another() {
    let mut moves = 0;
    for scenario in scenarios() {
        for seed in 0..games() {
            moves += battle(&scenario.setup, scenario.slug, seed);
        }
    }
    assert!(moves > 200, "{moves} moves");
}
