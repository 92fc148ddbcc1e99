//! Charges and responses (50).

mod approach;
mod contact;
mod counter;
mod engage;
mod evade;
pub mod forbidden;
mod halted;
mod onset;
mod reach;
mod respond;
mod run;
mod slide;
#[cfg(test)]
mod tests;
mod turn;

pub use contact::{Contact, closed_up, contact, drawn_against, forbidden_neighbour};
pub use engage::engage;
pub use forbidden::forbidden;
pub use onset::{Trial, TrialKind, is_without_bonus};
pub use reach::{Outlook, reach, reach_as, reaches};
pub use respond::Response;
pub use run::{Answer, At, Run, carry};

use crate::choice::{Asked, Choice, Ghost, Prompt};
use crate::command::{Charge, Target};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::flow;
use crate::foreign::Has;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_geometry::Pose;
use aelian_rulebook::{Reason, rule};
use respond::Charged;
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeChoice {
    /// HC-RESP-09: what the charged unit does.
    Respond(Response),
    /// HC-EVADE-07, HC-GEN-07: the general rolls again, or not.
    Reroll(bool),
    /// HC-ALG-06: of several who evade, this unit is first.
    Evades(UnitId),
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargePrompt {
    /// HC-RESP-02: this unit is charged.
    Respond { unit: UnitId, charger: UnitId },
    /// HC-EVADE-07: this total of an order to evade may be rolled again.
    Reroll { commander: CommanderId, unit: UnitId, total: u8, leadership: u8 },
    /// HC-ALG-06: these evade, one after the other.
    Evades { units: UnitSet, charger: UnitId },
}

/// What waits in this chapter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// A charge that is on its way.
    Run(Box<Run>),
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::Run(run) => run.fits(has),
        }
    }
}

/// HC-SWEEP-04, HC-SWEEP-16, HC-RESP-10: a victor charges one of these, with so many moves. What it remembers as the place
/// where it was ordered is where it now stands (HC-CHG-36).
pub fn begin_sweep(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    targets: &[Target],
    moves: u8,
) -> Result<(), NeedRoll> {
    let stood = cx.state().unit(unit).rect.pose;
    let order = Charge { targets: targets.to_vec(), first: Vec::new(), ignore_open: false };
    carry(cx, unit, &order, moves, stood, MoveWhy::Swept)
}

/// HC-RESP-09: what a unit could answer if this enemy charged it now with so many moves, and what forbids the rest.
pub fn responses(
    look: Look<'_>,
    charger: UnitId,
    unit: UnitId,
    moves: u8,
) -> Vec<(Response, Vec<Reason<Fact>>)> {
    let order = Charge { targets: vec![Target::Unit(unit)], first: Vec::new(), ignore_open: false };
    let stood = look.rect(charger).pose;
    let run = Run::new(look, charger, &order, moves, stood, MoveWhy::Ordered);
    let outlook = run.aim().outlook_at(look, unit, moves);
    let charged = Charged { look, run: &run, outlook: &outlook, unit };
    Response::ALL.map(|response| (response, charged.refusals(response))).to_vec()
}

/// HC-RESP-03, HC-RESP-09: whom this charge goes for, and what comes of this response, if nobody whom it reaches has a
/// choice between several.
pub fn only_response(
    look: Look<'_>,
    (unit, order, moves, stood, why): (UnitId, &Charge, u8, Pose, MoveWhy),
    response: Response,
) -> Option<(UnitId, Verdict<Rules>)> {
    let run = Run::new(look, unit, order, moves, stood, why);
    let outlook = run.aim().outlook(look, moves);
    let target = outlook.target?;
    let run = Run { target: Some(target), ..run };
    let charged = |unit: UnitId| Charged { look, run: &run, outlook: &outlook, unit };
    let reached = outlook.foes().union(UnitSet::one(target));
    if reached.iter().any(|unit| charged(unit).options().len() > 1) {
        return None;
    }
    let charged = charged(target);
    let breaches = charged.refusals(response);
    let ghost = if breaches.is_empty() { charged.ghost(response) } else { Ghost::default() };
    Some((target, Verdict { breaches, ..Verdict::legal(ghost) }))
}

fn waiting<'a>(look: Look<'a>) -> Option<&'a Run> {
    match look.state.pending.last() {
        Some(Pending::Charge(Waiting::Run(run))) => Some(run),
        _ => None,
    }
}

