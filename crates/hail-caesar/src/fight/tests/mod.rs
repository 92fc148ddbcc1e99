//! Rounds of combat, step by step.

mod plain;

use super::{FightChoice, FightPrompt};
use crate::breaks::victors::Act;
use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::ids::UnitId;
use crate::stage::{Part, Stage};
use crate::testing::{Scene, Table};
use aelian_game::{Next, Ruleset, Side};
use aelian_rulebook::{RuleId, rule};

/// A table at the start of the combat of Red's turn.
pub(crate) fn table() -> Table {
    Table::new().stage(Part::HandToHand, Stage::Engagements)
}

/// Red's `u` faces Blue's `e`, and they fight.
pub(crate) fn duel(red: &str, blue: &str) -> Table {
    table()
        .unit("u", Side::Red, red, (30.0, 20.0), 0.0)
        .unit("e", Side::Blue, blue, (30.0, 20.0), 180.0)
        .fighting("u", "e")
}

impl Scene {
    /// Nobody has to decide: the next dice or compulsory work.
    pub(crate) fn go(&mut self, faces: &[u8]) -> Vec<RuleId> {
        let step = self.play(&Choice::Proceed, faces);
        step.reasons.iter().map(|reason| reason.rule).collect()
    }

    pub(crate) fn answer(&mut self, choice: FightChoice, faces: &[u8]) -> Vec<RuleId> {
        let step = self.play(&Choice::Fight(choice), faces);
        step.reasons.iter().map(|reason| reason.rule).collect()
    }

    pub(crate) fn victor(&mut self, name: &str, act: Act, faces: &[u8]) -> Vec<RuleId> {
        let unit = self.unit(name);
        self.answer(FightChoice::Victor { unit, act }, faces)
    }

    /// The question of this chapter that is asked now, and of whom.
    pub(crate) fn asks(&self) -> Option<(Side, FightPrompt)> {
        match self.rules.next(&self.state) {
            Next::Ask { side, prompt: Prompt::Fight(prompt) } => Some((side, prompt)),
            _ => None,
        }
    }

    pub(crate) fn combat(&self, name: &str) -> crate::state::Combat {
        self.state.unit(self.unit(name)).combat
    }

    pub(crate) fn is_gone(&self, name: &str) -> bool {
        !self.state.unit(self.unit(name)).is_on_table()
    }

    pub(crate) fn front(&self, name: &str) -> (f64, f64) {
        let at = self.state.unit(self.unit(name)).rect.pose.at;
        let inches = |mm: f64| (mm / 25.4 * 100.0).round() / 100.0;
        (inches(at.x), inches(at.y))
    }

    pub(crate) fn hurt(&self, name: &str) -> u8 {
        self.state.unit(self.unit(name)).casualties
    }
}
