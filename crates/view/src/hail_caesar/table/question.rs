//! What a side is asked, with everything that can be answered.

use super::board::capitalised;
use super::seen::{Seen, Thing};
use crate::hail_caesar::{odds, words};
use crate::table::{AnswerView, Mode, OddsView, OutcomeView, PieceId, Question};
use aelian_game::{Ruleset, Side, Want};
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt, Verb};
use aelian_hail_caesar::commander::{CommanderChoice, CommanderPrompt};
use aelian_hail_caesar::ranged::RangedChoice;
use aelian_hail_caesar::scenario::{ScenarioChoice, ScenarioPrompt};
use aelian_hail_caesar::setup::{SetUpChoice, SetUpPrompt};
use aelian_hail_caesar::stage::Stage;
use aelian_hail_caesar::{Choice, Prompt, UnitSet};
use aelian_rulebook::{RuleId, rule};

pub fn question(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
    let text = words::prompt(seen.state, seen.names, prompt);
    let (rule, detail) = about(prompt);
    let (mode, answers) = match prompt {
        Prompt::Command(CommandPrompt::Initiative { .. }) => {
            (Mode::Orders, vec![plain(seen, Choice::Command(CommandChoice::EndInitiative), true)])
        }
        Prompt::Command(CommandPrompt::Orders { commanders, .. }) => {
            (Mode::Orders, finishing(seen, *commanders))
        }
        Prompt::Command(CommandPrompt::Step { .. }) => {
            (Mode::Orders, vec![plain(seen, Choice::Command(CommandChoice::Stop), true)])
        }
        Prompt::SetUp(SetUpPrompt::DrawUp { .. }) => {
            (Mode::Orders, vec![plain(seen, Choice::SetUp(SetUpChoice::DrawnUp), true)])
        }
        Prompt::Scenario(ScenarioPrompt::Placing(_)) => {
            (Mode::Orders, vec![plain(seen, Choice::Scenario(ScenarioChoice::Pass), true)])
        }
        Prompt::Commander(CommanderPrompt::Move { .. }) => {
            (Mode::Orders, vec![plain(seen, Choice::Commander(CommanderChoice::Stay), true)])
        }
        _ => (Mode::Answers, answers(seen)),
    };
    let answers = if mode == Mode::Orders { or_charges(seen, answers) } else { answers };
    Question {
        side,
        text,
        detail: detail.to_owned(),
        rule,
        mode,
        answers,
        aside: vec![plain(seen, Choice::Concede { side }, false)],
        about: units_of(prompt).iter().map(|unit| Thing::Unit(unit).piece()).collect(),
        secret: false,
    }
}

/// HC-FRENZ-04, HC-FRENZ-07: where nobody may stop because somebody must charge first, the charges that must be made.
fn or_charges(seen: Seen<'_>, stops: Vec<AnswerView<Choice>>) -> Vec<AnswerView<Choice>> {
    let legal: Vec<_> = stops.into_iter().filter(|answer| seen.check(&answer.choice).is_legal()).collect();
    if !legal.is_empty() || !matches!(seen.state.stage, Stage::Initiative | Stage::Orders) {
        return legal;
    }
    let charges = |answer: &AnswerView<Choice>| match &answer.choice {
        Choice::Command(CommandChoice::Initiative { verb, .. }) => matches!(verb, Verb::Charge(_)),
        Choice::Command(CommandChoice::Order(order)) => {
            order.units.len() == 1 && matches!(order.verb, Verb::Charge(_))
        }
        _ => false,
    };
    answers(seen).into_iter().filter(charges).map(|answer| AnswerView { primary: false, ..answer }).collect()
}

/// HC-ORD-14, HC-ORD-18: the commander who speaks may stop, and so may all.
fn finishing(
    seen: Seen<'_>,
    commanders: aelian_game::Few<aelian_hail_caesar::CommanderId>,
) -> Vec<AnswerView<Choice>> {
    let speaking = seen.state.speaking.filter(|id| commanders.contains(*id));
    let stops = speaking.map(|id| plain(seen, Choice::Command(CommandChoice::Finish(id)), true));
    let ends = plain(seen, Choice::Command(CommandChoice::EndOrders), stops.is_none());
    stops.into_iter().chain(std::iter::once(ends)).collect()
}

/// Everything that the rules propose, as buttons.
pub fn answers(seen: Seen<'_>) -> Vec<AnswerView<Choice>> {
    let mut choices = Vec::new();
    seen.rules.propose(seen.state, Want::All, &mut choices);
    let mut answers: Vec<AnswerView<Choice>> =
        choices.into_iter().map(|choice| plain(seen, choice, false)).collect();
    if let [first, ..] = answers.as_mut_slice() {
        first.primary = true;
    }
    answers
}

