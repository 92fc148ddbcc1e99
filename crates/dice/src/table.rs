//! The readings of one throw, each with its weight and with faces that give it.
//!
//! A table is made die by die: tallies that the rest of the throw cannot tell apart are joined, so ten dice
//! that count hits make eleven entries and not sixty million.

use std::collections::BTreeMap;

use crate::reading::{Reading, Rolled};
use crate::throw::{Tally, Throw};
use crate::weight::Weight;

/// How many tallies a table under way may hold. Throws that need more are too many to walk in any case.
const MOST_TALLIES: usize = 100_000;

/// Every reading of one throw.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) throw: Throw,
    entries: Entries,
}

#[derive(Clone, Debug)]
enum Entries {
    /// Dice that are told apart: every way of falling is a reading, too many to write down.
    Each,
    Listed(Vec<(Rolled, Weight)>),
}

impl Table {
    /// The table of a throw, or `None` if it would be out of all bounds.
    pub(crate) fn of(throw: &Throw) -> Option<Table> {
        let entries = match throw {
            Throw::Faces { .. } | Throw::Pair => Entries::Each,
            _ => Entries::Listed(listed(throw)?),
        };
        Some(Table { throw: *throw, entries })
    }

    /// How many readings there are; `u64::MAX` stands for that and more.
    pub(crate) fn len(&self) -> u64 {
        match &self.entries {
            Entries::Each => 6u64.saturating_pow(u32::from(self.throw.dice())),
            Entries::Listed(entries) => entries.len() as u64,
        }
    }

    pub(crate) fn weight(&self, index: u64) -> Weight {
        match &self.entries {
            Entries::Each => Weight::ways(1, self.throw.dice()),
            Entries::Listed(entries) => entry(entries, index).map_or(Weight::ZERO, |(_, weight)| *weight),
        }
    }

    pub(crate) fn rolled(&self, index: u64) -> Option<Rolled> {
        match &self.entries {
            Entries::Each => Some(Rolled::of_good_faces(self.throw, digits(index, self.throw.dice()))),
            Entries::Listed(entries) => entry(entries, index).map(|(rolled, _)| rolled.clone()),
        }
    }

    pub(crate) fn reading(&self, index: u64) -> Option<Reading> {
        match &self.entries {
            Entries::Each => Some(self.throw.reading_of(&digits(index, self.throw.dice()))),
            Entries::Listed(entries) => entry(entries, index).map(|(rolled, _)| rolled.reading.clone()),
        }
    }
}

fn entry(entries: &[(Rolled, Weight)], index: u64) -> Option<&(Rolled, Weight)> {
    entries.get(usize::try_from(index).ok()?)
}

/// The way of falling with this number: its digits to the base 6, the last die changing fastest.
fn digits(mut index: u64, dice: u8) -> Vec<u8> {
    let mut faces = vec![1; usize::from(dice)];
    for face in faces.iter_mut().rev() {
        *face += (index % 6) as u8;
        index /= 6;
    }
    faces
}

/// Some dice of a throw: how likely their tally is, and faces that give it.
#[derive(Clone, Debug)]
struct Part {
    weight: Weight,
    first: Vec<u8>,
    again: Vec<u8>,
}

fn listed(throw: &Throw) -> Option<Vec<(Rolled, Weight)>> {
    let mut parts = BTreeMap::from([(
        Tally::default(),
        Part { weight: Weight::ONE, first: Vec::new(), again: Vec::new() },
    )]);
    let mut falls = BTreeMap::new();
    for _ in 0..throw.dice() {
        parts = one_die_more(throw, &parts, &mut falls);
        if parts.len() > MOST_TALLIES {
            return None;
        }
    }
    Some(joined_by_reading(throw, parts))
}

/// The ways in which one die can fall that differ for the throw, by the number of dice re-rolled before.
type Falls = BTreeMap<u8, BTreeMap<Tally, Part>>;

fn one_die_more(throw: &Throw, parts: &BTreeMap<Tally, Part>, falls: &mut Falls) -> BTreeMap<Tally, Part> {
    let mut more = BTreeMap::new();
    for (tally, part) in parts {
        let one = falls.entry(tally.rerolled).or_insert_with(|| falls_of_one_die(throw, tally.rerolled));
        for (fall, way) in one.iter() {
            let weight = part.weight * way.weight;
            let faces = || Part {
                weight: Weight::ZERO,
                first: [&part.first[..], &way.first].concat(),
                again: [&part.again[..], &way.again].concat(),
            };
            more.entry(tally.clone().with(fall)).or_insert_with(faces).weight += weight;
        }
    }
    more
}

fn falls_of_one_die(throw: &Throw, rerolled: u8) -> BTreeMap<Tally, Part> {
    let mut falls = BTreeMap::new();
    let mut fall = |first: u8, again: Option<u8>, weight: Weight| {
        let mut tally = Tally::default();
        tally.add(throw, first, again);
        let part = || Part { weight: Weight::ZERO, first: vec![first], again: again.into_iter().collect() };
        falls.entry(tally).or_insert_with(part).weight += weight;
    };
    for first in 1..=6 {
        if throw.rerolls(first, rerolled) {
            (1..=6).for_each(|second| fall(first, Some(second), Weight::ways(1, 2)));
        } else {
            fall(first, None, Weight::ways(1, 1));
        }
    }
    falls
}

/// Tallies may differ in the number of re-rolls and still read the same.
fn joined_by_reading(throw: &Throw, parts: BTreeMap<Tally, Part>) -> Vec<(Rolled, Weight)> {
    let mut readings = BTreeMap::new();
    for (tally, part) in parts {
        let reading = tally.reading(throw);
        let roll = || {
            let faces = [part.first, part.again].concat();
            (Rolled { throw: *throw, faces, reading: reading.clone() }, Weight::ZERO)
        };
        readings.entry(reading.clone()).or_insert_with(roll).1 += part.weight;
    }
    readings.into_values().collect()
}
