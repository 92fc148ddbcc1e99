//! The choice of a target (50.2): who is eligible, who can be reached and how, who comes first.

use super::rusher::{RushWay, Rusher};
use super::who::Impulse;
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::ground::Going;
use crate::movement::approach::Search;
use crate::movement::motion::Motion;
use crate::position::facing::{aligned_poses, least_displacement};
use crate::troop::TroopType;
use aelian_geometry::{Edge, Hand, Pose, Rect, Vec2, degrees, sweep};
use aelian_rulebook::{Reason, rule};

/// BB-IMP-25: how a target is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Straight,
    Pivot,
    Other,
    /// BB-IMP-26: not at all in this move.
    None,
}

/// The targets among which the active player may choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    pub class: Class,
    /// Empty if no enemy is eligible (BB-IMP-29).
    pub options: BaseSet,
    /// BB-IMP-50, BB-ZOC-10: it is zocced and can reach nobody, so it stays.
    pub bound: bool,
}

impl Rusher<'_> {
    /// BB-IMP-20 to BB-IMP-28, BB-IMP-50: the targets of the highest priority.
    pub fn select(&self, impulse: Impulse) -> Selection {
        let eligible = self.eligible(impulse);
        let zoccers = self.look.zoccers_of_impetuous(self.base);
        let near = |bases: BaseSet| bases.iter().filter(|base| eligible.contains(*base)).collect();
        let first = if zoccers.is_empty() { eligible } else { near(zoccers) };
        let reached = self.reachable(first).or_else(|| match zoccers.is_empty() {
            true => None,
            false => self.reachable(eligible),
        });
        if let Some((class, options)) = reached {
            return Selection { class, options: self.best_of(options), bound: false };
        }
        let bound = !zoccers.is_empty();
        let seen: BaseSet = eligible.iter().filter(|enemy| !self.is(*enemy, TroopType::Ps)).collect();
        Selection { class: Class::None, options: self.best_of(seen), bound }
    }

    /// BB-IMP-20 to BB-IMP-23: the enemies that count. Ps are judged by `reachable`: they count only straight
    /// ahead.
    fn eligible(&self, impulse: Impulse) -> BaseSet {
        if let Impulse::Baggage(baggage) = impulse {
            return baggage;
        }
        let (look, own) = (self.look, self.look.state.base(self.base));
        let limit = look.at_most(look.mu(look.rules.tables.numbers.rushing.sight));
        look.enemies_near(own.side, &own.rect, limit)
            .filter(|enemy| self.disregards(impulse, *enemy).is_none())
            .collect()
    }

    /// BB-IMP-20, BB-IMP-22, BB-IMP-23: why an enemy on the table does not count.
    fn disregards(&self, impulse: Impulse, enemy: BaseId) -> Option<Reason<Fact>> {
        let (look, own) = (self.look, self.look.state.base(self.base));
        if let Impulse::Baggage(baggage) = impulse {
            let fact = Fact::Instead { of: baggage, base: enemy };
            return (!baggage.contains(enemy)).then(|| Reason::new(rule!("BB-IMP-20"), fact));
        }
        let (used, allowed) =
            (look.distance(self.base, enemy), look.mu(look.rules.tables.numbers.rushing.sight));
        if used > allowed + look.rules.tolerance.length {
            return Some(Reason::new(rule!("BB-IMP-22"), Fact::TooFar { used, allowed }));
        }
        let spoilt = own.troop.kind.is_mounted() && !self.stands_on_good(enemy);
        spoilt.then(|| Reason::new(rule!("BB-IMP-23"), Fact::Base(enemy)))
    }

    /// BB-IMP-01, BB-IMP-20 to BB-IMP-27, BB-IMP-50: why a base that is no option of the selection is no target.
    pub fn why_not(&self, impulse: Impulse, selection: &Selection, target: BaseId) -> Reason<Fact> {
        let state = self.look.state;
        let Some(named) = state.bases.get(target.index()) else {
            return Reason::new(rule!("BB-IMP-01"), Fact::NoSuchBase(target));
        };
        if !named.on_table() {
            return Reason::new(rule!("BB-IMP-01"), Fact::NotOnTable(target));
        }
        if named.side == state.base(self.base).side {
            return Reason::new(rule!("BB-IMP-22"), Fact::Base(target));
        }
        if let Some(reason) = self.disregards(impulse, target) {
            return reason;
        }
        if selection.bound {
            return Reason::new(rule!("BB-IMP-50"), Fact::Base(self.base));
        }
        let instead = Fact::Instead { of: selection.options, base: target };
        let psiloi = self.is(target, TroopType::Ps);
        if psiloi && self.straight_into(target, self.straight().as_ref()).is_none() {
            return Reason::new(rule!("BB-IMP-21"), Fact::Base(target));
        }
        if self.gives_way_as_elephant(impulse, selection, target) {
            return Reason::new(rule!("BB-IMP-27"), instead);
        }
        let rule = if selection.class == Class::None { rule!("BB-IMP-26") } else { rule!("BB-IMP-25") };
        Reason::new(rule, instead)
    }

    /// BB-IMP-23, BB-TER-37: whether the enemy stands on what the base counts as GGo.
    fn stands_on_good(&self, enemy: BaseId) -> bool {
        let look = self.look;
        look.going_under(look.state.rect(enemy), &look.state.base(self.base).troop) == Going::Good
    }

    /// BB-IMP-25 (1) to (3): the targets that can be reached now by the best class, those of equal length.
    fn reachable(&self, eligible: BaseSet) -> Option<(Class, BaseSet)> {
        let others: BaseSet = eligible.iter().filter(|enemy| !self.is(*enemy, TroopType::Ps)).collect();
        let ahead = self.straight();
        let straight = self.shortest(eligible, |target| self.straight_into(target, ahead.as_ref()));
        let pivot = || self.shortest(others, |target| self.pivot_into(target));
        let other = || self.shortest(others, |target| self.other_into(target));
        straight
            .map(|best| (Class::Straight, best))
            .or_else(|| pivot().map(|best| (Class::Pivot, best)))
            .or_else(|| other().map(|best| (Class::Other, best)))
    }

    /// The targets with the shortest of these ways.
    fn shortest(&self, targets: BaseSet, find: impl Fn(BaseId) -> Option<RushWay>) -> Option<BaseSet> {
        let found: Vec<(BaseId, f64)> =
            targets.iter().filter_map(|target| find(target).map(|way| (target, way.used))).collect();
        let least = found.iter().map(|(_, used)| *used).fold(f64::INFINITY, f64::min);
        let slack = self.look.rules.tolerance.length;
        let best = found.iter().filter(|(_, used)| *used <= least + slack);
        (!found.is_empty()).then(|| best.map(|(target, _)| *target).collect())
    }

    /// BB-IMP-25 (4), BB-IMP-26, BB-IMP-27: the most directly facing, and no El if another is as good.
    fn best_of(&self, options: BaseSet) -> BaseSet {
        if options.len() < 2 {
            return options;
        }
        let best = self.most_directly_facing(options);
        let calm: BaseSet = best.iter().filter(|enemy| !self.is(*enemy, TroopType::El)).collect();
        if calm.is_empty() { best } else { calm }
    }

    /// BB-IMP-25 (4), BB-IMP-26.
    fn most_directly_facing(&self, options: BaseSet) -> BaseSet {
        let measured: Vec<(BaseId, f64)> =
            options.iter().map(|enemy| (enemy, self.look.engaging_distance(self.base, enemy))).collect();
        let least = measured.iter().map(|(_, distance)| *distance).fold(f64::INFINITY, f64::min);
        let slack = self.look.rules.tolerance.length;
        measured.iter().filter(|(_, distance)| *distance <= least + slack).map(|(enemy, _)| *enemy).collect()
    }

    /// BB-IMP-27: whether the target is an El that would be as good as these, which are none.
    fn gives_way_as_elephant(&self, impulse: Impulse, selection: &Selection, target: BaseId) -> bool {
        let calm = !selection.options.is_empty()
            && selection.options.iter().all(|enemy| !self.is(enemy, TroopType::El));
        let as_good = || {
            let all = selection.options.union(BaseSet::one(target));
            let equal = match selection.class {
                Class::None => true,
                class => self
                    .reachable(self.eligible(impulse))
                    .is_some_and(|(found, best)| found == class && best.contains(target)),
            };
            equal && self.most_directly_facing(all).contains(target)
        };
        self.is(target, TroopType::El) && calm && as_good()
    }

    /// The way by which a target can be reached in this move, of the best class; none if it cannot.
    pub fn way_into(&self, target: BaseId) -> Option<RushWay> {
        self.ways_into(target).of_hand(None)
    }

    /// BB-IMP-21, BB-IMP-24, BB-IMP-25 (1): straight ahead into the target, or up to the place where the base
    /// overlaps or supports against it; `ahead` is the whole way straight ahead. Ps count only as opponents.
    pub(super) fn straight_into(&self, target: BaseId, ahead: Option<&RushWay>) -> Option<RushWay> {
        let look = self.look;
        if self.is(target, TroopType::Ps) {
            return ahead.filter(|way| way.fought.contains(target)).cloned();
        }
        let whole = ahead.filter(|way| way.reached.contains(target)).cloned();
        let far = look.distance(self.base, target) > self.longest() + look.rules.width;
        if far || !look.in_close_combat(target) {
            return whole;
        }
        let (rect, tolerance) = (self.rect(), look.rules.tolerance);
        let straight = |goal: &Pose| {
            let (forward, right) = rect.local(goal.at);
            let ahead = forward > tolerance.length && right.abs() <= tolerance.length;
            (ahead && goal.facing.same(rect.pose.facing, tolerance)).then_some(forward)
        };
        let goals = self.goals(target).into_iter().filter_map(|goal| straight(&goal));
        let ways = goals
            .filter_map(|length| self.go_into(&[Motion::Go(rect.pose.facing.vector() * length)], target));
        ways.chain(whole).min_by(|a, b| a.used.total_cmp(&b.used))
    }

    /// BB-IMP-25 (1): straight ahead as far as it goes.
    pub fn straight(&self) -> Option<RushWay> {
        self.go(&[self.ahead()])
    }

    /// BB-IMP-25 (2): the shortest way by one pivot about a front corner and then straight ahead.
    pub fn pivot_into(&self, target: BaseId) -> Option<RushWay> {
        self.shortest_pivot(target).map(|(_, way)| way)
    }

    /// As `pivot_into`, with its mirror image where that leads there as well.
    pub(super) fn pivots_into(&self, target: BaseId) -> Vec<RushWay> {
        let Some((pivot, way)) = self.shortest_pivot(target) else { return Vec::new() };
        let mirrored = self.pivot(pivot.hand.other(), pivot.angle, target);
        let clear = mirrored.filter(|other| self.is_clear(other.turn, other.way, target));
        let other = clear.and_then(|other| self.go_into(&other.motions(), target));
        std::iter::once(way).chain(other).collect()
    }

    fn shortest_pivot(&self, target: BaseId) -> Option<(Pivot, RushWay)> {
        if self.look.distance(self.base, target) > self.look.at_most(self.longest()) || self.stands_in_gap() {
            return None;
        }
        let mut candidates: Vec<Pivot> = Vec::new();
        for hand in Hand::BOTH {
            for step in 1..=(Pivot::WIDEST / Pivot::STEP) as u32 {
                let pivot = self.pivot(hand, f64::from(step) * Pivot::STEP, target);
                candidates.extend(pivot.filter(|pivot| pivot.cost <= self.look.at_most(self.longest())));
            }
        }
        candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost).then(a.angle.total_cmp(&b.angle)));
        let clear = candidates.iter().filter(|pivot| self.is_clear(pivot.turn, pivot.way, target));
        let mut tried = clear.take(Pivot::TRIED);
        let (first, way) =
            tried.find_map(|pivot| self.go_into(&pivot.motions(), target).map(|way| (*pivot, way)))?;
        let finest = self.refined(&first, target);
        let fine = self.go_into(&finest.motions(), target).filter(|fine| fine.used <= way.used);
        Some(fine.map_or((first, way), |fine| (finest, fine)))
    }

    /// BB-GAP-03: whether the base stands in a gap, where it cannot turn at all.
    fn stands_in_gap(&self) -> bool {
        self.local().gap_at(self.rect(), BaseSet::one(self.base)).is_some()
    }

    /// One pivot and the straight way from it to the target, other bases left out of account.
    fn pivot(&self, hand: Hand, angle: f64, target: BaseId) -> Option<Pivot> {
        let rect = self.rect();
        let turn =
            Motion::Turn { about: rect.corner(hand.front_corner()), angle: degrees(angle) * hand.sign() };
        let turned = turn.apply(rect);
        let ahead = turned.pose.facing.vector();
        let to = self.look.state.rect(target);
        let length = sweep(&turned, ahead, 2.0 * self.longest(), to, self.look.rules.tolerance)?;
        let outer = rect.corner(hand.other().front_corner());
        let cost = turn.takes(outer, self.look.rules.settings.pivot_measure) + length;
        Some(Pivot { hand, angle, turn, way: ahead * length, cost })
    }

    /// The shortest pivot near a good one that is free as well, to a ten-thousandth of a degree.
    fn refined(&self, first: &Pivot, target: BaseId) -> Pivot {
        let free = |angle: f64| {
            let pivot = self.pivot(first.hand, angle, target)?;
            self.is_clear(pivot.turn, pivot.way, target).then_some(pivot)
        };
        let mut best = *first;
        let mut step = Pivot::STEP * 0.5;
        while step > Pivot::FINEST {
            let around = [best.angle - step, best.angle + step];
            let better = around
                .into_iter()
                .filter(|angle| *angle > 0.0 && *angle <= Pivot::WIDEST)
                .filter_map(free)
                .filter(|pivot| pivot.cost < best.cost)
                .min_by(|a, b| a.cost.total_cmp(&b.cost));
            match better {
                Some(pivot) => best = pivot,
                None => step *= 0.5,
            }
        }
        best
    }

    /// BB-IMP-25 (3): the shortest legal move of any kind into an aligned contact or, if the target is in close
    /// combat already, into an overlap or a support.
    pub fn other_into(&self, target: BaseId) -> Option<RushWay> {
        self.others_into(target).into_iter().min_by(|a, b| a.used.total_cmp(&b.used))
    }

    /// As `other_into`, one way for each pose in which the target is reached, or one to each hand.
    pub(super) fn others_into(&self, target: BaseId) -> Vec<RushWay> {
        let near = self.look.distance(self.base, target) <= self.longest() + self.look.rules.width;
        if !near {
            return Vec::new();
        }
        let search = Search {
            look: self.bare(),
            base: self.base,
            reach: Reach::Tactical,
            left: self.longest(),
            start: self.start,
        };
        self.goals(target)
            .into_iter()
            .filter(|goal| self.is_worth_trying(*goal))
            .flat_map(|goal| search.shortest_by_hand(goal))
            .filter_map(|motions| self.go_into(&motions, target))
            .collect()
    }

    /// Whether a pose is near enough, free, and not a contact that may not be made.
    fn is_worth_trying(&self, goal: Pose) -> bool {
        let there = self.rect().with_pose(goal);
        least_displacement(self.rect(), &there) <= self.look.at_most(self.longest())
            && self.bare().overlapped(&there, BaseSet::one(self.base)).next().is_none()
            && self.may_touch(&there)
    }

    /// BB-IMP-24: poses in which the target is reached.
    pub(super) fn goals(&self, target: BaseId) -> Vec<Pose> {
        let look = self.look;
        let (own, enemy) = (self.rect(), look.state.rect(target));
        let mut goals: Vec<Pose> =
            Edge::ALL.into_iter().flat_map(|edge| aligned_poses(own, enemy, edge)).collect();
        if look.in_close_combat(target) {
            goals.extend(overlapping(enemy));
            let beside = look.opponents_set(target);
            goals.extend(beside.iter().filter(|friend| *friend != self.base).map(|friend| {
                let front = look.state.rect(friend).pose;
                front.advanced(-look.state.rect(friend).depth)
            }));
        }
        goals
    }

    /// BB-IMP-47, BB-GEO-05: whether the target is even partially straight ahead.
    pub fn is_ahead(&self, target: BaseId) -> bool {
        let look = self.look;
        aelian_geometry::straight_ahead(self.rect(), look.state.rect(target), look.rules.tolerance)
    }

    pub(super) fn is(&self, base: BaseId, kind: TroopType) -> bool {
        self.look.state.base(base).is(kind)
    }
}

/// A pivot and what comes of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pivot {
    hand: Hand,
    /// In degrees.
    angle: f64,
    turn: Motion,
    way: Vec2,
    /// In mm, as the move is measured.
    cost: f64,
}

impl Pivot {
    /// In degrees.
    const STEP: f64 = 2.0;
    /// The other hand leads there sooner beyond half a circle.
    const WIDEST: f64 = 180.0;
    const FINEST: f64 = 1e-4;
    /// Ways that are clear of bases fail for ground, gaps or zones, which hardly change with the angle.
    const TRIED: usize = 12;

    fn motions(&self) -> [Motion; 2] {
        [self.turn, Motion::Go(self.way)]
    }
}

/// BB-CC-40: front corner on front corner, to either hand, looking at the enemy's side.
fn overlapping(enemy: &Rect) -> [Pose; 2] {
    let front = Pose { at: enemy.pose.at, facing: enemy.pose.facing.reversed() };
    [front.shifted(enemy.width), front.shifted(-enemy.width)]
}
