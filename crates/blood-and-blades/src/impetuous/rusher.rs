//! A base about to rush: how far it can go, what stops it, whom it reaches (BB-IMP-24, BB-IMP-40 to BB-IMP-42,
//! BB-IMP-49, BB-IMP-50, BB-IMP-52).

use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::fact::Fact;
use crate::ground::Going;
use crate::movement::allowance::Footing;
use crate::movement::engage::{Attack, attack, may_attack, short_of_start};
use crate::movement::motion::{Measure, Motion, cut};
use crate::movement::pass::Passing;
use crate::movement::sweep::Obstacle;
use crate::rules::Look;
use crate::state::{Place, Rush, State};
use crate::troop::TroopType;
use aelian_geometry::{GRID, Hand, Rect, Vec2, contacts, sweep, sweep_rotation, touching};
use aelian_rulebook::{Reason, rule};

/// How short of a contact that it may not make a base stops, in mm: a hand is not finer.
const SHORT: f64 = 1.0;

/// A base in an impetuous move, and the table as it sees it.
#[derive(Clone, Debug)]
pub(super) struct Rusher<'a> {
    pub look: Look<'a>,
    /// The table as far as the move can matter: nobody else is looked at again and again.
    local: State,
    /// The same without the friends that will move on or make way (BB-IMP-43, BB-IMP-45) or can be passed
    /// through (BB-IMP-52).
    bare: State,
    pub base: BaseId,
    /// Whoever stands near enough to be met, friends that give way left out.
    near: Vec<(BaseId, Rect)>,
    /// BB-CC-52: where it stood when the move began.
    pub start: Rect,
    /// The distance used so far, in mm.
    pub used: f64,
}

/// A way of an impetuous move, as far as it can be gone.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RushWay {
    pub motions: Vec<Motion>,
    /// The distance used in the whole move when it is gone.
    pub used: f64,
    pub end: Rect,
    /// BB-IMP-24: enemies reached at its end.
    pub reached: BaseSet,
    /// Those of them with whom it is in close combat itself.
    pub fought: BaseSet,
    /// The friend that ends it, if one does.
    pub wall: Option<BaseId>,
    /// BB-MOVE-47: the enemy at whom it ends without having reached anybody.
    pub hit: Option<BaseId>,
    /// BB-IMP-30: it meets DGo, or is stopped at its border.
    pub meets_difficult: bool,
    /// BB-PASS-03: all of it lies in GGo.
    pub good: bool,
    /// BB-IMP-40: the rule of a normal move by which it ends short: a zone, a gap, a contact that may not be made.
    pub held_by: Option<Reason<Fact>>,
}

impl RushWay {
    /// AMB-106: whether no other base ends it short of its target.
    pub fn is_free(&self) -> bool {
        self.wall.is_none() && self.hit.is_none()
    }
}

/// BB-IMP-31: the shortest ways at one target: none, one, or several that are equally short.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RushWays(pub Vec<RushWay>);

impl RushWays {
    /// Whether there are two to choose from.
    pub fn fork(&self) -> bool {
        self.0.len() > 1
    }

    /// The way on this hand; where nothing was said or there is only one the first.
    pub fn of_hand(mut self, hand: Option<Hand>) -> Option<RushWay> {
        match hand {
            Some(Hand::Right) => self.0.pop(),
            _ => (!self.0.is_empty()).then(|| self.0.swap_remove(0)),
        }
    }
}

impl<'a> Rusher<'a> {
    /// A base that begins its move among friends who do not give way.
    pub fn among(look: Look<'a>, base: BaseId, friends: BaseSet) -> Rusher<'a> {
        Rusher::anew(look, base, *look.state.rect(base), 0.0, friends)
    }

    /// A base in the middle of its move.
    pub fn of(look: Look<'a>, rush: &Rush) -> Rusher<'a> {
        let start = look.state.rect(rush.base).with_pose(rush.start);
        Rusher::anew(look, rush.base, start, f64::from(rush.used) / GRID, rush.chain)
    }

    fn anew(look: Look<'a>, base: BaseId, start: Rect, used: f64, chain: BaseSet) -> Rusher<'a> {
        let own = look.state.base(base);
        let reach = look.pace(base, Footing::Ground(Going::Good), Reach::Tactical) + 3.0 * look.rules.width;
        let about: BaseSet = look.near(&own.rect, reach).collect();
        let local = with_only(look.state, about);
        let yields = |friend: &BaseId| {
            look.state.base(*friend).side == own.side && !look.is_wall(base, *friend, chain)
        };
        let yielding: BaseSet = about.iter().filter(|other| *other != base && yields(other)).collect();
        let bare = with_only(&local, about.minus(yielding));
        let near = about.minus(yielding).minus(BaseSet::one(base));
        let near = near.iter().map(|other| (other, *look.state.rect(other))).collect();
        Rusher { look, local, bare, near, base, start, used }
    }

    pub fn rect(&self) -> &'a Rect {
        self.look.state.rect(self.base)
    }

    /// The table as far as it matters.
    pub fn local(&self) -> Look<'_> {
        self.look.at(&self.local)
    }

    /// The table without the friends that give way.
    pub fn bare(&self) -> Look<'_> {
        self.look.at(&self.bare)
    }

