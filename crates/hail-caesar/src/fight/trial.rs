//! Break tests after combat (55.13, 60.3, 60.6): in the owner's order, with the re-rolls of elephants and the valiant.

use super::round::{Round, Test, keep};
use super::{FightChoice, FightPrompt, Waiting, result};
use crate::breaks::{self, Disorder, Outcome, ground};
use crate::choice::{Asked, Choice, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Combat;
use crate::troop::{Class, Special};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Side};
use aelian_rulebook::{RuleId, rule};

pub(super) fn asked(look: Look<'_>, round: &Round) -> Asked {
    if let Some((unit, dice)) = round.rolled {
        let prompt = Prompt::Fight(FightPrompt::Demand { unit, dice });
        return Some(Next::Ask { side: look.side(unit).other(), prompt });
    }
    let due = due(look, round);
    match due {
        Some((side, units)) => {
            let prompt = Prompt::Fight(FightPrompt::Test { units });
            Some(match units.len() {
                1 => Next::Only { side, prompt, choice: Choice::Proceed },
                _ => Next::Ask { side, prompt },
            })
        }
        None => scythed(look, round).map(|_| Next::Forced(Choice::Proceed)),
    }
}

/// HC-BRK-25: whose tests come next: fighting units before supports, the active side before the other.
fn due(look: Look<'_>, round: &Round) -> Option<(Side, UnitSet)> {
    let of = |side: Side, supports: bool| -> UnitSet {
        let there = round.tests.iter().filter(|test| look.state.unit(test.unit).is_on_table());
        there
            .filter(|test| test.support_of.is_some() == supports && look.side(test.unit) == side)
            .map(|test| test.unit)
            .collect()
    };
    let sides = [look.active(), look.active().other()];
    [false, true]
        .into_iter()
        .flat_map(|supports| sides.map(|side| (side, of(side, supports))))
        .find(|(_, units)| !units.is_empty())
}

/// HC-ENDC-01, HC-ENDC-03, HC-ENDC-04: it has a test to take in this round, now or after others.
pub(super) fn is_to_test(look: Look<'_>, unit: UnitId) -> bool {
    match look.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => round.tests.iter().any(|test| test.unit == unit),
        _ => false,
    }
}

/// HC-SCYTH-03: chariots that have fought their one round.
fn scythed(look: Look<'_>, round: &Round) -> Option<UnitId> {
    let spent = |unit: &UnitId| {
        look.card(*unit).has(Special::ScythedChariots) && look.state.unit(*unit).is_on_table()
    };
    round.units.iter().find(spent)
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>, mut round: Round, choice: &Choice) -> Result<(), NeedRoll> {
    if let Some((unit, dice)) = round.rolled.take() {
        let dice = match choice {
            Choice::Fight(FightChoice::Demand(true)) => demanded(cx, unit, dice)?,
            _ => dice,
        };
        return conclude(cx, round, unit, dice);
    }
    let look = Look::new(cx.rules, cx.state());
    let Some(unit) = tester(look, &round, choice) else {
        // HC-SCYTH-07: they count as destroyed.
        let spent = scythed(look, &round);
        keep(cx, round);
        spent.into_iter().for_each(|unit| breaks::destroy(cx, unit, rule!("HC-SCYTH-03")));
        return Ok(());
    };
    let dice = rolls::two_faces(cx, rule!("HC-BRK-19"))?;
    let look = Look::new(cx.rules, cx.state());
    if round.tests.iter().any(|test| test.unit == unit && may_be_demanded(look, test)) {
        cx.cite(rule!("HC-ELE-01"), || Fact::Unit(unit));
        round.rolled = Some((unit, dice));
        keep(cx, round);
        return Ok(());
    }
    conclude(cx, round, unit, dice)
}

/// HC-BRK-25: the unit that tests next.
pub(super) fn tester(look: Look<'_>, round: &Round, choice: &Choice) -> Option<UnitId> {
    match choice {
        Choice::Fight(FightChoice::Test { unit }) => Some(*unit),
        _ => due(look, round).and_then(|(_, units)| units.first()),
    }
}

/// HC-ELE-01, HC-BRK-23: it fights an elephant that fights.
fn fights_elephant(look: Look<'_>, unit: UnitId) -> bool {
    look.state.foes(unit).any(|foe| look.class(foe) == Class::Elephant)
}

/// HC-ELE-01, HC-BRK-23: the owner of an elephant may have a die of this test rolled again.
pub(super) fn may_be_demanded(look: Look<'_>, test: &Test) -> bool {
    test.support_of.is_none() && fights_elephant(look, test.unit)
}

/// HC-ELE-01, EX-90, EX-165: the die that stays when the higher of the two is rolled again.
pub(super) fn stays(dice: [u8; 2]) -> u8 {
    dice[0].min(dice[1])
}

