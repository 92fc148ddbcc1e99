//! What rule code holds while it resolves a choice: the state, the dice, the log.

use crate::contract::Ruleset;
use aelian_dice::{Dice, NeedRoll, Reading, Throw};
use aelian_rulebook::{Reason, RuleId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether events, rolls and reasons are kept. Search and simulation do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    Off,
    On,
}

/// One throw as recorded: the rule that asked for it, what was thrown and the faces that lay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    pub rule: RuleId,
    pub throw: Throw,
    pub faces: Vec<u8>,
}

/// The context of one resolution.
pub struct Cx<'a, R: Ruleset> {
    pub rules: &'a R,
    state: &'a mut R::State,
    dice: &'a mut dyn Dice,
    trace: Trace,
    pub(crate) events: Vec<R::Event>,
    pub(crate) rolls: Vec<Roll>,
    pub(crate) reasons: Vec<Reason<R::Fact>>,
    /// The rule of the last throw that was asked for.
    pub(crate) rolling: Option<RuleId>,
}

impl<'a, R: Ruleset> Cx<'a, R> {
    pub fn new(rules: &'a R, state: &'a mut R::State, dice: &'a mut dyn Dice, trace: Trace) -> Self {
        let (events, rolls, reasons) = (Vec::new(), Vec::new(), Vec::new());
        Cx { rules, state, dice, trace, events, rolls, reasons, rolling: None }
    }

    pub fn state(&self) -> &R::State {
        self.state
    }

    /// Applies the event at once and, when tracing, keeps it.
    pub fn emit(&mut self, event: R::Event) {
        R::apply(self.state, &event);
        if self.trace == Trace::On {
            self.events.push(event);
        }
    }

    /// Asks for a throw. `Err` goes up by `?` when the tape has ended; the step is then run again.
    pub fn roll(&mut self, rule: RuleId, throw: Throw) -> Result<Reading, NeedRoll> {
        if self.trace == Trace::Off {
            return self.dice.reading(&throw);
        }
        self.rolling = Some(rule);
        let rolled = self.dice.roll(&throw)?;
        self.rolls.push(Roll { rule, throw, faces: rolled.faces.to_vec() });
        Ok(rolled.reading)
    }

    /// Says which rule decided and on what facts. Costs nothing when tracing is off.
    pub fn cite(&mut self, rule: RuleId, fact: impl FnOnce() -> R::Fact) {
        if self.trace == Trace::On {
            self.reasons.push(Reason { rule, fact: fact() });
        }
    }

    pub fn is_traced(&self) -> bool {
        self.trace == Trace::On
    }
}

impl<R: Ruleset> fmt::Debug for Cx<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cx").field("state", &self.state).field("trace", &self.trace).finish_non_exhaustive()
    }
}
