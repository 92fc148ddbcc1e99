//! Portable defences (78.4) and orbs (78.5) as moves.

use super::choice::{Leg, MoveOrder};
use super::order::Judged;
use super::section::Section;
use crate::fact::Fact;
use crate::formation::{Array, Body, Formed};
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::{Defences, Shape, Work};
use aelian_geometry::{Pose, Rect};
use aelian_rulebook::rule;

impl Judged<'_> {
    /// The whole moves that change more than the place of the bases.
    pub(super) fn check_special(&mut self, order: &MoveOrder, section: Section) {
        let Some(group) = order.who.first().filter(|_| order.who.len() == 1) else { return };
        match (section, order.legs.first()) {
            (Section::PlaceDefences, _) => self.place_defences(group),
            (Section::LiftDefences, _) => self.lift_defences(group),
            (Section::FormOrb, _) => self.form_orb(group),
            (Section::LeaveOrb, Some(Leg::LeaveOrb { facing })) => {
                let turn = *facing;
                self.leave_orb(group, turn, order.tail);
            }
            (Section::OrbStep, _) => self.check_orb_step(),
            _ => {}
        }
    }

    /// FA-PD-01, FA-PD-04, FA-PD-10: they stand on the line of its front and it goes back by their depth.
    fn place_defences(&mut self, group: GroupId) {
        let look = self.walk.look;
        match look.state.group(group).defences {
            Defences::Carried => {}
            Defences::Placed => self.walk.break_rule(rule!("FA-PD-10"), Fact::Group(group)),
            Defences::None => self.walk.break_rule(rule!("FA-PD-01"), Fact::Group(group)),
        }
        let back = look.rules.tables.work_depth(look.rules.scale);
        let body = self.walk.body.advanced(-back);
        self.stand(body, rule!("FA-PD-04"));
    }

    /// FA-PD-08: only with no enemy within 6 MU, of the defences as well.
    fn lift_defences(&mut self, group: GroupId) {
        let look = self.walk.look;
        if look.state.group(group).defences != Defences::Placed {
            self.walk.break_rule(rule!("FA-PD-03"), Fact::Group(group));
        }
        let body = self.walk.body.clone();
        self.stand(body, rule!("FA-PD-03"));
        // FA-PD-04: their front edge is that of the group.
        let limit = look.rules.distances().movement.defences_enemy;
        let near = |enemy: GroupId| {
            let mut outlines = look.state.bases_of(group).map(|base| look.outline(base));
            outlines.any(|outline| look.within(look.distance_to(enemy, &outline), limit))
        };
        let side = look.state.group(group).side;
        if self.walk.comes_within(limit) || look.enemies(side).any(near) {
            let fact = look.nearest_to(group).filter(|(_, distance)| look.within(*distance, limit));
            self.walk.break_rule(rule!("FA-PD-08"), told(group, fact, look.mu(limit)));
        }
    }

    /// FA-FORM-09, FA-ORB-01 to FA-ORB-03, FA-ORB-05, FA-ORB-06.
    fn form_orb(&mut self, id: GroupId) {
        let look = self.walk.look;
        let group = look.state.group(id);
        let mut no = |fits: bool, rule| {
            if !fits {
                self.walk.break_rule(rule, Fact::Group(id));
            }
        };
        no(group.is_wholly(|troop| troop.is_pikemen() || troop.is_spearmen()), rule!("FA-ORB-01"));
        no(look.shape_to_move(id) == Shape::Normal, rule!("FA-ORB-02"));
        let array = look.array(id);
        no(array.files() <= 4, rule!("FA-ORB-03"));
        let limit = look.rules.distances().movement.orb_enemy;
        let near = |enemy| look.within(look.distance(id, enemy), limit);
        no(!look.state.in_close_combat(id), rule!("FA-ORB-06"));
        if !look.enemies(group.side).any(near) {
            self.walk.break_rule(rule!("FA-ORB-05"), told(id, look.nearest_to(id), look.mu(limit)));
        }
        let body = look.orb_body(id);
        self.stand(body, rule!("FA-ORB-02"));
        self.walk.shape = Shape::Orb;
    }

    /// FA-ORB-06, FA-ORB-07.
    fn leave_orb(&mut self, id: GroupId, turn: Option<super::choice::Turn>, tail: Option<u8>) {
        let look = self.walk.look;
        if look.state.group(id).shape != Shape::Orb {
            self.walk.break_rule(rule!("FA-ORB-07"), Fact::Group(id));
            return;
        }
        if look.state.in_close_combat(id) {
            self.walk.break_rule(rule!("FA-ORB-06"), Fact::Group(id));
        }
        let (array, block) = (look.orb_array(id), look.block(id));
        let formed = match turn {
            None => Formed { array, front: block.pose },
            Some(turn) => look.turned_from(&array, &block, turn, tail),
        };
        self.stand(formed.body(look), rule!("FA-ORB-07"));
        self.walk.shape = Shape::Normal;
    }

    /// FA-ORB-09: 1 MU at most.
    fn check_orb_step(&mut self) {
        let look = self.walk.look;
        let most = look.rules.distances().movement.orb_step;
        if self.walk.used.abs() > look.reach(most) {
            let fact = Fact::TooFar { used: self.walk.used, allowed: look.mu(most) };
            self.walk.break_rule(rule!("FA-ORB-09"), fact);
        }
    }

    /// The body comes to stand so, if there is room.
    fn stand(&mut self, body: Body, no_room: aelian_rulebook::RuleId) {
        let who = self.walk.who;
        if self.walk.look.stands_on(&body, who, |_| true).is_some() {
            self.walk.break_rule(no_room, Fact::Groups(who));
        }
        let still = super::Motion::Straight { along: body.facing.vector(), length: 0.0 };
        let before = std::mem::replace(&mut self.walk.body, body);
        self.walk.stretches.push((before, still));
    }
}

