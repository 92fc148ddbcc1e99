//! Ambush (36): the secret record, what each side may see of it, and its discovery.

use crate::event::Event;
use crate::state::{Place, State};
use aelian_game::Viewer;

/// BB-BUSH-13: the state as a viewer may see it; hidden bases of the other side are not in it.
pub fn view(state: &State, viewer: Viewer) -> State {
    let mut seen = state.clone();
    for base in &mut seen.bases {
        if base.place == Place::Ambush && viewer != Viewer::Side(base.side) {
            base.place = Place::Waiting;
            base.rect.pose = super::Pose::new(0.0, 0.0, super::home_facing(base.side));
        }
    }
    seen
}

/// BB-BUSH-13: what a viewer may know of an event.
pub fn event_for(_before: &State, event: &Event, _viewer: Viewer) -> Option<Event> {
    Some(event.clone())
}

impl crate::rules::Look<'_> {
    /// BB-BUSH-10: the hidden bases that an enemy base, standing as `rect`, would see.
    pub fn discovered_by(&self, _side: aelian_game::Side, _rect: &aelian_geometry::Rect) -> crate::BaseSet {
        crate::BaseSet::EMPTY
    }
}
