//! Moves of packs (42.5): full speed ahead, and ordering a pack into a group.

use super::march::SLACK;
use super::route::{Bound, Route, Terms, find};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::movement::motion::{Motion, cut};
use crate::movement::plan::{Plan, Shape};
use crate::movement::sweep::Obstacle;
use crate::rules::Look;
use crate::state::State;
use aelian_geometry::{Hand, Pose};
use aelian_rulebook::rule;

/// BB-PACK-20 to BB-PACK-24: every base goes straight ahead as far as it can by itself; in each file the
/// foremost goes first. The pack may break up.
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
        plan.refuse(rule!("BB-PACK-30"), Fact::Base(leader));
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
    let most = to.iter().map(|base| forward(look, to, base)).fold(f64::NEG_INFINITY, f64::max);
    to.contains(leader) && forward(look, to, leader) >= most - look.rules.tolerance.length
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
        let free = whole.part(block.map_or(1.0, |block| block.part));
        let enemy = |other: BaseId| look.state.base(other).side != look.state.base(base).side;
        let contact = block.is_some_and(|block| matches!(block.by, Obstacle::Base(other) if enemy(other)));
        route.motions = vec![free];
        if !contact {
            route = self.out_of_zones(route);
        }
        (route, allowed)
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
        let moves = |route: &&Route| route.length(self.look) > SLACK;
        plan.used = self.routes.iter().map(|route| route.length(self.look)).fold(0.0, f64::max);
        plan.tracks = self.routes.iter().filter(moves).map(Route::track).collect();
        if plan.tracks.is_empty() {
            plan.refuse(rule, Fact::Bases(self.to));
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::field::{AreaKind, Size};
    use crate::testing::{Scene, Table, close};
    use aelian_game::Side;
    use aelian_rulebook::RuleId;

    const BD: &str = "Reg Bd(O)";

    /// Bases by name, troop and place, relative to (500, 300) and looking north.
    fn table(bases: &[(&str, &str, f64, f64)]) -> Table {
        let lay = |table: Table, (name, troop, x, y): &(&str, &str, f64, f64)| {
            table.base(name, Side::Red, troop, 500.0 + x, 300.0 + y, 0.0)
        };
        bases.iter().fold(Table::new(), lay)
    }

    fn reds(scene: &Scene) -> BaseSet {
        scene.state.on_table_of(Side::Red).collect()
    }

    fn ahead(scene: &Scene) -> Plan {
        full_speed_ahead(scene.look(), reds(scene), Reach::Tactical)
    }

    fn close_up(scene: &Scene, leader: &str) -> Plan {
        into_group(scene.look(), reds(scene), Reach::Tactical, scene.id(leader))
    }

    fn rules(plan: &Plan) -> Vec<RuleId> {
        plan.breaches.iter().map(|reason| reason.rule).collect()
    }

    /// Where a base is afterwards, relative to (500, 300).
    fn at(scene: &Scene, plan: &Plan, name: &str) -> (f64, f64) {
        let pose = plan.end_of(scene.id(name)).unwrap_or(scene.pose(name));
        (pose.at.x - 500.0, pose.at.y - 300.0)
    }

    /// EX-34: BB-PACK-20, BB-PACK-23: each base by its own maximum; the pack breaks up.
    #[test]
    fn each_base_goes_as_far_as_it_can() {
        let scene =
            table(&[("lh", "Reg LH(O)", 0.0, 0.0), ("cv", "Reg Cv(O)", 40.0, 3.0), ("bd", BD, 80.0, 0.0)])
                .build();
        let plan = ahead(&scene);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!(at(&scene, &plan, "lh"), (0.0, 150.0));
        assert_eq!(at(&scene, &plan, "cv"), (40.0, 123.0));
        assert_eq!(at(&scene, &plan, "bd"), (80.0, 60.0));
    }

    /// BB-PACK-21, BB-PACK-22: in a file the first goes first, and a faster base stops at the one before it.
    #[test]
    fn a_base_stops_at_whom_it_meets() {
        let scene = table(&[("bd", BD, 0.0, 0.0), ("lh", "Reg LH(O)", 5.0, -15.0)]).build();
        let plan = ahead(&scene);
        assert_eq!(at(&scene, &plan, "bd"), (0.0, 60.0));
        assert_eq!(at(&scene, &plan, "lh"), (5.0, 45.0), "it stays behind the Bd");
        let enemy = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
            .base("z", Side::Blue, "Irr Bd(O)", 500.0, 330.0, 180.0)
            .build();
        let plan = full_speed_ahead(enemy.look(), enemy.set(&["a", "b"]), Reach::Tactical);
        assert_eq!(at(&enemy, &plan, "a"), (0.0, 30.0), "in contact");
        assert_eq!(at(&enemy, &plan, "b"), (40.0, 64.0));
    }

    /// BB-PACK-20, BB-PACK-24, BB-MOVE-17: own ground counts, and slower going too far ahead stops a base.
    #[test]
    fn ground_counts_for_each_base() {
        let rough = [(530.0, 375.0), (700.0, 375.0), (700.0, 500.0), (530.0, 500.0)];
        let scene = Table::new().area(AreaKind::Rocky, Size::Medium, &rough);
        let scene = scene
            .base("a", Side::Red, "Reg LCh(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg LCh(O)", 540.0, 298.0, 0.0)
            .build();
        let plan = ahead(&scene);
        assert_eq!(at(&scene, &plan, "a"), (0.0, 120.0));
        let (_, y) = at(&scene, &plan, "b");
        assert!((y - 75.0).abs() < 0.2, "2 MU do not reach into ground 77 mm away: {y}");
    }

    /// BB-PACK-24, BB-ZOC-10, BB-ZOC-16: a base stops at the border of an enemy's zone that it only brushes.
    #[test]
    fn zones_stop_a_base() {
        let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
            .base("z", Side::Blue, "Irr Bd(O)", 425.0, 370.0, 90.0)
            .build();
        let plan = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
        assert_eq!(at(&scene, &plan, "b"), (40.0, 64.0));
        assert!(at(&scene, &plan, "a") == (0.0, 60.0), "the zone ends at 465: {:?}", at(&scene, &plan, "a"));
        let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0)])
            .base("z", Side::Blue, "Irr Bd(O)", 445.0, 370.0, 90.0)
            .build();
        let plan = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
        let (_, y) = at(&scene, &plan, "a");
        assert!((y - 50.0).abs() < 0.2, "the zone begins at y = 350: {y}");
    }

    /// BB-PACK-04, BB-PACK-05, BB-PACK-06: only whole packs, and once in a bound.
    #[test]
    fn a_whole_pack_once_a_bound() {
        let mut scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 4.0), ("c", BD, 80.0, 0.0)]).build();
        let part = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
        assert_eq!(rules(&part), [rule!("BB-PACK-06")]);
        scene.happens(&Event::PackMoved(scene.id("b")));
        assert_eq!(rules(&ahead(&scene)), [rule!("BB-PACK-05")]);
        assert_eq!(rules(&close_up(&scene, "b")), [rule!("BB-PACK-05")]);
    }

    /// BB-PACK-24: an order by which nobody moves is refused.
    #[test]
    fn somebody_moves() {
        let scene = table(&[("a", BD, 0.0, 0.0), ("b", BD, 40.0, 0.0)])
            .base("y", Side::Blue, BD, 500.0, 300.0, 180.0)
            .base("z", Side::Blue, BD, 540.0, 300.0, 180.0)
            .build();
        let plan = full_speed_ahead(scene.look(), scene.set(&["a", "b"]), Reach::Tactical);
        assert_eq!(rules(&plan), [rule!("BB-PACK-24")]);
    }

    /// EX-35: BB-PACK-30, BB-PACK-32, BB-PACK-36: the neighbour goes forward into line, and a group stands.
    #[test]
    fn a_neighbour_aligns_with_the_leader() {
        let scene = table(&[("leader", "Irr Hd(O)", 0.0, 0.0), ("b", BD, 40.0, -25.0)]).build();
        let plan = close_up(&scene, "leader");
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!(at(&scene, &plan, "b"), (40.0, 0.0));
        assert_eq!(plan.end_of(scene.id("leader")), None, "the leader stays");
        assert_eq!(rules(&close_up(&scene, "b")), [rule!("BB-PACK-30")], "only the foremost leads");
    }

    /// EX-36: BB-PACK-35, AMB-95: a base that lacks distance comes as near as it can.
    #[test]
    fn a_base_too_far_away_comes_nearer() {
        let scene = table(&[
            ("leader", BD, 0.0, 0.0),
            ("second", BD, 0.0, -15.0),
            ("third", "Irr Hd(O)", 0.0, -30.0),
            ("fourth", "Irr Hd(O)", 0.0, -60.0),
            ("b", BD, 40.0, -80.0),
        ])
        .build();
        let plan = close_up(&scene, "leader");
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!(at(&scene, &plan, "b"), (40.0, -20.0));
    }

    /// BB-PACK-31, BB-PACK-33, BB-PACK-34: columns close behind the leader and behind the others, outward.
    #[test]
    fn files_close_up_from_the_leader_outward() {
        let scene = table(&[
            ("leader", BD, 0.0, 0.0),
            ("behind", BD, 7.0, -15.0),
            ("left", BD, -40.0, -6.0),
            ("left behind", BD, -43.0, -21.0),
            ("far left", BD, -80.0, -3.0),
            ("right", BD, 47.0, -20.0),
        ])
        .build();
        let plan = close_up(&scene, "leader");
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!(at(&scene, &plan, "behind"), (0.0, -15.0));
        assert_eq!(at(&scene, &plan, "right"), (40.0, 0.0));
        assert_eq!(at(&scene, &plan, "left"), (-40.0, 0.0));
        assert_eq!(at(&scene, &plan, "left behind"), (-40.0, -15.0));
        assert_eq!(at(&scene, &plan, "far left"), (-80.0, 0.0));
        let mut after = scene.clone();
        for track in &plan.tracks {
            after.state.bases[track.base.index()].rect.pose = track.to;
        }
        assert!(after.look().is_group(reds(&after)));
        assert!(close(after.pose("leader"), 500.0, 300.0, 0.0));
    }

    /// BB-PACK-07: a group may be ordered as a pack; as it stands in line already, nobody has to close up.
    #[test]
    fn a_group_goes_as_a_pack() {
        let scene = table(&[("a", BD, 0.0, 0.0), ("b", "Reg Cv(O)", 40.0, 0.0)]).build();
        assert!(ahead(&scene).is_legal());
        assert_eq!(rules(&close_up(&scene, "a")), [rule!("BB-PACK-31")]);
    }
}
