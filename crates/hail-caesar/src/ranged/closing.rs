//! Closing shots (40.8): those who are charged shoot at the charger before anybody strikes.

use super::hit::{Shots, Sight, Volley};
use super::who::PER_FACE;
use super::{Waiting, volley};
use crate::event::Event;
use crate::fact::Fact;
use crate::ids::{UnitId, UnitSet};
use crate::pending::Pending;
use crate::position::Quarter;
use crate::rules::{Look, Rules};
use crate::scenario::{self, Act};
use crate::state::Deed;
use crate::troop::{Class, Special};
use aelian_dice::NeedRoll;
use aelian_game::Cx;
use aelian_geometry::Rect;
use aelian_rulebook::{Reason, rule};

impl Look<'_> {
    /// HC-CLOS-01, HC-CLOS-02, HC-CLOS-03, HC-CLOS-12, HC-CLOS-13, HC-CLOS-14, HC-CLOS-15, HC-DIS-15: why a unit
    /// that is charged from this quarter makes
    /// no closing shots. That they are its one response, and may be made at every charger, is the charge's matter
    /// (HC-CLOS-04, HC-CLOS-10).
    pub fn refuse_closing(&self, unit: UnitId, quarter: Quarter) -> Vec<Reason<Fact>> {
        let mut reasons = self.refuse_quick_shots(unit);
        let standing = self.state.unit(unit);
        let mut refuse = |wrong: bool, rule| {
            if wrong {
                reasons.push(Reason { rule, fact: Fact::Unit(unit) });
            }
        };
        refuse(standing.did(Deed::Evaded), rule!("HC-CLOS-13"));
        if !standing.is_in_block() && !self.counts_as_front(unit, quarter) {
            let fact = Fact::ChargedOn { unit, side: quarter };
            reasons.push(Reason { rule: rule!("HC-CLOS-01"), fact });
        }
        reasons
    }

    /// HC-CLOS-02, HC-CLOS-03, HC-CLOS-12, HC-CLOS-14, HC-CLOS-15, HC-TRAV-02, HC-XBOW-02: what forbids both closing and
    /// traversing shots.
    pub(super) fn refuse_quick_shots(&self, unit: UnitId) -> Vec<Reason<Fact>> {
        let class = self.class(unit);
        let mut reasons = Vec::new();
        let mut refuse = |wrong: bool, rule| {
            if wrong {
                reasons.push(Reason { rule, fact: Fact::Unit(unit) });
            }
        };
        refuse(!self.state.unit(unit).is_on_table(), rule!("HC-CLOS-01"));
        refuse(self.stats(unit).long == 0, rule!("HC-CLOS-02"));
        refuse(class.is_heavy_engine() || class == Class::Baggage, rule!("HC-CLOS-03"));
        refuse(self.card(unit).has(Special::Crossbows), rule!("HC-XBOW-02"));
        refuse(self.holds_missiles(unit), rule!("HC-CLOS-14"));
        refuse(self.is_engaged(unit), rule!("HC-CLOS-15"));
        reasons.extend(scenario::forbids(*self, unit, Act::Shoot));
        reasons
    }

    /// HC-CLOS-06, HC-CLOS-14, HC-TRAV-06, HC-TRAV-09, HC-BLDG-23: dice of closing and traversing shots: the Long value,
    /// within the limits of squares and buildings.
    pub fn quick_dice(&self, unit: UnitId) -> u8 {
        let long = self.stats(unit).long;
        let most = if self.state.unit(unit).is_in_block() { PER_FACE } else { self.most_dice(unit) };
        long.min(most)
    }

    /// HC-CLOS-06, AMB-62: closing shots as a volley; all that makes a target unclear counts, but no distance.
    pub(super) fn closing_volley(&self, unit: UnitId, charger: UnitId) -> Volley {
        let eye = self.eye(unit, charger);
        let sight = Sight { distance: 0.0, eye, unclear: self.is_hard_to_hit(charger, eye) };
        self.volley(Shots::Closing, (unit, charger), self.quick_dice(unit), sight)
    }
}

/// HC-CLOS-05, HC-CLOS-06, HC-CLOS-07, HC-CLOS-08, HC-CLOS-09, HC-CLOS-10, HC-CLOS-11, HC-TRAV-05, HC-ALG-06 step
/// 8: all shots at a unit that has charged along this way: the
/// traversing shots of others, the closing shots of those charged whose response they were, then one test. All of it
/// waits on top of the stack; where nobody shoots, nothing does. If the charger is then gone from the table or from
/// the contact, it has been driven off (HC-CLOS-08, HC-TRAV-08).
pub fn shots_at_charger(cx: &mut Cx<'_, Rules>, charger: UnitId, closing: UnitSet, way: &[Rect]) {
    let traversing = Look::new(cx.rules, cx.state()).traversing(charger, way, closing);
    if closing.is_empty() && traversing.is_none() {
        return;
    }
    super::await_answer(cx, charger);
    if !closing.is_empty() {
        cx.emit(Event::Waits(Pending::Ranged(Waiting::Closing { charger, shooters: closing })));
    }
    if let Some(waiting) = traversing {
        cx.emit(Event::Waits(Pending::Ranged(waiting)));
    }
}

/// HC-PARTH-03: closing shots at a charger, and its test; nobody else shoots.
pub fn closing_shots(cx: &mut Cx<'_, Rules>, charger: UnitId, shooters: UnitSet) {
    shots_at_charger(cx, charger, shooters, &[]);
}

/// One shooter after the other; those that follow wait below whatever comes of the first.
pub(super) fn resolve(cx: &mut Cx<'_, Rules>, charger: UnitId, shooters: UnitSet) -> Result<(), NeedRoll> {
    let Some(shooter) = shooters.first() else { return Ok(()) };
    cx.emit(Event::Settled);
    let mut rest = shooters;
    rest.remove(shooter);
    if !rest.is_empty() {
        cx.emit(Event::Waits(Pending::Ranged(Waiting::Closing { charger, shooters: rest })));
    }
    cx.cite(rule!("HC-CLOS-06"), || Fact::Pair { unit: shooter, other: charger });
    let volley = Look::new(cx.rules, cx.state()).closing_volley(shooter, charger);
    volley::roll(cx, &volley)?;
    Ok(())
}
