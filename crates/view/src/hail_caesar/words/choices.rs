//! Words for choices and questions.

use super::forced::forced;
use super::{agreed, at, battles, compass, count, does, length, units};
use crate::hail_caesar::{block_name, commander_name, division_name, unit_name};
use crate::told::Names;
use aelian_game::{Next, Ruleset as _};
use aelian_geometry::{Pose, Rect};
use aelian_hail_caesar::again::Second;
use aelian_hail_caesar::breaks::victors::Act;
use aelian_hail_caesar::breaks::{BreaksChoice, BreaksPrompt};
use aelian_hail_caesar::charge::{ChargeChoice, ChargePrompt, Response};
use aelian_hail_caesar::command::{
    Charge, CommandChoice, CommandPrompt, Leg, Order, SupportAt, Target, Task, Verb,
};
use aelian_hail_caesar::commander::{CommanderChoice, CommanderPrompt, Seat};
use aelian_hail_caesar::fight::{FightChoice, FightPrompt, Share};
use aelian_hail_caesar::ranged::{RangedChoice, RangedPrompt};
use aelian_hail_caesar::setup::{SetUpChoice, SetUpPrompt};
use aelian_hail_caesar::{Choice, Prompt, Rules, State, UnitId, UnitSet};

pub fn choice(rules: &Rules, state: &State, names: &Names, choice: &Choice) -> String {
    match choice {
        Choice::Proceed if matches!(rules.next(state), Next::Ask { .. }) => "nobody decides".to_owned(),
        Choice::Proceed => forced(state, names),
        Choice::Concede { side } => format!("{} concedes the battle", side.name()),
        Choice::TimeOut => "time is out".to_owned(),
        Choice::SetUp(choice) => set_up(rules, names, choice),
        Choice::Command(choice) => command(rules, state, names, choice),
        Choice::Charge(choice) => match choice {
            ChargeChoice::Respond(answer) => response(*answer).to_owned(),
            ChargeChoice::Reroll(again) => reroll(*again),
            ChargeChoice::Evades(unit) => format!("{} evades first", unit_name(names, *unit)),
        },
        Choice::Ranged(choice) => ranged(names, choice),
        Choice::Fight(choice) => fight(names, choice),
        Choice::Breaks(choice) => match choice {
            BreaksChoice::HoldDisordered => "hold the ground, disordered".to_owned(),
            BreaksChoice::Retreat => "retreat in good order".to_owned(),
        },
        Choice::Commander(choice) => commander(names, choice),
        Choice::Scenario(choice) => battles::choice(state, names, choice),
        Choice::Again(again) => reroll(*again),
    }
}

/// What would be rolled again.
pub fn second(what: Second) -> &'static str {
    match what {
        Second::Attacks => "missed attacks",
        Second::Shot => "a missed shot",
        Second::Save => "a failed save",
        Second::Test => "a test that breaks it",
    }
}

fn reroll(again: bool) -> String {
    if again { "roll again" } else { "let the dice lie" }.to_owned()
}

pub fn response(response: Response) -> &'static str {
    match response {
        Response::Stand => "stand",
        Response::ClosingShots => "stand, with closing shots",
        Response::Evade => "evade",
        Response::Countercharge => "countercharge",
        Response::TurnToFace => "turn to face",
        Response::ParthianShot => "shoot, then evade",
    }
}

fn set_up(rules: &Rules, names: &Names, choice: &SetUpChoice) -> String {
    match choice {
        SetUpChoice::Place { unit, pose, formation } => {
            format!("{} at {} in {}", does(&unit_name(names, *unit), "stands"), at(pose), formation.name())
        }
        SetUpChoice::Commander { commander, .. } => {
            format!("{} stands there", commander_name(names, *commander))
        }
        SetUpChoice::Body { units: placed, .. } => {
            let named = units(names, placed.iter().map(|(unit, _)| *unit).collect());
            if placed.len() == 1 { format!("{named} stands there") } else { format!("{named} stand there") }
        }
        SetUpChoice::Enter(plan) => battles::plan(rules, names, plan),
        SetUpChoice::DrawnUp => "all stands as it shall".to_owned(),
        SetUpChoice::GoFirst(true) => "take the first turn".to_owned(),
        SetUpChoice::GoFirst(false) => "leave the first turn to the other".to_owned(),
    }
}

