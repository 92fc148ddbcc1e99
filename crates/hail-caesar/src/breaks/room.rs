//! Room for those who give ground (HC-GIVE-07, HC-GIVE-08, HC-GIVE-09, HC-GIVE-10, HC-GIVE-15, HC-GIVE-16): where the
//! unit and its supports end, and where friends go who make room for them.

use super::ground::{Aside, GROUND, Going, Ground, Plan, UnitEnd, Why};
use crate::event::{self, Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{Glide, Halt, Mover, Obey};
use crate::rules::Look;
use crate::state::{Place, State};
use crate::troop::Class;
use aelian_geometry::{Pose, Rect, Vec2, convex_overlap, degrees, overlaps, rotate, sweep, swept_hull};
use aelian_rulebook::{Reason, RuleId, rule};
use std::cell::Cell;
use std::collections::BTreeSet;

/// No friend looks for his place behind more others than this.
const MOST_STEPS: usize = 24;
/// HC-GIVE-16: the angle between two directions in which a friend looks for room, in degrees.
const APART: f64 = 5.0;
/// Places that lie nearer to one another than this, in mm, are one for those who move after.
const ALIKE: f64 = 12.7;
/// So many friends are tried in every order; more of them only from one side and from the other.
const MOST_ORDERED: usize = 4;
/// After so many looks for a place there is none.
const MOST_LOOKS: usize = 200;

/// HC-GIVE-08, HC-GIVE-09, HC-GIVE-10, HC-GIVE-11, HC-GIVE-12, HC-GIVE-13, HC-GIVE-14, HC-GIVE-15, HC-GIVE-16,
/// HC-GIVE-17, HC-GIVE-18: where everybody would end.
pub fn plan(look: Look<'_>, ground: &Ground) -> Plan {
    let mut staying = *ground.refused;
    loop {
        let withdrawal = Withdrawal::new(look, ground, staying);
        let goers = match withdrawal.goers() {
            Ok(goers) => goers,
            Err(rule) => return Plan::Blocked(rule),
        };
        // HC-GIVE-16: who finds no place stays where he is.
        match withdrawal.room(&goers) {
            Ok(aside) => return Plan::Goes(Box::new(withdrawal.going(goers, aside))),
            Err(friend) => staying.insert(friend),
        };
    }
}

/// HC-GIVE-10, HC-GIVE-16: why a friend may not make room by going there; empty if he may.
pub fn place_faults(look: Look<'_>, ground: &Ground, friend: UnitId, pose: Pose) -> Vec<Reason<Fact>> {
    let Plan::Goes(_) = plan(look, ground) else {
        return vec![Reason::new(rule!("HC-GIVE-10"), Fact::Unit(friend))];
    };
    let mut named = ground.clone();
    named.agreed.insert(friend);
    named.places.push((friend, pose.on_grid()));
    // He may go there if all find room then, each where his owner has named it.
    if let Plan::Goes(going) = plan(look, &named)
        && named.places.iter().all(|(one, pose)| going.stands(look, *one, *pose))
    {
        return Vec::new();
    }
    let mut found = floor_of(look, ground, friend, |floor| {
        floor.faults(friend, &look.rect(friend).with_pose(pose.on_grid()))
    });
    if found.is_empty() {
        found.push(Reason::new(rule!("HC-GIVE-16"), Fact::Unit(friend)));
    }
    found
}

/// Some places where a friend may make room, the nearest first.
pub fn places(look: Look<'_>, ground: &Ground, friend: UnitId) -> Vec<Pose> {
    floor_of(look, ground, friend, |floor| {
        let found = floor.places(friend, &floor.quarters());
        found.into_iter().map(|(_, rect)| rect.pose).collect()
    })
}

/// What is read from the table on which this friend moves, when those have moved whose owner has said so.
fn floor_of<T: Default>(
    look: Look<'_>,
    ground: &Ground,
    friend: UnitId,
    read: impl Fn(&Floor<'_>) -> T,
) -> T {
    let Plan::Goes(going) = plan(look, ground) else { return T::default() };
    let withdrawal = Withdrawal::new(look, ground, *ground.refused);
    let barred = barred(&going.goers(look));
    let mut state = withdrawal.without(&[]);
    for one in going.aside.iter().filter(|one| ground.agreed.contains(one.friend) && one.friend != friend) {
        put(&mut state, one.friend, &one.rect);
    }
    read(&Floor { look: look.at(&state), barred: &barred, taken: &[], along: withdrawal.along })
}

/// One unit that gives ground.
pub struct Goer {
    pub end: UnitEnd,
    /// The ground that it goes over and comes to stand on.
    swath: Vec<Vec2>,
}

impl Goer {
    fn new(look: Look<'_>, end: UnitEnd) -> Goer {
        let from = look.rect(end.unit);
        let by = end.rect.pose.at - from.pose.at;
        let length = by.length();
        let swath =
            if length > 0.0 { swept_hull(from, by / length, length) } else { end.rect.corners().to_vec() };
        Goer { end, swath }
    }
}

impl Going {
    /// All who give ground, as they were planned.
    fn goers(&self, look: Look<'_>) -> Vec<Goer> {
        self.ends.iter().map(|end| Goer::new(look, *end)).collect()
    }

    /// A friend makes room by going there.
    fn stands(&self, look: Look<'_>, friend: UnitId, pose: Pose) -> bool {
        let rect = look.rect(friend).with_pose(pose);
        self.aside.iter().any(|aside| aside.friend == friend && aside.rect == rect)
    }
}

/// HC-GIVE-16: ground that must be free, and for whom.
fn barred(goers: &[Goer]) -> Vec<(UnitId, Vec<Vec2>)> {
    goers.iter().map(|goer| (goer.end.unit, goer.swath.clone())).collect()
}

/// A unit and its supports on their way back.
struct Withdrawal<'a> {
    look: Look<'a>,
    ground: &'a Ground,
    along: Vec2,
    length: f64,
    /// HC-GIVE-07: those of its supports that go with it.
    supports: Vec<UnitId>,
    /// HC-GIVE-06: engines and baggage among them.
    lost: UnitSet,
    /// HC-GIVE-10: unengaged friends in good order, but for those who stay.
    askable: UnitSet,
}

impl<'a> Withdrawal<'a> {
    fn new(look: Look<'a>, ground: &'a Ground, staying: UnitSet) -> Withdrawal<'a> {
        let mut supports = Vec::new();
        let mut lost = UnitSet::EMPTY;
        for support in ground.supports.iter().filter(|support| !stays(look, support.unit)) {
            let class = look.class(support.unit);
            if class.is_artillery() || class == Class::Baggage {
                lost.insert(support.unit);
            } else {
                supports.push(support.unit);
            }
        }
        let goes = |unit: &UnitId| *unit == ground.unit || supports.contains(unit) || lost.contains(*unit);
        // HC-GIVE-10, HC-DIS-10.
        let askable = look
            .on_table(look.side(ground.unit))
            .filter(|friend| !goes(friend) && !staying.contains(*friend))
            .filter(|friend| look.state.unit(*friend).place == Place::Table)
            .filter(|friend| !look.is_disordered(*friend) && !look.is_engaged(*friend))
            .collect();
        let (along, length) = (ground.push.unit(), look.inches(GROUND));
        Withdrawal { look, ground, along, length, supports, lost, askable }
    }

    /// HC-GIVE-15, HC-ALG-15: in the order in which they go; each finds those before him where they have come.
    fn goers(&self) -> Result<Vec<Goer>, RuleId> {
        let Withdrawal { look, ground, .. } = *self;
        let order = self.order();
        let mut state = self.without(&[]);
        let mut later: UnitSet = order.iter().copied().collect();
        let mut goers = Vec::new();
        for unit in order {
            later.remove(unit);
            let end = if unit == ground.unit {
                self.unit_end(look.at(&state), later)?
            } else {
                self.support_end(look.at(&state), unit, later)?
            };
            match end.left {
                Some(_) => lift(&mut state, unit),
                None => put(&mut state, unit, &end.rect),
            }
            goers.push(Goer::new(look, end));
        }
        Ok(goers)
    }

    /// HC-GIVE-15, HC-ALG-15: nobody goes before those who stand in his way; else those who are furthest on the way first.
    fn order(&self) -> Vec<UnitId> {
        let look = self.look;
        let far = |unit: &UnitId| look.rect(*unit).centre().dot(self.along);
        let mut left: Vec<UnitId> = self.supports.clone();
        left.push(self.ground.unit);
        left.sort_by(|a, b| far(b).total_cmp(&far(a)));
        let meets = |unit: UnitId, other: UnitId| {
            look.footprint(unit).any(|part| {
                let stops = |body| sweep(&part, self.along, self.length, &body, look.rules.tolerance);
                look.footprint(other).any(|body| stops(body).is_some())
            })
        };
        let mut order = Vec::new();
        while !left.is_empty() {
            let is_free = |unit: &UnitId| left.iter().all(|other| other == unit || !meets(*unit, *other));
            let at = left.iter().position(is_free).unwrap_or(0);
            order.push(left.remove(at));
        }
        order
    }

    fn obey(&self, later: UnitSet) -> Obey {
        Obey { ignored: later.union(self.askable), ..Obey::GIVE_GROUND }
    }

    /// HC-GIVE-08, HC-GIVE-16: a beaten unit goes all the six inches, or it is destroyed; others go as far as they can.
    fn unit_end(&self, now: Look<'_>, later: UnitSet) -> Result<UnitEnd, RuleId> {
        let unit = self.ground.unit;
        let way = now.straight(unit, self.along, self.length, self.obey(later));
        let short = way.left.is_none() && way.distance < self.length - now.rules.slack;
        if short && self.ground.why == Why::Beaten {
            let by = way.blocked.map(|reason| reason.fact);
            return Err(match by {
                Some(Fact::BlockedBy(friend)) if self.ground.refused.contains(friend) => rule!("HC-GIVE-10"),
                Some(Fact::BlockedBy(friend)) if self.might_be_asked(friend) => rule!("HC-GIVE-16"),
                _ => rule!("HC-GIVE-08"),
            });
        }
        Ok(UnitEnd { unit, rect: way.rect, left: way.left })
    }

    /// A friend who would make room if he found a place.
    fn might_be_asked(&self, friend: UnitId) -> bool {
        let Withdrawal { look, ground, .. } = self;
        look.side(friend) == look.side(ground.unit)
            && !look.is_disordered(friend)
            && !look.is_engaged(friend)
            && !ground.supports.iter().any(|support| support.unit == friend)
    }

    /// HC-GIVE-07, HC-GIVE-09, HC-GIVE-15, AMB-74: a support goes along as far as it can; where it would then stand in the
    /// way of its friend it makes room for him sideways, or he is stuck.
    fn support_end(&self, now: Look<'_>, unit: UnitId, later: UnitSet) -> Result<UnitEnd, RuleId> {
        let way = now.straight(unit, self.along, self.length, self.obey(later));
        let end = UnitEnd { unit, rect: way.rect, left: way.left };
        let full = way.left.is_some() || way.distance >= self.length - now.rules.slack;
        let hull = swept_hull(self.look.rect(self.ground.unit), self.along, self.length);
        if full || !convex_overlap(&hull, &end.rect, now.rules.tolerance) {
            return Ok(end);
        }
        let barred = [(self.ground.unit, hull)];
        let floor = Floor { look: now, barred: &barred, taken: &[], along: self.along };
        match floor.places(unit, &floor.ways(unit)).into_iter().next() {
            Some((_, rect)) => Ok(UnitEnd { unit, rect, left: None }),
            None => Err(rule!("HC-GIVE-15")),
        }
    }

    /// HC-GIVE-10, HC-GIVE-16: friends in the way of those who give ground, and where each goes, in the order in which they
    /// go; or one of them who finds no place.
    fn room(&self, goers: &[Goer]) -> Result<Vec<Aside>, UnitId> {
        let friends = self.in_the_way(goers);
        if friends.is_empty() {
            return Ok(Vec::new());
        }
        let barred = barred(goers);
        let search = Search { withdrawal: self, barred: &barred, left: Cell::new(MOST_LOOKS) };
        let movers: Vec<UnitId> = friends.iter().map(|(friend, _)| *friend).collect();
        let Some(best) = search.best(&movers).or_else(|| search.best_with_others(movers)) else {
            let needless = friends.iter().find(|(_, of)| !of.contains(self.ground.unit));
            return Err(needless.or(friends.first()).map_or(self.ground.unit, |(friend, _)| *friend));
        };
        // Who makes room for another who makes room does so for whom that one does.
        let all = friends.iter().fold(UnitSet::EMPTY, |all, (_, of)| all.union(*of));
        let of = |friend: UnitId| friends.iter().find(|(one, _)| *one == friend).map_or(all, |(_, of)| *of);
        let moves = best.into_iter().filter(|(friend, rect)| self.look.rect(*friend) != rect);
        Ok(moves.map(|(friend, rect)| Aside { friend, of: of(friend), rect }).collect())
    }

    /// HC-GIVE-10: friends who may be asked and stand in the way, and in whose; the nearest first.
    fn in_the_way(&self, goers: &[Goer]) -> Vec<(UnitId, UnitSet)> {
        let look = self.look;
        let lies_in = |goer: &&Goer, friend: UnitId| {
            look.footprint(friend).any(|part| convex_overlap(&goer.swath, &part, look.rules.tolerance))
        };
        let of = |friend: UnitId| -> UnitSet {
            goers.iter().filter(|goer| lies_in(goer, friend)).map(|goer| goer.end.unit).collect()
        };
        let friends = self.askable.iter().map(|friend| (friend, of(friend)));
        let mut friends: Vec<(UnitId, UnitSet)> = friends.filter(|(_, of)| !of.is_empty()).collect();
        friends.sort_by(|a, b| self.far(a.0).total_cmp(&self.far(b.0)));
        friends
    }

    fn far(&self, unit: UnitId) -> f64 {
        self.look.rect(unit).centre().dot(self.along)
    }

    /// HC-GIVE-06: the table without engines and baggage that are lost, and without these.
    fn without(&self, units: &[UnitId]) -> State {
        let mut state = self.look.state.clone();
        self.lost.iter().chain(units.iter().copied()).for_each(|unit| lift(&mut state, unit));
        state
    }

    fn going(&self, goers: Vec<Goer>, aside: Vec<Aside>) -> Going {
        let ends = goers.into_iter().map(|goer| goer.end).collect();
        Going { ends, push: self.ground.push, lost: self.lost, aside }
    }
}

