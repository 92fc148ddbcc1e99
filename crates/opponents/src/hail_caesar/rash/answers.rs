//! What `rash` answers outside of his own orders: to charges, in shooting and fighting, for his commanders.

use super::worth;
use aelian_game::{Ruleset, Want};
use aelian_geometry::{Vec2, on_grid};
use aelian_hail_caesar::breaks::BreaksChoice;
use aelian_hail_caesar::breaks::victors::Act;
use aelian_hail_caesar::charge::{ChargeChoice, ChargePrompt, Response};
use aelian_hail_caesar::command::Target;
use aelian_hail_caesar::commander::{CommanderChoice, CommanderPrompt};
use aelian_hail_caesar::fight::{FightChoice, FightPrompt};
use aelian_hail_caesar::ranged::{RangedChoice, RangedPrompt};
use aelian_hail_caesar::scenario::raid::{Sack, Site};
use aelian_hail_caesar::scenario::{ScenarioChoice, ScenarioPrompt};
use aelian_hail_caesar::setup::{SetUpChoice, SetUpPrompt};
use aelian_hail_caesar::{Choice, CommanderId, Look, Prompt, UnitId};

/// Answers worth a try, the best first.
pub fn of(look: Look<'_>, prompt: &Prompt) -> Vec<Choice> {
    match prompt {
        Prompt::SetUp(SetUpPrompt::DrawUp { .. }) => vec![Choice::SetUp(SetUpChoice::DrawnUp)],
        Prompt::SetUp(_) => vec![Choice::SetUp(SetUpChoice::GoFirst(true))],
        Prompt::Charge(prompt) => charge(look, prompt).into_iter().map(Choice::Charge).collect(),
        Prompt::Ranged(prompt) => ranged(look, prompt),
        Prompt::Fight(prompt) => fight(look, prompt),
        Prompt::Breaks(_) => vec![Choice::Breaks(BreaksChoice::HoldDisordered)],
        Prompt::Commander(CommanderPrompt::Move { commanders }) => {
            let moves = commanders.iter().filter_map(|id| to_his_troops(look, id));
            moves.chain(std::iter::once(CommanderChoice::Stay)).map(Choice::Commander).collect()
        }
        Prompt::Scenario(ScenarioPrompt::Spring(unit)) => {
            let near = look.enemy_within(*unit, 12.0);
            vec![Choice::Scenario(ScenarioChoice::Spring(near))]
        }
        // HS-RAID-27, HS-RAID-32: what holds loot is plundered first, all else is burnt.
        Prompt::Scenario(ScenarioPrompt::Sack(sites)) => {
            let sack = |site: Site, how: Sack| Choice::Scenario(ScenarioChoice::Sack { site, how });
            let ways = |site: &Site| match site {
                Site::LookoutPost => [sack(*site, Sack::Destroy), sack(*site, Sack::Plunder)],
                _ => [sack(*site, Sack::Plunder), sack(*site, Sack::Destroy)],
            };
            sites.iter().flat_map(ways).chain([Choice::Scenario(ScenarioChoice::Pass)]).collect()
        }
        // HS-RAID-02: horsemen first, level with the herd; the foot in the middle.
        Prompt::Scenario(ScenarioPrompt::BringOn(_)) => {
            let herd = look.state.script.raid.herd.map_or(0.0, |herd| herd.rect.centre().y);
            let mut found = proposals(look);
            found.sort_by_key(|choice| match choice {
                Choice::Scenario(ScenarioChoice::BringAt { division, along }) => {
                    let foot = look.members(*division).any(|unit| look.class(unit).is_infantry());
                    (false, foot, if foot { 0 } else { (f64::from(*along) - herd).abs() as u32 })
                }
                _ => (true, true, 0),
            });
            found
        }
        // Whoever may come comes.
        Prompt::Scenario(_) => {
            let mut found = proposals(look);
            found.sort_by_key(|choice| !matches!(choice, Choice::Scenario(ScenarioChoice::Bring(_))));
            found
        }
        Prompt::Again { .. } => vec![Choice::Again(true)],
        _ => proposals(look),
    }
}

fn proposals(look: Look<'_>) -> Vec<Choice> {
    let mut found = Vec::new();
    look.rules.propose(look.state, Want::All, &mut found);
    found
}

/// HC-RESP-01: light troops run, horsemen meet a charge, shooters shoot.
fn charge(look: Look<'_>, prompt: &ChargePrompt) -> Vec<ChargeChoice> {
    match prompt {
        ChargePrompt::Respond { unit, charger } => {
            let weaker = worth::charge(look, *charger, *unit) > 0.0;
            let order = if look.state.unit(*unit).is_open() && weaker {
                [Response::ParthianShot, Response::Evade, Response::ClosingShots, Response::Countercharge]
            } else {
                [Response::Countercharge, Response::TurnToFace, Response::ClosingShots, Response::Stand]
            };
            order.into_iter().chain([Response::Stand]).map(ChargeChoice::Respond).collect()
        }
        ChargePrompt::Reroll { total, leadership, .. } => vec![ChargeChoice::Reroll(total > leadership)],
        ChargePrompt::Evades { units, .. } => units.iter().map(ChargeChoice::Evades).collect(),
    }
}

