//! Moves of packs (42.5): full speed ahead, and ordering a pack into a group.

use super::route::{Bound, Route, Terms, find};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::movement::motion::{Motion, cut};
use crate::movement::plan::{Plan, Shape};
use crate::movement::sweep::Obstacle;
use crate::movement::{engage, ways};
use crate::rules::Look;
use crate::state::State;
use aelian_geometry::{Hand, Pose};
use aelian_rulebook::rule;

/// BB-ALG-12: how far before an enemy a base stops whom it may not contact so, in mm.
const SHORT_OF_CONTACT: f64 = 1.0;

/// BB-PACK-20 to BB-PACK-24: every base goes straight ahead as far as it can by itself; in each file the
/// foremost goes first. BB-PACK-23: the pack may break up.
pub fn full_speed_ahead(look: Look<'_>, to: BaseSet, reach: Reach) -> Plan {
    let mut plan = Plan { shape: Shape::StraightFull, ..Plan::default() };
    if !is_ready(look, to, &mut plan) {
        return plan;
    }
    let mut pack = Pack::new(look, to, reach);
    for base in foremost_first(look, to) {
        let (route, allowed) = pack.speed(base);
        plan.allowed = plan.allowed.max(allowed);
        pack.take(route);
    }
    pack.finish(rule!("BB-PACK-24"), plan)
}

/// BB-PACK-30 to BB-PACK-36, AMB-95: the leader stays, the others close up to it: those behind it into a
/// column, the foremost of each other file into line, and those behind into columns behind these.
pub fn into_group(look: Look<'_>, to: BaseSet, reach: Reach, leader: BaseId) -> Plan {
    let mut plan = Plan::default();
    if !is_ready(look, to, &mut plan) {
        return plan;
    }
    if !leads(look, to, leader) {
        plan.refuse(rule!("BB-PACK-30"), Fact::Instead { of: foremost(look, to), base: leader });
        return plan;
    }
    let mut pack = Pack::new(look, to, reach);
    plan.allowed = to.iter().map(|base| pack.pace(base)).fold(0.0, f64::max);
    let line = *look.state.rect(leader);
    for file in files(look, to, leader) {
        let place = line.pose.shifted(line.width * f64::from(file.slot));
        pack.close_file(&file.bases, place, leader);
    }
    pack.finish(rule!("BB-PACK-31"), plan)
}

/// BB-PACK-04 to BB-PACK-06: a whole pack, none of whose bases has made a pack move in this bound.
fn is_ready(look: Look<'_>, to: BaseSet, plan: &mut Plan) -> bool {
    if !look.is_pack(to) {
        plan.refuse(rule!("BB-PACK-06"), Fact::Bases(to));
    }
    if let Some(base) = to.iter().find(|base| look.state.base(*base).deeds.pack) {
        plan.refuse(rule!("BB-PACK-05"), Fact::Base(base));
    }
    plan.is_legal()
}

/// How far forward a base stands, along the common facing.
fn forward(look: Look<'_>, to: BaseSet, base: BaseId) -> f64 {
    let facing = to.first().map_or(base, |first| first);
    look.state.rect(base).pose.at.dot(look.state.rect(facing).pose.facing.vector())
}

/// BB-PACK-22: whoever stands before another goes first.
fn foremost_first(look: Look<'_>, to: BaseSet) -> Vec<BaseId> {
    let mut bases: Vec<BaseId> = to.iter().collect();
    bases.sort_by(|a, b| forward(look, to, *b).total_cmp(&forward(look, to, *a)));
    bases
}

/// BB-PACK-30: the leader is the foremost base, or one of the foremost.
fn leads(look: Look<'_>, to: BaseSet, leader: BaseId) -> bool {
    foremost(look, to).contains(leader)
}

fn foremost(look: Look<'_>, to: BaseSet) -> BaseSet {
    let most = to.iter().map(|base| forward(look, to, base)).fold(f64::NEG_INFINITY, f64::max);
    to.iter().filter(|base| forward(look, to, *base) >= most - look.rules.tolerance.length).collect()
}

