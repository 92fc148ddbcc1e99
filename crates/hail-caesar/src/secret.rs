//! Who may see what: hidden units (HC-WOOD-05) are known to their own side only.

use crate::event::Event;
use crate::ids::UnitId;
use crate::rules::{Look, Rules};
use crate::scenario::{Plan, ScenarioEvent};
use crate::state::{Place, State};
use aelian_game::Viewer;
use aelian_geometry::{Facing, Pose, Rect};

/// Whether this viewer may know where a unit is.
fn knows(rules: &Rules, state: &State, unit: UnitId, viewer: Viewer) -> bool {
    viewer == Viewer::Side(rules.card(unit).side) || state.unit(unit).place != Place::Hidden
}

/// HS-KADESH-05: whether this viewer may know where a division will come on.
fn knows_plan(rules: &Rules, state: &State, plan: &Plan, viewer: Viewer) -> bool {
    let side = rules.divisions.get(plan.division.index()).map(|division| Viewer::Side(division.side));
    !Look::new(rules, state).plans_are_secret() || side == Some(viewer)
}

/// The state as this viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    for id in state.ids() {
        if !knows(rules, state, id, viewer) {
            let unit = &mut seen.units[id.index()];
            unit.place = Place::Unknown;
            unit.formation = rules.card(id).normal;
            let (width, depth) = rules.card(id).extent(unit.formation);
            unit.rect = Rect::new(Pose::new(0.0, 0.0, Facing::UP), width, depth);
        }
    }
    seen.script.plans.retain(|plan| knows_plan(rules, state, plan, viewer));
    seen
}

/// The event as this viewer may see it.
pub fn event_for(rules: &Rules, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
    let of_hidden = |unit: &UnitId| before.has_unit(*unit) && !knows(rules, before, *unit, viewer);
    match event {
        Event::Moved(moved) if of_hidden(&moved.unit) => None,
        Event::Scenario(ScenarioEvent::Planned(plan)) if !knows_plan(rules, before, plan, viewer) => None,
        _ => Some(event.clone()),
    }
}

/// Whether the event told somebody what he did not know.
pub fn reveals(event: &Event) -> bool {
    matches!(event, Event::Appears(_))
}