fn ranged(names: &Names, choice: &RangedChoice) -> String {
    match choice {
        RangedChoice::Shoot { unit, aims } => {
            let aimed: Vec<String> = aims
                .iter()
                .map(|aim| match aim.dice {
                    // As it must, or with all its dice.
                    0 => unit_name(names, aim.target),
                    dice => format!("{} with {}", unit_name(names, aim.target), count(dice, "die")),
                })
                .collect();
            let shoots = does(&unit_name(names, *unit), "shoots");
            if aimed.is_empty() { shoots } else { format!("{shoots} at {}", aimed.join(" and at ")) }
        }
        RangedChoice::Traverse(unit) => does(&unit_name(names, *unit), "shoots at those who cross its front"),
        RangedChoice::Done => "nobody else shoots".to_owned(),
        RangedChoice::Test(unit) => format!("break test of {}", unit_name(names, *unit)),
    }
}

fn fight(names: &Names, choice: &FightChoice) -> String {
    match choice {
        FightChoice::Engagement { unit } => format!("fight the engagement of {}", unit_name(names, *unit)),
        FightChoice::Join { commander, unit } => {
            format!("{} joins {}", commander_name(names, *commander), unit_name(names, *unit))
        }
        FightChoice::NobodyJoins => "nobody joins".to_owned(),
        FightChoice::Declare(declared) => {
            let mut words = Vec::new();
            if declared.close {
                words.push(agreed(&unit_name(names, declared.unit), "closes ranks"));
            }
            if declared.attacks > 0 {
                words.push(format!("its commander adds {}", count(declared.attacks, "attack")));
            }
            let split: Vec<String> = declared
                .split
                .iter()
                .map(|(foe, dice)| format!("{} at {}", count(*dice, "attack"), unit_name(names, *foe)))
                .collect();
            if !split.is_empty() {
                words.push(split.join(", "));
            }
            if words.is_empty() {
                words.push("all its attacks".to_owned());
            }
            format!("{}: {}", unit_name(names, declared.unit), words.join("; "))
        }
        FightChoice::Share { unit, shares } => {
            let dice = |share: &Share| match share.on {
                Some(foe) => format!("{} dice at {}", share.dice, unit_name(names, foe)),
                None => format!("{} dice kept for {}", share.dice, unit_name(names, share.of)),
            };
            let shares: Vec<String> = shares.iter().filter(|share| share.dice > 0).map(dice).collect();
            format!("{}: {}", unit_name(names, *unit), shares.join(", "))
        }
        FightChoice::Excess { shares, .. } => {
            let shares: Vec<String> = shares
                .iter()
                .map(|(unit, count)| format!("{} takes {count}", unit_name(names, *unit)))
                .collect();
            shares.join(", ")
        }
        FightChoice::Test { unit } => format!("break test of {}", unit_name(names, *unit)),
        FightChoice::Demand(true) => "the higher die is rolled again".to_owned(),
        FightChoice::Demand(false) => "let the dice lie".to_owned(),
        FightChoice::StepAside(true) => "step aside".to_owned(),
        FightChoice::MakeRoom(pose) => format!("step aside to {}", at(pose)),
        FightChoice::StepAside(false) => "stay: the unit that gives ground is destroyed".to_owned(),
        FightChoice::Victor { unit, act } => does(&unit_name(names, *unit), &victor(names, act)),
    }
}

fn victor(names: &Names, act: &Act) -> String {
    match act {
        Act::Stay => "stays".to_owned(),
        Act::Move(pose) => format!("moves to {}", at(pose)),
        Act::FollowUp { enemy } => format!("follows {} up", unit_name(names, *enemy)),
        Act::Occupy { block } => format!("occupies {}", block_name(names, *block)),
        Act::Sweep(pose) => format!("sweeps forward to {}", at(pose)),
        Act::SweepCharge { targets } => {
            let targets: Vec<String> = targets.iter().map(|one| target(names, one)).collect();
            format!("sweeps on and charges {}", targets.join(", then "))
        }
    }
}

