//! Commanders who go with their group where it is driven (FA-CMOVE-10, FA-CMOVE-17, FA-CMOVE-18).

use crate::event::Event;
use crate::ids::{BaseId, GroupId};
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::Cx;
use aelian_geometry::{Edge, Pose};

/// FA-CMD-08, FA-CMOVE-10, FA-EV-04, FA-ROUT-09: whoever is with the group stands behind the middle of its last rank again, edge to edge; out
/// of the front rank if he was in it.
pub fn follow(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let with: Vec<_> = cx.state().commanders_with(group).collect();
    if with.is_empty() {
        return;
    }
    let Some(pose) = behind(Look::new(cx.rules, cx.state()), group) else { return };
    for commander in with {
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::With(group), pose });
    }
}

/// The place behind the middle base of the last rank of a group; of two in its middle behind the one nearer to the middle
/// of the table.
fn behind(look: Look<'_>, group: GroupId) -> Option<Pose> {
    let array = look.array(group);
    let last: Vec<BaseId> =
        array.slots().iter().filter(|slot| slot.rank + 1 == array.ranks()).map(|slot| slot.base).collect();
    let middle = match last.len() {
        0 => look.state.bases_of(group).last()?,
        bases => [last[(bases - 1) / 2], last[bases / 2]]
            .into_iter()
            .min_by_key(|base| look.off_middle(look.state.rect(*base).pose.at))?,
    };
    let rect = look.state.rect(middle);
    Some(Pose { at: rect.edge_middle(Edge::Rear), facing: rect.pose.facing }.on_grid())
}
