//! Going into a column (42.3): behind a head that keeps its facing, or at right angles.

use super::march::{Under, Whole, refuse_block, stop};
use super::route::{Bound, Route, Terms, find};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::{ColumnForm, Reach};
use crate::fact::Fact;
use crate::movement::motion::Motion;
use crate::movement::plan::Plan;
use crate::rules::Look;
use crate::state::State;
use aelian_geometry::{Hand, Pose, Rect, degrees};
use aelian_rulebook::rule;

/// What the player has chosen (BB-COL-28).
#[derive(Clone, Copy, Debug)]
pub struct Forming<'c> {
    pub head: BaseId,
    pub followers: &'c [BaseId],
    pub form: ColumnForm,
}

/// BB-COL-20, BB-COL-28, BB-MOVE-32, BB-ALG-10: one base becomes the head, the others fall in behind it in the
/// order given. Who cannot is excluded (BB-COL-23, BB-COL-26).
pub fn plan(look: Look<'_>, to: BaseSet, reach: Reach, wish: Forming<'_>) -> Plan {
    let mut plan = Plan::default();
    judge_choice(look, to, wish, &mut plan);
    if !plan.is_legal() {
        return plan;
    }
    let head = head_route(look, to, reach, wish, &mut plan);
    let mut left_out = BaseSet::EMPTY;
    let forming = loop {
        let queue = Queue::form(look, to, reach, wish, (head.clone(), left_out));
        // A base that turns out to stay may stand in the way of one that went before it: then all try again.
        let stays = named(wish).minus(queue.moved());
        if stays == left_out || !queue.runs_over(stays.minus(left_out)) {
            break queue.routes;
        }
        left_out = stays;
    };
    plan.excluded = to.minus(forming.iter().map(|route| route.base).collect());
    judge(look, reach, wish.form, &forming, &mut plan);
    plan.tracks = forming.iter().map(Route::track).collect();
    plan
}

/// The head and the followers.
fn named(wish: Forming<'_>) -> BaseSet {
    wish.followers.iter().copied().chain([wish.head]).collect()
}

/// The rule by which a base that cannot take part is left out.
fn exclusion(form: ColumnForm) -> aelian_rulebook::RuleId {
    match form {
        ColumnForm::SameFacing { .. } => rule!("BB-COL-23"),
        ColumnForm::RightAngle { .. } => rule!("BB-COL-26"),
    }
}

/// BB-COL-20, BB-COL-24: a group, its head and its followers, and how far the head goes.
fn judge_choice(look: Look<'_>, to: BaseSet, wish: Forming<'_>, plan: &mut Plan) {
    if !look.is_group(to) || bent(look, to) {
        plan.refuse(rule!("BB-COL-20"), Fact::Bases(to));
    }
    if !to.contains(wish.head) {
        plan.refuse(rule!("BB-COL-28"), Fact::Base(wish.head));
    }
    let mut named = BaseSet::one(wish.head);
    for follower in wish.followers {
        if !to.contains(*follower) || !named.insert(*follower) {
            plan.refuse(rule!("BB-COL-28"), Fact::Base(*follower));
        }
    }
    let (ColumnForm::SameFacing { advance } | ColumnForm::RightAngle { advance, .. }) = wish.form;
    if !(advance.is_finite() && advance >= 0.0) {
        plan.refuse(rule!("BB-COL-20b"), Fact::Number { value: advance });
    }
    if let ColumnForm::RightAngle { .. } = wish.form
        && plan.is_legal()
        && !leads_at_right_angles(look, to, wish.head)
    {
        plan.refuse(rule!("BB-COL-24"), Fact::Base(wish.head));
    }
}

/// Whether the bases look different ways, as those of a bent column do: it cannot fall in again.
fn bent(look: Look<'_>, to: BaseSet) -> bool {
    let Some(first) = to.first() else { return true };
    let facing = look.state.rect(first).pose.facing;
    !to.iter().all(|base| look.state.rect(base).pose.facing.same(facing, look.rules.tolerance))
}

