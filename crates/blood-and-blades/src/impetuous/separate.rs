//! After an impetuous move (BB-IMP-48): a base that is in no fight stands alone.

use crate::baseset::{BaseId, BaseSet};
use crate::rules::Look;
use aelian_geometry::{Hand, Pose, Rect};

/// How a base is to be parted from a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Parting {
    /// To either hand, as the player chooses.
    Either,
    /// Only so.
    Only(Pose),
    /// It stands alone, or takes part in a fight, or there is no room at all.
    No,
}

impl Look<'_> {
    /// BB-IMP-48, BB-ALG-15 (9): whether the base must be parted from a group, and how.
    pub(super) fn parting(&self, base: BaseId) -> Parting {
        if !self.state.base(base).on_table() || self.group_of(base).len() < 2 {
            return Parting::No;
        }
        if self.in_close_combat(base) || self.is_overlap(base) || self.is_support(base) {
            return Parting::No;
        }
        match Hand::BOTH.map(|hand| self.parted_to(base, hand)) {
            [Some(_), Some(_)] => Parting::Either,
            [Some(only), None] | [None, Some(only)] => Parting::Only(only),
            [None, None] => {
                let back = self.state.rect(base).pose.advanced(-self.parting_distance());
                self.if_alone(base, back).map_or(Parting::No, Parting::Only)
            }
        }
    }

    /// BB-IMP-48, AMB-106: the place 5 mm (in 15 mm scale) to this hand, if the base is alone there.
    pub(super) fn parted_to(&self, base: BaseId, hand: Hand) -> Option<Pose> {
        let aside = self.state.rect(base).pose.shifted(hand.sign() * self.parting_distance());
        self.if_alone(base, aside)
    }

    /// AMB-106: an eighth of a base width.
    fn parting_distance(&self) -> f64 {
        self.rules.width * self.rules.tables.numbers.rushing.parting_widths
    }

    /// A place where the base overlaps nothing, touches no enemy, stays on the table and is in no group.
    fn if_alone(&self, base: BaseId, pose: Pose) -> Option<Pose> {
        let there: Rect = self.state.rect(base).with_pose(pose.on_grid());
        let own = BaseSet::one(base);
        if self.edge_crossed(&there).is_some() || self.overlapped(&there, own).next().is_some() {
            return None;
        }
        let mut state = self.state.clone();
        if let Some(moved) = state.bases.get_mut(base.index()) {
            moved.rect = there;
        }
        let look = self.at(&state);
        (look.group_of(base).len() == 1 && !look.in_close_combat(base)).then_some(there.pose)
    }
}
