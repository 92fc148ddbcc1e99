//! Who is impetuous (50.1).

use super::rusher::{RushWay, Rusher};
use crate::baseset::{BaseId, BaseSet};
use crate::choice::Reach;
use crate::ground::Going;
use crate::movement::allowance::Footing;
use crate::movement::pass::Passing;
use crate::rules::Look;
use crate::state::Moved;
use crate::troop::{Grade, Status, TroopType};
use aelian_geometry::within;
use aelian_rulebook::{RuleId, rule};

/// Why a base is impetuous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impulse {
    /// BB-IMP-02: by its type.
    Type,
    /// BB-IMP-03: this enemy Bg is in reach.
    Baggage(BaseSet),
}

impl Look<'_> {
    /// BB-IMP-01, BB-IMP-08: the bases of the active side that still have to make an impetuous move.
    pub fn impetuous(&self) -> BaseSet {
        self.state.on_table_of(self.active()).filter(|base| self.impulse_of(*base).is_some()).collect()
    }

    /// BB-IMP-02 to BB-IMP-07: why a base is impetuous now; none if it is not. BB-IMP-06: having moved or been
    /// halted holds it in any case.
    pub fn impulse_of(&self, base: BaseId) -> Option<Impulse> {
        let own = self.state.base(base);
        if !own.on_table() || own.deeds.halted || self.has_moved(base) || own.is(TroopType::Bg) {
            return None;
        }
        if self.is_impetuous_type(base) {
            return (!self.is_held(base)).then_some(Impulse::Type);
        }
        let baggage = self.baggage_near(base);
        if baggage.is_empty() || self.is_held(base) {
            return None;
        }
        let reached = self.baggage_in_reach(base, baggage);
        (!reached.is_empty()).then_some(Impulse::Baggage(reached))
    }

    /// BB-IMP-01 to BB-IMP-06: the rule by which a base makes no impetuous move now.
    pub fn calmed_by(&self, base: BaseId) -> RuleId {
        let own = self.state.base(base);
        let impetuous_type = self.is_impetuous_type(base);
        if own.side != self.active() || !own.on_table() || self.impulse_of(base).is_some() {
            rule!("BB-IMP-01")
        } else if own.deeds.halted || self.has_moved(base) {
            if impetuous_type { rule!("BB-IMP-02") } else { rule!("BB-IMP-06") }
        } else if self.in_close_combat(base) {
            rule!("BB-IMP-04")
        } else if self.is_held(base) {
            rule!("BB-IMP-05")
        } else {
            rule!("BB-IMP-03")
        }
    }

    /// BB-IMP-02, BB-IMP-43: Irr HCh, Irr Bd(F) and Wb.
    pub fn is_impetuous_type(&self, base: BaseId) -> bool {
        let troop = &self.state.base(base).troop;
        match troop.kind {
            TroopType::Wb => true,
            TroopType::HCh => troop.status == Status::Irr,
            TroopType::Bd => troop.status == Status::Irr && troop.grade == Grade::F,
            _ => false,
        }
    }

    /// BB-IMP-02, BB-IMP-44: whether a base has moved in this bound, by order or impetuously, or has fled.
    pub fn has_moved(&self, base: BaseId) -> bool {
        let deeds = &self.state.base(base).deeds;
        deeds.moved != Moved::No || deeds.impetuous || deeds.fled
    }

    /// BB-IMP-04, BB-IMP-05, AMB-111: whether a fight holds the base: its own, one that it overlaps or, by the
    /// setting `support_exempts_from_impetuous`, one that it supports.
    pub(super) fn is_held(&self, base: BaseId) -> bool {
        self.enemy_about(base) && self.takes_part(base)
    }

    fn takes_part(&self, base: BaseId) -> bool {
        self.in_close_combat(base)
            || self.is_overlap(base)
            || (self.rules.settings.support_exempts_from_impetuous && self.is_support(base))
    }

    /// The broad phase: nobody takes part in a fight, even in the third rank, who has no enemy this near.
    pub(super) fn enemy_about(&self, base: BaseId) -> bool {
        let own = self.state.base(base);
        self.enemies_near(own.side, &own.rect, 2.0 * self.rules.width).next().is_some()
    }

    /// Enemy Bg that is no further off than the base could ever go: the broad phase.
    fn baggage_near(&self, base: BaseId) -> BaseSet {
        let own = self.state.base(base);
        let reach = self.pace(base, Footing::Ground(Going::Good), Reach::Tactical);
        self.state
            .on_table_of(own.side.other())
            .filter(|enemy| self.state.base(*enemy).is(TroopType::Bg))
            .filter(|enemy| within(&own.rect, self.state.rect(*enemy), reach))
            .collect()
    }

    /// BB-IMP-03, AMB-112: Bg that the base could contact into close combat by a legal move now. Nobody makes way
    /// for a move that is only thought of: friends whom it cannot pass through stand in its way.
    fn baggage_in_reach(&self, base: BaseId, baggage: BaseSet) -> BaseSet {
        let own = self.state.base(base);
        let good = self.going_under(&own.rect, &own.troop) == Going::Good;
        let passes = |friend: BaseId| {
            self.may_pass(base, own.rect.pose.facing, friend, Passing::Advancing, good).is_some()
        };
        let friends = self.state.on_table_of(own.side).filter(|friend| *friend != base && !passes(*friend));
        let rusher = Rusher::among(*self, base, friends.collect());
        let clear = |way: RushWay| self.overlapped(&way.end, BaseSet::one(base)).next().is_none();
        baggage.iter().filter(|target| rusher.way_into(*target).is_some_and(clear)).collect()
    }
}
