//! Reforming, conforming, feeding bases into a melee (55.1 to 55.3), and melees that cannot line up (65.2).

mod choice;
mod conform;
mod contribute;
pub(crate) mod directions;
mod feed;
mod make_room;
mod offset;
mod reform;
pub(crate) mod room;
mod square;
mod step;
#[cfg(test)]
mod tests;

pub use choice::{AlignChoice, AlignPrompt, FeedFrom, Feeding, Waiting};
pub(crate) use conform::{regular, same_way};
pub(crate) use directions::directions;
pub use offset::{Contest, VirtualContact, contacts_as_chosen, virtual_contacts};

use crate::choice::{Asked, Choice};
use crate::fact::Fact;
use crate::flow::not_asked;
use crate::rules::{Look, Rules};
use crate::stage::{Phase, Stage};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Proposals, Verdict, Want};
use aelian_rulebook::Reason;

pub fn next(look: Look<'_>) -> Asked {
    match look.state.stage {
        Stage::Reform => reform::next(look),
        Stage::Conform => conform::next(look),
        Stage::Feed | Stage::FeedAnswer => feed::next(look),
        _ => None,
    }
}

pub fn check(look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match look.state.stage {
        Stage::Reform => reform::check(look, choice),
        Stage::Conform => conform::check(look, choice),
        Stage::Feed | Stage::FeedAnswer => feed::check(look, choice),
        _ => not_asked(choice),
    }
}

/// Why nobody is asked whether this group is fed.
pub fn why_not_asked(look: Look<'_>, choice: &AlignChoice) -> Vec<Reason<Fact>> {
    match choice {
        AlignChoice::Feed { group, change } if look.state.phase == Phase::Manoeuvre => {
            feed::check_feed(look, *group, *change).breaches
        }
        _ => Vec::new(),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, choice: &Choice) -> Result<(), NeedRoll> {
    match cx.state().stage {
        Stage::Reform => reform::resolve(cx, choice),
        Stage::Conform => conform::resolve(cx, choice),
        Stage::Feed | Stage::FeedAnswer => feed::resolve(cx, choice),
        _ => {}
    }
    Ok(())
}

pub fn propose(look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    match look.state.stage {
        Stage::Reform => reform::propose(look, out),
        Stage::Conform => conform::propose(look, out),
        Stage::Feed | Stage::FeedAnswer => feed::propose(look, out),
        _ => {}
    }
}
