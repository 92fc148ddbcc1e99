//! The one function that carries a match forward.

use crate::contract::{Ruleset, Side};
use crate::cx::{Cx, Roll, Trace};
use crate::digest::digest;
use aelian_dice::{Dice, NeedRoll};
use aelian_rulebook::{Reason, RuleId};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// One decision and all that came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Step<R: Ruleset> {
    /// Who decided it, in a step as somebody has seen it; in a whole record this follows from what went before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// None only in a step as somebody has seen it, who may not know what was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<R::Choice>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<R::Event>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<Reason<R::Fact>>,
    /// Hash of the state after the step; of what he sees, in a step as somebody has seen it.
    #[serde(with = "hex")]
    pub hash: u64,
}

impl<R: Ruleset> PartialEq for Step<R> {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.side == other.side
            && self.choice == other.choice
            && self.rolls == other.rolls
            && self.events == other.events
            && self.reasons == other.reasons
    }
}

/// The rules that a choice breaks.
#[derive(Clone, Debug)]
pub struct Refused<R: Ruleset>(pub Vec<Reason<R::Fact>>);

impl<R: Ruleset> fmt::Display for Refused<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each once, in the order in which they were found.
        for (at, reason) in self.0.iter().enumerate() {
            if self.0.iter().take(at).all(|before| before.rule != reason.rule) {
                write!(f, "{}{}", if at == 0 { "" } else { ", " }, reason.rule)?;
            }
        }
        Ok(())
    }
}

#[derive(Clone, Debug, Error)]
pub enum StepError<R: Ruleset> {
    #[error("the choice breaks {0}")]
    Refused(Refused<R>),
    /// The dice end before this throw, which this rule asks for.
    #[error("{need}")]
    NeedRoll { need: NeedRoll, rule: Option<RuleId> },
}

/// Checks, resolves and applies one choice on a copy. On an error nothing has changed.
pub fn step<R: Ruleset>(
    rules: &R,
    state: &R::State,
    choice: &R::Choice,
    dice: &mut dyn Dice,
) -> Result<(R::State, Step<R>), StepError<R>> {
    let verdict = rules.check(state, choice);
    if !verdict.is_legal() {
        return Err(StepError::Refused(Refused(verdict.breaches)));
    }
    let mut after = state.clone();
    let mut cx = Cx::new(rules, &mut after, dice, Trace::On);
    if let Err(need) = rules.resolve(&mut cx, choice, verdict.plan) {
        return Err(StepError::NeedRoll { need, rule: cx.rolling });
    }
    let Cx { events, rolls, reasons, .. } = cx;
    let hash = digest(&after);
    Ok((after, Step { side: None, choice: Some(choice.clone()), rolls, events, reasons, hash }))
}

/// Carries out a choice that passed `check`, in place and without a record: for simulation and search.
/// After an error the state is spoilt and must be thrown away.
pub fn play_on<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    choice: &R::Choice,
    dice: &mut dyn Dice,
) -> Result<(), NeedRoll> {
    play_planned(rules, state, choice, None, dice)
}

/// As `play_on`, with the plan that judging the choice in this very state has made.
pub fn play_planned<R: Ruleset>(
    rules: &R,
    state: &mut R::State,
    choice: &R::Choice,
    plan: Option<R::Plan>,
    dice: &mut dyn Dice,
) -> Result<(), NeedRoll> {
    let mut cx = Cx::new(rules, state, dice, Trace::Off);
    rules.resolve(&mut cx, choice, plan)
}

/// Hashes are written as sixteen hexadecimal digits: JSON numbers cannot hold 64 bits everywhere.
pub(crate) mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{value:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16)
            .map_err(|_| serde::de::Error::custom("a hash is sixteen hexadecimal digits"))
    }
}
