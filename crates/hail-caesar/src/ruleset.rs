//! The contract: dispatch only. Each chapter answers for its stages and for the steps it leaves pending.

use crate::choice::{Choice, Ghost, Prompt};
use crate::event::{self, Event};
use crate::fact::Fact;
use crate::flow::{self, Chapter};
use crate::rules::{Look, Rules};
use crate::setup::{self, Setup};
use crate::state::State;
use crate::{
    again, breaks, charge, command, commander, fight, foreign, ranged, recovery, scenario, secret, victory,
};
use aelian_dice::{NeedRoll, Sampler};
use aelian_game::{Author, Cx, Drawn, Next, Proposals, Ruleset, Started, Verdict, Viewer, Want};
use aelian_rulebook::Reason;

impl Ruleset for Rules {
    type Setup = Setup;
    type State = State;
    type Prompt = Prompt;
    type Choice = Choice;
    type Event = Event;
    type Fact = Fact;
    type Ghost = Ghost;
    type Plan = ();

    const GAME: &'static str = "hail-caesar";
    const FORMAT: u32 = 1;

    fn start(setup: &Setup) -> Result<(Rules, State), Vec<Reason<Fact>>> {
        setup::start(setup)
    }

    fn next(&self, state: &State) -> Next<Prompt, Choice> {
        if let Some(ending) = state.ending {
            return Next::Over(ending);
        }
        flow::asked(Look::new(self, state)).unwrap_or(Next::Forced(Choice::Proceed))
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
            return victory::check(look, choice);
        }
        if state.ending.is_some() {
            return flow::not_asked(choice);
        }
        if flow::goes_on(look, choice) {
            return Verdict::legal(Ghost::default());
        }
        match Chapter::of(state) {
            Chapter::SetUp => setup::check(look, choice),
            Chapter::Command => command::check(look, choice),
            Chapter::Commander if matches!(choice, Choice::Command(_)) => command::out_of_turn(look, choice),
            Chapter::Charge => charge::check(look, choice),
            Chapter::Ranged => ranged::check(look, choice),
            Chapter::Fight => fight::check(look, choice),
            Chapter::Breaks => breaks::check(look, choice),
            Chapter::Commander => commander::check(look, choice),
            Chapter::Recovery => recovery::check(look, choice),
            Chapter::Victory => victory::check(look, choice),
            Chapter::Scenario => scenario::check(look, choice),
            Chapter::Again => again::check(choice),
        }
    }

    fn resolve(&self, cx: &mut Cx<'_, Rules>, choice: &Choice, _plan: Option<()>) -> Result<(), NeedRoll> {
        if matches!(choice, Choice::Concede { .. } | Choice::TimeOut) {
            return victory::resolve(cx, choice);
        }
        if flow::goes_on(Look::new(cx.rules, cx.state()), choice) {
            flow::run_on(cx);
            return Ok(());
        }
        let noted = again::note(cx, choice);
        let choice = noted.as_ref().unwrap_or(choice);
        if again::asks_first(cx, choice) {
            return Ok(());
        }
        match Chapter::of(cx.state()) {
            Chapter::SetUp => setup::resolve(cx, choice),
            Chapter::Command => command::resolve(cx, choice),
            Chapter::Charge => charge::resolve(cx, choice),
            Chapter::Ranged => ranged::resolve(cx, choice),
            Chapter::Fight => fight::resolve(cx, choice),
            Chapter::Breaks => breaks::resolve(cx, choice),
            Chapter::Commander => commander::resolve(cx, choice),
            Chapter::Recovery => recovery::resolve(cx, choice),
            Chapter::Victory => victory::resolve(cx, choice),
            Chapter::Scenario => scenario::resolve(cx, choice),
            Chapter::Again => Ok(()),
        }?;
        again::forget(cx);
        scenario::settle(cx);
        flow::run_on(cx);
        Ok(())
    }

    fn fits(state: &State, event: &Event) -> bool {
        foreign::fits(state, event)
    }

    fn apply(state: &mut State, event: &Event) {
        event::apply(state, event);
    }

    fn propose(&self, state: &State, want: Want<'_>, out: &mut Proposals<Rules>) {
        if state.ending.is_some() {
            return;
        }
        let look = Look::new(self, state);
        match flow::asked(look) {
            None | Some(Next::Forced(Choice::Proceed)) => out.push(Choice::Proceed),
            Some(Next::Forced(choice) | Next::Only { choice, .. }) => out.push(choice),
            Some(_) => propose(look, want, out),
        }
    }

    /// What is proposed has been judged, and there is nothing to plan that would be found again.
    fn draw(&self, state: &State, sampler: &mut Sampler) -> Option<Drawn<Rules>> {
        Drawn::proposed(self, state, sampler).map(|drawn| Drawn { plan: Some(()), ..drawn })
    }

    fn view(&self, state: &State, viewer: Viewer) -> State {
        secret::view(self, state, viewer)
    }

    fn setup_for(setup: &Setup, viewer: Viewer) -> Setup {
        secret::setup_for(setup, viewer)
    }

    fn start_for(setup: &Setup, viewer: Viewer) -> Started<Rules> {
        secret::start_for(setup, viewer)
    }

    fn event_for(&self, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
        secret::event_for(self, before, event, viewer)
    }

    fn may_know(&self, before: &State, choice: &Choice, viewer: Viewer) -> bool {
        secret::may_know(self, before, choice, viewer)
    }

    fn reveals(event: &Event) -> bool {
        secret::reveals(event)
    }

    fn longest(&self) -> u32 {
        40_000
    }
}

fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    match Chapter::of(look.state) {
        Chapter::SetUp => setup::propose(look, want, out),
        Chapter::Command => command::propose(look, want, out),
        Chapter::Charge => charge::propose(look, want, out),
        Chapter::Ranged => ranged::propose(look, want, out),
        Chapter::Fight => fight::propose(look, want, out),
        Chapter::Breaks => breaks::propose(look, want, out),
        Chapter::Commander => commander::propose(look, want, out),
        Chapter::Scenario => scenario::propose(look, want, out),
        Chapter::Again => out.extend([true, false].map(Choice::Again)),
        Chapter::Recovery | Chapter::Victory => out.push(Choice::Proceed),
    }
}
