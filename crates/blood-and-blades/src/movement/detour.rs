//! Ways round whatever stands between a base and a pose (BB-ZOC-11, BB-IMP-25 (3)): in straight lines past the corners of
//! other bases, with one turn about its centre before them or after them.

use super::approach::{Search, go};
use crate::baseset::BaseSet;
use crate::choice::Leg;
use aelian_geometry::{Facing, Hand, Pose, Rect, Tolerance, Vec2, overlaps, sweep, to_degrees};

/// How far from another base it passes, in mm.
const CLEAR: f64 = 0.5;

/// More corners than this no hand would go round.
const MOST_CORNERS: usize = 6;

impl Search<'_> {
    /// Legs that lead to a pose round other bases: the shortest way with the turn before, and with the turn after it.
    pub(super) fn detours_to(&self, goal: Pose) -> Vec<Vec<Leg>> {
        self.detours_by(goal, self.longest_detour(), None)
    }

    /// How long a way round other bases may be in one move.
    pub(super) fn longest_detour(&self) -> f64 {
        self.look.at_most(self.look.furthest(BaseSet::one(self.base), self.reach).min(self.left))
    }

    /// As `detours_to`, no longer than this, and beginning to this hand of the straight line to the pose: what is the
    /// shortest of all may be so to either hand.
    pub fn detours_by(&self, goal: Pose, most: f64, hand: Option<Hand>) -> Vec<Vec<Leg>> {
        let (from, to, tolerance) = (*self.rect(), self.rect().with_pose(goal), self.look.rules.tolerance);
        let near = self.look.near(&from, most).filter(|id| *id != self.base);
        let others: Vec<Rect> = near.map(|id| *self.look.state.rect(id)).collect();
        let round = |facing: Facing| {
            let own = facing_so(&from, from.centre(), facing);
            Round { own, goal: to.centre(), most, hand, others: &others, tolerance }.shortest()
        };
        let spin = Leg::Spin { degrees: to_degrees(from.pose.facing.turn_to(goal.facing)) };
        let lines = |facing: Facing| {
            let ways = round(facing)?;
            Some(ways.into_iter().map(|way| go(facing, way)).collect::<Vec<Leg>>())
        };
        if from.pose.facing.same(goal.facing, tolerance) {
            return lines(from.pose.facing).into_iter().collect();
        }
        let first = lines(goal.facing).map(|lines| [vec![spin], lines].concat());
        let last = lines(from.pose.facing).map(|lines| [lines, vec![spin]].concat());
        first.into_iter().chain(last).collect()
    }
}

/// A base that goes in straight lines, always looking the same way.
struct Round<'a> {
    own: Rect,
    /// Where its centre is to be.
    goal: Vec2,
    /// The longest way, in mm.
    most: f64,
    /// To which side of the straight line to the goal it begins; to either where nothing is said.
    hand: Option<Hand>,
    others: &'a [Rect],
    tolerance: Tolerance,
}

/// A place of the centre on the way.
#[derive(Clone, Copy, Debug)]
struct Stop {
    at: Vec2,
    /// The shortest way found to it, how many lines it has, and the stop before.
    length: f64,
    lines: usize,
    before: usize,
    done: bool,
}

impl Round<'_> {
    /// The shortest way that meets no base, line by line; none within the length. The corners past which it goes are
    /// tried in the order of the length that the way could at best have through them.
    fn shortest(&self) -> Option<Vec<Vec2>> {
        let start = Stop { at: self.own.centre(), length: 0.0, lines: 0, before: 0, done: false };
        let far = |at: Vec2| Stop { at, length: f64::INFINITY, ..start };
        let mut stops = vec![start, far(self.goal)];
        stops.extend(self.corners().map(far));
        loop {
            let at_best = |stop: &Stop| stop.length + (stop.at - self.goal).length();
            let open = stops.iter().enumerate().filter(|(_, stop)| !stop.done && at_best(stop) <= self.most);
            let (here, _) = open.min_by(|(_, a), (_, b)| at_best(a).total_cmp(&at_best(b)))?;
            if here == 1 {
                return Some(ways(&stops));
            }
            stops[here].done = true;
            if stops[here].lines <= MOST_CORNERS {
                self.go_on(here, &mut stops);
            }
        }
    }

    /// The ways from one stop straight to others.
    fn go_on(&self, here: usize, stops: &mut [Stop]) {
        let from = stops[here];
        for (at, stop) in stops.iter_mut().enumerate().filter(|(_, stop)| !stop.done) {
            if here == 0 && at != 1 && !self.is_to_hand(stop.at) {
                continue;
            }
            let length = from.length + (stop.at - from.at).length();
            let at_best = length + (self.goal - stop.at).length();
            if length < stop.length && at_best <= self.most && self.is_free(from.at, stop.at) {
                *stop = Stop { length, lines: from.lines + 1, before: here, ..*stop };
            }
        }
    }

    /// Whether a first corner lies on the side to which the way is to begin.
    fn is_to_hand(&self, corner: Vec2) -> bool {
        let (straight, first) = (self.goal - self.own.centre(), corner - self.own.centre());
        self.hand.is_none_or(|hand| first.perp_dot(straight) * hand.sign() >= 0.0)
    }

    /// Whether no base stands on a straight line. What is touched at the very end is left to the plan.
    fn is_free(&self, from: Vec2, to: Vec2) -> bool {
        let (way, length) = (to - from, (to - from).length());
        let before = length - 2.0 * self.tolerance.length;
        let rect = self.own.with_pose(self.own.pose.translated(from - self.own.centre()));
        let meets = |other: &Rect| {
            sweep(&rect, way / length, length, other, self.tolerance).is_some_and(|met| met < before)
        };
        before <= 0.0 || !self.others.iter().any(meets)
    }

    /// Where its centre passes the corners of other bases: just outside all places at which it would overlap them.
    fn corners(&self) -> impl Iterator<Item = Vec2> + '_ {
        let facing = self.own.pose.facing;
        let of = move |other: &Rect| {
            let axes = if same_axes(facing, other.pose.facing) {
                vec![facing]
            } else {
                vec![facing, other.pose.facing]
            };
            let (other, own) = (*other, self.own);
            axes.into_iter().flat_map(move |axis| {
                around(other.centre(), axis, half(&other, axis) + half(&own, axis) + Vec2::splat(CLEAR))
            })
        };
        let on_the_way =
            |at: &Vec2| (*at - self.own.centre()).length() + (self.goal - *at).length() <= self.most;
        // Nobody passes a corner at which somebody else stands.
        let stands = |at: &Vec2| {
            let there = facing_so(&self.own, *at, self.own.pose.facing);
            !self.others.iter().any(|other| overlaps(&there, other, self.tolerance))
        };
        self.others.iter().flat_map(of).filter(on_the_way).filter(stands)
    }
}

