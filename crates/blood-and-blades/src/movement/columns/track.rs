//! The track of a column (42.2): how followers go where the head went, bent columns, and sliding back.
//!
//! A [`Way`] is what the head did, oldest part first: straight stretches with a turn between each two. Every
//! base stands on one stretch and looks along it (BB-COL-06). Places on the way are distances; a turn counts
//! with the straight distance by which it displaced the head.
//!
//! Reading of BB-COL-07: the book's rule "as far behind as the base in front is deep" would lay bases over
//! each other on the inner side of a bend. So a follower whose distance falls into a turn stands before it,
//! and on its stretch each base closes up to those ahead until it touches one of them or the turn.

use crate::baseset::BaseId;
use crate::movement::plan::Track;
use crate::rules::Look;
use crate::state::BentColumn;
use aelian_geometry::{Facing, Polyline, Pose, Rect, Tolerance, overlaps, sweep, touching};

/// Which point of a base keeps to the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// BB-COL-07: the middle of the front edge.
    Front,
    /// BB-ROAD-08: the centre of the base.
    Centre,
}

/// A straight part of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stretch {
    /// The anchor where the stretch began.
    start: Pose,
    /// The place on the way where it began.
    from: f64,
    length: f64,
}

/// The way of a head, oldest part first; the oldest stretch goes back without end.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    stretches: Vec<Stretch>,
    anchor: Anchor,
}

/// Where one base of a column stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub base: BaseId,
    /// The distance along the way.
    pub at: f64,
    pub rect: Rect,
}

impl Way {
    /// A way that begins with this pose of the anchor.
    pub fn new(start: Pose, anchor: Anchor) -> Way {
        Way { stretches: vec![Stretch { start, from: 0.0, length: 0.0 }], anchor }
    }

    /// The way on which a column, head first, stands; its newest point is where the head is.
    pub fn of_column(look: Look<'_>, column: &[BaseId]) -> Option<Way> {
        let head = *column.first()?;
        let Some(bent) = look.state.bent_column_of(head) else {
            return Some(Way::new(look.state.rect(head).pose, Anchor::Front));
        };
        let mut way = Way::of_poses(&bent.track)?;
        way.cut_ahead_of(look.state.rect(head), look.rules.tolerance);
        Some(way)
    }

    /// A stored track, newest pose first.
    fn of_poses(poses: &[Pose]) -> Option<Way> {
        let mut way = Way::new(*poses.last()?, Anchor::Front);
        for pose in poses.iter().rev().skip(1) {
            let end = way.end();
            if pose.facing == end.facing {
                way.go((pose.at - end.at).dot(end.facing.vector()));
            } else {
                way.turn_to(*pose);
            }
        }
        Some(way)
    }

    /// BB-ROAD-08: the way along a line, turning at each of its corners.
    pub fn along(line: &Polyline, anchor: Anchor) -> Option<Way> {
        let first = line.segments().next()?;
        let mut way = Way::new(Pose { at: first.a, facing: Facing::along(first.vector()) }, anchor);
        way.go_along(line, 0.0);
        Some(way)
    }

    /// On along a line, from the place on it where the way ends now, looking along it.
    pub fn go_along(&mut self, line: &Polyline, from: f64) {
        let mut passed = 0.0;
        let mut begun = false;
        for segment in line.segments() {
            let length = segment.length();
            if passed + length > from + ROUNDING {
                let facing = Facing::along(segment.vector());
                if begun {
                    self.turn_to(Pose { at: segment.a, facing });
                }
                self.go(length - (from - passed).max(0.0));
                begun = true;
            }
            passed += length;
        }
    }

    /// Forgets what lies beyond a place.
    pub fn cut_at(&mut self, place: f64) {
        self.stretches.truncate(self.stretch_at(place) + 1);
        if let Some(last) = self.stretches.last_mut() {
            last.length = place - last.from;
        }
    }

