//! The way of a shot (BB-SHT-11, BB-SHT-12): quadrilaterals and what bars them.

use crate::baseset::{BaseId, BaseSet};
use crate::fact::Fact;
use crate::movement::gap::Gap;
use crate::rules::Look;
use aelian_geometry::{Corner, Rect, Segment, Tolerance, Vec2, area_overlap, convex_convex, segments_cross};
use aelian_rulebook::{Reason, rule};
use std::cell::OnceCell;

/// The four points of a shooting quadrilateral: the shooter's front corners, then two of the target's.
type Quadrilateral = [Vec2; 4];

/// The bases that can stand in the way of a shooter's shots, and the pairs of them that can form a gap, found when
/// they are first asked for and then kept for all his targets.
pub(super) struct About {
    pub bases: BaseSet,
    pairs: OnceCell<Vec<Pair>>,
}

/// Two bases near each other, the box about both, and their gap once it has been measured.
struct Pair {
    between: (BaseId, BaseId),
    low: Vec2,
    high: Vec2,
    gap: OnceCell<Option<Gap>>,
}

impl About {
    pub fn new(bases: BaseSet) -> About {
        About { bases, pairs: OnceCell::new() }
    }

    /// BB-GAP-01: the pairs that are no further apart than a gap is wide, and perhaps a few more.
    fn pairs(&self, look: Look<'_>) -> &[Pair] {
        self.pairs.get_or_init(|| {
            let boxed = |id: BaseId| (id, look.state.rect(id).aabb());
            let boxes: Vec<(BaseId, (Vec2, Vec2))> = self.bases.iter().map(boxed).collect();
            let reach = Vec2::splat(look.rules.width + look.rules.tolerance.length);
            let mut pairs = Vec::new();
            for (at, (one, (low, high))) in boxes.iter().enumerate() {
                let (from, to) = (*low - reach, *high + reach);
                for (two, (least, most)) in &boxes[at + 1..] {
                    if least.cmple(to).all() && most.cmpge(from).all() {
                        let (low, high) = (low.min(*least), high.max(*most));
                        pairs.push(Pair { between: (*one, *two), low, high, gap: OnceCell::new() });
                    }
                }
            }
            pairs
        })
    }
}

impl Look<'_> {
    /// BB-SHT-11, BB-SHT-12, BB-ALG-16: what bars the way to these corners of a target; none if some
    /// quadrilateral is free. `about` are the bases that can stand in the way.
    pub(super) fn bar(
        &self,
        shooter: BaseId,
        target: BaseId,
        corners: &[Corner],
        about: &About,
    ) -> Option<Reason<Fact>> {
        let (from, to) = (self.state.rect(shooter), self.state.rect(target));
        let mut others = about.bases;
        others.remove(shooter);
        others.remove(target);
        let mut barred = None;
        for quadrilateral in quadrilaterals(from, to, corners) {
            match self.met_by(&quadrilateral, others, about) {
                None => return None,
                found => barred = barred.or(found),
            }
        }
        // Two corners always make a quadrilateral, unless they lie on the line of the shooter's front.
        let flat = Reason { rule: rule!("BB-SHT-11"), fact: Fact::Pair { base: shooter, other: target } };
        barred.or(Some(flat))
    }

    /// What a quadrilateral meets: another base, or a gap between two others.
    fn met_by(&self, quadrilateral: &Quadrilateral, others: BaseSet, about: &About) -> Option<Reason<Fact>> {
        let tolerance = self.rules.tolerance;
        let sides = Sides::of(quadrilateral);
        let mut placed = Vec::with_capacity(others.len());
        for id in others.iter() {
            let rect = self.state.rect(id);
            let beyond = sides.beyond(rect, tolerance);
            if beyond == 0 && area_overlap(quadrilateral, rect, tolerance) {
                return Some(Reason { rule: rule!("BB-SHT-11"), fact: Fact::BlockedBy(id) });
            }
            placed.push((id, beyond));
        }
        let (base, other) = self.gap_crossed(quadrilateral, &placed, about)?;
        Some(Reason { rule: rule!("BB-SHT-12"), fact: Fact::Pair { base, other } })
    }

    /// BB-SHT-12, BB-GAP-06, AMB-46: two bases, neither shooter nor target, between which the quadrilateral passes
    /// although the space is at most a base width. Two that lie beyond the same side have it not between them.
    fn gap_crossed(
        &self,
        quadrilateral: &Quadrilateral,
        placed: &[(BaseId, u8)],
        about: &About,
    ) -> Option<(BaseId, BaseId)> {
        let beyond = |base: BaseId| placed.iter().find(|(id, _)| *id == base).map(|(_, beyond)| *beyond);
        let low = quadrilateral.iter().fold(Vec2::splat(f64::INFINITY), |low, point| low.min(*point));
        let high = quadrilateral.iter().fold(Vec2::splat(f64::NEG_INFINITY), |high, point| high.max(*point));
        let crossed = |pair: &&Pair| {
            // A gap lies within the box about both of its bases.
            if !(pair.low.cmplt(high).all() && pair.high.cmpgt(low).all()) {
                return false;
            }
            let (Some(one), Some(two)) = (beyond(pair.between.0), beyond(pair.between.1)) else {
                return false;
            };
            one & two == 0
                && pair
                    .gap
                    .get_or_init(|| self.gap_between(pair.between))
                    .as_ref()
                    .is_some_and(|gap| areas_meet(quadrilateral, &gap.zone, self.rules.tolerance))
        };
        about.pairs(*self).iter().find(crossed).map(|pair| pair.between)
    }
}