/// Bases one behind the other, the foremost first, and the file's place in the line: 0 for the leader's, 1
/// for the next on the right, -1 for the next on the left.
#[derive(Clone, Debug, PartialEq)]
struct File {
    slot: i8,
    bases: Vec<BaseId>,
}

/// BB-PACK-31, BB-PACK-32, BB-PACK-34: the files of a pack, from the leader's outward, right before left.
///
/// Reading: bases that stand no further than half a base width aside of the innermost base of a file belong to it.
fn files(look: Look<'_>, to: BaseSet, leader: BaseId) -> Vec<File> {
    let from = *look.state.rect(leader);
    let aside = |base: BaseId| from.local(look.state.rect(base).pose.at).1;
    let half = look.rules.width * 0.5;
    let order = foremost_first(look, to);
    let file = |slot: i8, bases: Vec<BaseId>| File { slot, bases };
    let of_leader = |base: &BaseId| *base == leader || aside(*base).abs() < half;
    let mut own: Vec<BaseId> = order.iter().copied().filter(of_leader).collect();
    // Of several foremost bases in one file the chosen one leads.
    own.sort_by_key(|base| *base != leader);
    let mut all = vec![file(0, own)];
    let mut wings = Hand::BOTH.map(|hand| {
        let outside = |base: &BaseId| !of_leader(base) && aside(*base) * hand.sign() > 0.0;
        wing(order.iter().copied().filter(outside).collect(), |base| aside(base) * hand.sign(), half)
    });
    wings.reverse();
    let [right, left] = wings;
    let deepest = right.len().max(left.len());
    for number in 0..deepest {
        let slot = i8::try_from(number + 1).unwrap_or(i8::MAX);
        all.extend(right.get(number).map(|bases| file(slot, bases.clone())));
        all.extend(left.get(number).map(|bases| file(-slot, bases.clone())));
    }
    all
}

/// The files on one side, from inside out; the bases come foremost first and stay so.
fn wing(mut rest: Vec<BaseId>, aside: impl Fn(BaseId) -> f64, half: f64) -> Vec<Vec<BaseId>> {
    let mut files = Vec::new();
    while let Some(inmost) = rest.iter().map(|base| aside(*base)).reduce(f64::min) {
        let (file, beyond) = rest.into_iter().partition(|base| aside(*base) - inmost < half);
        files.push(file);
        rest = beyond;
    }
    files
}

/// A pack on the move.
struct Pack<'a> {
    look: Look<'a>,
    to: BaseSet,
    reach: Reach,
    /// The table with the bases that have moved in their new places.
    scratch: State,
    routes: Vec<Route>,
}

