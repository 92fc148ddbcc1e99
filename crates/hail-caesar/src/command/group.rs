//! Groups of a division order (30.5): units that are linked, before and after they move.

use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::numbers::numbers;
use crate::rules::Look;
use crate::state::Place;
use aelian_geometry::{Rect, distance};

impl Look<'_> {
    /// HC-DIVO-01, HC-DIVO-02, HC-OFF-07: these units form one group; only they are links.
    pub fn is_group(&self, units: UnitSet) -> bool {
        let linked = |one: UnitId, other: UnitId| self.are_linked(one, other);
        connected(units, linked)
    }

    /// HC-DIVO-02: of those ordered, the one nearest to the first and its links that is too far from them.
    pub fn widest_gap(&self, units: UnitSet) -> Fact {
        let here = |unit: &UnitId| self.state.unit(*unit).is_on_table();
        let linked = units.first().map_or(UnitSet::EMPTY, |first| self.group_of(first, units));
        let rest = units.minus(linked);
        let pairs = rest
            .iter()
            .filter(here)
            .flat_map(|from| linked.iter().filter(here).map(move |to| (self.distance(from, to), from, to)));
        let nearest = pairs.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or(Fact::Units(units), |(distance, from, to)| Fact::Distance { from, to, distance })
    }

    /// HC-DIVO-02, HC-OFF-07: two units of an order are linked by themselves.
    fn are_linked(&self, one: UnitId, other: UnitId) -> bool {
        match (self.state.unit(one).place, self.state.unit(other).place) {
            (Place::Off { .. }, Place::Off { .. }) => true,
            (Place::Off { .. }, _) | (_, Place::Off { .. }) => false,
            _ => self.within(self.distance(one, other), numbers().commanding.link),
        }
    }

    /// All units with which a unit can be ordered together: those of `among` that are linked with it, near or far.
    pub fn group_of(&self, unit: UnitId, among: UnitSet) -> UnitSet {
        let mut found = UnitSet::one(unit);
        loop {
            let near = among
                .minus(found)
                .iter()
                .filter(|other| found.iter().any(|one| self.are_linked(one, *other)));
            let more: UnitSet = near.collect();
            if more.is_empty() {
                return found;
            }
            found = found.union(more);
        }
    }

    /// HC-DIVO-03, HC-DIVO-12: the group is linked when each unit stands so, give or take what it may still move
    /// (`reach`, in mm).
    pub fn is_linked_at(&self, places: &[(UnitId, Rect, f64)]) -> bool {
        let units = places.iter().map(|(unit, ..)| *unit).collect();
        connected(units, |one, other| {
            let find = |unit: UnitId| places.iter().find(|(id, ..)| *id == unit);
            match (find(one), find(other)) {
                (Some((_, a, reach)), Some((_, b, other_reach))) => {
                    self.within((distance(a, b) - reach - other_reach).max(0.0), numbers().commanding.link)
                }
                _ => false,
            }
        })
    }
}

/// Whether everybody is linked with everybody else by a chain (AMB-47).
fn connected(units: UnitSet, linked: impl Fn(UnitId, UnitId) -> bool) -> bool {
    let Some(first) = units.first() else { return true };
    let mut found = UnitSet::one(first);
    let mut open = vec![first];
    while let Some(one) = open.pop() {
        for other in units.minus(found).iter() {
            if linked(one, other) {
                found.insert(other);
                open.push(other);
            }
        }
    }
    found == units
}