/// The lines along the sides of a convex quadrilateral; none if a corner turns inward.
struct Sides([Option<(Vec2, Vec2)>; 4]);

impl Sides {
    fn of(points: &Quadrilateral) -> Sides {
        let at = |index: usize| points[index % 4];
        let turn = |index| (at(index + 1) - at(index)).perp_dot(at(index + 2) - at(index + 1));
        let way = turn(0).signum();
        let convex = (1..4).all(|index| turn(index) * way > 0.0);
        let mut sides = [None; 4];
        for (index, side) in sides.iter_mut().enumerate().filter(|_| convex) {
            let along = at(index + 1) - at(index);
            // The normal that points out of the quadrilateral.
            let outward = Vec2::new(along.y, -along.x) * way / along.length();
            *side = Some((at(index), outward));
        }
        Sides(sides)
    }

    /// The sides beyond which the whole rectangle lies, but for the tolerance: one bit for each.
    fn beyond(&self, rect: &Rect, tolerance: Tolerance) -> u8 {
        let corners = rect.corners();
        let is_beyond = |side: &Option<(Vec2, Vec2)>| {
            side.is_some_and(|(point, outward)| {
                corners.iter().all(|corner| (*corner - point).dot(outward) >= -tolerance.length)
            })
        };
        self.0.iter().enumerate().fold(0, |bits, (at, side)| bits | (u8::from(is_beyond(side)) << at))
    }
}

/// BB-SHT-11: the simple quadrilaterals of the shooter's two front corners and any two of the given corners
/// of the target.
fn quadrilaterals<'c>(
    from: &Rect,
    to: &'c Rect,
    corners: &'c [Corner],
) -> impl Iterator<Item = Quadrilateral> + use<'c> {
    let (left, right) = (from.corner(Corner::FrontLeft), from.corner(Corner::FrontRight));
    let pairs = corners.iter().flat_map(move |one| corners.iter().map(move |two| (*one, *two)));
    pairs
        .filter(|(one, two)| one != two)
        .map(move |(one, two)| [left, right, to.corner(one), to.corner(two)])
        .filter(is_simple)
}

fn is_simple([left, right, far_right, far_left]: &Quadrilateral) -> bool {
    segments_cross(Segment::new(*right, *far_right), Segment::new(*far_left, *left)).is_none()
}

/// Whether a quadrilateral, which may have a corner that turns inward, meets a convex area deeper than the
/// tolerance.
fn areas_meet([a, b, c, d]: &Quadrilateral, convex: &[Vec2], tolerance: Tolerance) -> bool {
    let turn = |a: &Vec2, b: &Vec2, c: &Vec2| (*b - *a).perp_dot(*c - *b);
    let halves = match turn(a, b, c) * turn(a, c, d) > 0.0 {
        true => [[*a, *b, *c], [*a, *c, *d]],
        false => [[*b, *c, *d], [*b, *d, *a]],
    };
    halves.iter().any(|half| convex_convex(half, convex, tolerance))
}