    /// The longest distance that the base could still go.
    pub fn longest(&self) -> f64 {
        let pace = self.look.pace(self.base, Footing::Ground(Going::Good), Reach::Tactical);
        (pace - self.used).max(0.0)
    }

    /// Straight ahead as far as the base could ever go.
    pub fn ahead(&self) -> Motion {
        Motion::Go(self.rect().pose.facing.vector() * self.longest())
    }

    /// Whether a turn and a straight way after it are free of other bases up to the target, which the way is
    /// known to meet; and whether the contact may be made. Ground, gaps and zones are left to `go`.
    pub fn is_clear(&self, turn: Motion, way: Vec2, target: BaseId) -> bool {
        let (rect, tolerance) = (self.rect(), self.look.rules.tolerance);
        let turned = turn.apply(rect);
        let (length, Motion::Turn { about, angle }) = (way.length(), turn) else { return false };
        let along = if length > 0.0 { way / length } else { turned.pose.facing.vector() };
        let before = (length - tolerance.length).max(0.0);
        let hinders = |(other, there): &(BaseId, Rect)| {
            sweep_rotation(rect, about, angle, there, tolerance).is_some()
                || (*other != target && sweep(&turned, along, before, there, tolerance).is_some())
        };
        !self.near.iter().any(hinders) && self.may_touch(&turned.with_pose(turned.pose.translated(way)))
    }

    /// BB-MOVE-20: the measure of the whole move, with what was used before.
    pub fn measure(&self) -> Measure {
        let rect = self.rect();
        let back = rect.with_pose(rect.pose.advanced(-self.used));
        let mut measure = Measure::of(&back, self.look.rules.settings.pivot_measure);
        measure.walk(Motion::Go(rect.pose.facing.vector() * self.used));
        measure
    }

    /// BB-IMP-40: the way as far as the rules of a normal move let it go: the ground, what stands in the way,
    /// gaps (BB-IMP-49, BB-GAP-07), contacts that may not be made (BB-CC-50 to BB-CC-55), zones of control. None if it
    /// cannot even begin.
    pub fn go(&self, wanted: &[Motion]) -> Option<RushWay> {
        let allowance =
            self.bare().allowance_from(self.base, self.rect(), wanted, self.measure(), Reach::Tactical);
        let meets_difficult =
            allowance.going == Going::Difficult || allowance.stopped == Some(Going::Difficult);
        let allowed = cut(wanted, self.measure(), allowance.distance);
        let (motions, by, gap) = self.until_stopped(&allowed)?;
        let met = match by {
            Some(Obstacle::Base(base)) => Some(base),
            _ => None,
        };
        let wall = met.filter(|base| self.is_friend(*base));
        let (motions, forbidden) = self.before_forbidden_contact(motions);
        let way = self.way(motions, wall, meets_difficult);
        let hit = met.filter(|base| !self.is_friend(*base) && forbidden.is_none() && way.reached.is_empty());
        let good = allowance.going == Going::Good;
        Some(self.within_zones(RushWay { held_by: forbidden.or(gap), hit, good, ..way }))
    }

    /// As `go`, but only if the way reaches this target.
    pub fn go_into(&self, wanted: &[Motion], target: BaseId) -> Option<RushWay> {
        self.go(wanted).filter(|way| way.reached.contains(target))
    }

