//! The walker: runs rule code once for every reading that its throws can give, and weighs the outcomes.
//!
//! The path of a run is the list of readings it was given. After each run the last reading of the path is
//! moved on; when it was the throw's last, it is dropped and the one before is moved on, as the wheels of an
//! odometer. The next run is given the path again and, at its end, the first readings of new throws.

use std::collections::BTreeMap;

use crate::distribution::Distribution;
use crate::generator::Sampler;
use crate::reading::{Reading, Rolled};
use crate::source::{Dice, NeedRoll};
use crate::table::Table;
use crate::throw::Throw;
use crate::weight::Weight;

/// The seed of the sampler that answers where a walk would take too long: the same question always gets the
/// same answer.
pub const SAMPLING_SEED: u64 = 0x000D_1CE0_F0DD_5000;

/// The odds of what `run` gives: exact if it has at most `budget` cases, else sampled `budget` times.
///
/// `run` is called once for each case, and must do the same whenever it is given the same dice.
pub fn odds<T: Ord + Clone>(
    budget: u64,
    run: impl FnMut(&mut dyn Dice) -> Result<T, NeedRoll>,
) -> Distribution<T> {
    Odds::new(budget).of(run)
}

/// As [`odds`], for many questions: it keeps the tables of the throws it has met.
#[derive(Clone, Debug)]
pub struct Odds {
    budget: u64,
    tables: Vec<Table>,
}

impl Odds {
    /// A walker that runs the rules at most so many times for a walk, and so many times again to sample
    /// where the walk is too long. A budget of 0 counts as 1.
    pub fn new(budget: u64) -> Odds {
        Odds { budget: budget.max(1), tables: Vec::new() }
    }

    /// The odds of what `run` gives.
    pub fn of<T: Ord + Clone>(
        &mut self,
        mut run: impl FnMut(&mut dyn Dice) -> Result<T, NeedRoll>,
    ) -> Distribution<T> {
        match self.walk(&mut run) {
            Some(distribution) => distribution,
            None => self.sample(&mut run),
        }
    }

    /// Every case, or `None` when there are more of them than the budget allows.
    fn walk<T: Ord + Clone>(
        &mut self,
        run: &mut impl FnMut(&mut dyn Dice) -> Result<T, NeedRoll>,
    ) -> Option<Distribution<T>> {
        let mut walker = Walker::new(&mut self.tables);
        let mut sums = BTreeMap::new();
        let mut unfinished = Weight::ZERO;
        let mut leaves = 0;
        loop {
            let outcome = run(&mut walker);
            leaves += 1;
            if walker.is_lost() || walker.cases_ahead().saturating_add(leaves) > self.budget {
                return None;
            }
            match outcome {
                Ok(outcome) => *sums.entry(outcome).or_insert(Weight::ZERO) += walker.weight(),
                Err(NeedRoll { .. }) => unfinished += walker.weight(),
            }
            if !walker.advance() {
                return Some(Distribution::walked(sums, unfinished, leaves));
            }
        }
    }

    fn sample<T: Ord + Clone>(
        &self,
        run: &mut impl FnMut(&mut dyn Dice) -> Result<T, NeedRoll>,
    ) -> Distribution<T> {
        let mut sampler = Sampler::new(SAMPLING_SEED);
        let mut counts = BTreeMap::new();
        for _ in 0..self.budget {
            if let Ok(outcome) = run(&mut sampler) {
                *counts.entry(outcome).or_insert(0) += 1;
            }
        }
        Distribution::sampled(counts, self.budget)
    }
}

impl Throw {
    /// The odds of each reading of this throw alone.
    pub fn odds(&self, budget: u64) -> Distribution<Reading> {
        odds(budget, |dice| dice.reading(self))
    }
}

/// One reading on the path.
#[derive(Clone, Copy, Debug)]
struct Fork {
    table: usize,
    index: u64,
    len: u64,
    /// The weight of the path before this reading and with it.
    before: Weight,
    with: Weight,
}

#[derive(Debug)]
struct Walker<'t> {
    tables: &'t mut Vec<Table>,
    path: Vec<Fork>,
    /// How much of the path this run has been given.
    depth: usize,
    /// Set when the walk cannot be finished: a throw has too many readings, or the run did not ask for the
    /// same throws when it was given the same dice.
    lost: bool,
}

impl<'t> Walker<'t> {
    fn new(tables: &'t mut Vec<Table>) -> Walker<'t> {
        Walker { tables, path: Vec::new(), depth: 0, lost: false }
    }

    fn weight(&self) -> Weight {
        self.path.last().map_or(Weight::ONE, |fork| fork.with)
    }

    /// A run that left part of its path unused did not do what it did before with the same dice.
    fn is_lost(&self) -> bool {
        self.lost || self.depth < self.path.len()
    }

    /// Cases that are certainly still to come: each reading not yet taken has one at least.
    fn cases_ahead(&self) -> u64 {
        let ahead = self.path.iter().map(|fork| fork.len - fork.index - 1);
        ahead.fold(0, u64::saturating_add)
    }

    /// Moves to the next path; false when all are walked.
    fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some(fork) = self.path.last_mut() {
            fork.index += 1;
            if fork.index < fork.len {
                let weight =
                    self.tables.get(fork.table).map_or(Weight::ZERO, |table| table.weight(fork.index));
                fork.with = fork.before * weight;
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn fork(&mut self, throw: &Throw) -> Option<Fork> {
        let table = self.table(throw)?;
        let (len, weight) = self.tables.get(table).map(|table| (table.len(), table.weight(0)))?;
        let before = self.weight();
        let fork = Fork { table, index: 0, len, before, with: before * weight };
        self.path.push(fork);
        Some(fork)
    }

    fn table(&mut self, throw: &Throw) -> Option<usize> {
        if let Some(known) = self.tables.iter().position(|table| table.throw == *throw) {
            return Some(known);
        }
        self.tables.push(Table::of(throw)?);
        Some(self.tables.len() - 1)
    }

    /// The table and the entry of the next reading, or `None` if the walk is lost.
    fn next(&mut self, throw: &Throw) -> Option<(&Table, u64)> {
        let fork = match self.path.get(self.depth) {
            Some(fork) => Some(*fork),
            None => self.fork(throw),
        };
        let table = fork.and_then(|fork| self.tables.get(fork.table).filter(|table| table.throw == *throw));
        self.depth += 1;
        self.lost |= table.is_none();
        Some((table?, fork?.index))
    }
}

impl Dice for Walker<'_> {
    fn roll(&mut self, throw: &Throw) -> Result<Rolled, NeedRoll> {
        let rolled = self.next(throw).and_then(|(table, index)| table.rolled(index));
        rolled.ok_or(NeedRoll { throw: *throw })
    }

    fn reading(&mut self, throw: &Throw) -> Result<Reading, NeedRoll> {
        let reading = self.next(throw).and_then(|(table, index)| table.reading(index));
        reading.ok_or(NeedRoll { throw: *throw })
    }
}