impl Look<'_> {
    /// FA-PD-02, FA-PD-04: the pieces of portable defences of a group, side by side with the middle of its front: half
    /// of its first number of bases, rounded up.
    pub fn portable_defences(&self, id: GroupId) -> Vec<Work> {
        let group = self.state.group(id);
        let front = self.block(id).pose;
        let (width, depth) = (self.rules.width, self.rules.tables.work_depth(self.rules.scale));
        let pieces = group.original.div_ceil(2);
        let piece = |at: u8| {
            let aside = (f64::from(at) - (f64::from(pieces) - 1.0) * 0.5) * width;
            let rect = Rect::new(front.shifted(aside).on_grid(), width, depth);
            Work { side: group.side, portable_of: Some(id), rect }
        };
        (0..pieces).map(piece).collect()
    }

    /// The bases of an orb from front to rear, two by two.
    fn orb_array(&self, id: GroupId) -> Array {
        let facing = self.state.group(id).facing;
        let mut bases: Vec<BaseId> = self.state.bases_of(id).collect();
        let centre = |base: &BaseId| self.state.rect(*base).centre();
        bases.sort_by(|one, other| {
            let ahead = centre(other).dot(facing.vector()) - centre(one).dot(facing.vector());
            let aside = centre(one).dot(facing.right()) - centre(other).dot(facing.right());
            if ahead.abs() > 1.0 { ahead.total_cmp(&0.0) } else { aside.total_cmp(&0.0) }
        });
        Array::arranged(bases, 2, 0)
    }

    /// FA-ORB-02: two files with the middle of the front where it was; half of the ranks, rounded up, face the rear.
    fn orb_body(&self, id: GroupId) -> Body {
        let array = Array::arranged(self.array(id).bases(), 2, 0);
        let front: Pose = self.block(id).pose;
        let mut body = Formed { array, front }.body(*self);
        let facing_ahead = array.ranks() / 2;
        for (base, rect) in &mut body.bases {
            let rank = array.slot_of(*base).map_or(0, |slot| slot.rank);
            if rank >= facing_ahead.max(1) || array.ranks() == 1 {
                *rect = rect.with_pose(rect.pose.about_faced(rect.depth));
            }
        }
        body
    }

    /// FA-PD-09: the places in the list of a group's defences that it no longer stands behind, last first.
    pub fn abandoned_defences(&self, id: GroupId, end: &Body) -> Vec<u8> {
        if self.state.group(id).defences != Defences::Placed {
            return Vec::new();
        }
        let works = self.state.works.iter().enumerate().filter(|(_, work)| work.portable_of == Some(id));
        let works: Vec<_> = works.collect();
        let t = self.rules.tolerance;
        let behind = |work: &Work| {
            let found = |rect: &Rect| {
                let seen = aelian_geometry::contacts(&work.rect, rect, t);
                aelian_geometry::Edge::ALL
                    .iter()
                    .any(|edge| seen.edge_edge(aelian_geometry::Edge::Rear, *edge).is_some())
            };
            end.rects().any(found)
        };
        if works.iter().any(|(_, work)| behind(work)) {
            return Vec::new();
        }
        works.iter().rev().map(|(at, _)| *at as u8).collect()
    }

    /// Groups that could form orb, for proposals.
    pub fn could_form_orb(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        group.is_wholly(|troop| troop.is_pikemen() || troop.is_spearmen())
            && self.shape_to_move(id) == Shape::Normal
    }
}

impl Look<'_> {
    /// The nearest unbroken enemy of a group, and how far he is from it or its works, in mm.
    fn nearest_to(&self, group: GroupId) -> Option<(GroupId, f64)> {
        let far = |enemy: GroupId| {
            let outlines = self.state.bases_of(group).map(|base| self.outline(base));
            let far = outlines.map(|outline| self.distance_to(enemy, &outline));
            (enemy, far.fold(f64::INFINITY, f64::min))
        };
        let enemies = self.enemies(self.state.group(group).side).map(far);
        enemies.min_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// FA-ORB-05, FA-PD-08: how far the nearest enemy is, where so many mm are asked about.
fn told(group: GroupId, nearest: Option<(GroupId, f64)>, limit: f64) -> Fact {
    nearest.map_or(Fact::Group(group), |(other, distance)| Fact::Apart { group, other, distance, limit })
}
