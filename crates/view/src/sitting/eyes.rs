//! One who looks on, all through a match: how he found it, and the names that he has heard.

use crate::story::{StepStory, tell_step};
use crate::table::{Shown, Sight};
use crate::told::Names;
use aelian_game::{Match, Outset, Ruleset, Seen, SeenStep, Viewer};
use std::sync::OnceLock;

#[derive(Clone, Debug)]
pub(super) struct Eyes<R: Ruleset> {
    outset: Outset<R>,
    /// Events that gave names, as he was told of them, each with its step. They are kept, so that a name stays when the
    /// step in which it was given is no longer at hand.
    given: Vec<(usize, R::Event)>,
    /// Made of them when they are asked for.
    names: OnceLock<Names>,
}

impl<R: Shown> Eyes<R> {
    pub(super) fn of(battle: &Match<R>, viewer: Viewer) -> Eyes<R> {
        let mut eyes = Eyes { outset: battle.outset(viewer), given: Vec::new(), names: OnceLock::new() };
        eyes.hear(battle, battle.first(), 0);
        eyes
    }

    /// Steps from this one on are new; `before` is the state before it.
    pub(super) fn hear(&mut self, battle: &Match<R>, before: &R::State, from: usize) {
        let heard = battle.heard(self.outset.viewer, before, from, R::gives_name);
        if !heard.is_empty() {
            self.given.extend(heard);
            self.names = OnceLock::new();
        }
    }

    /// Steps after the first `keep` are gone.
    pub(super) fn forget(&mut self, keep: usize) {
        self.given.retain(|(at, _)| *at < keep);
        self.names = OnceLock::new();
    }

    /// A step in words, as he knows it; what he sees goes on.
    pub(super) fn tell(&self, seen: &mut Seen<R>, step: &SeenStep<R>) -> StepStory {
        tell_step(&self.outset.rules, self.names(), seen, step)
    }

    /// What he is told of when this is what he sees.
    pub(super) fn before<'a>(&'a self, seen: &'a Seen<R>) -> Sight<'a, R> {
        Sight::new(&self.outset.rules, seen.state(), self.names())
    }

    /// The setup that he was sent.
    pub(super) fn setup(&self) -> &R::Setup {
        &self.outset.setup
    }

    fn names(&self) -> &Names {
        self.names.get_or_init(|| {
            let given: Vec<&R::Event> = self.given.iter().map(|(_, event)| event).collect();
            R::named(&self.outset.setup, &self.outset.first, &given)
        })
    }
}
