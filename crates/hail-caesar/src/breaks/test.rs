//! The ranged break test (60.1, 60.3, 60.4): two dice, what is taken from them, and the result.

use super::table::{Disorder, Outcome, ranged_result};
use super::{BreaksChoice, BreaksPrompt, Waiting, destroy, retreat};
use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::ids::{UnitId, UnitSet};
use crate::morale;
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Verdict};
use aelian_rulebook::{RuleId, rule};

/// HC-BRK-01 to HC-BRK-06, HC-BRK-10, HC-BRK-17: a ranged break test of a unit that these have attacked. Its result is
/// carried out at once, or waits for its owner's word (HC-BRES-05).
pub fn test_ranged(cx: &mut Cx<'_, Rules>, unit: UnitId, from: UnitSet) -> Result<(), NeedRoll> {
    test_ranged_with(cx, unit, from, 0)
}

/// The same with so much more taken from the dice (HC-SCN-04). HC-RTRIG-05, HC-BRK-18: once in a part of the turn.
pub fn test_ranged_with(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    from: UnitSet,
    more: u8,
) -> Result<(), NeedRoll> {
    let standing = cx.state().unit(unit);
    if !standing.is_on_table() || standing.did(Deed::Tested) {
        return Ok(());
    }
    cx.emit(Event::Did { unit, deed: Deed::Tested });
    let minus = Look::new(cx.rules, cx.state()).excess(unit) + more;
    let mut outcome = score(cx, rule!("HC-BRK-17"), unit, minus)?;
    if outcome == Outcome::Break && takes_heart(cx, unit) {
        outcome = score(cx, rule!("HC-VAL-01"), unit, minus)?;
    }
    morale::drop_excess(cx, unit);
    carry_out(cx, unit, outcome, from)
}

fn score(cx: &mut Cx<'_, Rules>, rule: RuleId, unit: UnitId, minus: u8) -> Result<Outcome, NeedRoll> {
    let dice = rolls::two_dice(cx, rule)?;
    let score = i32::from(dice) - i32::from(minus);
    cx.cite(rule, || Fact::Score { unit, dice, minus, score });
    Ok(ranged_result(Look::new(cx.rules, cx.state()), unit, score))
}

/// HC-VAL-01, HC-BRK-24: a valiant unit rolls its first broken test of the game again; then true.
pub fn takes_heart(cx: &mut Cx<'_, Rules>, unit: UnitId) -> bool {
    let valiant = cx.rules.card(unit).has(Special::Valiant);
    let again = valiant && !cx.state().unit(unit).did(Deed::ValiantSpent);
    if again {
        cx.emit(Event::Did { unit, deed: Deed::ValiantSpent });
    }
    again
}

impl Look<'_> {
    /// HC-BRK-17, HC-CAS-03: casualties above the stamina.
    pub fn excess(&self, unit: UnitId) -> u8 {
        self.state.unit(unit).casualties.saturating_sub(self.card(unit).stats.stamina)
    }
}

/// HC-BRES-01 to HC-BRES-08.
fn carry_out(cx: &mut Cx<'_, Rules>, unit: UnitId, outcome: Outcome, from: UnitSet) -> Result<(), NeedRoll> {
    match outcome {
        Outcome::Hold(disorder) | Outcome::GiveGround(disorder) => {
            cx.cite(rule!("HC-BRES-01"), || Fact::Unit(unit));
            becomes(cx, unit, disorder, rule!("HC-BRES-04"));
            Ok(())
        }
        Outcome::HoldOrRetreat => {
            cx.emit(Event::Waits(Pending::Breaks(Waiting::HoldOrRetreat { unit, from })));
            Ok(())
        }
        Outcome::Retreat(disorder) => {
            cx.cite(rule!("HC-BRES-02"), || Fact::Unit(unit));
            retreat::retreat(cx, unit, from)?;
            becomes(cx, unit, disorder, rule!("HC-BRES-03"));
            Ok(())
        }
        Outcome::Break => {
            destroy(cx, unit, rule!("HC-BRES-08"));
            Ok(())
        }
    }
}

/// The unit is disordered, if the result says so and it is there.
fn becomes(cx: &mut Cx<'_, Rules>, unit: UnitId, disorder: Disorder, rule: RuleId) {
    if disorder != Disorder::None {
        disordered(cx, unit, rule);
    }
}

/// HC-DIS-16: the unit becomes disordered by this rule, unless it is so already or not there.
pub fn disordered(cx: &mut Cx<'_, Rules>, unit: UnitId, rule: RuleId) {
    let standing = cx.state().unit(unit);
    if standing.disordered || !standing.is_on_table() {
        return;
    }
    cx.cite(rule, || Fact::Unit(unit));
    cx.emit(Event::Disordered { unit, is: true });
}

/// HC-BRES-05, AMB-95: its owner chooses.
pub(super) fn next(look: Look<'_>, unit: UnitId) -> Asked {
    if !look.state.unit(unit).is_on_table() {
        return None;
    }
    let prompt = Prompt::Breaks(BreaksPrompt::HoldOrRetreat { unit });
    Some(Next::Ask { side: look.side(unit), prompt })
}

pub(super) fn check(look: Look<'_>, unit: UnitId, from: UnitSet, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Breaks(BreaksChoice::HoldDisordered) => Verdict::legal(Ghost::default()),
        Choice::Breaks(BreaksChoice::Retreat) => Verdict::legal(retreat::ghost(look, unit, from)),
        _ => not_asked(choice),
    }
}

pub(super) fn resolve(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    from: UnitSet,
    choice: &Choice,
) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    cx.cite(rule!("HC-BRES-05"), || Fact::Unit(unit));
    let outcome = match choice {
        Choice::Breaks(BreaksChoice::Retreat) => Outcome::Retreat(Disorder::None),
        _ => Outcome::Hold(Disorder::Unit),
    };
    carry_out(cx, unit, outcome, from)
}
