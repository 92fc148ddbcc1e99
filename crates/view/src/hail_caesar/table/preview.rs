//! What may come of a choice that is not yet made: the fight after a charge, the answers to it, the result of a test.
//!
//! The rules themselves play on from a copy of what the viewer sees; nothing is reckoned twice.

use super::board::capitalised;
use super::seen::Seen;
use crate::hail_caesar::{odds, words};
use crate::table::{OddsView, OutcomeView, TallyLine, TallyView};
use aelian_dice::{Dice, Sampler, Tape};
use aelian_game::{Next, Ruleset, Side, Want, play_on, step};
use aelian_hail_caesar::breaks::{Disorder, Outcome};
use aelian_hail_caesar::charge::{ChargeChoice, ChargePrompt, Response};
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt, Order, Verb};
use aelian_hail_caesar::fight::FightChoice;
use aelian_hail_caesar::ranged::{RangedChoice, RangedPrompt};
use aelian_hail_caesar::{Choice, Prompt, State, UnitId, UnitSet};
use aelian_rulebook::{RuleId, rule};

/// So many steps are looked ahead.
const STEPS: usize = 60;

/// A charge as it goes if the order is obeyed with all its moves.
#[derive(Default)]
struct Charge {
    /// Who may answer it, and how.
    answers: Vec<(UnitId, Vec<Response>)>,
    /// The state in which the two are hand to hand; none if it does not come to that.
    met: Option<State>,
}

/// The units that a choice sends to charge, and whether dice come first.
fn chargers(choice: &Choice) -> Option<(UnitSet, bool)> {
    match choice {
        Choice::Command(CommandChoice::Order(Order { units, verb: Verb::Charge(_), .. })) => {
            Some((*units, true))
        }
        Choice::Command(CommandChoice::Initiative { unit, verb: Verb::Charge(_) }) => {
            Some((UnitSet::one(*unit), false))
        }
        _ => None,
    }
}

/// HC-RESP-01: who may answer a charge and how, and the fight that it comes to where nobody does.
pub fn of_charge(seen: Seen<'_>, side: Side, choice: &Choice) -> Vec<TallyView> {
    let Some((units, tested)) = chargers(choice) else { return Vec::new() };
    // A double one: three moves whatever the leadership.
    let faces = if tested { vec![1, 1] } else { Vec::new() };
    let Ok(mut tape) = Tape::new(faces) else { return Vec::new() };
    let mut state = seen.state.clone();
    if play_on(seen.rules, &mut state, choice, &mut tape).is_err() {
        return Vec::new();
    }
    let charge = follow(seen, state, units);
    let mut tallies: Vec<TallyView> =
        charge.answers.iter().map(|(unit, open)| answers_of(seen, *unit, open)).collect();
    if let Some(met) = &charge.met {
        let then = Seen { state: met, ..seen };
        let charging = units.iter().find(|unit| met.is_fighting(*unit));
        if let Some(unit) = charging {
            let asked = |foe: &UnitId| charge.answers.iter().any(|(known, _)| known == foe);
            let dumb = met.foes(unit).filter(|foe| !asked(foe));
            tallies.extend(dumb.map(|foe| answers_of(seen, foe, &[Response::Stand])));
            let fight = odds::of_fight(then.look(), seen.names, side, then.look().engagement_of(unit));
            tallies.push(summed(&fight));
            tallies.extend(fight.tallies);
        }
    }
    tallies
}

/// Plays on with everybody standing until one of these is hand to hand.
fn follow(seen: Seen<'_>, mut state: State, units: UnitSet) -> Charge {
    let mut found = Charge::default();
    let mut dice = Sampler::new(1u64);
    for _ in 0..STEPS {
        if units.iter().any(|unit| state.is_fighting(unit)) {
            found.met = Some(state);
            break;
        }
        let choice = match seen.rules.next(&state) {
            Next::Forced(choice) | Next::Only { choice, .. } => choice,
            Next::Ask { prompt, .. } => match quiet(&prompt, units) {
                Some(choice) => {
                    if let Prompt::Charge(ChargePrompt::Respond { unit, .. }) = prompt {
                        found.answers.push((unit, open_to(seen, &state)));
                    }
                    choice
                }
                None => break,
            },
            Next::Over(_) => break,
        };
        if play_on(seen.rules, &mut state, &choice, &mut dice as &mut dyn Dice).is_err() {
            break;
        }
    }
    found
}

/// What somebody answers who does nothing about a charge; none if the charge is over.
fn quiet(prompt: &Prompt, units: UnitSet) -> Option<Choice> {
    Some(match prompt {
        Prompt::Charge(ChargePrompt::Respond { .. }) => {
            Choice::Charge(ChargeChoice::Respond(Response::Stand))
        }
        Prompt::Charge(ChargePrompt::Reroll { .. }) => Choice::Charge(ChargeChoice::Reroll(false)),
        Prompt::Command(CommandPrompt::Reroll { .. }) => Choice::Command(CommandChoice::Reroll(false)),
        Prompt::Command(CommandPrompt::NextUnit { units: left }) => {
            let first = left.iter().find(|unit| units.contains(*unit))?;
            Choice::Command(CommandChoice::Moves(first))
        }
        Prompt::Ranged(RangedPrompt::Traverse { .. }) => Choice::Ranged(RangedChoice::Done),
        _ => return None,
    })
}

