//! What is read from a state again and again, kept beside it until an event changes it.
//!
//! A memo is derived from the state alone: it is no part of its equality, its hash or what is saved, a copy of a state
//! begins without one, and `forget` is called for every event. So a state with a memo answers as one without; a state
//! belongs to one match, and so to one set of rules.

use crate::breaks::ground::Plan;
use crate::choice::Asked;
use crate::event::Event;
use crate::ids::{UnitId, UnitSet};
use crate::state::State;
use aelian_game::Kept;
use std::sync::Arc;

/// What has been worked out of a state since its last event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memo {
    asked: Kept<Asked>,
    engaged: Kept<UnitSet>,
    near: Kept<Box<[[Near; 2]]>>,
    ground: Kept<Arc<Plan>>,
}

/// Which enemies bind a unit where it stands (35.2).
#[derive(Debug, Default)]
pub struct Near {
    faced: Kept<Option<UnitId>>,
    in_front: Kept<bool>,
}

impl Near {
    pub fn faced(&self, find: impl FnOnce() -> Option<UnitId>) -> Option<UnitId> {
        *self.faced.or_find(find)
    }

    pub fn in_front(&self, find: impl FnOnce() -> bool) -> bool {
        *self.in_front.or_find(find)
    }
}

impl Memo {
    pub fn asked(&self, find: impl FnOnce() -> Asked) -> Asked {
        self.asked.or_find(find).clone()
    }

    pub fn engaged(&self, find: impl FnOnce() -> UnitSet) -> UnitSet {
        *self.engaged.or_find(find)
    }

    /// Of the unit that waits on top of the stack to give ground.
    pub fn ground(&self, find: impl FnOnce() -> Arc<Plan>) -> Arc<Plan> {
        self.ground.or_find(find).clone()
    }

    /// Of one unit among so many, with open order heeded or not (HC-PROX-11).
    pub fn near(&self, units: usize, unit: UnitId, ignore_open: bool) -> Option<&Near> {
        let all = self.near.or_find(|| (0..units).map(|_| Default::default()).collect());
        all.get(unit.index()).map(|both| &both[usize::from(ignore_open)])
    }
}

impl State {
    /// Before this event is applied: all that it may change is forgotten.
    pub(crate) fn forget(&mut self, event: &Event) {
        self.memo.asked.forget();
        self.memo.near.forget();
        self.memo.ground.forget();
        let stays = matches!(
            event,
            Event::Dealt(_)
                | Event::Did { .. }
                | Event::Moves { .. }
                | Event::Speaks(_)
                | Event::Enters { .. }
        );
        if !stays {
            self.memo.engaged.forget();
        }
    }
}
