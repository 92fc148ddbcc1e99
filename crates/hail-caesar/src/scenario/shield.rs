//! With Your Shield, or On It: the unit in the sunken road.

use super::script::Matter;
use super::{ScenarioPrompt, placing};
use crate::ids::UnitId;
use crate::rules::{Look, Rules};
use crate::state::Place;
use aelian_game::Cx;
use aelian_geometry::Rect;
use aelian_rulebook::rule;

/// How near an enemy comes before those in ambush show themselves (HS-SHIELD-04), in inches.
const SEEN: f64 = 6.0;

fn hidden(look: Look<'_>) -> Option<UnitId> {
    look.state.ids().find(|id| look.state.unit(*id).place == Place::Hidden)
}

/// HS-SHIELD-04: at the start of each turn of theirs.
pub fn due(look: Look<'_>) -> Option<Matter> {
    let unit = hidden(look)?;
    let open = look.side(unit) == look.active() && !look.state.script.done.contains(&Matter::Ambush);
    open.then_some(Matter::Ambush)
}

pub fn prompt(look: Look<'_>) -> Option<ScenarioPrompt> {
    look.is_battle(super::Battle::WithYourShield).then(|| hidden(look).map(ScenarioPrompt::Spring)).flatten()
}

/// HS-SHIELD-04: they show themselves and may act in this turn.
pub fn spring(cx: &mut Cx<'_, Rules>) {
    if let Some(unit) = hidden(Look::new(cx.rules, cx.state())) {
        placing::reveal(cx, unit, rule!("HS-SHIELD-04"));
    }
}

/// HS-SHIELD-04: the enemy in ambush whom this unit may come upon.
pub fn waits_for(look: Look<'_>, unit: UnitId) -> Option<UnitId> {
    hidden(look).filter(|hidden| look.side(*hidden) != look.side(unit))
}

/// HS-SHIELD-04: on this way a unit of the enemy would come within 6 inches of those in ambush: they show themselves,
/// and it goes on as one that sees them. True if they did.
pub fn spring_upon(cx: &mut Cx<'_, Rules>, unit: UnitId, mut way: impl Iterator<Item = Rect>) -> bool {
    let look = Look::new(cx.rules, cx.state());
    let Some(hidden) = waits_for(look, unit) else { return false };
    let mut from = *look.rect(unit);
    let near = way.any(|to| {
        let by = to.pose.at - from.pose.at;
        let on_way = |step: u8| to.with_pose(to.pose.translated(by * (f64::from(step) / 12.0 - 1.0)));
        from = to;
        (0..=12).map(on_way).any(|rect| look.within(look.distance_to(&rect, hidden), SEEN))
    });
    if near {
        spring(cx);
    }
    near
}

/// HS-SHIELD-04: they are put down as soon as an enemy comes within 6 inches, whoever's turn it is.
pub fn settle(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    if look.state.turn > 0 && hidden(look).is_some_and(|unit| look.enemy_within(unit, SEEN)) {
        spring(cx);
    }
}
