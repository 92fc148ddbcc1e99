//! Tests to charge (50.6, impact 3): one for each declared charge that needs it.

use super::choice::{Charge, ChargeStatus};
use crate::choice::{Asked, Choice, Ghost};
use crate::command::complex_move_test;
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::GroupSet;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::{RuleId, rule};

/// FA-CHG-08, FA-COH-06: the next charge that must be tested for, and the rule that asks for it.
fn due(look: Look<'_>) -> Option<(Charge, RuleId)> {
    look.state.charges.iter().find_map(|charge| {
        let waits = charge.is_due() && !look.state.dealt.contains(charge.group);
        let why = || look.test_to_charge(charge.group, charge.targets, charge.flanks);
        waits.then(why).flatten().map(|why| (charge.clone(), why))
    })
}

pub fn next(look: Look<'_>) -> Asked {
    due(look).map(|_| Next::Forced(Choice::Proceed))
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed if due(look).is_some() => Verdict::legal(Ghost::default()),
        _ => not_asked(choice),
    }
}

/// AMB-61: a failed test cancels the charge; the group may move normally later.
pub fn resolve(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let Some((charge, why)) = due(look) else { return Ok(()) };
    let group = charge.group;
    let tester = look.tester(GroupSet::one(group), true);
    for also in look.further_reasons(group, charge.targets, charge.flanks) {
        cx.cite(also, || Fact::Group(group));
        cx.cite(rule!("FA-CHG-35"), || Fact::Group(group));
    }
    if complex_move_test(cx, why, &tester)? {
        let tested = charge.targets;
        cx.emit(Event::ChargeIs(Charge { tested, ..charge }));
    } else {
        cx.emit(Event::ChargeIs(Charge { status: ChargeStatus::Cancelled, ..charge }));
        cx.emit(Event::Did { group, deed: Deed::Held });
    }
    cx.emit(Event::Dealt(group));
    Ok(())
}
