//! Flank and rear charges (50.4): where they may start, and what they must touch first.

use super::trace::Other;
use crate::formation::{Body, MOST_BASES};
use crate::ids::{BaseId, GroupId};
use crate::position::legal_contact;
use crate::rules::Look;
use crate::state::Shape;
use crate::troop::TroopType;
use aelian_geometry::{
    Corner, Edge, Facing, Feature, Rect, Tolerance, contacts, overlaps, strip_ahead, wholly_behind_front,
};

/// Longer than any table.
const ENDLESS: f64 = 20_000.0;

impl Look<'_> {
    /// FA-FLK-07, FA-ORB-11: never charged in flank or rear: battle wagons and orbs.
    pub fn has_flanks(&self, group: GroupId) -> bool {
        let group = self.state.group(group);
        group.shape != Shape::Orb && !group.has_any(|troop| troop.kind == TroopType::BattleWagons)
    }

    /// FA-FLK-01 to FA-FLK-04: the group stands where a flank or rear charge on the target may begin.
    pub fn is_on_flank(&self, group: GroupId, target: GroupId) -> bool {
        self.has_flanks(target)
            && !self.is_in_front_of(group, target)
            && self.fronts_of(target, group).all(|front| self.has_base_behind(group, &front))
    }

    /// FA-FLK-01, FA-GEO-03: some part of the group is directly in front of a base of the target.
    fn is_in_front_of(&self, group: GroupId, target: GroupId) -> bool {
        let t = self.rules.tolerance;
        let ahead = |rect: &Rect| strip_ahead(rect, ENDLESS, rect.width);
        self.front_bases(target).any(|base| {
            let strip = ahead(self.state.rect(base));
            self.state.rects_of(group).any(|rect| overlaps(rect, &strip, t))
        })
    }

    /// FA-FLK-02, FA-GEO-04: one base of the group stands entirely behind the line of this front.
    fn has_base_behind(&self, group: GroupId, front: &Rect) -> bool {
        self.state.rects_of(group).any(|rect| wholly_behind_front(front, rect, self.rules.tolerance))
    }

    /// FA-FLK-03, FA-FLK-04: the front edges of a target as seen by a charger: for each way that its bases face, that of
    /// the file nearest to the charger.
    fn fronts_of(&self, target: GroupId, charger: GroupId) -> impl Iterator<Item = Rect> + '_ {
        let t = self.rules.tolerance;
        let from = self.block(charger).centre();
        let mut fronts: Vec<(Facing, f64, Rect)> = Vec::new();
        for base in self.front_bases(target) {
            let rect = *self.state.rect(base);
            let away = (rect.centre() - from).length();
            match fronts.iter_mut().find(|front| front.0.same(rect.pose.facing, t)) {
                Some(front) if away < front.1 => *front = (front.0, away, rect),
                Some(_) => {}
                None => fronts.push((rect.pose.facing, away, rect)),
            }
        }
        fronts.into_iter().map(|front| front.2)
    }
}

/// FA-FLK-05, FA-FLK-10: the charger's base has legal contact with this one, and meets a side edge, the rear edge or a
/// rear corner of it.
pub fn hits_flank(charger: &Rect, rect: &Rect, t: Tolerance) -> bool {
    legal_contact(charger, rect, t).is_some()
        && contacts(charger, rect, t)
            .iter()
            .any(|contact| contact.mine.is_front() && is_flank(contact.theirs))
}

/// A side edge, the rear edge or a rear corner.
pub fn is_flank(feature: Feature) -> bool {
    match feature {
        Feature::Edge(edge) => edge != Edge::Front,
        Feature::Corner(corner) => matches!(corner, Corner::RearLeft | Corner::RearRight),
    }
}

/// FA-FLK-05: the body meets the flank or rear of this group where it stands.
pub fn touches_flank(look: Look<'_>, body: &Body, enemies: &[Other], group: GroupId) -> bool {
    let t = look.rules.tolerance;
    let circle = body.block().circle();
    let near = |other: &&Other| other.group == group && circle.near(&other.circle, 2.0 * t.length);
    let of_group = enemies.iter().filter(near);
    of_group.into_iter().any(|other| body.rects().any(|own| hits_flank(own, &other.rect, t)))
}

impl Look<'_> {
    /// FA-CHG-09: the base, or the front base of its file, has enemy on its front edge.
    pub fn is_in_melee_to_its_front(&self, base: BaseId) -> bool {
        let mut front = base;
        for _ in 0..MOST_BASES {
            match self.ahead(front) {
                Some(before) => front = before,
                None => break,
            }
        }
        self.is_held_in_front(front)
    }

    /// FA-CHG-09, FA-FLK-10: the base has enemy of its group's fights on its front edge.
    pub fn is_held_in_front(&self, base: BaseId) -> bool {
        let t = self.rules.tolerance;
        let rect = self.state.rect(base);
        let bouts = self.state.bouts_of(self.state.base(base).group);
        bouts.filter(|bout| bout.is_committed()).any(|bout| {
            let enemy = bout.enemy_of(self.state.base(base).group);
            self.state.rects_of(enemy).any(|other| crate::position::front_edge_contact(rect, other, t))
        })
    }
}
