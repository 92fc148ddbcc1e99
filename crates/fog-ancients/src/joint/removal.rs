//! Destroyed groups are removed (70.6).

use super::{in_turn, left_alone};
use crate::cohesion::seen_by;
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::GroupId;
use crate::rules::{Look, Rules};
use crate::state::{Place, Seen};
use aelian_game::Cx;
use aelian_rulebook::{RuleId, rule};

/// FA-DEST-01, FA-DEST-02, FA-AUTO-06, FA-AUTO-07: why this group is destroyed at the end of the phase.
fn doomed(look: Look<'_>, group: GroupId) -> Option<RuleId> {
    if look.is_beyond_autobreak(group) {
        Some(rule!("FA-DEST-01"))
    } else {
        (look.state.strength(group) <= 1).then_some(rule!("FA-DEST-02"))
    }
}

/// FA-DEST-03: a group that will be destroyed although it is not broken is seen by its friends first.
pub(super) fn next_seen(look: Look<'_>) -> Option<GroupId> {
    in_turn(look).find(|group| !look.state.group(*group).is_broken() && doomed(look, *group).is_some())
}

/// FA-DEST-03, FA-CT-09: friends test as if it had just broken, while it still stands there.
pub(super) fn resolve_seen(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(group) = next_seen(look) else { return };
    for friend in seen_by(look, group) {
        cx.cite(rule!("FA-DEST-03"), || Fact::Pair { group: friend, other: group });
        cx.emit(Event::Saw(Seen { group: friend, reasons: 1, chief: false }));
    }
    cx.emit(Event::Dealt(group));
}

pub(super) fn next_group(look: Look<'_>) -> Option<GroupId> {
    in_turn(look).find(|group| doomed(look, *group).is_some())
}

pub(super) fn resolve(cx: &mut Cx<'_, Rules>) {
    let look = Look::new(cx.rules, cx.state());
    let Some(group) = next_group(look) else { return };
    if let Some(rule) = doomed(look, group) {
        cx.cite(rule, || Fact::Group(group));
    }
    left_alone(cx, group);
    cx.emit(Event::Leaves { group, to: Place::Destroyed });
}
