//! What a series of battles came to: wins, draws by cause, lengths, losses, speed and one hash over all.

use crate::battle::{BattleOutcome, Finish};
use crate::registry::Contested;
use aelian_game::{Digest, Side};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// So many refusals are told.
const TOLD: usize = 10;

/// One battle of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub number: u32,
    pub outcome: BattleOutcome,
    pub rounds: u32,
    pub measures: [Vec<f64>; 2],
}

/// The whole series in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    pub game: &'static str,
    /// Battles asked for, and battles played to their end.
    pub games: u32,
    pub played: u32,
    /// Red's, then Blue's.
    pub wins: [Share; 2],
    pub draws: Share,
    /// Battles by the rule that ended them, those with a winner and those without.
    pub won_by: BTreeMap<String, u32>,
    pub drawn_by: BTreeMap<String, u32>,
    /// Battles that did not end: a defect, each with its number and what is known about it.
    pub stalls: u32,
    pub stalled: Vec<(u32, String)>,
    /// Answers that the rules refused: a defect of a player.
    pub refused: u64,
    /// The first refusal of some battles, each with its number.
    pub refusals: Vec<(u32, String)>,
    pub decisions: Spread,
    pub steps: Spread,
    pub rounds: Spread,
    /// The game's own measures by name: Red's and Blue's.
    pub measures: BTreeMap<&'static str, [Spread; 2]>,
    pub seconds: f64,
    pub jobs: u32,
    pub battles_per_second: f64,
    /// Choices checked, resolved and applied in each second, all threads together.
    pub actions_per_second: f64,
    /// Over the results of all battles in their order; the same for any number of threads.
    pub hash: String,
}

/// A count among the battles played, with its share and the Wilson interval at 95 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    pub count: u32,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// How a quantity is spread over the battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub least: f64,
    pub quarter: f64,
    pub median: f64,
    pub three_quarters: f64,
    pub most: f64,
}

impl Summary {
    pub(crate) fn of<R: Contested>(games: u32, battles: &[Battle], seconds: f64, jobs: usize) -> Summary {
        let played = battles.len() as u32;
        let won = |side: Side| count(battles, |winner| winner == Some(Some(side)));
        let steps: f64 = battles.iter().map(|battle| f64::from(battle.outcome.steps)).sum();
        let measure = |at: usize, side: usize| {
            Spread::of(battles.iter().map(|battle| battle.measures[side].get(at).copied().unwrap_or(0.0)))
        };
        Summary {
            game: R::GAME,
            games,
            played,
            wins: Side::BOTH.map(|side| Share::of(won(side), played)),
            draws: Share::of(count(battles, |winner| winner == Some(None)), played),
            won_by: causes(battles, true),
            drawn_by: causes(battles, false),
            stalls: count(battles, |winner| winner.is_none()),
            stalled: battles.iter().filter_map(stall).collect(),
            refused: battles.iter().map(|battle| u64::from(battle.outcome.refused)).sum(),
            refusals: battles.iter().filter_map(refusal).take(TOLD).collect(),
            decisions: Spread::of(battles.iter().map(|battle| f64::from(battle.outcome.decisions))),
            steps: Spread::of(battles.iter().map(|battle| f64::from(battle.outcome.steps))),
            rounds: Spread::of(battles.iter().map(|battle| f64::from(battle.rounds))),
            measures: (0..)
                .zip(R::MEASURES)
                .map(|(at, name)| (*name, [0, 1].map(|side| measure(at, side))))
                .collect(),
            seconds,
            jobs: jobs as u32,
            battles_per_second: per_second(f64::from(played), seconds),
            actions_per_second: per_second(steps, seconds),
            hash: format!("{:016x}", hash(battles)),
        }
    }
}

impl Share {
    /// Wilson's interval: fair for small counts and near 0 and 1.
    pub fn of(count: u32, all: u32) -> Share {
        if all == 0 {
            return Share { count, share: 0.0, low: 0.0, high: 1.0 };
        }
        const Z: f64 = 1.959_963_984_540_054;
        let n = f64::from(all);
        let share = f64::from(count) / n;
        let scale = 1.0 + Z * Z / n;
        let middle = (share + Z * Z / (2.0 * n)) / scale;
        let half = Z / scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        Share { count, share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

impl Spread {
    pub fn of(values: impl Iterator<Item = f64>) -> Spread {
        let mut sorted: Vec<f64> = values.collect();
        sorted.sort_by(f64::total_cmp);
        let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else {
            return Spread::default();
        };
        let quantile = |part: f64| {
            let at = (part * (sorted.len() - 1) as f64).round() as usize;
            sorted.get(at).copied().unwrap_or_default()
        };
        Spread {
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            least: *least,
            quarter: quantile(0.25),
            median: quantile(0.5),
            three_quarters: quantile(0.75),
            most: *most,
        }
    }
}

/// The winner of a battle: none if it stalled, an inner none if it was drawn.
fn winner(battle: &Battle) -> Option<Option<Side>> {
    match &battle.outcome.finish {
        Finish::Over(ending) => Some(ending.winner),
        Finish::Stalled(_) | Finish::Stopped => None,
    }
}

fn count(battles: &[Battle], of: impl Fn(Option<Option<Side>>) -> bool) -> u32 {
    battles.iter().filter(|battle| of(winner(battle))).count() as u32
}

fn causes(battles: &[Battle], won: bool) -> BTreeMap<String, u32> {
    let mut causes = BTreeMap::new();
    for battle in battles {
        if let Finish::Over(ending) = &battle.outcome.finish
            && ending.winner.is_some() == won
        {
            *causes.entry(ending.cause.to_string()).or_insert(0) += 1;
        }
    }
    causes
}

fn stall(battle: &Battle) -> Option<(u32, String)> {
    match &battle.outcome.finish {
        Finish::Stalled(why) => Some((battle.number, why.clone())),
        Finish::Over(_) | Finish::Stopped => None,
    }
}

fn refusal(battle: &Battle) -> Option<(u32, String)> {
    battle.outcome.first_refused.clone().map(|what| (battle.number, what))
}

fn per_second(count: f64, seconds: f64) -> f64 {
    if seconds > 0.0 { count / seconds } else { 0.0 }
}

/// One hash over all results, in the order of the battles.
fn hash(battles: &[Battle]) -> u64 {
    let mut digest = Digest::default();
    for battle in battles {
        let outcome = &battle.outcome;
        (battle.number, outcome.steps, outcome.decisions, outcome.hash).hash(&mut digest);
    }
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values: 50 of 100 gives 0.4038 to 0.5962, 0 of 10 gives 0 to 0.2775.
    #[test]
    fn wilson_intervals() {
        let half = Share::of(50, 100);
        assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4, "{half:?}");
        let none = Share::of(0, 10);
        assert!(none.low.abs() < 1e-12 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
        assert_eq!(Share::of(0, 0).high, 1.0);
    }

    #[test]
    fn quantiles() {
        let spread = Spread::of([4.0, 1.0, 3.0, 2.0, 5.0].into_iter());
        assert_eq!((spread.least, spread.quarter, spread.median, spread.most), (1.0, 2.0, 3.0, 5.0));
        assert_eq!(Spread::of(std::iter::empty()), Spread::default());
    }
}
