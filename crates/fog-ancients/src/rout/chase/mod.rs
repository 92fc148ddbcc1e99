//! Pursuits (68.7, 70.5): decisions, dice, moves in the order of speed, fresh enemy met, losses of routers.

mod fresh;
mod losses;
mod path;
mod steps;

pub use path::{Path, path};
pub use steps::{check, next, propose, resolve};

use super::choice::{Chase, Waiting};
use super::pursuers;
use crate::event::Event;
use crate::ids::{GroupId, GroupSet};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::stage::Stage;
use crate::state::Deed;
use aelian_game::Cx;

/// Pursuers whose move is due in this stage: after initial routs those who fought the routers; in the joint action phase
/// all who are left (FA-JPUR-01).
pub fn due(look: Look<'_>) -> GroupSet {
    let joint = look.state.stage == Stage::RoutersMove;
    let ready = |group: &GroupId| {
        !look.state.dealt.contains(*group) && (joint || !look.state.did(*group, Deed::Pursuing))
    };
    look.state.pursuits.iter().map(|pursuit| pursuit.pursuer).filter(ready).collect()
}

/// FA-PUR-01 to FA-PUR-07: sorts those who pursue from those who stay, and those whose owner has to choose.
pub fn begin(cx: &mut Cx<'_, Rules>) {
    let mut chase = Chase::default();
    let joint = cx.state().stage == Stage::RoutersMove;
    for group in due(Look::new(cx.rules, cx.state())).iter() {
        let look = Look::new(cx.rules, cx.state());
        if !look.must_pursue(group) {
            pursuers::stays(cx, group);
            continue;
        }
        let continues = joint && look.state.did(group, Deed::Pursuing);
        if look.is_foot_after_mounted(group) && !continues {
            chase.undecided.insert(group);
        } else {
            chase.to_roll.insert(group);
        }
    }
    cx.emit(Event::Waits(Pending::Rout(Waiting::Chase(chase))));
}

/// The chase in the state is now so.
fn replace(cx: &mut Cx<'_, Rules>, chase: Chase) {
    cx.emit(Event::Settled);
    cx.emit(Event::Waits(Pending::Rout(Waiting::Chase(chase))));
}