/// HC-GIVE-10, HC-GIVE-16: friends look for room. They go before those for whom they do it, one after the other; nobody goes
/// through another.
struct Search<'a> {
    withdrawal: &'a Withdrawal<'a>,
    barred: &'a [(UnitId, Vec<Vec2>)],
    /// How often somebody may still look for a place.
    left: Cell<usize>,
}

/// Who goes where, in this order.
type Places = Vec<(UnitId, Rect)>;

impl Search<'_> {
    /// Where these go, if they choose their places in the order in which it takes the least way.
    fn best(&self, friends: &[UnitId]) -> Option<Places> {
        let state = self.withdrawal.without(friends);
        let found = orders(friends).into_iter().filter_map(|order| self.placed(&state, &order, &[]));
        self.least(found)
    }

    /// HC-GIVE-10: the same with others who must make room for these: one of them, or as many as it takes.
    fn best_with_others(&self, mut friends: Vec<UnitId>) -> Option<Places> {
        loop {
            let others = self.stoppers(&friends);
            if others.is_empty() || self.left.get() == 0 {
                return None;
            }
            let with = |more: &[UnitId]| [&friends, more].concat();
            let one = others.iter().filter_map(|other| self.best(&with(&[*other])));
            let found =
                self.least(one).or_else(|| if others.len() > 1 { self.best(&with(&others)) } else { None });
            if found.is_some() {
                return found;
            }
            friends = with(&others);
        }
    }

    fn least(&self, found: impl Iterator<Item = Places>) -> Option<Places> {
        let look = self.withdrawal.look;
        let way = |(unit, rect): &(UnitId, Rect)| (rect.pose.at - look.rect(*unit).pose.at).length();
        let total = |places: &Places| places.iter().map(way).sum::<f64>();
        found.min_by(|a, b| total(a).total_cmp(&total(b)))
    }

    /// A place for each of these, one after the other, and then the order in which they can go there. They are not on the
    /// table of `state`.
    fn placed(&self, state: &State, order: &[UnitId], taken: &[(UnitId, Rect)]) -> Option<Places> {
        let Some((friend, rest)) = order.split_first() else { return self.in_turn(taken) };
        let looks = self.left.get();
        self.left.set(looks.saturating_sub(1));
        let rects: Vec<Rect> = taken.iter().map(|(_, rect)| *rect).collect();
        let floor = self.floor(state, &rects);
        let stands = *floor.look.rect(*friend);
        let named = self.withdrawal.ground.places.iter().filter(|(one, _)| one == friend);
        let named = named.map(|(_, pose)| stands.with_pose(*pose));
        let others = if looks == 0 { Vec::new() } else { floor.slides(*friend, &floor.ways(*friend)) };
        let mut tried: Vec<Rect> = Vec::new();
        for rect in named.chain(others.into_iter().map(|(_, rect)| rect)) {
            let alike = |one: &Rect| (one.pose.at - rect.pose.at).length() < ALIKE;
            if tried.iter().any(alike) || !floor.faults(*friend, &rect).is_empty() {
                continue;
            }
            tried.push(rect);
            let found = self.placed(state, rest, &[taken, &[(*friend, rect)]].concat());
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// HC-PASS-13: these in an order in which nobody goes through another: who has gone stands where he has come, the
    /// others where they stood.
    fn in_turn(&self, places: &[(UnitId, Rect)]) -> Option<Places> {
        // As many as a set can tell apart.
        let mut turns = (places.len() < 64).then(|| Turns::of(self, places))?;
        turns.found(0).then(|| turns.order.iter().rev().filter_map(|at| places.get(*at).copied()).collect())
    }

    /// Whether a friend goes straight to his place past this body.
    fn is_clear(&self, (friend, to): &(UnitId, Rect), body: &Rect) -> bool {
        let look = self.withdrawal.look;
        let by = to.pose.at - look.rect(*friend).pose.at;
        let length = by.length();
        let far = length - look.rules.slack;
        let stops = |part: Rect| sweep(&part, by / length, far, body, look.rules.tolerance).is_some();
        far <= 0.0 || !look.footprint(*friend).any(stops)
    }

    /// HC-GIVE-10: other friends who may be asked and stand where these look for room.
    fn stoppers(&self, friends: &[UnitId]) -> Vec<UnitId> {
        let state = self.withdrawal.without(friends);
        let floor = self.floor(&state, &[]);
        let mut found = UnitSet::EMPTY;
        for friend in friends {
            for way in floor.ways(*friend) {
                found = found.union(floor.stoppers(*friend, way));
            }
        }
        let askable = self.withdrawal.askable;
        let mut found: Vec<UnitId> =
            found.iter().filter(|one| askable.contains(*one) && !friends.contains(one)).collect();
        found.sort_by(|a, b| self.withdrawal.far(*a).total_cmp(&self.withdrawal.far(*b)));
        found
    }

    fn floor<'b>(&'b self, state: &'b State, taken: &'b [Rect]) -> Floor<'b> {
        let Withdrawal { look, along, .. } = *self.withdrawal;
        Floor { look: look.at(state), barred: self.barred, taken, along }
    }
}

