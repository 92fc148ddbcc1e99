//! Charges and responses (50).

mod contact;
mod engage;
pub mod forbidden;
mod slide;
#[cfg(test)]
mod tests;

pub use contact::{Contact, closed_up, contact};
pub use engage::engage;
pub use forbidden::forbidden;

use crate::choice::{Asked, Choice};
use crate::flow;
use crate::foreign::Has;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargeChoice {}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChargePrompt {}

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
