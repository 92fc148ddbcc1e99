//! Ranged attacks (40): targets, dice, closing and traversing shots.

use crate::choice::{Asked, Choice};
use crate::flow;
use crate::foreign::Has;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RangedChoice {}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RangedPrompt {}

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

/// 40.5: what has been shot at a unit and not yet been answered by its test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Barrage {
    pub target: UnitId,
    /// Who shot; their closest is whom it retreats from (HC-RETR-01).
    pub by: UnitSet,
    /// HC-RTRIG-01: natural sixes of dice that needed less.
    pub sixes: u8,
    /// HC-RTRIG-02: natural sixes of dice that needed a six.
    pub needed_sixes: u8,
    /// Casualties that it caused.
    pub casualties: u8,
    /// HC-RTRIG-03, HC-RTRIG-04: it was shaken before.
    pub was_shaken: bool,
}
