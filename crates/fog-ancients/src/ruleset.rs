//! The contract: dispatch only. Each chapter answers for its stages and for the steps it leaves pending.

use crate::choice::{Choice, Ghost, Prompt};
use crate::event::{self, Event};
use crate::fact::Fact;
use crate::flow::{self, Chapter};
use crate::plan::Plan;
use crate::rules::{Look, Rules};
use crate::setup::{self, SetUpChoice, Setup};
use crate::state::State;
use crate::{align, camp, cohesion, combat, foreign, impact, joint, movement, rout, shooting, victory};
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
    type Plan = Box<Plan>;

    const GAME: &'static str = "fog-ancients";
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

    /// FA-MEAS-11: nothing moves by being judged; a move stands only when it is played.
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
        if let Choice::SetUp(SetUpChoice::RevealOwn { marker }) = choice {
            return setup::ambush::check_own(look, *marker);
        }
        let verdict = match Chapter::of(state) {
            Chapter::SetUp => setup::check(look, choice),
            Chapter::Impact => impact::check(look, choice),
            Chapter::Movement => movement::check(look, choice),
            Chapter::Align => align::check(look, choice),
            Chapter::Shooting => shooting::check(look, choice),
            Chapter::Combat => combat::check(look, choice),
            Chapter::Cohesion => cohesion::check(look, choice),
            Chapter::Rout => rout::check(look, choice),
            Chapter::Joint => joint::check(look, choice),
            Chapter::Camp => camp::check(look, choice),
            Chapter::Victory => victory::check(look, choice),
        };
        flow::explained(look, choice, verdict)
    }

    fn resolve(
        &self,
        cx: &mut Cx<'_, Rules>,
        choice: &Choice,
        plan: Option<Box<Plan>>,
    ) -> Result<(), NeedRoll> {
        if matches!(choice, Choice::Concede { .. } | Choice::TimeOut) {
            return victory::resolve(cx, choice);
        }
        if flow::goes_on(Look::new(cx.rules, cx.state()), choice) {
            flow::run_on(cx);
            return Ok(());
        }
        if let Choice::SetUp(SetUpChoice::RevealOwn { marker }) = choice {
            setup::ambush::reveal(cx, *marker);
            flow::settle(cx, None);
            flow::run_on(cx);
            return Ok(());
        }
        let chapter = Chapter::of(cx.state());
        // Orders of the manoeuvre phase look about on their own way.
        let stood = if chapter == Chapter::Movement { None } else { setup::ambush::Stood::of(cx.state()) };
        match chapter {
            Chapter::SetUp => setup::resolve(cx, choice),
            Chapter::Impact => impact::resolve(cx, choice, plan),
            Chapter::Movement => movement::resolve(cx, choice, plan),
            Chapter::Align => align::resolve(cx, choice),
            Chapter::Shooting => shooting::resolve(cx, choice),
            Chapter::Combat => combat::resolve(cx, choice),
            Chapter::Cohesion => cohesion::resolve(cx, choice),
            Chapter::Rout => rout::resolve(cx, choice),
            Chapter::Joint => joint::resolve(cx, choice),
            Chapter::Camp => camp::resolve(cx, choice),
            Chapter::Victory => victory::resolve(cx, choice),
        }?;
        flow::settle(cx, stood.as_ref());
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
        let look = Look::new(self, state);
        if state.ending.is_some() {
            return;
        }
        match flow::asked(look) {
            None | Some(Next::Forced(Choice::Proceed)) => out.push(Choice::Proceed),
            Some(Next::Forced(choice) | Next::Only { choice, .. }) => out.push(choice),
            Some(_) => propose(look, want, out),
        }
    }

    /// Orders and charges are worked out to be judged, and so have a plan.
    fn draw(&self, state: &State, sampler: &mut Sampler) -> Option<Drawn<Rules>> {
        let look = Look::new(self, state);
        let asked = state.ending.is_none() && matches!(flow::asked(look), Some(Next::Ask { .. }));
        match Chapter::of(state) {
            Chapter::Movement if asked => movement::draw(look, sampler),
            _ => Drawn::proposed(self, state, sampler),
        }
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
        setup::reveals(event)
    }

    /// FA-MEAS-12: who has moved stays where he is once the player moves another.
    fn finishes(earlier: &Choice, later: &Choice) -> bool {
        matches!((earlier, later), (Choice::Movement(earlier), Choice::Movement(later)) if later.is_of_others(earlier))
    }

    fn longest(&self) -> u32 {
        40_000
    }
}

fn propose(look: Look<'_>, want: Want<'_>, out: &mut Proposals<Rules>) {
    match Chapter::of(look.state) {
        Chapter::SetUp => setup::propose(look, want, out),
        Chapter::Impact => impact::propose(look, want, out),
        Chapter::Movement => movement::propose(look, want, out),
        Chapter::Align => align::propose(look, want, out),
        Chapter::Shooting => shooting::propose(look, want, out),
        Chapter::Combat => combat::propose(look, want, out),
        Chapter::Cohesion => cohesion::propose(look, want, out),
        Chapter::Rout => rout::propose(look, want, out),
        Chapter::Joint => joint::propose(look, want, out),
        Chapter::Camp | Chapter::Victory => out.push(Choice::Proceed),
    }
}
