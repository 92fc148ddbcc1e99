//! Who fights whom at impact (50.10, 22.6).

use super::Kind;
use super::choice::Decided;
use super::fighter::Fighter;
use super::strike::Strike;
use crate::ids::{BaseId, GroupId};
use crate::position::legal_contact;
use crate::rules::Look;
use crate::state::Shape;
use crate::troop::TroopType;
use aelian_game::Side;
use aelian_geometry::distance;

/// At most so many ways of one tangle are looked at; beyond them the first ones stand for all.
const MOST_WAYS: usize = 64;

/// Bases in contact with each other, directly or through others (FA-ALG-50): Red's and Blue's, and which touch.
#[derive(Clone, Debug)]
pub(super) struct Tangle {
    sides: [Vec<Fighter>; 2],
    /// Red's place, Blue's place.
    contacts: Vec<(usize, usize)>,
}

/// Places in the two lists of a tangle.
pub(super) type Pairs = Vec<(usize, usize)>;

impl Look<'_> {
    /// FA-IMP-01, FA-IMP-02, FA-IMP-03, FA-IMP-09, FA-ALG-50: the tangles of the fresh contacts of these groups.
    pub(super) fn tangles(&self, among: impl Fn(GroupId) -> bool) -> Vec<Tangle> {
        let mut all = Tangle { sides: [Vec::new(), Vec::new()], contacts: Vec::new() };
        for bout in self.state.bouts.iter().filter(|bout| bout.fresh && bout.is_committed()) {
            let unbroken = |group: &GroupId| !self.state.group(*group).is_broken() && among(*group);
            if bout.groups.iter().all(unbroken) {
                self.add_contacts(bout.groups, &mut all);
            }
        }
        all.split()
    }

    /// FA-IMP-03: the bases of two groups that touch as a charge demands.
    fn add_contacts(&self, [red, blue]: [GroupId; 2], all: &mut Tangle) {
        let (reds, blues) = (self.places_of(red, blue), self.places_of(blue, red));
        let charging = [self.is_charging(red), self.is_charging(blue)];
        let nobody = !charging[0] && !charging[1];
        for mine in &reds {
            for theirs in &blues {
                if self.met(mine, theirs, [charging[0] || nobody, charging[1] || nobody]) {
                    all.touch(*mine, *theirs);
                }
            }
        }
    }

    /// All bases that can be met: the widths of battle wagons one by one, the front of an orb by its number.
    fn places_of(&self, group: GroupId, enemy: GroupId) -> Vec<Fighter> {
        let state = self.state.group(group);
        if state.shape == Shape::Orb {
            let met = self.orb_met(group, vec![enemy]);
            let strikes = met.iter().flat_map(|met| self.orb_strikes(Kind::Impact, met));
            let place = |strike: Strike| {
                let rect = *self.state.rect(strike.by);
                Fighter { base: strike.by, group, rect }
            };
            return strikes.map(place).collect();
        }
        if state.is_kind(TroopType::BattleWagons) {
            return self.state.bases_of(group).flat_map(|base| self.pieces(base)).collect();
        }
        self.state.bases_of(group).map(|base| Fighter { base, group, rect: self.outline(base) }).collect()
    }

    /// FA-CHG-05, FA-GEO-08: one of those that charge has its front edge or a front corner on the other.
    fn met(&self, mine: &Fighter, theirs: &Fighter, charging: [bool; 2]) -> bool {
        let t = self.rules.tolerance;
        if !mine.rect.circle().near(&theirs.rect.circle(), t.length) {
            return false;
        }
        let wagons = |of: &Fighter| self.state.troop(of.base).kind == TroopType::BattleWagons;
        let on = |one: &Fighter, other: &Fighter| {
            legal_contact(&one.rect, &other.rect, t).is_some()
                // A width of a battle wagon is met only at the edge that it holds.
                && (!wagons(other) || self.fronts(&other.rect, &one.rect).is_some()
                    || aelian_geometry::contacts(&other.rect, &one.rect, t)
                        .mine(aelian_geometry::Feature::Edge(aelian_geometry::Edge::Front)))
        };
        (charging[0] && on(mine, theirs)) || (charging[1] && on(theirs, mine))
    }

    /// FA-IMP-04, FA-IMP-05, FA-ALG-51, FA-ALG-52: the ways in which a tangle can be paired, the decided one alone
    /// where there is one.
    pub(super) fn pairings(&self, tangle: &Tangle, decided: &Decided) -> Vec<Pairs> {
        let mut ways = tangle.matchings();
        for way in &mut ways {
            tangle.pair_the_rest(way);
        }
        let chosen = |way: &&Pairs| decided.pairs.contains(&tangle.named(way));
        match ways.iter().find(chosen) {
            Some(way) => vec![way.clone()],
            None => ways,
        }
    }

    /// Both strikes of every pair.
    pub(super) fn impact_strikes(&self, tangle: &Tangle, pairs: &Pairs, out: &mut Vec<Strike>) {
        for (red, blue) in pairs {
            let (red, blue) = (&tangle.sides[0][*red], &tangle.sides[1][*blue]);
            out.push(self.impact_strike(red.base, blue.base, red.rect.pose.facing));
            out.push(self.impact_strike(blue.base, red.base, blue.rect.pose.facing));
        }
    }
}

