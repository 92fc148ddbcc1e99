//! Ambushes that a move discovers (BB-BUSH-09, BB-BUSH-10, BB-BUSH-11, BB-BUSH-12, BB-MOVE-77).

use super::motion::Motion;
use super::order::Unfolds;
use super::plan::{Plan, Track};
use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use crate::state::Place;
use aelian_game::Side;
use aelian_geometry::{Pose, Rect, overlaps, touching};

/// BB-BUSH-10: how far a base goes between two looks around, in mm.
const STRIDE: f64 = 5.0;

/// An ambush comes into sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discovery {
    /// The part of the whole way, 0 to 1, after which it is seen. Where the bases move one by one each of them
    /// has an equal share of it.
    pub at: f64,
    pub seen: BaseSet,
}

impl Look<'_> {
    /// BB-BUSH-10: the first sight of hidden enemies on the way of a plan.
    pub fn discovery(&self, plan: &Plan, unfolds: Unfolds) -> Option<Discovery> {
        let side = plan.tracks.first().map(|track| self.state.base(track.base).side)?;
        if !self.has_hidden(side.other()) {
            return None;
        }
        let looks = self.looks(plan, unfolds);
        let seen_at = |at: f64| self.seen_by(side, &self.poses_at(plan, unfolds, at));
        let mut before = 0.0;
        for number in 1..=looks {
            let at = number as f64 / looks as f64;
            if !seen_at(at).is_empty() {
                let (_, at) = halved(before, at, |at| !seen_at(at).is_empty());
                return Some(Discovery { at, seen: seen_at(at) });
            }
            before = at;
        }
        None
    }

    /// BB-MOVE-77, BB-PASS-09: the greatest part of the whole way, up to `at`, after which nobody stands on another: who is
    /// stopped while he passes through a friend stops before him.
    pub fn clear_of_others(&self, plan: &Plan, unfolds: Unfolds, at: f64) -> f64 {
        let lie_over = |at: f64| self.lie_over_others(plan, unfolds, at);
        let looks = self.looks(plan, unfolds) as f64;
        let mut over = at;
        while over > 0.0 && lie_over(over) {
            let before = (over - 1.0 / looks).max(0.0);
            if !lie_over(before) {
                return halved(before, over, lie_over).0;
            }
            over = before;
        }
        over
    }

    /// Whether anybody stands on another after a part of the whole way.
    pub fn lie_over_others(&self, plan: &Plan, unfolds: Unfolds, at: f64) -> bool {
        let standing = self.cut_tracks(plan, unfolds, at);
        self.overlap_others(&standing)
    }

    /// Whether anybody at the end of these ways stands on another.
    pub fn overlap_others(&self, tracks: &[Track]) -> bool {
        let tolerance = self.rules.tolerance;
        let moving: BaseSet = tracks.iter().map(|track| track.base).collect();
        let ends: Vec<Rect> =
            tracks.iter().map(|track| self.state.rect(track.base).with_pose(track.to)).collect();
        ends.iter().enumerate().any(|(at, rect)| {
            self.overlapped(rect, moving).next().is_some()
                || ends[at + 1..].iter().any(|other| overlaps(rect, other, tolerance))
        })
    }

    /// At so many places of the whole way the bases look around.
    fn looks(&self, plan: &Plan, unfolds: Unfolds) -> usize {
        let longest = plan.tracks.iter().map(|track| self.length_of(track)).fold(0.0, f64::max);
        let shares = if unfolds == Unfolds::OneByOne { plan.tracks.len() } else { 1 };
        ((longest / STRIDE).ceil().clamp(1.0, 200.0) as usize) * shares
    }

    /// Hidden enemies that bases standing so would see or touch.
    fn seen_by(&self, side: Side, standing: &[Rect]) -> BaseSet {
        let mut seen = BaseSet::EMPTY;
        for rect in standing {
            seen = seen.union(self.discovered_by(side, rect));
            let touched = |id: &BaseId| touching(rect, self.state.rect(*id), self.rules.tolerance);
            seen = seen.union(self.ambushers(side.other()).iter().filter(touched).collect());
        }
        seen
    }

    fn has_hidden(&self, side: Side) -> bool {
        self.state.bases.iter().any(|base| base.side == side && base.place == Place::Ambush)
    }

    /// Where the moving bases stand after a part of the whole way, those who are displaced among them.
    fn poses_at(&self, plan: &Plan, unfolds: Unfolds, at: f64) -> Vec<Rect> {
        let displaced = plan.displaced.iter().map(|track| {
            let share = self.share_displaced(plan, track, at);
            self.cut_track(track, share, Unfolds::Rigid)
        });
        let tracks = self.cut_tracks(plan, unfolds, at).into_iter().chain(displaced);
        tracks.map(|track| self.state.rect(track.base).with_pose(track.to)).collect()
    }

    /// BB-PASS-08: who is displaced goes along with the mover on the last part of its last leg.
    fn share_displaced(&self, plan: &Plan, displaced: &Track, at: f64) -> f64 {
        let Some(mover) = plan.tracks.first() else { return at };
        let legs = self.leg_lengths(mover);
        let left = (1.0 - at) * legs.len() as f64 * legs.last().copied().unwrap_or_default();
        let own = self.length_of(displaced);
        if own > 0.0 { (1.0 - left / own).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// BB-MOVE-77: the tracks up to a part of the whole way.
    pub fn cut_tracks(&self, plan: &Plan, unfolds: Unfolds, at: f64) -> Vec<Track> {
        let count = plan.tracks.len() as f64;
        plan.tracks
            .iter()
            .enumerate()
            .map(|(number, track)| {
                let share = match unfolds {
                    Unfolds::OneByOne => (at * count - number as f64).clamp(0.0, 1.0),
                    Unfolds::Rigid | Unfolds::InColumn => at,
                };
                self.cut_track(track, share, unfolds)
            })
            .collect()
    }

    /// The first part of a track: of a rigid body leg by leg, so that all its bases keep together, else by length.
    fn cut_track(&self, track: &Track, at: f64, unfolds: Unfolds) -> Track {
        let poses: Vec<Pose> = track.via.iter().copied().chain([track.to]).collect();
        let lengths = match unfolds {
            Unfolds::Rigid => vec![1.0; poses.len()],
            Unfolds::InColumn | Unfolds::OneByOne => self.leg_lengths(track),
        };
        let mut left = at * lengths.iter().sum::<f64>();
        let mut rect = *self.state.rect(track.base);
        let mut via = Vec::new();
        for (pose, length) in poses.iter().zip(lengths) {
            if left < length {
                let motion = Motion::between(&rect, *pose, self.rules.tolerance);
                let to = if left > 0.0 { motion.part(left / length).pose(&rect) } else { rect.pose };
                return Track { base: track.base, via, to: to.on_grid() };
            }
            left -= length;
            via.push(*pose);
            rect = rect.with_pose(*pose);
        }
        track.clone()
    }

    fn leg_lengths(&self, track: &Track) -> Vec<f64> {
        let mut rect = *self.state.rect(track.base);
        track
            .via
            .iter()
            .chain([&track.to])
            .map(|pose| {
                let next = rect.with_pose(*pose);
                let length = crate::position::facing::corner_displacement(&rect, &next);
                rect = next;
                length
            })
            .collect()
    }

    fn length_of(&self, track: &Track) -> f64 {
        self.leg_lengths(track).iter().sum()
    }
}

/// Between a place where it does not hold and one where it does, the last at which it does not and the first at which
/// it does.
fn halved(free: f64, met: f64, holds: impl Fn(f64) -> bool) -> (f64, f64) {
    const HALVINGS: u32 = 8;
    let (mut free, mut met) = (free, met);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (free + met);
        if holds(middle) { met = middle } else { free = middle }
    }
    (free, met)
}