/// The lines that lead to the goal, the first one first.
fn ways(stops: &[Stop]) -> Vec<Vec2> {
    let mut lines = Vec::new();
    let mut at = 1;
    while at != 0 {
        let before = stops[at].before;
        lines.push(stops[at].at - stops[before].at);
        at = before;
    }
    lines.reverse();
    lines
}

fn same_axes(one: Facing, other: Facing) -> bool {
    const ROUNDING: f64 = 1e-9;
    one.vector().dot(other.vector()).abs() < ROUNDING || one.vector().dot(other.right()).abs() < ROUNDING
}

/// The corners of a rectangle, by its centre, the way it looks, and half of its width and depth.
fn around(centre: Vec2, facing: Facing, half: Vec2) -> Vec<Vec2> {
    let (right, forward) = (facing.right() * half.x, facing.vector() * half.y);
    vec![
        centre - right - forward,
        centre - right + forward,
        centre + right - forward,
        centre + right + forward,
    ]
}

/// Half of what a rectangle measures across and along a direction.
fn half(rect: &Rect, facing: Facing) -> Vec2 {
    let (right, forward) = (rect.pose.facing.right() * rect.width, rect.pose.facing.vector() * rect.depth);
    let along = |axis: Vec2| 0.5 * (right.dot(axis).abs() + forward.dot(axis).abs());
    Vec2::new(along(facing.right()), along(facing.vector()))
}

/// The rectangle about this centre, looking so.
fn facing_so(rect: &Rect, centre: Vec2, facing: Facing) -> Rect {
    let at = centre + facing.vector() * (rect.depth * 0.5);
    rect.with_pose(Pose { at, facing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::{Choice, Command, Manoeuvre, Order, Reach};
    use crate::testing::{Scene, Table};
    use aelian_game::Side;

    /// Light horse with a friend before it whom it cannot pass through.
    fn blocked() -> Table {
        Table::new().base("a", Side::Red, "Irr LH(O)", 500.0, 300.0, 0.0).base(
            "friend",
            Side::Red,
            "Reg Sp(O)",
            505.0,
            332.0,
            0.0,
        )
    }

    fn order(scene: &Scene, legs: Vec<Leg>) -> Choice {
        let how = Manoeuvre::Free { legs };
        let what = Command::Move { reach: Reach::Tactical, how, displace: BaseSet::EMPTY };
        Choice::Order(Order { to: scene.set(&["a"]), what })
    }

    /// BB-IMP-25, BB-MOVE-36: round both corners of the friend, by a way that may be ordered.
    #[test]
    fn round_a_friend() {
        for degrees in [0.0, 20.0, -35.0] {
            let scene = blocked().build();
            let goal = Pose::new(500.0, 370.0, Facing::compass(degrees));
            let search = Search::new(scene.look(), scene.id("a"), Reach::Tactical);
            let (_, used) = search.shortest_to(goal).expect("there is room beside him");
            assert!((90.0..150.0).contains(&used), "{used}");
            let detours = search.detours_to(goal);
            let legal = |legs: &&Vec<Leg>| scene.check(&order(&scene, legs.to_vec())).is_legal();
            let legs = detours.iter().find(legal).expect("one of them can be ordered");
            assert!(legs.iter().filter(|leg| matches!(leg, Leg::Go { .. })).count() >= 3, "{legs:?}");
            let mut moved = scene.clone();
            moved.play(&order(&scene, legs.clone()), &[]).expect("legal");
            assert!((moved.pose("a").at - goal.at).length() < 0.1, "{:?}", moved.pose("a"));
        }
    }

    /// A wall of friends cannot be got round, nor a friend so wide that the way is too long.
    #[test]
    fn no_way_round() {
        let walled = blocked()
            .base("left", Side::Red, "Reg Sp(O)", 465.0, 332.0, 0.0)
            .base("right", Side::Red, "Reg Sp(O)", 545.0, 332.0, 0.0)
            .base("more", Side::Red, "Reg Sp(O)", 425.0, 332.0, 0.0)
            .base("and more", Side::Red, "Reg Sp(O)", 585.0, 332.0, 0.0)
            .build();
        let search = Search::new(walled.look(), walled.id("a"), Reach::Tactical);
        assert!(search.shortest_to(Pose::new(500.0, 370.0, Facing::UP)).is_none());
        let scene = blocked().build();
        let short = Search { left: 85.0, ..Search::new(scene.look(), scene.id("a"), Reach::Tactical) };
        assert!(short.shortest_to(Pose::new(500.0, 370.0, Facing::UP)).is_none());
    }
}
