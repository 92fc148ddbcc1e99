//! Battles played at random, hashed at every step.

use aelian_blood_and_blades::setup::{Setup, Start};
use aelian_blood_and_blades::{Choice, Rules, State};
use aelian_dice::{Generator, Sampler};
use aelian_game::{Next, Ruleset, Side, Want, digest, step};
use aelian_view::case;
use serde_json::{Value, json};

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
/// of the book with the same troops. Choices are drawn from what the rules propose.
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

/// The setup of a battle: the position as written, or its troops as two armies that have yet to deploy.
pub fn setup(number: u64) -> Result<Setup, String> {
    let case = case::read::<Rules>(POSITION).map_err(|faults| faults.to_string())?;
    if number.is_multiple_of(2) { Ok(case.setup) } else { by_the_book(&case.setup) }
}

/// Goes by way of the written form, so that a field which orders of battle gain later takes its default.
fn by_the_book(setup: &Setup) -> Result<Setup, String> {
    let Start::Position(position) = &setup.start else { return Ok(setup.clone()) };
    let army = |side: Side| -> Value {
        let bases = position.bases.iter().filter(|base| base.side == side).map(
            |base| json!({ "troop": base.troop, "commander": base.commander, "vehicles": base.vehicles }),
        );
        json!({
            "name": side.name(),
            "aggression": 2,
            "mandatory": [{ "area": "gentle-hill" }, { "area": "woods" }],
            "optional": ["river", { "road": "unpaved" }, { "area": "brush" }],
            "bases": bases.collect::<Vec<_>>(),
        })
    };
    let mut written = serde_json::to_value(setup).map_err(|error| error.to_string())?;
    if let Value::Object(fields) = &mut written {
        fields.insert("start".to_owned(), json!("book"));
        fields.insert("armies".to_owned(), Value::from(Side::BOTH.map(army).to_vec()));
    }
    serde_json::from_value(written).map_err(|error| error.to_string())
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
