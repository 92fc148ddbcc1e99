//! Follow me (65.4) and Rally (65.5).

use super::{CommandChoice, Order, Verb, Waiting, carry};
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::pending::Pending;
use crate::rules::{Look, Rules};
use crate::state::{CommanderPlace, Deed};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::Pose;
use aelian_rulebook::rule;

/// HC-FOL-03, HC-FOL-05, HC-RAL-03, HC-RAL-04: he is placed with the unit, and that is his move of this turn.
pub fn joins(cx: &mut Cx<'_, Rules>, order: &Order) {
    let Some(unit) = order.units.first() else { return };
    let commander = order.commander;
    let at = cx.state().unit(unit).rect.pose.at;
    let rule = if order.verb == Verb::Rally { rule!("HC-RAL-03") } else { rule!("HC-FOL-03") };
    cx.cite(rule, || Fact::Unit(unit));
    cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::With(unit), at });
    cx.emit(Event::CommanderMoved(commander));
}

/// HC-RAL-03, HC-RAL-08, HC-RAL-09: the unit loses a casualty.
pub fn rallied(cx: &mut Cx<'_, Rules>, order: &Order) {
    let Some(unit) = order.units.first() else { return };
    let to = cx.state().unit(unit).casualties.saturating_sub(1);
    cx.emit(Event::Casualties { unit, to });
}

/// HC-FOL-03: there are moves left, and the unit can still make them.
pub fn goes_on(look: Look<'_>, unit: UnitId, left: u8) -> bool {
    let standing = look.state.unit(unit);
    left > 0
        && standing.is_on_table()
        && !standing.disordered
        && !standing.did(Deed::Stopped)
        && (!look.is_held(unit) || standing.moves == 0)
        && !(look.is_engaged(unit) && standing.moves > 0)
}

/// HC-FOL-04, HC-FOL-07, HC-FOL-10: one step that the player has stated; a charge or a move into support takes all that is left.
pub fn resolve(
    cx: &mut Cx<'_, Rules>,
    unit: UnitId,
    left: u8,
    stood: Pose,
    choice: &CommandChoice,
) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    let CommandChoice::Step(verb) = choice else { return Ok(()) };
    let whole = matches!(verb, Verb::Charge(_) | Verb::Support { .. } | Verb::Occupy { .. });
    let (moves, after) = if whole { (left, 0) } else { (1, left - 1) };
    if after > 0 {
        cx.emit(Event::Waits(Pending::Command(Waiting::FollowMe { unit, left: after, stood })));
    }
    carry::carry_out(cx, unit, verb, moves, stood, MoveWhy::Ordered)
}
