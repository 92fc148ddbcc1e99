//! `rash`: a quick scripted player. It forms a line, marches on the enemy, charges where the odds are good, lets
//! skirmishers shoot and evade, and sends its commanders where they can mend most.

mod charge;
mod deploy;
mod joint;
mod march;
mod worth;

use crate::player::Player;
use aelian_dice::Sampler;
use aelian_fog_ancients::align::{AlignChoice, AlignPrompt};
use aelian_fog_ancients::combat::{CombatChoice, CombatPrompt};
use aelian_fog_ancients::impact::{ImpactChoice, ImpactPrompt};
use aelian_fog_ancients::movement::{Answer, MovementChoice, MovementPrompt};
use aelian_fog_ancients::rout::{AtEdge, RoutChoice, RoutPrompt};
use aelian_fog_ancients::setup::{SetUpChoice, SetUpPrompt};
use aelian_fog_ancients::{Choice, Look, Prompt, Rules, State};
use aelian_game::{Drawn, Ruleset, Side};

#[derive(Debug)]
pub struct Rash {
    sampler: Sampler,
}

impl Rash {
    pub fn new(sampler: Sampler) -> Rash {
        Rash { sampler }
    }

    /// The scripted answer, if there is one to this prompt.
    fn scripted(&mut self, look: Look<'_>, side: Side, prompt: &Prompt) -> Option<Choice> {
        match prompt {
            Prompt::SetUp(prompt) => self.set_up(look, side, prompt).map(Choice::SetUp),
            Prompt::Impact(prompt) => impact(look, side, prompt),
            Prompt::Movement(prompt) => movement(look, side, prompt).map(Choice::Movement),
            Prompt::Align(prompt) => align(look, prompt),
            Prompt::Combat(prompt) => combat(look, prompt),
            Prompt::Rout(RoutPrompt::Evade { .. }) => charge::evade(look, side),
            Prompt::Rout(prompt) => rout(look, prompt).map(Choice::Rout),
            Prompt::Joint(prompt) => joint::answer(look, side, prompt).map(Choice::Joint),
            Prompt::Shooting(_) | Prompt::Cohesion(_) => None,
        }
    }

    fn set_up(&mut self, look: Look<'_>, side: Side, prompt: &SetUpPrompt) -> Option<SetUpChoice> {
        match prompt {
            SetUpPrompt::Markers => Some(SetUpChoice::Markers(Vec::new())),
            SetUpPrompt::Marches => Some(SetUpChoice::Marches(Vec::new())),
            SetUpPrompt::Deploy { groups } => deploy::batch(look, side, *groups).map(SetUpChoice::Deploy),
            SetUpPrompt::Dismount { .. } => Some(SetUpChoice::Dismount(Default::default())),
            _ => None,
        }
    }
}

impl Player<Rules> for Rash {
    fn choose(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Choice> {
        self.answer(rules, state, side, prompt).map(|drawn| drawn.choice)
    }

    fn answer(&mut self, rules: &Rules, state: &State, side: Side, prompt: &Prompt) -> Option<Drawn<Rules>> {
        if let Some(choice) = self.scripted(Look::new(rules, state), side, prompt) {
            let verdict = rules.check(state, &choice);
            if verdict.is_legal() {
                return Some(Drawn { choice, plan: verdict.plan });
            }
        }
        rules.draw(state, &mut self.sampler)
    }
}

fn impact(look: Look<'_>, side: Side, prompt: &ImpactPrompt) -> Option<Choice> {
    let choice = match prompt {
        ImpactPrompt::Declare => charge::best(look, side),
        ImpactPrompt::EvadeOrStand { group, by, .. } => {
            ImpactChoice::EvadeOrStand { group: *group, evade: charge::should_evade(look, *group, *by) }
        }
        ImpactPrompt::Intercept { .. } => charge::interception(look),
        ImpactPrompt::Evade { .. } => return charge::evade(look, side),
        _ => return None,
    };
    Some(Choice::Impact(choice))
}

fn movement(look: Look<'_>, side: Side, prompt: &MovementPrompt) -> Option<MovementChoice> {
    Some(match prompt {
        MovementPrompt::Moves => march::next_move(look, side),
        MovementPrompt::SimpleOrStay { .. } => MovementChoice::Stay,
        MovementPrompt::SecondMove { who } => march::second_move(look, *who),
        MovementPrompt::CornerAnswer { group, .. } | MovementPrompt::SideAnswer { group, .. } => {
            let light = look.state.group(*group).is_skirmishers();
            MovementChoice::Answer(if light { Answer::EvadeToRear } else { Answer::TurnBases })
        }
        MovementPrompt::Caught { .. } | MovementPrompt::GoOn { .. } | MovementPrompt::RideOn { .. } => {
            return None;
        }
    })
}

fn align(look: Look<'_>, prompt: &AlignPrompt) -> Option<Choice> {
    match prompt {
        // Every group that can be brought into order again is.
        AlignPrompt::Reform { group } => {
            let like = look.state.bases_of(*group).next()?;
            Some(Choice::Align(AlignChoice::Reform { group: *group, like }))
        }
        AlignPrompt::Conform { group, .. } => {
            Some(Choice::Align(AlignChoice::Conform { group: *group, way: 0 }))
        }
        // Any feeding that is offered brings more bases to bear.
        AlignPrompt::Feed => {
            let mut proposals = Vec::new();
            look.rules.propose(look.state, aelian_game::Want::All, &mut proposals);
            proposals.into_iter().find(|choice| matches!(choice, Choice::Align(AlignChoice::Feed { .. })))
        }
    }
}

fn combat(look: Look<'_>, prompt: &CombatPrompt) -> Option<Choice> {
    match prompt {
        CombatPrompt::FrontRank { commander, group, places } => {
            let displaced = places.first().copied().filter(|_| worth::is_worth_leading(look, *group));
            Some(Choice::Combat(CombatChoice::FrontRank { commander: *commander, displaced }))
        }
        CombatPrompt::Pair { ways } => {
            ways.first().cloned().map(|way| Choice::Combat(CombatChoice::Pair(way)))
        }
        _ => None,
    }
}

fn rout(look: Look<'_>, prompt: &RoutPrompt) -> Option<RoutChoice> {
    Some(match prompt {
        RoutPrompt::Pursue { group } => {
            RoutChoice::Pursue { group: *group, pursue: look.state.group(*group).is_shock() }
        }
        RoutPrompt::AtEdge { .. } => RoutChoice::AtEdge(AtEdge::RunAlong),
        RoutPrompt::AtGround { .. } => RoutChoice::AtGround { stop: true },
        RoutPrompt::AtEnemy { group, enemy, .. } => {
            RoutChoice::AtEnemy { halt: worth::of_charge(look, *group, *enemy) < 0.0 }
        }
        RoutPrompt::Meet { group, by, .. } => RoutChoice::Meet {
            evade: charge::should_evade(look, *group, aelian_fog_ancients::GroupSet::one(*by)),
        },
        _ => return None,
    })
}
