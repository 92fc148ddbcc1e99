//! Battles played at random, hashed at every step.

use aelian_blood_and_blades as bb;
use aelian_dice::{Generator, Sampler};
use aelian_fog_ancients as fa;
use aelian_fog_ancients::settings::Edition;
use aelian_fog_ancients::setup::scenario;
use aelian_game::{Next, Ruleset, Want, digest, step};
use aelian_hail_caesar as hc;
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

/// A game whose battles are hashed.
pub trait Fought: Ruleset {
    /// The setup of the battle of this number.
    fn setup(number: u64) -> Result<Self::Setup, String>;
}

/// Plays so many steps, battle after battle. Choices are drawn from what the rules propose.
pub fn play<R: Fought>(seed: u64, steps: u32) -> Played {
    let mut played = Played::default();
    let mut number = 0;
    while played.steps < steps && played.trouble.is_none() {
        match R::setup(seed.wrapping_add(number)) {
            Ok(setup) => one_battle::<R>(&setup, (seed, number), steps, &mut played),
            Err(trouble) => played.trouble = Some(trouble),
        }
        number += 1;
    }
    played
}

/// Even battles begin from the written position, odd ones with the set-up of the book and two ready armies.
impl Fought for bb::Rules {
    fn setup(number: u64) -> Result<bb::Setup, String> {
        let setup = case::read::<bb::Rules>(POSITION).map_err(|faults| faults.to_string())?.setup;
        if number.is_multiple_of(2) {
            return Ok(setup);
        }
        let armies: Vec<_> = bb::army::ready().iter().map(|army| army.order_of_battle.clone()).collect();
        let armies = [nth(&armies, number / 2)?, nth(&armies, number / 2 + 1)?];
        Ok(bb::Setup { armies, start: bb::setup::Start::Book, ..setup })
    }
}

/// Even battles are scenarios, odd ones have the set-up of the book and two ready armies; the editions take turns.
impl Fought for fa::Rules {
    fn setup(number: u64) -> Result<fa::Setup, String> {
        let scenarios: Vec<_> = scenario::scenarios().iter().map(|scenario| scenario.setup.clone()).collect();
        let edition = if number % 4 < 2 { Edition::First } else { Edition::V31 };
        let setup = fa::Setup { edition, ..nth(&scenarios, number / 2)? };
        if number.is_multiple_of(2) {
            return Ok(setup);
        }
        let armies: Vec<_> = fa::army::ready().iter().map(|army| army.order_of_battle.clone()).collect();
        let armies = [nth(&armies, number / 2)?, nth(&armies, number / 2 + 5)?];
        Ok(fa::Setup { armies, points: None, start: fa::setup::Start::Book, ..setup })
    }
}

/// The battles of the book, one after the other; odd ones as they stand, even ones drawn up first.
impl Fought for hc::Rules {
    fn setup(number: u64) -> Result<hc::Setup, String> {
        let battles: Vec<_> =
            hc::scenario::scenarios().iter().map(|scenario| scenario.setup.clone()).collect();
        Ok(hc::Setup { deployed: !number.is_multiple_of(2), ..nth(&battles, number)? })
    }
}

/// The one of this number, round and round.
fn nth<T: Clone>(list: &[T], number: u64) -> Result<T, String> {
    let at = (number % list.len().max(1) as u64) as usize;
    list.get(at).cloned().ok_or_else(|| "there is nothing to choose from".to_owned())
}

fn one_battle<R: Fought>(setup: &R::Setup, (seed, number): (u64, u64), steps: u32, played: &mut Played) {
    let (rules, mut state) = match R::start(setup) {
        Ok(begun) => begun,
        Err(reasons) => return played.trouble = Some(format!("the setup is refused: {reasons:?}")),
    };
    let mut dice = Generator::stream(seed, number);
    let mut sampler = Sampler::stream(seed, number);
    while played.steps < steps {
        let choice = match rules.next(&state) {
            Next::Over(_) => return played.ended += 1,
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
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

fn drawn<R: Ruleset>(rules: &R, state: &R::State, sampler: &mut Sampler) -> Option<R::Choice> {
    let mut proposals = Vec::new();
    rules.propose(state, Want::Sample(4, sampler), &mut proposals);
    let count = u32::try_from(proposals.len()).ok().filter(|count| *count > 0)?;
    let at = sampler.below(count) as usize;
    (at < proposals.len()).then(|| proposals.swap_remove(at))
}
