//! PIGs, orders and halts (40): steps 3 and 4 of a bound.

pub mod cost;
pub mod halt;
pub mod orders;
mod proposals;

use crate::choice::{Choice, Command, Ghost, Order, Prompt};
use crate::event::{Event, Step};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::movement::carry;
use crate::rules::{Look, Rules};
use crate::settings::PigDie;
use crate::state::{Pending, Place, Stage};
use crate::troop::Status;
use aelian_dice::{NeedRoll, Sampler, Throw};
use aelian_game::{Cx, Drawn, Next, Proposals, Verdict, Want};
use aelian_rulebook::rule;
use orders::Weighed;

/// BB-TURN-04, BB-TURN-05, BB-HALT-02: the PIG die is thrown after the time of day is settled, then the active player gives orders until he ends the phase.
pub fn next(look: Look<'_>) -> Next<Prompt, Choice> {
    if look.state.stage == Stage::Pigs {
        return Next::Forced(Choice::Proceed);
    }
    let side = look.active();
    Next::Ask { side, prompt: Prompt::Orders { pigs: look.state.army(side).pigs } }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (look.state.stage, choice) {
        (Stage::Pigs, Choice::Proceed) | (Stage::Moves, Choice::EndMoves) => Verdict::legal(Ghost::default()),
        (Stage::Moves, Choice::Order(order)) => orders::check(look, order),
        (Stage::Moves, Choice::Together(together)) => orders::check_together(look, together),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice, plan: Option<Box<Weighed>>) -> Result<(), NeedRoll> {
    match choice {
        Choice::Order(order) => {
            // Who keeps the reasons wants to know what each item of the cost is for.
            let plan = plan.filter(|weighed| weighed.bill.is_itemised() || !cx.is_traced());
            let weigh = || orders::weigh(Look::new(cx.rules, cx.state()), order);
            let weighed = plan.map_or_else(weigh, |weighed| *weighed);
            give(cx, order, weighed);
        }
        Choice::Together(together) => {
            let (weighed, _) = orders::weigh_together(Look::new(cx.rules, cx.state()), together);
            for (order, weighed) in together.iter().zip(weighed) {
                cx.cite(rule!("BB-ZOC-12"), || Fact::Bases(order.to));
                give(cx, order, weighed);
            }
        }
        Choice::EndMoves => cx.emit(Event::Enters(Step::Impetuous)),
        _ => throw_pigs(cx)?,
    }
    Ok(())
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    if look.state.stage == Stage::Pigs {
        return out.push(Choice::Proceed);
    }
    proposals::orders(look, want, out);
}

/// One order drawn at random, or the end of the phase.
pub fn draw(look: Look<'_>, sampler: &mut Sampler) -> Option<Drawn<Rules>> {
    if look.state.stage == Stage::Pigs {
        return Some(Drawn::plain(Choice::Proceed));
    }
    let mut drawn = Vec::with_capacity(1);
    proposals::draw(look, 1, sampler, &mut drawn);
    Drawn::one_of(drawn, sampler)
}

/// BB-PIG-01, AMB-02, AMB-29: one die; its score are the PIGs of this bound. The die stays the same when the
/// C-in-C is lost.
fn throw_pigs(cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
    let side = cx.state().active;
    let general = cx.state().bases.iter().find(|base| base.side == side && base.commander);
    let regular = general.is_some_and(|base| base.troop.status == Status::Reg);
    let throw = match cx.rules.settings.pig_die {
        PigDie::ByStatus if regular => Throw::Average,
        PigDie::ByStatus | PigDie::D6 => Throw::D6,
    };
    let pigs = cx.roll(rule!("BB-PIG-01"), throw)?.face().ok_or(NeedRoll { throw })?;
    cx.emit(Event::PigsThrown { side, pigs });
    cx.cite(rule!("BB-PIG-01"), || Fact::Count { found: u32::from(pigs), least: 1, most: 6 });
    cx.emit(Event::Enters(Step::Moves));
    Ok(())
}

/// BB-PIG-02: pays for an order and carries it out.
fn give(cx: &mut Cx<'_, Rules>, order: &Order, weighed: Weighed) {
    let Weighed { plan, bill } = weighed;
    let side = cx.state().active;
    cx.emit(Event::PigsSpent { side, cost: bill.total(), rebate: bill.rebate });
    for (rule, pigs) in &bill.lines {
        cx.cite(*rule, || Fact::CostItem { pigs: *pigs });
    }
    let revealed = reveal(cx, order);
    match &order.what {
        Command::Halt => {
            for base in order.to.iter() {
                cx.emit(Event::Halted(base));
            }
        }
        Command::Move { .. } => carry::carry_out(cx, order, plan),
    }
    if revealed {
        cx.emit(Event::Waits(Pending::RevealRest { side }));
    }
}

/// BB-BUSH-09: who is ordered out of an ambush is put on the table; whether any was.
fn reveal(cx: &mut Cx<'_, Rules>, order: &Order) -> bool {
    let mut any = false;
    for base in order.to.iter() {
        if cx.state().base(base).place == Place::Ambush {
            cx.emit(Event::Revealed(base));
            cx.cite(rule!("BB-BUSH-09"), || Fact::Base(base));
            any = true;
        }
    }
    any
}

#[cfg(test)]
mod tests;
