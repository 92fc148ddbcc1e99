//! Making a line from a column (42.4): with a head that stays, or with one that pivots by a right angle.

use super::march::{Under, Whole, refuse_block, stop};
use super::route::{Bound, Route, Terms, find, only_touches};
use super::track::Way;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{ExtendAt, ExtendMethod, ExtendPlace, Reach};
use crate::fact::Fact;
use crate::movement::motion::Motion;
use crate::movement::plan::Plan;
use crate::rules::Look;
use crate::state::State;
use aelian_geometry::{Hand, Pose, degrees};
use aelian_rulebook::rule;

/// BB-EXT-01, BB-MOVE-33, BB-EXT-11: the bases of a column go, from the head to the rear, to the places chosen
/// for them. A base that cannot is excluded with all behind it (BB-EXT-05, BB-EXT-08).
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, method: ExtendMethod, places: &[ExtendPlace]) -> Plan {
    let Some(column) = look.as_column(to) else {
        return Plan::refused(rule!("BB-EXT-01"), Fact::Bases(to));
    };
    let Some((head, rest)) = column.split_first() else {
        return Plan::refused(rule!("BB-EXT-01"), Fact::Bases(to));
    };
    let mut plan = Plan::default();
    if places.iter().zip(rest).any(|(place, base)| place.base != *base) || places.len() > rest.len() {
        plan.refuse(rule!("BB-EXT-11"), Fact::Rule);
        return plan;
    }
    let wanted = places;
    let mut places = places;
    let line = loop {
        let mut line = Line::new(look, (*head, &column), reach, method, places);
        line.place_head(*head, &mut plan);
        let joined = places.iter().take_while(|place| line.join(place)).count();
        // A base that would lie over one that is excluded cannot go to its place either.
        let kept = line.first_over_another().map_or(joined, |number| number.min(joined));
        if kept == places.len() {
            break line;
        }
        plan.breaches.clear();
        places = &places[..kept];
    };
    judge_side_of_bend(look, &column, method, wanted, &mut plan);
    plan.excluded = to.minus(line.moved());
    line.judge(&mut plan);
    plan.tracks = line.routes.iter().filter(|route| !route.motions.is_empty()).map(Route::track).collect();
    plan
}

/// BB-EXT-09: a bent column extends only to the side of its bend: the hand to which its head turned.
fn judge_side_of_bend(
    look: Look<'_>,
    column: &[BaseId],
    method: ExtendMethod,
    places: &[ExtendPlace],
    plan: &mut Plan,
) {
    let Some(side) = side_of_bend(look, column) else { return };
    let pivots_away = matches!(method, ExtendMethod::HeadPivots(hand) if hand != side);
    let other = ExtendAt::Line(side.other());
    let goes_away = method == ExtendMethod::HeadStays && places.iter().any(|place| place.at == other);
    if pivots_away || goes_away {
        plan.refuse(rule!("BB-EXT-09"), Fact::Bases(column.iter().copied().collect()));
    }
}

/// The hand to which the head of a bent column turned at the bend next to it; none for a straight column.
fn side_of_bend(look: Look<'_>, column: &[BaseId]) -> Option<Hand> {
    look.state.bent_column_of(*column.first()?)?;
    let way = Way::of_column(look, column)?;
    let tail = look.state.rect(*column.last()?);
    let track = way.track(way.place_of(tail, look.rules.tolerance)?, tail.depth)?;
    let turn =
        track.windows(2).map(|pair| pair[1].facing.turn_to(pair[0].facing)).find(|turn| *turn != 0.0)?;
    Some(if turn > 0.0 { Hand::Right } else { Hand::Left })
}

/// The line while it is being made.
struct Line<'a> {
    look: Look<'a>,
    /// BB-EXT-10: the whole column: it forms no gaps for its own bases.
    column: BaseSet,
    reach: Reach,
    method: ExtendMethod,
    /// The table with the bases that have moved in their new places.
    scratch: State,
    routes: Vec<Route>,
    /// The ends of the line: the outermost base on the left and on the right.
    ends: [BaseId; 2],
    /// BB-EXT-11: the slowest base's distance where it stands, with the bonus.
    limit: f64,
    /// Bases that have still to go to their places.
    waiting: BaseSet,
}

