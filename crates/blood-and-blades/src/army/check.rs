//! Whether an army may be fielded (80.1, 80.3, 10.1, 10.4, 10.6): every fault at once, each with its rule.

use super::price::{self, HalfPoints};
use super::{Enlisted, OrderOfBattle, Period, homeland};
use crate::baseset::BaseId;
use crate::choice::PickKind;
use crate::fact::Fact;
use crate::numbers::Numbers;
use crate::pairing::{Pairing, supported_lines};
use crate::rules::Rules;
use crate::troop::{Grade, Status, TroopType};
use aelian_rulebook::{Reason, RuleId, rule};

/// Both armies share the ids of bases.
pub const MOST_BASES: u32 = 250;
const _: () = assert!(2 * (MOST_BASES as usize) < BaseId::COUNT);
/// BB-SET-11: one large, two medium and three small pieces.
const MOST_PIECES: usize = 6;

/// BB-ARM-03: what is wrong with an order of battle; nothing if it may be fielded for this budget.
pub fn check(rules: &Rules, budget: HalfPoints, army: &OrderOfBattle) -> Vec<Reason<Fact>> {
    let mut faults = Faults(Vec::new());
    check_heading(&mut faults, army);
    check_homeland(&mut faults, army);
    check_numbers(&mut faults, rules, army);
    for (at, base) in (1..).zip(&army.bases) {
        check_base(&mut faults, rules, at, base);
    }
    let total = price::of_army(rules.tables, army).total;
    // BB-AP-01, BB-AP-09: exactly, and points may stay unused.
    if total > budget {
        faults.find(rule!("BB-AP-01"), Fact::Points { halves: total.0, most: budget.0 });
    }
    faults.0
}

struct Faults(Vec<Reason<Fact>>);

impl Faults {
    fn find(&mut self, rule: RuleId, fact: Fact) {
        self.0.push(Reason::new(rule, fact));
    }
}

/// BB-ARM-01, BB-ARM-04, BB-ARM-17: name, years and aggression.
fn check_heading(faults: &mut Faults, army: &OrderOfBattle) {
    if army.name.trim().is_empty() {
        faults.find(rule!("BB-ARM-17"), Fact::Word("name".to_owned()));
    }
    if let Some(period) = army.period.filter(|period| !Period::OF_THE_GAME.holds(*period)) {
        faults.find(rule!("BB-ARM-01"), Fact::Years { from: period.from(), to: period.to() });
    }
    let most = Numbers::standard().army.aggression;
    if army.aggression > most {
        let count = Fact::Count { found: army.aggression.into(), least: 0, most: most.into() };
        faults.find(rule!("BB-ARM-04"), count);
    }
}

/// BB-ARM-04, BB-SET-11, BB-SET-13, BB-TER-12: terrain from which the invaded player can pick.
fn check_homeland(faults: &mut Faults, army: &OrderOfBattle) {
    // Two pieces of one mandatory kind are the least that BB-SET-13 demands; one of each kind must be picked.
    let mandatory = army.mandatory.len();
    if mandatory == 0 || mandatory > MOST_PIECES {
        let rule = if mandatory == 0 { rule!("BB-SET-13") } else { rule!("BB-SET-11") };
        faults.find(rule, Fact::Count { found: count(mandatory), least: 1, most: count(MOST_PIECES) });
    }
    let offered: Vec<PickKind> = army.mandatory.iter().chain(&army.optional).copied().collect();
    for (at, kind) in offered.iter().enumerate() {
        if offered.iter().take(at).any(|earlier| earlier == kind) {
            faults.find(rule!("BB-ARM-04"), Fact::Homeland(*kind));
        }
        if let Some(cover) = homeland::cover_of(*kind).filter(|cover| !offered.contains(cover)) {
            faults.find(rule!("BB-TER-12"), Fact::CoverMissing { hill: *kind, cover });
        }
    }
}

/// BB-CIC-01, BB-TRP-12, AMB-20: one general, and as much baggage as the setting says.
fn check_numbers(faults: &mut Faults, rules: &Rules, army: &OrderOfBattle) {
    let bases = count(army.bases.len());
    if bases > MOST_BASES {
        faults.find(rule!("BB-ARM-03"), Fact::ProgramLimit { found: bases, most: MOST_BASES });
    }
    let paired: Vec<_> = army.bases.iter().map(Enlisted::paired).collect();
    let lines = supported_lines(&paired).len();
    if lines > Pairing::MOST_LINES {
        let (found, most) = (count(lines), count(Pairing::MOST_LINES));
        faults.find(rule!("BB-LST-13"), Fact::ProgramLimit { found, most });
    }
    let commanders = count(army.bases.iter().filter(|base| base.commander).count());
    if commanders != 1 {
        faults.find(rule!("BB-CIC-01"), Fact::Count { found: commanders, least: 1, most: 1 });
    }
    let baggage = count(army.bases.iter().filter(|base| base.troop.kind == TroopType::Bg).count());
    let wanted = u32::from(rules.settings.baggage_bases);
    if baggage != wanted {
        faults.find(rule!("BB-TRP-12"), Fact::Count { found: baggage, least: wanted, most: wanted });
    }
}

/// What one base may be.
fn check_base(faults: &mut Faults, rules: &Rules, at: u32, base: &Enlisted) {
    let troop = base.troop;
    let mut find = |rule| faults.find(rule, Fact::Enlisted { at, troop });
    if troop.kind == TroopType::Bg && (troop.status, troop.grade) != (Status::Irr, Grade::O) {
        find(rule!("BB-TRP-12"));
    } else if rules.tables.points(&troop).is_none() {
        find(rule!("BB-AP-08"));
    }
    // BB-CIC-02: the general fights and moves as his type; baggage does neither.
    if base.commander && troop.kind == TroopType::Bg {
        find(rule!("BB-CIC-02"));
    }
    if troop.special_support && !troop.may_give_special_support() {
        find(rule!("BB-TRP-32"));
    }
    // BB-LST-13: a pairing is one of special support.
    if !base.supports.is_empty() && !troop.special_support {
        find(rule!("BB-LST-13"));
    }
    if !troop.weapon_fits() {
        find(rule!("BB-TRP-16"));
    }
    if base.vehicles && !troop.kind.may_have_vehicles() {
        find(rule!("BB-CLS-07"));
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
