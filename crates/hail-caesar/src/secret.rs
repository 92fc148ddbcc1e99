//! Who may see what: hidden units (HC-WOOD-05) are known to their own side only.

use crate::event::Event;
use crate::ids::UnitId;
use crate::rules::Rules;
use crate::state::{Place, State};
use aelian_game::Viewer;
use aelian_geometry::{Facing, Pose};

/// Whether this viewer may know where a unit is.
fn knows(rules: &Rules, state: &State, unit: UnitId, viewer: Viewer) -> bool {
    viewer == Viewer::Side(rules.card(unit).side) || state.unit(unit).place != Place::Hidden
}

/// The state as this viewer may see it.
pub fn view(rules: &Rules, state: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    for id in state.ids() {
        if !knows(rules, state, id, viewer) {
            let unit = &mut seen.units[id.index()];
            unit.place = Place::Unknown;
            unit.rect = unit.rect.with_pose(Pose::new(0.0, 0.0, Facing::UP));
        }
    }
    seen
}

/// The event as this viewer may see it.
pub fn event_for(rules: &Rules, before: &State, event: &Event, viewer: Viewer) -> Option<Event> {
    let of_hidden = |unit: &UnitId| before.has_unit(*unit) && !knows(rules, before, *unit, viewer);
    match event {
        Event::Moved(moved) if of_hidden(&moved.unit) => None,
        _ => Some(event.clone()),
    }
}

/// Whether the event told somebody what he did not know.
pub fn reveals(event: &Event) -> bool {
    matches!(event, Event::Appears(_))
}
