//! The Road to Damascus: the relief that comes two divisions at a time, and the way to the river.

use super::plans::release;
use super::script::{Matter, ScenarioEvent};
use super::{ScenarioChoice, ScenarioPrompt};
use crate::event::Event;
use crate::fact::Fact;
use crate::field::TableEdge;
use crate::ids::{DivisionId, UnitId};
use crate::rules::{INCH, Look, Rules};
use crate::state::Place;
use aelian_game::{Cx, Ending, Side};
use aelian_rulebook::rule;

const CRUSADERS: Side = Side::Red;
const DAMASCUS: Side = Side::Blue;
/// HS-DAMASCUS-04.
const AT_A_TIME: usize = 2;
/// HS-DAMASCUS-13: the stretch of the north edge between river and canal, in inches.
const FAR_SIDE: (f64, f64) = (22.0, 70.0);
/// How near to it a unit has reached it, in inches: ours.
const REACHED: f64 = 6.0;

/// HS-DAMASCUS-04: divisions of the relief that may be named.
fn relief_left(look: Look<'_>) -> Vec<DivisionId> {
    let waits = |id: &DivisionId| {
        let card = &look.rules.divisions[id.index()];
        let relief = card.arrival.as_ref().is_some_and(|arrival| arrival.group.is_some());
        card.side == DAMASCUS && relief && look.is_absent(*id)
    };
    (0..look.rules.divisions.len() as u8).map(DivisionId).filter(waits).collect()
}

pub fn due(look: Look<'_>) -> Option<Matter> {
    (look.state.script.owed > 0).then_some(Matter::Relief)
}

/// Asked only where there is a choice.
pub fn prompt(look: Look<'_>) -> Option<ScenarioPrompt> {
    let (owed, of) = (look.state.script.owed, relief_left(look));
    (of.len() > usize::from(owed)).then_some(ScenarioPrompt::Relief { owed, of })
}

/// HS-DAMASCUS-04, HA-DAMASCUS-04: two come, or the last one alone.
pub fn owe(cx: &mut Cx<'_, Rules>, left: usize) {
    cx.emit(Event::Scenario(ScenarioEvent::Owed(left.min(AT_A_TIME) as u8)));
}

pub fn relief(cx: &mut Cx<'_, Rules>, answer: Option<&ScenarioChoice>) {
    let look = Look::new(cx.rules, cx.state());
    let owed = look.state.script.owed;
    if let Some(ScenarioChoice::Bring(division)) = answer {
        release(cx, *division);
        cx.emit(Event::Scenario(ScenarioEvent::Owed(owed.saturating_sub(1))));
        return;
    }
    let all = relief_left(look);
    all.into_iter().for_each(|division| release(cx, division));
    cx.emit(Event::Scenario(ScenarioEvent::Owed(0)));
}

/// Crusader units that are neither destroyed nor gone.
fn intact(look: Look<'_>) -> usize {
    look.state.ids().filter(|id| look.side(*id) == CRUSADERS && !look.state.unit(*id).is_lost()).count()
}

/// HS-DAMASCUS-13, HA-DAMASCUS-07: three quarters of them all.
fn wanted(look: Look<'_>) -> usize {
    let all = look.state.ids().filter(|id| look.side(*id) == CRUSADERS).count();
    (all * 3).div_ceil(4)
}

/// HS-DAMASCUS-13: it has left between river and canal, or stands before that edge.
fn has_reached(look: Look<'_>, unit: UnitId) -> bool {
    let between = |x: f64| (FAR_SIDE.0 * INCH..=FAR_SIDE.1 * INCH).contains(&x);
    let standing = look.state.unit(unit);
    match standing.place {
        Place::Off { edge: TableEdge::North, along } => between(f64::from(along)),
        Place::Table => standing.rect.corners().iter().any(|corner| {
            look.within(look.state.field.inside(TableEdge::North, *corner), REACHED) && between(corner.x)
        }),
        _ => false,
    }
}

pub fn at_end(look: Look<'_>) -> Option<Matter> {
    let open = look.active() == CRUSADERS && !look.state.script.done.contains(&Matter::Objective);
    let there =
        || look.state.ids().filter(|id| look.side(*id) == CRUSADERS && has_reached(look, *id)).count();
    (open && there() >= wanted(look)).then_some(Matter::Objective)
}

/// HS-DAMASCUS-13.
pub fn decide(cx: &mut Cx<'_, Rules>) {
    cx.cite(rule!("HS-DAMASCUS-13"), || Fact::Side(CRUSADERS));
    cx.emit(Event::Ends(Ending { winner: Some(CRUSADERS), cause: rule!("HS-DAMASCUS-13"), score: [1, 0] }));
}

/// HS-DAMASCUS-14: too few are left to reach the far side. They can still break the enemy, unless it is agreed that the
/// battle is over then.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let (found, allowed) = (intact(look), wanted(look));
    if !look.rules.settings.over_below_three_quarters || found >= allowed || look.state.ending.is_some() {
        return;
    }
    cx.cite(rule!("HS-DAMASCUS-14"), || Fact::Count { found: found as i32, allowed: allowed as i32 });
    cx.emit(Event::Ends(Ending { winner: Some(DAMASCUS), cause: rule!("HS-DAMASCUS-14"), score: [0, 1] }));
}