impl<'a> Line<'a> {
    fn new(
        look: Look<'a>,
        (head, column): (BaseId, &[BaseId]),
        reach: Reach,
        method: ExtendMethod,
        places: &[ExtendPlace],
    ) -> Line<'a> {
        let pace = |base: &BaseId| {
            let route = Route::stay(*base, *look.state.rect(*base));
            look.allowance(*base, &[], route.measure(look), reach).distance
        };
        let slowest = column.iter().map(pace).fold(f64::INFINITY, f64::min);
        // BB-EXT-10 speaks of the column, of which the order may be a part.
        let whole = look.column_of_head(head).into_iter().chain(column.iter().copied()).collect();
        Line {
            look,
            column: whole,
            reach,
            method,
            scratch: look.state.clone(),
            routes: Vec::new(),
            ends: [head, head],
            limit: slowest + bonus(look),
            waiting: places.iter().map(|place| place.base).collect(),
        }
    }

    /// BB-EXT-02, BB-EXT-06: the head stays, or pivots by a right angle about its front corner.
    fn place_head(&mut self, head: BaseId, plan: &mut Plan) {
        let mut route = Route::stay(head, *self.look.state.rect(head));
        if let ExtendMethod::HeadPivots(hand) = self.method {
            let about = route.from.corner(hand.front_corner());
            let turn = Motion::Turn { about, angle: degrees(90.0) * hand.sign() };
            let mut passed = BaseSet::EMPTY;
            route.motions.push(turn);
            let whole = Whole { route: &route, reach: self.reach, under: Under::Ground };
            let block = stop(self.look, whole, (route.from, turn), self.column, &mut passed);
            if let Some(block) = block.filter(|block| !only_touches(block)) {
                refuse_block(plan, &block);
            }
        }
        self.take(route);
    }

    /// BB-EXT-04, BB-EXT-07, BB-EXT-11: brings one base to its place; false if it cannot get there.
    fn join(&mut self, place: &ExtendPlace) -> bool {
        self.waiting.remove(place.base);
        let Some(goal) = self.goal(place) else { return false };
        let limit = self.look.at_most(self.limit);
        let terms = Terms { but: BaseSet::EMPTY, no_gap: self.column, limit, bound: self.bound() };
        let look = self.look.at(&self.scratch);
        // All go at once: where those behind have to make room first, they are taken to have done so, and a
        // base whose ground is already taken is taken to have left it.
        let crowding: BaseSet =
            look.overlapped(look.state.rect(place.base), BaseSet::one(place.base)).collect();
        let at_once = Terms { but: self.waiting.union(crowding), ..terms };
        let route = find(look, place.base, goal, terms).or_else(|| find(look, place.base, goal, at_once));
        let Some(route) = route else { return false };
        let allowed = self.look.allowance(place.base, &route.motions, route.measure(self.look), self.reach);
        if route.length(self.look) > self.look.at_most(allowed.distance + bonus(self.look)) {
            return false;
        }
        self.take(route);
        match place.at {
            ExtendAt::Line(Hand::Left) => self.ends[0] = place.base,
            ExtendAt::Line(Hand::Right) => self.ends[1] = place.base,
            ExtendAt::Behind(_) => {}
        }
        true
    }

    /// BB-EXT-03: with a head that stays nobody goes further forward than it.
    fn bound(&self) -> Bound {
        match self.method {
            ExtendMethod::HeadStays => Bound::NotBeyond(self.head_pose()),
            ExtendMethod::HeadPivots(_) => Bound::None,
        }
    }

    /// BB-EXT-04, BB-EXT-07: in line beside the outermost base of a hand, or directly behind the head or a base
    /// that has moved already.
    fn goal(&self, place: &ExtendPlace) -> Option<Pose> {
        match place.at {
            ExtendAt::Line(hand) => {
                let [left, right] = self.ends;
                let end = if hand == Hand::Left { left } else { right };
                let beside = self.scratch.rect(end);
                Some(beside.pose.shifted(beside.width * hand.sign()))
            }
            ExtendAt::Behind(front) => {
                let ahead = self.scratch.bases.get(front.index()).filter(|_| self.moved().contains(front))?;
                Some(ahead.rect.pose.advanced(-ahead.rect.depth))
            }
        }
    }

    fn head_pose(&self) -> Pose {
        self.routes.first().map_or(Pose::new(0.0, 0.0, aelian_geometry::Facing::UP), |head| head.end().pose)
    }

    fn take(&mut self, route: Route) {
        self.scratch.bases[route.base.index()].rect.pose = route.end().pose;
        self.routes.push(route);
    }

    fn moved(&self) -> BaseSet {
        self.routes.iter().map(|route| route.base).collect()
    }

    /// BB-EXT-01, BB-EXT-05, BB-EXT-08, BB-GRP-08: nobody goes further than the slowest may with the bonus; at
    /// least one base must leave the column.
    fn judge(&self, plan: &mut Plan) {
        let (look, bonus) = (self.look, bonus(self.look));
        let found = |route: &Route| {
            look.allowance(route.base, &route.motions, route.measure(look), self.reach).distance + bonus
        };
        plan.allowed = self.routes.iter().map(found).reduce(f64::min).unwrap_or(0.0);
        plan.used = self.routes.iter().map(|route| route.length(look)).fold(0.0, f64::max);
        if plan.used > look.at_most(plan.allowed) {
            plan.refuse(rule!("BB-EXT-01"), Fact::TooFar { used: plan.used, allowed: plan.allowed });
        }
        let goes = |route: &Route| !route.motions.is_empty();
        if self.routes.len() < 2 || !self.routes.iter().skip(1).any(goes) {
            let rule = match self.method {
                ExtendMethod::HeadStays => rule!("BB-EXT-05"),
                ExtendMethod::HeadPivots(_) => rule!("BB-EXT-08"),
            };
            plan.refuse(rule, Fact::Bases(plan.excluded));
        }
    }

    /// The number, among the places chosen, of the first base that would lie over one that does not move.
    fn first_over_another(&self) -> Option<usize> {
        let over = |route: &Route| self.look.overlapped(&route.end(), self.moved()).next().is_some();
        self.routes.iter().skip(1).position(over)
    }
}