fn commander(names: &Names, choice: &CommanderChoice) -> String {
    match choice {
        CommanderChoice::Refuge { unit } => format!("he takes refuge with {}", unit_name(names, *unit)),
        CommanderChoice::Reserve(Seat::With(unit)) => {
            format!("the reserve commander appears with {}", unit_name(names, *unit))
        }
        CommanderChoice::Reserve(Seat::At(_)) => {
            "the reserve commander appears by himself, near his units".to_owned()
        }
        CommanderChoice::Move { commander, join: Some(unit), .. } => {
            format!("{} joins {}", commander_name(names, *commander), unit_name(names, *unit))
        }
        CommanderChoice::Move { commander, .. } => format!("{} moves", commander_name(names, *commander)),
        CommanderChoice::Stay => "no commander moves".to_owned(),
    }
}

fn command(rules: &Rules, state: &State, names: &Names, choice: &CommandChoice) -> String {
    match choice {
        CommandChoice::Initiative { unit, verb: told } => {
            format!("{} on its initiative: {}", unit_name(names, *unit), verb(state, names, told))
        }
        CommandChoice::EndInitiative => "no more initiative moves".to_owned(),
        CommandChoice::Order(order) => self::order(rules, state, names, order),
        CommandChoice::Finish(id) => format!("{} gives no more orders", commander_name(names, *id)),
        CommandChoice::EndOrders => "no more orders".to_owned(),
        CommandChoice::Reroll(again) => reroll(*again),
        CommandChoice::Moves(unit) => does(&unit_name(names, *unit), "moves next"),
        CommandChoice::Step(told) => verb(state, names, told),
        CommandChoice::Stop => "stop here".to_owned(),
        CommandChoice::Retire(task) => {
            format!("{}: {}", does(&unit_name(names, task.unit), "retires"), way(state, names, task))
        }
        CommandChoice::Ends(facing) => format!("stop facing {}", compass(*facing)),
    }
}

fn order(rules: &Rules, state: &State, names: &Names, order: &Order) -> String {
    format!(
        "{} orders {}: {}",
        commander_name(names, order.commander),
        ordered(rules, state, names, order.units),
        verb(state, names, &order.verb)
    )
}

/// Those who are ordered: a division by its name if it is all that stands of it.
fn ordered(rules: &Rules, state: &State, names: &Names, set: UnitSet) -> String {
    let division = set.first().and_then(|unit| rules.cards.get(unit.index())).map(|card| card.division);
    let here = |unit: &UnitId| {
        rules.cards.get(unit.index()).map(|card| card.division) == division && state.unit(*unit).is_on_table()
    };
    let whole: UnitSet = state.ids().filter(here).collect();
    match division {
        Some(division) if set.len() > 1 && whole == set => {
            format!("all of {}", division_name(names, division))
        }
        _ => units(names, set),
    }
}

/// What units are told to do.
pub fn verb(state: &State, names: &Names, verb: &Verb) -> String {
    match verb {
        Verb::Advance(tasks) => match tasks.as_slice() {
            [] => "stay".to_owned(),
            [task] => way(state, names, task),
            [first, ..] => format!("together, {} {}", unit_name(names, first.unit), way(state, names, first)),
        },
        Verb::Charge(order) => charge(state, names, order),
        Verb::Support { friend, at } => {
            let where_to = match at {
                SupportAt::Left => " on its left",
                SupportAt::Right => " on its right",
                SupportAt::Rear => " from behind",
                SupportAt::Nearest => "",
            };
            format!("support {}{where_to}", unit_name(names, *friend))
        }
        Verb::Occupy { block } => format!("occupy {}", block_name(names, *block)),
        Verb::FollowMe => "follow me".to_owned(),
        Verb::Rally => "rally".to_owned(),
        Verb::Enter(_) => "come upon the table".to_owned(),
        Verb::Retire => "retire from the field".to_owned(),
    }
}

