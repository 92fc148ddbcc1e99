//! Reforming, conforming, feeding bases into a melee (55.1 to 55.3), and melees that cannot line up (65.2).

mod choice;
mod conform;
mod make_room;
mod offset;
pub(crate) mod room;
mod square;
mod step;
#[cfg(test)]
mod tests;

pub use choice::{AlignChoice, AlignPrompt, FeedFrom, Feeding, Waiting};
pub use offset::{VirtualContact, virtual_contacts};

use crate::choice::{Asked, Choice};
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};

pub fn next(look: Look<'_>) -> Asked {
    match look.state.stage {
        Stage::Conform => conform::next(look),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match look.state.stage {
        Stage::Conform => conform::check(look, choice),
        _ => not_asked(choice),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    if cx.state().stage == Stage::Conform {
        conform::resolve(cx, choice);
    }
    Ok(())
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    if look.state.stage == Stage::Conform {
        conform::propose(look, out);
    }
}
