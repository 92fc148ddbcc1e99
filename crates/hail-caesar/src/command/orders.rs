//! The orders of commanders (30.2, 30.3, 65.3): who speaks, the test, the general's re-roll, and what comes of it.

use super::{Blunder, Carrying, CommandChoice, CommandPrompt, Grant, Order, Outcome, Verb, Waiting};
use super::{enter, follow, retire};
use crate::choice::{Asked, Choice, Prompt};
use crate::commander;
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};
use aelian_rulebook::rule;

/// HC-CMD-01, HC-ORD-18, HC-ORD-19: as long as somebody may give an order, his side is asked.
pub fn next(look: Look<'_>) -> Asked {
    // HC-OFF-09: those who follow behind come on by themselves.
    if enter::follower(look).is_some() {
        return Some(Next::Forced(Choice::Proceed));
    }
    let commanders = look.speakers();
    if commanders.is_empty() {
        // HC-ORD-13: who has nobody left to whom he could give an order has finished.
        return look.speaking().map(|_| Next::Forced(Choice::Proceed));
    }
    let retiring = retire::owing(look, None);
    let prompt = CommandPrompt::Orders { commanders, retiring };
    Some(Next::Ask { side: look.active(), prompt: Prompt::Command(prompt) })
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &CommandChoice) -> Result<(), NeedRoll> {
    match choice {
        CommandChoice::Order(order) => give(cx, order)?,
        CommandChoice::Finish(commander) => finish(cx, *commander),
        CommandChoice::EndOrders => end(cx),
        _ => {}
    }
    Ok(())
}

/// What comes without a question: a unit that follows behind comes on, or a commander has nobody left to order.
pub fn proceed(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    match (enter::follower(look), look.speaking()) {
        (Some(_), _) => enter::follow(cx),
        (None, Some(commander)) => finish(cx, commander),
        (None, None) => {}
    }
}

/// HC-INTENT-01, HC-ORD-03: the order is complete; now it is tested.
fn give(cx: &mut Cx<'_, Rules>, order: &Order) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    // HC-CINC-02: whom the chief speaks for is silent in this turn.
    let silenced = order.units.first().map(|unit| look.commander_of(unit));
    let silenced = silenced.filter(|own| *own != order.commander && !look.state.commander(*own).finished);
    if cx.state().speaking != Some(order.commander) {
        cx.emit(Event::Speaks(Some(order.commander)));
    }
    if let Some(own) = silenced {
        cx.cite(rule!("HC-CINC-02"), || Fact::Commander(own));
        cx.emit(Event::CommanderFinishes(own));
    }
    for unit in order.units.iter() {
        cx.emit(Event::Did { unit, deed: Deed::Ordered });
    }
    let total = rolls::two_dice(cx, rule!("HC-TEST-C1"))?;
    let look = Look::new(cx.rules, cx.state());
    if may_reroll(look, order) && !is_best(look, order, total) {
        tell(cx, order, total);
        cx.emit(Event::Waits(Pending::Command(Waiting::Reroll { order: order.clone(), total })));
        return Ok(());
    }
    follows(cx, order, total);
    Ok(())
}

/// HC-GEN-02, HC-GEN-04, HC-GEN-06, HC-TEST-C7, AMB-24: a test of the general's own, and his re-roll is not spent.
fn may_reroll(look: Look<'_>, order: &Order) -> bool {
    let settings = &look.rules.settings;
    settings.general_reroll
        && look.state.commander(order.commander).general
        && !look.state.rerolled[look.active().index()]
}

/// Nothing better can come of it, so nobody is asked: all moves for all units.
fn is_best(look: Look<'_>, order: &Order, total: u8) -> bool {
    let leadership = look.leadership(order.commander, order.units).value;
    let best = |unit: UnitId| match look.outcome(order, unit, total, leadership) {
        Outcome::Passed(moves) => moves == 3 || order.verb == Verb::Rally,
        _ => false,
    };
    order.units.iter().all(best)
}

