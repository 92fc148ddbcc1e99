//! The command test (30.3) and the distance modifier (30.4): what a commander must roll, and how many moves that gives.

use super::{Order, Verb};
use crate::choice::TestAhead;
use crate::fact::Fact;
use crate::field::{Field, TableEdge};
use crate::ids::{CommanderId, UnitId, UnitSet};
use crate::numbers::numbers;
use crate::rules::Look;
use crate::scenario;
use crate::state::{Along, CommanderPlace, Place};
use crate::troop::{Class, Special};
use aelian_geometry::Vec2;
use aelian_rulebook::{Reason, RuleId, rule};

/// HC-LEAD-02: the leadership against which an order is tested, and the unit whose distance lowered it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leadership {
    pub value: u8,
    /// HC-DIST-05: the unit that is furthest away, how far in mm, and what it takes away.
    pub furthest: Option<(UnitId, f64, u8)>,
}

/// What comes of a test for one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// HC-TEST-C3, HC-TEST-C4, HC-TEST-C5: the order is passed with so many moves; of a rally: with none.
    Passed(u8),
    /// HC-FREE-01: failed, and one move all the same.
    FreeMove,
    /// HC-TEST-C2.
    Failed,
    /// HC-TEST-C6.
    Blundered,
}

/// HC-TAB-CMD: the moves that a total of two dice gives against a leadership; none: the order has failed.
///
/// HC-TEST-C2, HC-TEST-C3, HC-TEST-C4, HC-TEST-C5, HC-TEST-C6.
pub fn moves_granted(total: u8, leadership: u8) -> u8 {
    match leadership.checked_sub(total) {
        None => 0,
        Some(_) if total == 12 => 0,
        Some(0 | 1) => 1,
        Some(2) => 2,
        Some(_) => 3,
    }
}

/// Every total of two dice with the number of ways in which it falls.
pub fn totals() -> impl Iterator<Item = (u8, u8)> {
    (2..=12u8).map(|total| (total, 6 - total.abs_diff(7)))
}

/// Where a unit that is off the table comes on (HC-OFF-05).
pub fn entry_point(field: &Field, edge: TableEdge, along: Along) -> Vec2 {
    let along = f64::from(along);
    match edge {
        TableEdge::South => Vec2::new(along, 0.0),
        TableEdge::North => Vec2::new(along, field.depth),
        TableEdge::West => Vec2::new(0.0, along),
        TableEdge::East => Vec2::new(field.width, along),
    }
}

