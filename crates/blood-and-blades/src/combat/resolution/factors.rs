//! Combat factors (65.2).

use super::circumstances::Case;
use crate::rules::Rules;
use aelian_rulebook::{RuleId, rule};

/// BB-FAC-01 to BB-FAC-06, BB-SHT-52, BB-SHT-53: the factor of one party, and the rule that gives it.
///
/// The same factor is cfA in the outcome tables (BB-FAC-05); in mutual shooting it is the shooting factor
/// (AMB-44, AMB-121).
pub fn factor(rules: &Rules, case: &Case<'_>) -> (RuleId, i32) {
    let (own, enemy) = (case.own.troop.kind, case.enemy.troop.kind);
    if case.in_close_combat() {
        return (rule!("BB-FAC-02"), rules.tables.factor(own, enemy, &rules.settings));
    }
    if case.own.shoots {
        return (rule!("BB-FAC-04"), rules.tables.factor(own, enemy, &rules.settings));
    }
    (rule!("BB-FAC-03"), rules.tables.factor_shot_at(own, &rules.settings))
}