    /// Straight on by this distance.
    pub fn go(&mut self, distance: f64) {
        if let Some(last) = self.stretches.last_mut() {
            last.length += distance;
        }
    }

    /// A turn that brings the anchor to this pose.
    pub fn turn_to(&mut self, pose: Pose) {
        let chord = (pose.at - self.end().at).length();
        let from = self.length() + chord.max(LEAST_TURN);
        self.stretches.push(Stretch { start: pose, from, length: 0.0 });
    }

    /// The place of the newest point.
    pub fn length(&self) -> f64 {
        self.stretches.last().map_or(0.0, |last| last.from + last.length)
    }

    /// The newest pose of the anchor.
    pub fn end(&self) -> Pose {
        self.anchor_at(self.length())
    }

    /// BB-COL-05 to BB-COL-07: the pose of a base of this depth at a place of the way.
    pub fn pose_at(&self, place: f64, depth: f64) -> Pose {
        self.front_of(self.anchor_at(place), depth)
    }

    /// BB-COL-07: the place of a base, as far as it stands on the way; beyond the end of its stretch the end.
    pub fn place_of(&self, rect: &Rect, tolerance: Tolerance) -> Option<f64> {
        let anchor = rect.pose.advanced(-self.ahead_of_anchor(rect.depth));
        let on = |(number, stretch): (usize, &Stretch)| {
            let offset = anchor.at - stretch.start.at;
            let beside = offset.dot(stretch.start.facing.right()).abs();
            let along = offset.dot(stretch.start.facing.vector());
            let least = if number == 0 { f64::NEG_INFINITY } else { 0.0 };
            let kept = along.max(least).min(stretch.length);
            // On a line as any point is (BB-GEO-02); in a column bases may be off to either side.
            let slack = match self.anchor {
                Anchor::Centre => tolerance.length,
                Anchor::Front => 2.0 * tolerance.length,
            };
            let fits = stretch.start.facing.same(anchor.facing, tolerance) && beside <= slack;
            fits.then_some(((along - kept).abs(), stretch.from + kept))
        };
        let found = self.stretches.iter().enumerate().filter_map(on);
        found.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
    }

    /// BB-COL-05: the poses through which a base gets from its pose, at place `from`, to place `to`: each
    /// place where it changes direction, and the last. A place behind `from` is reached backward.
    pub fn path(&self, from: f64, to: f64, depth: f64) -> Vec<Pose> {
        let (first, last) = (self.stretch_at(from), self.stretch_at(to));
        let mut path = Vec::new();
        let ends = |number: usize| {
            let stretch = self.stretches[number];
            (stretch.start, stretch.start.advanced(stretch.length))
        };
        for number in first..last {
            path.extend([ends(number).1, ends(number + 1).0]);
        }
        for number in (last..first).rev() {
            path.extend([ends(number + 1).0, ends(number).1]);
        }
        let mut path: Vec<Pose> = path.into_iter().map(|anchor| self.front_of(anchor, depth)).collect();
        path.push(self.pose_at(to, depth));
        path.dedup();
        path
    }

    /// BB-COL-09: the track to be kept for a column whose last base stands at `tail`, newest pose first; none
    /// if no bend is left between head and tail. It is the way of the front of a base as deep as the head.
    pub fn track(&self, tail: f64, head_depth: f64) -> Option<Vec<Pose>> {
        let first = self.stretch_at(tail);
        let kept = self.stretches.get(first..).filter(|kept| kept.len() > 1)?;
        let mut track = Vec::with_capacity(kept.len() * 2);
        for (number, stretch) in kept.iter().enumerate() {
            let start = if number == 0 { self.anchor_at(tail) } else { stretch.start };
            track.push(self.front_of(start, head_depth));
            track.push(self.front_of(stretch.start.advanced(stretch.length), head_depth));
        }
        track.dedup();
        track.reverse();
        Some(track)
    }

