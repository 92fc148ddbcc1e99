//! Shifts inside an advance (40.5).

use super::choice::{Leg, MoveOrder};
use super::order::{Contact, Judged};
use super::section::Section;
use super::walk::Walk;
use crate::fact::Fact;
use aelian_geometry::Hand;
use aelian_rulebook::rule;

impl Judged<'_> {
    /// FA-SHIFT-01, FA-SHIFT-02, FA-SHIFT-03, FA-SHIFT-04, FA-SHIFT-05, FA-OVL-02: one shift, of a size that one of the cases allows.
    pub(super) fn check_shift(&mut self, order: &MoveOrder, section: Section) {
        let mut shifts = order.legs.iter().filter_map(|leg| match leg {
            Leg::Shift { right } => Some(*right),
            _ => None,
        });
        let Some(right) = shifts.next() else { return };
        let more = shifts.next().is_some();
        if section == Section::CornerShift {
            return;
        }
        if more || !matches!(section, Section::Advance { wheels: 0 | 1 }) {
            self.walk.break_rule(rule!("FA-SHIFT-05"), Fact::Groups(order.who));
            return;
        }
        let look = self.walk.look;
        let width = look.rules.width + look.rules.slack;
        let small = right.abs() <= width * 0.5;
        let to_overlap = small && matches!(self.contact, Contact::Overlap(_));
        let near = look.rules.distances().movement.near_enemy;
        let far = right.abs() <= width && self.is_full_straight(order) && !self.walk.comes_within(near);
        if !(to_overlap || far || (small && self.avoids(order, right))) {
            // Up to half a base width it must be needed; more takes a full advance far from enemy.
            let too_far = |allowed: f64| Fact::TooFar { used: right.abs(), allowed };
            let (rule, fact) = match self.contact {
                Contact::Overlap(_) => (rule!("FA-SHIFT-04"), too_far(look.rules.width * 0.5)),
                _ if small => (rule!("FA-SHIFT-03"), self.needless(order, right)),
                _ if right.abs() > width => (rule!("FA-SHIFT-02"), too_far(look.rules.width)),
                _ => (rule!("FA-SHIFT-02"), Fact::Groups(order.who)),
            };
            self.walk.break_rule(rule, fact);
        }
    }

    /// FA-SHIFT-03: what is wrong with a small shift: no front corner came far enough; nothing would have been clipped
    /// without it; or less would have done.
    fn needless(&self, order: &MoveOrder, right: f64) -> Fact {
        let look = self.walk.look;
        let least = look.mu(look.rules.distances().movement.shift_comes);
        let came = self.came(right);
        if came < least - look.rules.slack {
            return Fact::TooShort { used: came, least };
        }
        let clips = |by: f64| self.clips_with(order, by * right.signum());
        if !clips(0.0) {
            return Fact::Groups(order.who);
        }
        let (mut low, mut high) = (0.0, right.abs());
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            if clips(middle) { low = middle } else { high = middle }
        }
        Fact::TooFar { used: right.abs(), allowed: high }
    }

    /// How far the front corner came that came farther, but for a shift to the right by so much.
    fn came(&self, right: f64) -> f64 {
        let start = self.walk.stretches.first().map_or(&self.walk.body, |(body, _)| body);
        let shifted = self.walk.body.facing.right() * right;
        let came =
            |hand: Hand| (self.walk.body.front_corner(hand) - shifted - start.front_corner(hand)).length();
        Hand::BOTH.into_iter().map(came).fold(0.0, f64::max)
    }

    /// FA-SHIFT-02: all bases go the full distance straight forward.
    fn is_full_straight(&self, order: &MoveOrder) -> bool {
        let straight = order.legs.iter().all(|leg| matches!(leg, Leg::Advance { .. } | Leg::Shift { .. }));
        let look = self.walk.look;
        let start = self.walk.stretches.first().map_or(&self.walk.body, |(body, _)| body);
        let full = look.run_on(start, &self.walk.speed, f64::INFINITY, 0.0).distance;
        straight && self.walk.used >= full - look.rules.slack
    }

    /// FA-SHIFT-03: without the shift, or with one a little smaller, it would clip terrain or friends; and a front
    /// corner has come 1 MU or more.
    fn avoids(&self, order: &MoveOrder, right: f64) -> bool {
        let look = self.walk.look;
        let least = look.mu(look.rules.distances().movement.shift_comes);
        let far = self.came(right) >= least - look.rules.slack;
        let less = right.abs() - (right.abs() * 0.1).max(1.0);
        let clips = |by: f64| self.clips_with(order, by * right.signum());
        far && clips(0.0) && (less <= 0.0 || clips(less))
    }

    /// The same move with another shift meets ground or friends that stop or slow it.
    fn clips_with(&self, order: &MoveOrder, right: f64) -> bool {
        let mut walk = Walk::new(self.walk.look, order.who, self.walk.speed, order.tail);
        for leg in &order.legs {
            match leg {
                Leg::Shift { .. } if right == 0.0 => {}
                Leg::Shift { .. } => walk.go(Leg::Shift { right }),
                leg => walk.go(*leg),
            }
        }
        !walk.breaches.is_empty() || walk.allowed < self.walk.allowed || !walk.passed.is_empty()
    }
}
