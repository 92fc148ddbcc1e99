//! Pursuers and fresh enemy (FA-JPUR-11 to FA-JPUR-15, FA-JPUR-24, FA-IMP-08).

use crate::ids::GroupId;
use crate::rules::Look;
use crate::state::Cohesion;
use aelian_geometry::{Corner, Edge, Feature, contacts};

/// FA-JPUR-12: the pursuer may halt before this enemy; skirmishers are always contacted.
pub fn may_halt(look: Look<'_>, enemy: GroupId) -> bool {
    !look.state.group(enemy).is_skirmishers()
}

/// FA-JPUR-12: halting takes a test for all but skirmishers.
pub fn halts_by_test(look: Look<'_>, pursuer: GroupId) -> bool {
    !look.state.group(pursuer).is_skirmishers()
}

/// FA-JPUR-14: the enemy may evade pursuers.
pub fn may_evade(look: Look<'_>, enemy: GroupId) -> bool {
    look.is_able_to_evade(enemy) && !look.state.committed(enemy) && !look.state.group(enemy).is_broken()
}

/// FA-JPUR-15, AMB-17: skirmishers not wholly off the open must test to stand to battle troops.
pub fn stands_by_test(look: Look<'_>, enemy: GroupId, pursuer: GroupId) -> bool {
    look.state.group(enemy).is_skirmishers()
        && !look.state.group(pursuer).is_skirmishers()
        && !look.state.bases_of(enemy).all(|base| look.is_wholly_off_open(base))
}

/// FA-JPUR-13: FRAGMENTED enemy test when pursuers reach them, unless these are light foot.
pub fn must_test(look: Look<'_>, enemy: GroupId, pursuer: GroupId) -> bool {
    look.state.group(enemy).cohesion == Cohesion::Fragmented && !look.is_light_foot(pursuer)
}

/// FA-FLK-05: the pursuer touches a side, the rear or a rear corner of the enemy, and no front edge.
pub fn touches_flank(look: Look<'_>, pursuer: GroupId, enemy: GroupId) -> bool {
    let t = look.rules.tolerance;
    let (mut flank, mut front) = (false, false);
    for own in look.state.rects_of(pursuer) {
        for theirs in look.state.rects_of(enemy) {
            for contact in &contacts(own, theirs, t) {
                match contact.theirs {
                    Feature::Edge(Edge::Front) => front = true,
                    Feature::Edge(_) | Feature::Corner(Corner::RearLeft | Corner::RearRight) => flank = true,
                    Feature::Corner(_) => {}
                }
            }
        }
    }
    flank && !front
}
