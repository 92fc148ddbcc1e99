//! Friends look for room one after the other (HC-GIVE-10, HC-GIVE-16): who goes where, in which order, and who must make
//! room for those who make room.

use super::floor::{Floor, Seeker};
use super::room::Withdrawal;
use crate::ids::{UnitId, UnitSet};
use aelian_geometry::{Rect, Vec2, overlaps, sweep};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Places that lie nearer to one another than this, in mm, are one for those who move after.
const ALIKE: f64 = 12.7;
/// So many friends are tried in every order; more of them only from one side and from the other.
const MOST_ORDERED: usize = 4;
/// After so many looks for a place there is none.
const MOST_LOOKS: usize = 200;

/// HC-GIVE-10, HC-GIVE-16: friends look for room. They go before those for whom they do it, one after the other; nobody goes
/// through another.
pub(super) struct Search<'a> {
    withdrawal: &'a Withdrawal<'a>,
    barred: &'a [(UnitId, Vec<Vec2>)],
    /// How often somebody may still look for a place.
    left: Cell<usize>,
}

/// Who goes where, in this order.
pub(super) type Places = Vec<(UnitId, Rect)>;

impl<'a> Search<'a> {
    pub fn new(withdrawal: &'a Withdrawal<'a>, barred: &'a [(UnitId, Vec<Vec2>)]) -> Search<'a> {
        Search { withdrawal, barred, left: Cell::new(MOST_LOOKS) }
    }

    /// Where these go, if they choose their places in the order in which it takes the least way.
    pub fn best(&self, friends: &[UnitId]) -> Option<Places> {
        self.with_seekers(friends, |seekers| {
            self.least(orders(friends).into_iter().filter_map(|order| self.placed(seekers, &order, &[])))
        })
    }

    /// What is read from these friends as they look for room, none of them on the table for the others.
    fn with_seekers<T>(&self, friends: &[UnitId], read: impl FnOnce(&[Seeker<'_>]) -> T) -> T {
        let Withdrawal { look, along, .. } = *self.withdrawal;
        let state = self.withdrawal.without(friends);
        let floor = Floor { look: look.at(&state), barred: self.barred, along };
        let seekers: Vec<Seeker<'_>> = friends.iter().map(|friend| Seeker::new(floor, *friend)).collect();
        read(&seekers)
    }

    /// HC-GIVE-10: the same with others who must make room for these: one of them, or as many as it takes.
    pub fn best_with_others(&self, mut friends: Vec<UnitId>) -> Option<Places> {
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

    /// A place for each of these, one after the other, and then the order in which they can go there.
    fn placed(&self, seekers: &[Seeker<'_>], order: &[UnitId], taken: &[(UnitId, Rect)]) -> Option<Places> {
        let Some((friend, rest)) = order.split_first() else { return self.in_turn(taken) };
        let seeker = seekers.iter().find(|seeker| seeker.friend == *friend)?;
        let looks = self.left.get();
        self.left.set(looks.saturating_sub(1));
        let Withdrawal { look, ground, .. } = self.withdrawal;
        let rects: Vec<Rect> = taken.iter().map(|(_, rect)| *rect).collect();
        let is_free = |place: &Rect| !rects.iter().any(|rect| overlaps(rect, place, look.rules.tolerance));
        let named = ground.places.iter().filter(|(one, _)| one == friend);
        let named = named.map(|(_, pose)| look.rect(*friend).with_pose(*pose));
        let others = (looks > 0).then(|| seeker.slides(&rects)).into_iter().flatten();
        let mut tried: Vec<Rect> = Vec::new();
        for place in named.chain(others) {
            let alike = |one: &Rect| (one.pose.at - place.pose.at).length() < ALIKE;
            if tried.iter().any(alike) || !is_free(&place) || !seeker.may_go(&place) {
                continue;
            }
            tried.push(place);
            let found = self.placed(seekers, rest, &[taken, &[(*friend, place)]].concat());
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
        let found = self.with_seekers(friends, |seekers| {
            seekers.iter().fold(UnitSet::EMPTY, |found, seeker| found.union(seeker.stoppers()))
        });
        let askable = self.withdrawal.askable;
        let mut found: Vec<UnitId> =
            found.iter().filter(|one| askable.contains(*one) && !friends.contains(one)).collect();
        found.sort_by(|a, b| self.withdrawal.far(*a).total_cmp(&self.withdrawal.far(*b)));
        found
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