    /// BB-COL-07: the place for a base behind those in `ahead`: on the stretch on which `wish` falls, closed
    /// up to them; or further back if there is no room on it.
    fn settle(&self, rect: &Rect, wish: f64, ahead: &[Place], tolerance: Tolerance) -> f64 {
        let reach = 2.0 * rect.width;
        let wished = self.stretch_at(wish);
        for number in (0..=wished).rev() {
            let stretch = self.stretches[number];
            let most = stretch.from + stretch.length;
            let least = most.min(wish) - reach;
            let least = if number == 0 { least } else { least.max(stretch.from) };
            if let Some(free) = self.closed_up(rect, (least, most), ahead, tolerance) {
                return free;
            }
        }
        wish.min(0.0) - reach
    }

    /// How far forward between two places of one stretch a base can stand; none if not even at the first.
    fn closed_up(
        &self,
        rect: &Rect,
        (least, most): (f64, f64),
        ahead: &[Place],
        t: Tolerance,
    ) -> Option<f64> {
        let start = rect.with_pose(self.pose_at(least, rect.depth));
        if ahead.iter().any(|place| overlaps(&start, &place.rect, t)) {
            return None;
        }
        let along = start.pose.facing.vector();
        let free = |place: &Place| sweep(&start, along, most - least, &place.rect, t);
        Some(least + ahead.iter().filter_map(free).fold(most - least, f64::min))
    }

    /// Takes away what lies ahead of a base that has become the head.
    fn cut_ahead_of(&mut self, head: &Rect, tolerance: Tolerance) {
        let Some(place) = self.place_of(head, tolerance) else {
            // The base has left the track: the way begins anew with it.
            *self = Way::new(head.pose, Anchor::Front);
            return;
        };
        self.cut_at(place);
    }

    fn anchor_at(&self, place: f64) -> Pose {
        let stretch = self.stretches[self.stretch_at(place)];
        stretch.start.advanced((place - stretch.from).min(stretch.length))
    }

    /// The number of the stretch on which a place falls; for one in a turn the stretch before it.
    fn stretch_at(&self, place: f64) -> usize {
        self.stretches.iter().rposition(|stretch| stretch.from <= place + ROUNDING).unwrap_or(0)
    }

    fn front_of(&self, anchor: Pose, depth: f64) -> Pose {
        anchor.advanced(self.ahead_of_anchor(depth))
    }

    fn ahead_of_anchor(&self, depth: f64) -> f64 {
        match self.anchor {
            Anchor::Front => 0.0,
            Anchor::Centre => depth * 0.5,
        }
    }

    /// By how much a base may be pushed back when the one before it turns: about its centre a base needs more
    /// room than along the way, about a front corner never.
    pub fn give(&self, rect: &Rect) -> f64 {
        match self.anchor {
            Anchor::Front => 0.0,
            Anchor::Centre => rect.width * 0.5,
        }
    }

    /// From anchor to anchor of two bases that touch on a straight stretch.
    fn spacing(&self, front: f64, rear: f64) -> f64 {
        match self.anchor {
            Anchor::Front => front,
            Anchor::Centre => (front + rear) * 0.5,
        }
    }
}

/// A turn on the spot has this length, so that the places before and after it differ.
const LEAST_TURN: f64 = 1e-3;

/// Sums of lengths are this exact: far below the grid of positions.
const ROUNDING: f64 = 1e-6;

/// BB-COL-05 to BB-COL-07, BB-ALG-09: how a column, head first, stands on a way with its head at this place.
pub fn stand(way: &Way, column: &[(BaseId, Rect)], head: f64, tolerance: Tolerance) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::with_capacity(column.len());
    for (base, rect) in column {
        let at = match places.last() {
            None => head,
            Some(front) => {
                let wish = front.at - way.spacing(front.rect.depth, rect.depth);
                way.settle(rect, wish, &places, tolerance)
            }
        };
        places.push(Place { base: *base, at, rect: rect.with_pose(way.pose_at(at, rect.depth)) });
    }
    places
}

