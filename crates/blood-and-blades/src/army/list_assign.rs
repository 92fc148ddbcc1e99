//! Under which line of its list each base is taken (BB-ARM-16), where the order of battle does not say.

use super::list::{ArmyList, Line};
use super::list_check::Muster;
use super::{Enlisted, OrderOfBattle};
use crate::troop::TroopType;

/// So many trials are made before the first lines that fit are taken; no real list needs them.
const MOST_TRIALS: u32 = 200_000;

/// BB-ARM-16: the army with a line named for every base that has none. If any way of naming them satisfies
/// the list, one that does is found; else the first fitting lines are named, and `list_check` says what is
/// wrong with them.
pub fn assign(list: &ArmyList, army: &OrderOfBattle) -> OrderOfBattle {
    let (kinds, fixed) = kinds(list, army);
    let mut search = Search { list, kinds, named: Vec::new(), trials: 0 };
    let found = search.fill(&fixed);
    let shares = if found { search.named } else { first_fitting(&search.kinds) };
    name(army, &search.kinds, shares)
}

/// Equal bases without a line, and the lines that offer them.
struct Kind<'l> {
    base: Enlisted,
    number: u32,
    lines: Vec<&'l Line>,
}

fn kinds<'l>(list: &'l ArmyList, army: &OrderOfBattle) -> (Vec<Kind<'l>>, Muster<'l>) {
    let mut kinds: Vec<Kind<'l>> = Vec::new();
    let mut fixed = Muster::new(list);
    for base in army.bases.iter().filter(|base| base.troop.kind != TroopType::Bg) {
        if !base.line.is_empty() {
            if let Some(line) = list.line(&base.line).filter(|line| line.offers(base)) {
                fixed.add(line, base, 1);
            }
        } else if let Some(kind) = kinds.iter_mut().find(|kind| alike(&kind.base, base)) {
            kind.number += 1;
        } else {
            let lines = list.lines.iter().filter(|line| line.offers(base)).collect();
            kinds.push(Kind { base: base.clone(), number: 1, lines });
        }
    }
    // What only one line offers is settled first, so that faults of full lines are seen early.
    kinds.sort_by_key(|kind| kind.lines.len());
    (kinds, fixed)
}

fn alike(one: &Enlisted, other: &Enlisted) -> bool {
    (one.troop, one.commander, one.vehicles) == (other.troop, other.commander, other.vehicles)
}

struct Search<'l> {
    list: &'l ArmyList,
    kinds: Vec<Kind<'l>>,
    /// Of each kind: how many bases go to each of its lines.
    named: Vec<Vec<u32>>,
    trials: u32,
}

impl Search<'_> {
    /// Shares out the kinds that are left, given what stands under the lines already.
    fn fill(&mut self, muster: &Muster<'_>) -> bool {
        let Some(kind) = self.kinds.get(self.named.len()) else {
            return self.list.lines.iter().all(|line| muster.faults_of(line).is_empty());
        };
        if kind.lines.is_empty() {
            self.named.push(Vec::new());
            return self.fill(muster) || self.step_back();
        }
        let (number, ways) = (kind.number, kind.lines.len());
        let mut shares = vec![0; ways];
        self.share(muster, number, 0, &mut shares)
    }

    /// Tries every way of sharing `left` bases of the current kind among its lines from `at` on.
    fn share(&mut self, muster: &Muster<'_>, left: u32, at: usize, shares: &mut Vec<u32>) -> bool {
        let last = at + 1 == shares.len();
        let choices = if last { left..=left } else { 0..=left };
        for number in choices {
            self.trials += 1;
            if self.trials > MOST_TRIALS {
                return false;
            }
            shares[at] = number;
            let done = if last {
                self.go_on(muster, shares)
            } else {
                self.share(muster, left - number, at + 1, shares)
            };
            if done {
                return true;
            }
        }
        false
    }

    fn go_on(&mut self, muster: &Muster<'_>, shares: &[u32]) -> bool {
        let Some(kind) = self.kinds.get(self.named.len()) else { return false };
        let mut next = muster.clone();
        for (line, number) in kind.lines.iter().zip(shares) {
            next.add(line, &kind.base, *number);
        }
        self.named.push(shares.to_vec());
        (!self.is_hopeless(&next) && self.fill(&next)) || self.step_back()
    }

    /// Whether a line that gets no more bases, nor do lines tied to it, has a fault already.
    fn is_hopeless(&self, muster: &Muster<'_>) -> bool {
        let waiting = self.kinds.get(self.named.len()..).unwrap_or_default();
        let open = |id: &str| waiting.iter().any(|kind| kind.lines.iter().any(|line| line.id == id));
        let tied = |line: &Line| {
            open(&line.id)
                || line.supports.iter().any(|id| open(id))
                || line
                    .replaces()
                    .is_some_and(|of| open(of) || self.list.replacing(of).any(|other| open(&other.id)))
                || self.list.replacing(&line.id).any(|other| open(&other.id))
        };
        self.list.lines.iter().any(|line| !tied(line) && !muster.faults_of(line).is_empty())
    }

    fn step_back(&mut self) -> bool {
        self.named.pop();
        false
    }
}

fn first_fitting(kinds: &[Kind<'_>]) -> Vec<Vec<u32>> {
    let first =
        |kind: &Kind<'_>| (0..kind.lines.len()).map(|at| if at == 0 { kind.number } else { 0 }).collect();
    kinds.iter().map(first).collect()
}

/// Writes the lines into the bases, in the order of the army.
fn name(army: &OrderOfBattle, kinds: &[Kind<'_>], mut shares: Vec<Vec<u32>>) -> OrderOfBattle {
    let mut army = army.clone();
    for base in army.bases.iter_mut().filter(|base| base.line.is_empty() && base.troop.kind != TroopType::Bg)
    {
        let Some(at) = kinds.iter().position(|kind| alike(&kind.base, base)) else { continue };
        let Some(shares) = shares.get_mut(at) else { continue };
        let Some(free) = shares.iter().position(|share| *share > 0) else { continue };
        if let (Some(share), Some(line)) =
            (shares.get_mut(free), kinds.get(at).and_then(|kind| kind.lines.get(free)))
        {
            *share -= 1;
            base.line.clone_from(&line.id);
            base.supports.clone_from(&line.supports);
        }
    }
    army
}