/// Whoever can shoot does.
fn ranged(look: Look<'_>, prompt: &RangedPrompt) -> Vec<Choice> {
    match prompt {
        RangedPrompt::Traverse { shooters, .. } => {
            shooters.iter().map(|unit| Choice::Ranged(RangedChoice::Traverse(unit))).collect()
        }
        RangedPrompt::Test { units } => {
            units.iter().map(|unit| Choice::Ranged(RangedChoice::Test(unit))).collect()
        }
        RangedPrompt::Shoot { shooters } => {
            let shot = shooters.iter().find_map(|unit| {
                let aims = look.aims(unit).into_iter().next()?;
                Some(Choice::Ranged(RangedChoice::Shoot { unit, aims }))
            });
            shot.into_iter().chain([Choice::Ranged(RangedChoice::Done)]).collect()
        }
    }
}

fn fight(look: Look<'_>, prompt: &FightPrompt) -> Vec<Choice> {
    match prompt {
        FightPrompt::Join { ways } => {
            // HC-CRISK-01: nobody throws himself away with those who will break, and a general leads.
            let hopeful = |(commander, unit): &&(CommanderId, UnitId)| {
                !worth::is_spent(look, *unit) && !look.state.commander(*commander).general
            };
            let brave = ways.iter().find(hopeful);
            let join =
                brave.map(|(commander, unit)| FightChoice::Join { commander: *commander, unit: *unit });
            join.into_iter().chain([FightChoice::NobodyJoins]).map(Choice::Fight).collect()
        }
        // HC-CRISK-08: two attacks of his are worth the risk, three are not.
        FightPrompt::Declare { .. } => {
            let mut found = proposals(look);
            let rank = |choice: &Choice| match choice {
                Choice::Fight(FightChoice::Declare(declared)) => {
                    (declared.close, declared.attacks.abs_diff(2))
                }
                _ => (true, u8::MAX),
            };
            found.sort_by_key(rank);
            found
        }
        FightPrompt::Demand { dice, .. } => {
            vec![Choice::Fight(FightChoice::Demand(dice.iter().sum::<u8>() > 5))]
        }
        FightPrompt::StepAside { .. } => vec![Choice::Fight(FightChoice::StepAside(true))],
        FightPrompt::Victors { .. } => {
            let mut found = proposals(look);
            found.sort_by_key(|choice| std::cmp::Reverse(victory(look, choice)));
            found
        }
        _ => proposals(look),
    }
}

/// How much he likes what a victor may do.
fn victory(look: Look<'_>, choice: &Choice) -> i32 {
    let Choice::Fight(FightChoice::Victor { unit, act }) = choice else { return 0 };
    let pays = |target: &Target| match target {
        Target::Unit(enemy) => worth::charge(look, *unit, *enemy) > 0.5,
        _ => false,
    };
    match act {
        Act::SweepCharge { targets } if targets.iter().all(pays) => 5,
        Act::FollowUp { enemy } if worth::charge(look, *unit, *enemy) > -1.0 => 4,
        Act::Occupy { .. } => 3,
        Act::Stay => 2,
        _ => 1,
    }
}

/// HC-DIST-02: a commander keeps close behind the middle of his units.
fn to_his_troops(look: Look<'_>, commander: CommanderId) -> Option<CommanderChoice> {
    let own: Vec<UnitId> = look
        .on_table(look.side_of_commander(commander))
        .filter(|unit| look.commander_of(*unit) == commander)
        .collect();
    let count = own.len();
    if count == 0 {
        return None;
    }
    let behind = |unit: &UnitId| {
        let rect = look.rect(*unit);
        rect.pose.advanced(-rect.depth - look.inches(2.0)).at
    };
    let goal = own.iter().map(behind).fold(Vec2::ZERO, |sum, at| sum + at) / count as f64;
    let here = look.state.commander(commander).at;
    let way = goal - here;
    let far = way.length();
    if far < look.inches(3.0) {
        return None;
    }
    let part = (look.inches(23.0) / far).min(1.0);
    let aside = way.perp() * (look.inches(4.0) / far);
    // Straight, a little to either side of what stands there, or not so far.
    let goals =
        [here + way * part, here + way * part + aside, here + way * part - aside, here + way * part * 0.6];
    let moves = goals.map(|to| CommanderChoice::Move { commander, way: vec![on_grid(to)], join: None });
    moves
        .into_iter()
        .find(|choice| look.rules.check(look.state, &Choice::Commander(choice.clone())).is_legal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use aelian_game::Side;
    use aelian_hail_caesar::scenario::named;
    use aelian_hail_caesar::{Rules, State};

    /// HC-CJOIN-01, HC-CRISK-01: a general does not join a fight, and nobody joins those who are nearly broken.
    #[test]
    fn commanders_are_not_thrown_away() {
        let (rules, mut state) = Rules::start(&named("with-your-shield").unwrap().setup).unwrap();
        let of = |state: &State, general: bool| {
            let look = Look::new(&rules, state);
            let led = |id: &UnitId| state.commander(look.commander_of(*id)).general == general;
            let unit = look.on_table(Side::Red).find(led).unwrap();
            (look.commander_of(unit), unit)
        };
        let joins = |state: &State, way: (CommanderId, UnitId)| {
            fight(Look::new(&rules, state), &FightPrompt::Join { ways: vec![way] }).into_iter().next()
        };
        let nobody = Some(Choice::Fight(FightChoice::NobodyJoins));
        assert_eq!(joins(&state, of(&state, true)), nobody);
        let (commander, unit) = of(&state, false);
        let join = Some(Choice::Fight(FightChoice::Join { commander, unit }));
        assert_eq!(joins(&state, (commander, unit)), join);
        state.units[unit.index()].casualties = rules.card(unit).stats.stamina - 1;
        assert_eq!(joins(&state, (commander, unit)), nobody);
    }
}
