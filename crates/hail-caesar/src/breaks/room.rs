//! Room for those who give ground (HC-GIVE-07, HC-GIVE-08, HC-GIVE-09, HC-GIVE-10, HC-GIVE-15, HC-GIVE-16): where the
//! unit and its supports end, and where friends go who make room for them.

use super::ground::{Aside, GROUND, Going, Ground, Plan, UnitEnd, Why};
use crate::event::{self, Event, MoveWhy, Moved};
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::movement::{Glide, Mover, Obey};
use crate::position::SupportSide;
use crate::rules::Look;
use crate::state::{Place, State};
use crate::troop::Class;
use aelian_geometry::{Pose, Rect, Vec2, convex_overlap, overlaps, swept_hull};
use aelian_rulebook::{Reason, RuleId, rule};

/// No friend looks for his place behind more others than this.
const MOST_STEPS: usize = 24;

/// HC-GIVE-08, HC-GIVE-09, HC-GIVE-10, HC-GIVE-11, HC-GIVE-12, HC-GIVE-13, HC-GIVE-14, HC-GIVE-15, HC-GIVE-16,
/// HC-GIVE-17, HC-GIVE-18: where everybody would end.
pub fn plan(look: Look<'_>, ground: &Ground) -> Plan {
    let mut staying = ground.refused;
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
    let Plan::Goes(going) = plan(look, ground) else {
        return vec![Reason::new(rule!("HC-GIVE-10"), Fact::Unit(friend))];
    };
    let withdrawal = Withdrawal::new(look, ground, ground.refused);
    let goers = going.goers(look);
    let state = withdrawal.without_movers(&goers, going.aside.iter().map(|one| one.friend).collect());
    let floor = Floor::new(look.at(&state), &withdrawal, &goers);
    let mut taken: Vec<Rect> = Vec::new();
    for one in going.aside.iter().filter(|one| ground.agreed.contains(one.friend) && one.friend != friend) {
        taken.push(one.rect);
    }
    floor.faults(friend, &look.rect(friend).with_pose(pose), &taken)
}

/// Places where a friend may make room, the nearest first.
pub fn places(look: Look<'_>, ground: &Ground, friend: UnitId) -> Vec<Pose> {
    let Plan::Goes(going) = plan(look, ground) else { return Vec::new() };
    let withdrawal = Withdrawal::new(look, ground, ground.refused);
    let goers = going.goers(look);
    let state = withdrawal.without_movers(&goers, going.aside.iter().map(|one| one.friend).collect());
    let floor = Floor::new(look.at(&state), &withdrawal, &goers);
    let others = going.aside.iter().filter(|one| ground.agreed.contains(one.friend));
    let taken: Vec<Rect> = others.map(|one| one.rect).collect();
    floor.candidates(friend, &taken).into_iter().map(|(_, rect)| rect.pose).collect()
}

/// One unit that gives ground.
pub struct Goer {
    pub end: UnitEnd,
    /// The ground that it goes over and comes to stand on.
    swath: Vec<Vec2>,
}

impl Goer {
    fn new(look: Look<'_>, end: UnitEnd, along: Vec2) -> Goer {
        let from = look.rect(end.unit);
        let by = end.rect.pose.at - from.pose.at;
        let length = by.dot(along);
        let straight = (by - along * length).length() < 1.0;
        let swath = if straight && length > 0.0 {
            swept_hull(from, along, length)
        } else {
            end.rect.corners().to_vec()
        };
        Goer { end, swath }
    }
}

impl Going {
    /// All who give ground, as they were planned.
    fn goers(&self, look: Look<'_>) -> Vec<Goer> {
        let along = self.push.unit();
        std::iter::once(self.unit)
            .chain(self.supports.iter().copied())
            .map(|end| Goer::new(look, end, along))
            .collect()
    }
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

