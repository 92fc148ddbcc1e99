//! How likely each outcome is.

use std::collections::BTreeMap;

use crate::weight::Weight;

/// Outcomes with their probabilities, in the order of the outcomes, none twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution<T> {
    pub outcomes: Vec<(T, Weight)>,
    /// The probability of runs that gave no outcome because they wanted a roll from elsewhere. It is zero
    /// for rule code that takes all its dice from the source it is handed.
    pub unfinished: Weight,
    /// Whether every case was walked; else the outcomes are sampled.
    pub exact: bool,
    /// How many cases were walked, or how many runs sampled.
    pub leaves: u64,
    /// The largest standard error of a probability if sampled; else what rounding may have cost, which is 0
    /// while all weights are fractions.
    pub error: f64,
}

impl<T: Ord + Clone> Distribution<T> {
    /// One outcome for certain.
    pub fn certain(outcome: T) -> Distribution<T> {
        Distribution::walked(BTreeMap::from([(outcome, Weight::ONE)]), Weight::ZERO, 1)
    }

    pub(crate) fn walked(sums: BTreeMap<T, Weight>, unfinished: Weight, leaves: u64) -> Distribution<T> {
        let rounded = !unfinished.is_exact() || sums.values().any(|weight| !weight.is_exact());
        let error = if rounded { leaves as f64 * f64::EPSILON } else { 0.0 };
        Distribution { outcomes: sums.into_iter().collect(), unfinished, exact: true, leaves, error }
    }

    pub(crate) fn sampled(counts: BTreeMap<T, u64>, runs: u64) -> Distribution<T> {
        let share = |count: u64| Weight::rounded(count as f64 / runs as f64);
        let finished: u64 = counts.values().sum();
        let outcomes: Vec<_> = counts.into_iter().map(|(outcome, count)| (outcome, share(count))).collect();
        let error = largest_error(&outcomes, runs);
        Distribution { outcomes, unfinished: share(runs - finished), exact: false, leaves: runs, error }
    }

    /// The exact weight of an outcome, zero if it cannot happen.
    pub fn weight(&self, outcome: &T) -> Weight {
        match self.outcomes.binary_search_by(|(other, _)| other.cmp(outcome)) {
            Ok(at) => self.outcomes.get(at).map_or(Weight::ZERO, |(_, weight)| *weight),
            Err(_) => Weight::ZERO,
        }
    }

    pub fn probability(&self, outcome: &T) -> f64 {
        self.weight(outcome).to_f64()
    }

    /// The probability that the outcome is one of a kind.
    pub fn chance(&self, mut of: impl FnMut(&T) -> bool) -> f64 {
        let kind = self.outcomes.iter().filter(|(outcome, _)| of(outcome));
        kind.map(|(_, weight)| *weight).sum::<Weight>().to_f64()
    }

    /// The probability of this outcome or a greater one.
    pub fn at_least(&self, least: &T) -> f64 {
        self.chance(|outcome| outcome >= least)
    }

    /// Outcomes with their probabilities, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&T, f64)> + '_ {
        self.outcomes.iter().map(|(outcome, weight)| (outcome, weight.to_f64()))
    }

    pub fn most_likely(&self) -> Option<&T> {
        let best = self.iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(outcome, _)| outcome)
    }

    /// The mean of what an outcome is worth, over the outcomes there are.
    pub fn mean_of(&self, mut worth: impl FnMut(&T) -> f64) -> f64 {
        let sum: f64 = self.iter().map(|(outcome, probability)| probability * worth(outcome)).sum();
        let whole = self.outcomes.iter().map(|(_, weight)| *weight).sum::<Weight>().to_f64();
        if whole > 0.0 { sum / whole } else { 0.0 }
    }

    /// Turns every outcome into another and joins those that become equal. The error of joined outcomes can
    /// be larger than that of one, up to the bound of an even chance, and is reckoned anew if sampled.
    pub fn map<U: Ord + Clone>(&self, mut into: impl FnMut(&T) -> U) -> Distribution<U> {
        let pairs = self.outcomes.iter().map(|(outcome, weight)| (into(outcome), *weight));
        let outcomes = joined(pairs);
        let error = if self.exact { self.error } else { largest_error(&outcomes, self.leaves) };
        Distribution { outcomes, unfinished: self.unfinished, exact: self.exact, leaves: self.leaves, error }
    }

    /// This distribution with one probability, the other with the other: the two shares should sum to one.
    pub fn merge(&self, share: Weight, other: &Distribution<T>, other_share: Weight) -> Distribution<T> {
        let mine = self.outcomes.iter().map(|(outcome, weight)| (outcome.clone(), *weight * share));
        let theirs = other.outcomes.iter().map(|(outcome, weight)| (outcome.clone(), *weight * other_share));
        Distribution {
            outcomes: joined(mine.chain(theirs)),
            unfinished: self.unfinished * share + other.unfinished * other_share,
            exact: self.exact && other.exact,
            leaves: self.leaves.saturating_add(other.leaves),
            error: self.error * share.to_f64() + other.error * other_share.to_f64(),
        }
    }

    /// Both of two independent distributions. The errors add up at most.
    pub fn join<U: Ord + Clone, V: Ord + Clone>(
        &self,
        other: &Distribution<U>,
        mut both: impl FnMut(&T, &U) -> V,
    ) -> Distribution<V> {
        let mut pairs = Vec::with_capacity(self.outcomes.len() * other.outcomes.len());
        for (mine, weight) in &self.outcomes {
            pairs.extend(other.outcomes.iter().map(|(theirs, more)| (both(mine, theirs), *weight * *more)));
        }
        let mine_only = self.outcomes.iter().map(|(_, weight)| *weight * other.unfinished).sum::<Weight>();
        Distribution {
            outcomes: joined(pairs.into_iter()),
            unfinished: self.unfinished + mine_only,
            exact: self.exact && other.exact,
            leaves: self.leaves.saturating_mul(other.leaves),
            error: self.error + other.error,
        }
    }

    /// How far the probabilities can be trusted, for a reader.
    pub fn certainty(&self) -> String {
        match (self.exact, self.leaves) {
            (true, 1) => "exact, 1 case".to_owned(),
            (true, cases) => format!("exact, {cases} cases"),
            (false, runs) => format!("sampled {runs} times, plus or minus {:.2}%", self.error * 100.0),
        }
    }
}

impl<T: Ord + Copy + Into<f64>> Distribution<T> {
    /// The mean of outcomes that are numbers.
    pub fn mean(&self) -> f64 {
        self.mean_of(|outcome| (*outcome).into())
    }
}

fn joined<T: Ord>(pairs: impl Iterator<Item = (T, Weight)>) -> Vec<(T, Weight)> {
    let mut sums = BTreeMap::new();
    for (outcome, weight) in pairs {
        *sums.entry(outcome).or_insert(Weight::ZERO) += weight;
    }
    sums.into_iter().collect()
}

fn largest_error<T>(outcomes: &[(T, Weight)], runs: u64) -> f64 {
    outcomes.iter().map(|(_, weight)| standard_error(weight.to_f64(), runs as f64)).fold(0.0, f64::max)
}

/// The standard error of a probability sampled so many times. One imagined run on each side keeps an outcome
/// that always came, or hardly ever, from being called certain.
fn standard_error(share: f64, runs: f64) -> f64 {
    let share = (share * runs + 1.0) / (runs + 2.0);
    (share * (1.0 - share) / runs).sqrt()
}
