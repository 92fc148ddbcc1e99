//! Command (30): orders, the test, division orders, blunders, initiative, free moves, units off the table.

mod blunder;
mod carry;
mod check;
mod cut;
mod ending;
mod enter;
mod escape;
mod follow;
mod free;
mod group;
mod initiative;
mod leadership;
mod may;
mod order;
mod orders;
mod propose;
mod retire;
mod support;
#[cfg(test)]
mod tests;
mod verbs;

pub use blunder::{begin as begin_blunder, result_for as blunder_result};
pub use leadership::{Leadership, Outcome, entry_point, moves_granted, totals};
pub use order::{Charge, Leg, Order, Reform, SupportAt, Target, Task, Verb};

use crate::charge::ChargeChoice;
use crate::choice::{Asked, Choice, Prompt};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::flow;
use crate::foreign::Has;
use crate::ids::{CommanderId, CommanderSet, DivisionId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Side, Verdict, Want};
use aelian_geometry::{Facing, Pose};
use aelian_rulebook::rule;
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommandChoice {
    /// HC-INIT-01, HC-INIT-04: this unit uses its initiative, and does this.
    Initiative { unit: UnitId, verb: Verb },
    /// HC-INIT-03, HC-INIT-05: nobody else uses initiative.
    EndInitiative,
    /// HC-ORD-18.
    Order(Order),
    /// HC-ORD-14, HC-ORD-18: he gives no more orders in this turn.
    Finish(CommanderId),
    /// Nobody gives any more orders.
    EndOrders,
    /// HC-GEN-07: the general's test is rolled again, or stands.
    Reroll(bool),
    /// HC-CMD-05, HC-DIVO-11: this unit moves next.
    Moves(UnitId),
    /// HC-FOL-04: what the unit does with its next move; a charge or a support with all that are left.
    Step(Verb),
    /// The unit makes no more moves.
    Stop,
    /// HC-RET-04, HC-RET-05: the retire move of a unit.
    Retire(Task),
    /// HC-INTENT-14: the last move of a unit that does not reach its goal ends with this facing.
    Ends(Facing),
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CommandPrompt {
    Initiative {
        units: UnitSet,
    },
    Orders {
        commanders: CommanderSet,
        /// HC-RET-05: units that may make their retire moves now, if they find a way.
        retiring: UnitSet,
    },
    Reroll {
        commander: CommanderId,
        total: u8,
        leadership: u8,
    },
    NextUnit {
        units: UnitSet,
    },
    Step {
        unit: UnitId,
        left: u8,
    },
    Retire {
        units: UnitSet,
    },
    /// HC-INTENT-14: this unit stops before its goal, facing so; it may turn within its last move.
    Ends {
        unit: UnitId,
        facing: Facing,
    },
}

/// What waits in this chapter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// HC-GEN-07: the dice of this order lie on the table.
    Reroll { order: Order, total: u8 },
    /// HC-CMD-05: these have moves to make.
    Carrying(Carrying),
    /// HC-BLUN-02: the blunder of these units is to be rolled.
    BlunderRoll(Blunder),
    /// HC-DIVO-09: these obey a blunder.
    Blundering { face: u8, blunder: Blunder },
    /// HC-FOL-03.
    FollowMe { unit: UnitId, left: u8, stood: Pose },
    /// HC-RET-05: the retire moves of this division are due.
    Retiring(DivisionId),
    /// HC-INTENT-14: how this unit ends its moves is to be said.
    Ending(Ending),
}

/// HC-INTENT-14: a unit of an order that is about to make its moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending {
    pub order: Order,
    pub grant: Grant,
    /// Those of the group who have their moves still before them.
    pub others: Vec<Grant>,
    /// How it faces at the end if it does as it was told.
    pub facing: Facing,
}

/// An order that is being carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Carrying {
    pub order: Order,
    pub grants: Vec<Grant>,
}

/// The moves of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grant {
    pub unit: UnitId,
    pub moves: u8,
    pub why: MoveWhy,
}

/// HC-BLUN-02: units that blundered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blunder {
    pub units: UnitSet,
    /// HC-EAGER-02: of them, those whom nothing holds back.
    pub eager: UnitSet,
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::Reroll { order, .. } => order.fits(has),
            Waiting::Carrying(carrying) => {
                carrying.order.fits(has) && carrying.grants.iter().all(|grant| has.unit(grant.unit))
            }
            Waiting::BlunderRoll(blunder) => has.units(blunder.units),
            Waiting::Blundering { blunder, .. } => has.units(blunder.units),
            Waiting::FollowMe { unit, .. } => has.unit(*unit),
            Waiting::Retiring(division) => division.index() < has.state.divisions.len(),
            Waiting::Ending(Ending { order, grant, others, .. }) => {
                order.fits(has) && has.unit(grant.unit) && others.iter().all(|other| has.unit(other.unit))
            }
        }
    }
}

/// What this chapter has waiting on top.
fn waiting<'a>(look: Look<'a>) -> Option<&'a Waiting> {
    match look.state.pending.last() {
        Some(Pending::Command(waiting)) => Some(waiting),
        _ => None,
    }
}

