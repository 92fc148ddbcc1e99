//! Eligible targets (55.2): the zone of shooting, sight, and the free way (in `lane.rs`).

use super::lane::About;
use crate::baseset::{BaseId, BaseSet};
use crate::fact::Fact;
use crate::rules::Look;
use aelian_geometry::{Corner, Rect, strip_ahead, wholly_behind_rear};
use aelian_rulebook::{Reason, rule};

impl<'a> Look<'a> {
    /// BB-SHT-09: the zone of shooting of a base that stands so.
    pub fn zone_of_shooting(&self, shooter: &Rect) -> Rect {
        strip_ahead(
            shooter,
            self.mu(self.rules.tables.numbers.shooting.zone_depth),
            self.mu(self.rules.tables.numbers.shooting.zone_width),
        )
    }

    /// 55.2: the enemies at which a base could shoot from where it stands.
    pub fn eligible_targets(&self, shooter: BaseId) -> BaseSet {
        let side = self.state.base(shooter).side;
        let about = About::new(self.bases_about(shooter));
        let enemies = about.bases.iter().filter(|id| self.state.base(*id).side != side);
        enemies.filter(|target| self.refusal(shooter, *target, &about).is_none()).collect()
    }

    /// 55.2: why a base is no eligible target for a shooter; none if it is one.
    pub fn why_no_target(&self, shooter: BaseId, target: BaseId) -> Option<Reason<Fact>> {
        self.refusal(shooter, target, &About::new(self.bases_about(shooter)))
    }

    fn refusal(&self, shooter: BaseId, target: BaseId, about: &About) -> Option<Reason<Fact>> {
        let (from, to) = (self.state.rect(shooter), self.state.rect(target));
        let refused = |rule, fact| Some(Reason { rule, fact });
        let corners = self.corners_in_zone(from, to);
        if corners.len() < 2 {
            let corners = corners.len() as u32;
            return refused(rule!("BB-SHT-10"), Fact::Corners { shooter, target, corners });
        }
        if !self.can_be_shot_at(target) {
            return refused(rule!("BB-SHT-04"), Fact::Base(target));
        }
        if let Some(barred) = self.bar(shooter, target, &corners, about) {
            return Some(barred);
        }
        if !self.sees(shooter, target) {
            return refused(rule!("BB-SHT-13"), Fact::Pair { base: shooter, other: target });
        }
        None
    }

    /// BB-SHT-40: whether any of these shooters stands wholly behind the target's rear edge and can draw the
    /// quadrilateral to its two rear corners. Second ranks shoot from the place of their front rank.
    pub fn shoots_at_rear(&self, shooters: BaseSet, target: BaseId) -> bool {
        let to = self.state.rect(target);
        shooters.iter().any(|shooter| {
            let from = self.state.rect(shooter);
            let rear = |corner: &Corner| !corner.is_front();
            let corners: Vec<Corner> = self.corners_in_zone(from, to).into_iter().filter(rear).collect();
            corners.len() == 2
                && wholly_behind_rear(to, from, self.rules.tolerance)
                && self.bar(shooter, target, &corners, &About::new(self.bases_about(shooter))).is_none()
        })
    }

    /// BB-SHT-10: the corners of a target that lie in the zone, its border included.
    fn corners_in_zone(&self, from: &Rect, to: &Rect) -> Vec<Corner> {
        let slack = self.rules.tolerance.length;
        let (deep, half) = (
            self.mu(self.rules.tables.numbers.shooting.zone_depth) + slack,
            self.mu(self.rules.tables.numbers.shooting.zone_width) * 0.5 + slack,
        );
        let inside = |corner: &Corner| {
            let (ahead, aside) = from.local(to.corner(*corner));
            (-slack..=deep).contains(&ahead) && aside.abs() <= half
        };
        Corner::ALL.into_iter().filter(inside).collect()
    }

    /// The bases that can stand in a shot's way, or form a gap on it.
    fn bases_about(&self, shooter: BaseId) -> BaseSet {
        let zone = self.zone_of_shooting(self.state.rect(shooter));
        self.near(&zone, self.rules.width).collect()
    }
}
