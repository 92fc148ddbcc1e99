//! Passing through friends (44.7).

use crate::baseset::BaseId;
use crate::rules::Look;
use crate::troop::{Grade, TroopType};
use aelian_geometry::Facing;
use aelian_rulebook::{RuleId, rule};

/// What the mover is doing when it meets a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    Advancing,
    Recoiling,
}

impl Look<'_> {
    /// BB-PASS-01 to BB-PASS-04, BB-PASS-06, BB-PASS-12: the rule that lets `mover`, facing so, pass through `friend`, who is
    /// of its own army (BB-PASS-05).
    /// `good` says that the whole move is totally in GGo.
    pub fn may_pass(
        &self,
        mover: BaseId,
        facing: Facing,
        friend: BaseId,
        passing: Passing,
        good: bool,
    ) -> Option<RuleId> {
        let (who, whom) = (self.state.base(mover), self.state.base(friend));
        if mover == friend || who.side != whom.side || self.in_close_combat(friend) {
            return None;
        }
        if whom.is(TroopType::Bg) {
            return (!who.is(TroopType::El)).then_some(rule!("BB-PASS-04"));
        }
        let tolerance = self.rules.tolerance;
        let other = whom.rect.pose.facing;
        if !facing.same(other, tolerance) && !facing.opposite(other, tolerance) {
            return None;
        }
        let closed_pikes = whom.is(TroopType::Pk) && matches!(whom.troop.grade, Grade::I | Grade::X);
        if who.is(TroopType::Ps) && !closed_pikes {
            return Some(rule!("BB-PASS-01"));
        }
        if who.is(TroopType::LH) && whom.troop.kind.is_light() && passing == Passing::Advancing {
            return Some(rule!("BB-PASS-02"));
        }
        (who.troop.kind.is_mounted() && whom.is(TroopType::Ps) && good).then_some(rule!("BB-PASS-03"))
    }
}
