//! Counted dice: the chances of 0, 1, 2... of something, for odds that walk the rules with every reading of a throw. What
//! a reading means is decided where it is thrown in play.

use crate::ids::UnitId;
use crate::morale::{self, Blow, Saves};
use crate::rules::Look;
use aelian_dice::Chance;

/// Chances of 0, 1, 2...
pub type Chances<S> = Vec<S>;

/// So many for certain.
pub fn certain<S: Chance>(number: u8) -> Chances<S> {
    let mut chances = vec![S::NONE; usize::from(number) + 1];
    chances.iter_mut().skip(usize::from(number)).for_each(|chance| *chance = S::CERTAIN);
    chances
}

/// Chances with a share of others.
pub fn pour<S: Chance>(into: &mut Chances<S>, from: &[S], share: S) {
    into.resize(into.len().max(from.len()), S::NONE);
    into.iter_mut().zip(from).for_each(|(mine, theirs)| *mine += *theirs * share);
}

/// The sum of two independent numbers.
pub fn added<S: Chance>(one: &[S], other: &[S]) -> Chances<S> {
    let mut sum = vec![S::NONE; (one.len() + other.len()).saturating_sub(1)];
    for (a, p) in one.iter().enumerate() {
        for (b, q) in other.iter().enumerate() {
            sum[a + b] += *p * *q;
        }
    }
    sum
}

/// The first less the second; index 0 stands for the greatest of the second taken from nothing.
pub fn apart<S: Chance>(one: &[S], other: &[S]) -> Chances<S> {
    let reversed: Chances<S> = other.iter().rev().copied().collect();
    added(one, &reversed)
}

/// How many of so many dice show `needed` or more; 7 is never reached.
pub fn successes<S: Chance>(dice: u8, needed: u8) -> Chances<S> {
    let needed = u32::from(needed.clamp(1, 7));
    let (yes, no): (S, S) = (S::ways(7 - needed, 1), S::ways(needed - 1, 1));
    let mut found = vec![S::NONE; usize::from(dice) + 1];
    found[0] = S::CERTAIN;
    for done in 0..usize::from(dice) {
        for at in (0..=done).rev() {
            let all = found[at];
            found[at] = all * no;
            found[at + 1] += all * yes;
        }
    }
    found
}

/// Every throw of two dice that are told apart.
pub fn each_pair<S: Chance>(mut each: impl FnMut([u8; 2], S)) {
    for one in 1..=6 {
        (1..=6).for_each(|other| each([one, other], S::ways(1, 2)));
    }
}

/// Casualties that a unit may suffer, batch of saves by batch, with the second throw of the stubborn still to come and
/// with it spent (HC-STUB-01).
pub struct Saving<'a, S> {
    look: Look<'a>,
    unit: UnitId,
    may_again: bool,
    left: Chances<S>,
    spent: Chances<S>,
}

impl<'a, S: Chance> Saving<'a, S> {
    pub fn new(look: Look<'a>, unit: UnitId) -> Saving<'a, S> {
        let may_again = look.saves_again(unit);
        Saving { look, unit, may_again, left: vec![S::CERTAIN], spent: vec![S::NONE] }
    }

    /// With hits of one batch; a share of them on the covered part of the unit.
    pub fn against(&mut self, hits: &[S], blow: &Blow, share: f64) {
        let (mut left, mut spent) = (Vec::new(), Vec::new());
        for (count, chance) in hits.iter().enumerate() {
            let mut one = Saving { left: self.left.clone(), spent: self.spent.clone(), ..*self };
            for (hits, blow) in morale::batches(count as u8, blow, share) {
                one.batch(Saves::of(self.look, self.unit, hits, &blow));
            }
            pour(&mut left, &one.left, *chance);
            pour(&mut spent, &one.spent, *chance);
        }
        (self.left, self.spent) = (left, spent);
    }

    fn batch(&mut self, saves: Saves) {
        let (mut left, mut spent) = (Vec::new(), Vec::new());
        for (saved, chance) in successes::<S>(saves.hits, saves.needed).into_iter().enumerate() {
            let lost = |more: u8| certain::<S>(saves.lost(saved as u8 + more));
            pour(&mut spent, &added(&self.spent, &lost(0)), chance);
            if saves.again(saved as u8, self.may_again) {
                for (more, part) in successes::<S>(1, saves.needed).into_iter().enumerate() {
                    pour(&mut spent, &added(&self.left, &lost(more as u8)), chance * part);
                }
            } else {
                pour(&mut left, &added(&self.left, &lost(0)), chance);
            }
        }
        (self.left, self.spent) = (left, spent);
    }

    pub fn casualties(self) -> Chances<S> {
        let mut all = self.left;
        pour(&mut all, &self.spent, S::CERTAIN);
        all
    }
}
