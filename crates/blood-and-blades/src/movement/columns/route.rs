//! Ways of single bases inside a group or pack move (BB-EXT-11, BB-GEO-12, BB-PACK-36): the shortest way to a
//! place that lies over no other base, found among straight ways, ways with one or two corners on the way,
//! and a turn before or after.

use crate::baseset::{BaseId, BaseSet};
use crate::movement::motion::{Measure, Motion};
use crate::movement::plan::Track;
use crate::movement::sweep::{Block, steps};
use crate::position::facing::corner_displacement;
use crate::rules::Look;
use aelian_geometry::{Corner, Pose, Rect, Vec2, overlaps, sweep, sweep_rotation};

/// The way of one base.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    pub base: BaseId,
    pub from: Rect,
    pub motions: Vec<Motion>,
}

impl Route {
    pub fn stay(base: BaseId, from: Rect) -> Route {
        Route { base, from, motions: Vec::new() }
    }

    /// The way through these poses, one after the other. BB-GEO-02: to a pose that looks the same way there is no turn; what
    /// the base is off by less than can be seen it keeps until it turns.
    pub fn through(look: Look<'_>, base: BaseId, from: Rect, poses: &[Pose]) -> Route {
        let mut route = Route::stay(base, from);
        let mut here = from;
        for pose in poses.iter().filter(|pose| **pose != from.pose) {
            let motion = match Motion::between(&here, *pose, look.rules.tolerance) {
                Motion::Turn { .. } if here.pose.facing.same(pose.facing, look.rules.tolerance) => {
                    Motion::Go(pose.at - here.pose.at)
                }
                motion => motion,
            };
            let keeps = matches!(motion, Motion::Go(_)).then_some(here.pose.facing);
            here = here.with_pose(Pose { at: pose.at, facing: keeps.unwrap_or(pose.facing) });
            route.motions.push(motion);
        }
        route
    }

    /// Each motion with the place where it begins.
    pub fn legs(&self) -> impl Iterator<Item = (Rect, Motion)> + '_ {
        self.motions.iter().scan(self.from, |here, motion| {
            let start = *here;
            *here = motion.apply(here);
            Some((start, *motion))
        })
    }

    /// Where the base is on its way, a few mm apart.
    pub fn places(&self) -> impl Iterator<Item = Rect> + '_ {
        let on_way = self.legs().flat_map(|(start, motion)| {
            steps(&start, motion).map(move |part| motion.part(part).apply(&start))
        });
        std::iter::once(self.from).chain(on_way)
    }

    pub fn end(&self) -> Rect {
        self.motions.iter().fold(self.from, |here, motion| motion.apply(&here))
    }

    /// BB-MOVE-20, AMB-81: the length of the way, measured at the front corners.
    pub fn length(&self, look: Look<'_>) -> f64 {
        let mut measure = self.measure(look);
        self.motions.iter().for_each(|motion| measure.walk(*motion));
        measure.used()
    }

    pub fn measure(&self, look: Look<'_>) -> Measure {
        Measure::of(&self.from, look.rules.settings.pivot_measure)
    }

    /// The poses at which the base changes direction. A turn of more than a third of a circle has one more in
    /// its middle, so that each leg can be read off its ends.
    pub fn track(&self) -> Track {
        let mut via = Vec::new();
        for (start, motion) in self.legs() {
            via.push(start.pose);
            if matches!(motion, Motion::Turn { angle, .. } if angle.abs() > 2.0) {
                via.push(motion.part(0.5).pose(&start));
            }
        }
        via.retain(|pose| *pose != self.from.pose);
        Track { base: self.base, via, to: self.end().pose.on_grid() }
    }
}

/// A line that the front of a base must not cross on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    None,
    /// BB-COL-21: the front never goes back.
    NeverBack,
    /// BB-COL-22, BB-EXT-03: the front never gets beyond the front line of a base that stands so.
    NotBeyond(Pose),
}

impl Bound {
    fn allows(self, look: Look<'_>, start: &Rect, motion: Motion) -> bool {
        let slack = look.rules.tolerance.length;
        match self {
            Bound::None => true,
            Bound::NeverBack => match motion {
                Motion::Go(way) => way.dot(start.pose.facing.vector()) >= -slack,
                _ => true,
            },
            Bound::NotBeyond(line) => {
                let beyond = |corner: Vec2| (corner - line.at).dot(line.facing.vector()) > slack;
                let corners = |rect: &Rect| [Corner::FrontLeft, Corner::FrontRight].map(|at| rect.corner(at));
                let ends = [corners(start), corners(&motion.apply(start))];
                !ends.into_iter().flatten().any(beyond)
            }
        }
    }
}