    /// The motions up to the first obstacle; none if a gap forbids the first of them (BB-GAP-03).
    fn until_stopped(&self, wanted: &[Motion]) -> Option<UntilStopped> {
        let own = BaseSet::one(self.base);
        let mut rect = *self.rect();
        let mut made = Vec::with_capacity(wanted.len());
        for motion in wanted {
            let block = self.bare().block(self.base, &rect, *motion, own);
            let free = block.map_or(*motion, |block| motion.part(block.part));
            // A straight leg that something stops at once leads nowhere in a gap.
            let goes = free.size() > 0.0 || !matches!(free, Motion::Go(_));
            if goes && let Some((base, between)) = self.local().gap_in_way(&[(self.base, rect)], free, own) {
                let gap = Reason { rule: rule!("BB-GAP-03"), fact: Fact::InGap { base, between } };
                return if made.is_empty() { None } else { Some((made, None, Some(gap))) };
            }
            made.push(free);
            rect = free.apply(&rect);
            if let Some(block) = block {
                return Some((made, Some(block.by), None));
            }
        }
        Some((made, None, None))
    }

    /// BB-CC-50 to BB-CC-55, BB-ENG-33: a way into a flank or rear that it may not attack ends short of it.
    fn before_forbidden_contact(&self, mut motions: Vec<Motion>) -> (Vec<Motion>, Option<Reason<Fact>>) {
        let end = motions.iter().fold(*self.rect(), |rect, motion| motion.apply(&rect));
        let Some((enemy, attack)) = self.forbidden_contact(&end) else { return (motions, None) };
        if let Some(last) = motions.pop() {
            let length = match last {
                Motion::Turn { angle, .. } => angle.abs() * self.look.rules.width,
                _ => last.size(),
            };
            if length > SHORT {
                motions.push(last.part((length - SHORT) / length));
            }
        }
        let by = short_of_start(self.look.state.rect(enemy), &self.start, attack);
        let fact = Fact::Began { base: self.base, other: enemy, by };
        (motions, Some(Reason { rule: attack.start_rule(), fact }))
    }

    /// BB-CC-50 to BB-CC-56: whether no contact of a base standing so is a forbidden attack.
    pub fn may_touch(&self, end: &Rect) -> bool {
        self.forbidden_contact(end).is_none()
    }

    /// BB-CC-50 to BB-CC-56: an enemy whom a base standing so would attack in a way that is forbidden to it.
    fn forbidden_contact(&self, end: &Rect) -> Option<(BaseId, Attack)> {
        let (look, tolerance) = (self.local(), self.look.rules.tolerance);
        let side = look.state.base(self.base).side;
        look.enemies_near(side, end, tolerance.length).find_map(|enemy| {
            let there = look.state.rect(enemy);
            if look.state.base(enemy).is(TroopType::Bg) || touching(self.rect(), there, tolerance) {
                return None;
            }
            let attack = attack(&contacts(end, there, tolerance))?;
            (!may_attack(look, there, &self.start, attack)).then_some((enemy, attack))
        })
    }

    fn way(&self, motions: Vec<Motion>, wall: Option<BaseId>, meets_difficult: bool) -> RushWay {
        let mut measure = self.measure();
        motions.iter().for_each(|motion| measure.walk(*motion));
        let end = motions.iter().fold(*self.rect(), |rect, motion| motion.apply(&rect));
        let (reached, fought) = self.reached_at(&end, wall);
        let used = measure.used();
        RushWay {
            motions,
            used,
            end,
            reached,
            fought,
            wall,
            hit: None,
            meets_difficult,
            good: false,
            held_by: None,
        }
    }

    /// BB-IMP-24: the enemies that a base standing so has reached: those with whom it is in close combat, and
    /// those in close combat already whom it overlaps or against whom it supports.
    fn reached_at(&self, end: &Rect, wall: Option<BaseId>) -> (BaseSet, BaseSet) {
        let (side, slack) = (self.look.state.base(self.base).side, self.look.rules.tolerance.length);
        if wall.is_none() && self.bare().enemies_near(side, end, slack).next().is_none() {
            return (BaseSet::EMPTY, BaseSet::EMPTY);
        }
        let mut there = self.bare.clone();
        if let Some(base) = there.bases.get_mut(self.base.index()) {
            base.rect = end.with_pose(end.pose.on_grid());
        }
        let look = self.look.at(&there);
        (look.reached_by(self.base), look.opponents_set(self.base))
    }

