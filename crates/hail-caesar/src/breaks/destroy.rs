//! Units that are destroyed (HC-BRES-08, HC-CAS-04, HC-GIVE-08): they leave the table and their fights.

use crate::event::Event;
use crate::fact::Fact;
use crate::ids::UnitId;
use crate::rules::Rules;
use crate::state::Place;
use crate::{commander, movement};
use aelian_game::Cx;
use aelian_rulebook::RuleId;

/// The unit is destroyed for this reason; its fights end with it, and the fate of a commander who is with it is
/// decided (HC-CRISK-03). Break tests of its supports are for whoever destroys it.
pub fn destroy(cx: &mut Cx<'_, Rules>, unit: UnitId, why: RuleId) {
    if cx.state().unit(unit).is_lost() {
        return;
    }
    cx.cite(why, || Fact::Unit(unit));
    if cx.state().barrages.iter().any(|barrage| barrage.target == unit) {
        cx.emit(Event::BarrageOver(unit));
    }
    cx.emit(Event::Leaves { unit, to: Place::Destroyed });
    movement::release(cx, unit);
    commander::fate(cx, unit);
}
