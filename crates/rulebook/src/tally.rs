//! How much: `Tally` lists each modifier with its rule and derives the total; `Score` is what a sum or a
//! certainty comes to.

use serde::{Deserialize, Serialize};

use crate::RuleId;

/// One modifier of a tally and the rule that gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TallyLine<M> {
    pub rule: RuleId,
    pub modifier: M,
    pub value: i32,
}

/// The modifiers of one sum. The total is derived, so it can never disagree with the lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally<M> {
    pub lines: Vec<TallyLine<M>>,
}

/// What a throw or a test comes to. Certain success and certain failure are words of their own, because a
/// large number in their place would still be added to and compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Score {
    Total(i32),
    Automatic,
    Impossible,
}

impl<M> Tally<M> {
    pub const fn new() -> Tally<M> {
        Tally { lines: Vec::new() }
    }

    pub fn add(&mut self, rule: RuleId, modifier: M, value: i32) {
        self.lines.push(TallyLine { rule, modifier, value });
    }

    pub fn total(&self) -> i32 {
        self.lines.iter().map(|line| line.value).sum()
    }

    pub fn score(&self) -> Score {
        Score::Total(self.total())
    }

    pub fn rules(&self) -> impl Iterator<Item = RuleId> {
        self.lines.iter().map(|line| line.rule)
    }
}

impl<M> Default for Tally<M> {
    fn default() -> Tally<M> {
        Tally::new()
    }
}

impl Score {
    /// Whether the score is enough where a sum of at least `needed` is.
    pub fn reaches(self, needed: i32) -> bool {
        match self {
            Score::Total(total) => total >= needed,
            Score::Automatic => true,
            Score::Impossible => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn the_total_is_the_sum_of_the_lines() {
        let mut tally = Tally::new();
        assert_eq!(tally.total(), 0);
        tally.add(rule!("BB-PLUS-01"), "uphill", 1);
        tally.add(rule!("BB-PLUS-02"), "overlap", -3);
        assert_eq!((tally.total(), tally.score()), (-2, Score::Total(-2)));
        assert_eq!(tally.rules().collect::<Vec<_>>(), [rule!("BB-PLUS-01"), rule!("BB-PLUS-02")]);
    }

    #[test]
    fn certainties_beat_every_number() {
        assert!(Score::Automatic.reaches(i32::MAX));
        assert!(!Score::Impossible.reaches(i32::MIN));
        assert!(Score::Total(4).reaches(4) && !Score::Total(3).reaches(4));
    }
}
