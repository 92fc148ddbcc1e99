//! Rear support and threatened flanks (75.3).

use crate::field::TableEdge;
use crate::ids::{BaseId, GroupId};
use crate::rules::Look;
use crate::state::{Cohesion, Shape};
use crate::troop::TroopType;
use aelian_geometry::{Corner, Rect, Vec2, convex_overlap, overlaps};

impl Look<'_> {
    /// FA-REAR-01 to FA-REAR-08, FA-ALG-99: enough STEADY friends of equal or better quality stand close behind it.
    pub fn has_rear_support(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        // FA-REAR-07.
        if group.is_kind(TroopType::BattleWagons) {
            return false;
        }
        let block = self.block(id);
        let mut bases = 0;
        for other in self.state.on_table_of(group.side).filter(|other| self.may_support(*other, id)) {
            let behind = |base: &BaseId| self.stands_behind(self.state.rect(*base), &block, other);
            bases += self.state.bases_of(other).filter(behind).count();
        }
        // FA-REAR-02: half of the ORIGINAL number.
        2 * bases >= usize::from(group.original)
    }

    /// FA-REAR-01, FA-REAR-06, AMB-68.
    fn may_support(&self, other: GroupId, id: GroupId) -> bool {
        let (friend, group) = (self.state.group(other), self.state.group(id));
        other != id
            && friend.cohesion == Cohesion::Steady
            && !friend.is_skirmishers()
            && friend.quality >= group.quality
            && !self.state.in_close_combat(other)
    }

    /// FA-REAR-02 to FA-REAR-05: one base behind a group; the rectangle is the group's.
    fn stands_behind(&self, base: &Rect, block: &Rect, of: GroupId) -> bool {
        let table = &self.rules.tables.cohesion.rear_support;
        let limit = if self.state.group(of).is_foot() { table.foot_mu } else { table.mounted_mu };
        let rear = block.pose.advanced(-block.depth);
        let gap = aelian_geometry::distance(&Rect::new(rear, block.width, 0.0), base);
        if !self.within(gap, limit) {
            return false;
        }
        // FA-GEO-05, FA-ALG-99: the strip that the rear edge sweeps backward.
        let strip = Rect::new(rear, block.width, self.mu(limit) + base.depth + base.width);
        overlaps(base, &strip, self.rules.tolerance)
            && is_partly_in_front_of(block, base)
            && !self.has_enemy_between(block, base, self.state.group(of).side)
    }

    /// FA-REAR-05, FA-REAR-08, AMB-32: an enemy base touches the hull of the group's rear edge and the base's front.
    fn has_enemy_between(&self, block: &Rect, base: &Rect, side: aelian_game::Side) -> bool {
        let hull = hull(&[
            block.corner(Corner::RearLeft),
            block.corner(Corner::RearRight),
            base.corner(Corner::FrontLeft),
            base.corner(Corner::FrontRight),
        ]);
        let bounds = block.circle();
        let reach = self.mu(12.0) + base.depth + base.width;
        self.state
            .on_table_of(side.other())
            .flat_map(|enemy| self.state.rects_of(enemy))
            .filter(|rect| rect.circle().near(&bounds, reach))
            .any(|rect| convex_overlap(&hull, rect, self.rules.tolerance))
    }

    /// FA-THR-01 to FA-THR-03: enemy non-skirmishers could charge its flank or rear, or a table edge is near.
    pub fn has_threatened_flank(&self, id: GroupId) -> bool {
        self.is_near_edge(id) || self.could_be_charged_in_flank(id)
    }

    /// FA-THR-02, AMB-07.
    fn is_near_edge(&self, id: GroupId) -> bool {
        let limit = self.rules.settings.threatened_edge_mu;
        let field = &self.state.field;
        let near =
            |corner: Vec2| TableEdge::ALL.iter().any(|edge| self.closer(field.inside(*edge, corner), limit));
        self.state.rects_of(id).flat_map(|rect| rect.corners()).any(near)
    }

    /// FA-THR-01, FA-THR-03, AMB-67.
    fn could_be_charged_in_flank(&self, id: GroupId) -> bool {
        let group = self.state.group(id);
        // FA-FLK-07.
        if group.is_kind(TroopType::BattleWagons) || group.shape == Shape::Orb {
            return false;
        }
        let threat = |enemy: &GroupId| {
            let foe = self.state.group(*enemy);
            !foe.is_skirmishers()
                && foe.cohesion < Cohesion::Fragmented
                && !foe.is_train()
                && foe.shape != Shape::Orb
                && !self.state.in_close_combat(*enemy)
        };
        self.enemies(group.side).filter(threat).any(|enemy| self.could_charge_flank(enemy, id))
    }
}

/// FA-REAR-04: the group lies at least partly in front of the line of the supporting base's front edge.
fn is_partly_in_front_of(block: &Rect, base: &Rect) -> bool {
    let ahead = base.pose.facing.vector();
    block.corners().iter().any(|corner| (*corner - base.pose.at).dot(ahead) > 0.0)
}

/// The convex hull of a few points, walked about their middle.
fn hull(points: &[Vec2; 4]) -> Vec<Vec2> {
    let mut sorted = *points;
    sorted.sort_by(|one, other| one.x.total_cmp(&other.x).then(one.y.total_cmp(&other.y)));
    let cross = |o: Vec2, a: Vec2, b: Vec2| (a - o).perp_dot(b - o);
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::with_capacity(4);
        for point in points {
            while chain.len() >= 2 && cross(chain[chain.len() - 2], chain[chain.len() - 1], point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut sorted.iter().copied());
    lower.extend(half(&mut sorted.iter().rev().copied()));
    lower
}
