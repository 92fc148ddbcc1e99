//! Columns that bend (HC-COL-03): the head goes its way, and every rank follows where it went.

use crate::formation::Formation;
use crate::ids::UnitId;
use crate::rules::Look;
use aelian_geometry::{Facing, Pose, Rect, degrees, to_degrees};

/// Track of a column: poses of the middle of its front edge, newest first (`state::Bend`).
pub type TrackOf = Vec<Pose>;

/// A column follows its head no further round than this, in degrees; beyond it would have to go through itself.
const SHARPEST: f64 = 120.0;

/// Whoever looks where he goes within this many degrees marches.
const AHEAD: f64 = 1.0;

/// HC-COL-03: from here to that pose a column marches, its ranks behind its head; none if it does not, but moves as one
/// block. The way first turns the head, then leads on.
pub fn march(from: &Pose, to: &Pose) -> Option<[Pose; 2]> {
    let way = to.at - from.at;
    if way.length() < 1.0 {
        return None;
    }
    let ahead = Facing::along(way);
    let looks_ahead = ahead.angle_to(to.facing) <= degrees(AHEAD);
    let turn = to_degrees(from.facing.angle_to(ahead));
    (looks_ahead && turn <= SHARPEST)
        .then_some([Pose { at: from.at, facing: ahead }, Pose { at: to.at, facing: ahead }])
}

/// The track after the head went on over these poses, cut to the length of the column; none if the column is straight.
pub fn after_march(before: &[Pose], heads: &[Pose], length: f64) -> Option<TrackOf> {
    let points: Vec<Pose> = heads.iter().rev().chain(before).copied().collect();
    let track = cut(&points, length);
    let head = track.first()?;
    let beside = |pose: &Pose| {
        let offset = pose.at - head.at;
        offset.dot(head.facing.right()).abs() > 0.5 || offset.dot(head.facing.vector()) > 0.5
    };
    track.iter().any(beside).then_some(track)
}

/// As much of a track as a column of this length covers.
fn cut(points: &[Pose], length: f64) -> TrackOf {
    let mut track: TrackOf = Vec::with_capacity(points.len());
    let mut left = length;
    for pose in points {
        let Some(last) = track.last().copied() else {
            track.push(pose.on_grid());
            continue;
        };
        let way = last.at - pose.at;
        let step = way.length();
        if step <= 0.01 {
            continue;
        }
        let facing = Facing::along(way);
        if step >= left {
            let at = last.at - way * (left / step);
            track.push(Pose { at, facing }.on_grid());
            return track;
        }
        left -= step;
        track.push(Pose { at: pose.at, facing }.on_grid());
    }
    // The way is shorter than the column: its tail stands straight behind.
    if let Some(last) = track.last().copied() {
        track.push(last.advanced(-left).on_grid());
    }
    track
}

impl Look<'_> {
    /// HC-COL-03: the first rank of a column.
    pub fn head_of_column(&self, unit: UnitId, pose: Pose) -> Rect {
        let card = self.card(unit);
        Rect::new(pose, card.extent(Formation::Column).0, card.base.1)
    }

    /// All of a straight column.
    pub fn straight_column(&self, unit: UnitId, pose: Pose) -> Rect {
        let (width, depth) = self.card(unit).extent(Formation::Column);
        Rect::new(pose, width, depth)
    }

    /// HC-COL-03: a bent column that turns about: its tail is its head, on the same ground. None if it does not bend.
    pub fn about_faced_column(&self, unit: UnitId) -> Option<(Rect, TrackOf)> {
        let bend = self.state.bends.iter().find(|bend| bend.unit == unit)?;
        let mut points: TrackOf = bend.track.iter().rev().copied().collect();
        let tail = points.first_mut()?;
        tail.facing = tail.facing.reversed();
        let length = self.straight_column(unit, *tail).depth;
        let track = cut(&points, length);
        let head = *track.first()?;
        Some((self.head_of_column(unit, head), track))
    }

    /// HC-COL-03: the rectangles of a column on this track.
    pub fn ranks_on(&self, unit: UnitId, track: &[Pose]) -> Vec<Rect> {
        let ranks = usize::from(self.card(unit).column().1);
        (0..ranks).map(|rank| self.rank_of_column(unit, track, rank)).collect()
    }
}
