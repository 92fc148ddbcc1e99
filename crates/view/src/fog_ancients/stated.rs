//! What goes without saying in a written case of Field of Glory Ancients.

use super::words;
use crate::case::{Faults, Stated, Tree};
use crate::told::Names;
use aelian_fog_ancients::align::AlignChoice;
use aelian_fog_ancients::impact::{ImpactChoice, ImpactPrompt};
use aelian_fog_ancients::joint::{JointChoice, JointPrompt};
use aelian_fog_ancients::movement::{MovementChoice, MovementPrompt};
use aelian_fog_ancients::setup::{Adjustment, SetUpChoice, SetUpPrompt, Setup};
use aelian_fog_ancients::stage::{Phase, Stage};
use aelian_fog_ancients::{Choice, GroupSet, Prompt, Rules, State};
use aelian_game::{Ruleset as _, Want};
use serde_json::{Map, Value};

impl Stated for Rules {
    const CASES_RUN_ON: bool = true;

    fn case_setup(tree: &Tree<'_>, keys: Map<String, Value>) -> Result<(Setup, Names), Faults> {
        super::case::setup(tree, keys)
    }

    fn case_choice(choice: Value) -> Value {
        super::spelling::choice(choice)
    }

    /// Before the battle: no adjustment, no works, a camp in a corner at the rear, no markers, no marches, nobody on foot.
    fn left_out(&self, state: &State, prompt: &Prompt, _wanted: &Choice) -> Option<Choice> {
        let Prompt::SetUp(prompt) = prompt else { return None };
        Some(Choice::SetUp(match prompt {
            SetUpPrompt::Adjust { .. } => SetUpChoice::Adjust(Adjustment::Leave),
            SetUpPrompt::Fortify { .. } => SetUpChoice::Fortify(Vec::new()),
            SetUpPrompt::Camp => {
                let mut camps = Vec::new();
                self.propose(state, Want::All, &mut camps);
                return camps.into_iter().next();
            }
            SetUpPrompt::Markers => SetUpChoice::Markers(Vec::new()),
            SetUpPrompt::Marches => SetUpChoice::Marches(Vec::new()),
            SetUpPrompt::Dismount { .. } => SetUpChoice::Dismount(GroupSet::EMPTY),
            _ => return None,
        }))
    }

    fn is_past(&self, state: &State, choice: &Choice) -> bool {
        let (phase, stage) = match choice {
            Choice::Impact(ImpactChoice::EndDeclarations) => (Phase::Impact, Stage::DeclareCharges),
            Choice::Impact(ImpactChoice::EndInterceptions) => (Phase::Impact, Stage::Interceptions),
            Choice::Align(AlignChoice::EndFeeding) => (Phase::Manoeuvre, Stage::FeedAnswer),
            Choice::Movement(MovementChoice::EndMoves) => (Phase::Manoeuvre, Stage::Moves),
            Choice::Joint(JointChoice::EndCommanders) => (Phase::Joint, Stage::CommandersAnswer),
            Choice::Joint(JointChoice::EndRallies) => (Phase::Joint, Stage::RallyAnswer),
            _ => return false,
        };
        let at = |stage: Stage| phase.stages().iter().position(|one| *one == stage);
        let next_turn = phase == Phase::Joint && state.phase == Phase::Impact;
        next_turn || state.phase > phase || (state.phase == phase && at(state.stage) > at(stage))
    }

    fn is_for(choice: &Choice, prompt: &Prompt) -> bool {
        match (prompt, choice) {
            (Prompt::Impact(prompt), Choice::Impact(choice)) => is_for_impact(choice, prompt),
            (Prompt::Movement(prompt), Choice::Movement(choice)) => is_for_movement(choice, prompt),
            (Prompt::Joint(prompt), Choice::Joint(choice)) => is_for_joint(choice, prompt),
            (Prompt::SetUp(_), Choice::SetUp(_))
            | (Prompt::Align(_), Choice::Align(_))
            | (Prompt::Shooting(_), Choice::Shooting(_))
            | (Prompt::Combat(_), Choice::Combat(_))
            | (Prompt::Cohesion(_), Choice::Cohesion(_))
            | (Prompt::Rout(_), Choice::Rout(_)) => true,
            _ => false,
        }
    }

    fn case_moment(&self, state: &State) -> String {
        format!("{}, {:?}", words::turn(state), state.phase)
    }
}

fn is_for_impact(choice: &ImpactChoice, prompt: &ImpactPrompt) -> bool {
    use ImpactChoice as C;
    match prompt {
        ImpactPrompt::Declare => matches!(choice, C::Declare { .. } | C::EndDeclarations),
        ImpactPrompt::EvadeOrStand { .. } => matches!(choice, C::EvadeOrStand { .. }),
        ImpactPrompt::Intercept { .. } => matches!(choice, C::Intercept { .. } | C::EndInterceptions),
        ImpactPrompt::MoveCharges { .. } => matches!(choice, C::MoveCharge { .. }),
        ImpactPrompt::Chase { .. } => matches!(choice, C::Chase { .. }),
        ImpactPrompt::StepInto { .. } => matches!(choice, C::StepInto { .. }),
        ImpactPrompt::TurnBase { .. } => matches!(choice, C::TurnBase { .. }),
        ImpactPrompt::Evade { .. } => matches!(choice, C::Evade(_)),
    }
}

fn is_for_movement(choice: &MovementChoice, prompt: &MovementPrompt) -> bool {
    use MovementChoice as C;
    use MovementPrompt as P;
    match prompt {
        P::Moves => matches!(choice, C::Move(_) | C::Commander(_) | C::Reveal { .. } | C::EndMoves),
        P::SimpleOrStay { .. } | P::SecondMove { .. } | P::GoOn { .. } => {
            matches!(choice, C::Move(_) | C::Stay)
        }
        P::CornerAnswer { .. } | P::SideAnswer { .. } => matches!(choice, C::Answer(_)),
        P::Caught { .. } | P::RideOn { .. } => matches!(choice, C::Commander(_) | C::Stay),
    }
}

fn is_for_joint(choice: &JointChoice, prompt: &JointPrompt) -> bool {
    use JointChoice as C;
    match prompt {
        JointPrompt::Stop { .. } => matches!(choice, C::TryToStop { .. } | C::GoOn { .. }),
        JointPrompt::Commanders => matches!(choice, C::Commander(_) | C::EndCommanders),
        JointPrompt::Rally => matches!(choice, C::Rally { .. } | C::EndRallies),
        JointPrompt::AfterRally { .. } => matches!(choice, C::StayBehind { .. } | C::RoutAlong { .. }),
    }
}