/// BB-COL-24: the base stands at one end of the group and on its front line.
fn leads_at_right_angles(look: Look<'_>, to: BaseSet, head: BaseId) -> bool {
    let rect = look.state.rect(head);
    let slack = look.rules.tolerance.length;
    let others =
        || to.iter().filter(|base| *base != head).map(|base| rect.local(look.state.rect(base).pose.at));
    let in_front = others().all(|(ahead, _)| ahead <= slack);
    let at_end = |hand: Hand| others().all(|(_, right)| right * hand.sign() <= slack);
    in_front && Hand::BOTH.into_iter().any(at_end)
}

/// BB-COL-20b, BB-COL-24, BB-COL-27: what the head does: straight ahead, or a pivot by a right angle and then
/// straight ahead. It stops at what is in its way.
fn head_route(look: Look<'_>, to: BaseSet, reach: Reach, wish: Forming<'_>, plan: &mut Plan) -> Route {
    let wanted = head_wanted(look, wish);
    let whole = Whole { route: &wanted, reach, under: Under::Ground };
    let mut passed = BaseSet::EMPTY;
    let mut route = Route::stay(wish.head, wanted.from);
    for (here, motion) in wanted.legs() {
        let block = stop(look, whole, (here, motion), to, &mut passed);
        let done = match (block, motion) {
            (Some(block), Motion::Go(_)) => motion.part(block.part),
            (Some(block), _) => {
                refuse_block(plan, &block);
                motion
            }
            (None, _) => motion,
        };
        route.motions.push(done);
    }
    route.motions.retain(|motion| motion.size() > 0.0);
    route
}

/// What the head does if nothing stops it.
fn head_wanted(look: Look<'_>, wish: Forming<'_>) -> Route {
    let mut route = Route::stay(wish.head, *look.state.rect(wish.head));
    let advance = match wish.form {
        ColumnForm::SameFacing { advance } => advance,
        ColumnForm::RightAngle { hand, advance } => {
            let about = route.from.corner(hand.front_corner());
            route.motions.push(Motion::Turn { about, angle: degrees(90.0) * hand.sign() });
            advance
        }
    };
    if advance > 0.0 {
        route.motions.push(Motion::Go(route.end().pose.facing.vector() * advance));
    }
    route
}

/// The column while it is being formed.
struct Queue<'a, 'c> {
    look: Look<'a>,
    to: BaseSet,
    reach: Reach,
    wish: Forming<'c>,
    /// The table with the bases that have moved in their new places.
    scratch: State,
    routes: Vec<Route>,
    /// Bases that have still to try.
    waiting: BaseSet,
}

impl<'a, 'c> Queue<'a, 'c> {
    /// BB-COL-21, BB-COL-25: the head first, then each follower in its turn if it can get there; those already
    /// known to be left out are not tried.
    fn form(
        look: Look<'a>,
        to: BaseSet,
        reach: Reach,
        wish: Forming<'c>,
        (head, left_out): (Route, BaseSet),
    ) -> Queue<'a, 'c> {
        let waiting = wish.followers.iter().copied().collect::<BaseSet>().minus(left_out);
        let mut queue =
            Queue { look, to, reach, wish, scratch: look.state.clone(), routes: Vec::new(), waiting };
        queue.take(head);
        let limit = queue.group_limit();
        for follower in wish.followers.iter().filter(|base| !left_out.contains(**base)) {
            queue.waiting.remove(*follower);
            if let Some(route) = queue.way_behind_last(*follower, limit) {
                queue.take(route);
            }
        }
        queue
    }

    /// Whether a way leads over one of these bases, which stay where they are.
    fn runs_over(&self, stay: BaseSet) -> bool {
        let meets = |(start, motion): (Rect, Motion), base: BaseId| {
            self.look.meets(&start, motion, base).is_some_and(|at| at < motion.size() * (1.0 - 1e-9))
        };
        self.routes.iter().any(|route| route.legs().any(|leg| stay.iter().any(|base| meets(leg, base))))
    }

