//! Many battles at once. What comes out depends on seed and number of games, never on the number of threads.

use crate::battle::{BattleOutcome, Finish, Limits, play_battle, record_battle};
use crate::player::{Players, sampler_for};
use crate::registry::{Contested, UnknownOpponent, opponent};
use crate::summary::{Battle, Summary};
use aelian_dice::{Generator, Sampler};
use aelian_game::{Match, Record, Refused, Ruleset, Side};
use aelian_rulebook::Reason;
use rayon::prelude::*;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Instant;
use thiserror::Error;

/// No more threads than this are begun for each core.
const MOST_FOR_A_CORE: usize = 4;

/// Takes the record of a battle, with its number.
pub type Keeper<'a, R> = dyn Fn(u32, &Record<R>) + Sync + 'a;

/// A series of battles.
pub struct Series<'a, R: Ruleset> {
    /// Each battle begins from one of these, drawn by the seed; there is at least one.
    pub setups: &'a [R::Setup],
    pub games: u32,
    pub seed: u64,
    /// Threads; 0 for as many as the machine has cores. There are never more than battles, nor more than help.
    pub jobs: usize,
    /// Names of Red's and Blue's player.
    pub opponents: [&'a str; 2],
    /// Set from outside to end the series early, with what is done so far.
    pub stop: &'a AtomicBool,
    /// Called after each battle, by any thread.
    pub progress: &'a (dyn Fn(Progress) + Sync),
    /// Where records go, if they are wanted: called with the number of the battle, by any thread.
    pub records: Option<&'a Keeper<'a, R>>,
}

/// How far a series has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u32,
    pub games: u32,
}

#[derive(Debug, Error)]
pub enum SimulateError<R: Ruleset> {
    #[error(transparent)]
    Opponent(#[from] UnknownOpponent),
    #[error("the setup breaks {}", Refused::<R>(.0.clone()))]
    Setup(Vec<Reason<R::Fact>>),
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

impl<R: Ruleset> fmt::Debug for Series<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series")
            .field("games", &self.games)
            .field("seed", &self.seed)
            .field("jobs", &self.jobs)
            .field("opponents", &self.opponents)
            .finish_non_exhaustive()
    }
}

/// Plays the series. Battles that were cut short by `stop` are left out of the summary.
pub fn simulate<R: Contested>(series: &Series<'_, R>) -> Result<Summary, SimulateError<R>> {
    let begins = series.setups.iter().map(|setup| Match::<R>::new(setup.clone()));
    let begins = begins.collect::<Result<Vec<_>, _>>().map_err(SimulateError::Setup)?;
    for name in series.opponents {
        opponent::<R>(name, sampler_for(0, 0, Side::Red))?;
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(series.jobs, series.games)).build()?;
    let done = AtomicU32::new(0);
    let begun = Instant::now();
    let battles: Vec<Option<Battle>> = pool.install(|| {
        (0..series.games)
            .into_par_iter()
            .map(|number| {
                let battle = one_battle(series, drawn(&begins, series.seed, number)?, number)?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                (series.progress)(Progress { done, games: series.games });
                Some(battle)
            })
            .collect()
    });
    let seconds = begun.elapsed().as_secs_f64();
    let battles: Vec<Battle> = battles.into_iter().flatten().collect();
    Ok(Summary::of::<R>(series.games, &battles, seconds, pool.current_num_threads()))
}

/// How many threads play so many battles when so many are wished for. More than a few for each core only cost memory,
/// but somebody who wishes for two on one core shall have them.
fn threads(wished: usize, games: u32) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let wished = if wished == 0 { cores } else { wished.min(MOST_FOR_A_CORE * cores) };
    wished.min(usize::try_from(games).unwrap_or(usize::MAX)).max(1)
}

/// From where the battle of this number begins.
fn drawn<T>(begins: &[T], seed: u64, number: u32) -> Option<&T> {
    match begins {
        [only] => Some(only),
        [] => None,
        several => {
            // A stream of its own, far from those of the players.
            let mut sampler = Sampler::stream(seed, u64::MAX - u64::from(number));
            let count = u32::try_from(several.len()).unwrap_or(u32::MAX);
            several.get(sampler.below(count) as usize)
        }
    }
}

/// One battle; none if the series was stopped before its end.
fn one_battle<R: Contested>(series: &Series<'_, R>, first: &Match<R>, number: u32) -> Option<Battle> {
    if series.stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut players = seated(series, number)?;
    let mut dice = Generator::stream(series.seed, u64::from(number));
    let limits = Limits { stop: Some(series.stop), ..Limits::of(&first.rules) };
    let measured = |outcome: BattleOutcome, state: &R::State| {
        let (rounds, measures) = (first.rules.rounds(state), first.rules.measures(state));
        (outcome.finish != Finish::Stopped).then_some(Battle { number, outcome, rounds, measures })
    };
    let Some(keep) = series.records else {
        let mut state = first.state.clone();
        let outcome = play_battle(&first.rules, &mut state, &mut players, &mut dice, limits);
        return measured(outcome, &state);
    };
    let mut played = first.clone();
    let outcome = record_battle(&mut played, &mut players, &mut dice, limits);
    let battle = measured(outcome, &played.state)?;
    keep(number, &played.record);
    Some(battle)
}

/// The players of one battle. Their names have been tried before.
fn seated<R: Contested>(series: &Series<'_, R>, number: u32) -> Option<Players<R>> {
    let seat = |side: Side| {
        let sampler = sampler_for(series.seed, u64::from(number), side);
        opponent::<R>(series.opponents[side.index()], sampler).ok()
    };
    Some([seat(Side::Red)?, seat(Side::Blue)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_threads_than_battles_or_than_help() {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        assert_eq!(threads(0, 0), 1);
        assert_eq!(threads(0, 1), 1);
        assert_eq!(threads(2, 100), 2);
        assert_eq!(threads(usize::MAX, 3), 3);
        assert_eq!(threads(usize::MAX, u32::MAX), MOST_FOR_A_CORE * cores);
        assert_eq!(threads(0, u32::MAX), cores);
    }
}
