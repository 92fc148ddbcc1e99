//! The contract: dispatch only. Each chapter answers for its stage and for the steps it leaves pending.

use crate::choice::{Choice, Ghost, Prompt};
use crate::command::orders::Weighed;
use crate::event::{self, Event};
use crate::fact::Fact;
use crate::rules::{Look, Rules};
use crate::setup::{self, Setup};
use crate::state::{Pending, Stage, State};
use crate::{combat, command, foreign, impetuous, morale, movement, outcome, shooting, weather};
use aelian_dice::{NeedRoll, Sampler};
use aelian_game::{Author, Cx, Drawn, Next, Proposals, Ruleset, Started, Verdict, Viewer, Want};
use aelian_rulebook::Reason;

/// The part of the rules that has the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chapter {
    SetUp,
    Weather,
    Command,
    Movement,
    Impetuous,
    Shooting,
    Combat,
    Outcome,
    Morale,
}

impl Chapter {
    /// The topmost pending step, or else the stage, says whose turn it is; none when the battle is over.
    fn of(state: &State) -> Option<Chapter> {
        if let Some(pending) = state.pending.last() {
            return Some(match pending {
                Pending::Align { .. }
                | Pending::Conform { .. }
                | Pending::RevealRest { .. }
                | Pending::GoOn { .. } => Chapter::Movement,
                Pending::Rush(_) | Pending::Separate { .. } => Chapter::Impetuous,
                Pending::Shot { .. } => Chapter::Shooting,
                Pending::Retreat(_) | Pending::OthersRecoil { .. } | Pending::Pursuit { .. } => {
                    Chapter::Outcome
                }
            });
        }
        Some(match state.stage {
            Stage::SetUp => Chapter::SetUp,
            Stage::Weather | Stage::TimeOfDay => Chapter::Weather,
            Stage::Pigs | Stage::Moves => Chapter::Command,
            Stage::Impetuous => Chapter::Impetuous,
            Stage::Shooting => Chapter::Shooting,
            Stage::CloseCombat => Chapter::Combat,
            Stage::Morale => Chapter::Morale,
            Stage::Over(_) => return None,
        })
    }
}

impl Ruleset for Rules {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Choice = Choice;
    type Event = Event;
    type Fact = Fact;
    type Ghost = Ghost;
    type Plan = Box<Weighed>;

    const GAME: &'static str = "blood-and-blades";
    const FORMAT: u32 = 1;

    fn start(setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
        setup::start(setup)
    }

    fn next(&self, state: &State) -> Next<Prompt, Choice> {
        let look = Look::new(self, state);
        if let Stage::Over(ending) = state.stage {
            return Next::Over(ending);
        }
        match Chapter::of(state) {
            Some(Chapter::SetUp) => setup::next(look),
            Some(Chapter::Weather) => weather::next(look),
            Some(Chapter::Command) => command::next(look),
            Some(Chapter::Movement) => movement::next(look),
            Some(Chapter::Impetuous) => impetuous::next(look),
            Some(Chapter::Shooting) => shooting::next(look),
            Some(Chapter::Combat) => combat::next(look),
            Some(Chapter::Outcome) => outcome::next(look),
            Some(Chapter::Morale) | None => morale::next(look),
        }
    }

    fn author(choice: &Choice) -> Author {
        match choice {
            Choice::Concede { side } => Author::Side(*side),
            Choice::TimeOut => Author::House,
            _ => Author::Asked,
        }
    }

    fn check(&self, state: &State, choice: &Choice) -> Verdict<Rules> {
        let look = Look::new(self, state);
        if matches!(choice, Choice::Concede { .. } | Choice::TimeOut) {
            return morale::check(look, choice);
        }
        match Chapter::of(state) {
            Some(Chapter::SetUp) => setup::check(look, choice),
            Some(Chapter::Weather) => weather::check(look, choice),
            Some(Chapter::Command) => command::check(look, choice),
            Some(Chapter::Movement) => movement::check(look, choice),
            Some(Chapter::Impetuous) => impetuous::check(look, choice),
            Some(Chapter::Shooting) => shooting::check(look, choice),
            Some(Chapter::Combat) => combat::check(look, choice),
            Some(Chapter::Outcome) => outcome::check(look, choice),
            Some(Chapter::Morale) | None => morale::check(look, choice),
        }
    }

    fn resolve(
        &self,
        cx: &mut Cx<'_, Rules>,
        choice: &Choice,
        plan: Option<Box<Weighed>>,
    ) -> Result<(), NeedRoll> {
        if matches!(choice, Choice::Concede { .. } | Choice::TimeOut) {
            return morale::resolve(cx, choice);
        }
        match Chapter::of(cx.state()) {
            Some(Chapter::SetUp) => setup::resolve(cx, choice),
            Some(Chapter::Weather) => weather::resolve(cx, choice),
            Some(Chapter::Command) => command::resolve(cx, choice, plan),
            Some(Chapter::Movement) => movement::resolve(cx, choice),
            Some(Chapter::Impetuous) => impetuous::resolve(cx, choice),
            Some(Chapter::Shooting) => shooting::resolve(cx, choice),
            Some(Chapter::Combat) => combat::resolve(cx, choice),
            Some(Chapter::Outcome) => outcome::resolve(cx, choice),
            Some(Chapter::Morale) | None => morale::resolve(cx, choice),
        }
    }

    fn fits(state: &State, event: &Event) -> bool {
        foreign::fits(state, event)
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn propose(&self, state: &State, want: Want<'_>, out: &mut Proposals<Rules>) {
        let look = Look::new(self, state);
        match Chapter::of(state) {
            Some(Chapter::SetUp) => setup::propose(look, want, out),
            Some(Chapter::Weather) => out.push(Choice::Proceed),
            Some(Chapter::Command) => command::propose(look, want, out),
            Some(Chapter::Movement) => movement::propose(look, want, out),
            Some(Chapter::Impetuous) => impetuous::propose(look, want, out),
            Some(Chapter::Shooting) => shooting::propose(look, want, out),
            Some(Chapter::Combat) => combat::propose(look, want, out),
            Some(Chapter::Outcome) => outcome::propose(look, want, out),
            Some(Chapter::Morale) => out.push(Choice::Proceed),
            None => {}
        }
    }

    /// Orders are planned to be judged, and so have a plan.
    fn draw(&self, state: &State, sampler: &mut Sampler) -> Option<Drawn<Rules>> {
        if Chapter::of(state) == Some(Chapter::Command) {
            return command::draw(Look::new(self, state), sampler);
        }
        Drawn::proposed(self, state, sampler)
    }

    fn view(&self, state: &State, viewer: Viewer) -> State {
        setup::view(self, state, viewer)
    }

    fn setup_for(setup: &Setup, viewer: Viewer) -> Setup {
        setup::setup_for(setup, viewer)
    }

    fn start_for(setup: &Setup, viewer: Viewer) -> Started<Rules> {
        setup::start_for(setup, viewer)
    }

    fn event_for(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        setup::event_for(self, before, event, viewer)
    }

    fn may_know(&self, before: &State, choice: &Choice, viewer: Viewer) -> bool {
        setup::may_know(before, choice, viewer)
    }

    fn reveals(event: &Event) -> bool {
        matches!(event, Event::Revealed(_))
    }

    fn longest(&self) -> u32 {
        20_000
    }
}
