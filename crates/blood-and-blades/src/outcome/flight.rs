//! The running part of a flight (BB-FLEE-02 to BB-FLEE-04, BB-FLEE-07): how far a base can run, what it has
//! to avoid, and which friends it takes along.

use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::field::TableEdge;
use crate::ground::{Going, GoingChange};
use crate::movement::allowance::Footing;
use crate::movement::motion::{Measure, Motion};
use crate::movement::pass::Passing;
use crate::movement::sweep;
use crate::rules::Look;
use crate::troop::TroopType;
use aelian_geometry::{Hand, Pose, Rect, distance, overlaps};

/// A base about to run straight ahead from where it has turned about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight<'a> {
    pub look: Look<'a>,
    pub base: BaseId,
    /// Where it stands, after recoil and turnabout.
    pub from: Rect,
    /// BB-FLEE-08: DGo is avoided like an enemy.
    pub avoids_difficult: bool,
    /// BB-FLEE-04, BB-FLEE-07: enemies, and friends in close combat.
    pub foes: BaseSet,
    /// Bases that count as not on the table (BB-IMP-53), and the fleeing base itself.
    pub but: BaseSet,
}

/// The way of a flight: straight, and perhaps one pivot and straight again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    pub before: f64,
    /// To which hand, and by how many radians.
    pub pivot: Option<(Hand, f64)>,
    pub after: f64,
}

/// Why a straight run ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RunEnd {
    /// BB-FLEE-02: the whole move distance is used, or the ground allows no more.
    Distance,
    /// BB-FLEE-11: a long edge is crossed.
    LongEdge(TableEdge),
}

/// How far a base can run straight on, foes left out of account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub length: f64,
    pub end: RunEnd,
}

