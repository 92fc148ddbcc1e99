//! Evade moves (50.9): who evades next, in which direction, with which turn; the run itself is in `rout`.

mod order;

pub use order::{EvadeOrder, EvadeTo, EvadeTurn, Threat, check_order, evade, evade_to_rear, orders};

use crate::choice::{Asked, Choice, Prompt};
use crate::flow::not_asked;
use crate::ids::{GroupId, GroupSet};
use crate::impact::{ImpactChoice, ImpactPrompt};
use crate::rules::{Look, Rules};
use crate::state::Deed;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict};
use aelian_rulebook::rule;

/// AMB-16: groups that have said they evade and are still charged.
fn due(look: Look<'_>) -> GroupSet {
    let evades = |id: &GroupId| {
        look.state.did(*id, Deed::Evades)
            && !look.state.dealt.contains(*id)
            && !look.state.group(*id).is_broken()
            && Threat::of_charges(look, *id).is_some()
    };
    look.state.on_table().filter(evades).collect()
}

/// FA-DEC-25, FA-DEC-42, FA-SEQ-09: the owner says which of them goes next, and how; before the die (FA-EV-09).
pub fn next(look: Look<'_>) -> Asked {
    ask(look, due(look))
}

/// Which of these groups goes next.
pub fn ask(look: Look<'_>, groups: GroupSet) -> Asked {
    let side = look.state.group(groups.first()?).side;
    Some(Next::Ask { side, prompt: Prompt::Impact(ImpactPrompt::Evade { groups }) })
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    check_among(look, due(look), choice)
}

/// The order is for one of these groups, and one that it may be given.
pub fn check_among(look: Look<'_>, groups: GroupSet, choice: &Choice) -> Verdict<Rules> {
    let Choice::Impact(ImpactChoice::Evade(order)) = choice else { return not_asked(choice) };
    if !groups.contains(order.group) {
        return Verdict::refused(rule!("FA-EV-05"), crate::fact::Fact::Group(order.group));
    }
    match Threat::of_charges(look, order.group) {
        Some(threat) => check_order(look, order, &threat),
        None => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Choice::Impact(ImpactChoice::Evade(order)) = choice else { return Ok(()) };
    match Threat::of_charges(Look::new(cx.rules, cx.state()), order.group) {
        Some(threat) => evade(cx, order, &threat),
        None => Ok(()),
    }
}

pub fn propose(look: Look<'_>, out: &mut Proposals<Rules>) {
    offer(look, due(look), out);
}

/// All orders for these groups.
pub fn offer(look: Look<'_>, groups: GroupSet, out: &mut Proposals<Rules>) {
    for group in groups.iter() {
        if let Some(threat) = Threat::of_charges(look, group) {
            out.extend(
                orders(look, group, &threat)
                    .into_iter()
                    .map(|order| Choice::Impact(ImpactChoice::Evade(order))),
            );
        }
    }
}
