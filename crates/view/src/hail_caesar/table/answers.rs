//! Answers to press: each with what happens then, its rule, the piece that stands for it, and its odds.

use super::board::capitalised;
use super::preview;
use super::seen::{Seen, Thing};
use crate::hail_caesar::{odds, words};
use crate::table::{AnswerView, OddsView};
use aelian_game::{Next, Ruleset, Side, Want};
use aelian_hail_caesar::breaks::BreaksChoice;
use aelian_hail_caesar::breaks::victors::Act;
use aelian_hail_caesar::charge::{ChargeChoice, ChargePrompt, Response};
use aelian_hail_caesar::command::CommandChoice;
use aelian_hail_caesar::fight::FightChoice;
use aelian_hail_caesar::ranged::{Aim, RangedChoice};
use aelian_hail_caesar::{Choice, Ghost, Prompt, UnitId};
use aelian_rulebook::{RuleId, rule};

/// Everything that the rules propose, as buttons.
pub fn all(seen: Seen<'_>, side: Side) -> Vec<AnswerView<Choice>> {
    let mut choices = Vec::new();
    seen.rules.propose(seen.state, Want::All, &mut choices);
    let mut answers: Vec<AnswerView<Choice>> =
        choices.into_iter().map(|choice| one(seen, side, choice, false)).collect();
    // Ways that are told by the same words differ by less than a player would choose between.
    let mut told: Vec<String> = Vec::new();
    answers.retain(|answer| {
        let fresh = !told.contains(&answer.label);
        told.push(answer.label.clone());
        fresh
    });
    if let [first, ..] = answers.as_mut_slice() {
        first.primary = true;
    }
    answers
}

/// An answer in words, with where it leads.
pub fn one(seen: Seen<'_>, side: Side, choice: Choice, primary: bool) -> AnswerView<Choice> {
    let ghost = seen.check(&choice).ghost;
    let (detail, rule) = detail(&choice).unzip();
    AnswerView {
        label: capitalised(&words::choice(seen.rules, seen.state, seen.names, &choice)),
        detail: detail.unwrap_or_default().to_owned(),
        rule,
        piece: piece(&choice).map(|unit| Thing::Unit(unit).piece()),
        ghosts: seen.ghosts(&ghost),
        odds: odds_of(seen, side, &choice, &ghost),
        choice,
        primary,
    }
}

/// The unit that stands for an answer on the table: a click on it answers.
fn piece(choice: &Choice) -> Option<UnitId> {
    match choice {
        Choice::Command(CommandChoice::Moves(unit)) => Some(*unit),
        Choice::Command(CommandChoice::Retire(task)) => Some(task.unit),
        Choice::Ranged(RangedChoice::Shoot { unit, .. }) => Some(*unit),
        Choice::Ranged(RangedChoice::Traverse(unit) | RangedChoice::Test(unit)) => Some(*unit),
        Choice::Fight(
            FightChoice::Engagement { unit } | FightChoice::Test { unit } | FightChoice::Join { unit, .. },
        ) => Some(*unit),
        Choice::Fight(FightChoice::Victor { act: Act::FollowUp { enemy }, .. }) => Some(*enemy),
        _ => None,
    }
}

/// What the dice may bring after an answer.
fn odds_of(seen: Seen<'_>, side: Side, choice: &Choice, ghost: &Ghost) -> Option<OddsView> {
    match choice {
        Choice::Ranged(RangedChoice::Shoot { unit, aims }) => shots(seen, side, *unit, aims),
        Choice::Ranged(RangedChoice::Test(_)) | Choice::Fight(FightChoice::Test { .. }) => {
            preview::of_test(seen, side, choice)
        }
        Choice::Charge(ChargeChoice::Respond(response)) => match ghost.test.as_ref() {
            Some(test) => Some(odds::of_order(test)),
            None => respond(seen, *response),
        },
        Choice::Fight(_) => preview::of_fight_after(seen, side, choice),
        _ => ghost.test.as_ref().map(odds::of_order),
    }
}

fn respond(seen: Seen<'_>, response: Response) -> Option<OddsView> {
    let Next::Ask { prompt: Prompt::Charge(ChargePrompt::Respond { unit, charger }), .. } =
        seen.rules.next(seen.state)
    else {
        return None;
    };
    preview::of_response(seen, unit, charger, response)
}

/// What the shots of a unit may come to: what becomes of its first target, and the sums of all.
fn shots(seen: Seen<'_>, side: Side, unit: UnitId, aims: &[Aim]) -> Option<OddsView> {
    let look = seen.look();
    let all: Vec<OddsView> = look
        .shot_odds(unit, aims)
        .iter()
        .map(|shots| odds::of_shots(look, seen.names, side, shots))
        .collect();
    let first = all.first()?.clone();
    Some(OddsView { tallies: all.into_iter().flat_map(|one| one.tallies).collect(), ..first })
}

/// What happens by an answer, and by which rule.
fn detail(choice: &Choice) -> Option<(&'static str, RuleId)> {
    Some(match choice {
        Choice::Charge(ChargeChoice::Respond(response)) => (meant(*response), preview::rule_of(*response)),
        Choice::Charge(ChargeChoice::Reroll(true)) | Choice::Command(CommandChoice::Reroll(true)) => {
            ("The second result stands, even if it is worse.", rule!("HC-GEN-03"))
        }
        Choice::Breaks(BreaksChoice::HoldDisordered) => {
            ("It keeps its place and takes no orders in its next turn.", rule!("HC-BRES-04"))
        }
        Choice::Breaks(BreaksChoice::Retreat) => {
            ("One move away from the enemy, in order.", rule!("HC-BRES-02"))
        }
        Choice::Fight(FightChoice::Victor { act, .. }) => victor(act),
        Choice::Fight(FightChoice::Declare(declared)) if declared.close => {
            ("Closed ranks: +1 to its saves, −1 to its blows.", rule!("HC-CLR-02"))
        }
        Choice::Fight(FightChoice::StepAside(true) | FightChoice::MakeRoom(_)) => {
            ("Both may be disordered by it.", rule!("HC-GIVE-11"))
        }
        Choice::Concede { .. } => ("The battle ends and is lost.", rule!("HC-VIC-01")),
        Choice::TimeOut => ("The battle is judged as it stands.", rule!("HC-VIC-01")),
        _ => return None,
    })
}

fn meant(response: Response) -> &'static str {
    match response {
        Response::Stand => "It receives the charge where it stands.",
        Response::ClosingShots => "It shoots as they come in, at −1; then it fights.",
        Response::Evade => "It runs, as far as its order lets it. Caught, it is destroyed.",
        Response::Countercharge => "The two meet half way, and both fight as chargers.",
        Response::TurnToFace => "It turns its front to the charge.",
        Response::ParthianShot => "It shoots, and then runs.",
    }
}

fn victor(act: &Act) -> (&'static str, RuleId) {
    match act {
        Act::Stay => ("It keeps its place.", rule!("HC-VICM-02")),
        Act::Move(_) => ("One move.", rule!("HC-VICM-02")),
        Act::FollowUp { .. } => ("It presses on and fights the next round as a winner.", rule!("HC-VICM-04")),
        Act::Occupy { .. } => ("It goes into the building at once.", rule!("HC-BLDG-19")),
        Act::Sweep(_) => {
            ("Up to two moves ahead; on 4 or more it is disordered by it.", rule!("HC-SWEEP-02"))
        }
        Act::SweepCharge { .. } => ("It falls upon the next enemy at once.", rule!("HC-SWEEP-04")),
    }
}
