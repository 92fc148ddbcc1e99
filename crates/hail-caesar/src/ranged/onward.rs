//! Moves that go on after traversing shots (HC-TRAV-05, AMB-96): only where shots come after each single move.

use super::Waiting;
use crate::event::{Event, MoveWhy};
use crate::field::TableEdge;
use crate::foreign::Has;
use crate::formation::Formation;
use crate::ids::{BlockId, UnitId, UnitSet};
use crate::movement::{self, MovePlan};
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::Along;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::RuleId;
use serde::{Deserialize, Serialize};

/// What a unit has still to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Onward {
    pub unit: UnitId,
    /// Where its last move left it.
    pub from: Rect,
    pub moves: Vec<Leg>,
    /// HC-PASS-08: friends with whom it tests when it has finished.
    pub tested: UnitSet,
    pub why: MoveWhy,
}

/// One move as it was planned.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leg {
    pub formation: Formation,
    pub rect: Rect,
    pub way: Vec<Pose>,
    pub bend: Option<Vec<Pose>>,
    pub reformed: bool,
    pub crossed: bool,
    pub ends: Option<RuleId>,
    pub tested: UnitSet,
    pub left: Option<(TableEdge, Along)>,
    pub entered: Option<BlockId>,
}

/// The unit goes on with these moves, once what comes above this on the stack is settled.
pub fn moves_on(cx: &mut Cx<'_, Rules>, unit: UnitId, later: &[MovePlan], tested: UnitSet, why: MoveWhy) {
    let from = cx.state().unit(unit).rect;
    let moves = later.iter().map(Leg::of).collect();
    let onward = Onward { unit, from, moves, tested, why };
    cx.emit(Event::Waits(Pending::Ranged(Waiting::MovesOn(Box::new(onward)))));
}

impl Onward {
    pub(super) fn fits(&self, has: &Has<'_>) -> bool {
        has.unit(self.unit) && has.units(self.tested) && self.moves.iter().all(|leg| has.units(leg.tested))
    }

    /// AMB-96: whoever was driven back or disordered by the shots goes no further.
    pub(super) fn may(&self, look: Look<'_>) -> bool {
        let standing = look.state.unit(self.unit);
        standing.is_on_table() && standing.rect == self.from && !standing.disordered
    }

    /// HC-TRAV-05: the next move, and shots after it.
    pub(super) fn go(self, cx: &mut Cx<'_, Rules>) -> Result<(), NeedRoll> {
        let mut moves: Vec<MovePlan> = self.moves.iter().map(Leg::plan).collect();
        if let Some(last) = moves.last_mut() {
            last.tested = last.tested.union(self.tested);
        }
        movement::carry_plan(cx, self.unit, &moves, self.why)
    }
}

impl Leg {
    fn of(plan: &MovePlan) -> Leg {
        Leg {
            formation: plan.formation,
            rect: plan.rect,
            way: plan.way.clone(),
            bend: plan.bend.clone(),
            reformed: plan.reformed,
            crossed: plan.crossed,
            ends: plan.ends,
            tested: plan.tested,
            left: plan.left,
            entered: plan.entered,
        }
    }

    /// The move again; how far it is was reckoned when it was planned.
    fn plan(&self) -> MovePlan {
        MovePlan {
            formation: self.formation,
            rect: self.rect,
            way: self.way.clone(),
            bend: self.bend.clone(),
            used: 0.0,
            allowed: 0.0,
            reformed: self.reformed,
            crossed: self.crossed,
            ends: self.ends,
            tested: self.tested,
            left: self.left,
            entered: self.entered,
        }
    }
}
