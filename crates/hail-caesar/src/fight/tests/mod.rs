//! Rounds of combat, step by step.

mod attacks;
mod commanders;
mod ground;
mod odds;
mod plain;
mod results;
mod room;
mod supports;
mod victors;

use super::{FightChoice, FightPrompt, Round, Waiting};
use crate::breaks::victors::Act;
use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::ids::UnitId;
use crate::pending::Pending;
use crate::stage::{Part, Stage};
use crate::state::CommanderPlace;
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

    /// A step whose dice do not matter: all of them show this face.
    pub(crate) fn roll_all(&mut self, face: u8) {
        let mut tape = aelian_dice::Tape::new(vec![face; 60]).unwrap();
        let (state, _) = aelian_game::step(&self.rules, &self.state, &Choice::Proceed, &mut tape).unwrap();
        self.state = state.into();
    }

    pub(crate) fn round(&mut self) -> &mut Round {
        match self.state.pending.last_mut() {
            Some(Pending::Fight(Waiting::Round(round))) => round,
            other => panic!("no round but {other:?}"),
        }
    }

    /// Everybody misses; then Red has inflicted so many casualties and Blue so many. Ends before the result.
    pub(crate) fn fought(&mut self, inflicted: [u8; 2]) {
        self.go(&[]);
        while !self.round().fixed || self.round().strikes.iter().any(|strike| strike.hits.is_none()) {
            self.roll_all(1);
        }
        self.round().inflicted = inflicted;
    }

    /// The same up to the first test or question after the result.
    pub(crate) fn result(&mut self, inflicted: [u8; 2]) -> Vec<RuleId> {
        self.fought(inflicted);
        self.go(&[])
    }

    pub(crate) fn combat_is(mut self, name: &str, change: impl FnOnce(&mut crate::state::Combat)) -> Scene {
        let unit = self.unit(name);
        change(&mut self.state.units[unit.index()].combat);
        self
    }

    /// The commander of this name is with this unit.
    pub(crate) fn with(mut self, officer: &str, name: &str) -> Scene {
        let (officer, unit) = (self.officer(officer), self.unit(name));
        self.state.commanders[officer.index()].place = CommanderPlace::With(unit);
        self
    }

    pub(crate) fn tests(&mut self) -> Vec<(UnitId, u8)> {
        self.round().tests.iter().map(|test| (test.unit, test.minus)).collect()
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
