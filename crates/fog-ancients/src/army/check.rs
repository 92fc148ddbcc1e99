//! Whether an army may be fielded (80.1, 10.4): every fault at once, each with its rule.

use super::list::List;
use super::{Enlisted, OrderOfBattle, price};
use crate::fact::Fact;
use crate::formation::MOST_BASES;
use crate::ids::GroupId;
use crate::settings::Edition;
use crate::state::Rank;
use crate::troop::TroopType;
use aelian_rulebook::{Reason, RuleId, rule};

/// Both armies share the numbers of groups.
pub const MOST_GROUPS: usize = GroupId::MOST / 2;

/// What is wrong with an army; nothing if it may be fielded for these points.
pub fn check(edition: Edition, points: Option<u32>, army: &OrderOfBattle) -> Vec<Reason<Fact>> {
    let mut faults = Faults(Vec::new());
    commanders(&mut faults, army);
    contingents(&mut faults, army);
    if army.groups.is_empty() || army.groups.len() > MOST_GROUPS {
        faults.count(rule!("FA-BG-09"), army.groups.len(), MOST_GROUPS);
    }
    if army.territories.is_empty() {
        faults.find(rule!("FA-INIT-06"), Fact::Word("territories".to_owned()));
    }
    for (at, group) in army.groups.iter().enumerate() {
        of_group(&mut faults, edition, at, group);
    }
    if let Some(most) = points {
        let cost = price::of_army(army);
        if i64::from(cost) > i64::from(most) {
            faults.find(rule!("FA-SET-01"), Fact::Points { found: cost, most });
        }
    }
    if let Some(list) = List::named(&army.list) {
        list.check(army, &mut |rule, fact| faults.find(rule, fact));
    } else if !army.list.is_empty() {
        faults.find(rule!("FA-ARMY-15"), Fact::Word(army.list.clone()));
    }
    faults.0
}

struct Faults(Vec<Reason<Fact>>);

impl Faults {
    fn find(&mut self, rule: RuleId, fact: Fact) {
        self.0.push(Reason::new(rule, fact));
    }

    fn count(&mut self, rule: RuleId, found: usize, allowed: usize) {
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        self.find(rule, Fact::Count { found: number(found), allowed: number(allowed) });
    }
}

/// FA-CMD-01, FA-ARMY-02: one commander-in-chief and one to three others.
fn commanders(faults: &mut Faults, army: &OrderOfBattle) {
    let chiefs = army.commanders.iter().filter(|officer| officer.rank == Rank::CommanderInChief).count();
    if chiefs != 1 {
        faults.count(rule!("FA-CMD-01"), chiefs, 1);
    }
    let others = army.commanders.len().saturating_sub(chiefs);
    if !(1..=3).contains(&others) {
        faults.find(rule!("FA-ARMY-02"), Fact::Between { found: others as i32, least: 1, most: 3 });
    }
}

/// FA-LOC-02, FA-LOC-03: every allied contingent has one commander of its own, who is an ally; nobody else is.
fn contingents(faults: &mut Faults, army: &OrderOfBattle) {
    for officer in &army.commanders {
        if (officer.rank == Rank::Ally) != (officer.contingent > 0) {
            faults.find(rule!("FA-LOC-02"), Fact::Line(officer.label.clone()));
        }
    }
    for group in army.groups.iter().filter(|group| group.contingent > 0) {
        let leaders = army.commanders.iter().filter(|officer| officer.contingent == group.contingent).count();
        if leaders != 1 {
            faults.find(rule!("FA-LOC-03"), Fact::Line(group.label.clone()));
        }
    }
}

/// FA-BG-01, FA-BG-04 to FA-BG-06, FA-BG-10, FA-ARMY-05 to FA-ARMY-09, FA-ELC-12: one group.
fn of_group(faults: &mut Faults, edition: Edition, at: usize, group: &Enlisted) {
    let bases = usize::from(group.bases());
    let mut find =
        |rule: RuleId| faults.find(rule, Fact::Enlisted { at: at as u8, label: group.label.clone() });
    if !(2..=MOST_BASES).contains(&bases) {
        find(rule!("FA-BG-01"));
    }
    if !(1..=2).contains(&group.parts.len()) || group.parts.iter().any(|part| part.bases == 0) {
        find(rule!("FA-ARMY-06"));
    }
    if bases % 2 == 1 && !is_nine_by_thirds(group) && !(edition == Edition::V31 && bases == 3) {
        find(rule!("FA-ARMY-05"));
    }
    let pairs = |kind: TroopType| kind == TroopType::Elephants || kind.is_artillery();
    if group.parts.iter().any(|part| pairs(part.troop.kind)) && bases != 2 {
        find(rule!("FA-ARMY-09"));
    }
    if edition == Edition::First && group.parts.iter().any(|part| part.troop.kind == TroopType::LightCamelry)
    {
        find(rule!("FA-V31-04"));
    }
    if group.parts.iter().any(|part| price::of_base(&part.troop, group.quality, group.training).is_none()) {
        find(rule!("FA-PTS-01"));
    }
    if let [front, rear] = group.parts.as_slice()
        && front.troop.kind == rear.troop.kind
        && front.troop.armour != rear.troop.armour
    {
        find(rule!("FA-ARMY-08"));
    }
    if group.may_dismount && !group.parts.iter().all(|part| part.troop.is_mounted()) {
        find(rule!("FA-DISM-01"));
    }
    if group.dismounts_as.is_some_and(|troop| !group.may_dismount || troop.is_mounted()) {
        find(rule!("FA-DISM-06"));
    }
}

/// FA-ARMY-05, AMB-08: nine bases, two thirds of one kind and one third of another.
fn is_nine_by_thirds(group: &Enlisted) -> bool {
    let mut parts: Vec<u8> = group.parts.iter().map(|part| part.bases).collect();
    parts.sort_unstable();
    parts == [3, 6]
}
