//! Grade adjustments (65.4): what is added to the first total.

use super::circumstances::Case;
use crate::troop::{Grade, Troop};
use aelian_rulebook::{RuleId, rule};

/// One adjustment: the rule that gives it, and when it does.
type Item = (RuleId, fn(&Case<'_>) -> bool);

/// BB-RES-03, BB-GRD-04, BB-GRD-08: each of these gives one point to the side with the higher first total.
const FOR_MORE: [Item; 5] = [
    (rule!("BB-GRD-01"), against_inferior),
    (rule!("BB-GRD-02"), own_bound_against_fast),
    (rule!("BB-GRD-03"), superior_in_own_bound),
    (rule!("BB-GRD-06"), superior_shooter),
    (rule!("BB-GRD-07"), target_inferior_or_fast),
];

/// BB-RES-03, BB-GRD-10: each of these gives one point to the side with the lower first total.
const FOR_LESS: [Item; 2] =
    [(rule!("BB-GRD-05"), superior_in_other_bound), (rule!("BB-GRD-09"), superior_target)];

/// The adjustments of a party that scores more, one point each.
pub fn for_scoring_more(case: &Case<'_>) -> impl Iterator<Item = RuleId> {
    given(&FOR_MORE, *case)
}

/// The adjustments of a party that scores less, one point each.
pub fn for_scoring_less(case: &Case<'_>) -> impl Iterator<Item = RuleId> {
    given(&FOR_LESS, *case)
}

fn given<'a>(items: &'static [Item], case: Case<'a>) -> impl Iterator<Item = RuleId> + use<'a> {
    items.iter().filter(move |(_, applies)| applies(&case)).map(|(rule, _)| *rule)
}

/// BB-GRD-01.
fn against_inferior(case: &Case<'_>) -> bool {
    case.in_close_combat() && counts_as(&case.enemy.troop, &case.own.troop) == Grade::I
}

/// BB-GRD-02.
fn own_bound_against_fast(case: &Case<'_>) -> bool {
    case.in_close_combat() && case.own_bound && case.enemy.troop.grade == Grade::F
}

/// BB-GRD-03.
fn superior_in_own_bound(case: &Case<'_>) -> bool {
    case.in_close_combat() && case.own_bound && case.own.troop.grade == Grade::S
}

/// BB-GRD-05.
fn superior_in_other_bound(case: &Case<'_>) -> bool {
    case.in_close_combat() && !case.own_bound && case.own.troop.grade == Grade::S
}

/// BB-GRD-06.
fn superior_shooter(case: &Case<'_>) -> bool {
    case.own.shoots && case.own.troop.grade == Grade::S
}

/// BB-GRD-07.
fn target_inferior_or_fast(case: &Case<'_>) -> bool {
    case.own.shoots && matches!(counts_as(&case.enemy.troop, &case.own.troop), Grade::I | Grade::F)
}

/// BB-GRD-09.
fn superior_target(case: &Case<'_>) -> bool {
    case.own.shot_at && case.own.troop.grade == Grade::S
}

/// BB-TRP-30, BB-TRP-31, BB-GRD-11: LH(X) counts as (I), but as (O) against LH(X) and Cm.
fn counts_as(troop: &Troop, against: &Troop) -> Grade {
    troop.grade_against(against)
}
