//! Commanders make way (FA-CMOVE-08).

use crate::event::Event;
use crate::ids::{CommanderId, GroupId};
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::Cx;
use aelian_geometry::{Pose, Rect, overlaps};

/// FA-CMOVE-08: a commander who is with a group, but not in its front rank, and on whom troops have come to stand moves
/// to the nearest other place in contact with his group. If there is none, his marker stays where it is, on a base.
pub fn make_way(cx: &mut Cx<'_, Rules>) {
    if cx.state().memo.is_out_of_the_way() {
        return;
    }
    let mut all_stay = true;
    for commander in cx.state().commander_ids() {
        let look = Look::new(cx.rules, cx.state());
        if let Some((group, pose)) = aside(look, commander) {
            let place = CommanderPlace::With(group);
            cx.emit(Event::CommanderMoves { commander, place, pose });
            all_stay = false;
        }
    }
    if all_stay {
        cx.state().memo.note_out_of_the_way();
    }
}

fn aside(look: Look<'_>, id: CommanderId) -> Option<(GroupId, Pose)> {
    let commander = look.state.commander(id);
    let CommanderPlace::With(group) = commander.place else { return None };
    if !look.state.group(group).on_table() || !look.is_trodden(&commander.rect) {
        return None;
    }
    let rects: Vec<Rect> = look.state.rects_of(group).copied().collect();
    let free = |pose: &Pose| {
        let marker = commander.rect.with_pose(*pose);
        let on_table = look.state.field.edge_crossed(&marker, look.rules.tolerance.length).is_none();
        on_table && !look.is_trodden(&marker)
    };
    let pose = look.places_near(&rects, commander.rect.pose.at).into_iter().find(free)?;
    Some((group, pose.on_grid()))
}

impl Look<'_> {
    /// A base of either side stands on it.
    fn is_trodden(&self, marker: &Rect) -> bool {
        let around = marker.circle();
        let hits =
            |rect: &Rect| around.near(&rect.circle(), 0.0) && overlaps(marker, rect, self.rules.tolerance);
        let near = |group: &GroupId| around.near(&self.circle(*group), 0.0);
        self.state.on_table().filter(near).any(|group| self.state.rects_of(group).any(hits))
    }
}
