//! Break tests (60), retreats, giving ground, moves of victors, sweeping advances.

pub mod contacts;
mod destroy;
mod floor;
pub mod ground;
pub mod retreat;
mod room;
mod search;
mod stampede;
pub mod sweep;
mod table;
mod test;
pub mod victors;
mod wedge;

pub use destroy::destroy;
pub use table::{
    Column, Disorder, Outcome, combat_outcome, combat_reason, combat_result, ranged_outcome, ranged_result,
};
pub use test::{becomes, disordered, takes_heart, test_ranged, test_ranged_with};
pub(crate) use wedge::before;

use crate::choice::{Asked, Choice};
use crate::flow;
use crate::foreign::Has;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};
use serde::{Deserialize, Serialize};

/// What a player may answer in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreaksChoice {
    /// HC-BRES-05.
    HoldDisordered,
    Retreat,
}

/// What a player is asked in this chapter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreaksPrompt {
    /// HC-BRES-05: hold disordered, or retreat in good order.
    HoldOrRetreat { unit: UnitId },
}

/// What waits in this chapter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waiting {
    /// HC-BRES-05: the owner of this unit chooses; these have attacked it.
    HoldOrRetreat { unit: UnitId, from: UnitSet },
}

impl Waiting {
    /// Whether every id in it is one of this state's.
    pub(crate) fn fits(&self, has: &Has<'_>) -> bool {
        match self {
            Waiting::HoldOrRetreat { unit, from } => has.unit(*unit) && has.units(*from),
        }
    }

    /// The step that this chapter has to deal with now.
    fn of(look: Look<'_>) -> Option<Waiting> {
        match look.state.pending.last() {
            Some(Pending::Breaks(waiting)) => Some(waiting.clone()),
            _ => None,
        }
    }
}

pub fn next(look: Look<'_>) -> Asked {
    match Waiting::of(look)? {
        Waiting::HoldOrRetreat { unit, .. } => test::next(look, unit),
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match Waiting::of(look) {
        Some(Waiting::HoldOrRetreat { unit, from }) => test::check(look, unit, from, choice),
        None => flow::not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match Waiting::of(Look::new(cx.rules, cx.state())) {
        Some(Waiting::HoldOrRetreat { unit, from }) => test::resolve(cx, unit, from, choice),
        None => Ok(()),
    }
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    match Waiting::of(look) {
        Some(Waiting::HoldOrRetreat { .. }) => {
            out.push(Choice::Breaks(BreaksChoice::HoldDisordered));
            out.push(Choice::Breaks(BreaksChoice::Retreat));
        }
        None => {}
    }
}