    /// BB-IMP-50, BB-ZOC-16: within a zone a way goes on only into close combat; otherwise it ends at the
    /// border. One that leads past an enemy whose zone it enters straight ahead of him must go to him.
    fn within_zones(&self, way: RushWay) -> RushWay {
        let mut rect = *self.rect();
        for (at, motion) in way.motions.iter().enumerate() {
            if let Some(entry) = self.local().zone_entry_of_impetuous(self.base, &rect, *motion) {
                let before = motion.part(entry.part);
                let there = before.apply(&rect);
                if self.may_go_on(&way, &there, entry.of) {
                    return way;
                }
                let mut motions = way.motions[..at].to_vec();
                if entry.part > 0.0 {
                    motions.push(before);
                }
                let fact = Fact::InZone { base: self.base, of: entry.of };
                let held_by = Some(Reason { rule: rule!("BB-ZOC-16"), fact });
                return RushWay { held_by, good: way.good, ..self.way(motions, None, way.meets_difficult) };
            }
            rect = motion.apply(&rect);
        }
        way
    }

    /// BB-ZOC-11, BB-IMP-24: from the border of a zone to its owner, to another who zocs the base as well, or
    /// to anybody if the owner cannot be met straight ahead. Reaching him as an overlap or a support counts.
    fn may_go_on(&self, way: &RushWay, there: &Rect, of: BaseId) -> bool {
        let reached = way.reached;
        if reached.contains(of) || reached.iter().any(|enemy| self.local().zocs(enemy, &way.end)) {
            return true;
        }
        let ahead = there.pose.facing.vector();
        let met = self.bare().first_met(there, ahead, self.longest(), BaseSet::one(self.base));
        !reached.is_empty() && met.is_none_or(|met| met.base != of)
    }

    /// Whether a way leads anywhere: a turnabout does so without using any distance.
    pub fn moves(&self, way: &RushWay) -> bool {
        let (from, to, tolerance) = (self.rect().pose, way.end.pose, self.look.rules.tolerance);
        (to.at - from.at).length() > tolerance.length || !to.facing.same(from.facing, tolerance)
    }

    fn is_friend(&self, base: BaseId) -> bool {
        self.look.state.base(base).side == self.look.state.base(self.base).side
    }

    /// BB-IMP-52, BB-PASS-04, BB-PASS-10: whether a friend can be passed through by this motion and does not stand under
    /// the end of the way: straight ahead, or Bg in any direction, but nobody in a turn.
    pub fn passes(&self, friend: BaseId, rect: &Rect, motion: Motion, way: &RushWay) -> bool {
        let (look, tolerance) = (self.look, self.look.rules.tolerance);
        let Motion::Go(along) = motion else { return false };
        if !rect.pose.facing.leads(along, tolerance) && !self.is(friend, TroopType::Bg) {
            return false;
        }
        look.may_pass(self.base, rect.pose.facing, friend, Passing::Advancing, way.good).is_some()
            && !aelian_geometry::overlaps(&way.end, look.state.rect(friend), tolerance)
    }
}

/// The motions up to an obstacle, the obstacle, and the gap that forbids the next motion.
type UntilStopped = (Vec<Motion>, Option<Obstacle>, Option<Reason<Fact>>);

/// The state with no other bases on the table.
fn with_only(state: &State, kept: BaseSet) -> State {
    let mut state = state.clone();
    for (index, base) in state.bases.iter_mut().enumerate() {
        if base.place == Place::Table && !kept.contains(BaseId::at(index)) {
            base.place = Place::Waiting;
        }
    }
    state
}

impl Look<'_> {
    /// BB-IMP-42, BB-IMP-44: whether a friend in the way ends an impetuous move: El, whoever takes part in a
    /// fight, an impetuous type that has moved, one of the same chain, and Bg that cannot be passed through.
    pub(super) fn is_wall(&self, base: BaseId, friend: BaseId, chain: BaseSet) -> bool {
        let other = self.state.base(friend);
        if other.is(TroopType::Bg) {
            return self.state.base(base).is(TroopType::El);
        }
        other.is(TroopType::El)
            || chain.contains(friend)
            || (self.is_impetuous_type(friend) && self.has_moved(friend))
            || self.fights_along(friend)
    }

    /// BB-IMP-42: whether a base is in close combat, or an overlap or a support in one.
    pub(super) fn fights_along(&self, base: BaseId) -> bool {
        self.enemy_about(base)
            && (self.in_close_combat(base) || self.is_overlap(base) || self.is_support(base))
    }
}

#[cfg(test)]
impl<'a> Rusher<'a> {
    /// A base that begins its move.
    pub fn new(look: Look<'a>, base: BaseId) -> Rusher<'a> {
        Rusher::among(look, base, BaseSet::EMPTY)
    }
}
