//! The seven battles and what their rules add (hail-caesar-scenarios).

mod file;

pub use file::{Scenario, ScenarioError, named, scenarios};

use crate::choice::{Asked, Choice};
use crate::flow;
use crate::foreign::Has;
use crate::rules::{Look, Rules};
use crate::state::State;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioChoice {}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioPrompt {}

/// What waits in this chapter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, _has: &Has<'_>) -> bool {
        match *self {}
    }
}

pub fn next(_look: Look<'_>) -> Asked {
    None
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    flow::not_asked(choice)
}

pub fn resolve(_cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, _out: &mut Proposals<Rules>) {}

/// A battle of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Battle {
    Kadesh,
    WithYourShield,
    BorderRaid,
    GoMeekIntoTheDesert,
    BarbariansAtTheGates,
    Brunanburgh,
    RoadToDamascus,
}

/// What a scenario remembers from turn to turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Script {}

/// What happens by a scenario's own rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioEvent {}

pub fn apply(_state: &mut State, event: &ScenarioEvent) {
    match *event {}
}

pub fn fits(_state: &State, event: &ScenarioEvent) -> bool {
    match *event {}
}

/// HC-SCN-05: this Command part is followed by a second one.
pub fn commands_again(_cx: &mut Cx<'_, Rules>) -> bool {
    false
}

/// What follows from where things now stand, whoever moved them: ambushes that are seen, alarms, displaced things.
pub fn settle(_cx: &mut Cx<'_, Rules>) {}
