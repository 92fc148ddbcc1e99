//! Bases in thought: what they would stand on, when they pass each other, and commanders who go with their group.

use crate::event::{Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{BaseId, CommanderId};
use crate::movement::patch::Ground;
use crate::movement::way::Obstacle;
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::Cx;
use aelian_geometry::{Rect, Tolerance, Vec2};

/// What stands in the way, as a fact.
pub(crate) fn blocked(by: Obstacle) -> Fact {
    match by {
        Obstacle::Edge(edge) => Fact::OffTable(edge),
        Obstacle::Ground(Ground::Area(kind)) => Fact::BlockedByTerrain(kind),
        Obstacle::Ground(Ground::River) => Fact::Rule,
        Obstacle::Group(group) => Fact::BlockedBy(group),
        Obstacle::Camp(side) => Fact::Side(side),
    }
}

/// From where to where along this direction two rectangles overlap deeper than the tolerance while the first is
/// moved; distances from where it stands, negative behind it. None if it passes by.
pub(crate) fn passage(moved: &Rect, along: Vec2, other: &Rect, t: Tolerance) -> Option<(f64, f64)> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    let axes = [
        moved.pose.facing.vector(),
        moved.pose.facing.right(),
        other.pose.facing.vector(),
        other.pose.facing.right(),
    ];
    for axis in axes {
        let ((low, high), (from, to)) = (extent(moved, axis), extent(other, axis));
        let speed = along.dot(axis);
        if speed.abs() < t.angle {
            if high.min(to) - low.max(from) <= t.length {
                return None;
            }
            continue;
        }
        let (one, two) = ((from - high) / speed, (to - low) / speed);
        enter = enter.max(one.min(two));
        leave = leave.min(one.max(two));
    }
    (leave - enter > t.length).then_some((enter, leave))
}

fn extent(rect: &Rect, axis: Vec2) -> (f64, f64) {
    let mut low = f64::INFINITY;
    let mut high = f64::NEG_INFINITY;
    for corner in rect.corners() {
        let at = corner.dot(axis);
        low = low.min(at);
        high = high.max(at);
    }
    (low, high)
}

/// FA-CMOVE-10: a group moves, and its commanders keep their place with it; who fights in its front rank goes where the
/// base goes whose place he has taken.
pub(crate) fn moves(cx: &mut Cx<'_, Rules>, moved: Moved) {
    let look = Look::new(cx.rules, cx.state());
    let before = Body::of(look.state, moved.group);
    let after = after(&before, &moved);
    let reformed = matches!(moved.why, MoveWhy::Reformed | MoveWhy::Fed);
    let carried = |id: CommanderId| match look.state.commander(id).place {
        CommanderPlace::Front { displaced, .. } => {
            let stands = after.bases.iter().find(|(base, _)| *base == displaced);
            stands.map_or(look.state.commander(id).rect.pose, |(_, rect)| rect.pose)
        }
        _ => look.carried(id, &before, &after, reformed),
    };
    let with: Vec<_> = look.state.commanders_with(moved.group).map(|id| (id, carried(id))).collect();
    cx.emit(Event::Moved(moved));
    for (commander, pose) in with {
        let officer = cx.state().commander(commander);
        if officer.rect.pose != pose {
            let place = officer.place;
            cx.emit(Event::CommanderMoves { commander, place, pose });
        }
    }
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
