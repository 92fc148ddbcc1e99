//! What is put on the table: camps and works, battle groups, commanders (30.5, 30.7).

use super::ground;
use crate::fog_ancients::table::question::{answers, proposed};
use crate::fog_ancients::table::seen::{Seen, Thing};
use crate::table::{AnswerView, Mode, PieceId};
use aelian_fog_ancients::formation::bounds;
use aelian_fog_ancients::setup::deploy::formed;
use aelian_fog_ancients::setup::{CommanderAt, Deployed, SetUpChoice, home_facing};
use aelian_fog_ancients::{Choice, GroupId, GroupSet};
use aelian_game::Side;
use aelian_geometry::{Pose, Rect, Vec2};

/// How near a marker must be to a group to stand with it, in mm.
const NEAR: f64 = 15.0;

/// Groups nearer than this to a neighbour, an edge or the border of a zone are put exactly there, in mm.
const SNAP: f64 = 8.0;

/// How what the hand has put down is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// Put edge to edge with what it nearly touches.
    Edges,
    /// Exactly there.
    Hand,
}

/// FA-CAMP-03: the camp, near the middle of the edge where that is allowed.
pub fn camp_mode(seen: Seen<'_>, side: Side) -> (Mode, Vec<AnswerView<Choice>>) {
    let aside = |pose: &Pose| (pose.at.x - seen.state.field.width * 0.5).abs();
    let proposals = proposed(seen).into_iter().filter_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Camp(pose)) => Some(pose),
        _ => None,
    });
    let Some(pose) = proposals.min_by(|one, other| aside(one).total_cmp(&aside(other))) else {
        return (Mode::Answers, answers(seen));
    };
    let pieces = vec![(Thing::Camp(side).piece(), ground::camp(seen, pose))];
    let zones = vec![ground::strip(seen, side, 10.0)];
    (Mode::Place { pieces, zones, may_leave_out: false, whole: true }, Vec::new())
}

/// FA-CAMP-03: the camp where the hand has put it, at the edge if it is near.
pub fn camp(seen: Seen<'_>, side: Side, poses: &[(PieceId, Pose)], at: At) -> SetUpChoice {
    let pose = poses.first().map_or(Pose { at: Vec2::ZERO, facing: home_facing(side) }, |(_, pose)| *pose);
    let camp = ground::camp(seen, pose);
    let camp = if at == At::Edges { within(seen, side, camp) } else { camp };
    SetUpChoice::Camp(camp.pose.on_grid())
}

/// FA-CAMP-02: pieces of field fortifications in a row; any of them may be left out.
pub fn works_mode(seen: Seen<'_>, side: Side) -> (Mode, Vec<AnswerView<Choice>>) {
    let rows = proposed(seen).into_iter().filter_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Fortify(row)) => Some(row),
        _ => None,
    });
    let row = rows.max_by_key(Vec::len).unwrap_or_default();
    if row.is_empty() {
        return (Mode::Answers, answers(seen));
    }
    let pieces = row
        .iter()
        .enumerate()
        .map(|(at, pose)| (Thing::Work(seen.state.works.len() + at).piece(), ground::work(seen, *pose)))
        .collect();
    let zones = vec![ground::strip(seen, side, 10.0), ground::strip(seen, side, 15.0)];
    (Mode::Place { pieces, zones, may_leave_out: true, whole: false }, Vec::new())
}

/// FA-CAMP-02: the pieces where the hand has put them.
pub fn works(poses: &[(PieceId, Pose)]) -> SetUpChoice {
    SetUpChoice::Fortify(poses.iter().map(|(_, pose)| pose.on_grid()).collect())
}

