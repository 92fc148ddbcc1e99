//! Moves that go on after traversing shots (HC-TRAV-05, AMB-96): only where shots come after each single move.

use super::Waiting;
use crate::event::{Event, MoveWhy};
use crate::foreign::Has;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{self, MovePlan};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::Rect;
use serde::{Deserialize, Serialize};

/// What a unit has still to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Onward {
    pub unit: UnitId,
    /// Where its last move left it.
    pub from: Rect,
    pub moves: Vec<MovePlan>,
    /// HC-PASS-08: friends with whom it tests when it has finished.
    pub tested: UnitSet,
    pub why: MoveWhy,
}

/// The unit goes on with these moves, once what comes above this on the stack is settled.
pub fn moves_on(cx: &mut Cx<'_, Rules>, unit: UnitId, later: &[MovePlan], tested: UnitSet, why: MoveWhy) {
    let from = cx.state().unit(unit).rect;
    let moves = later.to_vec();
    let onward = Onward { unit, from, moves, tested, why };
    cx.emit(Event::Waits(Pending::Ranged(Waiting::MovesOn(Box::new(onward)))));
}

impl Onward {
    pub(super) fn fits(&self, has: &Has<'_>) -> bool {
        has.unit(self.unit) && has.units(self.tested) && self.moves.iter().all(|one| has.units(one.tested))
    }

    /// AMB-96: whoever was driven back or disordered by the shots goes no further.
    pub(super) fn may(&self, look: Look<'_>) -> bool {
        let standing = look.state.unit(self.unit);
        standing.is_on_table() && standing.rect == self.from && !standing.disordered
    }

    /// HC-TRAV-05: the next move, and shots after it.
    pub(super) fn go(self, cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
        let mut moves = self.moves;
        if let Some(last) = moves.last_mut() {
            last.tested = last.tested.union(self.tested);
        }
        movement::carry_plan(cx, self.unit, &moves, self.why)
    }
}
