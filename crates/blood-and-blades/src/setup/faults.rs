//! What can be wrong with a setup: the table (20.2), the armies, their homelands. Every fault is told.

use super::{Setup, Start};
use crate::army::OrderOfBattle;
use crate::choice::PickKind;
use crate::fact::Fact;
use crate::rules::Rules;
use aelian_rulebook::{Reason, rule};

/// BB-TBL-04: the smallest and the largest table, in MU.
const DEPTHS: (f64, f64) = (20.0, 35.0);
const WIDTHS: (f64, f64) = (30.0, 50.0);

/// So many bases of an army have an id of their own.
const MOST_BASES: usize = 120;

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
    faults
}

/// BB-SET-01: armies that can take the field, and homelands from which terrain can be picked.
pub fn of_armies(rules: &Rules, setup: &Setup) -> Vec<Reason<Fact>> {
    let mut faults = Vec::new();
    for army in &setup.armies {
        of_army(rules, setup, army, &mut faults);
        if setup.start == Start::Book {
            of_homeland(army, &mut faults);
        }
    }
    faults
}

fn of_army(rules: &Rules, setup: &Setup, army: &OrderOfBattle, faults: &mut Vec<Reason<Fact>>) {
    let mut fault = |rule, text: String| faults.push(Reason { rule, fact: Fact::Word(text) });
    let name = &army.name;
    if army.aggression > 4 {
        fault(rule!("BB-ARM-04"), format!("{name}: the aggression is {}; it may be 0 to 4", army.aggression));
    }
    let commanders = army.bases.iter().filter(|base| base.commander).count();
    if commanders != 1 {
        fault(rule!("BB-CIC-01"), format!("{name} has {commanders} commanders; an army has exactly one"));
    }
    if army.bases.len() > MOST_BASES {
        fault(
            rule!("BB-BASE-01"),
            format!("{name} has {} bases; the most is {MOST_BASES}", army.bases.len()),
        );
    }
    if !(setup.budget.is_finite() && setup.budget > 0.0) {
        fault(rule!("BB-AP-01"), format!("the budget is {}; it must be a positive number", setup.budget));
    }
    for enlisted in &army.bases {
        if rules.tables.points(&enlisted.troop).is_none() {
            fault(rule!("BB-AP-08"), format!("{name}: there is no {}", enlisted.troop));
        }
    }
}

/// BB-SET-13: from each mandatory kind one piece at least must be picked, within the limits of BB-SET-11.
fn of_homeland(army: &OrderOfBattle, faults: &mut Vec<Reason<Fact>>) {
    let mut fault = |text: String| faults.push(Reason { rule: rule!("BB-SET-13"), fact: Fact::Word(text) });
    let name = &army.name;
    let roads = army.mandatory.iter().filter(|kind| matches!(kind, PickKind::Road(_))).count();
    let rivers = army.mandatory.iter().filter(|kind| matches!(kind, PickKind::River)).count();
    if army.mandatory.is_empty() {
        fault(format!("{name} has no mandatory kind of terrain; name at least one"));
    }
    if army.mandatory.len() > 6 || roads > 2 || roads + rivers > 3 {
        fault(format!("{name} has more mandatory kinds of terrain than can be picked"));
    }
    for (at, kind) in army.mandatory.iter().enumerate() {
        if army.mandatory.iter().take(at).any(|other| other == kind) {
            fault(format!("{name} names a mandatory kind of terrain twice"));
        }
    }
}
