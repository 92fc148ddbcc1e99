//! The shortest ways of a rush at its target (BB-IMP-25, BB-IMP-31), and what is left to its owner where two are equal.

use super::rusher::{RushWay, RushWays, Rusher};
use crate::baseset::BaseId;
use crate::choice::Reach;
use crate::movement::approach::Search;
use crate::movement::free;
use crate::movement::motion::{self, Motion};
use crate::position::facing::{aligned_poses, least_displacement};
use aelian_geometry::{Edge, Hand, Pose, Rect};

impl Rusher<'_> {
    /// BB-IMP-31: the shortest ways at a target: into it if it can be reached, else towards it, which one whom a zone binds
    /// may not go (BB-IMP-50, BB-ZOC-10).
    pub fn ways_at(&self, target: BaseId, straight_first: bool, bound: bool) -> RushWays {
        let into = self.ways_into(target);
        if !into.0.is_empty() || bound {
            return into;
        }
        if straight_first && self.is_ahead(target) {
            let moves = |way: &RushWay| self.moves(way);
            return RushWays(self.straight().filter(moves).into_iter().collect());
        }
        self.towards(target)
    }

    /// BB-IMP-25: the shortest ways by which a target can be reached in this move, of the best class.
    pub(super) fn ways_into(&self, target: BaseId) -> RushWays {
        if let Some(way) = self.straight_into(target, self.straight().as_ref()) {
            return RushWays(vec![way]);
        }
        match self.pivots_into(target) {
            pivots if pivots.is_empty() => self.equal_ways(self.others_into(target)),
            pivots => self.equal_ways(pivots),
        }
    }

    /// Of these ways the shortest.
    fn equal_ways(&self, ways: Vec<RushWay>) -> RushWays {
        let slack = self.look.rules.tolerance.length;
        let least = ways.iter().map(|way| way.used).fold(f64::INFINITY, f64::min);
        self.leftmost_first(ways.into_iter().filter(|way| way.used <= least + slack))
    }

    /// BB-IMP-31: one way for each place to the left or to the right, those on the left first. Of those that end as far
    /// to the side the straighter one, so that a mirror shows the same.
    fn leftmost_first(&self, ways: impl Iterator<Item = RushWay>) -> RushWays {
        let slack = 2.0 * self.look.rules.tolerance.length;
        let (from, right) = (self.rect(), self.rect().pose.facing.right());
        let aside = |way: &RushWay| way.end.centre().dot(right);
        let mut kept: Vec<RushWay> = Vec::new();
        for way in ways {
            // To one place a half turn, or a way round others, may lead by either hand.
            let beside = |other: &&mut RushWay| {
                (aside(other) - aside(&way)).abs() <= slack && hand_of(other, from) == hand_of(&way, from)
            };
            match kept.iter_mut().find(beside) {
                Some(other) if self.is_straighter(&way, other) => *other = way,
                Some(_) => {}
                None => kept.push(way),
            }
        }
        kept.sort_by(|a, b| aside(a).total_cmp(&aside(b)));
        for at in 1..kept.len() {
            let [one, other] = [&kept[at - 1], &kept[at]];
            if aside(other) - aside(one) <= slack && hand_of(other, from) < hand_of(one, from) {
                kept.swap(at - 1, at);
            }
        }
        RushWays(kept)
    }

    /// Whether a way turns less than another or, turning as much, ends further ahead.
    fn is_straighter(&self, way: &RushWay, other: &RushWay) -> bool {
        let (from, tolerance) = (self.rect().pose.facing, self.look.rules.tolerance);
        let turned = |way: &RushWay| way.end.pose.facing.angle_to(from);
        let ahead = |way: &RushWay| way.end.centre().dot(from.vector());
        let less = turned(other) - turned(way);
        if less.abs() > tolerance.angle { less > 0.0 } else { ahead(way) > ahead(other) + tolerance.length }
    }

    /// BB-IMP-26, BB-IMP-31, AMB-106: towards a target that cannot be reached: by the whole move along the shortest way
    /// to the nearest aligned pose, round other bases if none that is simpler is free; straight ahead where no such way
    /// can be begun.
    fn towards(&self, target: BaseId) -> RushWays {
        let simple = self.ways_towards(target);
        let least = simple.first().map_or(0.0, |(length, _)| *length);
        let mut made = self.made_of(simple);
        if !made.iter().any(|(_, way)| way.is_free()) {
            made.extend(self.made_round(target, least + self.look.mu(ROUND)));
        }
        // AMB-106: the shortest legal path: one that ends at another is gone only if there is no other.
        let kind = |way: &RushWay| (!way.is_free(), way.hit.is_some());
        let Some(best) = made.iter().map(|(_, way)| kind(way)).min() else {
            return RushWays(self.straight().filter(|way| self.leads(way)).into_iter().collect());
        };
        made.retain(|(_, way)| kind(way) == best);
        let least = made.iter().map(|(length, _)| *length).fold(f64::INFINITY, f64::min);
        let most = least + self.look.rules.tolerance.length;
        self.leftmost_first(made.into_iter().filter(|(length, _)| *length <= most).map(|(_, way)| way))
    }

    /// These ways as far as they can be gone, with their whole lengths, if they lead anywhere.
    fn made_of(&self, ways: Vec<(f64, Vec<Motion>)>) -> Vec<(f64, RushWay)> {
        let made = ways.into_iter().filter_map(|(length, motions)| Some((length, self.go(&motions)?)));
        made.filter(|(_, way)| self.leads(way)).collect()
    }

    /// A turnabout after which a gap or a friend lets it go no further does not lead towards anybody.
    fn leads(&self, way: &RushWay) -> bool {
        way.used > self.look.at_most(self.used) || !way.reached.is_empty()
    }

    /// Ways round other bases to the nearest poses at a target, to either hand, as far as they can be gone, with their
    /// whole lengths. Once one is found, longer ones are not looked for.
    fn made_round(&self, target: BaseId, mut most: f64) -> Vec<(f64, RushWay)> {
        let search = Search {
            look: self.bare(),
            base: self.base,
            reach: Reach::Tactical,
            left: f64::INFINITY,
            start: self.start,
        };
        let mut found = Vec::new();
        for goal in self.nearest_poses(target) {
            for hand in Hand::BOTH {
                let legs = search.detours_by(goal, most, Some(hand));
                let motions = legs.iter().filter_map(|legs| free::motions(self.rect(), legs));
                let ways = motions.map(|motions| (self.length(&motions), motions)).collect();
                found.extend(self.made_of(ways).into_iter().filter(|(_, way)| way.is_free()));
                let least = found.iter().map(|(length, _)| *length).fold(f64::INFINITY, f64::min);
                most = most.min(least + self.look.rules.tolerance.length);
            }
        }
        found
    }

    /// Ways to the nearest poses at a target with their lengths, the shortest first.
    fn ways_towards(&self, target: BaseId) -> Vec<(f64, Vec<Motion>)> {
        let goals = self.nearest_poses(target).into_iter();
        let ways = goals.flat_map(|goal| self.ways_to(goal));
        let mut ways: Vec<_> = ways.map(|motions| (self.length(&motions), motions)).collect();
        ways.sort_by(|a, b| a.0.total_cmp(&b.0));
        ways
    }

    /// Who ends the shortest way at a target, or straight ahead, where it stands.
    pub(super) fn stopped_by(&self, target: Option<BaseId>) -> Option<BaseId> {
        let ways = target.into_iter().flat_map(|target| self.ways_towards(target));
        let ways = ways.map(|(_, motions)| motions).chain([vec![self.ahead()]]);
        ways.filter_map(|motions| self.go(&motions)).find_map(|way| way.wall.or(way.hit))
    }

    /// Ways to a pose, other bases left out of account: in one motion, or by a turn about a front corner and then
    /// in a straight line. BB-MOVE-50: if the pose looks back a turnabout comes first.
    fn ways_to(&self, goal: Pose) -> Vec<Vec<Motion>> {
        let tolerance = self.look.rules.tolerance;
        let from = |rect: &Rect| {
            let rect = *rect;
            let turns = motion::turns(rect.pose.facing, goal.facing, tolerance);
            turns.flat_map(move |angle| {
                [vec![Motion::between_by(&rect, goal, angle, tolerance)], turn_and_go(&rect, goal, angle)]
            })
        };
        let mut ways: Vec<_> = from(self.rect()).collect();
        let about = Motion::Turnabout.apply(self.rect());
        let to = |rect: &Rect| rect.pose.facing.angle_to(goal.facing);
        if to(&about) + tolerance.angle < to(self.rect()) {
            ways.extend(from(&about).map(|way| [vec![Motion::Turnabout], way].concat()));
        }
        ways
    }

    /// BB-MOVE-20: the length of a whole way.
    fn length(&self, motions: &[Motion]) -> f64 {
        let mut measure = self.measure();
        motions.iter().for_each(|motion| measure.walk(*motion));
        measure.used()
    }

    /// BB-MDF-05, AMB-106: the nearest aligned poses on an edge of the target that may be attacked from where the move
    /// began; on any edge if there is none.
    fn nearest_poses(&self, target: BaseId) -> Vec<Pose> {
        let (own, enemy) = (self.rect(), self.look.state.rect(target));
        let cost = |pose: &Pose| least_displacement(own, &own.with_pose(*pose));
        let poses: Vec<Pose> =
            Edge::ALL.into_iter().flat_map(|edge| aligned_poses(own, enemy, edge)).collect();
        let allowed = poses.iter().copied().filter(|pose| self.may_touch(&own.with_pose(*pose)));
        let allowed: Vec<Pose> = allowed.collect();
        let poses = if allowed.is_empty() { poses } else { allowed };
        let least = poses.iter().map(cost).fold(f64::INFINITY, f64::min);
        let slack = self.look.rules.tolerance.length;
        poses.into_iter().filter(|pose| cost(pose) <= least + slack).collect()
    }
}

