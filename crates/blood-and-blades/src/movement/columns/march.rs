//! What all moves of a column along a way have in common (42.2): the followers' own ways, what stops them, how
//! far the slowest may go, and how the column stands in the end.

use super::route::{Route, only_touches};
use super::track::{Place, Way, stand};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::ground::Going;
use crate::movement::motion::Motion;
use crate::movement::pass::Passing;
use crate::movement::plan::Plan;
use crate::movement::sweep::{Block, Obstacle};
use crate::rules::Look;
use aelian_geometry::{Pose, Rect, Vec2, overlaps};
use aelian_rulebook::rule;

/// A column that goes along a way.
#[derive(Clone, Debug)]
pub struct March {
    pub head: BaseId,
    /// Head first.
    pub column: Vec<BaseId>,
    pub members: BaseSet,
    pub way: Way,
    /// Where each base stood on the way before.
    pub was: Vec<f64>,
}

/// Whether rivers and what is impassable stop the move; one that follows a road has that road to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Under {
    Ground,
    Road(u8),
}

/// The whole way of a base as it is wanted, whatever may stop it.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    pub route: &'a Route,
    pub reach: Reach,
    pub under: Under,
}

impl Whole<'_> {
    /// BB-PASS-03: whether it is totally in GGo. BB-ROAD-05, BB-ROAD-06: on a road that is followed counts what the road lies
    /// on, and a bridge is GGo.
    fn is_good(&self, look: Look<'_>) -> bool {
        let route = self.route;
        match self.under {
            Under::Ground => {
                let measure = route.measure(look);
                look.allowance(route.base, &route.motions, measure, self.reach).going == Going::Good
            }
            Under::Road(road) => {
                let troop = &look.state.base(route.base).troop;
                route.places().all(|rect| look.going_on_road(road, &rect, troop) == Going::Good)
            }
        }
    }
}

impl March {
    /// BB-COL-05, BB-COL-07: the column at the end of its way, and how each base gets there, head first.
    pub fn routes(&self, look: Look<'_>, plan: &mut Plan) -> (Vec<Place>, Vec<Route>) {
        let rects: Vec<_> = self.column.iter().map(|base| (*base, *look.state.rect(*base))).collect();
        let places = stand(&self.way, &rects, self.way.length(), look.rules.tolerance);
        let mut routes = Vec::with_capacity(places.len());
        for ((place, was), (base, rect)) in places.iter().zip(&self.was).zip(&rects) {
            if place.at < was - self.way.give(rect) - look.rules.tolerance.length {
                // The column has come back upon itself: a follower would have to give way.
                plan.refuse(rule!("BB-COL-05"), Fact::Base(*base));
            }
            let path = self.way.path(*was, place.at, rect.depth);
            routes.push(Route::through(look, *base, *rect, &path));
        }
        (places, routes)
    }

    /// BB-COL-09: how the column stands afterwards, if it has bends.
    pub fn bent(&self, look: Look<'_>, places: &[Place]) -> Option<(Vec<BaseId>, Vec<Pose>)> {
        let head = look.state.rect(self.head);
        let track = self.way.track(places.last()?.at, head.depth)?;
        Some((self.column.clone(), track))
    }
}

/// The broad phase of a whole column: what lies near its ways.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// Other bases.
    pub bases: BaseSet,
    /// Whether terrain or the table's edge may matter.
    pub ground: bool,
}

impl Near {
    pub fn to(look: Look<'_>, routes: &[Route], members: BaseSet) -> Near {
        let margin = Vec2::splat(3.0 * look.rules.width);
        let (mut low, mut high) = (Vec2::splat(f64::INFINITY), Vec2::splat(f64::NEG_INFINITY));
        for route in routes {
            for at in route.legs().map(|(start, _)| start.pose.at).chain([route.end().pose.at]) {
                (low, high) = (low.min(at - margin), high.max(at + margin));
            }
        }
        let within = |id: &BaseId| {
            let at = look.state.rect(*id).pose.at;
            at.x >= low.x && at.y >= low.y && at.x <= high.x && at.y <= high.y
        };
        let field = &look.state.field;
        let inside = low.x >= 0.0 && low.y >= 0.0 && high.x <= field.width && high.y <= field.depth;
        Near {
            bases: look.state.on_table().filter(|id| !members.contains(*id)).filter(within).collect(),
            ground: !inside || !field.areas.is_empty() || !field.rivers.is_empty(),
        }
    }
}

/// BB-GEO-12, BB-COL-07: what stops one base on one leg, other than friends that it may pass through; those
/// are added to `passed`.
pub fn stop(
    look: Look<'_>,
    whole: Whole<'_>,
    (start, motion): (Rect, Motion),
    members: BaseSet,
    passed: &mut BaseSet,
) -> Option<Block> {
    let mover = whole.route.base;
    loop {
        let but = members.union(*passed);
        let block = match whole.under {
            Under::Ground => look.block(mover, &start, motion, but),
            Under::Road(_) => look.base_in_way(&[(mover, start)], motion, but),
        }?;
        match block.by {
            Obstacle::Base(friend) if passes(look, whole, (&start, motion), friend) => passed.insert(friend),
            // Who is touched at the very end stops nobody, unless he is an enemy.
            Obstacle::Base(other) if only_touches(&block) && friends(look, mover, other) => return None,
            _ => return Some(block),
        };
    }
}