/// HC-GEN-03, HC-GEN-07, HC-BLUN-11: both dice again, and the second result stands.
pub fn reroll(cx: &mut Cx<'_, Rules>, order: &Order, total: u8, again: bool) -> Result<(), NeedRoll> {
    let total = if again { rolls::two_dice(cx, rule!("HC-GEN-03"))? } else { total };
    cx.emit(Event::Settled);
    if again {
        cx.emit(Event::RerollSpent(cx.state().active));
    }
    follows(cx, order, total);
    Ok(())
}

/// The dice against the leadership, for the log.
fn tell(cx: &mut Cx<'_, Rules>, order: &Order, total: u8) {
    if !cx.is_traced() {
        return;
    }
    let look = Look::new(cx.rules, cx.state());
    let leadership = look.leadership(order.commander, order.units);
    for reason in look.distance_reasons(order.commander, order.units) {
        cx.cite(reason.rule, || reason.fact);
    }
    let moves = super::moves_granted(total, leadership.value);
    let rule = match (total, moves) {
        (12, _) => rule!("HC-TEST-C6"),
        (_, 0) => rule!("HC-TEST-C2"),
        (_, 1) => rule!("HC-TEST-C3"),
        (_, 2) => rule!("HC-TEST-C4"),
        _ => rule!("HC-TEST-C5"),
    };
    let (commander, leadership) = (order.commander, leadership.value);
    cx.cite(rule, || match order.verb {
        // HC-RAL-01: nobody moves.
        Verb::Rally if moves > 0 => Fact::Obeyed { commander, total, leadership },
        // HC-FOL-03: three moves, whatever the margin.
        Verb::FollowMe if moves > 0 => Fact::Order { commander, total, leadership, moves: 3 },
        _ => Fact::Order { commander, total, leadership, moves },
    });
}

/// HC-DIVO-07, HC-ORD-12, HC-ORD-13, HC-FOL-02, HC-RAL-02, HC-RAL-05, HC-BLUN-09, HC-MIL-03: what a total brings to each unit and to the commander.
fn follows(cx: &mut Cx<'_, Rules>, order: &Order, total: u8) {
    tell(cx, order, total);
    let look = Look::new(cx.rules, cx.state());
    let leadership = look.leadership(order.commander, order.units).value;
    let outcomes: Vec<_> =
        order.units.iter().map(|unit| (unit, look.outcome(order, unit, total, leadership))).collect();
    let passed = outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Passed(_)));
    cite_exceptions(cx, order, total, leadership);
    if passed && matches!(order.verb, Verb::FollowMe | Verb::Rally) {
        follow::joins(cx, order);
    }
    if !passed || matches!(order.verb, Verb::FollowMe | Verb::Rally) {
        finish(cx, order.commander);
    }
    let mut grants = Vec::new();
    let mut blundered = UnitSet::EMPTY;
    for (unit, outcome) in outcomes {
        match outcome {
            Outcome::Passed(moves) if moves > 0 => grants.push(Grant { unit, moves, why: MoveWhy::Ordered }),
            Outcome::FreeMove => grants.push(Grant { unit, moves: 1, why: MoveWhy::FreeMove }),
            Outcome::Blundered => {
                blundered.insert(unit);
            }
            _ => {}
        }
    }
    match (&order.verb, order.units.first()) {
        (Verb::Rally, _) if passed => follow::rallied(cx, order),
        (Verb::FollowMe, Some(unit)) if passed => {
            let stood = cx.state().unit(unit).rect.pose;
            cx.emit(Event::Waits(Pending::Command(Waiting::FollowMe { unit, left: 3, stood })));
        }
        _ if !grants.is_empty() => {
            let carrying = Carrying { order: order.clone(), grants };
            cx.emit(Event::Waits(Pending::Command(Waiting::Carrying(carrying))));
        }
        _ => {}
    }
    if !blundered.is_empty() {
        let look = Look::new(cx.rules, cx.state());
        let eager = eager(look, order, blundered);
        cx.emit(Event::Waits(Pending::Command(Waiting::BlunderRoll(Blunder { units: blundered, eager }))));
    }
}

