//! Down the ladder of cohesion (10.7): levels lost, groups that break, and who sees it.

use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::{Broken, BrokenWhy, Cohesion, Deed, Place, Seen, Shape};
use aelian_game::Cx;
use aelian_rulebook::{RuleId, rule};

/// Lowers a group by so many levels (FA-COH-01, FA-COH-19). If it breaks, `why` and `by` say what caused it.
pub fn lower(cx: &mut Cx<'_, Rules>, group: GroupId, levels: u8, rule: RuleId, why: BrokenWhy, by: GroupSet) {
    let now = cx.state().group(group).cohesion;
    let to = now.down(levels);
    if levels == 0 || now == Cohesion::Broken {
        return;
    }
    cx.cite(rule, || Fact::GroupIs { group, cohesion: to });
    cx.emit(Event::Cohesion { group, to });
    cx.emit(Event::Did { group, deed: Deed::Dropped });
    if to == Cohesion::Broken {
        breaks(cx, group, why, by);
    }
}

/// FA-COH-17, FA-COMB-05, FA-COH-20, FA-CT-05, FA-ROUT-10: a group breaks. Its friends have seen it; it waits for its rout move, or
/// is destroyed if it is battle wagons or artillery. It fights no longer; its enemies' fights with it are over.
fn breaks(cx: &mut Cx<'_, Rules>, group: GroupId, why: BrokenWhy, by: GroupSet) {
    for seen in seen_by(Look::new(cx.rules, cx.state()), group) {
        cx.cite(rule!("FA-CT-05"), || Fact::Pair { group: seen, other: group });
        cx.emit(Event::Saw(Seen { group: seen, reasons: 1, chief: false }));
    }
    cx.emit(Event::Broke(Broken { group, why, by }));
    if cx.state().group(group).is_train() {
        cx.cite(rule!("FA-ROUT-10"), || Fact::Group(group));
        cx.emit(Event::Leaves { group, to: Place::Destroyed });
        return;
    }
    cx.cite(rule!("FA-COH-17"), || Fact::Group(group));
    let turned = faced_about(Look::new(cx.rules, cx.state()), group);
    cx.emit(Event::Moved(turned));
    let with = cx.state().commanders_with(group).next();
    if let Some(commander) = with {
        cx.cite(rule!("FA-CMOVE-18"), || Fact::Commander(commander));
        cx.emit(Event::Did { group, deed: Deed::BrokeLed });
    }
}

/// FA-CT-05, FA-CT-08, FA-CT-26: friends within 3 MU of a group that breaks; only skirmishers mind broken skirmishers,
/// and nobody who has already tested at the end of this phase.
pub fn seen_by(look: Look<'_>, broken: GroupId) -> Vec<GroupId> {
    let group = look.state.group(broken);
    let limit = look.rules.tables.cohesion.seen.break_mu;
    let minds = |id: &GroupId| {
        let friend = look.state.group(*id);
        *id != broken
            && !friend.is_broken()
            && !look.state.did(*id, Deed::TestedForSeen)
            && (friend.is_skirmishers() || !group.is_skirmishers())
            && look.within(look.distance(*id, broken), limit)
    };
    look.state.on_table_of(group.side).filter(minds).collect()
}

/// FA-COH-17: every base turns where it stands. A short last rank is now in front: that is no normal formation.
pub(crate) fn faced_about(look: Look<'_>, group: GroupId) -> Moved {
    let state = look.state;
    let mut places = Body::of(state, group).places();
    for place in &mut places {
        let depth = state.rect(place.base).depth;
        place.pose = place.pose.about_faced(depth).on_grid();
    }
    let facing = state.group(group).facing.reversed();
    let array = look.array(group);
    let full = usize::from(array.files()) * usize::from(array.ranks()) == array.len();
    let shape = match state.group(group).shape {
        Shape::Normal if full => Shape::Normal,
        _ => Shape::Loose,
    };
    Moved { group, why: MoveWhy::FacedAbout, way: Vec::new(), places, facing, shape }
}
