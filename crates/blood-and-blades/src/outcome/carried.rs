//! Friends taken along by a flight (BB-FLEE-03, AMB-43).

use super::behind::clear_of;
use super::flight::Flight;
use super::plan::{Loss, OutcomeMove, OutcomePlan};
use crate::baseset::BaseId;
use crate::event::MoveWhy;
use crate::fact::Fact;
use crate::ground::Going;
use crate::movement::plan::Track;
use aelian_geometry::{Pose, Rect, overlaps};
use aelian_rulebook::rule;

impl Flight<'_> {
    /// BB-FLEE-03, AMB-43: the friends follow in a column behind the fleeing base, in the order in which they
    /// were met; where there is no room, further back; without any room they are destroyed.
    pub(super) fn take_along(&self, friends: &[BaseId], leader: Rect, furthest: f64, plan: &mut OutcomePlan) {
        let mut placed: Vec<Rect> = vec![leader];
        let mut front = leader;
        for friend in friends {
            plan.cite(rule!("BB-FLEE-03"), Fact::Pair { base: self.base, other: *friend });
            if self.look.is_wader(*friend) {
                plan.losses.push(Loss { base: *friend, rule: rule!("BB-FLEE-09"), spent: true });
                continue;
            }
            match self.place_behind(*friend, &front, &placed, friends, furthest) {
                Some(rect) => {
                    placed.push(rect);
                    front = rect;
                    plan.fled.insert(*friend);
                    let track = Track { base: *friend, via: Vec::new(), to: rect.pose };
                    plan.moves.push(OutcomeMove { track, why: MoveWhy::CarriedAway });
                }
                None => plan.destroy(*friend, rule!("BB-FLEE-03")),
            }
        }
    }

    /// The first free place behind another base, straight back from it.
    fn place_behind(
        &self,
        friend: BaseId,
        front: &Rect,
        placed: &[Rect],
        friends: &[BaseId],
        furthest: f64,
    ) -> Option<Rect> {
        let own = self.look.state.rect(friend);
        let first = Pose { at: front.pose.advanced(-front.depth).at, facing: front.pose.facing };
        let mut back = 0.0;
        // Each turn of the loop goes behind one more obstacle, so it ends with the furthest place.
        while back <= furthest {
            let rect = own.with_pose(first.advanced(-back));
            match self.trouble(friend, &rect, placed, friends) {
                None => return Some(rect),
                Some(Trouble::Base(other)) => {
                    let backward = rect.pose.facing.reversed().vector();
                    back += clear_of(self.look, &rect, backward, &other).max(0.5);
                }
                Some(Trouble::Ground) => back += 1.0,
            }
        }
        None
    }

    fn trouble(&self, friend: BaseId, rect: &Rect, placed: &[Rect], friends: &[BaseId]) -> Option<Trouble> {
        let (look, tolerance) = (self.look, self.look.rules.tolerance);
        if let Some(other) = placed.iter().find(|other| overlaps(rect, other, tolerance)) {
            return Some(Trouble::Base(*other));
        }
        let moving = friends.iter().copied().chain(self.but.iter()).collect();
        if let Some(other) = look.overlapped(rect, moving).next() {
            return Some(Trouble::Base(*look.state.rect(other)));
        }
        let troop = &look.state.base(friend).troop;
        let held = look.edge_crossed(rect).is_none();
        let firm = look.going_under(rect, troop) < Going::Impassable;
        (!held || !firm).then_some(Trouble::Ground)
    }
}

enum Trouble {
    Base(Rect),
    Ground,
}
