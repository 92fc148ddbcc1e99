//! Pursuers and fresh enemy (FA-JPUR-11 to FA-JPUR-15, FA-JPUR-24, FA-IMP-08).

use crate::ids::{GroupId, GroupSet};
use crate::impact::hits_flank;
use crate::position::legal_contact;
use crate::rules::Look;
use crate::state::Cohesion;
use aelian_geometry::Rect;

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

/// FA-FLK-05: of these groups, on whose flank the pursuer began, those that it has not met with any other edge: it takes
/// them in flank or rear, now or with the files that step forward.
pub fn flanks(look: Look<'_>, pursuer: GroupId, behind: GroupSet) -> GroupSet {
    let t = look.rules.tolerance;
    let any = |enemy: GroupId, holds: &dyn Fn(&Rect, &Rect) -> bool| {
        look.state.rects_of(pursuer).any(|own| look.state.rects_of(enemy).any(|theirs| holds(own, theirs)))
    };
    let met = |enemy| any(enemy, &|own, theirs| legal_contact(own, theirs, t).is_some());
    let hit = |enemy| any(enemy, &|own, theirs| hits_flank(own, theirs, t));
    behind.iter().filter(|enemy| !met(*enemy) || hit(*enemy)).collect()
}
