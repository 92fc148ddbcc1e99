//! Passing through friends to the end (FA-INT-07 to FA-INT-13).

use super::choice::{Leg, MoveOrder, Turn};
use super::order::Judged;
use crate::fact::Fact;
use crate::formation::{Array, Body, Formed};
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::state::{Deed, Shape};
use crate::troop::TroopType;
use aelian_geometry::{Rect, Vec2};
use aelian_rulebook::rule;

/// Friends in the way of a body, seen along its heading: where they begin and where they end, in mm.
#[derive(Clone, Copy, Debug)]
pub struct Belt {
    pub near: f64,
    pub far: f64,
}

impl Judged<'_> {
    /// FA-INT-07 to FA-INT-13: a move that ends among the friends whom it passes through, or that goes on where an
    /// earlier one ended so.
    pub(super) fn check_passage(&mut self, order: &MoveOrder) {
        let look = self.walk.look;
        let lone = order.who.first().filter(|_| order.who.len() == 1);
        if let Some(group) = lone.filter(|group| look.state.did(*group, Deed::PartlyPassed)) {
            return self.pass_on(group, order);
        }
        let among = look.overlapped(&self.walk.body, order.who).common(self.walk.passed);
        if among.is_empty() {
            return;
        }
        let straight = matches!(order.legs.last(), Some(Leg::Advance { .. }));
        match (lone, self.walk.array) {
            (Some(group), Some(array)) if straight && self.walk.shape == Shape::Normal => {
                self.end_among(group, &array, among);
            }
            _ => self.walk.break_rule(rule!("FA-INT-11"), Fact::Groups(among)),
        }
    }

    /// FA-INT-07, FA-INT-08: all the way through, or as far as its bases reached.
    fn end_among(&mut self, group: GroupId, array: &Array, among: GroupSet) {
        let look = self.walk.look;
        let along = self.walk.body.facing.vector();
        let Some(belt) = look.belt(&self.walk.body, among) else { return };
        let rear = crate::rout::room::extent(self.walk.body.rects(), along).0;
        let more = (belt.far - rear).max(0.0);
        let (used, allowed) = (self.walk.used, self.walk.allowed);
        let slack = look.rules.slack;
        if used + more <= allowed + slack {
            let fact = Fact::TooShort { used, least: used + more };
            return self.walk.break_rule(rule!("FA-INT-08"), fact);
        }
        let light = look.state.group(group).is_wholly(|troop| troop.behaves_as() == TroopType::LightFoot);
        let beyond = self.walk.body.advanced(more);
        let room = look.stands_on(&beyond, self.walk.who, |_| true).is_none()
            && look.is_clear_between(&self.walk.body, &beyond, group, |friend| look.lets_pass(group, friend));
        let further = look.mu(look.rules.distances().movement.pass_further);
        if light && room && used + more <= allowed + further + slack {
            self.deeds.push(Deed::PassedFar);
            self.stand_at(beyond);
            return;
        }
        self.pass_in_part(group, array, belt);
    }

    /// FA-INT-08 to FA-INT-11: ranks that reached the friends are put beyond them, the others stop at their near side.
    fn pass_in_part(&mut self, group: GroupId, array: &Array, belt: Belt) {
        let (end, all) = self.walk.look.put_through(&self.walk.body, array, belt);
        if !all {
            self.deeds.push(Deed::PartlyPassed);
            self.walk.shape = Shape::Loose;
        }
        self.settle(group, end);
    }

    /// FA-INT-09, FA-INT-12, FA-INT-13: the bases left behind come through as well and the group reforms, those who
    /// face elsewhere behind the others; skirmishers may face about first, or only that.
    fn pass_on(&mut self, group: GroupId, order: &MoveOrder) {
        let look = self.walk.look;
        match order.legs[..] {
            [Leg::Turn(Turn::About)] => {
                self.deeds.push(Deed::PartlyPassed);
                return;
            }
            [Leg::Advance { .. }] | [Leg::Turn(Turn::About), Leg::Advance { .. }] => {}
            _ => return self.walk.break_rule(rule!("FA-REF-05"), Fact::Group(group)),
        }
        let about = order.legs.len() == 2;
        let mut array = look.with_those_aside(group, &look.array(group));
        if about {
            let bases: Vec<_> = array.bases().rev().collect();
            array = Array::arranged(bases, array.files(), 0);
        }
        let friends = look.overlapped(&self.walk.body, order.who).union(self.straddled(group));
        let along = self.walk.body.facing.vector();
        let depth: f64 = (0..array.ranks()).map(|rank| look.rank_depth(&array, rank)).sum();
        let block = self.walk.body.block();
        let far = look.belt(&self.walk.body, friends).map_or(f64::NEG_INFINITY, |belt| belt.far);
        let more = (far + depth - block.pose.at.dot(along)).max(0.0);
        let end = Formed { array, front: block.pose.advanced(more) }.body(look);
        self.walk.array = Some(array);
        self.walk.shape = Shape::Normal;
        self.reformed = true;
        self.settle(group, end);
    }

    /// Friends who stand between the parts of a group.
    fn straddled(&self, group: GroupId) -> GroupSet {
        let look = self.walk.look;
        let side = look.state.group(group).side;
        let block = look.block(group);
        look.state
            .on_table_of(side)
            .filter(|other| *other != group && look.is_partly_in(*other, &block))
            .collect()
    }

    /// FA-INT-10, FA-INT-11: it comes to stand so, and others make room; or it cannot.
    fn settle(&mut self, group: GroupId, end: Body) {
        let look = self.walk.look;
        match look.make_room(&end, group, end.facing) {
            Some(made)
                if look.stands_on(&end, self.all_friends(group), |_| true).is_none()
                    && look.is_clear_between(&self.walk.body, &end, group, |friend| {
                        look.lets_pass(group, friend) || made.iter().any(|moved| moved.group == friend)
                    }) =>
            {
                self.made_room = made;
            }
            _ => self.walk.break_rule(rule!("FA-INT-11"), Fact::Group(group)),
        }
        self.stand_at(end);
    }

    fn all_friends(&self, group: GroupId) -> GroupSet {
        let side = self.walk.look.state.group(group).side;
        self.walk.look.state.on_table_of(side).collect()
    }

    fn stand_at(&mut self, end: Body) {
        let still = super::Motion::Straight { along: end.facing.vector(), length: 0.0 };
        let before = std::mem::replace(&mut self.walk.body, end);
        self.walk.stretches.push((before, still));
    }
}