/// An answer in words, with where it leads.
pub fn plain(seen: Seen<'_>, choice: Choice, primary: bool) -> AnswerView<Choice> {
    let verdict = seen.check(&choice);
    let ghosts = seen.ghosts(&verdict.ghost);
    let piece: Option<PieceId> = verdict.ghost.targets.first().map(|unit| Thing::Unit(unit).piece());
    let odds = verdict.ghost.test.map(|test| {
        let labels = ["no move", "one move", "two moves", "three moves"];
        let outcome = |(label, chance): (&str, f64)| OutcomeView {
            label: label.to_owned(),
            chance,
            favour: if label == "no move" { -1 } else { 1 },
        };
        OddsView {
            outcomes: labels.into_iter().zip(test.chances).rev().map(outcome).collect(),
            tallies: Vec::new(),
            exact: true,
        }
    });
    let odds = odds.or_else(|| shots(seen, &choice));
    AnswerView {
        label: capitalised(&words::choice(seen.state, seen.names, &choice)),
        detail: String::new(),
        rule: None,
        choice,
        piece,
        ghosts,
        odds,
        primary,
    }
}

/// What the shots of a unit may come to at its first target.
fn shots(seen: Seen<'_>, choice: &Choice) -> Option<OddsView> {
    let Choice::Ranged(RangedChoice::Shoot { unit, aims }) = choice else { return None };
    let look = seen.look();
    let shots = look.shot_odds(*unit, aims);
    shots.first().map(|first| odds::of_shots(look, seen.names, look.side(*unit), first))
}

/// Which rule asks, and what follows.
fn about(prompt: &Prompt) -> (Option<RuleId>, &'static str) {
    match prompt {
        Prompt::Command(CommandPrompt::Initiative { .. }) => (
            Some(rule!("HC-INIT-01")),
            "Units within 12 inches of an enemy may make one move without a test: take one up and drag it, or drag it onto an enemy to charge.",
        ),
        Prompt::Command(CommandPrompt::Orders { .. }) => (
            Some(rule!("HC-ORD-01")),
            "Take up one unit, or several of a division, and drag them; onto an enemy they charge, onto a fighting friend they support. The chances of none to three moves are shown before you confirm.",
        ),
        Prompt::Command(CommandPrompt::Step { .. }) => (
            Some(rule!("HC-FOL-04")),
            "The unit follows its commander: move it as you like, one move after the other.",
        ),
        Prompt::Command(CommandPrompt::Reroll { .. }) => {
            (Some(rule!("HC-GEN-02")), "Both dice are rolled again, and the second result stands.")
        }
        Prompt::Command(CommandPrompt::NextUnit { .. }) => {
            (Some(rule!("HC-CMD-05")), "They move one after the other.")
        }
        Prompt::Command(CommandPrompt::Ends { .. }) => {
            (Some(rule!("HC-INTENT-14")), "What the turn costs is taken from its last move.")
        }
        Prompt::SetUp(SetUpPrompt::DrawUp { .. }) => {
            (Some(rule!("HC-SETUP-04")), "Drag units and commanders within your zone; the handle turns them.")
        }
        Prompt::SetUp(SetUpPrompt::FirstTurn) => (Some(rule!("HC-SETUP-05")), ""),
        Prompt::Charge(_) => (Some(rule!("HC-RESP-01")), "One response, before the charger moves."),
        Prompt::Ranged(_) => (Some(rule!("HC-TGT-01")), "Each unit shoots at the closest enemy it can."),
        Prompt::Fight(_) => (Some(rule!("HC-ENG-06")), ""),
        Prompt::Breaks(_) => (Some(rule!("HC-BRES-05")), ""),
        Prompt::Commander(CommanderPrompt::Move { .. }) => (
            Some(rule!("HC-CMOV-02")),
            "Up to 24 inches each: drag them; onto a unit of their division they join it.",
        ),
        Prompt::Command(_) => (Some(rule!("HC-CMD-01")), ""),
        Prompt::Scenario(_) => (Some(rule!("HS-COMMON-08")), ""),
        Prompt::Again { .. } => (Some(rule!("HC-SPEC-02")), "It is asked before the dice are rolled."),
        Prompt::Commander(CommanderPrompt::Refuge { .. }) => (Some(rule!("HC-CRISK-01")), ""),
        Prompt::Commander(CommanderPrompt::Reserve { .. }) => (Some(rule!("HC-RES-02")), ""),
        #[allow(unreachable_patterns)] // Prompts that have no rule of their own yet.
        _ => (Some(rule!("HC-TURN-02")), ""),
    }
}

fn units_of(prompt: &Prompt) -> UnitSet {
    match prompt {
        Prompt::Command(
            CommandPrompt::Initiative { units }
            | CommandPrompt::NextUnit { units }
            | CommandPrompt::Retire { units },
        ) => *units,
        Prompt::Command(CommandPrompt::Step { unit, .. } | CommandPrompt::Ends { unit, .. }) => {
            UnitSet::one(*unit)
        }
        _ => UnitSet::EMPTY,
    }
}
