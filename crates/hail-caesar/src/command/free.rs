//! Free moves (30.9): who moves once although the order failed.

use super::{Charge, Leg, Order, Verb};
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::numbers::numbers;
use crate::rules::Look;
use crate::scenario;
use crate::state::Place;
use crate::troop::{Class, Size, Special};
use aelian_rulebook::{RuleId, rule};

impl Look<'_> {
    /// HC-FREE-01, HC-FREE-05, HC-FREE-10, HC-FREE-11, HC-FREE-12: it moves once although this order failed.
    pub fn has_free_move(&self, order: &Order, unit: UnitId) -> bool {
        self.free_move_rule(order, unit).is_some()
    }

    /// The rule that gives it the free move. HC-FREE-11: as it stands when the order is tested.
    pub fn free_move_rule(&self, order: &Order, unit: UnitId) -> Option<RuleId> {
        // HC-FREE-09, HC-FOL-06, HC-RAL-05, AMB-49: there is nothing that it could carry out.
        if matches!(order.verb, Verb::FollowMe | Verb::Rally) {
            return None;
        }
        // HS-KADESH-07, HS-RAID-09, HS-RAID-15.
        if let Some(rule) = scenario::least_move(*self, unit) {
            return Some(rule);
        }
        let card = self.card(unit);
        if self.is_of_broken_division(unit) {
            return Some(rule!("HC-FREE-06"));
        }
        // HC-FREE-08, HC-DISO-03, HC-DIS-03.
        if self.is_disordered(unit) {
            return None;
        }
        if let Verb::Charge(charge) = &order.verb {
            if self.rushes(unit, &order.verb) {
                return Some(rule!("HC-FRENZ-03"));
            }
            if card.has(Special::Eager) && self.charge_in_reach(unit, charge) {
                return Some(rule!("HC-EAGER-01"));
            }
        }
        self.free_by_formation(order, unit)
            .or_else(|| card.specials.drilled_free_move().then_some(rule!("HC-DRILL-01")))
            .or_else(|| (card.size == Size::Tiny).then_some(rule!("HC-FREE-03")))
            .or_else(|| self.free_by_road(order, unit))
    }

    /// HC-FREE-02, HC-COL-05, HC-TESTU-02, HC-WEDGE-02, HC-OFF-11, AMB-51.
    fn free_by_formation(&self, order: &Order, unit: UnitId) -> Option<RuleId> {
        match self.formation_when_ordered(order, unit) {
            // HS-KADESH-09.
            Formation::Column if !self.column_is_held(unit) => Some(rule!("HC-FREE-02")),
            Formation::Testudo => Some(rule!("HC-TESTU-02")),
            Formation::Wedge => Some(rule!("HC-WEDGE-02")),
            _ => None,
        }
    }

    /// HC-OFF-11: off the table it stands as the order says that it comes on.
    pub fn formation_when_ordered(&self, order: &Order, unit: UnitId) -> Formation {
        let standing = self.state.unit(unit);
        let entering = matches!(standing.place, Place::Off { .. });
        match order.verb.task(unit).and_then(|task| task.way.first()) {
            Some(Leg::Form(reform)) if entering => reform.to,
            _ => standing.formation,
        }
    }

    /// HC-FREE-04, HC-FREE-07, HC-COL-04, HC-ELE-10: wagons on a road; elephants on a road or in a marching column.
    fn free_by_road(&self, order: &Order, unit: UnitId) -> Option<RuleId> {
        match self.class(unit) {
            Class::Baggage if self.goes_by_road(unit) => Some(rule!("HC-FREE-04")),
            Class::Elephant if self.goes_by_road(unit) || self.marches_in_column(order, unit) => {
                Some(rule!("HC-FREE-07"))
            }
            _ => None,
        }
    }

    fn goes_by_road(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        standing.is_on_table() && self.is_on_road(unit, standing.formation, &standing.rect)
    }

    /// HC-COL-04: a unit of the same order stands in column close by.
    fn marches_in_column(&self, order: &Order, unit: UnitId) -> bool {
        order.units.iter().any(|other| {
            let standing = self.state.unit(other);
            other != unit
                && standing.is_on_table()
                && standing.formation == Formation::Column
                && self.within(self.distance(unit, other), numbers().commanding.link)
        })
    }

    /// HC-CHO-05, HC-EAGER-04: one of the targets could be charged with three moves.
    pub fn charge_in_reach(&self, unit: UnitId, charge: &Charge) -> bool {
        self.charge_reach(unit, charge, 3).is_some()
    }

    /// HC-ALG-08: whom a charge would reach with so many moves, if nobody responded.
    pub fn charge_reach(&self, unit: UnitId, charge: &Charge, moves: u8) -> Option<UnitId> {
        let standing = self.state.unit(unit);
        let far =
            self.inches(1.0) + f64::from(moves) * self.rate_as(unit, Formation::Open).max(self.rate(unit));
        let enemies = || self.on_table(self.side(unit).other());
        if !standing.is_on_table() || !enemies().any(|enemy| self.reach(unit, enemy) <= far) {
            return None;
        }
        let outlook = crate::charge::reach(*self, unit, charge, moves);
        outlook.contact.and(outlook.target)
    }
}
