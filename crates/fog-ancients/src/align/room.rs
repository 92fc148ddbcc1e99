//! Bases in thought: what they would stand on, when they pass each other, and commanders who go with their group.

use crate::event::{Event, Moved};
use crate::fact::Fact;
use crate::ids::{BaseId, GroupId};
use crate::movement::patch::Ground;
use crate::movement::way::Obstacle;
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use aelian_game::Cx;
use aelian_geometry::{Pose, Rect, Tolerance, Vec2};

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

/// FA-CMOVE-10: a group moves, and its commanders keep their place beside it: each goes as the base nearest to him
/// went, or as the base goes whose place he has taken.
pub(crate) fn moves(cx: &mut Cx<'_, Rules>, moved: Moved) {
    let group = moved.group;
    let with: Vec<_> = cx.state().commanders_with(group).collect();
    let mut after = Vec::new();
    for commander in with {
        let state = cx.state();
        let officer = state.commander(commander);
        let beside = match officer.place {
            CommanderPlace::Front { displaced, .. } => Some(displaced),
            _ => nearest_base(Look::new(cx.rules, state), group, &officer.rect),
        };
        let Some(base) = beside else { continue };
        let Some(to) = moved.places.iter().find(|place| place.base == base) else { continue };
        after.push((commander, officer.place, relative(officer.rect.pose, state.rect(base).pose, to.pose)));
    }
    cx.emit(Event::Moved(moved));
    for (commander, place, pose) in after {
        if pose != cx.state().commander(commander).rect.pose {
            cx.emit(Event::CommanderMoves { commander, place, pose });
        }
    }
}

fn nearest_base(look: Look<'_>, group: GroupId, rect: &Rect) -> Option<BaseId> {
    let far = |base: &BaseId| (look.state.rect(*base).centre() - rect.centre()).length();
    look.state.bases_of(group).min_by(|one, other| far(one).total_cmp(&far(other)))
}

/// Where a pose that stood so to `from` stands to `to`.
fn relative(pose: Pose, from: Pose, to: Pose) -> Pose {
    let turn = from.facing.turn_to(to.facing);
    pose.translated(to.at - from.at).rotated_about(to.at, turn).on_grid()
}
