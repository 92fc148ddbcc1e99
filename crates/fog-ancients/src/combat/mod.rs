//! Impact and melee combat (65, 68): who fights, dice, points of advantage, hits.

pub mod apportion;
mod bouts;

pub use bouts::part;

use crate::choice::{Asked, Choice};
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};
use serde::{Deserialize, Serialize};

/// 65, 68.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatChoice {}

/// 65, 68. What is asked.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CombatPrompt {}

/// 65, 68. What waits.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {}

pub fn next(_look: Look<'_>) -> Asked {
    None
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    not_asked(choice)
}

pub fn resolve(_cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, _out: &mut Proposals<Rules>) {}