    /// HC-GIVE-15, HC-ALG-15: those who are furthest on the way first; each finds those before him where they have come.
    fn goers(&self) -> Result<Vec<Goer>, RuleId> {
        let Withdrawal { look, ground, along, .. } = *self;
        let mut order: Vec<UnitId> = self.supports.clone();
        order.push(ground.unit);
        let far = |unit: &UnitId| look.rect(*unit).centre().dot(along);
        order.sort_by(|a, b| far(b).total_cmp(&far(a)));
        let mut state = look.state.clone();
        self.lost.iter().for_each(|unit| lift(&mut state, unit));
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
            goers.push(Goer::new(look, end, along));
        }
        goers.sort_by_key(|goer| goer.end.unit != ground.unit);
        Ok(goers)
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
        let mut state = now.state.clone();
        lift(&mut state, self.ground.unit);
        let floor = Floor { look: now.at(&state), barred: vec![(self.ground.unit, hull)], along: self.along };
        match floor.candidates(unit, &[]).into_iter().next() {
            Some((_, rect)) => Ok(UnitEnd { unit, rect, left: None }),
            None => Err(rule!("HC-GIVE-15")),
        }
    }

    /// HC-GIVE-10, HC-GIVE-16: friends in the way of those who give ground, and where each goes; or one of them who finds no
    /// place.
    fn room(&self, goers: &[Goer]) -> Result<Vec<Aside>, UnitId> {
        let look = self.look;
        let tolerance = look.rules.tolerance;
        let lies_in = |goer: &Goer, friend: UnitId| {
            look.footprint(friend).any(|part| convex_overlap(&goer.swath, &part, tolerance))
        };
        let mut friends: Vec<(UnitId, UnitSet)> = Vec::new();
        for friend in self.askable.iter() {
            let of: UnitSet =
                goers.iter().filter(|goer| lies_in(goer, friend)).map(|goer| goer.end.unit).collect();
            if !of.is_empty() {
                friends.push((friend, of));
            }
        }
        if friends.is_empty() {
            return Ok(Vec::new());
        }
        let state = self.without_movers(goers, friends.iter().map(|(friend, _)| *friend).collect());
        let floor = Floor::new(look.at(&state), self, goers);
        let far = |friend: UnitId| look.rect(friend).centre().dot(self.along);
        friends.sort_by(|a, b| far(a.0).total_cmp(&far(b.0)));
        let order: Vec<UnitId> = friends.iter().map(|(friend, _)| *friend).collect();
        let backwards: Vec<UnitId> = order.iter().rev().copied().collect();
        let found = [order, backwards].into_iter().filter_map(|order| self.placed(&floor, &order, &[]));
        let total = |places: &[(UnitId, Rect)]| {
            let way = |place: &(UnitId, Rect)| (place.1.pose.at - look.rect(place.0).pose.at).length();
            places.iter().map(way).sum::<f64>()
        };
        let Some(best) = found.min_by(|a, b| total(a).total_cmp(&total(b))) else {
            let needless = friends.iter().find(|(_, of)| !of.contains(self.ground.unit));
            return Err(needless.or(friends.first()).map_or(self.ground.unit, |(friend, _)| *friend));
        };
        let place = |friend: UnitId| best.iter().find(|(one, _)| *one == friend).map(|(_, rect)| *rect);
        let aside = friends
            .iter()
            .filter_map(|(friend, of)| Some(Aside { friend: *friend, of: *of, rect: place(*friend)? }));
        Ok(aside.collect())
    }

    /// A place for each of these, one after the other.
    fn placed(
        &self,
        floor: &Floor<'_>,
        order: &[UnitId],
        taken: &[(UnitId, Rect)],
    ) -> Option<Vec<(UnitId, Rect)>> {
        let Some((friend, rest)) = order.split_first() else { return Some(taken.to_vec()) };
        let rects: Vec<Rect> = taken.iter().map(|(_, rect)| *rect).collect();
        let named = self.ground.places.iter().find(|(one, _)| one == friend);
        let named = named.map(|(_, pose)| self.look.rect(*friend).with_pose(*pose));
        let named = named.filter(|rect| floor.faults(*friend, rect, &rects).is_empty());
        let others = floor.candidates(*friend, &rects).into_iter().map(|(_, rect)| rect);
        named.into_iter().chain(others).find_map(|rect| {
            let taken = [taken, &[(*friend, rect)]].concat();
            self.placed(floor, rest, &taken)
        })
    }

    /// The table without those who move.
    fn without_movers(&self, goers: &[Goer], friends: UnitSet) -> State {
        let mut state = self.look.state.clone();
        let movers = goers.iter().map(|goer| goer.end.unit).chain(friends.iter()).chain(self.lost.iter());
        movers.for_each(|unit| lift(&mut state, unit));
        state
    }

    fn going(&self, goers: Vec<Goer>, aside: Vec<Aside>) -> Going {
        let mut ends: Vec<UnitEnd> = goers.into_iter().map(|goer| goer.end).collect();
        let unit = ends.remove(0);
        // HC-ALG-15: those behind it go first.
        let rear = |end: &UnitEnd| {
            let of = self.ground.supports.iter().find(|support| support.unit == end.unit);
            of.is_some_and(|support| support.side == SupportSide::Rear)
        };
        ends.sort_by_key(|end| !rear(end));
        Going { unit, push: self.ground.push, supports: ends, lost: self.lost, aside }
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

/// The table as it is for friends who make room.
struct Floor<'a> {
    /// Those who move are not on it.
    look: Look<'a>,
    /// Ground that must be free, and for whom.
    barred: Vec<(UnitId, Vec<Vec2>)>,
    along: Vec2,
}