/// BB-COL-12, BB-COL-13, AMB-86: a base of a bent column goes back by this distance along the track, and
/// those behind it as far as they have to make room. Other bases and the ground are not looked at.
pub fn slide_back(look: Look<'_>, column: &BentColumn, from: BaseId, distance: f64) -> Vec<Track> {
    let tolerance = look.rules.tolerance;
    let Some(way) = Way::of_poses(&column.track) else { return Vec::new() };
    let mut ahead: Vec<Place> = Vec::new();
    let mut tracks = Vec::new();
    let mut sliding = false;
    for base in &column.bases {
        let rect = look.state.rect(*base);
        let Some(was) = way.place_of(rect, tolerance) else { break };
        let at = match ahead.last() {
            _ if *base == from => was - distance,
            Some(front) if sliding => {
                let wish = front.at - way.spacing(front.rect.depth, rect.depth);
                way.settle(rect, wish, &ahead, tolerance).min(was)
            }
            _ => was,
        };
        sliding |= *base == from;
        let pushed = sliding && at < was - ROUNDING;
        let to = if pushed { way.pose_at(at, rect.depth) } else { rect.pose };
        if pushed {
            tracks.push(track_of(*base, rect.pose, way.path(was, at, rect.depth)));
        }
        ahead.push(Place { base: *base, at, rect: rect.with_pose(to) });
    }
    tracks
}

/// BB-COL-09: what stays bent of a column after bases of it went along its track: runs that still touch and
/// have a bend between them, each head first with its track.
pub fn still_bent(look: Look<'_>, column: &BentColumn, tracks: &[Track]) -> Vec<BentColumn> {
    let tolerance = look.rules.tolerance;
    let Some(way) = Way::of_poses(&column.track) else { return Vec::new() };
    let now = |base: BaseId| {
        let rect = look.state.rect(base);
        let moved = tracks.iter().find(|track| track.base == base);
        moved.map_or(*rect, |track| rect.with_pose(track.to))
    };
    let parted = |front: &BaseId, rear: &BaseId| !touching(&now(*front), &now(*rear), tolerance);
    let runs = column.bases.chunk_by(|front, rear| !parted(front, rear));
    let bent = |run: &[BaseId]| {
        let (head, tail) = (now(*run.first()?), now(*run.last()?));
        let mut way = way.clone();
        way.cut_ahead_of(&head, tolerance);
        let track = way.track(way.place_of(&tail, tolerance)?, head.depth)?;
        Some(BentColumn { bases: run.to_vec(), track })
    };
    runs.filter_map(bent).collect()
}

/// AMB-118: a bent column that has turned about: the last base leads, and the track runs the other way.
pub fn turned_about(look: Look<'_>, column: &[BaseId]) -> Option<BentColumn> {
    let head = look.state.bent_column_of(*column.first()?).map(|_| column.first())??;
    let tail = look.state.rect(*column.last()?);
    let way = Way::of_column(look, column)?;
    let kept = way.track(way.place_of(tail, look.rules.tolerance)?, look.state.rect(*head).depth)?;
    let about = |pose: &Pose| Pose { at: pose.at, facing: pose.facing.reversed() };
    // The new head has gone further than the track by its own depth: its rear has become its front.
    let newest = tail.pose.about_faced(tail.depth);
    let track = std::iter::once(newest).chain(kept.iter().rev().map(about)).collect();
    Some(BentColumn { bases: column.iter().rev().copied().collect(), track })
}

/// The way of one base through these poses, the last being its end.
pub fn track_of(base: BaseId, start: Pose, mut path: Vec<Pose>) -> Track {
    let to = path.pop().unwrap_or(start);
    path.retain(|pose| *pose != start && *pose != to);
    Track { base, via: path, to }
}

#[cfg(test)]
mod tests;