fn charge(state: &State, names: &Names, order: &Charge) -> String {
    let targets: Vec<String> = order.targets.iter().map(|one| target(names, one)).collect();
    let first =
        order.first.first().map_or(String::new(), |task| format!("{}, then ", way(state, names, task)));
    format!("{first}charge {}", targets.join(", then "))
}

fn target(names: &Names, target: &Target) -> String {
    match target {
        Target::Unit(unit) => unit_name(names, *unit),
        Target::Closest => "the closest enemy".to_owned(),
        Target::Front => "any enemy to your front".to_owned(),
        Target::Zone(_) => "any enemy there".to_owned(),
    }
}

/// Where a task leads.
fn way(state: &State, names: &Names, task: &Task) -> String {
    let mut stood =
        state.units.get(task.unit.index()).filter(|unit| unit.is_on_table()).map(|unit| unit.rect);
    let legs: Vec<String> = task
        .way
        .iter()
        .map(|leg| match leg {
            Leg::Go(pose) => gone(&mut stood, pose),
            Leg::Form(reform) => format!("form {}", reform.to.name()),
            Leg::Enter(block) => format!("go into {}", block_name(names, *block)),
            Leg::Shelter(wedge) => format!("take shelter within {}", unit_name(names, *wedge)),
        })
        .collect();
    if legs.is_empty() { "stay".to_owned() } else { legs.join(", ") }
}

/// A part of a way as somebody in the unit would say it.
fn gone(stood: &mut Option<Rect>, pose: &Pose) -> String {
    let Some(rect) = stood else { return format!("go to {}", at(pose)) };
    let (ahead, aside) = rect.local(pose.at);
    let turned = rect.pose.facing.turn_to(pose.facing);
    let about = (turned.abs() - std::f64::consts::PI).abs() < 0.02;
    let mut words = Vec::new();
    if about {
        words.push("turn about".to_owned());
        let (ahead, _) = rect.local(pose.at + rect.pose.facing.vector() * rect.depth);
        if ahead.abs() > 1.0 {
            words.push(format!("go {}", length(ahead.abs())));
        }
    } else {
        if ahead.abs() > 1.0 {
            words.push(format!(
                "{} {}",
                if ahead > 0.0 { "advance" } else { "fall back" },
                length(ahead.abs())
            ));
        }
        if aside.abs() > 1.0 {
            words.push(format!(
                "{} to the {}",
                length(aside.abs()),
                if aside > 0.0 { "right" } else { "left" }
            ));
        }
        if turned.abs() > 0.01 {
            let degrees = (turned.abs().to_degrees() * 10.0).round() / 10.0;
            words.push(format!("turn {degrees}° to the {}", if turned > 0.0 { "right" } else { "left" }));
        }
    }
    *rect = rect.with_pose(*pose);
    if words.is_empty() { "stay".to_owned() } else { words.join(", ") }
}

