//! Evade (50.8): the order to evade, and the flight.

use super::run::Run;
use crate::command;
use crate::event::{Event, MoveWhy};
use crate::fact::Fact;
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::movement::{self, Obey, Straight};
use crate::rolls;
use crate::rules::{Look, Rules};
use crate::state::Deed;
use crate::troop::Special;
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::{Facing, Vec2};
use aelian_rulebook::rule;

/// What a roll to evade came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    pub total: u8,
    pub leadership: u8,
    /// HC-EVADE-05, HC-EVADE-06: moves that it makes, failed or not.
    pub moves: u8,
    pub passed: bool,
    /// HC-EVADE-13.
    pub blunder: bool,
}

/// HC-EVADE-04, HC-EVADE-06, HC-EVADE-13, HC-MIL-01: what a total of two dice means for an evader.
pub fn rolled(look: Look<'_>, unit: UnitId, total: u8) -> Rolled {
    let commander = look.commander_of(unit);
    let leadership = look.leadership(commander, UnitSet::one(unit)).value;
    let militia = look.card(unit).has(Special::Militia) && total == leadership;
    let granted = if militia { 0 } else { command::moves_granted(total, leadership) };
    let blunder = total == 12 && look.may_blunder(unit);
    Rolled { total, leadership, moves: granted.max(1), passed: granted > 0, blunder }
}

/// HC-EVADE-04: nobody is there who could give the order, or he gives no more (AMB-90): then it has failed.
pub fn is_leaderless(look: Look<'_>, unit: UnitId) -> bool {
    let commander = look.state.commander(look.commander_of(unit));
    let silenced = look.rules.settings.one_failed_evade && commander.finished;
    silenced || !commander.is_on_table()
}

/// HC-EVADE-07, HC-GEN-05, AMB-24: whether the general may roll this evade again.
pub fn may_reroll(look: Look<'_>, commander: CommanderId) -> bool {
    let settings = &look.rules.settings;
    settings.general_reroll
        && settings.reroll_each_player_turn
        && look.state.commander(commander).general
        && !look.state.rerolled[look.side_of_commander(commander).index()]
}

/// HC-EVADE-04: the two dice of the order to evade.
pub fn roll(cx: &mut Cx<'_, Rules>, unit: UnitId) -> Result<Rolled, NeedRoll> {
    let total = rolls::two_dice(cx, rule!("HC-EVADE-04"))?;
    let look = Look::new(cx.rules, cx.state());
    let rolled = rolled(look, unit, total);
    let commander = look.commander_of(unit);
    for reason in look.distance_reasons(commander, UnitSet::one(unit)) {
        cx.cite(reason.rule, || reason.fact);
    }
    let Rolled { total, leadership, moves, .. } = rolled;
    cx.cite(rule!("HC-EVADE-04"), || Fact::Order { commander, total, leadership, moves });
    Ok(rolled)
}

/// HC-EVADE-05, HC-EVADE-08, EX-135: straight away from the charger's centre-front; where something is in the way, by the
/// smallest turn that leads furthest away from there.
pub fn way(look: Look<'_>, unit: UnitId, from: Vec2, moves: u8) -> Straight {
    let away = look.rect(unit).centre() - from;
    let length = away.length();
    let axis = if length > 1e-6 { away / length } else { Facing::UP.vector() };
    let distance = f64::from(moves) * look.rate(unit);
    let stood = look.rect(unit).centre();
    let gone = |way: &Straight| (way.rect.centre() - stood).dot(axis);
    let mut best: Option<Straight> = None;
    for way in look.deviating(unit, (axis, distance), Obey::BLUNDER, 5.0) {
        // No other way that is as long leads further away.
        let whole = way.is_full();
        if best.as_ref().is_none_or(|best| gone(&way) > gone(best) + look.rules.slack) {
            best = Some(way);
        }
        if whole {
            break;
        }
    }
    best.unwrap_or_else(|| look.straight(unit, axis, 0.0, Obey::BLUNDER))
}

/// HC-EVADE-05, HC-EVADE-06, HC-EVADE-14, HC-EVADE-17, HC-EVADE-18: the unit evades with so many moves.
pub fn flee(cx: &mut Cx<'_, Rules>, run: &Run, unit: UnitId, moves: u8) -> Result<(), NeedRoll> {
    let look = Look::new(cx.rules, cx.state());
    let rate = look.rate(unit);
    let way = way(look, unit, look.centre_front(run.unit), moves);
    cx.emit(Event::Did { unit, deed: Deed::Evaded });
    cx.cite(rule!("HC-EVADE-05"), || Fact::TooFar { used: way.distance, allowed: f64::from(moves) * rate });
    movement::shift(cx, unit, &way, MoveWhy::Evaded)
}
