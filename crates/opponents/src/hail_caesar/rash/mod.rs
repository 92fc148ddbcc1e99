//! `rash`: a quick scripted player. His divisions march at the enemy together, or at what the battle is about; they charge
//! what they can hope to beat with their neighbours in support, shoot whenever they can, and rally what is about to break.

mod aims;
mod answers;
mod march;
mod orders;
mod worth;

use crate::player::Player;
use aelian_dice::Sampler;
use aelian_game::{Drawn, Ruleset, Side};
use aelian_hail_caesar::command::{self, CommandChoice, CommandPrompt};
use aelian_hail_caesar::ranged::RangedChoice;
use aelian_hail_caesar::{Choice, CommanderId, Look, Prompt, Rules, State, UnitId, UnitSet};

#[derive(Debug)]
pub struct Rash {
    sampler: Sampler,
}

impl Rash {
    pub fn new(sampler: Sampler) -> Rash {
        Rash { sampler }
    }
}

/// Answers worth a try, the best first.
fn wishes(look: Look<'_>, prompt: &Prompt) -> Vec<Choice> {
    match prompt {
        Prompt::Command(prompt) => commanded(look, prompt).into_iter().map(Choice::Command).collect(),
        other => answers::of(look, other),
    }
}

fn commanded(look: Look<'_>, prompt: &CommandPrompt) -> Vec<CommandChoice> {
    match prompt {
        CommandPrompt::Initiative { units } => initiative(look, *units),
        CommandPrompt::Orders { commanders, .. } => {
            let commanders: Vec<CommanderId> = commanders.iter().collect();
            orders::next(look, &commanders)
        }
        // HC-GEN-03: a failure is rolled again.
        CommandPrompt::Reroll { total, leadership, .. } => vec![CommandChoice::Reroll(total > leadership)],
        // HC-INTENT-14: it stops as it was told.
        CommandPrompt::Ends { facing, .. } => vec![CommandChoice::Ends(*facing)],
        CommandPrompt::NextUnit { units } => foremost_first(look, *units),
        _ => Vec::new(),
    }
}

/// HC-CMD-05: those in front go first and are in nobody's way.
fn foremost_first(look: Look<'_>, units: UnitSet) -> Vec<CommandChoice> {
    orders::foremost(look, units).take(1).map(CommandChoice::Moves).collect()
}

/// HC-INIT-01: whoever can charge to advantage with a single move does.
fn initiative(look: Look<'_>, units: UnitSet) -> Vec<CommandChoice> {
    let aim = |unit: UnitId| aims::of(look, look.commander_of(unit));
    let best = orders::best_charge(look, units, 1, aim);
    let charge = best.map(|(unit, target)| CommandChoice::Initiative { unit, verb: orders::at(target) });
    charge.into_iter().chain([CommandChoice::EndInitiative]).collect()
}

/// Whether the rules allow it; of orders without a picture of what would come of them.
fn is_legal(look: Look<'_>, choice: &Choice) -> bool {
    match choice {
        Choice::Command(choice) => command::allows(look, choice),
        // These are the rules' own words.
        Choice::Ranged(RangedChoice::Shoot { .. }) => true,
        other => look.rules.check(look.state, other).is_legal(),
    }
}

impl Player<Rules> for Rash {
    fn choose(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Choice> {
        self.answer(rules, state, side, prompt).map(|drawn| drawn.choice)
    }

    fn answer(&mut self, rules: &Rules, state: &State, _side: Side, prompt: &Prompt) -> Option<Drawn<Rules>> {
        let look = Look::new(rules, state);
        let legal = wishes(look, prompt).into_iter().find(|choice| is_legal(look, choice));
        // It has been judged: there is nothing to plan that a second judgement would find.
        let drawn = legal.map(|choice| Drawn { choice, plan: Some(()) });
        drawn.or_else(|| rules.draw(state, &mut self.sampler))
    }
}
