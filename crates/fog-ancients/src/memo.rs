//! What is read from a state again and again, kept beside it until an event changes it.
//!
//! A memo is derived from the state alone: it is no part of its equality, its hash or what is saved, a copy of a state
//! begins without one, and `forget` is called for every event. So a state with a memo answers as one without; a state
//! belongs to one match, and so to one set of rules.

use crate::choice::Asked;
use crate::event::Event;
use crate::formation::Array;
use crate::ids::GroupId;
use crate::shooting::volley::Plan;
use crate::state::State;
use aelian_geometry::{Circle, Rect};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// Tests of this crate put states together by hand, past `apply`; there nothing is kept.
const KEEPS: bool = !cfg!(test);

/// What has been worked out of a state since its last event.
#[derive(Debug, Default)]
pub struct Memo {
    asked: OnceLock<Asked>,
    shooting: OnceLock<Arc<Plan>>,
    groups: OnceLock<Box<[OfGroup]>>,
    /// FA-CMOVE-08: no commander has to make way.
    out_of_the_way: OnceLock<()>,
}

/// What has been worked out of one group since it last moved or lost a base.
#[derive(Debug, Default)]
struct OfGroup {
    block: OnceLock<(Rect, Circle)>,
    array: OnceLock<Array>,
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

    pub fn shooting(&self, find: impl FnOnce() -> Plan) -> Arc<Plan> {
        kept(&self.shooting, || Arc::new(find()))
    }

    /// FA-CMOVE-08: it has been looked for commanders who must make way, and nobody has moved since.
    pub fn is_out_of_the_way(&self) -> bool {
        self.out_of_the_way.get().is_some()
    }

    pub fn note_out_of_the_way(&self) {
        if KEEPS {
            let _ = self.out_of_the_way.set(());
        }
    }

    fn of_group(&self, state: &State, group: GroupId) -> Option<&OfGroup> {
        let all = || state.groups.iter().map(|_| OfGroup::default()).collect();
        self.groups.get_or_init(all).get(group.index())
    }
}

impl State {
    /// The circle about a group, if it is known.
    #[inline]
    pub(crate) fn known_circle(&self, group: GroupId) -> Option<Circle> {
        let memo = self.memo.groups.get()?.get(group.index())?;
        memo.block.get().map(|(_, circle)| *circle)
    }

    /// The rectangle about a group, and the circle about that.
    pub(crate) fn kept_block(&self, group: GroupId, find: impl FnOnce() -> Rect) -> (Rect, Circle) {
        let with_circle = || {
            let block = find();
            (block, block.circle())
        };
        match self.memo.of_group(self, group) {
            Some(memo) => kept(&memo.block, with_circle),
            None => with_circle(),
        }
    }

    /// Files and ranks of a group.
    pub(crate) fn kept_array(&self, group: GroupId, find: impl FnOnce() -> Array) -> Array {
        match self.memo.of_group(self, group) {
            Some(memo) => kept(&memo.array, find),
            None => find(),
        }
    }

    /// Before this event is applied: all that it may change is forgotten.
    pub(crate) fn forget(&mut self, event: &Event) {
        self.memo.asked.take();
        // Who shoots at whom is read from where all stand, whoever has already shot.
        if !matches!(event, Event::Dealt(_) | Event::Hit(_)) {
            self.memo.shooting.take();
        }
        match event {
            Event::SetUp(_) => self.memo = Memo::default(),
            Event::Moved(moved) | Event::Appears(moved) => self.forget_group(moved.group),
            Event::Kinked { group, .. } | Event::Leaves { group, .. } | Event::Dismounts { group, .. } => {
                self.forget_group(*group);
            }
            Event::BaseLost(base) => self.forget_group(self.base(*base).group),
            Event::CommanderMoves { .. } => {
                self.memo.out_of_the_way.take();
            }
            _ => {}
        }
    }

    fn forget_group(&mut self, group: GroupId) {
        self.memo.out_of_the_way.take();
        let memo = self.memo.groups.get_mut().and_then(|groups| groups.get_mut(group.index()));
        if let Some(memo) = memo {
            *memo = OfGroup::default();
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