impl<'a> Flight<'a> {
    pub fn new(look: Look<'a>, base: BaseId, from: Rect, but: BaseSet) -> Flight<'a> {
        let mut but = but;
        but.insert(base);
        let side = look.state.base(base).side;
        let reach = look.pace(base, Footing::Ground(Going::Good), Reach::Far);
        let foes = look
            .near(&from, reach + 2.0 * look.rules.width)
            .filter(|id| !but.contains(*id))
            .filter(|id| look.state.base(*id).side != side || look.in_close_combat(*id))
            .collect();
        Flight { look, base, from, avoids_difficult: false, foes, but }
    }

    /// The motions of a course.
    pub fn motions(&self, course: &Course) -> Vec<Motion> {
        let ahead = |rect: &Rect, length: f64| Motion::Go(rect.pose.facing.vector() * length);
        let mut motions = vec![ahead(&self.from, course.before)];
        if let Some(turn) = self.turn(course) {
            motions.push(turn);
            let turned = turn.apply(&self.at(course.before));
            motions.push(ahead(&turned, course.after));
        }
        motions
    }

    /// The motions of a course up to and with its pivot; none if it goes straight.
    pub fn until_turned(&self, course: &Course) -> Vec<Motion> {
        let mut motions = self.motions(course);
        motions.pop();
        motions
    }

    /// AMB-85: the pivot of a course, about the front corner on the side of the turn.
    pub fn turn(&self, course: &Course) -> Option<Motion> {
        let (hand, angle) = course.pivot?;
        let about = self.at(course.before).corner(hand.front_corner());
        Some(Motion::Turn { about, angle: angle * hand.sign() })
    }

    /// The base after it has run so far straight on.
    pub fn at(&self, distance: f64) -> Rect {
        self.from.with_pose(self.from.pose.advanced(distance))
    }

    /// Where a course ends.
    pub fn end(&self, course: &Course) -> Rect {
        self.motions(course).iter().fold(self.from, |rect, motion| motion.apply(&rect))
    }

    /// The poses at which a course changes direction.
    pub fn bends(&self, course: &Course) -> Vec<Pose> {
        let before = self.at(course.before);
        self.turn(course).map_or(Vec::new(), |turn| vec![before.pose, turn.pose(&before)])
    }

    /// BB-FLEE-02, BB-MOVE-10, BB-FLEE-11: how far the base can run straight on after these motions.
    pub fn room_after(&self, motions: &[Motion]) -> Room {
        let look = self.look;
        let measure = Measure::of(&self.from, look.rules.settings.pivot_measure);
        let rect = motions.iter().fold(self.from, |rect, motion| motion.apply(&rect));
        let mut used = measure;
        motions.iter().for_each(|motion| used.walk(*motion));
        let most = look.pace(self.base, Footing::Ground(Going::Good), Reach::Far);
        let on = Motion::Go(rect.pose.facing.vector() * most);
        let path: Vec<Motion> = motions.iter().copied().chain([on]).collect();
        let allowed = look.allowance_from(self.base, &self.from, &path, measure, Reach::Far).distance;
        self.room_within(&rect, (allowed - used.used()).max(0.0))
    }

    /// BB-FLEE-11: what shortens a run besides the move distance: the ground, the edges, and friends that can
    /// be neither passed through nor taken along.
    fn room_within(&self, rect: &Rect, length: f64) -> Room {
        let look = self.look;
        let ahead = rect.pose.facing.vector();
        let mut room = Room { length, end: RunEnd::Distance };
        if let Some(block) = look.ground_in_way(&[(self.base, *rect)], Motion::Go(ahead * length)) {
            room.length = block.part * length;
            if let sweep::Obstacle::Edge(edge) = block.by
                && edge.is_long()
            {
                room.end = RunEnd::LongEdge(edge);
            }
        }
        for friend in look.near(rect, room.length).filter(|id| self.is_wall(*id)) {
            let met = aelian_geometry::sweep(
                rect,
                ahead,
                room.length,
                look.state.rect(friend),
                look.rules.tolerance,
            );
            if let Some(at) = met {
                room = Room { length: at, end: RunEnd::Distance };
            }
        }
        room
    }

    /// AMB-43: El cannot be taken along, nor Bg by El; where they cannot be passed through they end the run.
    fn is_wall(&self, friend: BaseId) -> bool {
        let other = self.look.state.base(friend);
        let stays = other.is(TroopType::El) || other.is(TroopType::Bg);
        stays
            && !self.but.contains(friend)
            && !self.foes.contains(friend)
            // El and Bg are passed by those whom the going does not matter to.
            && !self.may_pass(friend, &self.from, false)
    }

    /// BB-FLEE-03, BB-PASS-01 to BB-PASS-04: whether a friend can be passed through on the run; `good` says that
    /// all of it is in GGo.
    fn may_pass(&self, friend: BaseId, rect: &Rect, good: bool) -> bool {
        self.look.may_pass(self.base, rect.pose.facing, friend, Passing::Advancing, good).is_some()
    }

    /// BB-PASS-03: whether a whole course is in GGo.
    fn is_in_good_going(&self, course: &Course) -> bool {
        let troop = &self.look.state.base(self.base).troop;
        let mut changes: Vec<GoingChange> = Vec::new();
        let mut rect = self.from;
        for motion in self.motions(course) {
            self.look.going_on_way(self.base, &rect, motion, &mut changes);
            if changes.iter().any(|change| change.going > Going::Good) {
                return false;
            }
            rect = motion.apply(&rect);
        }
        self.look.going_under(&self.from, troop) == Going::Good
    }

    /// The rectangle that the base sweeps over on a straight run.
    pub fn strip(&self, rect: &Rect, length: f64) -> Rect {
        Rect::new(rect.pose.advanced(length), rect.width, rect.depth + length)
    }

    /// BB-FLEE-04: the foes that a straight run meets first, all at the same distance.
    pub fn first_foes(&self, rect: &Rect, length: f64) -> Option<(f64, BaseSet)> {
        let look = self.look;
        let ahead = rect.pose.facing.vector();
        let met = |foe: BaseId| {
            aelian_geometry::sweep(rect, ahead, length, look.state.rect(foe), look.rules.tolerance)
        };
        let nearest = self.foes.iter().filter_map(met).min_by(f64::total_cmp)?;
        let slack = look.rules.tolerance.length;
        let first = self.foes.iter().filter(|foe| met(*foe).is_some_and(|at| at <= nearest + slack));
        Some((nearest, first.collect()))
    }

    /// BB-FLEE-08: how far it is to DGo straight ahead, within the distance that the base could run if there
    /// were none.
    pub fn difficult_ahead(&self, rect: &Rect, length: f64) -> Option<f64> {
        let look = self.look;
        let mut changes: Vec<GoingChange> = Vec::new();
        let troop = &look.state.base(self.base).troop;
        look.going_along(rect, rect.pose.facing.vector(), length, troop, &mut changes);
        changes.iter().find(|change| change.going == Going::Difficult).map(|change| change.at)
    }

    /// How far the base could still run after these motions if the ground stayed as it is where they end.
    pub fn nominal_after(&self, motions: &[Motion]) -> f64 {
        let look = self.look;
        let mut measure = Measure::of(&self.from, look.rules.settings.pivot_measure);
        motions.iter().for_each(|motion| measure.walk(*motion));
        let rect = motions.iter().fold(self.from, |rect, motion| motion.apply(&rect));
        let going = look.going_under(&rect, &look.state.base(self.base).troop);
        (look.pace(self.base, Footing::Ground(going), Reach::Far) - measure.used()).max(0.0)
    }

    /// Whether the base comes into the way of a foe on a course, and how deep it would run into him.
    pub fn depth_into_foes(&self, strip: &Rect) -> f64 {
        let look = self.look;
        self.foes
            .iter()
            .map(|foe| aelian_geometry::penetration(strip, look.state.rect(foe)))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// BB-GEO-08: the distance of the base, at a place of its way, from a foe.
    pub fn distance_from(&self, before: f64, foe: BaseId) -> f64 {
        distance(&self.at(before), self.look.state.rect(foe))
    }

    /// BB-FLEE-03: friends on the way of a course, in the order in which they are met, without those that
    /// can be passed through and are clear in the end.
    pub fn carries(&self, course: &Course) -> Vec<BaseId> {
        let (end, good) = (self.end(course), self.is_in_good_going(course));
        let mut met: Vec<(f64, BaseId)> = Vec::new();
        let (mut rect, mut gone) = (self.from, 0.0);
        for motion in self.motions(course) {
            for friend in self.look.near(&rect, motion.reach(&rect)).filter(|id| self.is_in_tow(*id)) {
                if let Some(at) = self.look.meets(&rect, motion, friend)
                    && !met.iter().any(|(_, known)| *known == friend)
                    && !self.passes_clear(friend, &rect, &end, good)
                {
                    met.push((gone + at, friend));
                }
            }
            gone += motion.size();
            rect = motion.apply(&rect);
        }
        met.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        met.into_iter().map(|(_, friend)| friend).collect()
    }

    /// Friends that could be taken along.
    fn is_in_tow(&self, id: BaseId) -> bool {
        let other = self.look.state.base(id);
        !self.but.contains(id)
            && !self.foes.contains(id)
            && !other.is(TroopType::El)
            && !other.is(TroopType::Bg)
    }

    /// BB-PASS-07: passed through, and not stood upon in the end.
    fn passes_clear(&self, friend: BaseId, rect: &Rect, end: &Rect, good: bool) -> bool {
        let clear = !overlaps(end, self.look.state.rect(friend), self.look.rules.tolerance);
        clear && self.may_pass(friend, rect, good)
    }

    /// Whether the run would end upon a Bg or El that it passes through: then it ends before it.
    pub fn stands_on(&self, end: &Rect) -> Option<BaseId> {
        self.look.overlapped(end, self.but).find(|id| !self.foes.contains(*id) && !self.is_in_tow(*id))
    }
}