    fn moved(&self) -> BaseSet {
        self.routes.iter().map(|route| route.base).collect()
    }

    fn take(&mut self, route: Route) {
        self.scratch.bases[route.base.index()].rect.pose = route.end().pose;
        self.routes.push(route);
    }

    /// BB-GRP-08: how far the slowest base of the order may go where it stands.
    fn group_limit(&self) -> f64 {
        let allowance = |base: BaseId| {
            let route = Route::stay(base, *self.look.state.rect(base));
            self.look.allowance(base, &[], route.measure(self.look), self.reach).distance
        };
        std::iter::once(self.wish.head)
            .chain(self.wish.followers.iter().copied())
            .map(allowance)
            .fold(f64::INFINITY, f64::min)
    }

    /// BB-COL-21, BB-COL-22, BB-COL-25: the way of one base to the place behind the last, within what it may go.
    fn way_behind_last(&self, base: BaseId, limit: f64) -> Option<Route> {
        let last = self.scratch.rect(self.routes.last()?.base);
        let goal = last.pose.advanced(-last.depth);
        let factor = factor(self.look, self.wish.form);
        let bounds = match self.wish.form {
            ColumnForm::SameFacing { .. } => {
                vec![Bound::NeverBack, Bound::NotBeyond(self.look.state.rect(self.wish.head).pose)]
            }
            ColumnForm::RightAngle { .. } => vec![Bound::None],
        };
        let routes = bounds.into_iter().filter_map(|bound| self.way_in(base, goal, limit * factor, bound));
        let within = |route: &Route| {
            let allowed = self.look.allowance(base, &route.motions, route.measure(self.look), self.reach);
            route.length(self.look) <= self.look.at_most(allowed.distance * factor)
        };
        routes.into_iter().find(within)
    }

    /// BB-ALG-10: the shortest way of a base into its place. Bases of the order that have still to move are
    /// not in its way: all of them go at once.
    fn way_in(&self, base: BaseId, goal: Pose, limit: f64, bound: Bound) -> Option<Route> {
        let look = self.look.at(&self.scratch);
        let terms = Terms { but: self.waiting, no_gap: self.to, limit: self.look.at_most(limit), bound };
        find(look, base, goal, terms)
    }
}

/// BB-COL-25: followers of a column at right angles may go this many times the group's distance.
fn factor(look: Look<'_>, form: ColumnForm) -> f64 {
    match form {
        ColumnForm::SameFacing { .. } => 1.0,
        ColumnForm::RightAngle { .. } => look.rules.tables.numbers.moving.at_right_angles_times,
    }
}