/// BB-EXT-01: the free bonus on everybody's move, in mm.
fn bonus(look: Look<'_>) -> f64 {
    look.mu(look.rules.tables.numbers.moving.extension_bonus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;
    use crate::testing::{Scene, Table, close};
    use aelian_game::Side;
    use aelian_rulebook::RuleId;

    /// A column of four, head "a" at (500, 300) looking north.
    fn column(troop: &str) -> Table {
        let mut table = Table::new();
        let mut y = 300.0;
        for name in ["a", "b", "c", "d"] {
            table = table.base(name, Side::Red, troop, 500.0, y, 0.0);
            y -= table.clone().build().named(name).rect.depth;
        }
        table
    }

    fn extend(scene: &Scene, method: ExtendMethod, places: &[(&str, ExtendAt)]) -> Plan {
        let places: Vec<_> =
            places.iter().map(|(name, at)| ExtendPlace { base: scene.id(name), at: *at }).collect();
        plan(scene.look(), scene.set(&["a", "b", "c", "d"]), Reach::Tactical, method, &places)
    }

    fn end(scene: &Scene, plan: &Plan, name: &str) -> Pose {
        plan.end_of(scene.id(name)).unwrap_or_else(|| panic!("{name} does not move: {plan:?}"))
    }

    fn rules(plan: &Plan) -> Vec<RuleId> {
        plan.breaches.iter().map(|reason| reason.rule).collect()
    }

    const LEFT: ExtendAt = ExtendAt::Line(Hand::Left);
    const RIGHT: ExtendAt = ExtendAt::Line(Hand::Right);

    /// EX-47: BB-MOVE-33, BB-EXT-01, BB-EXT-02, BB-EXT-03, BB-EXT-04, BB-EXT-10, BB-GAP-05: the head stays, one base goes to either side and
    /// the last behind one that has moved; the spaces between them are no gaps for them.
    #[test]
    fn a_column_extends_to_both_sides() {
        let scene = column("Reg Bd(O)").build();
        let behind = ExtendAt::Behind(scene.id("b"));
        let plan = extend(&scene, ExtendMethod::HeadStays, &[("b", RIGHT), ("c", LEFT), ("d", behind)]);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!(plan.end_of(scene.id("a")), None, "the head does not move at all");
        assert!(close(end(&scene, &plan, "b"), 540.0, 300.0, 0.0));
        assert!(close(end(&scene, &plan, "c"), 460.0, 300.0, 0.0));
        assert!(close(end(&scene, &plan, "d"), 540.0, 285.0, 0.0));
        assert!(plan.excluded.is_empty());
        assert_eq!(plan.allowed, 90.0);
    }

    /// BB-EXT-01: without the bonus of 1 MU the third base, 65 mm from its place, could not get there.
    #[test]
    fn everybody_has_a_bonus_of_one_unit() {
        let scene = column("Reg Bw(O)").build();
        let plan = extend(&scene, ExtendMethod::HeadStays, &[("b", RIGHT), ("c", LEFT)]);
        assert!(plan.is_legal() && plan.used > 60.0 && plan.used <= 90.0);
        assert_eq!(plan.excluded, scene.set(&["d"]));
    }

    /// BB-EXT-05: who cannot get to his place is excluded, and all behind him.
    #[test]
    fn exclusion_takes_all_behind() {
        let scene = column("Reg Bd(O)").build();
        let head = ExtendAt::Behind(scene.id("a"));
        let plan = extend(&scene, ExtendMethod::HeadStays, &[("b", RIGHT), ("c", RIGHT), ("d", head)]);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!(plan.excluded, scene.set(&["c", "d"]), "80 mm aside and 30 ahead are too far");
        let none = extend(&scene, ExtendMethod::HeadStays, &[("b", ExtendAt::Behind(scene.id("d")))]);
        assert_eq!(rules(&none), [rule!("BB-EXT-05")], "d has not moved");
    }

    /// BB-EXT-03: while the head stays nobody gets beyond its front line on the way; if it pivots they may.
    #[test]
    fn nobody_gets_beyond_the_head() {
        let scene = column("Reg Bd(O)").build();
        let bases = scene.ids(&["a", "b", "c", "d"]);
        let bound = |method| {
            let mut line = Line::new(scene.look(), (bases[0], &bases), Reach::Tactical, method, &[]);
            line.place_head(bases[0], &mut Plan::default());
            line.bound()
        };
        assert_eq!(bound(ExtendMethod::HeadStays), Bound::NotBeyond(scene.pose("a")));
        assert_eq!(bound(ExtendMethod::HeadPivots(Hand::Left)), Bound::None);
    }

    /// BB-EXT-06, BB-EXT-07, BB-EXT-08: the head pivots by a right angle, the others come into line or column with it.
    #[test]
    fn a_column_extends_with_a_pivoting_head() {
        let scene = column("Reg LH(O)").build();
        let plan = extend(&scene, ExtendMethod::HeadPivots(Hand::Right), &[("b", RIGHT), ("c", RIGHT)]);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert!(close(end(&scene, &plan, "a"), 520.0, 320.0, 90.0));
        assert!(close(end(&scene, &plan, "b"), 520.0, 280.0, 90.0));
        assert!(close(end(&scene, &plan, "c"), 520.0, 240.0, 90.0));
        assert_eq!(plan.allowed, 180.0);
        assert_eq!(plan.excluded, scene.set(&["d"]));
        let alone = extend(&scene, ExtendMethod::HeadPivots(Hand::Right), &[]);
        assert_eq!(rules(&alone), [rule!("BB-EXT-08")]);
    }

    /// EX-48: BB-EXT-09: a column bent to the right extends only to the right.
    #[test]
    fn a_bent_column_extends_to_the_side_of_its_bend() {
        let mut scene = Table::new()
            .base("a", Side::Red, "Reg LH(O)", 520.0, 320.0, 90.0)
            .base("b", Side::Red, "Reg LH(O)", 500.0, 300.0, 0.0)
            .base("c", Side::Red, "Reg LH(O)", 500.0, 270.0, 0.0)
            .base("d", Side::Red, "Reg LH(O)", 500.0, 240.0, 0.0)
            .build();
        let bases = scene.ids(&["a", "b", "c", "d"]);
        let track = vec![scene.pose("a"), scene.pose("b"), scene.pose("d")];
        scene.happens(&Event::ColumnBent { bases, track });
        let to_right = extend(&scene, ExtendMethod::HeadStays, &[("b", RIGHT), ("c", RIGHT), ("d", RIGHT)]);
        assert!(to_right.is_legal(), "{:?}", to_right.breaches);
        assert!(close(end(&scene, &to_right, "b"), 520.0, 280.0, 90.0));
        assert!(close(end(&scene, &to_right, "d"), 520.0, 200.0, 90.0));
        let to_left = extend(&scene, ExtendMethod::HeadStays, &[("b", LEFT)]);
        assert!(rules(&to_left).contains(&rule!("BB-EXT-09")));
        let pivot = extend(&scene, ExtendMethod::HeadPivots(Hand::Left), &[("b", LEFT)]);
        assert!(rules(&pivot).contains(&rule!("BB-EXT-09")));
    }

    /// BB-EXT-11: places are given from the head to the rear, to bases of the column.
    #[test]
    fn places_follow_the_column() {
        let scene = column("Reg Bd(O)").build();
        let swapped = extend(&scene, ExtendMethod::HeadStays, &[("c", RIGHT), ("b", LEFT)]);
        assert!(rules(&swapped).contains(&rule!("BB-EXT-11")));
        let stranger = ExtendPlace { base: BaseId::of(250), at: ExtendAt::Behind(BaseId::of(251)) };
        let to = scene.set(&["a", "b", "c", "d"]);
        let absurd = plan(scene.look(), to, Reach::Tactical, ExtendMethod::HeadStays, &[stranger; 9]);
        assert!(!absurd.is_legal());
        let line = plan(scene.look(), scene.set(&["a", "c"]), Reach::Tactical, ExtendMethod::HeadStays, &[]);
        assert_eq!(rules(&line), [rule!("BB-EXT-01")]);
    }
}
