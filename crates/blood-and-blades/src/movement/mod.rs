//! Groups, columns, packs, moves, zones of control, gaps and engagement (42 to 48).

pub mod align;
pub mod allowance;
pub mod approach;
pub mod bind;
pub mod columns;
pub mod conform;
pub mod engage;
pub mod free;
pub mod gap;
pub mod light;
mod march;
pub mod motion;
pub mod order;
pub mod pass;
pub mod pivot;
pub mod plan;
pub mod reach;
mod room;
pub mod straight;
pub mod sweep;
pub mod turnabout;
pub mod zone;

use crate::choice::{Choice, Prompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::{Cx, Next, Proposals, Verdict, Want};
use aelian_rulebook::rule;

pub fn next(_look: Look<'_>) -> Next<Prompt, Choice> {
    Next::Forced(Choice::Proceed)
}

pub fn check(_look: Look<'_>, choice: &Choice) -> Verdict<Rules> {
    match choice {
        Choice::Proceed => Verdict::legal(Default::default()),
        _ => Verdict::refused(rule!("BB-TURN-04"), Fact::NotAsked),
    }
}

pub fn resolve(cx: &mut Cx<'_, Rules>, _choice: &Choice) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    Ok(())
}

pub fn propose(_look: Look<'_>, _want: Want<'_>, out: &mut Proposals<Rules>) {
    out.push(Choice::Proceed);
}
