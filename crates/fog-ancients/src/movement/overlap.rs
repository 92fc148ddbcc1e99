//! Moving into contact (55.6): overlap positions, and contact that is not allowed.

use super::walk::Walk;
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::position::{corner_on_edge, front_edge_contact, legal_contact, side_contact, stands_beside};
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Rect, within};
use aelian_rulebook::rule;

impl Look<'_> {
    /// FA-OVL-06 to FA-OVL-09: the enemy groups against which a body stands in an overlap position, friends already
    /// fighting them. Orbs neither overlap nor are overlapped (FA-ORB-13, FA-ORB-15).
    pub fn overlapped_by(&self, body: &Body, who: GroupSet) -> GroupSet {
        let Some(side) = who.first().map(|group| self.state.group(group).side) else {
            return GroupSet::EMPTY;
        };
        let orb = |group: GroupId| self.state.group(group).shape == Shape::Orb;
        let mut found = GroupSet::EMPTY;
        if who.iter().any(orb) {
            return found;
        }
        let around = body.block().circle();
        let fighting =
            self.state.on_table_of(side).filter(|id| !who.contains(*id) && self.state.committed(*id));
        for friend in fighting {
            let enemies = self.state.bouts_of(friend).map(|bout| bout.enemy_of(friend));
            for enemy in enemies.filter(|enemy| !orb(*enemy)) {
                let reach = self.rules.width * 2.0;
                let near =
                    around.near(&self.circle(friend), reach) || around.near(&self.circle(enemy), reach);
                if near && body.rects().any(|rect| self.overlaps_beside(rect, friend, enemy)) {
                    found.insert(enemy);
                }
            }
        }
        found
    }

    fn overlaps_beside(&self, rect: &Rect, friend: GroupId, enemy: GroupId) -> bool {
        let reach = self.rules.width * 2.0;
        let near = |other: &&Rect| rect.circle().near(&other.circle(), reach);
        let friends = || self.state.rects_of(friend).filter(near);
        let enemies = || self.state.rects_of(enemy);
        let t = self.rules.tolerance;
        // (a) side by side with an enemy base that has friends on its front edge.
        let beside =
            |foe: &Rect| side_contact(rect, foe, t) && friends().any(|mate| front_edge_contact(foe, mate, t));
        // (b) to (d) beside a friendly base that fights this enemy with its front.
        let fights = |mate: &Rect| {
            enemies().any(|foe| front_edge_contact(mate, foe, t) || corner_on_edge(mate, foe, t))
        };
        enemies().filter(near).any(beside)
            || friends().any(|mate| stands_beside(rect, mate, t) && fights(mate))
    }

    /// Enemy groups of a side whom a body touches.
    pub fn touched_by(&self, body: &Body, side: aelian_game::Side) -> GroupSet {
        let t = self.rules.tolerance.length;
        let around = body.block().circle();
        let touches = |group: &GroupId| {
            let mut theirs = self.state.rects_of(*group).filter(|other| around.near(&other.circle(), t));
            theirs.any(|other| body.rects().any(|rect| within(rect, other, t)))
        };
        let near = |group: &GroupId| around.near(&self.circle(*group), t);
        self.state.on_table_of(side.other()).filter(near).filter(touches).collect()
    }

    /// A base of the body stands against this group with its front edge, or with a front corner on one of its edges.
    pub fn stands_against(&self, body: &Body, enemy: GroupId) -> bool {
        let t = self.rules.tolerance;
        let against = |mine: &Rect, theirs: &Rect| legal_contact(mine, theirs, t).is_some();
        self.state.rects_of(enemy).any(|theirs| body.rects().any(|mine| against(mine, theirs)))
    }
}

impl Walk<'_> {
    /// FA-OVL-01, FA-OVL-05: at its end the move may have brought it into new contact only in an overlap position, and
    /// with nobody to its front. Gives the enemies whom it overlaps.
    pub fn check_contact(&mut self) -> GroupSet {
        let side = self.look.state.active;
        let touched = self.look.touched_by(&self.body, side);
        let overlapped = self.look.overlapped_by(&self.body, self.who);
        for enemy in touched.iter() {
            let before = self.stretches.first().map_or(&self.body, |(body, _)| body);
            let known = self.look.touched_by(before, side).contains(enemy);
            let fronted =
                self.look.stands_against(&self.body, enemy) && !self.look.stands_against(before, enemy);
            if fronted || (!known && overlapped.is_empty()) {
                self.break_rule(rule!("FA-OVL-05"), Fact::BlockedBy(enemy));
            }
        }
        overlapped
    }
}
