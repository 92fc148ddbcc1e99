//! Whether an order of battle is one that its army list allows (80.4, 80.5), with every reason.

use super::list::{ArmyList, Instead, Line, Mix, Numbers, Offer, Starred};
use super::{Enlisted, OrderOfBattle};
use crate::fact::Fact;
use crate::troop::TroopType;
use aelian_rulebook::{Reason, RuleId, rule};
use std::collections::BTreeSet;

/// BB-ARM-16: what is wrong with an army by its list. Each base names the line under which it is taken;
/// `list_assign` finds the lines where they are not named. Baggage belongs to no line.
pub fn check(list: &ArmyList, army: &OrderOfBattle) -> Vec<Reason<Fact>> {
    let mut faults = check_heading(list, army);
    let mut muster = Muster::new(list);
    for (at, base) in (1..).zip(&army.bases).filter(|(_, base)| base.troop.kind != TroopType::Bg) {
        match list.line(&base.line).filter(|line| line.offers(base)) {
            Some(line) => {
                muster.add(line, base, 1);
                faults.extend(pairing_fault(line, at, base));
            }
            None => faults.push(not_offered(list, at, base)),
        }
    }
    for line in &list.lines {
        faults.extend(muster.faults_of(line));
    }
    faults
}

/// BB-LST-13: whom the line says that its troops support is recorded with the base.
fn pairing_fault(line: &Line, at: u32, base: &Enlisted) -> Option<Reason<Fact>> {
    let same = line.supports.iter().collect::<BTreeSet<_>>() == base.supports.iter().collect();
    let fact = || Fact::NotOffered { line: base.line.clone(), at, troop: base.troop };
    (!same).then(|| Reason::new(rule!("BB-LST-13"), fact()))
}

/// BB-TRP-32: special support that no line grants is told apart from troops that no line offers.
fn not_offered(list: &ArmyList, at: u32, base: &Enlisted) -> Reason<Fact> {
    let mut without = base.clone();
    without.troop.special_support = false;
    let only_support =
        base.troop.special_support && list.line(&base.line).is_some_and(|line| line.offers(&without));
    let rule = match (only_support, base.commander) {
        (true, _) => rule!("BB-TRP-32"),
        (false, true) => rule!("BB-CIC-02"),
        (false, false) => rule!("BB-ARM-16"),
    };
    Reason::new(rule, Fact::NotOffered { line: base.line.clone(), at, troop: base.troop })
}

/// BB-ARM-01, BB-ARM-04: years, aggression and terrain are those of the list, where it gives them.
fn check_heading(list: &ArmyList, army: &OrderOfBattle) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    if let (Some(all), Some(years)) = (list.period, army.period)
        && !all.holds(years)
    {
        faults.push(Reason::new(rule!("BB-ARM-01"), Fact::Years { from: years.from(), to: years.to() }));
    }
    if let Some(wanted) = list.aggression.filter(|wanted| *wanted != army.aggression) {
        let (found, wanted) = (u32::from(army.aggression), u32::from(wanted));
        faults.push(Reason::new(rule!("BB-ARM-04"), Fact::Count { found, least: wanted, most: wanted }));
    }
    if list.mandatory.is_empty() && list.optional.is_empty() {
        return faults;
    }
    for (listed, found) in [(&list.mandatory, &army.mandatory), (&list.optional, &army.optional)] {
        let (listed, found): (BTreeSet<_>, BTreeSet<_>) = (listed.iter().collect(), found.iter().collect());
        let strange = listed.symmetric_difference(&found);
        faults.extend(strange.map(|kind| Reason::new(rule!("BB-ARM-04"), Fact::Homeland(**kind))));
    }
    faults
}

/// How many bases stand under each line.
#[derive(Clone, Debug)]
pub(super) struct Muster<'l> {
    list: &'l ArmyList,
    /// Of each line: bases, and how many of them support.
    counts: Vec<(u32, u32)>,
}

