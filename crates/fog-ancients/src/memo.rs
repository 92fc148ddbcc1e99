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
use aelian_game::Kept;
use aelian_geometry::{Circle, Rect};
use std::sync::Arc;

/// What has been worked out of a state since its last event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memo {
    asked: Kept<Asked>,
    shooting: Kept<Arc<Plan>>,
    groups: Kept<Box<[OfGroup]>>,
    /// FA-CMOVE-08: no commander has to make way.
    out_of_the_way: Kept<()>,
}

/// What has been worked out of one group since it last moved or lost a base.
#[derive(Debug, Default)]
struct OfGroup {
    block: Kept<(Rect, Circle)>,
    array: Kept<Array>,
}

impl Memo {
    pub fn asked(&self, find: impl FnOnce() -> Asked) -> Asked {
        self.asked.or_find(find).clone()
    }

    pub fn shooting(&self, find: impl FnOnce() -> Plan) -> Arc<Plan> {
        self.shooting.or_find(|| Arc::new(find())).clone()
    }

    /// FA-CMOVE-08: it has been looked for commanders who must make way, and nobody has moved since.
    pub fn is_out_of_the_way(&self) -> bool {
        self.out_of_the_way.known().is_some()
    }

    pub fn note_out_of_the_way(&self) {
        self.out_of_the_way.or_find(|| ());
    }

    fn of_group(&self, state: &State, group: GroupId) -> Option<&OfGroup> {
        let all = || state.groups.iter().map(|_| OfGroup::default()).collect();
        self.groups.or_find(all).get(group.index())
    }
}

impl State {
    /// The circle about a group, if it is known.
    #[inline]
    pub(crate) fn known_circle(&self, group: GroupId) -> Option<Circle> {
        let memo = self.memo.groups.known()?.get(group.index())?;
        memo.block.known().map(|(_, circle)| *circle)
    }

    /// The rectangle about a group, and the circle about that.
    pub(crate) fn kept_block(&self, group: GroupId, find: impl FnOnce() -> Rect) -> (Rect, Circle) {
        let with_circle = || {
            let block = find();
            (block, block.circle())
        };
        match self.memo.of_group(self, group) {
            Some(memo) => *memo.block.or_find(with_circle),
            None => with_circle(),
        }
    }

    /// Files and ranks of a group.
    pub(crate) fn kept_array(&self, group: GroupId, find: impl FnOnce() -> Array) -> Array {
        match self.memo.of_group(self, group) {
            Some(memo) => *memo.array.or_find(find),
            None => find(),
        }
    }

    /// Before this event is applied: all that it may change is forgotten.
    pub(crate) fn forget(&mut self, event: &Event) {
        self.memo.asked.forget();
        // Who shoots at whom is read from where all stand, whoever has already shot.
        if !matches!(event, Event::Dealt(_) | Event::Hit(_)) {
            self.memo.shooting.forget();
        }
        match event {
            Event::SetUp(_) => self.memo = Memo::default(),
            Event::Moved(moved) | Event::Appears(moved) => self.forget_group(moved.group),
            Event::Kinked { group, .. } | Event::Leaves { group, .. } | Event::Dismounts { group, .. } => {
                self.forget_group(*group);
            }
            Event::BaseLost(base) => self.forget_group(self.base(*base).group),
            Event::CommanderMoves { .. } => {
                self.memo.out_of_the_way.forget();
            }
            _ => {}
        }
    }

    fn forget_group(&mut self, group: GroupId) {
        self.memo.out_of_the_way.forget();
        let memo = self.memo.groups.known_mut().and_then(|groups| groups.get_mut(group.index()));
        if let Some(memo) = memo {
            *memo = OfGroup::default();
        }
    }
}