impl Look<'_> {
    /// HC-TEST-C1, HC-LEAD-02, HC-DIST-03, HC-DIST-05: the leadership for an order to these units.
    pub fn leadership(&self, commander: CommanderId, units: UnitSet) -> Leadership {
        let mut furthest: Option<(UnitId, f64, u8)> = None;
        for unit in units.iter().filter(|unit| !self.is_exempt_from_distance(commander, *unit)) {
            let distance = self.distance_of_order(commander, unit);
            if furthest.is_none_or(|(_, most, _)| distance > most) {
                furthest = Some((unit, distance, self.distance_penalty(distance)));
            }
        }
        let penalty = furthest.map_or(0, |(_, _, penalty)| penalty);
        let value = self.rating(commander).saturating_sub(penalty).clamp(5, 10);
        Leadership { value, furthest: furthest.filter(|(_, _, penalty)| *penalty > 0) }
    }

    /// HC-DIST-04, HC-DIST-06, HC-DIST-08, HC-MAR-01, HC-OFF-06, HC-OFF-13: no distance lowers an order to this unit.
    pub fn is_exempt_from_distance(&self, commander: CommanderId, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        let away = matches!(standing.place, Place::Off { .. } | Place::Following { .. });
        let with_his_troops =
            matches!(self.state.commander(commander).place, CommanderPlace::Off | CommanderPlace::Left);
        let swift =
            matches!(self.class(unit), Class::Skirmishers | Class::LightCavalry | Class::HorseArchers);
        scenario::is_leaderless(*self, commander)
            || self.card(unit).has(Special::Marauders)
            || (away && with_his_troops)
            || (!away && swift && standing.is_open())
    }

    /// HC-DIST-01, HC-DIST-07, HC-OFF-05: from the commander to the nearest point of the unit, or to where it comes on, in mm.
    pub fn distance_of_order(&self, commander: CommanderId, unit: UnitId) -> f64 {
        match self.state.unit(unit).place {
            Place::Off { edge, along } | Place::Following { edge, along } => {
                (entry_point(&self.state.field, edge, along) - self.state.commander(commander).at).length()
            }
            _ => self.command_distance(commander, unit),
        }
    }

    /// HC-DIST-02, AMB-03: a point for every full 12 inches beyond the first twelve.
    fn distance_penalty(&self, distance: f64) -> u8 {
        let full = ((distance + self.rules.slack) / self.inches(numbers().commanding.distance_step)).floor();
        let steps = if full.is_finite() && full > 0.0 { full.min(10.0) as u8 } else { 0 };
        let just_twelve = steps == 1 && self.within(distance, numbers().commanding.distance_step);
        if just_twelve && !self.rules.settings.twelve_costs { 0 } else { steps }
    }

    /// What a total means for one unit of an order (HC-TEST-C8, HC-BLUN-10, HC-DRILL-02, HC-EAGER-03, HC-FOL-09). HC-DIVO-07: the same for all, but for free moves, militia
    /// (HC-MIL-01, HC-MIL-02, HC-FOL-11) and those who rush (HC-FRENZ-02, HC-FRENZ-03).
    pub fn outcome(&self, order: &Order, unit: UnitId, total: u8, leadership: u8) -> Outcome {
        let card = self.card(unit);
        let granted = moves_granted(total, leadership);
        let militia = card.has(Special::Militia) && total == leadership;
        if granted > 0 && !militia {
            return Outcome::Passed(match order.verb {
                Verb::Rally => 0,
                Verb::FollowMe => 3,
                Verb::Charge(_) if self.rushes(unit, &order.verb) => 3,
                _ => granted,
            });
        }
        if total == 12 && self.can_blunder(unit) {
            return Outcome::Blundered;
        }
        if self.has_free_move(order, unit) { Outcome::FreeMove } else { Outcome::Failed }
    }

    /// A double six is more than a failure.
    fn can_blunder(&self, unit: UnitId) -> bool {
        self.spared_by(unit).is_none()
    }

    /// HC-OFF-14: the rule by which a double six on this order is only a failure.
    pub fn spared_by(&self, unit: UnitId) -> Option<RuleId> {
        let enters = matches!(self.state.unit(unit).place, Place::Off { .. });
        self.never_blunders_by(unit).or(enters.then_some(rule!("HC-OFF-14")))
    }

    /// A unit that can blunder at all.
    pub fn may_blunder(&self, unit: UnitId) -> bool {
        self.never_blunders_by(unit).is_none()
    }

    /// HC-BLUN-01, HC-BLUN-08, HC-BLUN-14, HC-SCN-01: the rule by which a unit never blunders.
    fn never_blunders_by(&self, unit: UnitId) -> Option<RuleId> {
        let card = self.card(unit);
        if !self.rules.settings.blunders {
            Some(rule!("HC-BLUN-01"))
        } else if card.non_combatant || self.class(unit) == Class::Baggage {
            Some(rule!("HC-BLUN-08"))
        } else {
            card.has(Special::ImmuneToBlunders).then_some(rule!("HC-BLUN-14"))
        }
    }

    /// HC-FRENZ-05: Frenzied Charge, for those who are neither shaken nor disordered.
    pub fn is_frenzied(&self, unit: UnitId) -> bool {
        let card = self.card(unit);
        (card.has(Special::FrenziedCharge) || card.has(Special::ScythedChariots)) && !self.is_unsteady(unit)
    }

    /// HC-FRENZ-02, HC-FRENZ-04, HC-CHO-05: it charges with three moves; not at those whom three would not bring it to.
    pub fn rushes(&self, unit: UnitId, verb: &Verb) -> bool {
        let Verb::Charge(charge) = verb else { return false };
        self.is_frenzied(unit) && self.charge_in_reach(unit, charge)
    }

    /// HC-TAB-CMD: the chances of an order, as they are for this unit of it.
    pub fn test_ahead(&self, order: &Order, unit: UnitId) -> TestAhead {
        let leadership = self.leadership(order.commander, order.units).value;
        let mut ahead = TestAhead { leadership, chances: [0.0; 4], blunder: 0.0 };
        for (total, ways) in totals() {
            let chance = f64::from(ways) / 36.0;
            match self.outcome(order, unit, total, leadership) {
                // A rally that is passed stands where one move stands.
                Outcome::Passed(moves) => ahead.chances[usize::from(moves.clamp(1, 3))] += chance,
                Outcome::FreeMove => ahead.chances[1] += chance,
                Outcome::Failed => ahead.chances[0] += chance,
                Outcome::Blundered => {
                    ahead.chances[0] += chance;
                    ahead.blunder += chance;
                }
            }
        }
        ahead
    }

    /// Why the leadership is what it is, for the log: what the battle makes of it, and the distance (HC-DIST-02); of
    /// several units the furthest counts (HC-DIST-05).
    pub fn distance_reasons(&self, commander: CommanderId, units: UnitSet) -> Vec<Reason<Fact>> {
        let of = self.leadership(commander, units);
        let battle = self.rating_rule(commander).map(|rule| Reason::new(rule, Fact::Commander(commander)));
        let mut reasons: Vec<Reason<Fact>> = battle.into_iter().collect();
        let Some((unit, distance, penalty)) = of.furthest else { return reasons };
        let far = Fact::CommandDistance { commander, unit, distance, penalty };
        reasons.push(Reason::new(rule!("HC-DIST-02"), far));
        if units.len() > 1 {
            reasons.push(Reason::new(rule!("HC-DIST-05"), Fact::Unit(unit)));
        }
        reasons
    }
}
