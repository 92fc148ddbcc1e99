//! In contact but not committed (55.7): corner to corner and side to side.

use super::choice::{Leg, MoveOrder};
use super::order::{Contact, Judged};
use super::section::Section;
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::position::{corners_meet, side_contact};
use crate::rules::Look;
use aelian_geometry::{Corner, Rect};
use aelian_rulebook::rule;

impl Look<'_> {
    /// FA-CORN-01: the enemy groups with whom a group is in front corner to front corner contact only.
    pub fn corner_contacts(&self, group: GroupId) -> GroupSet {
        let body = Body::of(self.state, group);
        let touched = self.touched_by(&body, self.state.group(group).side);
        let only_corners = |enemy: &GroupId| {
            !self.stands_against(&body, *enemy)
                && !self.stands_against(&Body::of(self.state, *enemy), group)
                && self
                    .state
                    .rects_of(group)
                    .any(|mine| self.state.rects_of(*enemy).any(|theirs| self.corner_to_corner(mine, theirs)))
        };
        touched.iter().filter(only_corners).collect()
    }

    fn corner_to_corner(&self, mine: &Rect, theirs: &Rect) -> bool {
        let t = self.rules.tolerance;
        let meet = |a: Corner, b: Corner| corners_meet(mine.corner(a), theirs.corner(b), t);
        mine.pose.facing.opposite(theirs.pose.facing, t)
            && (meet(Corner::FrontLeft, Corner::FrontLeft) || meet(Corner::FrontRight, Corner::FrontRight))
    }

    /// FA-SIDE-01: the enemy groups whose side edges lie along its own.
    pub fn side_contacts(&self, group: GroupId) -> GroupSet {
        let side = self.state.group(group).side;
        let t = self.rules.tolerance;
        let beside = |enemy: &GroupId| {
            self.state
                .rects_of(group)
                .any(|mine| self.state.rects_of(*enemy).any(|theirs| side_contact(mine, theirs, t)))
        };
        let around = self.circle(group);
        let near = |enemy: &GroupId| around.near(&self.circle(*enemy), 2.0 * t.length);
        self.enemies(side).filter(near).filter(beside).collect()
    }
}

impl Judged<'_> {
    /// FA-DEC-55: what contact the move ends in, and whether it may.
    pub(super) fn find_contact(&mut self, order: &MoveOrder, section: Section) {
        let lone = order.who.first().filter(|_| order.who.len() == 1);
        match (section, &order.legs[..], lone) {
            (Section::CornerShift, [Leg::Shift { right }], Some(group)) => self.check_corner(group, *right),
            (Section::Turn { about: false, advance: false }, [Leg::Turn(_)], Some(group))
                if self.turned_against(group).is_some() =>
            {
                self.check_side(group);
            }
            _ => {
                let overlapped = self.walk.check_contact();
                if !overlapped.is_empty() {
                    self.contact = Contact::Overlap(overlapped);
                }
            }
        }
    }

    /// FA-CORN-02: one base width sideways, from corner contact against the enemy's front.
    fn check_corner(&mut self, group: GroupId, right: f64) {
        let look = self.walk.look;
        let corners = look.corner_contacts(group);
        let end = self.walk.body.clone();
        let enemy = corners.iter().find(|enemy| look.stands_against(&end, *enemy));
        let wide = (right.abs() - look.rules.width).abs() <= look.rules.tolerance.length;
        let Some(enemy) = enemy.filter(|_| wide) else {
            self.walk.break_rule(rule!("FA-CORN-02"), Fact::Group(group));
            return;
        };
        self.check_free(group, enemy, rule!("FA-CORN-02"));
        self.contact = Contact::Corner(enemy);
    }

    /// FA-SIDE-02: the turn brings its front against the enemy beside it.
    fn check_side(&mut self, group: GroupId) {
        if let Some(enemy) = self.turned_against(group) {
            self.check_free(group, enemy, rule!("FA-SIDE-02"));
            self.contact = Contact::Side(enemy);
        }
    }

    fn turned_against(&self, group: GroupId) -> Option<GroupId> {
        let beside = self.walk.look.side_contacts(group);
        beside.iter().find(|enemy| self.walk.look.stands_against(&self.walk.body, *enemy))
    }

    /// FA-CORN-02, FA-SIDE-02: it overlaps nobody, meets nobody else to its front, and is in the restricted area of
    /// nobody else.
    fn check_free(&mut self, group: GroupId, enemy: GroupId, rule: aelian_rulebook::RuleId) {
        let look = self.walk.look;
        let start = Body::of(look.state, group);
        let others = look.pinners(group).minus(GroupSet::one(enemy));
        let overlaps = look.overlapped_by(&start, GroupSet::one(group));
        let side = look.state.group(group).side;
        let fronted = look.touched_by(&start, side).iter().find(|other| look.stands_against(&start, *other));
        if let Some(other) = others.first().or(overlaps.first()).or(fronted) {
            self.walk.break_rule(rule, Fact::Pair { group, other });
        }
    }
}