/// In which order several go to their places. Whether the last of them find their way depends only on who they are, so
/// each set of those who have gone is tried once.
struct Turns {
    /// For each: whom he cannot pass while they stand where they stood, and when they stand where they have come.
    barred_before: Vec<u64>,
    barred_after: Vec<u64>,
    /// Sets of those who have gone after whom the others cannot all go.
    stuck: BTreeSet<u64>,
    /// Those who go, the last first.
    order: Vec<usize>,
}

impl Turns {
    fn of(search: &Search<'_>, places: &[(UnitId, Rect)]) -> Turns {
        let look = search.withdrawal.look;
        let set = |of: &dyn Fn(usize) -> bool| {
            (0..places.len()).filter(|at| of(*at)).fold(0, |set, at| set | 1 << at)
        };
        let before = |one: &(UnitId, Rect)| {
            set(&|at| {
                places.get(at).is_some_and(|(other, _)| {
                    *other != one.0 && !look.footprint(*other).all(|body| search.is_clear(one, &body))
                })
            })
        };
        let after = |one: &(UnitId, Rect)| {
            set(&|at| places.get(at).is_some_and(|(other, to)| *other != one.0 && !search.is_clear(one, to)))
        };
        Turns {
            barred_before: places.iter().map(before).collect(),
            barred_after: places.iter().map(after).collect(),
            stuck: BTreeSet::new(),
            order: Vec::new(),
        }
    }

