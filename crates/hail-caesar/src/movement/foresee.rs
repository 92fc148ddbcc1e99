//! What lies ahead of a unit that will have moved, for plans of more than one step.

use super::plan::MovePlan;
use crate::event::{self, Event, MoveWhy, Moved};
use crate::ids::UnitId;
use crate::rules::Look;
use crate::state::{Deed, Place, State};

/// The state after one move of a unit, as far as its next move needs it.
pub fn foreseen(look: Look<'_>, before: Option<State>, unit: UnitId, step: &MovePlan) -> State {
    let mut state = before.unwrap_or_else(|| look.state.clone());
    let moved =
        Moved { unit, why: MoveWhy::Charged, way: Vec::new(), formation: step.formation, rect: step.rect };
    let comes_out = state.unit(unit).is_in_block();
    let moved = if comes_out { Event::Appears(moved) } else { Event::Moved(moved) };
    event::apply(&mut state, &moved);
    let made = state.unit(unit).moves.saturating_add(1);
    event::apply(&mut state, &Event::Moves { unit, made });
    if step.ends.is_some() {
        event::apply(&mut state, &Event::Did { unit, deed: Deed::Stopped });
    }
    if step.reformed {
        event::apply(&mut state, &Event::Did { unit, deed: Deed::Reformed });
    }
    if let Some((edge, along)) = step.left {
        event::apply(&mut state, &Event::Leaves { unit, to: Place::Off { edge, along } });
    }
    state
}
