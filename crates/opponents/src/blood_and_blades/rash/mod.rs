//! `rash`: a quick scripted player. It marches on the enemy in line, fights where the odds are good or it has
//! waited long enough, and halts its impetuous troops only before a bad fight.

mod advance;
mod answers;
mod bodies;
mod charge;
mod deploy;
mod halt;
mod orders;
mod worth;

use crate::player::Player;
use aelian_blood_and_blades::state::Answer;
use aelian_blood_and_blades::{Choice, Look, Prompt, Rules, State};
use aelian_dice::Sampler;
use aelian_game::{Drawn, Ruleset, Side, Want};
use answers::FightOrder;
use orders::Plan;
use worth::Matchups;

/// How many proposals are drawn where this player looks for the best of a few.
const FEW: u16 = 4;

#[derive(Debug)]
pub struct Rash {
    sampler: Sampler,
    proposals: Vec<Choice>,
    plan: Plan,
    fights: FightOrder,
    matchups: Matchups,
}

impl Rash {
    pub fn new(sampler: Sampler) -> Rash {
        Rash {
            sampler,
            proposals: Vec::new(),
            plan: Plan::default(),
            fights: FightOrder::default(),
            matchups: Matchups::default(),
        }
    }

    fn few(&mut self, look: Look<'_>) -> &[Choice] {
        self.proposals.clear();
        look.rules.propose(look.state, Want::Sample(FEW, &mut self.sampler), &mut self.proposals);
        &self.proposals
    }

    /// The scripted answer, if there is one to this prompt.
    fn scripted(&mut self, look: Look<'_>, side: Side, prompt: &Prompt) -> Option<Choice> {
        match prompt {
            Prompt::PickTerrain { .. } => answers::least_terrain(self.few(look)),
            Prompt::PlaceBaggage { .. } => answers::rearmost(look, self.few(look)),
            Prompt::DeployFirst => Some(Choice::DeployFirst(false)),
            Prompt::Ambush => Some(Choice::Ambush(Vec::new())),
            Prompt::Deploy { bases } => deploy::deployment(look, side, *bases),
            Prompt::Align { .. } => Some(Choice::Align(true)),
            Prompt::RevealRest => Some(Choice::RevealRest(!look.ambushers(side).is_empty())),
            Prompt::GoOn { .. } => Some(Choice::GoOn(true)),
            Prompt::Rush { .. } => {
                self.few(look);
                answers::best_rush(look, &self.proposals, &mut self.matchups)
            }
            Prompt::Target { shooter, options, .. } => answers::most_valuable(look, *options)
                .map(|target| Choice::Target { shooter: *shooter, target: Some(target) }),
            Prompt::NextShot { targets } => {
                answers::next_shot(look, side, *targets).map(|target| Choice::NextShot { target })
            }
            Prompt::Primary { shooters, .. } => {
                answers::best_shooter(look, *shooters).map(|shooter| Choice::Primary { shooter })
            }
            Prompt::MainOpponent { of, options } => answers::strongest_against(look, *of, *options)
                .map(|enemy| Choice::MainOpponent { of: *of, enemy }),
            Prompt::NextFight { fights } => {
                self.fights.best(look, side, fights).map(|(base, enemy)| Choice::NextFight { base, enemy })
            }
            Prompt::PassOrPush { base, .. } => Some(Choice::Answer(answers::pass_or_push(look, *base))),
            Prompt::AvoidDifficult { .. } => Some(Choice::Answer(Answer::AvoidDifficult)),
            Prompt::Pursue { base, least, most, must } => {
                Some(answers::pursuit(look, *base, (*least, *most), *must, &mut self.matchups))
            }
            Prompt::Orders { .. }
            | Prompt::NameSide { .. }
            | Prompt::Lay { .. }
            | Prompt::Separate { .. }
            | Prompt::RecoilNext { .. }
            | Prompt::FleeSide { .. } => None,
        }
    }
}

impl Player<Rules> for Rash {
    fn choose(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Choice> {
        self.answer(rules, state, side, prompt).map(|answer| answer.choice)
    }

    fn answer(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Drawn<Rules>> {
        let look = Look::new(rules, state);
        if let Prompt::Orders { pigs } = prompt {
            return Some(self.plan.next(look, side, *pigs, &mut self.matchups));
        }
        let answer = self.scripted(look, side, prompt).map(Drawn::plain);
        answer.or_else(|| rules.draw(state, &mut self.sampler))
    }
}
