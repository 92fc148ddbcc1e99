//! Who fights whom after a move into contact (HC-ENG-01, HC-ALG-06 step 10).

use crate::event::Event;
use crate::ids::{UnitId, UnitSet};
use crate::rules::{Look, Rules};
use crate::state::{Bout, Combat, Place, Side4};
use aelian_game::Cx;

/// HC-ENG-01, HC-ALG-11, HC-TWO-05: makes the bouts of a unit with every enemy whom it touches with a centre-front, and
/// gives back those with whom it did not fight before. Whoever comes new into a fight begins with nothing remembered
/// (HC-ENG-10).
///
/// HC-SWEEP-07, HC-SWEEP-09, HC-SWEEP-10: a bout with somebody whose fight has been fought in this part waits for the
/// next one.
pub fn engage(cx: &mut Cx<'_, Rules>, unit: UnitId) -> UnitSet {
    let look = Look::new(cx.rules, cx.state());
    let meetings = meetings(look, unit);
    let side = look.side(unit);
    let mut fresh = UnitSet::EMPTY;
    for (enemy, edges) in meetings {
        let known = cx.state().bout(unit, enemy).copied();
        let fought = known.map_or_else(|| has_fought(cx, unit, enemy), |bout| bout.fought);
        for one in [unit, enemy] {
            if !cx.state().is_fighting(one) {
                let tested = cx.state().unit(one).combat.tested;
                cx.emit(Event::Combat { unit: one, is: Combat { tested, ..Combat::default() } });
            }
        }
        if known.is_none() {
            fresh.insert(enemy);
        }
        let bout = Bout::between((unit, enemy), side, edges, fought);
        if known != Some(bout) {
            cx.emit(Event::Bout(bout));
        }
    }
    fresh
}

/// HC-ENG-01, HC-BLDG-17: the enemies whom a unit fights where it stands, and the edges on which they meet, its own first.
/// Of those in one building one fights and the others support it: who fights already, or else the largest.
pub(super) fn meetings(look: Look<'_>, unit: UnitId) -> Vec<(UnitId, [Side4; 2])> {
    let met = look
        .on_table(look.side(unit).other())
        .filter_map(|enemy| look.meeting(unit, enemy).map(|meeting| (enemy, meeting)))
        .filter(|(_, meeting)| meeting.fights)
        .map(|(enemy, meeting)| (enemy, meeting.edges));
    let mut found: Vec<(UnitId, [Side4; 2])> = Vec::new();
    for (enemy, edges) in met {
        let place = look.state.unit(enemy).place;
        let same = |other: &(UnitId, [Side4; 2])| look.state.unit(other.0).place == place;
        let inside = matches!(place, Place::Block(_));
        match found.iter().position(same).filter(|_| inside) {
            Some(at) if defends_better(look, unit, enemy, found[at].0) => found[at] = (enemy, edges),
            Some(_) => {}
            None => found.push((enemy, edges)),
        }
    }
    found
}

/// Of two units in one building, whether the first rather than the second fights off an assault.
fn defends_better(look: Look<'_>, unit: UnitId, one: UnitId, other: UnitId) -> bool {
    let rank = |id: UnitId| {
        let fights = look.state.bout(unit, id).is_some();
        (fights, look.class(id).is_infantry(), look.card(id).size)
    };
    rank(one) > rank(other)
}

/// Whether a new bout joins a fight that is over for this part.
fn has_fought(cx: &Cx<'_, Rules>, unit: UnitId, enemy: UnitId) -> bool {
    let fought = |one: UnitId| cx.state().bouts.iter().any(|bout| bout.units.contains(&one) && bout.fought);
    fought(enemy) || fought(unit)
}
