//! Who may give orders, and who may be given one (30.2, 30.11, 65.9).

use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::{CommanderId, CommanderSet, UnitId, UnitSet};
use crate::rules::Look;
use crate::scenario::{self, Act};
use crate::state::{CommanderPlace, Deed, Place};
use crate::troop::Special;
use aelian_rulebook::{Reason, RuleId, rule};

/// HC-CINC-02: a commander-in-chief stands with another commander when their points are no further apart, in inches.
const BESIDE: f64 = 1.0;

impl Look<'_> {
    /// He is alive and can speak: on the table, or off it with his troops.
    pub fn can_command(&self, commander: CommanderId) -> bool {
        use CommanderPlace::*;
        matches!(self.state.commander(commander).place, Alone | With(_) | Off | Left)
    }

    /// HC-ORD-11, HC-CINC-02, HC-CINC-03: he gives the orders of this unit.
    pub fn commands(&self, commander: CommanderId, unit: UnitId) -> bool {
        let own = self.commander_of(unit);
        own == commander || (self.is_chief(commander) && self.takes_over(commander, own))
    }

    /// HC-CINC-01: he leads no division.
    pub fn is_chief(&self, commander: CommanderId) -> bool {
        self.rules.leaders[commander.index()].division.is_none()
    }

    /// HC-CINC-02, HC-CINC-03: the chief stands with this commander and speaks for him; once he has begun, for him only.
    fn takes_over(&self, chief: CommanderId, own: CommanderId) -> bool {
        let (one, other) = (self.state.commander(chief), self.state.commander(own));
        let beside = self.side_of_commander(chief) == self.side_of_commander(own)
            && self.can_command(own)
            && self.within((one.at - other.at).length(), BESIDE);
        // The commander whom he has silenced has given no order himself.
        let begun = self.state.speaking == Some(chief);
        beside && (if begun { self.has_been_silenced(own) } else { !other.finished })
    }

    fn has_been_silenced(&self, own: CommanderId) -> bool {
        self.state.commander(own).finished
            && self
                .state
                .ids()
                .any(|unit| self.commander_of(unit) == own && self.state.unit(unit).did(Deed::Ordered))
    }

    /// HC-ORD-12, HC-ORD-13, HC-ORD-14, HC-ORD-18: commanders of the active side who may give an order now.
    pub fn speakers(&self) -> CommanderSet {
        if let Some(speaking) = self.speaking() {
            return if self.may_speak(speaking) { CommanderSet::one(speaking) } else { CommanderSet::EMPTY };
        }
        self.state.commander_ids().filter(|id| self.may_speak(*id)).collect()
    }

    /// HC-ORD-14, HC-TURN-09, HC-RES-08: the commander who has begun his orders and has not finished them.
    pub fn speaking(&self) -> Option<CommanderId> {
        let open = |id: &CommanderId| self.can_command(*id) && !self.state.commander(*id).finished;
        self.state.speaking.filter(open)
    }

    /// He has not finished, and there is somebody to whom he could give an order.
    fn may_speak(&self, commander: CommanderId) -> bool {
        self.side_of_commander(commander) == self.active()
            && self.can_command(commander)
            && !self.state.commander(commander).finished
            && self.state.ids().any(|unit| self.can_be_ordered(commander, unit))
    }

    /// All units to whom he could give an order now.
    pub fn orderable(&self, commander: CommanderId) -> UnitSet {
        self.state.ids().filter(|unit| self.can_be_ordered(commander, *unit)).collect()
    }

    /// He may give this unit an order, whatever it is.
    pub fn can_be_ordered(&self, commander: CommanderId, unit: UnitId) -> bool {
        self.order_bars(commander, unit).next().is_none()
    }

    /// HC-ORD-15, HC-FEIGN-01: engaged, and not one of those who feign flight.
    pub fn is_held(&self, unit: UnitId) -> bool {
        // HC-WEDGE-12: nobody leaves a wedge that fights.
        let shut_in = match self.state.unit(unit).place {
            Place::Enclosed(wedge) => self.state.is_fighting(wedge),
            _ => false,
        };
        shut_in || (self.is_engaged(unit) && !self.card(unit).has(Special::FeignedFlight))
    }

    /// Every reason why he cannot give orders now (HC-ORD-13, HC-ORD-14).
    pub fn speaker_faults(&self, commander: CommanderId) -> Vec<Reason<Fact>> {
        let mut faults = Vec::new();
        let his = self.side_of_commander(commander);
        if his != self.active() {
            faults.push(Reason::new(rule!("HC-TURN-03"), Fact::Side(his)));
        }
        if !self.can_command(commander) {
            faults.push(Reason::new(rule!("HC-COM-04"), Fact::Commander(commander)));
        }
        // HC-ORD-12: who has passed and has nobody left has not failed; each of his units says why it takes no order.
        let ran_out = || self.finished_by(commander) == rule!("HC-ORD-13") && self.has_nobody_left(commander);
        if self.state.commander(commander).finished && !ran_out() {
            faults.push(Reason::new(self.finished_by(commander), Fact::Commander(commander)));
        }
        let other = match self.state.commander(commander).finished {
            true => self.speaking().or_else(|| self.spoken_after(commander)),
            false => self.speaking(),
        };
        if let Some(other) = other.filter(|other| *other != commander) {
            faults.push(Reason::new(rule!("HC-ORD-14"), Fact::Commander(other)));
        }
        faults
    }

    /// HC-ORD-14: another commander of his side who has given an order in this Command part: who has finished does not
    /// resume after him.
    fn spoken_after(&self, commander: CommanderId) -> Option<CommanderId> {
        let ordered = self.here(self.side_of_commander(commander));
        let mut others = ordered
            .filter(|unit| self.state.unit(*unit).did(Deed::Ordered))
            .map(|unit| self.commander_of(unit));
        others.find(|other| *other != commander)
    }

    /// HC-ORD-10, HC-ORD-12: his orders were obeyed, and none of his units takes another.
    fn has_nobody_left(&self, commander: CommanderId) -> bool {
        let his = || self.state.ids().filter(|unit| self.commands(commander, *unit));
        his().any(|unit| self.state.unit(unit).did(Deed::Ordered) && self.state.unit(unit).did(Deed::Moved))
            && his().all(|unit| !self.order_faults(commander, unit).is_empty())
    }

    /// HC-ORD-13, HC-FOL-02, HC-RAL-02: why he gives no more orders: he has led or rallied a unit, or else has failed or
    /// finished.
    fn finished_by(&self, commander: CommanderId) -> RuleId {
        match self.state.commander(commander).place {
            CommanderPlace::With(unit) if self.state.unit(unit).did(Deed::Ordered) => {
                if self.state.unit(unit).did(Deed::Moved) { rule!("HC-FOL-02") } else { rule!("HC-RAL-02") }
            }
            _ => rule!("HC-ORD-13"),
        }
    }

    /// Every reason why this unit cannot be given an order by this commander.
    pub fn order_faults(&self, commander: CommanderId, unit: UnitId) -> Vec<Reason<Fact>> {
        self.order_bars(commander, unit).collect()
    }

    /// 30.2, HC-ORD-01, HC-RAL-07: the reasons one after the other, as far as somebody wants to know: disorder is one
    /// (HC-DIS-01), being shaken is none (HC-SHK-10).
    fn order_bars(&self, commander: CommanderId, unit: UnitId) -> impl Iterator<Item = Reason<Fact>> + '_ {
        let standing = self.state.unit(unit);
        let bar = move |is: bool, rule: RuleId| is.then(|| Reason::new(rule, Fact::Unit(unit)));
        let moved = standing.did(Deed::Moved) || standing.did(Deed::Retired);
        let deeds = [
            bar(standing.did(Deed::Ordered), rule!("HC-ORD-10")),
            bar(standing.did(Deed::Initiative), rule!("HC-ORD-17")),
            bar(moved, rule!("HC-DIVO-13")),
            // HC-DISO-01.
            bar(standing.disordered, rule!("HC-ORD-16")),
        ];
        let anothers = lazily(move || bar(!self.commands(commander, unit), rule!("HC-ORD-11")));
        let forbidden = lazily(move || scenario::forbids(*self, unit, Act::Order));
        self.state_bars(unit).chain(anothers).chain(deeds.into_iter().flatten()).chain(forbidden)
    }

    /// What keeps a unit from an order and from initiative alike (HC-ORD-15, HC-INIT-06).
    pub fn state_faults(&self, unit: UnitId) -> Vec<Reason<Fact>> {
        self.state_bars(unit).collect()
    }

    fn state_bars(&self, unit: UnitId) -> impl Iterator<Item = Reason<Fact>> + '_ {
        let standing = self.state.unit(unit);
        let not_yours =
            (self.side(unit) != self.active()).then(|| Reason::new(rule!("HC-ORD-11"), Fact::NotYours(unit)));
        let gone = self.is_gone_for_good(unit);
        let away = !gone && !standing.is_here() && !matches!(standing.place, Place::Off { .. });
        let for_good = gone.then(|| Reason::new(rule!("HC-OFF-03"), Fact::Unit(unit)));
        let off = away.then(|| Reason::new(rule!("HC-OFF-01"), Fact::NotOnTable(unit)));
        let kept_away = lazily(move || away.then(|| scenario::keeps_away(*self, unit)).flatten());
        let held = lazily(move || {
            (standing.is_here() && self.is_held(unit))
                .then(|| Reason::new(rule!("HC-ORD-15"), Fact::Unit(unit)))
        });
        not_yours.into_iter().chain(for_good).chain(off).chain(kept_away).chain(held)
    }

    /// HC-OFF-03, HC-EXIT-02: it left the table shaken, or of a broken division.
    fn is_gone_for_good(&self, unit: UnitId) -> bool {
        match self.state.unit(unit).place {
            Place::Gone { .. } => true,
            Place::Off { .. } => self.is_shaken(unit) || self.is_of_broken_division(unit),
            _ => false,
        }
    }

    /// HC-SQ-04, HC-MOVE-08: a square does nothing but change its formation.
    pub fn is_rooted(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        standing.is_on_table() && !standing.is_in_block() && standing.formation == Formation::Square
    }
}

/// A reason that is looked for when it is wanted.
fn lazily(find: impl FnOnce() -> Option<Reason<Fact>>) -> impl Iterator<Item = Reason<Fact>> {
    std::iter::once_with(find).flatten()
}