impl<'l> Muster<'l> {
    pub(super) fn new(list: &'l ArmyList) -> Muster<'l> {
        Muster { list, counts: vec![(0, 0); list.lines.len()] }
    }

    pub(super) fn add(&mut self, line: &Line, base: &Enlisted, number: u32) {
        let at = self.list.lines.iter().position(|known| known.id == line.id);
        if let Some((all, supporting)) = at.and_then(|at| self.counts.get_mut(at)) {
            *all += number;
            *supporting += if line.supporting(base) { number } else { 0 };
        }
    }

    fn count(&self, id: &str) -> (u32, u32) {
        let at = self.list.lines.iter().position(|line| line.id == id);
        at.and_then(|at| self.counts.get(at)).copied().unwrap_or_default()
    }

    /// Every fault in the numbers of a line.
    pub(super) fn faults_of(&self, line: &Line) -> Vec<Reason<Fact>> {
        let mut faults = Vec::new();
        faults.extend(self.numbers_fault(line));
        faults.extend(self.halves_fault(line));
        faults.extend(self.supported_fault(line));
        faults
    }

    /// BB-ARM-15, BB-LST-01, BB-LST-02, BB-LST-12, AMB-69, AMB-82: the least and the most of a line. What
    /// replaces bases of the line counts among them.
    fn numbers_fault(&self, line: &Line) -> Option<Reason<Fact>> {
        let replaced: u32 = self.list.replacing(&line.id).map(|other| self.count(&other.id).0).sum();
        let found = self.count(&line.id).0 + replaced;
        let (least, most) = match line.numbers {
            Numbers::UpTo { part, of } => (0, self.upgradable(line) * part / of.max(1)),
            Numbers::Between { most, starred: Starred::Yes, .. } if found == 0 => (0, most),
            Numbers::Between { least, most, .. } => (least, most),
        };
        let fact = Fact::ListLine { line: line.id.clone(), found, least, most };
        (!(least..=most).contains(&found)).then(|| Reason::new(numbers_rule(line), fact))
    }

    /// BB-LST-01: the troops of which a part may be upgraded, the upgraded ones among them.
    fn upgradable(&self, line: &Line) -> u32 {
        let Some(of) = line.replaces() else { return 0 };
        let upgrades = self
            .list
            .replacing(of)
            .filter(|other| matches!(other.offer, Offer::Instead { how: Instead::Upgrade, .. }));
        self.count(of).0 + upgrades.map(|other| self.count(&other.id).0).sum::<u32>()
    }

    /// BB-LST-11, AMB-67: as many support as stand in front; with an odd total one fewer.
    fn halves_fault(&self, line: &Line) -> Option<Reason<Fact>> {
        let Offer::Halves { mix: Mix::Half, .. } = line.offer else { return None };
        let replaced: u32 = self.list.replacing(&line.id).map(|other| self.count(&other.id).0).sum();
        let (all, support) = self.count(&line.id);
        let front = all - support + replaced;
        let fact = Fact::Halves { line: line.id.clone(), front, support };
        (support != (front + support) / 2).then(|| Reason::new(rule!("BB-LST-11"), fact))
    }

    /// BB-LST-13: supporters of named lines need bases there, one each.
    fn supported_fault(&self, line: &Line) -> Option<Reason<Fact>> {
        if line.supports.is_empty() {
            return None;
        }
        let support = self.count(&line.id).0;
        let front: u32 = line.supports.iter().map(|id| self.count(id).0).sum();
        let fact = Fact::Halves { line: line.id.clone(), front, support };
        (support > front).then(|| Reason::new(rule!("BB-LST-13"), fact))
    }
}

/// The rule by which the numbers of a line are what they are.
fn numbers_rule(line: &Line) -> RuleId {
    match (&line.offer, line.numbers) {
        (Offer::Commander(_), _) => rule!("BB-CIC-01"),
        (_, Numbers::UpTo { .. }) => rule!("BB-LST-01"),
        (Offer::Instead { .. }, _) => rule!("BB-LST-02"),
        (_, Numbers::Between { starred: Starred::Yes, .. }) => rule!("BB-LST-12"),
        _ => rule!("BB-ARM-15"),
    }
}
