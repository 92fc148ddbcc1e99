//! What a battle does when a turn ends.

use super::arrivals::done;
use super::script::Matter;
use super::{Battle, ScenarioChoice, damascus, gates, raid};
use crate::choice::{Choice, Prompt};
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next};

pub fn due(look: Look<'_>) -> Option<Matter> {
    match look.rules.battle? {
        Battle::BarbariansAtTheGates => gates::at_end(look),
        Battle::RoadToDamascus => damascus::at_end(look),
        Battle::BorderRaid => raid::at_end(look),
        _ => None,
    }
}

pub fn asked(look: Look<'_>, matter: Matter) -> Next<Prompt, Choice> {
    match raid::prompt(look, matter) {
        Some(prompt) => Next::Ask { side: look.active(), prompt: Prompt::Scenario(prompt) },
        None => Next::Forced(Choice::Proceed),
    }
}

pub fn carry(cx: &mut Cx<'_, Rules>, matter: Matter, choice: &Choice) -> Result<(), NeedRoll> {
    match (matter, raid::answer_of(choice)) {
        (Matter::Villa, _) => gates::decide(cx)?,
        (Matter::Objective, _) => damascus::decide(cx),
        (Matter::Sack, Some(ScenarioChoice::Sack { site, how })) => raid::sack(cx, *site, *how),
        _ => done(cx, matter),
    }
    Ok(())
}
