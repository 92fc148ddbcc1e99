//! What a viewer may know of a match: the setup it began from, his state, and each step as it reaches him.
//!
//! What is told to somebody is made of these alone, so that nothing else can get into it. They are made here, once, from
//! the whole match; of a match that somebody follows by what he was sent they are what he was sent, for whoever asks:
//! nothing is taken away twice.

use crate::contract::{Next, Ruleset, Side, Viewer};
use crate::cx::Roll;
use crate::digest::digest;
use crate::matches::Match;
use crate::record::Record;
use crate::step::Step;
use aelian_rulebook::Reason;

/// A state as somebody may see it. Only the rules make one of a state, so that whoever is handed it cannot look further.
#[derive(Clone, Debug)]
pub struct Seen<R: Ruleset> {
    state: R::State,
}

impl<R: Ruleset> Seen<R> {
    /// As this viewer may see it.
    pub fn by(rules: &R, state: &R::State, viewer: Viewer) -> Self {
        Seen { state: rules.view(state, viewer) }
    }

    /// As the umpire sees it, from whom nothing is hidden: for a record that is read as a whole.
    pub fn by_umpire(state: R::State) -> Self {
        Seen { state }
    }

    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What he has been told of happens before his eyes.
    pub fn follow(&mut self, event: &R::Event) {
        R::apply(&mut self.state, event);
    }
}

impl<R: Ruleset> PartialEq for Seen<R> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

/// How somebody found the match: what he knows of it from its first line on.
#[derive(Clone, Debug)]
pub struct Outset<R: Ruleset> {
    pub viewer: Viewer,
    pub setup: R::Setup,
    pub rules: R,
    pub first: R::State,
}

/// A step as somebody may know it.
#[derive(Clone, Debug)]
pub struct SeenStep<R: Ruleset> {
    /// Who decided it; everybody sees who is asked.
    pub side: Option<Side>,
    /// None: he may not know what was chosen.
    pub choice: Option<R::Choice>,
    /// Dice lie open, if the game does not say otherwise.
    pub rolls: Vec<Roll>,
    /// What he may know of the events.
    pub events: Vec<R::Event>,
    /// None if anything is withheld from him: a reason may speak of it.
    pub reasons: Vec<Reason<R::Fact>>,
}

impl<R: Ruleset> SeenStep<R> {
    /// As this viewer may know it. `state` is the whole one before the step, and is moved to the one after it.
    fn by(rules: &R, state: &mut R::State, step: &Step<R>, viewer: Viewer) -> Self {
        let side = decider(rules, state);
        let choice = step.choice.clone().filter(|choice| rules.may_know(state, choice, viewer));
        let rolls: Vec<Roll> =
            step.rolls.iter().filter_map(|roll| rules.roll_for(state, roll, viewer)).collect();
        let mut whole = choice.is_some() && rolls == step.rolls;
        let mut events = Vec::with_capacity(step.events.len());
        for event in &step.events {
            let heard = rules.event_for(state, event, viewer);
            whole &= heard.as_ref() == Some(event);
            events.extend(heard);
            R::apply(state, event);
        }
        let reasons = if whole { step.reasons.clone() } else { Vec::new() };
        SeenStep { side, choice, rolls, events, reasons }
    }

    /// As the umpire knows it; `state` is the one before it.
    pub fn by_umpire(rules: &R, state: &R::State, step: &Step<R>) -> Self {
        SeenStep { side: decider(rules, state), ..SeenStep::as_sent(step) }
    }

    /// As it was sent to somebody, who knows no more of it.
    fn as_sent(step: &Step<R>) -> Self {
        SeenStep {
            side: step.side,
            choice: step.choice.clone(),
            rolls: step.rolls.clone(),
            events: step.events.clone(),
            reasons: step.reasons.clone(),
        }
    }

    /// Whether he may not know either that there was such a step.
    pub fn is_unheard(&self) -> bool {
        self.choice.is_none() && self.events.is_empty() && self.rolls.is_empty()
    }