/// All bases of the groups where they are proposed, to be dragged group by group; and to bring nobody, where that is
/// allowed.
pub fn deploy_mode(
    seen: Seen<'_>,
    groups: GroupSet,
    zones: Vec<Vec<Vec2>>,
) -> (Mode, Vec<AnswerView<Choice>>) {
    let all = |choice: &Choice| match choice {
        Choice::SetUp(SetUpChoice::Deploy(deployed) | SetUpChoice::Arrive(deployed)) => deployed.clone(),
        Choice::SetUp(SetUpChoice::Reveal(deployed)) => vec![*deployed],
        _ => Vec::new(),
    };
    let answers: Vec<AnswerView<Choice>> = answers(seen);
    let proposal = answers.iter().map(|answer| all(&answer.choice)).max_by_key(Vec::len).unwrap_or_default();
    if proposal.is_empty() {
        return (Mode::Answers, answers);
    }
    let mut pieces = Vec::new();
    for one in proposal.iter().filter(|one| groups.contains(one.group)) {
        let (places, rects) = formed(seen.look(), one);
        pieces.extend(places.iter().zip(rects).map(|(place, rect)| (place.base.0, rect)));
    }
    let nobody = answers.into_iter().filter(|answer| all(&answer.choice).is_empty()).collect();
    (Mode::Place { pieces, zones, may_leave_out: false, whole: true }, nobody)
}

/// FA-DEP-05: the two zones of a side, for all troops and for light ones.
pub fn deployment(seen: Seen<'_>, side: Side) -> Vec<Vec<Vec2>> {
    vec![ground::strip(seen, side, 10.0), ground::strip(seen, side, 15.0)]
}

/// FA-FLANK-11: the same with each of the groups named first, with which the commander then comes.
pub fn led_by_each(all: &[Deployed]) -> Vec<Vec<Deployed>> {
    let led_by = |at: usize| {
        let mut order = all.to_vec();
        order[..=at].rotate_right(1);
        order
    };
    (0..all.len()).map(led_by).collect()
}

/// The groups where the hand has put them: as the blocks that their bases make.
pub fn deployed(seen: Seen<'_>, poses: &[(PieceId, Pose)], at: At) -> Vec<Deployed> {
    let mut groups = GroupSet::EMPTY;
    for (piece, _) in poses {
        if let Thing::Base(base) = Thing::of(*piece)
            && let Some(base) = seen.state.bases.get(base.index())
        {
            groups.insert(base.group);
        }
    }
    let look = seen.look();
    let side = groups.first().map_or(Side::Red, |id| seen.state.group(id).side);
    let mut done: Vec<Rect> = seen.state.on_table_of(side).map(|id| look.block(id)).collect();
    let mut all = Vec::new();
    for group in groups.iter() {
        let (bounds, files) = block(seen, group, poses);
        let rect = match at {
            At::Hand => bounds,
            At::Edges => {
                let rect = done.iter().find_map(|other| beside(other, &bounds));
                rect.unwrap_or_else(|| within(seen, side, bounds))
            }
        };
        done.push(rect);
        all.push(Deployed { group, front: rect.pose.on_grid(), files, tail: None, dismounted: false });
    }
    all
}

/// A group as a block: as wide as its bases were put, its front where they stand foremost.
fn block(seen: Seen<'_>, group: GroupId, poses: &[(PieceId, Pose)]) -> (Rect, u8) {
    let own: Vec<Rect> = poses
        .iter()
        .filter_map(|(piece, pose)| match Thing::of(*piece) {
            Thing::Base(base) => {
                let base = seen.state.bases.get(base.index()).filter(|base| base.group == group)?;
                Some(base.rect.with_pose(*pose))
            }
            _ => None,
        })
        .collect();
    let facing = own.first().map_or(home_facing(seen.state.group(group).side), |rect| rect.pose.facing);
    let bounds = bounds(facing, own.iter());
    let files = (bounds.width / seen.rules.width).round().clamp(1.0, own.len().max(1) as f64) as u8;
    (bounds, files)
}

/// Beside another block that faces the same way, their fronts in line.
fn beside(other: &Rect, rect: &Rect) -> Option<Rect> {
    const ASKEW: f64 = 0.1;
    if rect.pose.facing.angle_to(other.pose.facing) > ASKEW {
        return None;
    }
    let (ahead, right) = other.local(rect.pose.at);
    let wide = (other.width + rect.width) * 0.5;
    let side = [wide, -wide].into_iter().find(|side| Vec2::new(ahead, right - side).length() <= SNAP)?;
    Some(rect.with_pose(Pose { facing: other.pose.facing, ..other.pose.shifted(side) }))
}