/// What a way has to keep to.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Bases that are not in the way.
    pub but: BaseSet,
    /// BB-GAP-04, BB-GAP-05: bases that form no gap for this move.
    pub no_gap: BaseSet,
    /// No way longer than this is of use.
    pub limit: f64,
    pub bound: Bound,
}

/// BB-EXT-11, BB-PACK-36: a short way from where a base stands to a pose; none if none was found that keeps to
/// the terms.
pub fn find(look: Look<'_>, base: BaseId, goal: Pose, terms: Terms) -> Option<Route> {
    let from = *look.state.rect(base);
    let end = from.with_pose(goal);
    // No way is shorter than the straight lines between the places of its front corners.
    if corner_displacement(&from, &end) > terms.limit || off_table(look, &end) {
        return None;
    }
    let seek = Seek::new(look, base, &end, terms);
    if seek.lies_over(&end) {
        return None;
    }
    if from.pose.facing == goal.facing {
        return seek
            .straight(&from, &end)
            .or_else(|| seek.round_corners(&from, &end))
            .filter(|way| seek.fits(way));
    }
    let turns = seek.turns(&from, &end);
    let straight = turns.iter().filter_map(|turn| seek.by_turn(&from, &end, turn, Seek::straight));
    seek.shortest(straight).or_else(|| {
        let round = turns.iter().filter_map(|turn| seek.by_turn(&from, &end, turn, Seek::round_corners));
        round.into_iter().find(|way| seek.fits(way))
    })
}

fn off_table(look: Look<'_>, end: &Rect) -> bool {
    look.edge_crossed(end).is_some()
}

/// A search under way.
struct Seek<'a> {
    look: Look<'a>,
    base: BaseId,
    terms: Terms,
    /// What stands near the way.
    obstacles: Vec<Rect>,
}

/// A turn on the way: how the base goes to the place of it, and how it stands there before and after.
struct OnTheWay {
    before: Rect,
    turn: Motion,
    after: Rect,
}

