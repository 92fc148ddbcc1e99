//! Positions on which choices are judged: the written one at each stage, and some that random play came to.

use aelian_blood_and_blades::setup::position::StageName;
use aelian_blood_and_blades::setup::{Setup, Start};
use aelian_blood_and_blades::{Choice, Rules, State};
use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Want, play_on};
use aelian_view::case;
use std::sync::LazyLock;

/// The same two battle lines that the fingerprints of battles are played from.
pub(crate) const WRITTEN: &str = include_str!("../../wasm-check/battle.toml");

/// After so many steps of random play a position is kept.
const KEPT_AFTER: [u32; 6] = [3, 20, 60, 120, 250, 500];

/// All positions, made once.
pub fn all() -> &'static [(Rules, State)] {
    static ALL: LazyLock<Vec<(Rules, State)>> = LazyLock::new(|| {
        let Ok(case) = case::read::<Rules>(WRITTEN) else { return Vec::new() };
        let mut positions: Vec<_> = STAGES.iter().filter_map(|stage| at(&case.setup, *stage)).collect();
        positions.extend(played(&case.setup));
        positions
    });
    &ALL
}

const STAGES: [StageName; 8] = [
    StageName::Weather,
    StageName::TimeOfDay,
    StageName::Pigs,
    StageName::Moves,
    StageName::Impetuous,
    StageName::Shooting,
    StageName::CloseCombat,
    StageName::Morale,
];

fn at(setup: &Setup, stage: StageName) -> Option<(Rules, State)> {
    let mut setup = setup.clone();
    if let Start::Position(position) = &mut setup.start {
        position.stage = stage;
        position.pigs = 6;
    }
    Rules::start(&setup).ok()
}

fn played(setup: &Setup) -> Vec<(Rules, State)> {
    let mut kept = Vec::new();
    let mut number = 0;
    walk(setup, 5, 501, |rules, state, _| {
        if KEPT_AFTER.contains(&number) {
            kept.push((rules.clone(), state.clone()));
        }
        number += 1;
        true
    });
    kept
}

/// Walks through a battle that is played at random, for so many steps at most. The visitor sees each state
/// with the choice that will be carried out next, and says whether to go on.
pub(crate) fn walk(
    setup: &Setup,
    seed: u64,
    steps: u32,
    mut visit: impl FnMut(&Rules, &State, &Choice) -> bool,
) {
    let Ok((rules, mut state)) = Rules::start(setup) else { return };
    let (mut dice, mut sampler) = (Generator::new(seed), Sampler::new(seed));
    for _ in 0..steps {
        let choice = match rules.next(&state) {
            Next::Over(_) => return,
            Next::Forced(choice) => Some(choice),
            Next::Ask { .. } => {
                let mut proposals = Vec::new();
                rules.propose(&state, Want::Sample(4, &mut sampler), &mut proposals);
                let count = u32::try_from(proposals.len()).unwrap_or_default();
                let at = sampler.below(count) as usize;
                (at < proposals.len()).then(|| proposals.swap_remove(at))
            }
        };
        let Some(choice) = choice else { return };
        let goes_on = visit(&rules, &state, &choice);
        if !goes_on || play_on(&rules, &mut state, &choice, &mut dice).is_err() {
            return;
        }
    }
}
