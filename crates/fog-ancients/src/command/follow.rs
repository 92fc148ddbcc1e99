//! Commanders who go with their group (FA-CMOVE-10, FA-CMOVE-12, FA-CMOVE-17, FA-CMOVE-18).

use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{BaseId, CommanderId, GroupId};
use crate::movement::Leg;
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::Cx;
use aelian_geometry::{Edge, Pose};
use aelian_rulebook::rule;

/// A group moves, and its commanders with it.
pub fn moves(cx: &mut Cx<'_, Rules>, moved: Moved) {
    let along = escorts(Look::new(cx.rules, cx.state()), &moved);
    cx.emit(Event::Moved(moved));
    along.into_iter().for_each(|event| cx.emit(event));
}

/// FA-CMOVE-10: the commanders of a group that makes this move keep their place with it, or take the nearest one where its
/// formation changes; who fights in its front rank goes where the base goes whose place he has taken.
pub fn escorts(look: Look<'_>, moved: &Moved) -> Vec<Event> {
    let mut with = look.state.commanders_with(moved.group).peekable();
    if with.peek().is_none() {
        return Vec::new();
    }
    let before = Body::of(look.state, moved.group);
    let after = after(&before, moved);
    let reformed = is_reformed(look, moved);
    let goes = |commander: CommanderId| {
        let officer = look.state.commander(commander);
        let pose = match officer.place {
            CommanderPlace::Front { displaced, .. } => {
                let stands = after.bases.iter().find(|(base, _)| *base == displaced);
                stands.map_or(officer.rect.pose, |(_, rect)| rect.pose)
            }
            _ => look.carried(commander, &before, &after, reformed),
        };
        let place = officer.place;
        (officer.rect.pose != pose).then_some(Event::CommanderMoves { commander, place, pose })
    };
    with.filter_map(goes).collect()
}

/// Its files and ranks are others than before.
fn is_reformed(look: Look<'_>, moved: &Moved) -> bool {
    let regroups = |leg: &Leg| matches!(leg, Leg::Contract { .. } | Leg::Turn(_));
    let runs = matches!(moved.why, MoveWhy::Charged | MoveWhy::Intercepted | MoveWhy::Pursued);
    matches!(moved.why, MoveWhy::Reformed | MoveWhy::Fed | MoveWhy::ClosedRanks)
        || moved.way.iter().any(regroups)
        || runs && moved.shape != look.state.group(moved.group).shape
}

/// The group where it will stand.
fn after(before: &Body, moved: &Moved) -> Body {
    let place = |base: BaseId| moved.places.iter().find(|place| place.base == base);
    let bases = before.bases.iter().map(|(base, rect)| {
        let rect = place(*base).map_or(*rect, |place| rect.with_pose(place.pose));
        (*base, rect)
    });
    Body { facing: moved.facing, bases: bases.collect() }
}

/// FA-CMD-08, FA-EV-04, FA-ROUT-09: whoever is with a group that flees stands behind the middle of its last rank again,
/// edge to edge; out of the front rank if he was in it.
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

/// FA-CMOVE-12: the close combat is over, and a commander in the front rank gives the place back.
pub fn out_of_the_front(cx: &mut Cx<'_, Rules>, group: GroupId) {
    let in_front = |id: &CommanderId| cx.state().commander(*id).is_in_front_rank();
    let officers: Vec<_> = cx.state().commanders_with(group).filter(in_front).collect();
    for commander in officers {
        let look = Look::new(cx.rules, cx.state());
        let pose = look.state.commander(commander).rect.pose;
        let rects: Vec<_> = look.state.rects_of(group).copied().collect();
        let pose = look.place_near(&rects, pose.at).unwrap_or(pose);
        cx.cite(rule!("FA-CMOVE-12"), || Fact::Commander(commander));
        cx.emit(Event::CommanderMoves { commander, place: CommanderPlace::With(group), pose });
    }
}
