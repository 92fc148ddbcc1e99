//! What stands in the way of bases that are put somewhere: the table's edge, impassable ground, camps, other groups.

use crate::event::{Event, Moved};
use crate::fact::Fact;
use crate::field::{Level, TableEdge};
use crate::formation::Body;
use crate::ids::{BaseId, GroupId, GroupSet};
use crate::rules::{Look, Rules};
use crate::state::CommanderPlace;
use crate::tables::Allowance;
use aelian_game::{Cx, Side};
use aelian_geometry::{Pose, Rect, Tolerance, Vec2, overlaps};

/// What a body cannot stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InTheWay {
    Edge(TableEdge),
    Ground(BaseId, Level),
    Camp(Side),
    Enemy(GroupId),
    Friend(GroupId),
}

impl InTheWay {
    pub(crate) fn fact(self) -> Fact {
        match self {
            InTheWay::Edge(edge) => Fact::OffTable(edge),
            InTheWay::Ground(base, level) => Fact::Ground { base, level },
            InTheWay::Camp(side) => Fact::Side(side),
            InTheWay::Enemy(group) | InTheWay::Friend(group) => Fact::BlockedBy(group),
        }
    }
}

/// The first thing that a body of this side would stand on, but for these groups: what cannot give way first.
pub(crate) fn in_the_way(look: Look<'_>, side: Side, body: &Body, but: GroupSet) -> Option<InTheWay> {
    fixed_in_the_way(look, side, body, but)
        .or_else(|| groups_in_the_way(look, side, body, but).next().map(InTheWay::Friend))
}

/// The first thing that cannot give way: edge, ground, camps, enemy.
pub(crate) fn fixed_in_the_way(look: Look<'_>, side: Side, body: &Body, but: GroupSet) -> Option<InTheWay> {
    let edge = || body.rects().find_map(|rect| look.state.field.edge_crossed(rect, look.rules.tolerance.length));
    let camp = |side: &Side| {
        look.standing_camp(*side).is_some_and(|camp| {
            body.rects().any(|rect| overlaps(rect, &camp, look.rules.tolerance))
        })
    };
    if let Some(edge) = edge() {
        return Some(InTheWay::Edge(edge));
    }
    if let Some((base, level)) = forbidden_ground(look, body) {
        return Some(InTheWay::Ground(base, level));
    }
    if let Some(side) = Side::BOTH.into_iter().find(camp) {
        return Some(InTheWay::Camp(side));
    }
    groups_in_the_way(look, side.other(), body, but).next().map(InTheWay::Enemy)
}

/// Groups of this side on which the body would stand.
pub(crate) fn groups_in_the_way<'a>(
    look: Look<'a>,
    side: Side,
    body: &'a Body,
    but: GroupSet,
) -> impl Iterator<Item = GroupId> + 'a {
    let circle = body.block().circle();
    look.state.on_table_of(side).filter(move |group| {
        !but.contains(*group)
            && look.state.rects_of(*group).any(|other| {
                circle.near(&other.circle(), 0.0)
                    && body.rects().any(|rect| overlaps(rect, other, look.rules.tolerance))
            })
    })
}

/// FA-MOVE-08: ground that some base of the body cannot enter.
fn forbidden_ground(look: Look<'_>, body: &Body) -> Option<(BaseId, Level)> {
    if look.state.field.areas.is_empty() && look.state.field.rivers.is_empty() {
        return None;
    }
    let levels = body.bases.iter().map(|(base, rect)| {
        let troop = look.state.troop(*base);
        (*base, look.level_under(troop, rect))
    });
    let bars = |base: BaseId, level: Level| {
        level == Level::Impassable
            || look.rules.allowance(look.state.troop(base), level) == Allowance::NotAllowed
    };
    levels.into_iter().find(|(base, level)| bars(*base, *level))
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
