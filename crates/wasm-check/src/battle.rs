//! Battles played at random, hashed at every step.

use aelian_blood_and_blades::army::ready;
use aelian_blood_and_blades::setup::{Setup, Start};
use aelian_blood_and_blades::{Choice, Rules, State};
use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Want, digest, step};
use aelian_view::case;

/// The position that battles are fought from, as a case that a person can read.
pub const POSITION: &str = include_str!("../battle.toml");

/// What playing came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The hashes of all states, chained in order.
    pub hash: u64,
    pub steps: u32,
    /// Steps on which somebody had a choice.
    pub decisions: u32,
    /// Battles that came to their end.
    pub ended: u32,
    /// Why it went no further; none if all steps were made. A defect of setup or rules.
    pub trouble: Option<String>,
}

/// Plays so many steps, battle after battle: even ones from the written position, odd ones from the set-up
/// of the book with ready armies. Choices are drawn from what the rules propose.
pub fn play(seed: u64, steps: u32) -> Played {
    let mut played = Played::default();
    let mut number = 0;
    while played.steps < steps && played.trouble.is_none() {
        match setup(seed.wrapping_add(number)) {
            Ok(setup) => one_battle(&setup, (seed, number), steps, &mut played),
            Err(trouble) => played.trouble = Some(trouble),
        }
        number += 1;
    }
    played
}

/// The setup of a battle: the position as written, or two armies that have yet to deploy.
pub fn setup(number: u64) -> Result<Setup, String> {
    let case = case::read::<Rules>(POSITION).map_err(|faults| faults.to_string())?;
    Ok(if number.is_multiple_of(2) { case.setup } else { by_the_book(case.setup, number) })
}

/// The whole set-up of the book, with two of the ready armies.
fn by_the_book(setup: Setup, number: u64) -> Setup {
    let army = |place: u64| {
        let count = ready().len().max(1) as u64;
        let army = ready().get((place % count) as usize);
        army.map(|army| army.order_of_battle.clone()).unwrap_or_default()
    };
    Setup { armies: [army(number / 2), army(number / 2 + 1)], start: Start::Book, ..setup }
}

fn one_battle(setup: &Setup, (seed, number): (u64, u64), steps: u32, played: &mut Played) {
    let (rules, mut state) = match Rules::start(setup) {
        Ok(begun) => begun,
        Err(reasons) => return played.trouble = Some(format!("the setup is refused: {reasons:?}")),
    };
    let mut dice = Generator::stream(seed, number);
    let mut sampler = Sampler::stream(seed, number);
    while played.steps < steps {
        let choice = match rules.next(&state) {
            Next::Over(_) => return played.ended += 1,
            Next::Forced(choice) => choice,
            Next::Ask { prompt, .. } => match drawn(&rules, &state, &mut sampler) {
                Some(choice) => {
                    played.decisions += 1;
                    choice
                }
                None => return played.trouble = Some(format!("nothing is proposed for {prompt:?}")),
            },
        };
        match step(&rules, &state, &choice, &mut dice) {
            Ok((after, done)) => {
                state = after;
                played.steps += 1;
                played.hash = digest(&(played.hash, done.hash));
            }
            Err(error) => return played.trouble = Some(format!("{choice:?}: {error:?}")),
        }
    }
}

fn drawn(rules: &Rules, state: &State, sampler: &mut Sampler) -> Option<Choice> {
    let mut proposals = Vec::new();
    rules.propose(state, Want::Sample(4, sampler), &mut proposals);
    let count = u32::try_from(proposals.len()).ok().filter(|count| *count > 0)?;
    let at = sampler.below(count) as usize;
    (at < proposals.len()).then(|| proposals.swap_remove(at))
}
