//! The end of a round (55.2 step 11, 60.12, 60.13): what is dropped, who spreads out, who parts.

use super::round::Round;
use crate::breaks::contacts;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::morale;
use crate::rules::{Look, Rules};
use crate::state::{Bout, Combat};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_rulebook::rule;

/// HC-ENG-01, HC-ALG-17: bouts of a unit with all whom it touches with a centre-front and does not fight yet. Counters
/// are kept (HC-ENG-11).
pub(crate) fn meet(cx: &mut Cx<'_, Rules>, unit: UnitId, fought: bool) -> UnitSet {
    let look = Look::new(cx.rules, cx.state());
    let side = look.side(unit);
    let near = |enemy: &UnitId| look.state.bout(unit, *enemy).is_none();
    let found: Vec<Bout> = look
        .on_table(side.other())
        .filter(near)
        .filter_map(|enemy| look.meeting(unit, enemy).map(|meeting| (enemy, meeting)))
        .filter(|(_, meeting)| meeting.fights)
        .map(|(enemy, meeting)| Bout::between((unit, enemy), side, meeting.edges, fought))
        .collect();
    let foes = found.iter().filter_map(|bout| bout.foe(unit)).collect();
    found.into_iter().for_each(|bout| cx.emit(Event::Bout(bout)));
    foes
}

/// HC-ALG-17: bouts of those who no longer touch end.
pub(crate) fn part(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let look = Look::new(cx.rules, cx.state());
    let over: Vec<[UnitId; 2]> = look
        .state
        .bouts
        .iter()
        .filter(|bout| bout.units.contains(&unit) && !look.touch(bout.units[0], bout.units[1]))
        .map(|bout| bout.units)
        .collect();
    over.into_iter().for_each(|units| cx.emit(Event::BoutOver(units)));
}

/// HC-REAL-04, HC-ENG-11, HC-ENDC-05, HC-AFT-01, HC-AFT-04, HC-INC-03: the round is over; who is still in contact
/// fights on in the next turn.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, round: Round) -> Result<(), NeedRoll> {
    cx.emit(Event::Settled);
    let supports: UnitSet = round.supports.iter().map(|support| support.unit).collect();
    let engaged = round.units.union(supports);
    for unit in engaged.iter() {
        if !cx.state().unit(unit).is_on_table() {
            continue;
        }
        morale::drop_excess(cx, unit);
        if !cx.state().is_fighting(unit) {
            forget(cx, unit);
        }
    }
    used_up(cx, &round);
    for unit in round.units.iter() {
        let standing = cx.state().unit(unit);
        if standing.is_on_table() && !cx.state().is_fighting(unit) {
            contacts::spread(cx, unit);
        }
    }
    contacts::part(cx, round.units)
}

/// HC-ENG-11: whoever fights nobody any more remembers nothing of the fight.
fn forget(cx: &mut Cx<'_, Rules>, unit: UnitId) {
    let old = cx.state().unit(unit).combat;
    let is = Combat { tested: old.tested, ..Combat::default() };
    if is != old {
        cx.cite(rule!("HC-ENG-11"), || Fact::Unit(unit));
        cx.emit(Event::Combat { unit, is });
    }
}

/// HC-CRISK-08: attacks of commanders are counted by the round.
fn used_up(cx: &mut Cx<'_, Rules>, round: &Round) {
    for unit in round.units.iter() {
        let Some(commander) = cx.state().commander_with(unit) else { continue };
        let mut is = *cx.state().commander(commander);
        if is.used > 0 {
            is.used = 0;
            cx.emit(Event::CommanderIs { commander, is });
        }
    }
}