    /// Whether the others can go when these have gone.
    fn found(&mut self, gone: u64) -> bool {
        let all = (1_u64 << self.barred_before.len()) - 1;
        if gone == all {
            return true;
        }
        if self.stuck.contains(&gone) {
            return false;
        }
        for at in 0..self.barred_before.len() {
            let waiting = all & !gone & !(1 << at);
            let is_free = gone & (1 << at) == 0
                && self.barred_before.get(at).is_some_and(|barred| barred & waiting == 0)
                && self.barred_after.get(at).is_some_and(|barred| barred & gone == 0);
            if is_free && self.found(gone | 1 << at) {
                self.order.push(at);
                return true;
            }
        }
        self.stuck.insert(gone);
        false
    }
}

/// Orders in which these may go: all of them, or, of many, from either side.
fn orders(units: &[UnitId]) -> Vec<Vec<UnitId>> {
    if units.len() > MOST_ORDERED {
        return vec![units.to_vec(), units.iter().rev().copied().collect()];
    }
    let [] = units else {
        let first = |at: usize| {
            let (one, mut rest) = (units.get(at).copied(), units.to_vec());
            rest.remove(at);
            let after = move |order: Vec<UnitId>| one.into_iter().chain(order).collect();
            orders(&rest).into_iter().map(after).collect::<Vec<Vec<UnitId>>>()
        };
        return (0..units.len()).flat_map(first).collect();
    };
    vec![Vec::new()]
}