pub fn prompt(_state: &State, names: &Names, prompt: &Prompt) -> String {
    let unit = |id: &UnitId| unit_name(names, *id);
    match prompt {
        Prompt::SetUp(SetUpPrompt::DrawUp { waiting }) if waiting.is_empty() => {
            "Draw up: move whom you want within your zone, then say that all stands".to_owned()
        }
        Prompt::SetUp(SetUpPrompt::DrawUp { waiting }) => {
            format!("Draw up: {} must be placed", units(names, *waiting))
        }
        Prompt::SetUp(SetUpPrompt::FirstTurn) => "You rolled higher: do you take the first turn?".to_owned(),
        Prompt::Command(prompt) => command_prompt(names, prompt),
        Prompt::Charge(ChargePrompt::Respond { unit: id, charger }) => {
            let asked = agreed(&unit(id), "does");
            format!("{} {}: what {asked} {} do?", does(&unit(charger), "charges"), unit(id), unit(id))
        }
        Prompt::Charge(ChargePrompt::Reroll { commander, unit: id, total, leadership }) => format!(
            "{} rolled {total} against {leadership} for {} to evade: does he roll again?",
            commander_name(names, *commander),
            unit(id)
        ),
        Prompt::Charge(ChargePrompt::Evades { units: set, charger }) => {
            format!("{} evade from {}: who is first?", units(names, *set), unit(charger))
        }
        Prompt::Ranged(RangedPrompt::Shoot { .. }) => "Who shoots?".to_owned(),
        Prompt::Ranged(RangedPrompt::Traverse { mover, shooters }) => {
            format!("{} crosses the front of {}: who shoots?", unit(mover), units(names, *shooters))
        }
        Prompt::Ranged(RangedPrompt::Test { units: set }) => {
            format!("Who tests next: {}?", units(names, *set))
        }
        Prompt::Fight(prompt) => fight_prompt(names, prompt),
        Prompt::Breaks(BreaksPrompt::HoldOrRetreat { unit: id }) => {
            let wavers = does(&unit(id), "wavers");
            format!("{wavers}: hold the ground, disordered, or retreat in good order?")
        }
        Prompt::Commander(prompt) => match prompt {
            CommanderPrompt::Refuge { commander, .. } => {
                format!("With whom does {} take refuge?", commander_name(names, *commander))
            }
            CommanderPrompt::Reserve { commander } => {
                format!("{} has fallen: where does his successor appear?", commander_name(names, *commander))
            }
            CommanderPrompt::Move { .. } => "Where do your commanders go?".to_owned(),
        },
        Prompt::Scenario(prompt) => battles::prompt(names, prompt),
        Prompt::Again { unit: id, what } => format!("Would {} roll {} again?", unit(id), second(*what)),
    }
}

fn command_prompt(names: &Names, prompt: &CommandPrompt) -> String {
    match prompt {
        CommandPrompt::Initiative { .. } => "Who moves on its own initiative?".to_owned(),
        CommandPrompt::Orders { commanders, .. } => {
            let named: Vec<String> = commanders.iter().map(|id| commander_name(names, id)).collect();
            format!("What do you order? {} may still speak", named.join(", "))
        }
        CommandPrompt::Reroll { commander, total, leadership } => format!(
            "{} rolled {total} against {leadership}: does he roll again?",
            commander_name(names, *commander)
        ),
        CommandPrompt::NextUnit { units: set } => format!("Who moves next: {}?", units(names, *set)),
        CommandPrompt::Step { unit, left } => {
            let name = unit_name(names, *unit);
            format!("What {} {name} do with the next move? {left} left", agreed(&name, "does"))
        }
        CommandPrompt::Retire { units: set } => format!("Who retires next: {}?", units(names, *set)),
        CommandPrompt::Ends { unit, facing } => format!(
            "{} not reach the goal, and would stop facing {}: turn there?",
            does(&unit_name(names, *unit), "does"),
            compass(*facing)
        ),
    }
}

fn fight_prompt(names: &Names, prompt: &FightPrompt) -> String {
    let unit = |id: &UnitId| unit_name(names, *id);
    match prompt {
        FightPrompt::Engagement { .. } => "Which engagement is fought next?".to_owned(),
        FightPrompt::Join { .. } => "Does a commander join the fight?".to_owned(),
        FightPrompt::Declare { unit: id, .. } => {
            format!("How {} {} fight this round?", agreed(&unit(id), "does"), unit(id))
        }
        FightPrompt::Share { unit: id, .. } => {
            format!("Whom {} {} support with the odd dice?", agreed(&unit(id), "does"), unit(id))
        }
        FightPrompt::Excess { unit: id, .. } => {
            format!("{} taken more than can be borne: who takes the rest?", does(&unit(id), "has"))
        }
        FightPrompt::Test { units: set } => format!("Who tests next: {}?", units(names, *set)),
        FightPrompt::Demand { unit: id, dice } => {
            format!("{} rolled {} and {}: must the higher die be rolled again?", unit(id), dice[0], dice[1])
        }
        FightPrompt::StepAside { unit: id, friend } => {
            let asked = agreed(&unit(friend), "does");
            format!("{} ground: {asked} {} step aside?", does(&unit(id), "gives"), unit(friend))
        }
        FightPrompt::Victors { units: set } => format!("What do the victors do: {}?", units(names, *set)),
    }
}