/// BB-GRP-08, BB-COL-20b, BB-COL-24, BB-COL-25: nobody goes further than the slowest of them may; a column needs a
/// follower, and somebody has to move.
fn judge(look: Look<'_>, reach: Reach, form: ColumnForm, routes: &[Route], plan: &mut Plan) {
    let found =
        |route: &Route| look.allowance(route.base, &route.motions, route.measure(look), reach).distance;
    plan.allowed = routes.iter().map(found).reduce(f64::min).unwrap_or(0.0);
    for (number, route) in routes.iter().enumerate() {
        let length = route.length(look);
        let allowed = if number == 0 { plan.allowed } else { plan.allowed * factor(look, form) };
        if length > look.at_most(allowed) {
            let rule = if number == 0 { rule!("BB-GRP-08") } else { rule!("BB-COL-25") };
            plan.refuse(rule, Fact::TooFar { used: length, allowed });
        }
        if number == 0 || matches!(form, ColumnForm::SameFacing { .. }) {
            plan.used = plan.used.max(length);
        }
    }
    let fell_in = |route: &Route| !route.motions.is_empty();
    if routes.len() < 2 || !routes.iter().any(fell_in) {
        plan.refuse(exclusion(form), Fact::Bases(plan.excluded));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, Table, close};
    use aelian_game::Side;
    use aelian_rulebook::RuleId;

    /// Bases abreast, fronts on y = 300, from x = 500 to the right.
    fn line(troops: &[(&str, &str)]) -> Table {
        let lay = |table: Table, (at, (name, troop)): (usize, &(&str, &str))| {
            table.base(name, Side::Red, troop, 500.0 + 40.0 * at as f64, 300.0, 0.0)
        };
        troops.iter().enumerate().fold(Table::new(), lay)
    }

    const FOOT: [(&str, &str); 3] = [("a", "Reg Sp(O)"), ("b", "Reg Sp(O)"), ("c", "Reg Sp(O)")];
    const RIDERS: [(&str, &str); 3] = [("a", "Reg LH(O)"), ("b", "Reg LH(O)"), ("c", "Reg LH(O)")];

    fn form(scene: &Scene, names: &[&str], form: ColumnForm) -> Plan {
        let ids = scene.ids(names);
        let to = scene.set(&["a", "b", "c"]);
        plan(scene.look(), to, Reach::Tactical, Forming { head: ids[0], followers: &ids[1..], form })
    }

    fn end(scene: &Scene, plan: &Plan, name: &str) -> Pose {
        plan.end_of(scene.id(name)).unwrap_or_else(|| panic!("{name} does not move"))
    }

    fn rules(plan: &Plan) -> Vec<RuleId> {
        plan.breaches.iter().map(|reason| reason.rule).collect()
    }

    /// BB-MOVE-32, BB-COL-20, BB-COL-20b, BB-COL-21, BB-ALG-10: the head goes ahead, the others fall in without going back.
    #[test]
    fn the_others_fall_in_behind_an_advancing_head() {
        let scene = line(&FOOT).build();
        let plan = form(&scene, &["a", "b", "c"], ColumnForm::SameFacing { advance: 45.0 });
        assert!(close(end(&scene, &plan, "a"), 500.0, 345.0, 0.0));
        assert!(close(end(&scene, &plan, "b"), 500.0, 330.0, 0.0));
        // The third would need 80 mm sideways: more than its 60.
        assert_eq!(plan.excluded, scene.set(&["c"]));
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert_eq!((plan.used, plan.allowed), (50.0, 60.0));
    }

    /// BB-COL-22: with a head that stays the others would have to go back; they shift in behind it, not
    /// beyond its front line.
    #[test]
    fn the_others_shift_in_behind_a_standing_head() {
        let scene = line(&RIDERS).build();
        let plan = form(&scene, &["b", "a", "c"], ColumnForm::SameFacing { advance: 0.0 });
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert!(close(end(&scene, &plan, "a"), 540.0, 270.0, 0.0));
        assert!(close(end(&scene, &plan, "c"), 540.0, 240.0, 0.0));
        assert!(plan.excluded.is_empty());
        let steps = |name: &str| {
            let track = plan.tracks.iter().find(|track| track.base == scene.id(name)).expect("moves");
            track.via.iter().chain([&track.to]).all(|pose| pose.at.y <= 300.0)
        };
        assert!(steps("a") && steps("c"), "never beyond the head's front line");
    }

    /// BB-COL-21, BB-COL-22, BB-COL-23: a base ahead of the head's front line that would have to go back
    /// can neither fall in nor shift in.
    #[test]
    fn a_base_that_can_do_neither_is_excluded() {
        let scene = Table::new()
            .base("a", Side::Red, "Reg LH(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg LH(O)", 500.0, 270.0, 0.0)
            .base("c", Side::Red, "Reg LH(O)", 540.0, 330.0, 0.0)
            .build();
        let stay = form(&scene, &["a", "b", "c"], ColumnForm::SameFacing { advance: 0.0 });
        assert_eq!(rules(&stay), [rule!("BB-COL-20")], "c has only a corner in common");
        let scene = Table::new()
            .base("a", Side::Red, "Reg LH(O)", 500.0, 300.0, 0.0)
            .base("b", Side::Red, "Reg LH(O)", 540.0, 300.0, 0.0)
            .base("c", Side::Red, "Reg LH(O)", 540.0, 330.0, 0.0)
            .build();
        let plan = form(&scene, &["a", "b", "c"], ColumnForm::SameFacing { advance: 10.0 });
        assert!(plan.is_legal() && plan.excluded == scene.set(&["c"]), "{plan:?}");
    }

    /// BB-COL-24, BB-COL-25, BB-COL-27: the right end pivots to the right, the others come in behind it with
    /// its new facing, by up to four times the move.
    #[test]
    fn a_line_marches_off_at_right_angles() {
        let scene = line(&FOOT).build();
        let way = ColumnForm::RightAngle { hand: Hand::Right, advance: 3.0 };
        let plan = form(&scene, &["c", "b", "a"], way);
        assert!(plan.is_legal(), "{:?}", plan.breaches);
        assert!((plan.used - (3200f64.sqrt() + 3.0)).abs() < 1e-6 && plan.allowed == 60.0);
        assert!(close(end(&scene, &plan, "c"), 603.0, 320.0, 90.0));
        assert!(close(end(&scene, &plan, "b"), 588.0, 320.0, 90.0));
        assert!(close(end(&scene, &plan, "a"), 573.0, 320.0, 90.0));
        let lengths =
            plan.tracks.iter().map(|track| (track.to.at - scene.state.rect(track.base).pose.at).length());
        assert!(lengths.fold(0.0, f64::max) > 60.0, "further than the simple move");
        let too_far =
            form(&scene, &["c", "b", "a"], ColumnForm::RightAngle { hand: Hand::Right, advance: 4.0 });
        assert_eq!(rules(&too_far), [rule!("BB-GRP-08")]);
    }

    /// BB-COL-24: only a base at an end of the front line leads off at right angles.
    #[test]
    fn only_an_end_of_the_front_line_leads_at_right_angles() {
        let scene = line(&RIDERS).build();
        let way = ColumnForm::RightAngle { hand: Hand::Right, advance: 0.0 };
        assert_eq!(rules(&form(&scene, &["b", "a", "c"], way)), [rule!("BB-COL-24")]);
        let block = line(&RIDERS).base("d", Side::Red, "Reg LH(O)", 500.0, 270.0, 0.0).build();
        let ids = block.ids(&["d", "a", "b", "c"]);
        let wish = Forming { head: ids[0], followers: &ids[1..], form: way };
        let behind = plan(block.look(), block.set(&["a", "b", "c", "d"]), Reach::Tactical, wish);
        assert_eq!(rules(&behind), [rule!("BB-COL-24")]);
    }

    /// BB-COL-26, BB-PIG-52: a base that something keeps from its place is excluded.
    #[test]
    fn a_base_that_cannot_reach_its_place_is_excluded() {
        let scene = line(&FOOT).base("wall", Side::Red, "Irr Hd(O)", 550.0, 365.0, 0.0).build();
        let way = ColumnForm::RightAngle { hand: Hand::Right, advance: 3.0 };
        let plan = form(&scene, &["c", "b", "a"], way);
        assert!(plan.is_legal() && plan.excluded == scene.set(&["a"]), "{plan:?}");
        let alone = form(&scene, &["c", "a"], ColumnForm::RightAngle { hand: Hand::Left, advance: 0.0 });
        assert_eq!(alone.excluded, scene.set(&["b"]), "who is not named stays");
    }

    /// BB-COL-28: head and followers are bases of the group, each named once.
    #[test]
    fn the_choice_must_name_the_group() {
        let scene = line(&FOOT).build();
        let same = ColumnForm::SameFacing { advance: 0.0 };
        assert_eq!(rules(&form(&scene, &["a", "a", "b"], same)), [rule!("BB-COL-28")]);
        let absurd = ColumnForm::SameFacing { advance: f64::NAN };
        assert_eq!(rules(&form(&scene, &["a", "b"], absurd)), [rule!("BB-COL-20b")]);
        let stranger = Forming { head: BaseId::of(200), followers: &[], form: same };
        let refused = plan(scene.look(), scene.set(&["a", "b", "c"]), Reach::Tactical, stranger);
        assert_eq!(rules(&refused), [rule!("BB-COL-28")]);
    }
}
