//! What a viewer may know of a match: his state, and each step as it reaches him.
//!
//! What is told to somebody is made of these two alone, so that nothing else can get into it.

use crate::contract::{Next, Ruleset, Side, Viewer};
use crate::cx::Roll;
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

/// A step as somebody may know it.
#[derive(Clone, Debug)]
pub struct SeenStep<R: Ruleset> {
    /// Who decided it; everybody sees who is asked.
    pub side: Option<Side>,
    /// None: he may not know what was chosen.
    pub choice: Option<R::Choice>,
    /// Dice lie open.
    pub rolls: Vec<Roll>,
    /// What he may know of the events.
    pub events: Vec<R::Event>,
    /// None if anything is withheld from him: a reason may speak of it.
    pub reasons: Vec<Reason<R::Fact>>,
}

impl<R: Ruleset> SeenStep<R> {
    /// As this viewer may know it. `state` is the whole one before the step, and is moved to the one after it.
    pub fn by(rules: &R, state: &mut R::State, step: &Step<R>, viewer: Viewer) -> Self {
        let side = decider(rules, state);
        let choice = rules.may_know(state, &step.choice, viewer).then(|| step.choice.clone());
        let mut whole = choice.is_some();
        let mut events = Vec::with_capacity(step.events.len());
        for event in &step.events {
            let heard = rules.event_for(state, event, viewer);
            whole &= heard.as_ref() == Some(event);
            events.extend(heard);
            R::apply(state, event);
        }
        let reasons = if whole { step.reasons.clone() } else { Vec::new() };
        SeenStep { side, choice, rolls: step.rolls.clone(), events, reasons }
    }

    /// As the umpire knows it; `state` is the one before it.
    pub fn by_umpire(rules: &R, state: &R::State, step: &Step<R>) -> Self {
        SeenStep {
            side: decider(rules, state),
            choice: Some(step.choice.clone()),
            rolls: step.rolls.clone(),
            events: step.events.clone(),
            reasons: step.reasons.clone(),
        }
    }

    /// Whether he may not know either that there was such a step.
    pub fn is_unheard(&self) -> bool {
        self.choice.is_none() && self.events.is_empty() && self.rolls.is_empty()
    }
}

fn decider<R: Ruleset>(rules: &R, state: &R::State) -> Option<Side> {
    match rules.next(state) {
        Next::Ask { side, .. } => Some(side),
        _ => None,
    }
}
