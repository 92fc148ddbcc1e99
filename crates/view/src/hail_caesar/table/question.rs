//! What a side is asked, with everything that can be answered.

use super::answers;
use super::seen::{Seen, Thing};
use crate::hail_caesar::words;
use crate::table::{AnswerView, Mode, Question};
use aelian_game::Side;
use aelian_geometry::{Facing, Vec2, to_degrees};
use aelian_hail_caesar::breaks::BreaksPrompt;
use aelian_hail_caesar::charge::ChargePrompt;
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt, Verb};
use aelian_hail_caesar::commander::{CommanderChoice, CommanderPrompt};
use aelian_hail_caesar::fight::FightPrompt;
use aelian_hail_caesar::ranged::RangedPrompt;
use aelian_hail_caesar::scenario::{ScenarioChoice, ScenarioPrompt, plans_of};
use aelian_hail_caesar::setup::{SetUpChoice, SetUpPrompt};
use aelian_hail_caesar::stage::Stage;
use aelian_hail_caesar::state::Place;
use aelian_hail_caesar::{Choice, Prompt, UnitId, UnitSet};
use aelian_rulebook::{RuleId, rule};

pub fn question(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Question<Choice> {
    let (rule, detail) = about(prompt);
    let end = |choice| vec![answers::one(seen, side, choice, true)];
    let (mode, found) = match prompt {
        Prompt::Command(CommandPrompt::Initiative { .. }) => {
            (Mode::Orders, end(Choice::Command(CommandChoice::EndInitiative)))
        }
        Prompt::Command(CommandPrompt::Orders { commanders, .. }) => {
            (Mode::Orders, finishing(seen, side, *commanders))
        }
        Prompt::Command(CommandPrompt::Step { .. }) => {
            (Mode::Orders, end(Choice::Command(CommandChoice::Stop)))
        }
        Prompt::SetUp(SetUpPrompt::DrawUp { .. }) => (Mode::Orders, drawing_up(seen, side)),
        Prompt::Scenario(ScenarioPrompt::Placing(_)) => {
            (Mode::Orders, end(Choice::Scenario(ScenarioChoice::Pass)))
        }
        Prompt::Commander(CommanderPrompt::Move { .. }) => {
            (Mode::Orders, end(Choice::Commander(CommanderChoice::Stay)))
        }
        Prompt::Command(CommandPrompt::Ends { facing, .. }) => {
            (Mode::Answers, turning(answers::all(seen, side), *facing))
        }
        _ => (Mode::Answers, answers::all(seen, side)),
    };
    let found = if mode == Mode::Orders { or_charges(seen, side, found) } else { found };
    Question {
        side,
        text: words::prompt(seen.state, seen.names, prompt),
        detail: detail.to_owned(),
        rule: Some(rule),
        mode,
        answers: found,
        aside: aside(seen, side),
        about: units_of(prompt).iter().map(|unit| Thing::Unit(unit).piece()).collect(),
        room: room(seen, side, prompt),
        // HS-KADESH-05: where divisions will come on is not for the enemy's eyes.
        secret: matches!(prompt, Prompt::SetUp(SetUpPrompt::DrawUp { .. })) && seen.look().plans_are_secret(),
    }
}

/// HC-SETUP-04: the zones in which this side's divisions are drawn up, each once.
fn room(seen: Seen<'_>, side: Side, prompt: &Prompt) -> Vec<Vec<Vec2>> {
    if !matches!(prompt, Prompt::SetUp(SetUpPrompt::DrawUp { .. })) {
        return Vec::new();
    }
    let here = |id: UnitId| seen.state.unit(id).is_on_table() || seen.state.unit(id).place == Place::Hidden;
    let mut zones = Vec::new();
    for id in seen.state.ids().filter(|id| seen.rules.card(*id).side == side && here(*id)) {
        let zone = seen.rules.divisions[seen.rules.card(id).division.index()].zone;
        let (low, high) = (zone.low, zone.high);
        let corners = vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        if !zones.contains(&corners) {
            zones.push(corners);
        }
    }
    zones
}

/// HC-INTENT-14: by how much it turns at its end, rather than what it faces then.
fn turning(found: Vec<AnswerView<Choice>>, from: Facing) -> Vec<AnswerView<Choice>> {
    let told = |answer: &AnswerView<Choice>| match answer.choice {
        Choice::Command(CommandChoice::Ends(facing)) => {
            let degrees = to_degrees(from.turn_to(facing)).round() as i32;
            match degrees {
                0 => "Stay as it is".to_owned(),
                ..=-180 | 180.. => "Turn about".to_owned(),
                1.. => format!("Turn {degrees}° to the right"),
                _ => format!("Turn {}° to the left", -degrees),
            }
        }
        _ => answer.label.clone(),
    };
    found.into_iter().map(|answer| AnswerView { label: told(&answer), ..answer }).collect()
}

/// What may be said at any time.
fn aside(seen: Seen<'_>, side: Side) -> Vec<AnswerView<Choice>> {
    let said = [Choice::Concede { side }, Choice::TimeOut];
    let legal = said.into_iter().filter(|choice| seen.check(choice).is_legal());
    legal.map(|choice| answers::one(seen, side, choice, false)).collect()
}

/// HC-OFF-02: where divisions off the table will come on, and that all stands.
fn drawing_up(seen: Seen<'_>, side: Side) -> Vec<AnswerView<Choice>> {
    let drawn = answers::one(seen, side, Choice::SetUp(SetUpChoice::DrawnUp), true);
    let look = seen.look();
    let others = plans_of(look, side).filter(|plan| look.plan_of(plan.division) != Some(*plan));
    let plans = others.map(|plan| AnswerView {
        label: words::short_plan(seen.rules, seen.names, &plan),
        ..answers::one(seen, side, Choice::SetUp(SetUpChoice::Enter(plan)), false)
    });
    std::iter::once(drawn).chain(plans).collect()
}

/// HC-FRENZ-04, HC-FRENZ-07: where nobody may stop because somebody must charge first, the charges that must be made.
fn or_charges(seen: Seen<'_>, side: Side, stops: Vec<AnswerView<Choice>>) -> Vec<AnswerView<Choice>> {
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
    let forced = answers::all(seen, side).into_iter().filter(charges);
    forced.map(|answer| AnswerView { primary: false, ..answer }).collect()
}

/// HC-ORD-14, HC-ORD-18: the commander who speaks may stop, and so may all.
fn finishing(
    seen: Seen<'_>,
    side: Side,
    commanders: aelian_game::Few<aelian_hail_caesar::CommanderId>,
) -> Vec<AnswerView<Choice>> {
    let speaking = seen.state.speaking.filter(|id| commanders.contains(*id));
    let stops = speaking.map(|id| answers::one(seen, side, Choice::Command(CommandChoice::Finish(id)), true));
    let ends = answers::one(seen, side, Choice::Command(CommandChoice::EndOrders), stops.is_none());
    stops.into_iter().chain(std::iter::once(ends)).collect()
}

/// Which rule asks, and what follows.
fn about(prompt: &Prompt) -> (RuleId, &'static str) {
    match prompt {
        Prompt::Command(prompt) => of_command(prompt),
        Prompt::Again { .. } => (rule!("HC-SPEC-02"), "It is asked before the dice are rolled."),
        Prompt::SetUp(SetUpPrompt::DrawUp { .. }) => {
            (rule!("HC-SETUP-04"), "Drag units and commanders within your zone; the handle turns them.")
        }
        Prompt::SetUp(SetUpPrompt::FirstTurn) => {
            (rule!("HC-SETUP-05"), "Whoever begins has the first orders; the other sees them first.")
        }
        Prompt::Charge(ChargePrompt::Respond { .. }) => {
            (rule!("HC-RESP-01"), "One answer, before the charger moves in.")
        }
        Prompt::Charge(ChargePrompt::Evades { .. }) => {
            (rule!("HC-ALG-06"), "They evade one after the other: click the first.")
        }
        Prompt::Charge(ChargePrompt::Reroll { .. }) => {
            (rule!("HC-EVADE-07"), "Once in a turn; the second result stands.")
        }
        Prompt::Ranged(prompt) => match prompt {
            RangedPrompt::Shoot { .. } => (
                rule!("HC-TGT-01"),
                "Each unit shoots at the closest enemy it can. Click a unit, or press its line; the bar shows what may become of the target.",
            ),
            RangedPrompt::Traverse { .. } => (rule!("HC-TRAV-03"), "Long-range attacks at −1."),
            RangedPrompt::Test { .. } => {
                (rule!("HC-BRK-17"), "Two dice, less the casualties beyond its stamina.")
            }
        },
        Prompt::Fight(prompt) => of_fight(prompt),
        Prompt::Breaks(BreaksPrompt::HoldOrRetreat { .. }) => {
            (rule!("HC-BRES-05"), "Its owner may choose between the two.")
        }
        Prompt::Commander(prompt) => match prompt {
            CommanderPrompt::Move { .. } => (
                rule!("HC-CMOV-02"),
                "Up to 24 inches each: drag them; onto a unit of their division they join it.",
            ),
            CommanderPrompt::Refuge { .. } => {
                (rule!("HC-CRISK-01"), "He must be with friends at once, or is taken.")
            }
            CommanderPrompt::Reserve { .. } => {
                (rule!("HC-RES-02"), "With a unit of the division, or within 12 inches of one.")
            }
        },
        Prompt::Scenario(prompt) => of_battle(prompt),
    }
}

fn of_command(prompt: &CommandPrompt) -> (RuleId, &'static str) {
    match prompt {
        CommandPrompt::Initiative { .. } => (
            rule!("HC-INIT-01"),
            "Units within 12 inches of an enemy may make one move without a test: take one up and drag it, or drag it onto an enemy to charge.",
        ),
        CommandPrompt::Orders { .. } => (
            rule!("HC-ORD-01"),
            "Take up a unit, or its whole division, and drag it; onto an enemy it charges, onto a fighting friend it supports. The chances of none to three moves are shown before you confirm.",
        ),
        CommandPrompt::Step { .. } => (
            rule!("HC-FOL-04"),
            "The unit follows its commander: move it as you like, one move after the other.",
        ),
        CommandPrompt::Reroll { .. } => {
            (rule!("HC-GEN-02"), "Both dice are rolled again, and the second result stands.")
        }
        CommandPrompt::NextUnit { .. } => {
            (rule!("HC-CMD-05"), "They move one after the other: click the next.")
        }
        CommandPrompt::Ends { .. } => {
            (rule!("HC-INTENT-14"), "What the turn costs is taken from its last move.")
        }
        CommandPrompt::Retire { .. } => {
            (rule!("HC-RET-04"), "Units of a broken division make for their edge, one after the other.")
        }
    }
}

fn of_fight(prompt: &FightPrompt) -> (RuleId, &'static str) {
    match prompt {
        FightPrompt::Engagement { .. } => (
            rule!("HC-ENG-06"),
            "One after the other, each with its tests and moves. The bar shows who may win.",
        ),
        FightPrompt::Join { .. } => (
            rule!("HC-CJOIN-01"),
            "He adds his attacks to those of the unit, and may be struck down himself.",
        ),
        FightPrompt::Declare { .. } => {
            (rule!("HC-ALLOC-01"), "How its attacks are shared out, and whether it closes its ranks.")
        }
        FightPrompt::Share { .. } => {
            (rule!("HC-SUPP-36"), "As evenly as can be; where a die is over, its owner says for whom.")
        }
        FightPrompt::Excess { .. } => {
            (rule!("HC-REAL-03"), "What a unit cannot bear goes to its supports, as evenly as can be.")
        }
        FightPrompt::Test { .. } => (rule!("HC-BRK-19"), "Two dice, less the difference of the result."),
        FightPrompt::Demand { .. } => {
            (rule!("HC-ELE-01"), "The elephant's owner may have the higher die rolled again.")
        }
        FightPrompt::StepAside { .. } => {
            (rule!("HC-GIVE-10"), "Otherwise the unit that gives ground has no room and is destroyed.")
        }
        FightPrompt::Victors { .. } => {
            (rule!("HC-VICM-02"), "A victor may stay, move, follow up, or sweep forward if nobody is left.")
        }
    }
}

fn of_battle(prompt: &ScenarioPrompt) -> (RuleId, &'static str) {
    match prompt {
        ScenarioPrompt::Spring(_) => (rule!("HS-SHIELD-04"), "Once out, it fights like any other unit."),
        ScenarioPrompt::Signal(_) => (rule!("HS-KADESH-08"), "It comes on where it was planned."),
        ScenarioPrompt::Relief { .. } => (rule!("HS-DAMASCUS-04"), "They come by the road from the city."),
        ScenarioPrompt::BringOn(_) => {
            (rule!("HS-RAID-02"), "One division in each turn, within 6 inches of the edge.")
        }
        ScenarioPrompt::Herdsman => {
            (rule!("HS-RAID-13"), "To the village, to warn it, or to the lookout post, to raise the alarm.")
        }
        ScenarioPrompt::Druids => (rule!("HS-RAID-11"), "They stand in their clearing from then on."),
        ScenarioPrompt::Sack(_) => {
            (rule!("HS-RAID-26"), "A unit that holds the place may plunder it, or burn it down.")
        }
        ScenarioPrompt::Placing(_) => {
            (rule!("HS-COMMON-08"), "Drag its units within their zone; then go on.")
        }
    }
}

/// The units in question.
fn units_of(prompt: &Prompt) -> UnitSet {
    let pair = |one, other| UnitSet::one(one).union(UnitSet::one(other));
    match prompt {
        Prompt::Command(
            CommandPrompt::Initiative { units }
            | CommandPrompt::NextUnit { units }
            | CommandPrompt::Retire { units },
        ) => *units,
        Prompt::Command(CommandPrompt::Step { unit, .. } | CommandPrompt::Ends { unit, .. }) => {
            UnitSet::one(*unit)
        }
        Prompt::Again { unit, .. } => UnitSet::one(*unit),
        Prompt::Charge(ChargePrompt::Respond { unit, charger }) => pair(*unit, *charger),
        Prompt::Charge(ChargePrompt::Reroll { unit, .. }) => UnitSet::one(*unit),
        Prompt::Charge(ChargePrompt::Evades { units, charger }) => units.union(UnitSet::one(*charger)),
        Prompt::Ranged(RangedPrompt::Shoot { shooters }) => *shooters,
        Prompt::Ranged(RangedPrompt::Traverse { mover, shooters }) => shooters.union(UnitSet::one(*mover)),
        Prompt::Ranged(RangedPrompt::Test { units }) => *units,
        Prompt::Fight(prompt) => match prompt {
            FightPrompt::Engagement { engagements } => {
                engagements.iter().fold(UnitSet::EMPTY, |all, units| all.union(*units))
            }
            FightPrompt::Join { ways } => ways.iter().map(|(_, unit)| *unit).collect(),
            FightPrompt::Declare { unit, foes, .. } => foes.union(UnitSet::one(*unit)),
            FightPrompt::Share { unit, .. }
            | FightPrompt::Excess { unit, .. }
            | FightPrompt::Demand { unit, .. } => UnitSet::one(*unit),
            FightPrompt::Test { units } | FightPrompt::Victors { units } => *units,
            FightPrompt::StepAside { unit, friend } => pair(*unit, *friend),
        },
        Prompt::Breaks(BreaksPrompt::HoldOrRetreat { unit }) => UnitSet::one(*unit),
        Prompt::Scenario(ScenarioPrompt::Spring(unit)) => UnitSet::one(*unit),
        _ => UnitSet::EMPTY,
    }
}
