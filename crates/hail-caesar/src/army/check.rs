//! What an army bought from a list must keep to (80.3 to 80.5). Every broken rule is named.

use super::list::{Line, Role};
use super::ready::Army;
use crate::fact::{Bound, Fact, Tally};
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

/// What is counted, and how many there are.
type Counted<'a> = (&'a str, usize);

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

    /// More of something than may be, or less.
    fn tally(&mut self, rule: RuleId, (what, found): Counted<'_>, of: Option<Counted<'_>>, bound: Bound) {
        let kept = match bound {
            Bound::Least(least) => found >= least,
            Bound::Most(most) => found <= most,
        };
        if !kept {
            let of = of.map(|(what, all)| (what.to_owned(), all));
            self.fault(rule, Fact::Tally(Box::new(Tally { what: what.to_owned(), found, of, bound })));
        }
    }

    fn at_most(&mut self, rule: RuleId, found: Counted<'_>, most: usize) {
        self.tally(rule, found, None, Bound::Most(most));
    }

    /// HC-LIST-07: a share of a whole, fractions not rounded: `found` of `all` is at least one in `parts`.
    fn at_least_one_in(&mut self, rule: RuleId, parts: usize, found: Counted<'_>, all: Counted<'_>) {
        self.tally(rule, found, Some(all), Bound::Least(all.1.div_ceil(parts)));
    }

    /// HC-LIST-07: `found` of `all` is at most one in `parts`.
    fn at_most_one_in(&mut self, rule: RuleId, parts: usize, found: Counted<'_>, all: Counted<'_>) {
        self.tally(rule, found, Some(all), Bound::Most(all.1 / parts));
    }

    /// HC-ARMY-03, HC-LIST-03, HC-LIST-09: one general; leadership 8, but for a Roman general who may buy 9.
    fn commanders(&mut self, army: &Army) {
        let generals = army.divisions.iter().filter(|division| division.general);
        let generals: Vec<String> = generals.map(|division| division.commander.clone()).collect();
        if generals.len() != 1 {
            self.fault(rule!("HC-ARMY-03"), Fact::Generals(generals));
        }
        for division in &army.divisions {
            let bought = division.general && division.leadership == 9;
            let said =
                || Fact::Leads { commander: division.commander.clone(), leadership: division.leadership };
            if bought && army.list.general_to_nine.is_none() {
                self.fault(rule!("HC-LIST-09"), said());
            } else if !bought && division.leadership != 8 {
                self.fault(rule!("HC-LIST-03"), said());
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
            let what = format!("units in {}", division.name);
            for rule in [rule!("HC-LIST-04"), rule] {
                self.tally(rule, (&what, division.units.len()), None, Bound::Least(LEAST_UNITS));
            }
        }
        self.at_most(rule!("HC-ARMY-01"), ("units", army.units().count()), UnitSet::MOST / 2);
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
            self.at_most(rule(line), (&format!("units of `{}`", line.key), found), usize::from(most));
        }
    }

    /// HC-ROM-01, HC-ROM-02, HC-ROM-03, HC-ROM-04, HC-ROM-06, HC-ROM-07.
    fn roman(&mut self, army: &Army) {
        let all = ("units", army.units().count());
        let infantry = ("infantry", count(army, Role::is_infantry));
        let legions = ("legionary units", count(army, Role::is_legion));
        self.at_least_one_in(rule!("HC-ROM-01"), 2, infantry, all);
        self.at_most_one_in(rule!("HC-ROM-02"), 4, ("cavalry", count(army, Role::is_mounted)), all);
        self.at_least_one_in(rule!("HC-ROM-03"), 2, legions, infantry);
        let engines = format!("engines with {} legionary units", legions.1);
        self.at_most(rule!("HC-ROM-04"), (&engines, count(army, Role::is_artillery)), legions.1 / 3);
        let light = count(army, |role| role == Role::LightArtillery);
        let heavier = format!("medium or heavy engines with {light} light ones");
        let found = count(army, |role| role == Role::HeavierArtillery);
        self.at_most(rule!("HC-ROM-04"), (&heavier, found), light);
        let raw = count(army, |role| role == Role::RawLegion);
        if count(army, |role| role == Role::Camels) > 0 {
            self.tally(rule!("HC-ROM-06"), ("raw legionary units", raw), None, Bound::Least(1));
        }
        let veterans = count(army, |role| role == Role::VeteranLegion);
        self.at_most_one_in(rule!("HC-ROM-07"), 2, ("veteran units", veterans), legions);
        self.at_most_one_in(rule!("HC-ROM-07"), 2, ("raw units", raw), legions);
    }

    /// HC-BRI-01, HC-BRI-02, HC-BRI-03.
    fn briton(&mut self, army: &Army) {
        let all = ("units", army.units().count());
        let infantry = ("infantry", count(army, Role::is_infantry));
        self.at_least_one_in(rule!("HC-BRI-01"), 2, infantry, all);
        let mounted = ("cavalry and chariots", count(army, Role::is_mounted));
        self.at_most_one_in(rule!("HC-BRI-02"), 2, mounted, all);
        let warbands = ("warbands", count(army, |role| role == Role::Warband));
        self.at_least_one_in(rule!("HC-BRI-03"), 2, warbands, infantry);
    }
}