/// The answers that are open to a charged unit.
fn open_to(seen: Seen<'_>, state: &State) -> Vec<Response> {
    let mut proposed = Vec::new();
    seen.rules.propose(state, Want::All, &mut proposed);
    let response = |choice: &Choice| match choice {
        Choice::Charge(ChargeChoice::Respond(response)) => Some(*response),
        _ => None,
    };
    proposed.iter().filter_map(response).collect()
}

fn answers_of(seen: Seen<'_>, unit: UnitId, open: &[Response]) -> TallyView {
    let line = |response: &Response| TallyLine {
        rule: rule_of(*response),
        text: words::response(*response).to_owned(),
        value: String::new(),
    };
    TallyView {
        heading: format!("{} may answer", seen.named(unit)),
        lines: open.iter().map(line).collect(),
        total: String::new(),
    }
}

/// The rule of an answer to a charge.
pub fn rule_of(response: Response) -> RuleId {
    match response {
        Response::Stand => rule!("HC-RESP-09"),
        Response::ClosingShots => rule!("HC-RESP-04"),
        Response::Evade => rule!("HC-RESP-05"),
        Response::Countercharge => rule!("HC-RESP-06"),
        Response::TurnToFace => rule!("HC-RESP-07"),
        Response::ParthianShot => rule!("HC-PARTH-01"),
    }
}

/// Who wins, as lines of a sum.
fn summed(fight: &OddsView) -> TallyView {
    let line = |outcome: &OutcomeView| TallyLine {
        rule: rule!("HC-CRES-04"),
        text: outcome.label.clone(),
        value: format!("{:.0} %", outcome.chance * 100.0),
    };
    TallyView {
        heading: "If it comes to blows".to_owned(),
        lines: fight.outcomes.iter().map(line).collect(),
        total: String::new(),
    }
}

/// The odds of the fight that follows from an answer which throws no dice.
pub fn of_fight_after(seen: Seen<'_>, side: Side, choice: &Choice) -> Option<OddsView> {
    let unit = match choice {
        Choice::Fight(FightChoice::Engagement { unit } | FightChoice::Join { unit, .. }) => *unit,
        Choice::Fight(FightChoice::Declare(declared)) => declared.unit,
        Choice::Fight(FightChoice::NobodyJoins) => fighting_now(seen)?,
        _ => return None,
    };
    let mut state = seen.state.clone();
    let mut none = Tape::new(Vec::new()).ok()?;
    play_on(seen.rules, &mut state, choice, &mut none).ok()?;
    let then = Seen { state: &state, ..seen };
    let units = then.look().engagement_of(unit);
    (!units.is_empty()).then(|| odds::of_fight(then.look(), seen.names, side, units))
}

/// A unit of the engagement that is being fought.
fn fighting_now(seen: Seen<'_>) -> Option<UnitId> {
    use aelian_hail_caesar::fight::Waiting;
    use aelian_hail_caesar::pending::Pending;
    match seen.state.pending.last() {
        Some(Pending::Fight(Waiting::Round(round))) => round.units.first(),
        _ => None,
    }
}

/// What a charged unit may expect of an answer: the fight, or the shots before it.
pub fn of_response(seen: Seen<'_>, unit: UnitId, charger: UnitId, response: Response) -> Option<OddsView> {
    let (look, side) = (seen.look(), seen.look().side(unit));
    if matches!(response, Response::ClosingShots | Response::ParthianShot) {
        return Some(odds::of_shots(look, seen.names, side, &look.closing_odds(unit, charger)));
    }
    if response == Response::Evade {
        return None;
    }
    let mut state = seen.state.clone();
    let mut dice = Sampler::new(1u64);
    let choice = Choice::Charge(ChargeChoice::Respond(response));
    play_on(seen.rules, &mut state, &choice, &mut dice as &mut dyn Dice).ok()?;
    let met = follow(seen, state, UnitSet::one(unit)).met?;
    let then = Seen { state: &met, ..seen };
    Some(odds::of_fight(then.look(), seen.names, side, then.look().engagement_of(unit)))
}

/// HC-BRK-17, HC-BRK-19: what a break test may come to, dice by dice.
pub fn of_test(seen: Seen<'_>, side: Side, choice: &Choice) -> Option<OddsView> {
    let unit = match choice {
        Choice::Ranged(RangedChoice::Test(unit)) | Choice::Fight(FightChoice::Test { unit }) => *unit,
        _ => return None,
    };
    let mut outcomes: Vec<OutcomeView> = Vec::new();
    for one in 1..=6 {
        for other in 1..=6 {
            let mut tape = Tape::new(vec![one, other]).ok()?;
            let (_, played) = step(seen.rules, seen.state, choice, &mut tape).ok()?;
            let result =
                played.reasons.iter().rev().find(|reason| reason.rule.as_str().starts_with("HC-BRES"))?;
            let label = capitalised(&words::outcome_of(result.rule));
            match outcomes.iter_mut().find(|known| known.label == label) {
                Some(known) => known.chance += 1.0 / 36.0,
                None => outcomes.push(OutcomeView {
                    favour: favour(result.rule, seen.look().side(unit) == side),
                    label,
                    chance: 1.0 / 36.0,
                }),
            }
        }
    }
    outcomes.sort_by(|one, other| other.favour.cmp(&one.favour).then(other.chance.total_cmp(&one.chance)));
    Some(OddsView { outcomes, tallies: Vec::new(), exact: true })
}

/// Whether a result is good for the side that looks.
fn favour(rule: RuleId, own: bool) -> i8 {
    let holds = [words::outcome(Outcome::Hold(Disorder::None)), "holds its ground"];
    let good = holds.contains(&words::outcome_of(rule).as_str());
    if good == own { 1 } else { -1 }
}
