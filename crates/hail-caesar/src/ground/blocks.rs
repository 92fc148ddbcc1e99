//! Buildings (25.6): who may go in, where, and how a unit comes out.

use crate::fact::Fact;
use crate::field::{Block, Strength};
use crate::ids::{BlockId, UnitId};
use crate::rules::Look;
use crate::scenario;
use crate::state::Place;
use crate::troop::Size;
use aelian_geometry::{Rect, Segment, Vec2, overlaps, segment_to_rect};
use aelian_rulebook::{Reason, rule};

/// The point of a building's outline that is nearest to another; of its gates where it has any (HC-BLDG-11).
pub fn perimeter_point(block: &Block, to: Vec2) -> Vec2 {
    let nearest = |points: &mut dyn Iterator<Item = Vec2>| {
        points.min_by(|a, b| (*a - to).length_squared().total_cmp(&(*b - to).length_squared()))
    };
    let gate = nearest(&mut block.gates.iter().copied());
    gate.unwrap_or_else(|| outline_point(&block.rect, to))
}

/// The point of a rectangle's outline that is nearest to another.
pub fn outline_point(rect: &Rect, to: Vec2) -> Vec2 {
    let corners = rect.corners();
    let sides = (0..4).map(|at| Segment::new(corners[at], corners[(at + 1) % 4]).nearest(to));
    let near = |a: &Vec2, b: &Vec2| (*a - to).length_squared().total_cmp(&(*b - to).length_squared());
    sides.into_iter().min_by(near).unwrap_or(rect.centre())
}

impl Look<'_> {
    /// HC-BLDG-02, HC-BLDG-25: no unit stands across the outline of a building.
    pub fn block_bars(&self, rect: &Rect) -> Option<Reason<Fact>> {
        let blocks = self.state.field.blocks.iter().enumerate();
        let mut met = blocks.filter(|(_, block)| overlaps(&block.rect, rect, self.rules.tolerance));
        let (at, _) = met.next()?;
        Some(Reason::new(rule!("HC-BLDG-02"), Fact::BlockedByBlock(BlockId(at as u8))))
    }

    /// Units in a building.
    pub fn occupants(&self, block: BlockId) -> impl Iterator<Item = UnitId> + '_ {
        self.state.ids().filter(move |id| self.state.unit(*id).place == Place::Block(block))
    }

    /// HC-BLDG-01, HC-BLDG-03, HC-BLDG-04, HC-BLDG-05, HC-BLDG-07, HC-BLDG-25, HC-BLDG-27: why a unit may not go into a
    /// building: all that speaks against it, but for the way there.
    pub fn may_enter(&self, unit: UnitId, id: BlockId) -> Vec<Reason<Fact>> {
        let Some(block) = self.state.field.block(id) else {
            return vec![Reason::new(rule!("HC-BLDG-01"), Fact::NoSuchBlock(id))];
        };
        let mut broken = Vec::new();
        let card = self.card(unit);
        if !self.class(unit).is_infantry() {
            broken.push(Reason::new(rule!("HC-BLDG-03"), Fact::Unit(unit)));
        }
        if block.strength == Strength::Closed {
            broken.push(Reason::new(rule!("HC-BLDG-25"), Fact::Block(id)));
        }
        if scenario::block_is_burnt(*self, id) {
            broken.push(Reason::new(rule!("HS-RAID-28"), Fact::Block(id)));
        }
        if block.small_only && card.size > Size::Small {
            broken.push(Reason::new(rule!("HC-BLDG-01"), Fact::Unit(unit)));
        }
        let inside = || self.occupants(id).filter(|other| *other != unit);
        if let Some(enemy) = inside().find(|other| self.side(*other) != card.side) {
            broken.push(Reason::new(rule!("HC-BLDG-07"), Fact::BlockedBy(enemy)));
        }
        // HC-BLDG-04, HC-BLDG-27: for each place one unit, one tiny unit and one engine.
        let tiny = |other: UnitId| self.card(other).size == Size::Tiny;
        let alike = |other: &UnitId| {
            self.class(*other).is_infantry() && self.class(unit).is_infantry() && tiny(*other) == tiny(unit)
        };
        let found = inside().filter(alike).count();
        if found >= usize::from(block.room) {
            let fact = Fact::Count { found: found as i32 + 1, allowed: i32::from(block.room) };
            broken.push(Reason::new(rule!("HC-BLDG-04"), fact));
        }
        broken
    }

    /// The gates of the building in which a unit is; none if it may come out anywhere.
    fn gates(&self, unit: UnitId) -> Option<&Block> {
        let Place::Block(id) = self.state.unit(unit).place else { return None };
        self.state.field.block(id).filter(|block| !block.gates.is_empty())
    }

    /// HC-BLDG-09, HC-BLDG-11: where a unit comes out of its building to charge: the gate nearest to the enemy, or else the
    /// middle of the face that is nearest to him.
    pub fn way_out(&self, unit: UnitId, enemy: UnitId) -> Vec2 {
        let gates = self.gates(unit).into_iter().flat_map(|block| block.gates.iter().copied());
        let near =
            |a: &Vec2, b: &Vec2| self.point_distance(*a, enemy).total_cmp(&self.point_distance(*b, enemy));
        gates.min_by(near).unwrap_or_else(|| self.eye(unit, enemy))
    }

    /// HC-BLDG-11: a charge out of a building reaches this place: within one move of the gate, and not through the walls.
    pub fn comes_out(&self, unit: UnitId, enemy: UnitId, to: Vec2) -> bool {
        let Some(block) = self.gates(unit) else { return true };
        let gate = self.way_out(unit, enemy);
        let within = self.point_distance(gate, enemy) <= self.rate(unit) + self.rules.slack;
        let walls = crate::movement::grown(&block.rect, -1.0);
        within && segment_to_rect(Segment::new(gate, to), &walls) > 0.0
    }

    /// HC-BLDG-05, HC-AMOVE-05, AMB-15: of engines in a building only light ones can come out.
    pub fn may_leave(&self, unit: UnitId) -> Option<Reason<Fact>> {
        let stuck = self.class(unit).is_heavy_engine() && self.state.unit(unit).is_in_block();
        stuck.then(|| Reason::new(rule!("HC-BLDG-05"), Fact::Unit(unit)))
    }
}
