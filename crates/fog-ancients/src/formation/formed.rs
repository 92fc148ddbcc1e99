//! A formation in thought: which base stands where in files and ranks, and where its front is.

use super::{Array, Body};
use crate::choice::Placement;
use crate::event::{MoveWhy, Moved};
use crate::ids::{BaseId, GroupId};
use crate::movement::Leg;
use crate::rules::Look;
use aelian_geometry::Pose;

/// FA-FORM-01: a normal formation and the middle of its front edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Formed {
    pub array: Array,
    pub front: Pose,
}

impl Formed {
    pub fn places(&self, look: Look<'_>) -> Vec<Placement> {
        look.places(&self.array, self.front)
    }

    /// Its bases where they would stand.
    pub fn body(&self, look: Look<'_>) -> Body {
        let bases = self.places(look).into_iter();
        let stand = |place: Placement| (place.base, look.state.rect(place.base).with_pose(place.pose));
        Body { facing: self.front.facing, bases: bases.map(stand).collect() }
    }

    /// The event of a group that now stands so.
    pub fn moved(&self, look: Look<'_>, group: GroupId, why: MoveWhy, way: Vec<Leg>) -> Moved {
        look.stands(group, &self.array, self.front, why, way)
    }
}

/// FA-TURN-06, FA-FORM-11: these bases in their order, those of the kinds that stood in front before the others.
pub fn front_kinds_first(look: Look<'_>, array: &Array, bases: &mut [BaseId]) {
    let kind = |base: &BaseId| look.state.base(*base).troop;
    let in_front = |base: &BaseId| array.front().any(|front| kind(&front) == kind(base));
    bases.sort_by_key(|base| !in_front(base));
}
