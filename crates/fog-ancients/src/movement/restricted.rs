//! The restricted area (55.4, FA-ALG-98).

use super::choice::{Leg, MoveOrder};
use super::walk::Walk;
use crate::fact::Fact;
use crate::formation::Body;
use crate::ids::{GroupId, GroupSet};
use crate::rules::Look;
use crate::state::Shape;
use aelian_geometry::{Hand, Rect, distance, overlaps, strip_ahead};
use aelian_rulebook::{RuleId, rule};

impl Look<'_> {
    /// FA-RA-01, FA-RA-11, FA-RA-13: the enemy groups that pin this one where it stands. Only the manoeuvre
    /// phase asks for it.
    pub fn pinners(&self, group: GroupId) -> GroupSet {
        let side = self.state.group(group).side;
        self.enemies(side).filter(|enemy| self.pins(*enemy, group)).collect()
    }

    /// FA-RA-01, FA-RA-09: the restricted area of a group, in one or several strips; wagons, artillery and orbs have none.
    pub fn restricted_area(&self, group: GroupId) -> Vec<Rect> {
        let one = self.state.group(group);
        if one.is_train() || one.shape == Shape::Orb {
            Vec::new()
        } else {
            self.strips_ahead(group, self.mu(self.rules.distances().movement.restricted_area))
        }
    }

    /// How far a group stands from the front of an enemy, and how far that one pins.
    fn before_it(&self, group: GroupId, other: GroupId) -> Fact {
        let outlines = self.state.bases_of(other).map(|base| self.outline(base));
        let distance =
            outlines.map(|outline| self.distance_to(group, &outline)).fold(f64::INFINITY, f64::min);
        Fact::Apart {
            group,
            other,
            distance,
            limit: self.mu(self.rules.distances().movement.restricted_area),
        }
    }

    fn pins(&self, enemy: GroupId, group: GroupId) -> bool {
        let around = self.circle(enemy);
        let farthest = self.reach(self.rules.distances().movement.restricted_area)
            + self.rules.tables.work_depth(self.rules.scale);
        let near = |rect: &Rect| rect.circle().near(&around, farthest);
        self.heeds_area_of(group, enemy)
            && self.circle(group).near(&around, farthest)
            && self.state.rects_of(group).any(near)
            && self.is_ahead_within(group, enemy, self.rules.distances().movement.restricted_area)
    }

    /// FA-RA-09, FA-RA-10, FA-ORB-10: battle wagons, artillery and orbs have no such area; battle troops ignore that of
    /// skirmishers.
    pub fn heeds_area_of(&self, group: GroupId, enemy: GroupId) -> bool {
        let them = self.state.group(enemy);
        let ignored = them.is_skirmishers() && !self.state.group(group).is_skirmishers();
        !them.is_train() && them.shape != Shape::Orb && !ignored
    }

    /// FA-RA-07: a body stands at least partly in front of a group, however far.
    pub fn is_before(&self, enemy: GroupId, body: &Body) -> bool {
        let far = self.state.field.width + self.state.field.depth;
        let t = self.rules.tolerance;
        self.strips_ahead(enemy, far).iter().any(|strip| body.rects().any(|rect| overlaps(rect, strip, t)))
    }
}

/// FA-RA-02 to FA-RA-05: which of the things that a pinned group may do this move comes nearest to and fails in: it stays
/// and contracts, goes straight on past the enemy, wheels otherwise than towards him, or does not end further away.
fn missed(order: &MoveOrder) -> RuleId {
    let legs = &order.legs;
    let straight = |leg: &Leg| matches!(leg, Leg::Advance { .. });
    let wheels = |leg: &Leg| matches!(leg, Leg::Advance { .. } | Leg::Wheel { .. });
    let moves = |leg: &Leg| matches!(leg, Leg::Advance { .. } | Leg::Wheel { .. } | Leg::Shift { .. });
    if !legs.iter().any(moves) {
        rule!("FA-RA-04")
    } else if legs.iter().all(straight) {
        rule!("FA-RA-02")
    } else if legs.iter().all(wheels) {
        rule!("FA-RA-03")
    } else {
        rule!("FA-RA-05")
    }
}