/// Shifted to an edge of the table or to the border of a zone, if it is near.
fn within(seen: Seen<'_>, side: Side, rect: Rect) -> Rect {
    let (field, mu) = (&seen.state.field, seen.rules.mu);
    let (low, high) = rect.aabb();
    let nearest = |ways: &[f64]| {
        let near = ways.iter().copied().filter(|by| by.abs() <= SNAP);
        near.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0)
    };
    let across = nearest(&[-low.x, field.width - high.x]);
    let along = match side {
        Side::Red => nearest(&[-low.y, 10.0 * mu - high.y, 15.0 * mu - high.y]),
        Side::Blue => {
            let border = |deep: f64| field.depth - deep * mu - low.y;
            nearest(&[field.depth - high.y, border(10.0), border(15.0)])
        }
    };
    rect.with_pose(rect.pose.translated(Vec2::new(across, along)))
}

/// The same groups in so many files more or fewer.
pub fn widened(seen: Seen<'_>, poses: &[(PieceId, Pose)], more: i8) -> Vec<(PieceId, Pose)> {
    let wider = |one: Deployed| {
        let bases = seen.state.bases_of(one.group).count().min(255) as u8;
        Deployed { files: one.files.saturating_add_signed(more).clamp(1, bases.max(1)), ..one }
    };
    let places = |one: Deployed| formed(seen.look(), &wider(one)).0;
    deployed(seen, poses, At::Edges)
        .into_iter()
        .flat_map(places)
        .map(|place| (place.base.0, place.pose))
        .collect()
}

/// FA-DEP-10: each commander where he is proposed.
pub fn commanders_mode(seen: Seen<'_>) -> (Mode, Vec<AnswerView<Choice>>) {
    let proposal = proposed(seen).into_iter().find_map(|choice| match choice {
        Choice::SetUp(SetUpChoice::Commanders(placed)) => Some(placed),
        _ => None,
    });
    let Some(placed) = proposal else { return (Mode::Answers, answers(seen)) };
    let piece = |one: &CommanderAt| {
        let rect = seen.state.commander(one.commander).rect.with_pose(one.at);
        (Thing::Commander(one.commander).piece(), rect)
    };
    let pieces = placed.iter().map(piece).collect();
    (Mode::Place { pieces, zones: Vec::new(), may_leave_out: false, whole: false }, Vec::new())
}

/// FA-DEP-10: the commanders where the hand has put them.
pub fn commanders(seen: Seen<'_>, side: Side, poses: &[(PieceId, Pose)], at: At) -> SetUpChoice {
    let placed = poses.iter().filter_map(|(piece, pose)| match at {
        At::Edges => commander_beside(seen, side, *piece, *pose),
        At::Hand => commander_at(seen, side, *piece, *pose),
    });
    SetUpChoice::Commanders(placed.collect())
}

/// A commander joins the group that his marker touches, or nearly.
fn commander_beside(seen: Seen<'_>, side: Side, piece: PieceId, pose: Pose) -> Option<CommanderAt> {
    let Thing::Commander(commander) = Thing::of(piece) else { return None };
    let rect = seen.state.commanders.get(commander.index())?.rect.with_pose(pose);
    let look = seen.look();
    let near = |id: &GroupId| look.distance_to(*id, &rect) <= NEAR;
    let with = seen
        .state
        .on_table_of(side)
        .filter(near)
        .min_by(|one, other| look.distance_to(*one, &rect).total_cmp(&look.distance_to(*other, &rect)));
    let beside = |group: GroupId| {
        let rects: Vec<Rect> = seen.state.rects_of(group).copied().collect();
        look.place_near(&rects, pose.at)
    };
    let at = with.and_then(beside).unwrap_or(pose);
    Some(CommanderAt { commander, at: at.on_grid(), with })
}

/// A commander is where his marker lies, with a group if that is a place with it.
fn commander_at(seen: Seen<'_>, side: Side, piece: PieceId, pose: Pose) -> Option<CommanderAt> {
    let Thing::Commander(commander) = Thing::of(piece) else { return None };
    let at = pose.on_grid();
    let rect = seen.state.commanders.get(commander.index())?.rect.with_pose(at);
    let with = seen.state.on_table_of(side).find(|id| seen.look().is_place_with(*id, &rect));
    Some(CommanderAt { commander, at, with })
}
