//! `rash`: a quick scripted player. His divisions march at the enemy together, charge what they can hope to beat with
//! their neighbours in support, shoot whenever they can, and rally what is about to break.

mod answers;
mod orders;
mod worth;

use crate::player::Player;
use aelian_dice::Sampler;
use aelian_game::{Drawn, Ruleset, Side};
use aelian_hail_caesar::command::{CommandChoice, CommandPrompt};
use aelian_hail_caesar::{Choice, CommanderId, Look, Prompt, Rules, State, UnitSet};

#[derive(Debug)]
pub struct Rash {
    sampler: Sampler,
}

impl Rash {
    pub fn new(sampler: Sampler) -> Rash {
        Rash { sampler }
    }

    /// Answers worth a try, the best first.
    fn wishes(&self, look: Look<'_>, prompt: &Prompt) -> Vec<Choice> {
        match prompt {
            Prompt::Command(prompt) => command(look, prompt).into_iter().map(Choice::Command).collect(),
            other => answers::of(look, other),
        }
    }
}

fn command(look: Look<'_>, prompt: &CommandPrompt) -> Vec<CommandChoice> {
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
        _ => Vec::new(),
    }
}

/// HC-INIT-01: whoever can charge to advantage with a single move does.
fn initiative(look: Look<'_>, units: UnitSet) -> Vec<CommandChoice> {
    let mut charges: Vec<(f64, CommandChoice)> = Vec::new();
    for unit in units.iter() {
        if let Some((worth, target)) = orders::best_charge(look, unit, 1) {
            charges.push((worth, CommandChoice::Initiative { unit, verb: orders::at(target) }));
        }
    }
    charges.sort_by(|one, other| other.0.total_cmp(&one.0));
    charges
        .into_iter()
        .map(|(_, choice)| choice)
        .chain(std::iter::once(CommandChoice::EndInitiative))
        .collect()
}

impl Player<Rules> for Rash {
    fn choose(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Choice> {
        self.answer(rules, state, side, prompt).map(|drawn| drawn.choice)
    }

    fn answer(&mut self, rules: &Rules, state: &State, _side: Side, prompt: &Prompt) -> Option<Drawn<Rules>> {
        let wishes = self.wishes(Look::new(rules, state), prompt);
        let legal = wishes.into_iter().find(|choice| rules.check(state, choice).is_legal());
        legal.map(Drawn::plain).or_else(|| rules.draw(state, &mut self.sampler))
    }
}
