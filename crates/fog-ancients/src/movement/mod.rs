//! Movement in the manoeuvre phase (40, 55.4 to 55.8) and of commanders (25.4).

pub mod allowance;
mod choice;
mod contact;
mod movable;
mod nearness;
mod order;
mod overlap;
pub mod passage;
pub mod patch;
mod restricted;
mod section;
mod shift;
mod special;
mod walk;
pub mod way;

pub use allowance::{Motion, Run, Speed};
pub use choice::{CommanderMove, Leg, MoveOrder, MovementChoice, MovementPrompt, Turn, Waiting};
pub use passage::Passage;
pub use section::{Column, Ease, Row, Section};
pub use walk::Walk;

use crate::choice::{Asked, Choice};
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};

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