/// HC-BRES-28, HC-SQ-10, HC-BLDG-18: it stays where it is, whatever its friend does.
fn stays(look: Look<'_>, unit: UnitId) -> bool {
    look.never_falls_back(unit) || look.state.unit(unit).place != Place::Table
}

/// A unit is no longer in anybody's way.
fn lift(state: &mut State, unit: UnitId) {
    event::apply(state, &Event::Leaves { unit, to: Place::Destroyed });
}

fn put(state: &mut State, unit: UnitId, rect: &Rect) {
    let formation = state.unit(unit).formation;
    let moved = Moved { unit, why: MoveWhy::GaveGround, way: Vec::new(), formation, rect: *rect };
    event::apply(state, &Event::Moved(moved));
}

/// The table as it is when a friend makes room.
struct Floor<'a> {
    /// Those who give ground still stand where they stood.
    look: Look<'a>,
    /// Ground that must be free, and for whom.
    barred: &'a [(UnitId, Vec<Vec2>)],
    /// Where others will stand who make room.
    taken: &'a [Rect],
    along: Vec2,
}

impl Floor<'_> {
    /// HC-GIVE-16: aside, back, and between the two.
    fn quarters(&self) -> Vec<Vec2> {
        let beside = Vec2::new(self.along.y, -self.along.x);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        vec![beside, beside * -1.0, self.along, (self.along + beside) * half, (self.along - beside) * half]
    }

    /// HC-GIVE-16: all directions in which a friend looks for room: these, his own, and all around.
    fn ways(&self, friend: UnitId) -> Vec<Vec2> {
        let facing = self.look.rect(friend).pose.facing;
        let (ahead, right) = (facing.unit(), facing.right());
        let mut ways = self.quarters();
        ways.extend([ahead, right, ahead * -1.0, right * -1.0]);
        let turns = (360.0 / APART) as u32;
        ways.extend((1..turns).map(|turn| rotate(self.along, degrees(APART * f64::from(turn)))));
        ways
    }

    /// Places in these directions where it may stand, the nearest first.
    fn places(&self, friend: UnitId, ways: &[Vec2]) -> Vec<(f64, Rect)> {
        let mut found = self.slides(friend, ways);
        found.retain(|(_, rect)| self.faults(friend, rect).is_empty());
        found
    }

    /// HC-GIVE-16: the nearest place in each direction that clears the ground, the nearest of them first.
    fn slides(&self, friend: UnitId, ways: &[Vec2]) -> Vec<(f64, Rect)> {
        let mut found: Vec<(f64, Rect)> =
            ways.iter().filter_map(|way| self.slide(friend, *way, |_| ())).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    }

    /// Those on whom it would stand on its way in this direction, and who stop it.
    fn stoppers(&self, friend: UnitId, way: Vec2) -> UnitSet {
        let found = Cell::new(UnitSet::EMPTY);
        let note = |unit: UnitId| found.set(found.get().union(UnitSet::one(unit)));
        if let Some((_, rect)) = self.slide(friend, way, note) {
            let halt = self.halt(friend, &rect).map(|halt| halt.reason.fact);
            if let Some(Fact::BlockedBy(unit)) = halt {
                note(unit);
            }
        }
        found.get()
    }

    /// The least way in this direction at whose end it stands on nobody and on no ground that must be free.
    fn slide(&self, friend: UnitId, way: Vec2, meets: impl Fn(UnitId)) -> Option<(f64, Rect)> {
        let look = self.look;
        let (rect, slack) = (look.rect(friend), look.rules.slack);
        let mut distance = 0.0;
        for _ in 0..MOST_STEPS {
            let to = rect.with_pose(rect.pose.translated(way * distance).on_grid());
            let Some(under) = self.under(friend, &to, &meets) else { return Some((distance, to)) };
            let clear = clear_of(rect, way, &under);
            distance = if clear > distance { clear } else { distance + slack };
            if distance > look.rate(friend) + slack {
                return None;
            }
        }
        None
    }

    /// What it would stand on there.
    fn under(&self, friend: UnitId, to: &Rect, meets: &impl Fn(UnitId)) -> Option<Vec<Vec2>> {
        let tolerance = self.look.rules.tolerance;
        let swath = self.barred.iter().find(|(_, swath)| convex_overlap(swath, to, tolerance));
        let on = |rect: &Rect| overlaps(rect, to, tolerance);
        let taken = || self.taken.iter().copied().find(on);
        let unit = || {
            let unit = self.look.overlapped(friend, to, UnitSet::EMPTY)?;
            meets(unit);
            self.look.footprint(unit).find(on)
        };
        let points = |rect: Rect| rect.corners().to_vec();
        swath.map(|(_, swath)| swath.clone()).or_else(|| taken().or_else(unit).map(points))
    }

    /// HC-GIVE-10, HC-GIVE-16: why it may not go there: further than one move, in another formation or facing, onto ground
    /// that must be free or that it may not enter, against enemies, through what it cannot pass.
    fn faults(&self, friend: UnitId, to: &Rect) -> Vec<Reason<Fact>> {
        let look = self.look;
        let mut found = Vec::new();
        let mut no = |fact| found.push(Reason::new(rule!("HC-GIVE-16"), fact));
        let from = look.rect(friend);
        if !crate::movement::is_sound(to) || to.pose.facing != from.pose.facing {
            no(Fact::Unit(friend));
            return found;
        }
        let (used, allowed) = ((to.pose.at - from.pose.at).length(), look.rate(friend));
        if used > allowed + look.rules.slack {
            no(Fact::TooFar { used, allowed });
        }
        let tolerance = look.rules.tolerance;
        for (unit, _) in self.barred.iter().filter(|(_, swath)| convex_overlap(swath, to, tolerance)) {
            no(Fact::BlockedBy(*unit));
        }
        if self.taken.iter().any(|rect| overlaps(rect, to, tolerance)) {
            no(Fact::Unit(friend));
        }
        let rest = look.may_stand(friend, look.state.unit(friend).formation, to);
        let told: Vec<Fact> = found.iter().map(|reason| reason.fact.clone()).collect();
        found.extend(rest.into_iter().filter(|reason| !told.contains(&reason.fact)));
        if found.is_empty() {
            found.extend(self.halt(friend, to).map(|halt| halt.reason));
        }
        found
    }

    /// HC-PASS-13: what stops it on its way there.
    fn halt(&self, friend: UnitId, to: &Rect) -> Option<Halt> {
        let obey = Obey { touches: false, ..Obey::GIVE_GROUND };
        let formation = self.look.state.unit(friend).formation;
        let mover = Mover { unit: friend, formation, obey, walled: UnitSet::EMPTY };
        let glide = Glide::new(self.look.rect(friend), to.pose);
        let far = glide.length() - self.look.rules.slack;
        self.look.halt(&mover, &glide).filter(|halt| halt.part * glide.length() < far)
    }
}

/// How far a rectangle must go in this direction until it is clear of a convex piece of ground: until one line parts them.
fn clear_of(rect: &Rect, way: Vec2, ground: &[Vec2]) -> f64 {
    let ends = ground.iter().cycle().skip(1);
    let normals = ground.iter().zip(ends).map(|(a, b)| Vec2::new(b.y - a.y, a.x - b.x));
    let facing = rect.pose.facing;
    let axes = normals.filter(|normal| normal.length() > 1e-6).chain([facing.unit(), facing.right()]);
    let parts = |axis: Vec2| {
        let axis = if axis.dot(way) < 0.0 { axis * -1.0 } else { axis };
        let least = rect.corners().iter().map(|corner| corner.dot(axis)).fold(f64::INFINITY, f64::min);
        let most = ground.iter().map(|point| point.dot(axis)).fold(f64::NEG_INFINITY, f64::max);
        let speed = axis.dot(way);
        if speed > 1e-9 * axis.length() { (most - least) / speed } else { f64::INFINITY }
    };
    axes.map(parts).fold(f64::INFINITY, f64::min)
}
