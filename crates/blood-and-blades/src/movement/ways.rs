//! The ways of a plan as zones of control see them: which motions they are, how straightforward they are, and who stands
//! near enough to matter.

use super::approach::Way;
use super::motion::{Motion, front_corners};
use super::plan::Track;
use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Rect, Tolerance, Vec2};

/// The bases that go.
pub(super) fn body_of(tracks: &[Track]) -> BaseSet {
    tracks.iter().map(|track| track.base).collect()
}

/// The broad phase: the enemies near enough to these ways to matter for zones and contacts.
pub fn near_enemies(look: Look<'_>, tracks: &[Track]) -> BaseSet {
    let Some(side) = tracks.first().map(|track| look.state.base(track.base).side) else {
        return BaseSet::EMPTY;
    };
    let mut low = Vec2::splat(f64::INFINITY);
    let mut high = Vec2::splat(f64::NEG_INFINITY);
    for track in tracks {
        let start = look.state.rect(track.base).pose;
        for pose in track.via.iter().copied().chain([track.to, start]) {
            low = low.min(pose.at);
            high = high.max(pose.at);
        }
    }
    // Bases reach about one width beyond their front, zones as much, and turns bulge a little.
    let margin = Vec2::splat(4.0 * look.rules.width);
    let (low, high) = (low - margin, high + margin);
    let inside = |enemy: &BaseId| {
        let at = look.state.rect(*enemy).pose.at;
        at.x >= low.x && at.y >= low.y && at.x <= high.x && at.y <= high.y
    };
    look.state.on_table_of(side.other()).filter(inside).collect()
}

/// The motions of a track. BB-GEO-02: between two poses that look the same way there is no turn.
pub fn motions(look: Look<'_>, track: &Track) -> Vec<Motion> {
    let mut rect = *look.state.rect(track.base);
    let mut motions = Vec::with_capacity(track.via.len() + 1);
    for pose in track.via.iter().chain([&track.to]) {
        let motion = match Motion::between(&rect, *pose, look.rules.tolerance) {
            Motion::Turn { .. } if rect.pose.facing.same(pose.facing, look.rules.tolerance) => {
                Motion::Go(pose.at - rect.pose.at)
            }
            motion => motion,
        };
        if motion == Motion::Turnabout || motion.size() > 0.0 {
            motions.push(motion);
        }
        rect = rect.with_pose(*pose);
    }
    motions
}

/// BB-ZOC-11: how straightforward the way of a single base is.
pub fn way_of_track(look: Look<'_>, track: &Track) -> Way {
    way_of(look.state.rect(track.base), &motions(look, track), true, look.rules.tolerance)
}

/// BB-ZOC-11: how straightforward a way is. Pivots of a single base are about one of its front corners.
pub(super) fn way_of(from: &Rect, motions: &[Motion], alone: bool, tolerance: Tolerance) -> Way {
    let slack = tolerance.length;
    let straight = |rect: &Rect, motions: &[Motion]| {
        let ahead =
            |motion: &Motion| matches!(motion, Motion::Go(way) if rect.pose.facing.leads(*way, tolerance));
        motions.iter().all(ahead)
    };
    if straight(from, motions) {
        return Way::Straight;
    }
    let mut rest = motions;
    let mut rect = *from;
    let mut first: Option<Vec2> = None;
    // A wide turn is given as several turns about one point.
    while let [Motion::Turn { about, angle }, after @ ..] = rest {
        let forward = if *angle < 0.0 { front_corners(&rect)[0] } else { front_corners(&rect)[1] };
        let sound = !alone || (*about - forward).length() <= 2.0 * slack;
        if !sound || first.is_some_and(|other| (other - *about).length() > 2.0 * slack) {
            return Way::Other;
        }
        first = Some(*about);
        rect = Motion::Turn { about: *about, angle: *angle }.apply(&rect);
        rest = after;
    }
    if first.is_some() && straight(&rect, rest) { Way::PivotAndStraight } else { Way::Other }
}
