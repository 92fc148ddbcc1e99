//! Room for those who give ground (HC-GIVE-07, HC-GIVE-08, HC-GIVE-09, HC-GIVE-10, HC-GIVE-15, HC-GIVE-16): where the
//! unit and its supports end, and where friends go who make room for them.

use super::floor::{Floor, Seeker};
use super::ground::{self, Aside, Going, Ground, Plan, UnitEnd, Why};
use super::search::Search;
use crate::event::{self, Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::movement::Obey;
use crate::numbers::numbers;
use crate::rules::Look;
use crate::state::{Place, State};
use crate::troop::Class;
use aelian_geometry::{Pose, Rect, Vec2, convex_overlap, sweep, swept_hull};
use aelian_rulebook::{Reason, RuleId, rule};

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
    let Plan::Goes(_) = *ground::planned(look, ground) else {
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
    let mut found =
        seeking(look, ground, friend, |seeker| seeker.faults(&look.rect(friend).with_pose(pose.on_grid())));
    if found.is_empty() {
        found.push(Reason::new(rule!("HC-GIVE-16"), Fact::Unit(friend)));
    }
    found
}

/// Some places where a friend may make room, the nearest first.
pub fn places(look: Look<'_>, ground: &Ground, friend: UnitId) -> Vec<Pose> {
    seeking(look, ground, friend, |seeker| seeker.quarters().into_iter().map(|place| place.pose).collect())
}

/// What is read from this friend as he looks for room when those have moved whose owner has said so.
fn seeking<T: Default>(
    look: Look<'_>,
    ground: &Ground,
    friend: UnitId,
    read: impl Fn(&Seeker<'_>) -> T,
) -> T {
    let plan = ground::planned(look, ground);
    let Plan::Goes(going) = &*plan else { return T::default() };
    let withdrawal = Withdrawal::new(look, ground, *ground.refused);
    let barred = barred(&going.goers(look));
    let mut state = withdrawal.without(&[]);
    for one in going.aside.iter().filter(|one| ground.agreed.contains(one.friend) && one.friend != friend) {
        put(&mut state, one.friend, &one.rect);
    }
    let floor = Floor { look: look.at(&state), barred: &barred, along: withdrawal.along };
    read(&Seeker::new(floor, friend))
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
pub(super) struct Withdrawal<'a> {
    pub look: Look<'a>,
    pub ground: &'a Ground,
    pub along: Vec2,
    length: f64,
    /// HC-GIVE-07: those of its supports that go with it.
    supports: Vec<UnitId>,
    /// HC-GIVE-06: engines and baggage among them.
    lost: UnitSet,
    /// HC-GIVE-10: unengaged friends in good order, but for those who stay.
    pub askable: UnitSet,
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
        let (along, length) = (ground.push.unit(), look.inches(numbers().moving.giving_ground));
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
        let floor = Floor { look: now, barred: &barred, along: self.along };
        let aside = Seeker::new(floor, unit).nearest();
        aside.map(|rect| UnitEnd { unit, rect, left: None }).ok_or(rule!("HC-GIVE-15"))
    }

    /// HC-GIVE-10, HC-GIVE-16: friends in the way of those who give ground, and where each goes, in the order in which they
    /// go; or one of them who finds no place.
    fn room(&self, goers: &[Goer]) -> Result<Vec<Aside>, UnitId> {
        let friends = self.in_the_way(goers);
        if friends.is_empty() {
            return Ok(Vec::new());
        }
        let barred = barred(goers);
        let search = Search::new(self, &barred);
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

    pub fn far(&self, unit: UnitId) -> f64 {
        self.look.rect(unit).centre().dot(self.along)
    }

    /// HC-GIVE-06: the table without engines and baggage that are lost, and without these.
    pub fn without(&self, units: &[UnitId]) -> State {
        let mut state = self.look.state.clone();
        self.lost.iter().chain(units.iter().copied()).for_each(|unit| lift(&mut state, unit));
        state
    }

    fn going(&self, goers: Vec<Goer>, aside: Vec<Aside>) -> Going {
        let ends = goers.into_iter().map(|goer| goer.end).collect();
        Going { ends, push: self.ground.push, lost: self.lost, aside }
    }
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