impl Walk<'_> {
    /// FA-RA-01, FA-RA-06, FA-RA-07, FA-RA-08, FA-RA-12, FA-OVL-04: each pinned mover must do what its pinning enemy allows. A move to an overlap
    /// position against somebody else is free of it.
    pub fn check_pinned(&mut self, order: &MoveOrder, overlapped: GroupSet) {
        for group in self.who.iter() {
            let pinners = self.look.pinners(group);
            if pinners.is_empty() {
                continue;
            }
            let chosen = match order.against.filter(|_| self.who.len() == 1) {
                Some(enemy) if !pinners.contains(enemy) => {
                    self.break_rule(rule!("FA-RA-08"), self.look.before_it(group, enemy));
                    continue;
                }
                Some(enemy) => GroupSet::one(enemy),
                None => pinners,
            };
            let end = self.part_of(group);
            let allowed = |enemy: GroupId| {
                let elsewhere = !overlapped.minus(GroupSet::one(enemy)).is_empty();
                let before = self.look.is_before(enemy, &end);
                elsewhere || (before && self.is_allowed_before(order, group, &end, enemy))
            };
            if !chosen.iter().any(allowed) {
                let other = chosen.first().unwrap_or(group);
                let left = !chosen.iter().any(|enemy| self.look.is_before(enemy, &end));
                let rule = if left { rule!("FA-RA-07") } else { missed(order) };
                self.break_rule(rule, self.look.before_it(group, other));
            }
        }
    }

    /// Where one of the movers stands at the end.
    pub fn part_of(&self, group: GroupId) -> Body {
        let bases = self.body.bases.iter().filter(|(base, _)| self.look.state.base(*base).group == group);
        Body { facing: self.body.facing, bases: bases.copied().collect() }
    }

    /// FA-RA-02, FA-RA-03, FA-RA-04, FA-RA-05.
    fn is_allowed_before(&self, order: &MoveOrder, group: GroupId, end: &Body, enemy: GroupId) -> bool {
        let look = self.look;
        let stays = |leg: &Leg| {
            matches!(leg, Leg::Turn(_) | Leg::Expand { .. } | Leg::PlaceDefences | Leg::LiftDefences)
        };
        let ahead = |leg: &Leg| matches!(leg, Leg::Advance { distance } if *distance >= 0.0);
        let legs = &order.legs[..];
        if legs.iter().all(stays) {
            return true;
        }
        if legs.iter().all(ahead) && self.is_ahead(group, enemy) {
            return true;
        }
        if let [Leg::Wheel { hand, degrees }, rest @ ..] = legs
            && rest.iter().all(ahead)
            && self.faces_up(group, enemy, (*hand, *degrees))
        {
            return true;
        }
        let apart = |rects: &mut dyn Iterator<Item = Rect>| {
            rects
                .flat_map(|rect| look.state.rects_of(enemy).map(move |other| distance(&rect, other)))
                .fold(f64::INFINITY, f64::min)
        };
        let before = apart(&mut look.state.rects_of(group).copied());
        apart(&mut end.rects().copied()) > before + look.rules.slack
    }

    /// FA-RA-02: the pinning group lies at least partly straight ahead.
    fn is_ahead(&self, group: GroupId, enemy: GroupId) -> bool {
        let block = self.look.block(group);
        let far = self.look.state.field.width + self.look.state.field.depth;
        self.look.is_partly_in(enemy, &strip_ahead(&block, far, block.width))
    }

    /// FA-RA-03: the wheel has brought the fronts parallel; or it has turned that way as far as it can: one by a degree
    /// more would be too long, or something is in its way.
    fn faces_up(&self, group: GroupId, enemy: GroupId, (hand, degrees): (Hand, f64)) -> bool {
        let look = self.look;
        let parallel = look.state.group(enemy).facing.reversed();
        let (before, after) =
            (look.state.group(group).facing.angle_to(parallel), self.body.facing.angle_to(parallel));
        let can_go_on = || {
            let mut wider = Walk::new(look, self.who, self.speed, self.tail);
            wider.go(Leg::Wheel { hand, degrees: degrees + 1.0 });
            wider.breaches.is_empty()
        };
        after.abs() <= look.rules.tolerance.angle || (after.abs() < before.abs() && !can_go_on())
    }
}