impl Look<'_> {
    /// Where these friends begin and end on the way of a body, those beside it left out.
    pub fn belt(&self, body: &Body, friends: GroupSet) -> Option<Belt> {
        let (along, right): (Vec2, Vec2) = (body.facing.vector(), body.facing.right());
        let t = self.rules.tolerance.length;
        let span = crate::rout::room::extent(body.rects(), right);
        let in_way = |rect: &&Rect| {
            let theirs = crate::rout::room::extent(std::iter::once(*rect), right);
            theirs.1 > span.0 + t && theirs.0 < span.1 - t
        };
        let rects = friends.iter().flat_map(|friend| self.state.rects_of(friend)).filter(in_way);
        let (near, far) = crate::rout::room::extent(rects, along);
        (near <= far).then_some(Belt { near, far })
    }

    /// FA-INT-08: a body in this array after a move that ends among friends: its ranks that reached them stand beyond
    /// them, the others before their near side. True if all of it has passed.
    pub fn put_through(&self, body: &Body, array: &Array, belt: Belt) -> (Body, bool) {
        let t = self.rules.tolerance.length;
        let along = body.facing.vector();
        let depths: Vec<f64> = (0..array.ranks()).map(|rank| self.rank_depth(array, rank)).collect();
        let front = body.block().pose.at.dot(along);
        let mut rank_front = front;
        let mut reached = 0;
        for depth in &depths {
            reached += usize::from(rank_front > belt.near + t);
            rank_front -= depth;
        }
        let beyond: f64 = depths[..reached].iter().sum();
        // How far each rank is put forward of where it would have come, or back.
        let passed = belt.far + beyond - front;
        let stopped = belt.near - (front - beyond);
        let rank_of = |base| array.slot_of(base).map_or(0, |slot| usize::from(slot.rank));
        let mut end = body.clone();
        for (base, rect) in &mut end.bases {
            let by = if rank_of(*base) < reached { passed } else { stopped };
            *rect = rect.with_pose(rect.pose.translated(along * by));
        }
        (end, reached >= depths.len())
    }

    fn rank_depth(&self, array: &Array, rank: u8) -> f64 {
        let slots = array.slots().iter().filter(|slot| slot.rank == rank);
        slots.map(|slot| self.depth_of(slot.base)).fold(0.0, f64::max)
    }
}
