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
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Tests of this crate put states together by hand, past `apply`; there nothing is kept.
const KEEPS: bool = !cfg!(test);

/// What has been worked out of a state since its last event.
#[derive(Debug, Default)]
pub struct Memo {
    asked: OnceLock<Asked>,
    engaged: OnceLock<UnitSet>,
    near: OnceLock<Box<[[Near; 2]]>>,
    ground: OnceLock<Arc<Plan>>,
}

/// Which enemies bind a unit where it stands (35.2).
#[derive(Debug, Default)]
pub struct Near {
    faced: OnceLock<Option<UnitId>>,
    in_front: OnceLock<bool>,
}

impl Near {
    pub fn faced(&self, find: impl FnOnce() -> Option<UnitId>) -> Option<UnitId> {
        kept(&self.faced, find)
    }

    pub fn in_front(&self, find: impl FnOnce() -> bool) -> bool {
        kept(&self.in_front, find)
    }
}

/// What is kept, or else what is found, which then is kept.
fn kept<T: Clone>(place: &OnceLock<T>, find: impl FnOnce() -> T) -> T {
    if let Some(known) = place.get() {
        return known.clone();
    }
    let found = find();
    if KEEPS {
        // Another thread may have been quicker, with the same.
        let _ = place.set(found.clone());
    }
    found
}

impl Memo {
    pub fn asked(&self, find: impl FnOnce() -> Asked) -> Asked {
        kept(&self.asked, find)
    }

    pub fn engaged(&self, find: impl FnOnce() -> UnitSet) -> UnitSet {
        kept(&self.engaged, find)
    }

    /// Of the unit that waits on top of the stack to give ground.
    pub fn ground(&self, find: impl FnOnce() -> Arc<Plan>) -> Arc<Plan> {
        kept(&self.ground, find)
    }

    /// Of one unit among so many, with open order heeded or not (HC-PROX-11).
    pub fn near(&self, units: usize, unit: UnitId, ignore_open: bool) -> Option<&Near> {
        let all = self.near.get_or_init(|| (0..units).map(|_| Default::default()).collect());
        all.get(unit.index()).map(|both| &both[usize::from(ignore_open)])
    }
}

impl State {
    /// Before this event is applied: all that it may change is forgotten.
    pub(crate) fn forget(&mut self, event: &Event) {
        self.memo.asked.take();
        self.memo.near.take();
        self.memo.ground.take();
        let stays = matches!(
            event,
            Event::Dealt(_)
                | Event::Did { .. }
                | Event::Moves { .. }
                | Event::Speaks(_)
                | Event::Enters { .. }
        );
        if !stays {
            self.memo.engaged.take();
        }
    }
}

impl Clone for Memo {
    fn clone(&self) -> Memo {
        Memo::default()
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Memo) -> bool {
        true
    }
}

impl Eq for Memo {}

impl Hash for Memo {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