fn friends(look: Look<'_>, a: BaseId, b: BaseId) -> bool {
    look.state.base(a).side == look.state.base(b).side
}

/// BB-PASS-01 to BB-PASS-06, BB-PASS-13: whether the mover passes through a friend on this leg.
fn passes(look: Look<'_>, whole: Whole<'_>, (start, motion): (&Rect, Motion), friend: BaseId) -> bool {
    let Motion::Go(way) = motion else { return false };
    let (mover, facing) = (whole.route.base, start.pose.facing);
    let may = |good| look.may_pass(mover, facing, friend, Passing::Advancing, good).is_some();
    way.dot(facing.vector()) > 0.0 && (may(false) || (may(true) && whole.is_good(look)))
}

/// BB-GEO-12: refuses the ways of followers that something stops. The head has its own way already.
pub fn check_followers(
    look: Look<'_>,
    routes: &[Route],
    (reach, under): (Reach, Under),
    members: BaseSet,
    passed: &mut BaseSet,
    plan: &mut Plan,
) {
    for route in routes.iter().skip(1) {
        let whole = Whole { route, reach, under };
        for leg in route.legs() {
            let block = stop(look, whole, leg, members, passed);
            if let Some(block) = block.filter(|block| !only_touches(block)) {
                refuse_block(plan, &block);
            }
        }
    }
}

/// BB-GAP-03, BB-GAP-04: refuses turns within a gap.
pub fn check_gaps(look: Look<'_>, routes: &[Route], members: BaseSet, plan: &mut Plan) {
    for route in routes {
        let gap = |(start, motion)| look.gap_in_way(&[(route.base, start)], motion, members);
        if let Some((base, between)) = route.legs().find_map(gap) {
            plan.refuse(rule!("BB-GAP-03"), Fact::InGap { base, between });
        }
    }
}

/// BB-PASS-07, BB-PASS-09: refuses ends that lie over a friend whom the column passes through.
pub fn check_ends(look: Look<'_>, routes: &[Route], passed: BaseSet, plan: &mut Plan) {
    for route in routes {
        let over = |friend: &BaseId| overlaps(&route.end(), look.state.rect(*friend), look.rules.tolerance);
        if let Some(friend) = passed.iter().find(over) {
            plan.refuse(rule!("BB-PASS-09"), Fact::BlockedBy(friend));
        }
    }
}

/// BB-COL-08, BB-GRP-08, BB-MOVE-11: the allowance of the slowest base, each on the ground that it crosses
/// itself. What the head has used is compared with it. BB-MOVE-12, BB-MOVE-17: where slower going stops a
/// base, the distance of the head at which it does so.
pub fn allow(look: Look<'_>, routes: &[Route], reach: Reach, plan: &mut Plan) -> Option<f64> {
    let used = plan.used;
    let mut border: Option<f64> = None;
    let mut allowed = f64::INFINITY;
    for route in routes {
        let found = look.allowance(route.base, &route.motions, route.measure(look), reach);
        let mut distance = found.distance;
        if let Some(going) = found.stopped {
            // The border is measured on the base's own way; the head may have used more by then.
            distance = used - (route.length(look) - found.distance);
            if used > look.at_most(distance) {
                border = Some(border.map_or(distance, |other: f64| other.min(distance)));
                plan.note(rule!("BB-MOVE-12"), found.halts(going));
            }
        }
        allowed = allowed.min(distance);
    }
    plan.allowed = if allowed.is_finite() { allowed.max(0.0) } else { 0.0 };
    judge_distance(look, plan, routes.len());
    border
}

/// BB-COL-08, BB-MOVE-01: not further than the slowest base may go.
pub fn judge_distance(look: Look<'_>, plan: &mut Plan, bases: usize) {
    if plan.used > look.at_most(plan.allowed) {
        let rule = if bases > 1 { rule!("BB-COL-08") } else { rule!("BB-MOVE-01") };
        plan.refuse(rule, Fact::TooFar { used: plan.used, allowed: plan.allowed });
    }
}

/// BB-MOVE-47: the refusal of a way that something stops.
pub fn refuse_block(plan: &mut Plan, block: &Block) {
    match block.by {
        Obstacle::Base(other) => plan.refuse(rule!("BB-GEO-12"), Fact::BlockedBy(other)),
        Obstacle::Edge(edge) => plan.refuse(rule!("BB-GEO-13"), Fact::OffTable { base: block.mover, edge }),
        Obstacle::Impassable => {
            plan.refuse(rule!("BB-GEO-12"), Fact::StopsBefore { base: block.mover, going: Going::Impassable })
        }
        Obstacle::River => plan.refuse(rule!("BB-RIV-03"), Fact::Base(block.mover)),
    }
}
