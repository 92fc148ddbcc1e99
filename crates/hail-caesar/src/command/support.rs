//! Moving into support (HC-INTENT-04, HC-SUPP-11, HC-SUPP-20, HC-SUPP-21, HC-SUPP-22, HC-SUPP-23, HC-SUPP-24,
//! HC-SUPP-25, HC-SUPP-26, HC-SUPP-27, HC-SUPP-28, HC-SUPP-29, HC-SUPP-30, HC-SUPP-31): where a unit goes to
//! support a friend.

use super::{Leg, SupportAt, Task};
use crate::ids::UnitId;
use crate::movement::{self, Manner, MovePlan, Obey, Plan};
use crate::position::SupportSide;
use crate::rules::Look;
use aelian_geometry::{Pose, Rect};

/// How far behind the front of the friend a support beside him stands, in inches: near enough to support him
/// (HC-SUPP-29), and clear of the enemy whom he fights (HC-SUPP-26).
const BEHIND: f64 = 0.25;

/// HC-SUPP-20, HC-SUPP-23, HC-SUPP-27, HC-SUPP-31: the pose beside or behind a friend, without a gap.
pub fn pose(look: Look<'_>, unit: UnitId, friend: UnitId, side: SupportSide) -> Pose {
    let (own, his) = (look.rect(unit), look.rect(friend));
    let aside = (his.width + own.width) / 2.0;
    let beside = |sign: f64| his.pose.shifted(sign * aside).advanced(-look.inches(BEHIND));
    let pose = match side {
        SupportSide::Left => beside(-1.0),
        SupportSide::Right => beside(1.0),
        _ => his.pose.advanced(-his.depth),
    };
    pose.on_grid()
}

/// HC-INTENT-04, HC-SUPP-21, HC-SUPP-24: what a unit does to support a friend: the place that the order names, or the
/// one that is nearest of those that nobody has taken.
pub fn task(look: Look<'_>, unit: UnitId, friend: UnitId, at: SupportAt, ignore_open: bool) -> Option<Task> {
    let taken: Vec<SupportSide> = look.supports_of(friend).iter().map(|support| support.side).collect();
    let sides: &[SupportSide] = match at {
        SupportAt::Left => &[SupportSide::Left],
        SupportAt::Right => &[SupportSide::Right],
        SupportAt::Rear => &[SupportSide::Rear],
        SupportAt::Nearest => &[SupportSide::Rear, SupportSide::Left, SupportSide::Right],
    };
    let own = look.rect(unit);
    let free: Vec<SupportSide> = sides.iter().filter(|side| !taken.contains(side)).copied().collect();
    let cost = |pose: &Pose| movement::cost(own, &own.with_pose(*pose));
    let best = |poses: Vec<Pose>| {
        let fitting = poses.into_iter().filter(|pose| fits(look, unit, pose));
        fitting.min_by(|a, b| cost(a).total_cmp(&cost(b)))
    };
    let exact = best(free.iter().map(|side| pose(look, unit, friend, *side)).collect());
    let goal = exact.or_else(|| {
        best(
            free.iter().flat_map(|side| beside(look, unit, pose(look, unit, friend, *side), *side)).collect(),
        )
    })?;
    Some(Task { unit, way: vec![Leg::Go(goal)], ignore_open })
}

/// HC-SUPP-22, HC-SUPP-23, HC-SUPP-29, HC-SUPP-30: where somebody stands in the usual place: behind the friend more to one
/// side, or beside him up to an inch further back.
fn beside(look: Look<'_>, unit: UnitId, usual: Pose, side: SupportSide) -> Vec<Pose> {
    let width = look.rect(unit).width;
    match side {
        SupportSide::Rear => {
            [0.2, -0.2, 0.4, -0.4].into_iter().map(|part| usual.shifted(part * width).on_grid()).collect()
        }
        SupportSide::Left | SupportSide::Right => {
            [0.35, 0.7].into_iter().map(|back| usual.advanced(-look.inches(back)).on_grid()).collect()
        }
        SupportSide::Inside => Vec::new(),
    }
}

/// HC-PASS-02, HC-MOVE-12: the moves of such a task: past friends of the engagement of whom it goes to support, and up to
/// the enemy.
pub fn plan(look: Look<'_>, task: &Task, friend: UnitId, moves: u8) -> Vec<MovePlan> {
    whole_plan(look, task, friend, moves).moves
}

/// The same with what stops it.
pub fn whole_plan(look: Look<'_>, task: &Task, friend: UnitId, moves: u8) -> Plan {
    let obey = Obey { comrades: look.all_engaged_with(friend), ..Obey::SUPPORT };
    look.plan_in(task.unit, task, moves, &Manner { obey, link: None })
}

/// Nobody else stands there.
fn fits(look: Look<'_>, unit: UnitId, pose: &Pose) -> bool {
    let there: Rect = look.rect(unit).with_pose(*pose);
    let others = look.all_on_table().filter(|other| *other != unit);
    let near = |rect: &Rect| (rect.centre() - there.centre()).length() < rect.radius() + there.radius();
    !others
        .flat_map(|other| look.footprint(other))
        .filter(near)
        .any(|part| aelian_geometry::overlaps(&there, &part, look.rules.tolerance))
}

/// HC-DIVO-10: friends who fight, or have charged, whom a unit could support.
pub fn friends(look: Look<'_>, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
    let side = look.side(unit);
    look.on_table(side).filter(move |friend| {
        *friend != unit
            && look.state.is_fighting(*friend)
            && look.can_be_supported(*friend)
            && look.can_support(unit, *friend)
    })
}

/// Whether a unit may deliberately move into support at all (HC-SUPP-04, HC-SUPP-05, HC-SUPP-06, HC-SUPP-07,
/// HC-SUPP-08, HC-COL-10, HC-SQ-09, HC-WEDGE-13, HC-SHK-03, HC-DIS-09).
pub fn may_join(look: Look<'_>, unit: UnitId) -> bool {
    use crate::formation::Formation;
    let standing = look.state.unit(unit);
    !look.is_unsteady(unit)
        && !standing.is_in_block()
        && !matches!(standing.formation, Formation::Column | Formation::Square | Formation::Wedge)
}

/// Whether a unit comes into support of a friend with so many moves.
pub fn reaches(look: Look<'_>, unit: UnitId, friend: UnitId, at: SupportAt, moves: u8) -> bool {
    let near = look.distance(unit, friend) <= f64::from(moves) * look.rate(unit) + look.rules.slack;
    let task = if near { task(look, unit, friend, at, false) } else { None };
    task.is_some_and(|task| {
        let goal = task.way.iter().find_map(|leg| match leg {
            Leg::Go(pose) => Some(*pose),
            _ => None,
        });
        let plan = plan(look, &task, friend, moves);
        match (goal, plan.last()) {
            (Some(goal), Some(end)) => (end.rect.pose.at - goal.at).length() <= look.rules.slack,
            _ => false,
        }
    })
}