impl<'a> Floor<'a> {
    fn new(look: Look<'a>, withdrawal: &Withdrawal<'_>, goers: &[Goer]) -> Floor<'a> {
        let barred = goers.iter().map(|goer| (goer.end.unit, goer.swath.clone())).collect();
        Floor { look, barred, along: withdrawal.along }
    }

    /// HC-GIVE-16: places that clear the ground, the nearest first: aside, back, and between the two.
    fn candidates(&self, friend: UnitId, taken: &[Rect]) -> Vec<(f64, Rect)> {
        let beside = Vec2::new(self.along.y, -self.along.x);
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let ways =
            [beside, beside * -1.0, self.along, (self.along + beside) * half, (self.along - beside) * half];
        let mut found: Vec<(f64, Rect)> =
            ways.into_iter().filter_map(|way| self.slide(friend, way, taken)).collect();
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found
    }

    /// The least way in this direction at whose end it may stand.
    fn slide(&self, friend: UnitId, way: Vec2, taken: &[Rect]) -> Option<(f64, Rect)> {
        let look = self.look;
        let (rect, slack) = (look.rect(friend), look.rules.slack);
        let near = rect.corners().iter().map(|corner| corner.dot(way)).fold(f64::INFINITY, f64::min);
        let mut distance = 0.0;
        for _ in 0..MOST_STEPS {
            let to = rect.with_pose(rect.pose.translated(way * distance).on_grid());
            let Some(edge) = self.edge(friend, &to, way, taken) else {
                return self.faults(friend, &to, taken).is_empty().then_some((distance, to));
            };
            let clear = edge - near;
            distance = if clear > distance { clear } else { distance + slack };
            if distance > look.rate(friend) + slack {
                return None;
            }
        }
        None
    }

    /// How far in this direction that reaches on which it would stand.
    fn edge(&self, friend: UnitId, to: &Rect, way: Vec2, taken: &[Rect]) -> Option<f64> {
        let tolerance = self.look.rules.tolerance;
        let far =
            |points: &[Vec2]| points.iter().map(|point| point.dot(way)).fold(f64::NEG_INFINITY, f64::max);
        let swath = self.barred.iter().find(|(_, swath)| convex_overlap(swath, to, tolerance));
        let other =
            || taken.iter().find(|rect| overlaps(rect, to, tolerance)).map(|rect| far(&rect.corners()));
        let under = || {
            let unit = self.look.overlapped(friend, to, UnitSet::EMPTY)?;
            let parts = self.look.footprint(unit).filter(|part| overlaps(part, to, tolerance));
            parts.map(|part| far(&part.corners())).max_by(f64::total_cmp)
        };
        swath.map(|(_, swath)| far(swath)).or_else(other).or_else(under)
    }

    /// HC-GIVE-10, HC-GIVE-16: why it may not go there: further than one move, in another formation or facing, onto ground
    /// that must be free or that it may not enter, against enemies, through what it cannot pass.
    fn faults(&self, friend: UnitId, to: &Rect, taken: &[Rect]) -> Vec<Reason<Fact>> {
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
        if taken.iter().any(|rect| overlaps(rect, to, tolerance)) {
            no(Fact::Unit(friend));
        }
        let formation = look.state.unit(friend).formation;
        found.extend(look.may_stand(friend, formation, to));
        if found.is_empty() {
            // HC-PASS-13.
            let obey = Obey { touches: false, ..Obey::GIVE_GROUND };
            let mover = Mover { unit: friend, formation, obey, walled: UnitSet::EMPTY };
            let glide = Glide::new(from, to.pose);
            found.extend(look.halt(&mover, &glide).filter(|halt| halt.part < 1.0).map(|halt| halt.reason));
        }
        found
    }
}
