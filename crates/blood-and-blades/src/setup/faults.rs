//! What can be wrong with a setup: the table (20.2), the armies, their homelands. Every fault is told.

use super::{BAGGAGE, Setup, Start};
use crate::army::{self, Enlisted, HalfPoints, OrderOfBattle};
use crate::choice::PickKind;
use crate::fact::Fact;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_rulebook::{Reason, RuleId, rule};

/// BB-TBL-04: the smallest and the largest table, in MU.
const DEPTHS: (f64, f64) = (20.0, 35.0);
const WIDTHS: (f64, f64) = (30.0, 50.0);

/// BB-TBL-01 to BB-TBL-06, BB-SET-10: the size of the table and the settings that are measures.
pub fn of_table(setup: &Setup) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    let sides = [("depth", setup.table.depth, DEPTHS), ("width", setup.table.width, WIDTHS)];
    for (name, size, (least, most)) in sides {
        if !(least..=most).contains(&size) {
            let text = format!("the {name} of the table is {size} MU; it may be {least} to {most} MU");
            faults.push(Reason { rule: rule!("BB-TBL-05"), fact: Fact::Word(text) });
        }
    }
    let settings = &setup.settings;
    let margin = settings.deployment_margin_from_centre;
    if !(0.0..=8.0).contains(&margin) {
        let text = format!("deployment_margin_from_centre is {margin}; it may be 0 to 8 MU");
        faults.push(Reason { rule: rule!("BB-DEP-10"), fact: Fact::Word(text) });
    }
    if settings.baggage_bases > 4 {
        let text = format!("baggage_bases is {}; it may be 0 to 4", settings.baggage_bases);
        faults.push(Reason { rule: rule!("BB-DEP-04"), fact: Fact::Word(text) });
    }
    if !(settings.contact_eps_mm > 0.0 && settings.contact_eps_mm <= 2.0) {
        let text =
            format!("contact_eps_mm is {}; it may be more than 0 and at most 2", settings.contact_eps_mm);
        faults.push(Reason { rule: rule!("BB-GEO-02"), fact: Fact::Word(text) });
    }
    if !(settings.angle_eps_deg > 0.0 && settings.angle_eps_deg <= 5.0) {
        let text =
            format!("angle_eps_deg is {}; it may be more than 0 and at most 5", settings.angle_eps_deg);
        faults.push(Reason { rule: rule!("BB-GEO-02"), fact: Fact::Word(text) });
    }
    faults.extend(of_settings(&setup.settings));
    faults
}

/// Settings that stand for numbers of the book: within what could be meant, so that sums stay sums.
fn of_settings(settings: &Settings) -> Vec<Reason<Fact>> {
    let (part, whole) = settings.spent_loss_fraction;
    let paces = settings.move_el.iter().chain(&settings.move_hd).copied().max().unwrap_or(0);
    let bound = |value: i32| i64::from(value).abs();
    let limits = [
        (rule!("BB-MOR-13"), "poc_strong", i64::from(settings.poc_strong), 1000),
        (rule!("BB-MOR-13"), "poc_weak", i64::from(settings.poc_weak), 1000),
        (rule!("BB-MOR-11"), "the denominator of spent_loss_fraction", i64::from(whole), 1000),
        (rule!("BB-MOR-11"), "the numerator of spent_loss_fraction", i64::from(part), i64::from(whole)),
        (rule!("BB-MOVE-01"), "the longest of move_El and move_Hd", i64::from(paces), 20),
        (rule!("BB-FAC-01"), "factor_Bg", bound(settings.factor_bg.0).max(bound(settings.factor_bg.1)), 20),
        (rule!("BB-TAC-22"), "river_edge_advantage", bound(settings.river_edge_advantage), 20),
        (rule!("BB-TAC-39"), "cic_combat_advantage", bound(settings.cic_combat_advantage), 20),
        (rule!("BB-TIM-03"), "dusk_rounds", i64::from(settings.dusk_rounds), 1000),
    ];
    let absurd = limits.into_iter().filter(|(_, _, value, most)| value > most);
    let mut faults: Vec<Reason<Fact>> = absurd
        .map(|(rule, name, value, most)| Reason {
            rule,
            fact: Fact::Word(format!("{name} is {value}; it may be at most {most}")),
        })
        .collect();
    if whole == 0 {
        let text = "the denominator of spent_loss_fraction is 0; it must be at least 1".to_owned();
        faults.push(Reason { rule: rule!("BB-MOR-11"), fact: Fact::Word(text) });
    }
    faults
}

/// BB-SET-01, BB-ARM-03: armies that can take the field, and homelands from which terrain can be picked.
pub fn of_armies(rules: &Rules, setup: &Setup, is_judged: impl Fn(Side) -> bool) -> Vec<Reason<Fact>> {
    let Some(budget) = HalfPoints::exactly(setup.budget) else {
        let text = format!("the budget is {}; it must be a number of points or half points", setup.budget);
        return vec![Reason { rule: rule!("BB-AP-01"), fact: Fact::Word(text) }];
    };
    let mut faults = Vec::new();
    for side in Side::BOTH.into_iter().filter(|side| is_judged(*side)) {
        let army = &setup.armies[side.index()];
        let found = army::check(rules, budget, &with_baggage(rules, army));
        match setup.start {
            // Nobody picks terrain where the field is given.
            Start::Field { .. } => {
                faults.extend(found.into_iter().filter(|fault| !is_of_homeland(fault.rule)))
            }
            Start::Book | Start::Terrain(_) | Start::Position(_) => {
                faults.extend(found);
                of_homeland(army, &mut faults);
            }
        }
        of_numbers(setup, army, &mut faults);
    }
    faults
}

/// BB-DEP-04, AMB-20: the army with its Bg, which costs nothing and so need not be listed.
pub fn with_baggage(rules: &Rules, army: &OrderOfBattle) -> OrderOfBattle {
    let mut whole = army.clone();
    if !whole.bases.iter().any(|base| base.troop.kind == TroopType::Bg) {
        let baggage = (0..rules.settings.baggage_bases).map(|_| Enlisted::new(BAGGAGE));
        whole.bases.extend(baggage);
    }
    whole
}

/// With its Bg an army must leave an id for each base of the other.
fn of_numbers(setup: &Setup, army: &OrderOfBattle, faults: &mut Vec<Reason<Fact>>) {
    let found = army.bases.len() as u32 + u32::from(setup.settings.baggage_bases);
    if found > army::check::MOST_BASES {
        let fact = Fact::ProgramLimit { found, most: army::check::MOST_BASES };
        faults.push(Reason { rule: rule!("BB-ARM-03"), fact });
    }
}

fn is_of_homeland(rule: RuleId) -> bool {
    [rule!("BB-SET-11"), rule!("BB-SET-13"), rule!("BB-TER-12")].contains(&rule)
}

/// BB-SET-11, BB-SET-12, BB-SET-13: one piece of each mandatory kind must be picked, and roads and rivers
/// are medium at least.
fn of_homeland(army: &OrderOfBattle, faults: &mut Vec<Reason<Fact>>) {
    let roads = army.mandatory.iter().filter(|kind| matches!(kind, PickKind::Road(_))).count() as u32;
    let rivers = army.mandatory.iter().filter(|kind| matches!(kind, PickKind::River)).count() as u32;
    if roads + rivers > 3 {
        let fact = Fact::Count { found: roads + rivers, least: 0, most: 3 };
        faults.push(Reason { rule: rule!("BB-SET-12"), fact });
    }
}
