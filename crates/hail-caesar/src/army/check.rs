//! What an army bought from a list must keep to (80.3 to 80.5). Every broken rule is named.

use super::list::{Line, Role};
use super::ready::Army;
use crate::fact::Fact;
use crate::ids::UnitSet;
use aelian_rulebook::{Reason, RuleId, rule};

/// HC-LIST-04.
const LEAST_UNITS: usize = 4;

/// Every rule that an army breaks; empty if it is a proper one.
pub fn check(army: &Army) -> Vec<Reason<Fact>> {
    let mut judge = Judge { found: Vec::new() };
    judge.commanders(army);
    judge.divisions(army);
    judge.points(army);
    judge.only_so_many(army);
    match army.list.slug {
        "roman" => judge.roman(army),
        _ => judge.briton(army),
    }
    judge.found
}

struct Judge {
    found: Vec<Reason<Fact>>,
}

fn count(army: &Army, wanted: impl Fn(Role) -> bool) -> usize {
    army.units().filter(|line| wanted(line.role)).count()
}

impl Judge {
    fn fault(&mut self, rule: RuleId, fact: Fact) {
        self.found.push(Reason { rule, fact });
    }

    /// A count that is more than allowed.
    fn at_most(&mut self, rule: RuleId, found: usize, allowed: usize) {
        if found > allowed {
            self.fault(rule, Fact::Count { found: found as i32, allowed: allowed as i32 });
        }
    }

    /// HC-LIST-07: a share of a whole, fractions not rounded: `found` of `all` is at least one in `parts`.
    fn at_least_one_in(&mut self, rule: RuleId, parts: usize, found: usize, all: usize) {
        if found * parts < all {
            self.fault(rule, Fact::Count { found: found as i32, allowed: all.div_ceil(parts) as i32 });
        }
    }

    /// HC-LIST-07: `found` of `all` is at most one in `parts`.
    fn at_most_one_in(&mut self, rule: RuleId, parts: usize, found: usize, all: usize) {
        if found * parts > all {
            self.fault(rule, Fact::Count { found: found as i32, allowed: (all / parts) as i32 });
        }
    }

    /// HC-ARMY-03, HC-LIST-03, HC-LIST-09: one general; leadership 8, but for a Roman general who may buy 9.
    fn commanders(&mut self, army: &Army) {
        let generals = army.divisions.iter().filter(|division| division.general).count();
        if generals != 1 {
            self.fault(rule!("HC-ARMY-03"), Fact::Count { found: generals as i32, allowed: 1 });
        }
        for division in &army.divisions {
            let bought = division.general && division.leadership == 9;
            if bought && army.list.general_to_nine.is_none() {
                self.fault(rule!("HC-LIST-09"), Fact::Named(division.commander.clone()));
            } else if !bought && division.leadership != 8 {
                self.fault(rule!("HC-LIST-03"), Fact::Named(division.commander.clone()));
            }
        }
    }

    /// HC-LIST-04, HC-ROM-05, HC-BRI-04: at least four units in each division.
    fn divisions(&mut self, army: &Army) {
        let rule = if army.list.slug == "roman" { rule!("HC-ROM-05") } else { rule!("HC-BRI-04") };
        if army.divisions.is_empty() {
            self.fault(rule!("HC-ARMY-01"), Fact::Named(army.name.clone()));
        }
        for division in &army.divisions {
            let found = division.units.len();
            if found < LEAST_UNITS {
                self.fault(
                    rule!("HC-LIST-04"),
                    Fact::Count { found: found as i32, allowed: LEAST_UNITS as i32 },
                );
                self.fault(rule, Fact::Named(division.name.clone()));
            }
        }
        self.at_most(rule!("HC-ARMY-01"), army.units().count(), UnitSet::MOST / 2);
    }

    /// HC-LIST-05.
    fn points(&mut self, army: &Army) {
        let points = army.points();
        if points > u32::from(army.agreed) {
            let fact = Fact::Count { found: points as i32, allowed: i32::from(army.agreed) };
            self.fault(rule!("HC-LIST-05"), fact);
        }
    }

    /// HC-BRI-05, HC-ROM-06 and what the Roman list says of one unit only.
    fn only_so_many(&mut self, army: &Army) {
        let rule = |line: &Line| match (army.list.slug, line.role) {
            ("roman", Role::Camels) => rule!("HC-ROM-06"),
            ("roman", _) => rule!("HC-LIST-08"),
            _ => rule!("HC-BRI-05"),
        };
        for line in army.list.lines.iter() {
            let Some(most) = line.most else { continue };
            let found = army.units().filter(|unit| unit.key == line.key).count();
            self.at_most(rule(line), found, usize::from(most));
        }
    }

    /// HC-ROM-01, HC-ROM-02, HC-ROM-03, HC-ROM-04, HC-ROM-06, HC-ROM-07.
    fn roman(&mut self, army: &Army) {
        let all = army.units().count();
        let infantry = count(army, Role::is_infantry);
        let legions = count(army, Role::is_legion);
        self.at_least_one_in(rule!("HC-ROM-01"), 2, infantry, all);
        self.at_most_one_in(rule!("HC-ROM-02"), 4, count(army, Role::is_mounted), all);
        self.at_least_one_in(rule!("HC-ROM-03"), 2, legions, infantry);
        self.at_most(rule!("HC-ROM-04"), count(army, Role::is_artillery), legions / 3);
        let light = count(army, |role| role == Role::LightArtillery);
        self.at_most(rule!("HC-ROM-04"), count(army, |role| role == Role::HeavierArtillery), light);
        let raw = count(army, |role| role == Role::RawLegion);
        if count(army, |role| role == Role::Camels) > 0 && raw == 0 {
            self.fault(rule!("HC-ROM-06"), Fact::Count { found: 0, allowed: 1 });
        }
        let veterans = count(army, |role| role == Role::VeteranLegion);
        self.at_most_one_in(rule!("HC-ROM-07"), 2, veterans, legions);
        self.at_most_one_in(rule!("HC-ROM-07"), 2, raw, legions);
    }

    /// HC-BRI-01, HC-BRI-02, HC-BRI-03.
    fn briton(&mut self, army: &Army) {
        let all = army.units().count();
        let infantry = count(army, Role::is_infantry);
        self.at_least_one_in(rule!("HC-BRI-01"), 2, infantry, all);
        self.at_most_one_in(rule!("HC-BRI-02"), 2, count(army, Role::is_mounted), all);
        self.at_least_one_in(rule!("HC-BRI-03"), 2, count(army, |role| role == Role::Warband), infantry);
    }
}