impl Tangle {
    fn touch(&mut self, red: Fighter, blue: Fighter) {
        let place = |list: &mut Vec<Fighter>, one: Fighter| {
            list.iter().position(|old| *old == one).unwrap_or_else(|| {
                list.push(one);
                list.len() - 1
            })
        };
        let pair = (place(&mut self.sides[0], red), place(&mut self.sides[1], blue));
        self.contacts.push(pair);
    }

    /// FA-ALG-50: the connected parts.
    fn split(self) -> Vec<Tangle> {
        let mut parts = Vec::new();
        let mut left = self.contacts;
        while let Some(first) = left.pop() {
            let mut contacts = vec![first];
            let mut grown = true;
            while grown {
                let joins = |pair: &(usize, usize)| {
                    contacts.iter().any(|other| other.0 == pair.0 || other.1 == pair.1)
                };
                let (near, far): (Vec<_>, Vec<_>) = left.into_iter().partition(joins);
                grown = !near.is_empty();
                contacts.extend(near);
                left = far;
            }
            contacts.sort_unstable();
            let mut part = Tangle { sides: [Vec::new(), Vec::new()], contacts: Vec::new() };
            for (red, blue) in contacts {
                part.touch(self.sides[0][red], self.sides[1][blue]);
            }
            parts.push(part);
        }
        parts.reverse();
        parts
    }

    /// FA-IMP-04, FA-IMP-05: who decides between several ways.
    pub fn chooser(&self, active: Side) -> Side {
        match self.sides[0].len().cmp(&self.sides[1].len()) {
            std::cmp::Ordering::Greater => Side::Red,
            std::cmp::Ordering::Less => Side::Blue,
            std::cmp::Ordering::Equal => active,
        }
    }

    /// The pairs by their bases, in order, Red's first.
    pub fn named(&self, pairs: &Pairs) -> Vec<[BaseId; 2]> {
        let name = |pair: &(usize, usize)| [self.sides[0][pair.0].base, self.sides[1][pair.1].base];
        let mut named: Vec<_> = pairs.iter().map(name).collect();
        named.sort_unstable();
        named
    }

    /// FA-ALG-51: the largest matchings along contacts, a few at most.
    fn matchings(&self) -> Vec<Pairs> {
        let mut search = Search { tangle: self, best: 0, found: Vec::new(), steps: 0 };
        search.go(0, &mut Vec::new());
        search.found
    }

    /// FA-ALG-51: whoever of the smaller side has no partner left fights the nearest who has none either.
    fn pair_the_rest(&self, pairs: &mut Pairs) {
        let wanted = self.sides[0].len().min(self.sides[1].len());
        while pairs.len() < wanted {
            let free = |side: usize, at: usize, pairs: &Pairs| {
                !pairs.iter().any(|pair| if side == 0 { pair.0 == at } else { pair.1 == at })
            };
            let mut best: Option<(f64, usize, usize)> = None;
            for red in (0..self.sides[0].len()).filter(|at| free(0, *at, pairs)) {
                for blue in (0..self.sides[1].len()).filter(|at| free(1, *at, pairs)) {
                    let gap = distance(&self.sides[0][red].rect, &self.sides[1][blue].rect);
                    if best.is_none_or(|old| gap < old.0) {
                        best = Some((gap, red, blue));
                    }
                }
            }
            let Some((_, red, blue)) = best else { return };
            pairs.push((red, blue));
        }
    }
}

/// The search for matchings, Red's bases one after the other.
struct Search<'a> {
    tangle: &'a Tangle,
    best: usize,
    found: Vec<Pairs>,
    steps: u32,
}

impl Search<'_> {
    fn go(&mut self, red: usize, pairs: &mut Pairs) {
        self.steps += 1;
        let left = self.tangle.sides[0].len() - red;
        if pairs.len() + left < self.best || self.steps > 20_000 {
            return;
        }
        if left == 0 {
            if pairs.len() > self.best {
                self.best = pairs.len();
                self.found.clear();
            }
            if self.found.len() < MOST_WAYS {
                self.found.push(pairs.clone());
            }
            return;
        }
        for at in 0..self.tangle.contacts.len() {
            let (mine, theirs) = self.tangle.contacts[at];
            if mine == red && !pairs.iter().any(|pair| pair.1 == theirs) {
                pairs.push((mine, theirs));
                self.go(red + 1, pairs);
                pairs.pop();
            }
        }
        self.go(red + 1, pairs);
    }
}