    /// As it is sent to him, who then sees this: the line holds its hash, not that of the whole state, by which he could
    /// try what he guesses.
    pub fn sent(self, after: &Seen<R>) -> Step<R> {
        let SeenStep { side, choice, rolls, events, reasons } = self;
        Step { side, choice, rolls, events, reasons, hash: digest(&after.state) }
    }
}

fn decider<R: Ruleset>(rules: &R, state: &R::State) -> Option<Side> {
    match rules.next(state) {
        Next::Ask { side, .. } => Some(side),
        _ => None,
    }
}

/// What of a match a viewer may know: all that is told to him is made of it.
impl<R: Ruleset> Match<R> {
    /// What he knows from the first line on.
    pub fn outset(&self, viewer: Viewer) -> Outset<R> {
        let whole = |setup| Outset { viewer, setup, rules: self.rules.clone(), first: self.first().clone() };
        if self.seen_by().is_some() {
            return whole(self.record.setup.clone());
        }
        let setup = R::setup_for(&self.record.setup, viewer);
        match R::start_for(&setup, viewer) {
            Ok((rules, first)) => Outset { viewer, setup, rules, first },
            // The kit tries that it can be started.
            Err(_) => Outset { first: self.rules.view(self.first(), viewer), ..whole(setup) },
        }
    }

    /// The state as he may see it now.
    pub fn seen(&self, viewer: Viewer) -> Seen<R> {
        self.seen_of(&self.state, viewer)
    }

    /// The state after so many steps, as he may see it.
    pub fn seen_after(&self, steps: usize, viewer: Viewer) -> Seen<R> {
        self.seen_of(&self.state_after(steps), viewer)
    }

    /// A state of this match, as he may see it.
    pub fn seen_of(&self, state: &R::State, viewer: Viewer) -> Seen<R> {
        match self.seen_by() {
            Some(_) => Seen::by_umpire(state.clone()),
            None => Seen::by(&self.rules, state, viewer),
        }
    }

    /// A step of this match as he may know it. `before` is the state before the step, and is moved to the one after it.
    pub fn told(&self, viewer: Viewer, before: &mut R::State, step: &Step<R>) -> SeenStep<R> {
        if self.seen_by().is_none() {
            return SeenStep::by(&self.rules, before, step, viewer);
        }
        step.events.iter().for_each(|event| R::apply(before, event));
        SeenStep::as_sent(step)
    }

    /// Whether he may know of this choice, should it be made now.
    pub fn may_tell(&self, viewer: Viewer, choice: &R::Choice) -> bool {
        self.seen_by().is_some() || self.rules.may_know(&self.state, choice, viewer)
    }

    /// Of the events from this step on those of this kind, as he may know them, each with the number of its step.
    /// `before` is the state before the first.
    pub fn heard(
        &self,
        viewer: Viewer,
        before: &R::State,
        from: usize,
        kind: fn(&R::Event) -> bool,
    ) -> Vec<(usize, R::Event)> {
        let steps = self.record.steps.get(from..).unwrap_or_default();
        let Some(last) = steps.iter().rposition(|step| step.events.iter().any(kind)) else {
            return Vec::new();
        };
        let (mut state, mut heard) = (before.clone(), Vec::new());
        for (at, step) in (from..).zip(&steps[..=last]) {
            for event in &step.events {
                let known = match self.seen_by() {
                    _ if !kind(event) => None,
                    Some(_) => Some(event.clone()),
                    None => self.rules.event_for(&state, event, viewer),
                };
                heard.extend(known.map(|event| (at, event)));
                R::apply(&mut state, event);
            }
        }
        heard
    }

    /// The match as he may know it, as a record that can be written, sent and opened. Steps of which he hears nothing
    /// are not in it.
    pub fn record_for(&self, viewer: Viewer) -> Record<R> {
        if self.seen_by().is_some() {
            return self.record.clone();
        }
        let setup = R::setup_for(&self.record.setup, viewer);
        let mut state = self.first().clone();
        let steps = self.record.steps.iter().filter_map(|step| {
            let told = self.told(viewer, &mut state, step);
            (!told.is_unheard()).then(|| told.sent(&self.seen_of(&state, viewer)))
        });
        Record { seen_by: Some(viewer), setup, steps: steps.collect() }
    }
}