/// Why some units fare otherwise than the dice say (HC-MIL-01, HC-FREE-01, HC-FRENZ-02,
/// HC-BLUN-08, HC-OFF-14).
fn cite_exceptions(cx: &mut Cx<'_, Rules>, order: &Order, total: u8, leadership: u8) {
    if !cx.is_traced() {
        return;
    }
    for unit in order.units.iter() {
        let look = Look::new(cx.rules, cx.state());
        let outcome = look.outcome(order, unit, total, leadership);
        let free = look.free_move_rule(order, unit);
        let militia = look.card(unit).has(Special::Militia) && total == leadership;
        let rushes = look.rushes(unit, &order.verb);
        let far = matches!(order.verb, Verb::Charge(_)) && look.is_frenzied(unit) && !rushes;
        let spared = look.spared_by(unit).filter(|_| total == 12);
        match outcome {
            Outcome::FreeMove => {
                if let Some(rule) = free {
                    cx.cite(rule, || Fact::Unit(unit));
                }
            }
            Outcome::Passed(_) if rushes => cx.cite(rule!("HC-FRENZ-02"), || Fact::Unit(unit)),
            _ if far => cx.cite(rule!("HC-CHO-05"), || Fact::Unit(unit)),
            _ => {}
        }
        if let Some(rule) = spared {
            cx.cite(rule, || Fact::Unit(unit));
        }
        if militia {
            cx.cite(rule!("HC-MIL-01"), || Fact::Unit(unit));
        }
        match (&order.verb, outcome) {
            (Verb::FollowMe, Outcome::Failed) => cx.cite(rule!("HC-FOL-06"), || Fact::Unit(unit)),
            (Verb::Rally, Outcome::Failed) => cx.cite(rule!("HC-RAL-05"), || Fact::Unit(unit)),
            _ => {}
        }
    }
}

/// HC-BLUN-12, HC-EAGER-02: eager units that were told to charge somebody in reach.
fn eager(look: Look<'_>, order: &Order, units: UnitSet) -> UnitSet {
    let Verb::Charge(charge) = &order.verb else { return UnitSet::EMPTY };
    let rushes = |unit: &UnitId| look.card(*unit).has(Special::Eager) && look.charge_in_reach(*unit, charge);
    units.iter().filter(rushes).collect()
}

/// HC-ORD-13, HC-CMOV-02, HC-RET-05: he has given his orders; units of his that must retire do, and he may move.
pub fn finish(cx: &mut Cx<'_, Rules>, commander: CommanderId) {
    cx.emit(Event::CommanderFinishes(commander));
    if cx.state().speaking.is_some() {
        cx.emit(Event::Speaks(None));
    }
    let look = Look::new(cx.rules, cx.state());
    let moves = look.may_move_commander(commander);
    let division = look.rules.leaders[commander.index()].division;
    let broken = division.filter(|division| look.state.division(*division).broken);
    if moves {
        cx.emit(Event::Waits(Pending::Commander(commander::Waiting::MayMove { commander })));
    }
    if let Some(division) = broken {
        cx.emit(Event::Waits(Pending::Command(Waiting::Retiring(division))));
    }
}

/// HC-ORD-18: nobody gives any more orders.
fn end(cx: &mut Cx<'_, Rules>) {
    let side = cx.state().active;
    let look = Look::new(cx.rules, cx.state());
    let open: Vec<CommanderId> = look
        .state
        .commander_ids()
        .filter(|id| look.side_of_commander(*id) == side && !look.state.commander(*id).finished)
        .collect();
    for commander in open {
        cx.emit(Event::CommanderFinishes(commander));
    }
    if cx.state().speaking.is_some() {
        cx.emit(Event::Speaks(None));
    }
}