/// AMB-106: no way round other bases is so many MU longer than the straight one.
const ROUND: f64 = 6.0;

/// To which hand a way turns by half a circle, or goes round others in its first line, if it does.
fn hand_of(way: &RushWay, from: &Rect) -> Option<Hand> {
    half_turn(way).or_else(|| bend(way, from))
}

/// On which side of the straight line to its end a way of several lines begins.
fn bend(way: &RushWay, from: &Rect) -> Option<Hand> {
    let mut lines = way.motions.iter().filter_map(|motion| match motion {
        Motion::Go(line) => Some(*line),
        _ => None,
    });
    let (first, _) = (lines.next()?, lines.next()?);
    let aside = first.perp_dot(way.end.centre() - from.centre());
    Some(if aside < 0.0 { Hand::Left } else { Hand::Right })
}

/// To which hand a way turns by half a circle, if it does.
fn half_turn(way: &RushWay) -> Option<Hand> {
    way.motions.iter().find_map(|motion| match motion {
        Motion::Turn { angle, .. } if angle.abs() > HALF => {
            Some(if *angle < 0.0 { Hand::Left } else { Hand::Right })
        }
        _ => None,
    })
}

/// Turns by more than this, in radians, lead as well to the other hand.
const HALF: f64 = aelian_geometry::degrees(179.5);

/// A pivot about the front corner on the side of the turn, then in a straight line to the pose.
fn turn_and_go(rect: &Rect, goal: Pose, angle: f64) -> Vec<Motion> {
    let hand = if angle < 0.0 { Hand::Left } else { Hand::Right };
    let turn = Motion::Turn { about: rect.corner(hand.front_corner()), angle };
    let turned = turn.apply(rect);
    vec![turn, Motion::Go(goal.at - turned.pose.at)]
}
