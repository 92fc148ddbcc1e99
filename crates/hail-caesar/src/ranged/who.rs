//! Who shoots, how far and with how many dice (40.1, 40.3).

use crate::fact::Fact;
use crate::formation::Formation;
use crate::ids::UnitId;
use crate::numbers::numbers;
use crate::rules::Look;
use crate::scenario::{self, Act};
use crate::state::{Deed, Place, Side4};
use aelian_geometry::{Edge, Pose, Rect, Vec2};
use aelian_rulebook::{Reason, rule};

/// HC-DICE-05, HC-BLDG-12: dice from one face of a building.
pub(super) const PER_FACE: u8 = 2;

/// A place from which a unit shoots: its front, the whole of an open order unit, or one of several faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Post {
    /// Of a building, square or wedge.
    pub face: Option<Side4>,
    /// With the front of the post as its own front.
    pub rect: Rect,
    /// HC-TGT-02, HC-RNG-07: it shoots in any direction, from its nearest model.
    pub all_round: bool,
}

impl Look<'_> {
    /// HC-RNG-02, HC-RNG-08, HC-RNG-09, HC-AMOVE-02, HC-AMOVE-03, HC-TESTU-05: why a unit makes no ranged attacks now.
    /// Moving hinders engines only (HC-RNG-10); broken divisions (HC-RNG-11), disorder and being shaken (HC-RNG-12) do not.
    pub fn refuse_shooting(&self, unit: UnitId) -> Vec<Reason<Fact>> {
        let standing = self.state.unit(unit);
        let mut reasons = Vec::new();
        let mut refuse = |wrong: bool, rule, fact: Fact| {
            if wrong {
                reasons.push(Reason { rule, fact });
            }
        };
        refuse(!standing.is_on_table(), rule!("HC-RNG-01"), Fact::NotOnTable(unit));
        refuse(standing.did(Deed::Shot), rule!("HC-RNG-01"), Fact::Unit(unit));
        refuse(self.is_engaged(unit), rule!("HC-RNG-02"), Fact::Unit(unit));
        let formation = standing.formation;
        refuse(self.holds_missiles(unit), rule!("HC-RNG-08"), Fact::FormationIs { unit, formation });
        let heavy = self.class(unit).is_heavy_engine();
        let rule = if heavy { rule!("HC-AMOVE-03") } else { rule!("HC-AMOVE-02") };
        refuse(self.has_moved_its_engine(unit), rule, Fact::Unit(unit));
        refuse(self.is_left_behind(unit), rule!("HC-RET-06"), Fact::Unit(unit));
        refuse(self.missile_range(unit) <= 0.0, rule!("HC-DICE-01"), Fact::Unit(unit));
        reasons.extend(scenario::forbids(*self, unit, Act::Shoot));
        reasons
    }

    /// The same, as a word.
    pub fn may_shoot(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        standing.is_on_table()
            && !standing.did(Deed::Shot)
            && self.missile_range(unit) > 0.0
            && !self.holds_missiles(unit)
            && !self.has_moved_its_engine(unit)
            && !self.is_left_behind(unit)
            && !self.is_engaged(unit)
            && scenario::forbids(*self, unit, Act::Shoot).is_none()
    }

    /// HC-RNG-08, HC-DICE-03, HC-COL-06: columns and testudos do not shoot.
    pub(super) fn holds_missiles(&self, unit: UnitId) -> bool {
        let standing = self.state.unit(unit);
        !standing.is_in_block() && matches!(standing.formation, Formation::Column | Formation::Testudo)
    }

    /// HC-AMOVE-02, HC-AMOVE-03, HC-ARTY-03: light engines shoot after one move, others only if they stood.
    fn has_moved_its_engine(&self, unit: UnitId) -> bool {
        let (class, moves) = (self.class(unit), self.state.unit(unit).moves);
        (class.is_heavy_engine() && moves > 0) || (class.is_artillery() && moves > 1)
    }

    /// HC-RET-06: an engine of a division that is broken; its men have left it.
    fn is_left_behind(&self, unit: UnitId) -> bool {
        self.class(unit).is_heavy_engine() && self.is_of_broken_division(unit)
    }

    /// HC-TAB-RANGE, HC-RNG-05, HC-ARTY-01: how far a unit shoots at all, in inches.
    pub fn missile_range(&self, unit: UnitId) -> f64 {
        let stats = self.stats(unit);
        let long = if stats.long > 0 { self.card(unit).missile.range() } else { 0.0 };
        let short = if stats.short > 0 { numbers().shooting.short } else { 0.0 };
        long.max(short)
    }

    /// HC-DICE-01, HC-DICE-02, HC-DICE-06, HC-RNG-04, HC-MEAS-12: dice at this distance in mm, before any limit.
    pub fn ranged_value(&self, unit: UnitId, distance: f64) -> u8 {
        let stats = self.stats(unit);
        if self.within(distance, numbers().shooting.short) {
            // HC-ARTY-04, HC-ARTY-05, HC-TGT-20.
            return if self.class(unit).is_heavy_engine() { 0 } else { stats.short };
        }
        let reaches = self.within(distance, self.card(unit).missile.range());
        if reaches { stats.long } else { 0 }
    }

    /// HC-DICE-04, HC-SQ-05: a square has one die in all.
    pub(super) fn most_dice(&self, unit: UnitId) -> u8 {
        let standing = self.state.unit(unit);
        let square = !standing.is_in_block() && standing.formation == Formation::Square;
        if square { 1 } else { u8::MAX }
    }

    /// HC-TGT-01, HC-TGT-02, HC-BLDG-26, HC-SQ-03, HC-WEDGE-03: the places from which it shoots.
    pub(super) fn posts(&self, unit: UnitId) -> Vec<Post> {
        let standing = self.state.unit(unit);
        let rect = standing.rect;
        let faces = matches!(standing.place, Place::Block(_))
            || matches!(standing.formation, Formation::Square | Formation::Wedge);
        if faces {
            let face =
                |side: Side4| Post { face: Some(side), rect: faced(&rect, side.edge()), all_round: false };
            return Side4::ALL.map(face).to_vec();
        }
        vec![Post { face: None, rect, all_round: standing.is_open() }]
    }

    pub(super) fn post(&self, unit: UnitId, face: Option<Side4>) -> Option<Post> {
        self.posts(unit).into_iter().find(|post| post.face == face)
    }
}

/// The same rectangle with another edge as its front.
fn faced(rect: &Rect, edge: Edge) -> Rect {
    let facing = rect.pose.facing;
    let at = rect.edge_middle(edge);
    let turned = |vector: Vec2| aelian_geometry::Facing::along(vector);
    match edge {
        Edge::Front => *rect,
        Edge::Rear => Rect::new(Pose { at, facing: facing.reversed() }, rect.width, rect.depth),
        Edge::Right => Rect::new(Pose { at, facing: turned(facing.right()) }, rect.depth, rect.width),
        Edge::Left => Rect::new(Pose { at, facing: turned(-facing.right()) }, rect.depth, rect.width),
    }
}