/// HC-ELE-01: the higher of the two dice again.
fn demanded(cx: &mut Cx<'_, Rules>, unit: UnitId, dice: [u8; 2]) -> Result<[u8; 2], NeedRoll> {
    let face = rolls::die(cx, rule!("HC-ELE-01"))?;
    cx.cite(rule!("HC-ELE-01"), || Fact::Roll { unit, face, needed: dice[0].max(dice[1]) });
    Ok([stays(dice), face])
}

/// HC-BRK-19, HC-BRK-20, HC-BRK-21, HC-BRK-22, HC-BRK-23, HC-BRK-24: the score, what it means, and a second try of
/// the valiant.
fn conclude(cx: &mut Cx<'_, Rules>, mut round: Round, unit: UnitId, dice: [u8; 2]) -> Result<(), NeedRoll> {
    let Some(at) = round.tests.iter().position(|test| test.unit == unit) else { return Ok(()) };
    let test = round.tests.remove(at);
    let look = Look::new(cx.rules, cx.state());
    let cause = cause(look, &round, &test);
    cx.cite(cause, || match test.support_of {
        Some(other) => Fact::Pair { unit, other },
        None => Fact::Unit(unit),
    });
    if cause == rule!("HC-BRK-08") && test.minus > 0 {
        cx.cite(rule!("HC-PHAL-03"), || Fact::Unit(unit));
    }
    let mut outcome = score(cx, &round, &test, dice[0] + dice[1]);
    if outcome == Outcome::Break && breaks::takes_heart(cx, unit) {
        let dice = rolls::two_dice(cx, rule!("HC-VAL-01"))?;
        outcome = score(cx, &round, &test, dice);
    }
    if test.support_of.is_some() {
        let is = Combat { tested: true, ..cx.state().unit(unit).combat };
        cx.emit(Event::Combat { unit, is });
    }
    if outcome == Outcome::Break {
        result::queue_supports(Look::new(cx.rules, cx.state()), &mut round, unit);
    }
    keep(cx, round);
    carry_out(cx, &test, outcome)
}

/// HC-BRK-07, HC-BRK-08, HC-BRK-11, HC-BRK-21: why it tests.
fn cause(look: Look<'_>, round: &Round, test: &Test) -> RuleId {
    let unit = test.unit;
    match test.support_of {
        Some(_) => rule!("HC-BRK-21"),
        None if result::is_defeated(look, round, unit) => rule!("HC-BRK-07"),
        None if look.is_shaken(unit) => rule!("HC-BRK-08"),
        None => rule!("HC-BRK-11"),
    }
}

fn score(cx: &mut Cx<'_, Rules>, round: &Round, test: &Test, dice: u8) -> Outcome {
    let Test { unit, minus, .. } = *test;
    let score = score_of(test, dice);
    cx.cite(rule!("HC-BRK-19"), || Fact::Score { unit, dice, minus, score });
    let look = Look::new(cx.rules, cx.state());
    let (outcome, pressed) = outcome(look, round, test, dice, look.is_shaken(unit));
    if let Some(reason) = breaks::combat_reason(look, unit, score) {
        cx.cite(reason, || Fact::Unit(unit));
    }
    if pressed {
        cx.cite(rule!("HC-UPH-03"), || Fact::Unit(unit));
    }
    outcome
}

fn score_of(test: &Test, dice: u8) -> i32 {
    i32::from(dice) - i32::from(test.minus)
}

/// HC-BRK-19, HC-UPH-03, HC-BRES-20, AMB-33: what so much with two dice means for a unit that were so shaken, and whether
/// that is so because whoever fights an enemy with the advantage of the slope cannot hold.
pub(super) fn outcome(look: Look<'_>, round: &Round, test: &Test, dice: u8, shaken: bool) -> (Outcome, bool) {
    let outcome = breaks::combat_outcome(look, test.unit, score_of(test, dice), shaken);
    let pressed = outcome == Outcome::Hold(Disorder::None)
        && test.support_of.is_none()
        && round.uphill.contains(test.unit)
        && !look.never_falls_back(test.unit);
    (if pressed { Outcome::GiveGround(Disorder::None) } else { outcome }, pressed)
}

/// HC-BRES-20, HC-BRES-21, HC-BRES-22, HC-BRES-23, HC-BRES-24, HC-BRES-25, HC-BRES-26, HC-BRES-27, HC-BRES-28.
fn carry_out(cx: &mut Cx<'_, Rules>, test: &Test, outcome: Outcome) -> Result<(), NeedRoll> {
    let unit = test.unit;
    match outcome {
        Outcome::Hold(Disorder::None) => cx.cite(rule!("HC-BRES-20"), || Fact::Unit(unit)),
        Outcome::Hold(disorder) => breaks::becomes(cx, unit, disorder),
        Outcome::Break => breaks::destroy(cx, unit, rule!("HC-BRES-25")),
        Outcome::GiveGround(disorder) => ground::begin(cx, unit, test.support_of, disorder),
        Outcome::HoldOrRetreat | Outcome::Retreat(_) => {}
    }
    Ok(())
}