/// HC-TURN-08, HC-RESP-01: the charged side answers in the turn of the other.
pub fn next(look: Look<'_>) -> Asked {
    let run = waiting(look)?;
    match &run.at {
        At::Answers => {
            let unit = run.asked.first()?;
            let prompt = Prompt::Charge(ChargePrompt::Respond { unit, charger: run.unit });
            Some(Next::Ask { side: look.side(unit), prompt })
        }
        At::Reroll { unit, total } => {
            let commander = look.commander_of(*unit);
            let leadership = evade::rolled(look, *unit, *total).leadership;
            let prompt = ChargePrompt::Reroll { commander, unit: *unit, total: *total, leadership };
            Some(Next::Ask { side: look.side(*unit), prompt: Prompt::Charge(prompt) })
        }
        At::EvadeOrder => {
            let units = run.evaders();
            let prompt = Prompt::Charge(ChargePrompt::Evades { units, charger: run.unit });
            Some(Next::Ask { side: look.side(units.first()?), prompt })
        }
        At::Onset { trials } if trials.is_empty() => None,
        _ => Some(Next::Forced(Choice::Proceed)),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    let Some(run) = waiting(look) else { return flow::not_asked(choice) };
    match (&run.at, choice) {
        (At::Answers, Choice::Charge(ChargeChoice::Respond(response))) => {
            let Some(unit) = run.asked.first() else { return flow::not_asked(choice) };
            let outlook = seen_by(look, run);
            let charged = Charged { look, run, outlook: &outlook, unit };
            let breaches = charged.refusals(*response);
            if breaches.is_empty() {
                return Verdict::legal(charged.ghost(*response));
            }
            Verdict { breaches, ..Verdict::legal(Ghost::default()) }
        }
        (At::Reroll { .. }, Choice::Charge(ChargeChoice::Reroll(_))) => Verdict::legal(Ghost::default()),
        (At::EvadeOrder, Choice::Charge(ChargeChoice::Evades(unit))) => {
            if run.evaders().contains(*unit) {
                return Verdict::legal(Ghost::default());
            }
            Verdict::refused(rule!("HC-ALG-06"), Fact::Unit(*unit))
        }
        (At::Answers | At::Reroll { .. } | At::EvadeOrder, _) => flow::not_asked(choice),
        (_, Choice::Proceed) => Verdict::legal(Ghost::default()),
        _ => flow::not_asked(choice),
    }
}

/// HC-ALG-08: what the charge comes to as those see it who are asked.
fn seen_by(look: Look<'_>, run: &Run) -> Outlook {
    match run.target {
        Some(target) => run.aim().outlook_at(look, target, run.left),
        None => run.aim().outlook(look, run.left),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    let Some(run) = waiting(Look::new(cx.rules, cx.state())).cloned() else { return Ok(()) };
    cx.emit(Event::Settled);
    match (run.at.clone(), choice) {
        (At::Answers, Choice::Charge(ChargeChoice::Respond(response))) => run::answered(cx, run, *response),
        (At::Reroll { unit, total }, Choice::Charge(ChargeChoice::Reroll(again))) => {
            run::reroll(cx, run, (unit, total), *again)
        }
        (At::EvadeOrder, Choice::Charge(ChargeChoice::Evades(unit))) => run::evades_first(cx, run, *unit),
        (At::EvadeTest { unit }, _) => run::evade_test(cx, run, unit),
        (At::Fled { unit }, _) => run::fled(cx, run, unit),
        (At::Parthian { unit, tested }, _) => run::parthian_shot(cx, run, unit, tested),
        (At::Shot { foes }, _) => run::shot(cx, run, foes),
        (At::Onset { trials }, _) => run::onset(cx, run, trials),
        _ => Ok(()),
    }
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    let Some(run) = waiting(look) else { return };
    match &run.at {
        At::Answers => {
            let Some(unit) = run.asked.first() else { return };
            let outlook = seen_by(look, run);
            let options = Charged { look, run, outlook: &outlook, unit }.options();
            out.extend(options.into_iter().map(|option| Choice::Charge(ChargeChoice::Respond(option))));
        }
        At::Reroll { .. } => {
            out.extend([true, false].map(|again| Choice::Charge(ChargeChoice::Reroll(again))));
        }
        At::EvadeOrder => {
            out.extend(run.evaders().iter().map(|unit| Choice::Charge(ChargeChoice::Evades(unit))));
        }
        _ => out.push(Choice::Proceed),
    }
}
