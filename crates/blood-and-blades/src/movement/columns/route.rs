//! Ways of single bases inside a group or pack move (BB-EXT-11, BB-GEO-12, BB-PACK-36): the shortest way to a
//! place that lies over no other base, found among straight ways, ways with one or two corners on the way,
//! and a turn before or after.

use crate::baseset::{BaseId, BaseSet};
use crate::movement::motion::{Measure, Motion};
use crate::movement::plan::Track;
use crate::movement::sweep::Block;
use crate::rules::Look;
use aelian_geometry::{Corner, Pose, Rect, Vec2};

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

    /// The way through these poses, one after the other.
    pub fn through(look: Look<'_>, base: BaseId, from: Rect, poses: &[Pose]) -> Route {
        let mut route = Route::stay(base, from);
        let mut here = from;
        for pose in poses.iter().filter(|pose| **pose != from.pose) {
            route.motions.push(Motion::between(&here, *pose, look.rules.tolerance));
            here = here.with_pose(*pose);
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

/// BB-EXT-11, BB-PACK-36: the shortest way found from where a base stands to a pose.
pub fn find(look: Look<'_>, base: BaseId, goal: Pose, terms: Terms) -> Option<Route> {
    let from = *look.state.rect(base);
    let end = from.with_pose(goal);
    if look.overlapped(&end, with(terms.but, base)).next().is_some() {
        return None;
    }
    let seek = Seek { look, base, terms };
    let routes = if from.pose.facing == goal.facing {
        vec![seek.translation(&from, &end)]
    } else {
        seek.with_a_turn(&from, &end)
    };
    seek.best(routes).or_else(|| seek.best(seek.with_a_turn_between(&from, &end)))
}

/// A search under way.
struct Seek<'a> {
    look: Look<'a>,
    base: BaseId,
    terms: Terms,
}

impl Seek<'_> {
    /// The shortest of these ways that keeps to the terms.
    fn best(&self, routes: Vec<Option<Route>>) -> Option<Route> {
        let fits = |route: &Route| route.length(self.look) <= self.terms.limit && !self.shifts_in_gap(route);
        let length = |route: &Route| route.length(self.look);
        routes.into_iter().flatten().filter(fits).min_by(|a, b| length(a).total_cmp(&length(b)))
    }

    /// Nothing is in the way of this leg.
    fn free(&self, start: &Rect, motion: Motion) -> bool {
        let but = with(self.terms.but, self.base);
        self.terms.bound.allows(self.look, start, motion)
            && self.look.block(self.base, start, motion, but).is_none_or(|block| only_touches(&block))
    }

    /// A turn about a front corner or about the centre, before or after the rest of the way.
    fn with_a_turn(&self, from: &Rect, end: &Rect) -> Vec<Option<Route>> {
        let angle = from.pose.facing.turn_to(end.pose.facing);
        let centres =
            |rect: &Rect| [rect.corner(Corner::FrontLeft), rect.corner(Corner::FrontRight), rect.centre()];
        let first = centres(from).map(|about| {
            let turn = Motion::Turn { about, angle };
            let turned = from.with_pose(Pose { facing: end.pose.facing, ..turn.pose(from) });
            let rest = self.free(from, turn).then(|| self.translation(&turned, end)).flatten()?;
            Some(Route { from: *from, motions: [vec![turn], rest.motions].concat(), ..rest })
        });
        let last = centres(end).map(|about| {
            let back = Motion::Turn { about, angle: -angle }.pose(end);
            let before = end.with_pose(Pose { facing: from.pose.facing, ..back });
            let turn = Motion::Turn { about, angle };
            let mut way = self.free(&before, turn).then(|| self.translation(from, &before)).flatten()?;
            way.motions.push(turn);
            Some(way)
        });
        first.into_iter().chain(last).collect()
    }

    /// A turn about the centre at some place between, where there may be more room for it: on the straight line
    /// to the goal, or a base width to one side.
    fn with_a_turn_between(&self, from: &Rect, end: &Rect) -> Vec<Option<Route>> {
        if from.pose.facing == end.pose.facing {
            return Vec::new();
        }
        let angle = from.pose.facing.turn_to(end.pose.facing);
        let straight = end.centre() - from.centre();
        let aside = [from.pose.facing.vector(), from.pose.facing.right()].map(|way| way * from.width);
        let places =
            [straight * 0.25, straight * 0.5, straight * 0.75, -aside[0], aside[0], -aside[1], aside[1]];
        let by_way_of = |offset: Vec2| {
            let there = from.with_pose(from.pose.translated(offset));
            let turn = Motion::Turn { about: there.centre(), angle };
            let turned = there.with_pose(Pose { facing: end.pose.facing, ..turn.pose(&there) });
            let mut way = self.free(&there, turn).then(|| self.translation(from, &there)).flatten()?;
            let rest = self.translation(&turned, end)?;
            way.motions.push(turn);
            way.motions.extend(rest.motions);
            Some(way)
        };
        places.into_iter().map(by_way_of).collect()
    }

    /// Without a turn: straight, or round one or two corners.
    fn translation(&self, from: &Rect, end: &Rect) -> Option<Route> {
        let go = |from: &Rect, to: Vec2| Motion::Go(to - from.pose.at);
        let whole = end.pose.at - from.pose.at;
        let route = |motions: Vec<Motion>| Some(Route { base: self.base, from: *from, motions });
        if whole.length() <= self.look.rules.tolerance.length * 0.5 {
            return route(if whole == Vec2::ZERO { Vec::new() } else { vec![Motion::Go(whole)] });
        }
        if self.free(from, Motion::Go(whole)) {
            return route(vec![Motion::Go(whole)]);
        }
        let corners = self.corners(from, end);
        let at = |corner: &Vec2| from.with_pose(Pose { at: *corner, ..from.pose });
        let near: Vec<Vec2> = corners.iter().copied().filter(|to| self.free(from, go(from, *to))).collect();
        let far: Vec<Vec2> =
            corners.iter().copied().filter(|via| self.free(&at(via), go(&at(via), end.pose.at))).collect();
        let length =
            |points: &[Vec2]| points.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum::<f64>();
        let (start, goal) = (from.pose.at, end.pose.at);
        let one = near.iter().filter(|via| far.contains(via)).map(|via| vec![start, *via, goal]);
        let mut ways: Vec<Vec<Vec2>> = one.collect();
        let pairs = near.iter().flat_map(|a| far.iter().map(move |b| vec![start, *a, *b, goal]));
        ways.extend(pairs.filter(|way| way[1] != way[2]));
        ways.retain(|way| length(way) <= self.terms.limit);
        ways.sort_by(|a, b| length(a).total_cmp(&length(b)));
        let joined = |way: &Vec<Vec2>| way.len() < 4 || self.free(&at(&way[1]), Motion::Go(way[2] - way[1]));
        let way = ways.into_iter().find(joined)?;
        route(way.windows(2).map(|pair| Motion::Go(pair[1] - pair[0])).filter(|go| go.size() > 0.0).collect())
    }

    /// The places at which the mover would stand corner to corner with something near the way: the bends of
    /// any shortest way lie at such places.
    fn corners(&self, from: &Rect, end: &Rect) -> Vec<Vec2> {
        let reach = self.terms.limit.min((end.pose.at - from.pose.at).length() + 2.0 * from.width);
        let but = with(self.terms.but, self.base);
        let mut places = Vec::new();
        for obstacle in self.look.near(from, reach).filter(|id| !but.contains(*id)) {
            let rect = self.look.state.rect(obstacle);
            for theirs in rect.corners() {
                for mine in from.corners() {
                    places.push(from.pose.at + theirs - mine);
                }
            }
        }
        let stands = |place: &Vec2| {
            let there = from.with_pose(Pose { at: *place, ..from.pose });
            self.look.overlapped(&there, but).next().is_none()
        };
        places.retain(stands);
        places
    }

    /// BB-GAP-03: whether the way shifts or turns within a gap.
    fn shifts_in_gap(&self, route: &Route) -> bool {
        let no_gap = with(self.terms.no_gap, self.base);
        route.legs().any(|(start, leg)| self.look.gap_in_way(&[(self.base, start)], leg, no_gap).is_some())
    }
}

/// Whether the whole motion is made and ends in mere contact.
pub fn only_touches(block: &Block) -> bool {
    block.part >= 1.0 - 1e-9
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