impl<'a> Pack<'a> {
    fn new(look: Look<'a>, to: BaseSet, reach: Reach) -> Pack<'a> {
        Pack { look, to, reach, scratch: look.state.clone(), routes: Vec::new() }
    }

    /// The full distance of a base where it stands.
    fn pace(&self, base: BaseId) -> f64 {
        let route = Route::stay(base, *self.look.state.rect(base));
        self.look.allowance(base, &[], route.measure(self.look), self.reach).distance
    }

    /// BB-PACK-20, BB-PACK-21, BB-PACK-24: one base straight ahead by its own maximum, and what that is.
    fn speed(&self, base: BaseId) -> (Route, f64) {
        let look = self.look;
        let mut route = Route::stay(base, *look.state.rect(base));
        let along = route.from.pose.facing.vector();
        let furthest = Motion::Go(along * look.furthest(BaseSet::one(base), self.reach));
        let allowed = look.allowance(base, &[furthest], route.measure(look), self.reach).distance;
        if allowed <= 0.0 {
            return (route, allowed);
        }
        let whole = Motion::Go(along * allowed);
        let block = look.at(&self.scratch).block(base, &route.from, whole, BaseSet::one(base));
        route.motions = vec![whole.part(block.map_or(1.0, |block| block.part))];
        let met = block.and_then(|block| match block.by {
            Obstacle::Base(other) => Some(other),
            _ => None,
        });
        let enemy = met.is_some_and(|other| look.state.base(other).side != look.state.base(base).side);
        if enemy && self.may_engage(&route) {
            return (route, allowed);
        }
        if enemy {
            let short = (route.length(look) - SHORT_OF_CONTACT).max(0.0);
            route.motions = vec![Motion::Go(along * short)];
        }
        (self.out_of_zones(route), allowed)
    }

    /// BB-ENG-33, BB-ALG-12: whether the base may end in contact so; if not its move ends before it.
    fn may_engage(&self, route: &Route) -> bool {
        let tracks = vec![route.track()];
        let near = ways::near_enemies(self.look, &tracks);
        let mut alone = Plan { tracks, near, ..Plan::default() };
        let after = self.look.after(&alone);
        engage::judge(self.look, self.look.at(&after), self.reach, &mut alone);
        alone.is_legal()
    }

    /// BB-ZOC-10, BB-ZOC-16: who is zocced stays, and who comes into a zone stops at its border.
    fn out_of_zones(&self, route: Route) -> Route {
        let look = self.look;
        if !look.zoccers(route.base).is_empty() {
            return Route::stay(route.base, route.from);
        }
        let side = look.state.base(route.base).side;
        let mut kept = Route::stay(route.base, route.from);
        for (start, motion) in route.legs() {
            if let Some(entry) = look.zone_entry(side, &start, motion) {
                kept.motions.push(motion.part(entry.part));
                return kept;
            }
            kept.motions.push(motion);
        }
        kept
    }

    /// BB-PACK-31 to BB-PACK-33: the foremost base of a file goes to its place in the line, each of the others
    /// to the place behind the one before it.
    fn close_file(&mut self, file: &[BaseId], place: Pose, leader: BaseId) {
        let mut goal = place;
        for base in file {
            let route = if *base == leader {
                Route::stay(*base, *self.look.state.rect(*base))
            } else {
                self.towards(*base, goal)
            };
            let end = route.end();
            goal = end.pose.advanced(-end.depth);
            self.take(route);
        }
    }

    /// BB-PACK-35, BB-PACK-36, AMB-95: a base on the shortest way to its place, as far as its own move allows;
    /// where no way is free, straight towards it until something stops it.
    fn towards(&self, base: BaseId, goal: Pose) -> Route {
        let look = self.look.at(&self.scratch);
        let from = *look.state.rect(base);
        // The way itself may be longer than one move: then the base gets only part of it.
        let limit = 4.0 * look.furthest(BaseSet::one(base), self.reach);
        let terms = Terms { but: BaseSet::EMPTY, no_gap: self.to, limit, bound: Bound::None };
        let route = find(look, base, goal, terms).unwrap_or_else(|| {
            let straight = Motion::Go(goal.at - from.pose.at);
            let block = look.block(base, &from, straight, BaseSet::one(base));
            let free = straight.part(block.map_or(1.0, |block| block.part));
            let in_gap = look.gap_in_way(&[(base, from)], free, self.to).is_some();
            Route { motions: if in_gap { Vec::new() } else { vec![free] }, ..Route::stay(base, from) }
        });
        let allowed = self.look.allowance(base, &route.motions, route.measure(look), self.reach).distance;
        let motions = cut(&route.motions, route.measure(look), allowed);
        self.out_of_zones(Route { motions, ..route })
    }

    fn take(&mut self, route: Route) {
        self.scratch.bases[route.base.index()].rect.pose = route.end().pose;
        self.routes.push(route);
    }

    /// The plan of the whole pack; somebody has to move.
    fn finish(self, rule: aelian_rulebook::RuleId, mut plan: Plan) -> Plan {
        /// Who goes less than this has not moved, in mm.
        const LEAST: f64 = 0.01;
        let moves = |route: &&Route| route.length(self.look) > LEAST;
        plan.used = self.routes.iter().map(|route| route.length(self.look)).fold(0.0, f64::max);
        plan.tracks = self.routes.iter().filter(moves).map(Route::track).collect();
        if plan.tracks.is_empty() {
            plan.refuse(rule, Fact::Bases(self.to));
        }
        plan
    }
}

#[cfg(test)]
mod tests;