pub fn next(look: Look<'_>) -> Asked {
    let side = look.active();
    let ask = |prompt| Some(Next::Ask { side, prompt: Prompt::Command(prompt) });
    match waiting(look) {
        Some(Waiting::Reroll { order, total }) => {
            let leadership = look.leadership(order.commander, order.units).value;
            ask(CommandPrompt::Reroll { commander: order.commander, total: *total, leadership })
        }
        Some(Waiting::Carrying(carrying)) => one_after_another(side, carry::left(look, carrying)),
        Some(Waiting::BlunderRoll(_)) => Some(Next::Forced(Choice::Proceed)),
        Some(Waiting::Blundering { blunder, .. }) => {
            let there = |unit: &UnitId| look.state.unit(*unit).is_on_table();
            one_after_another(side, blunder.units.iter().filter(there).collect())
        }
        Some(Waiting::FollowMe { unit, left, .. }) => follow::goes_on(look, *unit, *left)
            .then(|| ask(CommandPrompt::Step { unit: *unit, left: *left }))?,
        Some(Waiting::Retiring(division)) => retire::next(look, Some(*division)),
        Some(Waiting::Ending(ending)) => ask(ending::prompt(ending)),
        None => match look.state.stage {
            Stage::Initiative => initiative::next(look),
            Stage::Orders => orders::next(look),
            Stage::Retire => retire::next(look, None),
            _ => None,
        },
    }
}

/// HC-CMD-05: the player says who is next.
fn one_after_another(side: Side, units: UnitSet) -> Asked {
    let prompt = Prompt::Command(CommandPrompt::NextUnit { units });
    match units.len() {
        0 => None,
        1 => Some(Next::Only { side, prompt, choice: Choice::Proceed }),
        _ => Some(Next::Ask { side, prompt }),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match (choice, next(look)) {
        (Choice::Proceed, Some(Next::Forced(_) | Next::Only { .. })) => Verdict::legal(Default::default()),
        (
            Choice::Command(choice @ CommandChoice::Moves(_)),
            Some(Next::Only { prompt: Prompt::Command(prompt), .. }),
        ) => check::check(look, choice, &prompt),
        (Choice::Charge(ChargeChoice::Respond(response)), Some(Next::Only { .. })) => {
            let told = carry::answered_first(look, *response);
            told.map_or_else(|| flow::not_asked(choice), |(_, verdict)| verdict)
        }
        (Choice::Command(choice), Some(Next::Ask { prompt: Prompt::Command(prompt), .. })) => {
            check::check(look, choice, &prompt)
        }
        _ => out_of_turn(look, choice),
    }
}

/// Whether a choice of this chapter is allowed now: `check` without the picture of what would come of it, for those who
/// ask about many.
pub fn allows(look: Look<'_>, choice: &CommandChoice) -> bool {
    match flow::asked(look) {
        Some(Next::Ask { prompt: Prompt::Command(prompt), .. }) => check::allows(look, choice, &prompt),
        _ => false,
    }
}

/// The refusal of what this chapter does not ask for now.
pub fn out_of_turn(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Command(choice) => check::out_of_turn(look, choice),
        Choice::Commander(_) => crate::commander::out_of_turn(look, choice),
        _ => flow::not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let waits = waiting(Look::new(cx.rules, cx.state())).cloned();
    match (waits, choice) {
        (Some(Waiting::Reroll { order, total }), Choice::Command(CommandChoice::Reroll(again))) => {
            orders::reroll(cx, &order, total, *again)
        }
        (Some(Waiting::Carrying(carrying)), Choice::Charge(ChargeChoice::Respond(response))) => {
            let told = carry::answered_first(Look::new(cx.rules, cx.state()), *response);
            if let Some((unit, _)) = told {
                cx.cite(rule!("HC-RESP-03"), || Fact::Unit(unit));
            }
            carry::resolve(cx, carrying, None)
        }
        (Some(Waiting::Carrying(carrying)), choice) => carry::resolve(cx, carrying, named(choice)),
        (Some(Waiting::BlunderRoll(blunder)), _) => blunder::roll(cx, blunder),
        (Some(Waiting::Blundering { face, blunder }), choice) => {
            blunder::resolve(cx, face, blunder, named(choice))
        }
        (Some(Waiting::FollowMe { unit, left, stood }), Choice::Command(choice)) => {
            follow::resolve(cx, unit, left, stood, choice)
        }
        (Some(Waiting::Ending(ending)), choice) => {
            cx.emit(Event::Settled);
            let facing = match choice {
                Choice::Command(CommandChoice::Ends(facing)) => Some(*facing),
                _ => None,
            };
            ending::carry(cx, &ending, facing)
        }
        (_, Choice::Command(CommandChoice::Retire(task))) => retire::resolve(cx, task),
        (_, Choice::Proceed) => {
            match cx.state().stage {
                Stage::Initiative => initiative::begin(cx),
                _ => orders::proceed(cx),
            }
            Ok(())
        }
        (_, Choice::Command(CommandChoice::Initiative { unit, verb })) => {
            initiative::resolve(cx, *unit, verb)
        }
        (_, Choice::Command(CommandChoice::EndInitiative)) => {
            initiative::end(cx);
            Ok(())
        }
        (_, Choice::Command(choice)) => orders::resolve(cx, choice),
        _ => Ok(()),
    }
}

/// The unit that a choice names as the next one.
fn named(choice: &Choice) -> Option<UnitId> {
    match choice {
        Choice::Command(CommandChoice::Moves(unit)) => Some(*unit),
        _ => None,
    }
}

pub fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    if let Some(Next::Ask { prompt: Prompt::Command(prompt), .. }) = flow::asked(look) {
        propose::propose(look, &prompt, want, out);
    }
}
