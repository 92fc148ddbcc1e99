//! Army lists (80.4, 80.5): the lines an army may be made of, and whether it keeps to them.

use super::{Enlisted, OrderOfBattle, Part};
use crate::fact::Fact;
use crate::state::{Grade, Rank};
use crate::troop::{Quality, Training, Troop};
use aelian_rulebook::{RuleId, rule};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// FA-ARMY-15: a list, read from `data/fog-ancients/lists/`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    pub name: String,
    pub territories: Vec<super::Territory>,
    /// FA-FF-01: pieces of field fortifications that it allows.
    #[serde(default)]
    pub field_fortifications: u8,
    /// FA-CAMP-05: it allows a fortified camp.
    #[serde(default)]
    pub fortified_camp: bool,
    /// FA-PD-01: it allows portable defences.
    #[serde(default)]
    pub portable_defences: bool,
    /// FA-ARMY-02: it allows allied contingents.
    #[serde(default)]
    pub allies: bool,
    /// FA-ARMY-02, FA-ARMY-10: the most sub-commanders of each grade; none of a grade that is not named.
    pub sub_commanders: BTreeMap<Grade, u8>,
    #[serde(rename = "line")]
    pub lines: Vec<Line>,
    /// FA-INT-06: lines whose groups may pass through those of others.
    #[serde(default, rename = "passage")]
    pub passages: Vec<ListPassage>,
}

/// FA-INT-06: both by the names of lines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListPassage {
    pub mover: String,
    pub through: String,
}

/// FA-ARMY-15: a line of a list.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub name: String,
    /// In the words of `Troop::read`, with quality and training.
    pub troop: String,
    /// FA-ARMY-04: bases in one group.
    pub group: [u8; 2],
    /// FA-ARMY-10: bases in all.
    pub total: [u8; 2],
}

const FILES: [(&str, &str); 1] =
    [("later-carthaginian", include_str!("../../../../data/fog-ancients/lists/later-carthaginian.toml"))];

impl List {
    /// A list that comes with the program, by the name of its file.
    pub fn named(name: &str) -> Option<&'static List> {
        static LISTS: OnceLock<Vec<(&'static str, List)>> = OnceLock::new();
        let lists = LISTS.get_or_init(|| {
            // The files are compiled in and a test reads each.
            FILES.iter().filter_map(|(slug, text)| Some((*slug, toml::from_str(text).ok()?))).collect()
        });
        lists.iter().find(|(slug, _)| *slug == name).map(|(_, list)| list)
    }

    /// FA-ARMY-04, FA-ARMY-06, FA-ARMY-07, FA-ARMY-10: the army's groups of named lines keep to these lines, and
    /// everything else in it has the leave of the list.
    pub fn check(&self, army: &OrderOfBattle, find: &mut dyn FnMut(RuleId, Fact)) {
        self.check_leave(army, find);
        self.check_commanders(army, find);
        for group in army.groups.iter().filter(|group| !group.line.is_empty()) {
            match self.lines.iter().find(|line| line.name == group.line) {
                None => find(rule!("FA-ARMY-06"), Fact::Line(group.line.clone())),
                Some(line) => line.check(group, find),
            }
        }
        for line in &self.lines {
            let of_line = army.groups.iter().filter(|group| group.line == line.name);
            let total: i32 = of_line.map(|group| i32::from(group.bases())).sum();
            let [least, most] = line.total.map(i32::from);
            if !(least..=most).contains(&total) {
                let allowed = if total < least { least } else { most };
                find(rule!("FA-ARMY-10"), Fact::LineCount { line: line.name.clone(), found: total, allowed });
            }
        }
    }

    /// FA-FF-01, FA-CAMP-05, FA-PD-01, FA-INIT-06: what only a list can allow.
    fn check_leave(&self, army: &OrderOfBattle, find: &mut dyn FnMut(RuleId, Fact)) {
        if army.works > self.field_fortifications {
            let (found, most) = (i32::from(army.works), i32::from(self.field_fortifications));
            find(rule!("FA-FF-01"), Fact::Between { found, least: 0, most });
        }
        if army.fortified_camp && !self.fortified_camp {
            find(rule!("FA-CAMP-05"), Fact::Line(self.name.clone()));
        }
        for group in army.groups.iter().filter(|group| group.portable_defences && !self.portable_defences) {
            find(rule!("FA-PD-01"), Fact::Line(group.label.clone()));
        }
        for territory in army.territories.iter().filter(|territory| !self.territories.contains(territory)) {
            find(rule!("FA-INIT-06"), Fact::Word(territory.name().to_owned()));
        }
    }

    /// FA-ARMY-02, FA-ARMY-10: allies only if the list allows them, sub-commanders of the grades that it names.
    fn check_commanders(&self, army: &OrderOfBattle, find: &mut dyn FnMut(RuleId, Fact)) {
        for ally in army.commanders.iter().filter(|officer| officer.rank == Rank::Ally && !self.allies) {
            find(rule!("FA-ARMY-02"), Fact::Line(ally.label.clone()));
        }
        let subs = || army.commanders.iter().filter(|officer| officer.rank == Rank::Sub);
        for officer in subs().filter(|officer| !self.sub_commanders.contains_key(&officer.grade)) {
            find(rule!("FA-ARMY-02"), Fact::Line(officer.label.clone()));
        }
        for (grade, most) in &self.sub_commanders {
            let found = subs().filter(|officer| officer.grade == *grade).count() as i32;
            if found > i32::from(*most) {
                let line = format!("{} commanders", grade.name());
                find(rule!("FA-ARMY-10"), Fact::LineCount { line, found, allowed: i32::from(*most) });
            }
        }
    }
}

impl Line {
    /// What the line offers.
    pub fn troops(&self) -> Option<(Troop, Quality, Training)> {
        let (troop, quality, training) = Troop::read(&self.troop).ok()?;
        Some((troop, quality?, training?))
    }

    fn check(&self, group: &Enlisted, find: &mut dyn FnMut(RuleId, Fact)) {
        let [least, most] = self.group;
        if !(least..=most).contains(&group.bases()) {
            let found = i32::from(group.bases());
            let allowed = i32::from(if group.bases() < least { least } else { most });
            find(rule!("FA-ARMY-04"), Fact::LineCount { line: self.name.clone(), found, allowed });
        }
        let same = |(troop, quality, training): (Troop, Quality, Training)| {
            let alike = |part: &Part| part.troop == troop;
            group.parts.iter().all(alike) && group.quality == quality && group.training == training
        };
        if !self.troops().is_some_and(same) {
            find(rule!("FA-ARMY-07"), Fact::Line(self.name.clone()));
        }
    }
}