impl<'a> Seek<'a> {
    fn new(look: Look<'a>, base: BaseId, end: &Rect, terms: Terms) -> Seek<'a> {
        let from = look.state.rect(base);
        let middle = from.with_pose(Pose { at: (from.pose.at + end.pose.at) * 0.5, ..from.pose });
        // Ways round a corner swing out by a base or two.
        let reach = (end.pose.at - from.pose.at).length() * 0.5 + 3.0 * from.width;
        let but = with(terms.but, base);
        let near = look.near(&middle, reach).filter(|id| !but.contains(*id));
        Seek { look, base, terms, obstacles: near.map(|id| *look.state.rect(id)).collect() }
    }

    fn lies_over(&self, rect: &Rect) -> bool {
        self.obstacles.iter().any(|other| overlaps(rect, other, self.look.rules.tolerance))
    }

    fn fits(&self, route: &Route) -> bool {
        route.length(self.look) <= self.terms.limit && !self.shifts_in_gap(route)
    }

    /// The shortest of these ways that keeps to the terms.
    fn shortest(&self, routes: impl Iterator<Item = Route>) -> Option<Route> {
        let length = |route: &Route| route.length(self.look);
        routes.filter(|route| self.fits(route)).min_by(|a, b| length(a).total_cmp(&length(b)))
    }

    /// Nothing is in the way of this leg.
    fn free(&self, start: &Rect, motion: Motion) -> bool {
        let body = [(self.base, *start)];
        self.terms.bound.allows(self.look, start, motion)
            && !self.obstacles.iter().any(|other| self.meets(start, motion, other))
            && self.look.ground_in_way(&body, motion).is_none_or(|block| only_touches(&block))
    }

    fn meets(&self, start: &Rect, motion: Motion, other: &Rect) -> bool {
        let tolerance = self.look.rules.tolerance;
        let size = motion.size();
        let at = match motion {
            Motion::Go(way) if size > 0.0 => sweep(start, way / size, size, other, tolerance),
            Motion::Turn { about, angle } => {
                sweep_rotation(start, about, angle, other, tolerance).map(f64::abs)
            }
            _ => None,
        };
        at.is_some_and(|at| at < size * TOUCHES)
    }

    /// Turns that lead to the facing of the end: at the start and at the end, about a front corner or the centre,
    /// and about the centre at places between, where there may be more room for it: on the straight line to the
    /// goal, or a base width to one side. Only those for which there is room.
    fn turns(&self, from: &Rect, end: &Rect) -> Vec<OnTheWay> {
        let angle = from.pose.facing.turn_to(end.pose.facing);
        let about = |before: Rect, centre: Vec2| {
            let turn = Motion::Turn { about: centre, angle };
            let after = before.with_pose(Pose { facing: end.pose.facing, ..turn.pose(&before) });
            OnTheWay { before, turn, after }
        };
        let centres =
            |rect: &Rect| [rect.corner(Corner::FrontLeft), rect.corner(Corner::FrontRight), rect.centre()];
        let first = centres(from).map(|centre| about(*from, centre));
        let last = centres(end).map(|centre| {
            let back = Motion::Turn { about: centre, angle: -angle }.pose(end);
            about(end.with_pose(Pose { facing: from.pose.facing, ..back }), centre)
        });
        let straight = end.centre() - from.centre();
        let [ahead, aside] =
            [from.pose.facing.vector(), from.pose.facing.right()].map(|way| way * from.width);
        let between = [straight * 0.5, straight * 0.25, straight * 0.75, -ahead, ahead, -aside, aside];
        let between = between.map(|offset| {
            let there = from.with_pose(from.pose.translated(offset));
            about(there, there.centre())
        });
        let all = first.into_iter().chain(last).chain(between);
        all.filter(|turn| !self.lies_over(&turn.after) && self.free(&turn.before, turn.turn)).collect()
    }

    /// To the place of a turn, round, and on to the end.
    fn by_turn(
        &self,
        from: &Rect,
        end: &Rect,
        turn: &OnTheWay,
        way: fn(&Self, &Rect, &Rect) -> Option<Route>,
    ) -> Option<Route> {
        let mut route = way(self, from, &turn.before)?;
        let rest = way(self, &turn.after, end)?;
        route.motions.push(turn.turn);
        route.motions.extend(rest.motions);
        Some(route)
    }

    /// Straight to a place, without a turn.
    fn straight(&self, from: &Rect, end: &Rect) -> Option<Route> {
        let way = end.pose.at - from.pose.at;
        let motions = if way == Vec2::ZERO { Vec::new() } else { vec![Motion::Go(way)] };
        let free = motions.iter().all(|leg| self.free(from, *leg));
        free.then_some(Route { base: self.base, from: *from, motions })
    }

    /// Round one corner or two, without a turn.
    fn round_corners(&self, from: &Rect, end: &Rect) -> Option<Route> {
        if let Some(straight) = self.straight(from, end) {
            return Some(straight);
        }
        let (start, goal) = (from.pose.at, end.pose.at);
        let corners = self.corners(from, end);
        let leg =
            |a: Vec2, b: Vec2| self.free(&from.with_pose(Pose { at: a, ..from.pose }), Motion::Go(b - a));
        let near: Vec<Vec2> = corners.iter().copied().filter(|via| leg(start, *via)).collect();
        let far: Vec<Vec2> = corners.iter().copied().filter(|via| leg(*via, goal)).collect();
        let length =
            |points: &[Vec2]| points.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum::<f64>();
        let one = near.iter().filter(|via| far.contains(via)).map(|via| vec![start, *via, goal]);
        let two = near.iter().flat_map(|a| far.iter().map(move |b| vec![start, *a, *b, goal]));
        let mut ways: Vec<Vec<Vec2>> = one.chain(two.filter(|way| way[1] != way[2])).collect();
        ways.retain(|way| length(way) <= self.terms.limit);
        ways.sort_by(|a, b| length(a).total_cmp(&length(b)));
        let joined = |way: &Vec<Vec2>| way.len() < 4 || leg(way[1], way[2]);
        let way = ways.into_iter().take(MOST_WAYS).find(joined)?;
        let legs = way.windows(2).map(|pair| Motion::Go(pair[1] - pair[0])).filter(|leg| leg.size() > 0.0);
        Some(Route { base: self.base, from: *from, motions: legs.collect() })
    }

    /// The places at which the mover would stand corner to corner with something near the way: the bends of any
    /// shortest way lie at such places. What stands askew counts as the rectangle about it.
    fn corners(&self, from: &Rect, end: &Rect) -> Vec<Vec2> {
        let (forward, right) = (from.pose.facing.vector(), from.pose.facing.right());
        let to_front = forward * (from.depth * 0.5);
        let mut places = Vec::with_capacity(self.obstacles.len() * 4);
        for obstacle in &self.obstacles {
            let reach = |along: Vec2| {
                let pose = obstacle.pose.facing;
                0.5 * (obstacle.depth * pose.vector().dot(along).abs()
                    + obstacle.width * pose.right().dot(along).abs())
            };
            let across = right * (reach(right) + from.width * 0.5);
            let ahead = forward * (reach(forward) + from.depth * 0.5);
            let centre = obstacle.centre() + to_front;
            places.extend([centre - across - ahead, centre - across + ahead]);
            places.extend([centre + across - ahead, centre + across + ahead]);
        }
        let (start, goal) = (from.pose.at, end.pose.at);
        let short = |place: &Vec2| (*place - start).length() + (goal - *place).length() <= self.terms.limit;
        let stands = |place: &Vec2| !self.lies_over(&from.with_pose(Pose { at: *place, ..from.pose }));
        places.retain(|place| short(place) && stands(place));
        places
    }

    /// BB-GAP-03: whether the way shifts or turns within a gap.
    fn shifts_in_gap(&self, route: &Route) -> bool {
        let no_gap = with(self.terms.no_gap, self.base);
        route.legs().any(|(start, leg)| self.look.gap_in_way(&[(self.base, start)], leg, no_gap).is_some())
    }
}

/// Ways round two corners are tried from the shortest on, but not more than so many.
const MOST_WAYS: usize = 64;

/// What is met only at this part of a leg, or later, is merely touched.
const TOUCHES: f64 = 1.0 - 1e-9;

/// Whether the whole motion is made and ends in mere contact.
pub fn only_touches(block: &Block) -> bool {
    block.part >= TOUCHES
}

/// The set with one base more.
pub fn with(mut set: BaseSet, base: BaseId) -> BaseSet {
    set.insert(base);
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table};
    use aelian_game::Side;
    use aelian_geometry::Facing;

    fn seek(scene: &Scene, goal: Pose, limit: f64) -> Option<Route> {
        let terms = Terms { but: BaseSet::EMPTY, no_gap: BaseSet::EMPTY, limit, bound: Bound::None };
        find(scene.look(), scene.id("a"), goal, terms)
    }

    /// BB-EXT-11, BB-GEO-12: from behind a base to its side the way goes round its corner.
    #[test]
    fn goes_round_a_corner() {
        let table = Table::new().base("a", Side::Red, "Reg Bd(O)", 500.0, 285.0, 0.0);
        let scene = table.base("head", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0).build();
        let beside = Pose::new(540.0, 300.0, Facing::UP);
        let route = seek(&scene, beside, 90.0).expect("40 aside and 15 ahead");
        assert_eq!(route.motions.len(), 2);
        assert!((route.length(scene.look()) - 55.0).abs() < 1e-9);
        assert_eq!(seek(&scene, beside, 50.0), None);
    }

    /// BB-EXT-11: two corners lie between the place behind two bases abreast and the one before them.
    #[test]
    fn goes_round_two_corners() {
        let scene = Table::new()
            .base("a", Side::Red, "Reg Ax(O)", 500.0, 285.0, 0.0)
            .base("b", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
            .build();
        let before = Pose::new(500.0, 320.0, Facing::UP);
        let route = seek(&scene, before, 200.0).expect("round the base");
        assert!((route.length(scene.look()) - (40.0 + 35.0 + 40.0)).abs() < 1e-6);
    }

    /// BB-EXT-03, BB-COL-22: a way that may not lead beyond a line does not, even if no other is left.
    #[test]
    fn stays_behind_a_line() {
        let scene = Table::new()
            .base("a", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg Bd(O)", 540.0, 300.0, 0.0)
            .base("c", Side::Red, "Reg Bd(O)", 540.0, 285.0, 0.0)
            .build();
        let past = |bound| {
            let terms = Terms { but: BaseSet::EMPTY, no_gap: BaseSet::EMPTY, limit: 120.0, bound };
            find(scene.look(), scene.id("a"), Pose::new(580.0, 300.0, Facing::UP), terms)
        };
        let before = past(Bound::None).expect("before the two, 110 mm");
        assert!((before.length(scene.look()) - 110.0).abs() < 1e-6);
        assert_eq!(past(Bound::NotBeyond(scene.pose("a"))), None);
    }

    /// BB-GEO-12: no way leads onto another base.
    #[test]
    fn does_not_end_on_another() {
        let table = Table::new().base("a", Side::Red, "Reg Bd(O)", 500.0, 285.0, 0.0);
        let scene = table.base("b", Side::Blue, "Reg Bd(O)", 540.0, 310.0, 0.0).build();
        assert_eq!(seek(&scene, Pose::new(540.0, 300.0, Facing::UP), 900.0), None);
    }

    /// BB-MOVE-20: a turn counts with the corner that goes further.
    #[test]
    fn turns_on_the_way() {
        let scene = Table::new().base("a", Side::Red, "Reg Bd(O)", 500.0, 300.0, 0.0).build();
        let route = seek(&scene, Pose::new(600.0, 300.0, Facing::RIGHT), 400.0).expect("a free table");
        let end = route.end();
        assert!((end.pose.at - Vec2::new(600.0, 300.0)).length() < 1e-6 && end.pose.facing == Facing::RIGHT);
        assert!(route.length(scene.look()) < 150.0);
    }
}
